/** Decisions: what may be done, what each choice costs, and what it is worth if one asks. */

import { api } from "./net.js";
import { capital } from "./words.js";
import { choicesOf } from "./offers.js";
import { cents, dollars, giveOrTake, signedAlike, wire } from "./money.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { keySign, letters } from "./keys.js";
import { preferences } from "./preferences.js";
import { placed } from "./status.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";

/** Milliseconds that a slider rests before its amount is valued. */
const REST = 200;

export class Choosing {
  /** `dock` is what it is drawn in: `table`, `offers`, `render()`, `say(offer, amount)`. */
  constructor(dock) {
    this.dock = dock;
    this.amounts = {};
    this.advice = null; // what the server said, and `at`: the amount that it is about
    this.problem = null;
    this.advised = false; // whether advice is wanted for this decision
    this.looked = null; // the button that is looked at: its areas are lit
  }

  get #table() {
    return this.dock.table;
  }

  /** Everything that may be said but wagers; each with a letter of its own. */
  all(taken = []) {
    const choices = choicesOf(this.dock.offers, this.#table.game);
    const keys = letters(
      choices.map(({ name }) => name),
      taken,
    );
    return choices.map((choice, i) => ({ ...choice, key: keys[i] }));
  }

  /** The choices of a decision, without what may be asked beside the point. */
  get main() {
    return this.all(this.dock.reserved).filter((choice) => !choice.aside);
  }

  draw() {
    const { main } = this;
    // Each choice keeps its own button: none turns into another one while it has the focus.
    return html`<div class="moves choosing">
      ${main.filter((choice) => choice.bounds).map((choice) => this.#slider(choice))}
      <div class="choices-row">
        ${repeat(
          main,
          (choice) => choice.name,
          (choice) => this.#button(choice),
        )}
        ${this.dock.asides()}
      </div>
    </div>`;
  }

  /** The amount that goes with a choice, in cents; everything if nothing was chosen. */
  amount({ name, bounds }) {
    return (
      bounds && Math.max(bounds.least, Math.min(bounds.most, this.amounts[name] ?? bounds.most))
    );
  }

  #slide(choice, amount) {
    this.amounts[choice.name] = amount;
    if (!this.advised) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.advise(), REST);
  }

  #slider(choice) {
    const { least, most, step } = choice.bounds;
    if (least === most) return null;
    const amount = this.amount(choice);
    // Drawn at once, though the slider is being pressed: the finger on it must see what it does.
    const slide = ({ target }) => {
      this.#slide(choice, Number(target.value));
      this.dock.drawNow();
    };
    return html`<label class="range">
      <span>${choice.label}: <b>${dollars(amount)}</b></span>
      <input
        type="range"
        min=${least}
        max=${most}
        step=${step}
        .value=${live(String(amount))}
        aria-label="Amount to ${choice.label.toLowerCase()}"
        aria-valuetext=${dollars(amount)}
        @input=${slide}
      />
      <small>${dollars(least)} to ${dollars(most)}</small>
    </label>`;
  }

  /** What a choice costs, in words; nothing for one that stakes nothing and gives nothing up. */
  #price(choice) {
    const cost = choice.bounds ? this.amount(choice) : cents(choice.offer.cost ?? "0");
    if (cost) return `costs ${dollars(cost)}`;
    return choice.mild ? "costs nothing more" : "";
  }

  #button(choice) {
    const { verb } = choice.offer;
    const look = ({ currentTarget }) => this.#look(currentTarget, verb, choice.word);
    const leave = () => this.#look(null);
    const sum = choice.bounds ? ` ${dollars(this.amount(choice))}` : "";
    return html`<button
      class="choice"
      aria-keyshortcuts=${choice.key ?? nothing}
      @click=${() => this.decide(choice)}
      @focus=${look}
      @blur=${leave}
      @mouseenter=${look}
      @mouseleave=${leave}
    >
      <span>${choice.label}${sum} ${keySign(choice.key)}</span>
      <small class="price">${this.#price(choice)}</small>
      <small class="value">${this.#value(choice)}</small>
    </button>`;
  }

  /** Light the areas that a button would use; none without a button. */
  #look(button, verb = null, word = null) {
    this.looked = button;
    this.#table.scene.light(verb, word);
  }

  /** A button that goes while it is looked at has no event of its own for that. */
  drawn() {
    if (this.looked && !this.looked.isConnected) this.#look(null);
  }

  // --- advice ---------------------------------------------------------------

  /** The amount that is chosen now, as the server has it; null if no choice takes one. */
  get #at() {
    const slid = this.main.find((choice) => choice.bounds);
    return slid ? wire(this.amount(slid)) : null;
  }

  /** The advice that is about the amount chosen now; null while it is asked for. */
  get #current() {
    return this.advice?.at === this.#at ? this.advice : null;
  }

  /** The viewer's first wager in cents, in which the server counts what a choice is worth. */
  get #stake() {
    const { picture } = this.#table;
    const { first_wager: first, limits } = picture;
    return placed(picture, first) || cents(limits[first] ?? limits.minimum);
  }

  #value(choice) {
    const advice = this.#current;
    const means = (action) => choice.name === action || choice.offer.verb === action;
    const values = advice?.choices ?? [];
    const at = values.findIndex((one) => means(one.action));
    if (at < 0) return this.advised && !this.problem ? "…" : nothing;
    const text = signedAlike(values.map(({ ev }) => Math.round(ev.value * this.#stake)))[at];
    return means(advice.best) ? html`<b>${text} · best</b>` : text;
  }

  /** What the values mean, for the line beside the status; null without advice. */
  get line() {
    if (this.problem) return this.problem;
    const advice = this.#current;
    if (!advice) return this.advised ? "Working out what each choice is worth…" : null;
    const at = advice.at === null ? "" : ` at ${dollars(advice.at)}`;
    const what = `what the whole round is worth on average${at}`;
    if (!advice.estimate) return `Exact: ${what}.`;
    const errors = advice.choices.map((one) => one.ev.stderr ?? 0);
    const error = (Math.max(...errors) * this.#stake) / 100;
    return `An estimate: ${what}, ${giveOrTake(error)}.`;
  }

  /** With advice on, the values come by themselves; without it, none is left. */
  follow() {
    const wanted = preferences.get("advice") === "on" && this.#table.picture.advice;
    if (!wanted && this.advised) this.moved();
    if (wanted && !this.advised && this.main.length) this.advise();
  }

  /** Ask what each choice is worth, at the amount that is chosen now. */
  async advise() {
    const { picture, token } = this.#table;
    this.advised = true;
    const at = this.#at;
    const path = `/api/tables/${picture.table}/advice${at === null ? "" : `?amount=${at}`}`;
    this.problem = null;
    this.dock.render();
    const { state } = picture;
    const holds = () => this.#table.picture.state === state && this.#at === at;
    try {
      const advice = await api("GET", path, { token });
      if (holds()) this.advice = { ...advice, at };
    } catch (error) {
      if (holds()) this.problem = capital(`${error.message}.`);
    }
    this.dock.render();
  }

  // --- what is done ---------------------------------------------------------

  async decide(choice) {
    const { round } = this.#table.picture;
    if (!(await this.dock.say(choice.offer, this.amount(choice)))) return;
    this.amounts = {};
    this.#table.hindsight.look(round);
  }

  /** Something has happened: what was advised is past. */
  moved() {
    clearTimeout(this.resting);
    Object.assign(this, { advice: null, problem: null, advised: false });
  }

  #step(choice, steps) {
    const { least, most, step } = choice.bounds;
    const amount = this.amount(choice) + steps * step;
    this.#slide(choice, Math.max(least, Math.min(most, amount)));
    this.dock.render();
  }

  keys() {
    const slid = this.main.find(({ bounds }) => bounds && bounds.least !== bounds.most);
    return [
      ...this.main
        .filter(({ key }) => key)
        .map((choice) => ({
          key: choice.key,
          label: choice.label,
          press: () => this.decide(choice),
        })),
      slid && { key: "+", label: "A larger amount", press: () => this.#step(slid, 1) },
      slid && { key: "-", label: "A smaller amount", press: () => this.#step(slid, -1) },
    ].filter(Boolean);
  }
}
