/** The form in which somebody sits down: a name, what is bought, and what the account holds. */

import { api } from "./net.js";
import { cents, dollars, wire } from "./money.js";
import { complaint } from "./why.js";
import { due, refillWords, soon, takeRefill } from "./refill.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { readable } from "./words.js";
import { session } from "./session.js";

/** What is bought if nothing else is said, in cents. */
const USUAL = 50000;

/** A small buy-in is this many of the least first wagers. */
const SMALL = 10;

/** The least that may be wagered first at a table, in cents. */
const leastOf = ({ limits, first_wager: first }) => cents(limits[first] ?? limits.minimum ?? "0");

/** What may be bought with one press: `[label, cents]`, each amount once. */
function presets({ table, balance, given }) {
  const some = [
    ["Small", leastOf(table) * SMALL],
    ["Usual", USUAL],
    ["All", balance],
    ["As invited", given],
  ];
  const once = ([, amount], i, all) => all.findIndex((other) => other[1] === amount) === i;
  return some
    .filter(([, amount]) => amount > 0 && (balance === null || amount <= balance))
    .filter(once);
}

/** What is wrong with a buy-in, or "". */
function fault({ table, balance, amount }) {
  if (!amount) return "How much do you sit down with?";
  if (amount < leastOf(table)) return `At least ${dollars(leastOf(table))}, for one wager`;
  if (balance !== null && amount > balance) return `Your account holds only ${dollars(balance)}`;
  return "";
}

/** Sent as it is, the form has sensible values: one press is enough. */
export class SeatForm {
  problem = null;
  /** What the account holds, in cents; null while it is not known. */
  balance = null;
  /** What is to be bought, in cents, and as it stands in its field. */
  amount = 0;
  text = "";
  me = null;

  /**
   * @param {HTMLElement} box what it is drawn in
   * @param {object} about
   * @param {any} about.table a table of the lobby, a picture, or what an invitation is for
   * @param {string} about.words on the button
   * @param {number} [about.given] cents that an invitation names
   * @param {(values: {name?: string, buy_in: string}) => Promise<void>} about.send
   * @param {string | null} [about.token] whose account pays; null for somebody who is new here
   * @param {(() => void) | null} [about.back] the way for somebody who has been here before
   */
  constructor(box, { table, words, given = 0, send, token = null, back = null }) {
    this.box = box;
    this.table = table;
    this.words = words;
    this.given = given;
    this.send = send;
    this.back = back;
    this.token = token;
    this.name = session.name ?? "";
    this.#set(given || USUAL);
    this.#look();
  }

  async #look() {
    if (!this.token) return;
    try {
      this.#holds(await api("GET", "/api/me", { token: this.token }));
    } catch {
      // The server knows, and says so if it is not enough.
    }
    this.draw();
  }

  #holds(me) {
    this.me = me;
    this.balance = cents(me.balance);
    if (this.amount > this.balance && this.balance >= leastOf(this.table)) this.#set(this.balance);
  }

  /** What is bought; `text` is how it was typed. */
  #set(amount, text = String(amount / 100 || "")) {
    this.amount = amount;
    this.text = text;
    this.draw();
  }

  #type({ target }) {
    this.#set(cents(target.value.replace(/[$,\s]/g, "")) || 0, target.value);
  }

  async #refill() {
    try {
      const balance = await takeRefill(this.token);
      this.#set(USUAL);
      this.#holds({ ...this.me, balance, refill: null });
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
    this.draw();
  }

  async #submit(event) {
    event.preventDefault();
    if (fault(this)) return;
    const name = this.name.trim();
    try {
      await this.send({ ...(name ? { name } : {}), buy_in: wire(this.amount) });
    } catch (error) {
      this.problem = error;
      this.token ??= session.token; // somebody who was new has an account now
      this.draw();
      this.#look();
    }
  }

  /** What the account holds and would hold; or how it is filled again. */
  #account() {
    const { balance, amount, table } = this;
    if (balance === null)
      return this.token
        ? html`<p class="hint">Looking into your account…</p>`
        : html`<p class="hint">
            The house gives you play money to begin
            with.${
              this.back
                ? html` Have you been here before?
                    <button type="button" class="quiet text" @click=${this.back}>Come back</button>`
                : null
            }
          </p>`;
    if (balance >= leastOf(table))
      return html`<dl class="figures">
        <dt>Your account</dt>
        <dd>${dollars(balance)}</dd>
        <dt>Stays in it</dt>
        <dd>${amount > balance ? "not enough" : dollars(balance - amount)}</dd>
      </dl>`;
    const refill = due(this.me);
    return html`<p>Your account holds ${dollars(balance)}.</p>
      ${this.#elsewhere()}
      ${
        refill?.amount
          ? html`<button type="button" class="primary" @click=${() => this.#refill()}>
              ${refillWords(refill.amount)}
            </button>`
          : html`<p class="hint">
              ${refill ? `The next free refill comes ${soon(refill.wait)}.` : "It is play money."}
            </p>`
      }`;
  }

  /** Somebody whose chips lie at other tables is told where. */
  #elsewhere() {
    const { seats = [] } = this.me;
    if (!seats.length) return null;
    return html`<p>
      Your chips are where you sit:
      ${seats.map(
        ({ table, seat }) =>
          html`<a href="#/table/${encodeURIComponent(table)}"
            >${readable(table)}, seat ${seat}</a
          > `,
      )}
    </p>`;
  }

  #presets() {
    const preset = ([label, amount]) =>
      html`<button
        type="button"
        aria-pressed=${String(amount === this.amount)}
        @click=${() => this.#set(amount)}
      >
        ${label} <b>${dollars(amount)}</b>
      </button>`;
    return html`<div class="segments" role="group" aria-label="Amounts to sit down with">
      ${presets(this).map(preset)}
    </div>`;
  }

  draw() {
    const wrong = fault(this);
    const broke = this.balance !== null && this.balance < leastOf(this.table);
    render(
      html`<form class="seat-form" @submit=${(event) => this.#submit(event)}>
        <label
          >Your name at the table<input
            name="name"
            maxlength="40"
            autocomplete="nickname"
            placeholder="as others see it (optional)"
            .value=${live(this.name)}
            @input=${({ target }) => (this.name = target.value)}
        /></label>
        ${
          broke
            ? null
            : html`<label
                  >Buy-in, in dollars of play money<input
                    name="buy_in"
                    inputmode="decimal"
                    .value=${live(this.text)}
                    @input=${(event) => this.#type(event)}
                /></label>
                ${this.#presets()}`
        }
        ${this.#account()}
        <div class="wrong">
          ${this.problem ? complaint(this.table.game ? this.table : null, this.problem) : null}
        </div>
        ${
          broke
            ? null
            : html`<button class="primary" ?disabled=${Boolean(wrong)}>
                ${wrong || `${this.words} with ${dollars(this.amount)}`}
              </button>`
        }
      </form>`,
      this.box,
    );
  }
}
