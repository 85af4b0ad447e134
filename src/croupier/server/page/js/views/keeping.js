/** Keeping an account: passkeys, the recovery code, devices, signing out, and being forgotten. */

import { alarm } from "../render.js";
import { api } from "../net.js";
import { addPasskey, hindrance } from "../passkeys.js";
import { ask } from "../confirm.js";
import { attempt, toast } from "../shell.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { noPasskey } from "../come_back.js";
import { readable, when } from "../words.js";
import { session } from "../session.js";
import { shownCode } from "../recovery.js";

const request = (method, path, body) => api(method, path, { token: session.token, body });

/** How somebody came in on a device. */
const HOW = {
  guest: "Came in as a guest",
  passkey: "Signed in with a passkey",
  recovery: "Signed in with a recovery code",
  invitation: "Came by an invitation",
  link: "Came by a link",
};

const howWords = ({ how, table, seat }) =>
  how === "seat" ? `Seat ${seat} at ${readable(table)}` : (HOW[how] ?? how);

const since = (created, used) =>
  `since ${when(created)}${used ? `, last used ${when(used)}` : ", not used yet"}`;

/** The door leads out: nothing of this account stays in the browser. */
function gone(words) {
  session.leave();
  location.hash = "#/";
  toast(words);
}

/** Sign this browser out: its own token, and those of its seats, as far as they have not ended. */
async function signOut() {
  for (const token of [...session.seatTokens, session.token])
    await api("DELETE", "/api/session", { token }).catch((error) => {
      if (error.kind !== "unauthorized") throw error;
    });
  gone("Signed out.");
}

const NO_WAY_BACK = html`<p>
  <b>This account has no passkey and no recovery code.</b> Nothing leads back to its chips and its
  record once this browser is signed out.
</p>`;

export class Keeping {
  /** The ways back and the devices, as the server lists them. */
  known = null;
  problem = null;
  /** A code that has just been made. */
  code = null;
  busy = false;

  /** @param {HTMLElement} box what it is drawn in */
  constructor(box) {
    this.box = box;
    this.load();
  }

  async load() {
    try {
      this.known = await request("GET", "/api/me/devices");
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
    this.draw();
  }

  get kept() {
    return Boolean(this.known?.passkeys.length || this.known?.recovery);
  }

  /** Do something that changes the lists, then read them again. */
  async #change(action, done) {
    if (this.busy) return;
    this.busy = true;
    this.draw();
    await attempt(action, done);
    await this.load();
    this.busy = false;
    this.draw();
    if (this.known) session.keeps(this.kept);
  }

  // --- ways back ------------------------------------------------------------

  #makeCode() {
    const make = () =>
      this.#change(async () => {
        this.code = (await request("POST", "/api/me/recovery")).code;
      });
    if (!this.known.recovery) {
      make();
      return;
    }
    ask("A new recovery code", {
      body: () => html`<p>The code that you have now stops working.</p>`,
      label: "Make a new code",
      act: make,
    });
  }

  #removePasskey({ key, label }) {
    ask("Remove a passkey", {
      body: () =>
        html`<p>Nobody can sign in with the passkey “${label}” any more. Delete it there too.</p>`,
      label: "Remove the passkey",
      kind: "danger",
      act: () =>
        this.#change(() => request("DELETE", `/api/me/passkeys/${key}`), "The passkey is removed."),
    });
  }

  #removeCode() {
    ask("Remove the recovery code", {
      body: () => html`<p>The code that you wrote down stops working.</p>`,
      label: "Remove the code",
      kind: "danger",
      act: () => this.#change(() => request("DELETE", "/api/me/recovery"), "The code is removed."),
    });
  }

  #passkey(one) {
    return html`<li>
      <span
        >Passkey <b>${one.label}</b> <span class="hint">${since(one.created, one.used)}</span></span
      >
      <button
        ?disabled=${this.busy}
        aria-label="Remove the passkey ${one.label}"
        @click=${() => this.#removePasskey(one)}
      >
        Remove…
      </button>
    </li>`;
  }

  #ways() {
    const { passkeys, recovery } = this.known;
    return html`<section class="card keeping">
      <h2>Keep this account</h2>
      ${
        this.kept
          ? html`<p>You can come back on any device. Remove what is not yours.</p>`
          : html`<p>
              Your chips and your record are tied to this browser. Add a passkey or a recovery code,
              and you can come back to them. It takes no name and no address.
            </p>`
      }
      <ul class="plain lines">
        ${passkeys.map((one) => this.#passkey(one))}
        ${
          recovery
            ? html`<li>
                <span>Recovery code <span class="hint">since ${when(recovery.created)}</span></span>
                <button
                  ?disabled=${this.busy}
                  aria-label="Remove the recovery code"
                  @click=${() => this.#removeCode()}
                >
                  Remove…
                </button>
              </li>`
            : null
        }
      </ul>
      ${
        this.code
          ? shownCode(this.code, () => {
              this.code = null;
              this.draw();
            })
          : html`<div class="buttons">
              ${
                hindrance()
                  ? null
                  : html`<button
                      class=${this.kept ? "" : "primary"}
                      ?disabled=${this.busy}
                      @click=${() =>
                        this.#change(() => addPasskey(session.token), "The passkey is added.")}
                    >
                      Add a passkey
                    </button>`
              }
              <button ?disabled=${this.busy} @click=${() => this.#makeCode()}>
                ${recovery ? "Make a new recovery code…" : "Make a recovery code"}
              </button>
            </div>`
      }
      ${noPasskey()}
    </section>`;
  }

  // --- devices --------------------------------------------------------------

  #device(one) {
    const end = () =>
      this.#change(() => request("DELETE", `/api/me/devices/${one.token_id}`), "Signed out there.");
    return html`<li>
      <span
        >${howWords(one)}${one.here ? html` <b>(this browser)</b>` : null}
        <span class="hint">${since(one.created, one.used)}</span></span
      >
      ${
        one.here
          ? null
          : html`<button
              ?disabled=${this.busy}
              aria-label="Sign out: ${howWords(one)}"
              @click=${end}
            >
              Sign out
            </button>`
      }
    </li>`;
  }

  async #elsewhere() {
    await this.#change(async () => {
      await request("POST", "/api/me/sign-out", { here: false });
      await session.claim((await request("GET", "/api/me")).seats);
    }, "Every other device is signed out.");
  }

  #everywhere() {
    ask("Sign out everywhere", {
      body: () =>
        html`<p>Every device is signed out at once, and this browser too.</p>
          ${this.kept ? null : NO_WAY_BACK}`,
      label: "Sign out everywhere",
      kind: "danger",
      act: async () => {
        await request("POST", "/api/me/sign-out", { here: true });
        gone("Signed out everywhere.");
      },
    });
  }

  #here() {
    if (this.kept) {
      attempt(signOut);
      return;
    }
    ask("Sign out of this browser", {
      body: () => NO_WAY_BACK,
      label: "Sign out all the same",
      kind: "danger",
      act: signOut,
    });
  }

  #erase() {
    ask("Erase me", {
      body: () =>
        html`<p>This cannot be taken back.</p>
          <ul>
            <li>
              Your name, passkeys and recovery code are deleted, what you learnt in the chair, and
              your words in disputes.
            </li>
            <li>Every device is signed out at once.</li>
            <li>Your seats are given up; where you have a wager on the table, after the round.</li>
            <li>Your private tables pass to whoever sits there, or close. Their names go, too.</li>
          </ul>
          <p>
            <b>What stays:</b> the rounds that you played, under the pseudonym
            <span class="hash">${session.person}</span>, and its chips, which nobody can reach any
            more. The record of the rounds must stay whole.
          </p>`,
      label: "Erase me",
      kind: "danger",
      act: async () => {
        await request("DELETE", "/api/me?everything=true");
        gone("You are erased.");
      },
    });
  }

  #devices() {
    const { devices } = this.known;
    return html`<section class="card keeping">
      <h2>Devices</h2>
      <ul class="plain lines">
        ${devices.map((one) => this.#device(one))}
      </ul>
      <div class="buttons">
        <button ?disabled=${this.busy} @click=${() => this.#here()}>
          Sign out of this browser
        </button>
        ${
          devices.length > 1
            ? html`<button ?disabled=${this.busy} @click=${() => this.#elsewhere()}>
                Sign out everywhere else
              </button>`
            : null
        }
        <button @click=${() => this.#everywhere()}>Sign out everywhere…</button>
        <button class="danger" @click=${() => this.#erase()}>Erase me…</button>
      </div>
    </section>`;
  }

  draw() {
    render(
      [
        this.problem ? alarm(this.problem) : null,
        this.known ? [this.#ways(), this.#devices()] : null,
      ],
      this.box,
    );
  }
}
