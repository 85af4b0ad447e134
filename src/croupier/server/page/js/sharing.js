/** The link to a round of one's own, for others: made, copied and ended beside its review. */

import { api } from "./net.js";
import { attempt, toast } from "./shell.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { session } from "./session.js";

/** End the link to a round. */
export const endShare = (round) =>
  api("DELETE", `/api/rounds/${round}/share`, { token: session.token });

export class Sharing {
  link = null;

  /**
   * @param {number} round
   * @param {object} how
   * @param {() => boolean} how.shared whether there is a link
   * @param {(shared: boolean) => void} how.changed there is a link, or no longer
   */
  constructor(round, { shared, changed }) {
    this.round = round;
    this.shared = shared;
    this.changed = changed;
  }

  #make() {
    return attempt(async () => {
      const made = await api("POST", `/api/rounds/${this.round}/share`, {
        token: session.token,
        body: {},
      });
      this.link = new URL(made.link, location.href).href;
      this.changed(true);
    });
  }

  #end() {
    return attempt(async () => {
      await endShare(this.round);
      this.link = null;
      this.changed(false);
    }, "The link is ended: nobody can open it any more.");
  }

  #copy() {
    return attempt(async () => {
      await navigator.clipboard.writeText(this.link);
      toast("Copied.", "good");
    });
  }

  /** What the link shows, and its buttons. */
  draw() {
    const { link } = this;
    const shared = this.shared();
    return html`<p class="hint">
        The link shows this round alone: its review, and what your seat saw, without names. Whoever
        has the link can open it until you end it.
        ${shared ? "A new link ends the one before." : ""}
      </p>
      ${
        link
          ? html`<p class="hash" data-link=${link}>${link}</p>
              <p class="hint">Copy it now: it cannot be shown again.</p>`
          : null
      }
      <div class="buttons">
        ${
          link
            ? html`<button class="primary" @click=${() => this.#copy()}>Copy the link</button>`
            : null
        }
        <button class=${link ? "" : "primary"} @click=${() => this.#make()}>
          ${shared ? "Make a new link" : "Make a link"}
        </button>
        ${shared ? html`<button @click=${() => this.#end()}>End the link</button>` : null}
      </div>`;
  }
}
