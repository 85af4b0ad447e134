/** What the player's last decision was worth, for somebody who wants advice after the decision. */

import { api } from "./net.js";
import { capital, labelled } from "./words.js";
import { cents, dollars, giveOrTake, signedAlike } from "./money.js";
import { dialog } from "./why.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { preferences } from "./preferences.js";
import { tell } from "./shell.js";

/** @typedef {{exact: string | null, value: number, stderr?: number}} Value */
/**
 * @typedef {object} Found what the server says of a decision
 * @property {number} round
 * @property {{action: string, ev: Value, amount?: string}[]} choices
 * @property {string} best
 * @property {boolean} estimate
 * @property {string} stake the first wager
 * @property {string} made
 * @property {string | null} amount
 * @property {Value} value what was made, in first wagers
 * @property {Value} cost in dollars
 * @property {boolean} right
 * @property {boolean} affordable whether the chips covered the best choice
 * @property {"player" | "clock"} by
 * @property {string} [reason]
 */

/** "$1.20" of 1.2, "less than a cent" of 0.001. */
export const money = (sum) => {
  const whole = Math.round(sum * 100);
  return whole || !sum ? dollars(whole) : "less than a cent";
};

/** "Raise $2.50": a choice in words, with its amount if it has one. */
export const choiceWords = (felt, { action, amount = null }) =>
  capital(labelled(felt, action)) + (amount ? ` ${dollars(amount)}` : "");

/** That the chips were too few for the best choice: its worth was never lost. */
const outOfReach = ({ choices, made, best }, words) =>
  choices.length === 2 && made !== best
    ? "Your chips reached for nothing else."
    : `Your chips did not reach for ${words}.`;

/**
 * The decision in one sentence: what was done, what would have been better, and by how much.
 * @param {import("./types.d.ts").Felt} felt
 * @param {Found} found
 */
export function inSentences(felt, found) {
  const made = choiceWords(felt, { action: found.made, amount: found.amount });
  const did = found.by === "clock" ? `Time ran out: ${made}.` : `You chose ${made}.`;
  if (found.right) return [did, "No choice was worth more."];
  const best = choiceWords(
    felt,
    found.choices.find(({ action }) => action === found.best),
  );
  if (!found.affordable) return [did, outOfReach(found, best)];
  const { value, stderr } = found.cost;
  const error = stderr ? `, ${giveOrTake(stderr)}` : "";
  return [did, `${best} was worth ${money(value)} more${error}.`];
}

export class Hindsight {
  /** `table` is the view that owns it: its picture, felt, token, id, dock and side. */
  constructor(table) {
    this.table = table;
    /** @type {Found | null} */
    this.found = null;
  }

  get #wanted() {
    const { advice, you } = this.table.picture;
    return preferences.get("advice") === "after" && advice && Boolean(you?.seat);
  }

  /** A decision has been made in a round: ask what it was worth. */
  async look(round) {
    this.found = null;
    if (!this.#wanted) return;
    const path = `/api/tables/${encodeURIComponent(this.table.id)}/advice/after?round=${round}`;
    const asking = (this.asking = Symbol("one question at a time"));
    const found = await api("GET", path, { token: this.table.token }).catch(() => null);
    if (this.asking !== asking || !found || !this.#wanted) return;
    this.found = found;
    tell(this.#sentences.join(" "));
    this.table.dock.render();
    this.table.side?.refresh();
  }

  /** Nothing is shown any more once it is not wanted. */
  follow() {
    if (!this.#wanted) this.found = null;
  }

  get #sentences() {
    return inSentences(this.table.felt, this.found);
  }

  #values() {
    const { choices, best, made, stake, amount, value, right, affordable } = this.found;
    const standing = right || affordable ? " · best" : " · out of reach";
    const shown = choices.map((choice) =>
      choice.action === made ? { ...choice, amount, ev: value } : choice,
    );
    const sums = signedAlike(shown.map(({ ev }) => Math.round(ev.value * cents(stake))));
    const row = (choice, i) =>
      html`<li class=${choice.action === made ? "made" : nothing}>
        <span>${choiceWords(this.table.felt, choice)}</span>
        <span class="number">${sums[i]}${choice.action === best ? standing : ""}</span>
      </li>`;
    return html`<ul class="plain hindsight-values">
      ${shown.map(row)}
    </ul>`;
  }

  #told() {
    const [did, better] = this.#sentences;
    return html`<p><b>${did}</b> ${better}</p>`;
  }

  /** In the dock, where nothing else is to be done. */
  card() {
    if (!this.found) return null;
    return html`<div class="hindsight">${this.#told()} ${this.#values()}</div>`;
  }

  /** A small button beside the status, where the dock has other things to do. */
  sign() {
    const { found } = this;
    const { phase, round } = this.table.picture;
    if (!found || (phase === "playing" && round !== found.round)) return null;
    const [kind, text] = this.#brief();
    return html`<button
      type="button"
      class="why-button hindsight-sign ${kind}"
      aria-label="Your decision: ${this.#sentences.join(" ")}"
      @click=${() => this.open()}
    >
      Last decision: ${text}
    </button>`;
  }

  /** How the decision was, for a colour and in a word or two. */
  #brief() {
    const { cost, right, affordable } = this.found;
    const lost = Math.round(cost.value * 100);
    if (right || !lost) return ["good", "right"];
    return affordable ? ["bad", `−${dollars(lost)}`] : ["", "chips too few"];
  }

  /** Beside the table, with the result. */
  panel() {
    if (!this.found) return null;
    return html`<section class="result-panel hindsight-panel" aria-label="Your decision">
      <h3>Your decision</h3>
      ${this.#whole()}
    </section>`;
  }

  /** In a window, with what the values mean. */
  open() {
    return dialog("Your decision", html`<div class="hindsight-window">${this.#whole()}</div>`);
  }

  #whole() {
    const { estimate, reason = null } = this.found;
    const how = estimate ? "An estimate" : "Exact";
    return html`${this.#told()} ${this.#values()} ${reason ? html`<p>${reason}</p>` : null}
      <p class="hint">
        ${how}: what the whole round is worth on average, from what you saw when you decided.
      </p>`;
  }
}
