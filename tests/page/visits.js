/** A person at the page, for the tests of the views: opens one, reads it, presses and types. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { answer, settle, words } from "./support.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";

// A message that goes away by itself must not keep the test waiting for it.
for (const name of ["setTimeout", "setInterval"]) {
  const original = globalThis[name];
  globalThis[name] = (...given) => {
    const timer = original(...given);
    if (given[1] >= 200) timer.unref?.();
    return timer;
  };
}

globalThis.FormData = window.FormData;

for (const id of ["polite", "urgent", "toasts"]) {
  const region = document.createElement("div");
  region.id = id;
  document.body.append(region);
}
const { prepareShell } = await import("../../src/croupier/server/page/js/shell.js");
const { session } = await import("../../src/croupier/server/page/js/session.js");
prepareShell();

/** Answers of a real server, kept by `make_views.py`. */
export const kept = (name) =>
  JSON.parse(readFileSync(new URL(`./kept_views/${name}.json`, import.meta.url), "utf-8"));

export const root = document.querySelector("main");
let leave = null;

/** Open a view, and wait until it has what it asked for. */
export async function visit(view, { id, query = "" } = {}) {
  depart();
  leave = view(root, { id, query: new URLSearchParams(query) });
  await settle();
}

/** What a view says until it has what it asked for. */
export async function waiting(view, where) {
  const seen = visit(view, where);
  const said = words(root);
  await seen;
  assert.notEqual(words(root), said);
  return said;
}

/** Draw a panel as the view around it does; drawn again, it changes what differs. */
export function draw(panel) {
  if (!root.firstElementChild?.matches(".drawn")) {
    const box = document.createElement("div");
    box.className = "drawn";
    root.replaceChildren(box);
  }
  render(panel, root.firstElementChild);
}

/** Leave the view, and whatever has been said in it. */
export function depart() {
  leave?.();
  leave = null;
  root.replaceChildren();
  for (const id of ["polite", "urgent", "toasts"]) document.getElementById(id).replaceChildren();
  for (const box of document.querySelectorAll("dialog")) box.remove();
}

/** Come in with a token of a role, or without one. */
export function enter(role, more = {}) {
  session.leave();
  if (role !== "public") session.enter({ role, token: `${role}-token`, name: null, ...more });
}

export const toasts = () =>
  Array.from(document.querySelectorAll("#toasts .toast"), (note) => [
    words(note),
    note.className.trim(),
  ]);

/** What a screen reader was told: at once, or when it has time. */
export const told = (id) => Array.from(document.getElementById(id).children, words);

/** What is written in each element that a selector finds. */
export const texts = (selector, within = root) =>
  Array.from(within.querySelectorAll(selector), words);

/** A table of the page, line by line. */
export const rows = (within = root) =>
  Array.from(within.querySelectorAll("tbody tr"), (row) => Array.from(row.cells, words));

const nameOf = (element) => element.getAttribute("aria-label") ?? words(element);

/** The one button or link with this name. */
export function control(name, within = root) {
  const found = [...within.querySelectorAll("button, a, summary")].filter(
    (element) => nameOf(element) === name,
  );
  assert.equal(found.length, 1, `${found.length} controls are called “${name}”`);
  return found[0];
}

export const offered = (name, within = root) =>
  [...within.querySelectorAll("button, a")].some((element) => nameOf(element) === name);

export async function press(name, within = root) {
  const found = control(name, within);
  assert.ok(!found.disabled, `“${name}” cannot be pressed`);
  found.click();
  await settle();
}

/** The field with this label, written beside it or known to a screen reader only. */
export function field(name, within = root) {
  const labels = [...within.querySelectorAll("label")].filter(
    (label) => words(label) === name || label.textContent.trim().startsWith(name),
  );
  const found = [
    ...within.querySelectorAll(`[aria-label="${name}"]`),
    ...labels.map((label) => label.control ?? label.querySelector("input, select, textarea")),
  ].filter((element) => element?.matches("input, select, textarea"));
  assert.equal(found.length, 1, `${found.length} fields are called “${name}”`);
  return found[0];
}

/** Type into a field, or choose from it. */
export async function fill(name, value, within = root) {
  const found = field(name, within);
  if (found.type === "checkbox") found.checked = value;
  else found.value = value;
  found.dispatchEvent(new Event("input", { bubbles: true }));
  found.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

/** Hold the pointer down while something happens, and let it go again. */
export async function holding(action) {
  const pointer = (type) => {
    const event = new Event(type, { bubbles: true });
    document.body.dispatchEvent(Object.assign(event, { button: 0, pointerType: "mouse" }));
  };
  pointer("pointerdown");
  await action();
  pointer("pointerup");
  await settle();
}

/** The window that lies over the page. */
export const dialog = () => document.querySelector("dialog");

/** A server that refuses: `refuse("POST /api/tables", 409, { message: "no" })`. */
export const refuse = (request, status, error, more = {}) =>
  answer({
    [request]: () => [
      status,
      { error: { kind: "refused", rule: null, finding: null, ...error }, ...more },
    ],
  });
