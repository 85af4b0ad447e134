/**
 * Hot keys. Whatever is drawn says which keys it answers to; the same list is shown on the buttons
 * and by `?`.
 */

import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { dialog } from "./why.js";

/**
 * A key as people write it on a button.
 * @type {Record<string, string>}
 */
const SIGNS = { Enter: "⏎", " ": "Space", Backspace: "⌫", ArrowLeft: "←", ArrowRight: "→" };

const signOf = (key) => SIGNS[key] ?? key.toUpperCase();

/** Elements that want the keys that are pressed in them. */
const TYPING = "input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable]";
/** Elements that Enter and Space press by themselves. */
const PRESSED = "button, a[href], summary, [role=tab], input";

/** Whether a key is meant for what has the focus, or for a window over what has the keys. */
function isTaken({ key, target }, within) {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (over && !(within && over.contains(within))) return true;
  if (target.closest?.(TYPING)) return true;
  if (key === "Enter" || key === " ") return Boolean(target.closest?.(PRESSED));
  return false;
}

/**
 * Letters for choices, by their names: the first letter of a word, the last word first, so that
 * "raise vertical" and "raise horizontal" get letters of their own.
 * @param {string[]} names
 * @param {string[]} taken letters that mean something else
 */
export function letters(names, taken = []) {
  const used = new Set(taken);
  return names.map((name) => {
    const words = name.toLowerCase().split(/[\s-]+/);
    const wanted = [...words.reverse().map((word) => word[0]), ...name.toLowerCase()];
    const letter = wanted.find((one) => /[a-z]/.test(one) && !used.has(one)) ?? null;
    if (letter) used.add(letter);
    return letter;
  });
}

/** Letters that mean the same in every state of a table, so that no choice gets them. */
export const RESERVED = ["a", "g", "l", "o", "s"];

/** The sign of a key on a button; a reader hears it from `aria-keyshortcuts`. */
export const keySign = (key) =>
  key ? html`<kbd aria-hidden="true">${signOf(key)}</kbd>` : nothing;

/** The keys of a view: `{key, label, press}` each, as they are now. */
export class Keys {
  /**
   * @param {() => {key: string, label: string, press: () => void}[]} now
   * @param {Element | null} within what has the keys, where that may be in a window
   */
  constructor(now, within = null) {
    this.now = now;
    this.within = within;
    this.hear = (event) => this.#hear(event);
    addEventListener("keydown", this.hear);
  }

  close() {
    removeEventListener("keydown", this.hear);
  }

  #hear(event) {
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat || isTaken(event, this.within)) return;
    const pressed = key.length === 1 ? key.toLowerCase() : key;
    const found =
      pressed === "?"
        ? { press: () => this.show() }
        : this.now().find((one) => one.key === pressed);
    if (!found) return;
    event.preventDefault();
    found.press();
  }

  /** The keys of now, in a window. */
  show() {
    dialog(
      "Keys",
      html`<dl class="keys">
        ${[...this.now(), { key: "?", label: "These keys" }].map(
          ({ key, label }) =>
            html`<div>
              <dt>${keySign(key)}<span class="sr">${signOf(key)}</span></dt>
              <dd>${label}</dd>
            </div>`,
        )}
      </dl>`,
    );
  }
}
