/** Tables for the tests: what the server once said (see `make_kept.py`), told to a page. */

import { readFileSync } from "node:fs";

import { answer, settle, sockets } from "./support.js";
import { learn } from "../../src/croupier/server/page/js/vocabulary.js";
import { prepareShell } from "../../src/croupier/server/page/js/shell.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { stillness } from "../../src/croupier/server/page/js/dom.js";

/** What the server said: `games`, `errors`, or one game's. Each call gives a copy of its own. */
export const kept = (name) =>
  JSON.parse(readFileSync(new URL(`kept/${name}.json`, import.meta.url), "utf-8"));

export const feltOf = (name) => kept("games").games.find(({ game }) => game === name).felt;

/** Let the page know the kinds of events, as after its first request. */
export const learned = () => learn(kept("games").kinds);

/** Something drawn, an element or a template, in a box: to be looked at. */
export function drawn(thing, box = document.createElement("div")) {
  render(thing, box);
  return box;
}

export const drawnInSvg = (thing) =>
  drawn(thing, document.createElementNS("http://www.w3.org/2000/svg", "g"));

const size = { width: 1200, height: 0 };
Object.defineProperty(HTMLElement.prototype, "clientWidth", { get: () => size.width });
Object.defineProperty(HTMLElement.prototype, "clientHeight", { get: () => size.height });

/** How wide and how high the box of the felt is: this window lays nothing out. */
export const widen = (width, height = 0) => Object.assign(size, { width, height });

/** Nothing moves, so that what has happened is seen at once; or everything moves. */
export const still = (matches = true) =>
  Object.defineProperty(stillness, "matches", { value: matches, configurable: true });

/** Sit at a table, or watch it, in a page of its own. */
export async function enter(view, picture, { seated = picture.you?.seat, ...more } = {}) {
  answer({ "GET /api/games": kept("games"), ...more });
  if (seated) session.take(picture.table, seated, "seat-token");
  const root = document.querySelector("main").cloneNode(false);
  document.querySelector("main").replaceWith(root);
  const leave = view(root, { id: picture.table, query: new URLSearchParams() });
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({ type: "welcome" });
  socket.hear({ type: "table", picture });
  await settle();
  return { root, socket, leave: () => (leave(), session.leave()) };
}

/** The live regions and the place of messages, as the page's HTML has them. */
export function furnish() {
  for (const id of ["polite", "urgent", "toasts"]) {
    document.querySelector(`#${id}`)?.remove();
    document.body.append(Object.assign(document.createElement("div"), { id }));
  }
  prepareShell();
}

/** What has been told to somebody who listens. */
export const told = (id = "polite") =>
  Array.from(document.querySelector(`#${id}`).children, ({ textContent }) => textContent);

/** What the page has sent of a kind. */
export const sent = (socket, kind) => socket.sent.filter((message) => message.type === kind);

/** The button that is called so. */
export const button = (root, name) =>
  [...root.querySelectorAll("button")].find(
    (one) =>
      (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim() === name,
  );

/** What all buttons say. */
export const buttons = (root) =>
  Array.from(root.querySelectorAll("button"), (one) =>
    (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim(),
  );

/** Type into a field, as somebody would. */
export function type(input, text) {
  input.focus();
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Press a key on something. */
export const key = (element, name, kind = "keydown") =>
  element.dispatchEvent(new KeyboardEvent(kind, { key: name, bubbles: true, cancelable: true }));
