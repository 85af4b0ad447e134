/** Coming back: somebody who has been here before signs in with a passkey or a recovery code. */

import { dialog } from "./why.js";
import { fresh } from "./dom.js";
import { api } from "./net.js";
import { hindrance, namedAddress, usePasskey } from "./passkeys.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { session } from "./session.js";
import { shownCode } from "./recovery.js";

/** Why there is no passkey here, and what to do instead. */
export function noPasskey() {
  const why = hindrance();
  if (!why) return null;
  if (why === "browser") return html`<p class="hint">This browser has no passkeys.</p>`;
  const named = namedAddress();
  return html`<p class="hint">
    Passkeys need the page's name, not an address of
    numbers.${named ? html` Open it at <a href=${named}>${named}</a>.` : null}
  </p>`;
}

/** Where this tab keeps the id of its request until it is answered, also if it is loaded again. */
const REQUEST = "come-back";

function requestId() {
  const id = sessionStorage.getItem(REQUEST) ?? fresh();
  sessionStorage.setItem(REQUEST, id);
  return id;
}

export class ComeBack {
  busy = false;
  problem = "";
  code = "";
  /** The code that the server has given for the next time. */
  next = null;

  /**
   * @param {HTMLElement} box what it is drawn in
   * @param {() => void} done called when somebody is back, and has written the next code down
   * @param {((code: string) => void) | null} [tell] shows the next code, if it is not shown here
   */
  constructor(box, done, tell = null) {
    this.box = box;
    this.done = done;
    this.tell = tell;
    this.draw();
  }

  /** Sign in with what `way` gives; what goes wrong is said. */
  async #enter(way) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      const answer = await way();
      sessionStorage.removeItem(REQUEST);
      await session.comeBack(answer);
      this.next = answer.recovery ?? null;
      if (!this.next) this.done();
      else if (this.tell) {
        this.tell(this.next);
        return;
      }
    } catch (error) {
      this.problem = error.message;
    }
    this.busy = false;
    this.draw();
  }

  #useCode(event) {
    event.preventDefault();
    // Sent again because no answer came, it is still the same request.
    const body = { id: requestId(), code: this.code.trim() };
    this.#enter(() => api("POST", "/api/session/recovery", { body }));
  }

  draw() {
    render(this.next ? shownCode(this.next, this.done) : this.#ways(), this.box);
  }

  #ways() {
    const code = this.code.replace(/[^0-9a-z]/gi, "");
    return html`<div class="come-back">
      ${
        noPasskey() ??
        html`<button
          type="button"
          class="primary"
          ?disabled=${this.busy}
          @click=${() => this.#enter(usePasskey)}
        >
          Use a passkey
        </button>`
      }
      <form @submit=${(event) => this.#useCode(event)}>
        <label
          >Recovery code<input
            name="code"
            maxlength="60"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck="false"
            placeholder="28 letters and digits"
            @input=${({ target }) => {
              this.code = target.value;
              this.draw();
            }}
        /></label>
        <button ?disabled=${this.busy || code.length < 28}>Use the code</button>
      </form>
      <p class="wrong" role="alert">${this.problem}</p>
    </div>`;
  }
}

/** The same in a window; `done` is called when somebody is back. */
export function comeBackDialog(done) {
  const place = document.createElement("div");
  const box = dialog("Come back", place);
  new ComeBack(place, () => {
    box.close();
    done();
  });
}
