/** Templates of lit-html on this page: a view's own place, and parts that several views share. */

import { html, nothing, render } from "./vendor/lit-html/lit-html.js";

/**
 * A place of its own for a view: gives a function that draws a template there. Whatever a view
 * draws after it has been left goes into a place that is no longer on the page.
 */
export function page(root, kind = "") {
  const box = document.createElement("div");
  box.className = `page ${kind}`.trim();
  root.replaceChildren(box);
  return (template) => {
    render(template, box);
  };
}

/** Why something cannot be shown. */
export const alarm = (error) => html`<p role="alert">${error.message}</p>`;

/** Draw `frame(body)`: a notice first, then what `load` gives, or why it failed. */
export async function fetched(draw, frame, notice, load) {
  draw(frame(html`<p>${notice}</p>`));
  draw(frame(await load().catch(alarm)));
}

/** The head of a table: the titles of its columns, amounts to the right. */
export const columns = (titles, amounts = []) =>
  html`<thead>
    <tr>
      ${titles.map(
        (title) =>
          html`<th scope="col" class=${amounts.includes(title) ? "number" : nothing}>${title}</th>`,
      )}
    </tr>
  </thead>`;

/** A handler for a form that is not to leave the page: `then` gets the form. */
export const submitted = (then) => (event) => {
  event.preventDefault();
  then(event.target);
};

/** What has been typed into the field beside a button that was pressed. */
export const beside = (event) => event.currentTarget.parentElement.querySelector("input").value;

/**
 * The first element in a box that a selector finds.
 * @type {(box: Element, selector: string) => HTMLElement | null}
 */
export const find = (box, selector) => box.querySelector(selector);
