/** A quiet word, once somebody has played: the chips are tied to this browser. */

import { html } from "./vendor/lit-html/lit-html.js";
import { session } from "./session.js";

const KEY = "croupier-keep-hint";

/** Note that a round has been played to its end. */
export function played() {
  if (!localStorage.getItem(KEY)) localStorage.setItem(KEY, "played");
}

/** Whether the hint is due: for a guest who has played, has no way back, and was not told yet. */
export const isDue = () =>
  session.isGuest && !session.kept && localStorage.getItem(KEY) === "played";

/** The hint, or null. `gone` is called when it has been put away for good. */
export function keepHint(gone) {
  if (!isDue()) return null;
  const away = () => {
    localStorage.setItem(KEY, "told");
    gone();
  };
  return html`<p class="keep-hint">
    <span
      >Your chips and your record are tied to this browser.
      <a href="#/me" @click=${away}>Keep this account</a></span
    >
    <button class="quiet" aria-label="Do not show this again" @click=${away}>✕</button>
  </p>`;
}
