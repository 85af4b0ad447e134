/** Small tools of the page; and elements made by hand, for modules that use no templates yet. */

import { html, render } from "./vendor/lit-html/lit-html.js";
import { whenCalm } from "./calm.js";

const SVG = "http://www.w3.org/2000/svg";

/** A template may stand where an element is wanted. */
const node = (child) => {
  if (!child?.["_$litType$"]) return child;
  const box = document.createDocumentFragment();
  render(child, box);
  return box;
};

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map(node),
  );
  return element;
}

/** An HTML element: `h("button", {class: "primary", onclick: go}, "Deal")`. */
export const h = (tag, attributes, ...children) =>
  dress(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) =>
  dress(document.createElementNS(SVG, tag), attributes, children);

/** The head of a table: the titles of its columns. */
export const columns = (titles) =>
  html`<thead>
    <tr>
      ${titles.map((title) => html`<th scope="col">${title}</th>`)}
    </tr>
  </thead>`;

/** Put new children into a container; the focus goes to what has the same `data-key`. */
export function swap(container, ...children) {
  whenCalm(() => put(container, children));
}

function put(container, children) {
  const active = /** @type {HTMLInputElement} */ (document.activeElement);
  const held = container.contains(active) ? active : null;
  const key = held?.dataset.key;
  const typing = held?.matches("input:not([type=checkbox], [type=range])");
  const { value, selectionStart, selectionEnd } = held ?? document.createElement("input");
  container.replaceChildren(...children.flat(Infinity).filter(Boolean).map(node));
  if (!key) return;
  const again = container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again || again.disabled) return;
  if (typing) again.value = value;
  again.focus({ preventScroll: true });
  if (typing) again.setSelectionRange(selectionStart, selectionEnd);
}

/** An id that has not been used before: for intentions sent to the server, and for labels. */
export const fresh = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");
