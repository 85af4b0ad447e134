/** No chips left: more from the player's account, or a free refill of play money. */

import { api } from "./net.js";
import { attempt } from "./shell.js";
import { cents, dollars, wire } from "./money.js";
import { fresh } from "./dom.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { keySign } from "./keys.js";
import { soon } from "./refill.js";

/** What is bought at once, in cents, if the account holds as much. */
const USUAL = 50000;

/** The way to what the decisions of a sitting were worth, for somebody whose sitting is over. */
export const reviewLink = html`<a class="button" href="#/review">Review your session</a>`;

export class Purse {
  /** `redraw` is called when the account is known. */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.me = null;
    this.asked = null; // the state of the table for which the account was asked for
  }

  /** Whether the player cannot make the first wager with the chips at the seat. */
  get empty() {
    const { phase, you, seats, stays, limits, first_wager: first } = this.table.picture;
    const me = seats[you?.seat];
    if (phase !== "wagering" || !me || me.joins || me.coming) return false;
    const lies = stays ? 0 : Object.keys(me.wagers ?? {}).length;
    return !lies && cents(me.chips) < cents(limits[first] ?? limits.minimum ?? "0");
  }

  /** What there is to be had, in a sentence. */
  get told() {
    return this.me
      ? `It is play money: your account holds ${dollars(this.me.balance)}.`
      : "It is play money: there is more.";
  }

  /** Ask what the account holds, once for each state of the table. */
  #look() {
    const { picture, token } = this.table;
    if (this.asked === picture.state) return;
    this.asked = picture.state;
    api("GET", "/api/me", { token })
      .then((me) => (this.me = me))
      .catch(() => {})
      .then(this.redraw);
  }

  draw() {
    this.#look();
    const { me } = this;
    if (!me) return html`<div class="moves"><p class="hint">Looking into your account…</p></div>`;
    const action = this.#action(me);
    return html`<div class="moves broke">
      ${
        action
          ? html`<button class="primary deal" aria-keyshortcuts="Enter" @click=${action.press}>
              <span>${action.label}</span>${keySign("Enter")}
            </button>`
          : html`<p class="hint">
              Your account is empty. The next free refill comes ${soon(me.refill?.wait ?? 0)}.
            </p>`
      }
      ${this.table.hasPlayed ? reviewLink : null}
    </div>`;
  }

  /** What helps now: chips from the account, or a refill and then chips; null if nothing does. */
  #action({ balance, refill }) {
    const holds = cents(balance);
    const { limits, first_wager: first } = this.table.picture;
    const needed = cents(limits[first] ?? limits.minimum ?? "0");
    if (holds >= needed) {
      const amount = Math.min(holds, USUAL);
      return {
        label: `Buy ${dollars(amount)} of chips`,
        press: () => this.#buy(amount),
      };
    }
    if (!refill || !cents(refill.amount) || refill.wait > 0) return null;
    return {
      label: `Take a free refill of ${dollars(refill.amount)}`,
      press: () => this.#refill(),
    };
  }

  #buy(amount) {
    return attempt(() => this.table.send("chips", { amount: wire(amount) }));
  }

  #refill() {
    return attempt(async () => {
      const { balance } = await api("POST", "/api/me/refill", {
        token: this.table.token,
        body: { id: fresh() },
      });
      this.asked = null;
      await this.#buy(Math.min(cents(balance), USUAL));
    });
  }

  keys() {
    const action = this.me && this.#action(this.me);
    return action ? [{ key: "Enter", label: action.label, press: action.press }] : [];
  }
}
