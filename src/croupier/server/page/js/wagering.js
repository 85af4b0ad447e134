/** Chips put together and placed: the part of the dock that is there before the first card. */

import { CHIPS, dollars } from "./money.js";
import { chipPicture } from "./chips.js";
import { capital, labelled } from "./words.js";
import { fault, wagersOf, withdrawalsOf } from "./offers.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { placed, wagerName } from "./status.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { whenCalm } from "./calm.js";

const SHOWN = 5;

export class Wagering {
  /** `dock` is what it is drawn in: `table`, `box`, `render()`, `say(offer, amount)`. */
  constructor(dock) {
    this.dock = dock;
    this.stacks = {}; // what is being put together, by wager
    this.last = {}; // what was placed last time
    this.area = null; // the wager whose chips are shown
    this.extra = ""; // words that are said with the amount
    this.typed = null; // the amount as it was typed: `{name, amount, text}`
  }

  get #table() {
    return this.dock.table;
  }

  #placed(wager) {
    return placed(this.#table.picture, wager);
  }

  /** What there is to press for the wagers on offer. */
  draw(wagers, offers) {
    const { picture, felt } = this.#table;
    const wager =
      wagers.find((one) => one.name === this.area) ??
      wagers.find((one) => !this.#placed(one.name)) ??
      wagers[0];
    this.area = wager.name;
    const amount =
      wager.fixed ?? this.stacks[wager.name] ?? (this.#placed(wager.name) || this.#usual(wager));
    const wrong = wager.fixed ? "" : fault(amount, wager, dollars);
    const open =
      !wrong &&
      (amount !== this.#placed(wager.name) || Boolean(this.extra && wager.variants[this.extra]));
    return html`<div class="moves wagering">
      ${wagers.length > 1 ? this.#areas(wagers, wager, felt) : null}
      ${wager.fixed ? null : this.#chips(wager, amount, labelled(felt, wager.name))}
      ${this.#extras(wager)}
      <div class="buttons">
        ${this.#placeButton(wager, amount, wrong, open)}
        ${
          this.#placed(picture.first_wager) > 0
            ? this.#readyButton(picture, open && !wager.fixed)
            : null
        }
        ${this.#takeBack(withdrawalsOf(offers).get(wager.name))} ${this.dock.asides(offers)}
      </div>
    </div>`;
  }

  /** What a wager begins with: as last time, or the least of the one that everybody makes. */
  #usual(wager) {
    const last = this.last[wager.name] ?? 0;
    if (last && last <= wager.most) return last;
    return wager.name === this.#table.picture.first_wager ? wager.least : 0;
  }

  #areas(wagers, chosen, felt) {
    const area = ({ name }) => {
      const on = this.#placed(name);
      return html`<button
        aria-pressed=${String(name === chosen.name)}
        @click=${() => this.choose(name)}
      >
        ${capital(labelled(felt, name))}${on ? html`<b> ${dollars(on)}</b>` : null}
      </button>`;
    };
    return html`<div class="segments" role="group" aria-label="Betting area">
      ${repeat(wagers, ({ name }) => name, area)}
    </div>`;
  }

  #set(wager, amount, text = null) {
    this.stacks[wager.name] = amount;
    this.typed = text === null ? null : { name: wager.name, amount, text };
    this.dock.render();
  }

  /** With nothing left to clear the button cannot keep the focus: the amount takes it. */
  #clear(wager) {
    this.#set(wager, 0);
    whenCalm(() => this.dock.box.querySelector("input.amount")?.focus({ preventScroll: true }));
  }

  #chips(wager, amount, name) {
    const usable = CHIPS.filter(
      ([value]) => value >= 100 && value <= wager.most && value % wager.step === 0,
    );
    const chip = ([value, colour]) =>
      html`<button
        class="chip-button"
        aria-label="Add ${dollars(value)}"
        @click=${() => this.#set(wager, Math.min(amount + value, wager.most))}
      >
        ${chipPicture(value, colour)}
      </button>`;
    const type = ({ target }) => {
      const sum = Number(target.value.replace(/[$,\s]/g, "")) * 100;
      this.#set(wager, Math.round(sum) || 0, target.value);
    };
    const { typed } = this;
    const shown =
      typed?.name === wager.name && typed.amount === amount
        ? typed.text
        : String(amount / 100 || "");
    return html`<div class="chips-row">
      <div class="denominations" role="group" aria-label="Chips for the ${name} wager">
        ${repeat(usable.slice(-SHOWN).reverse(), ([value]) => value, chip)}
      </div>
      <label class="sum"
        ><span aria-hidden="true">$</span
        ><input
          type="text"
          inputmode="decimal"
          class="amount"
          aria-label="Amount of the ${name} wager in dollars"
          placeholder="0"
          .value=${live(shown)}
          @input=${type}
      /></label>
      <button class="quiet" ?disabled=${!amount} @click=${() => this.#clear(wager)}>Clear</button>
    </div>`;
  }

  /** A wager may be told with more words, such as a coupon, where the house takes it. */
  #extras(wager) {
    const extras = Object.keys(wager.variants).filter(Boolean);
    const choose = (extra) => (event) => {
      this.extra = event.target.checked ? extra : "";
      this.dock.render();
    };
    const box = (extra) =>
      html`<label>
        <input type="checkbox" .checked=${live(this.extra === extra)} @change=${choose(extra)} />
        ${extra === "cash" ? "in cash, to be confirmed" : `with a ${extra}`}
      </label>`;
    return extras.length ? html`<div class="extras">${extras.map(box)}</div>` : null;
  }

  #placeButton(wager, amount, wrong, open) {
    const lies = this.#placed(wager.name);
    const name = wagerName(this.#table.felt, wager.name);
    const words = amount && wrong ? wrong : lies ? `${dollars(lies)} placed` : `Place the ${name}`;
    return html`<button
      class="primary"
      ?disabled=${!open}
      @click=${() => this.#place(wager, amount)}
    >
      ${open ? `${lies ? "Change to" : "Place"} ${dollars(amount)}` : words}
    </button>`;
  }

  #readyButton(picture, unfinished) {
    const ready = Boolean(picture.seats[picture.you.seat]?.ready);
    return html`<button
      class=${unfinished ? "" : "primary go"}
      aria-pressed=${String(ready)}
      @click=${() => this.#table.ready(!ready)}
    >
      ${ready ? "Wait, not yet" : "Ready: deal"}
    </button>`;
  }

  #takeBack(offer) {
    return offer && html`<button @click=${() => this.dock.say(offer)}>Take back</button>`;
  }

  async #place(wager, amount) {
    const offer =
      wager.variants[this.extra] ?? wager.variants[""] ?? Object.values(wager.variants)[0];
    if (!(await this.dock.say(offer, amount))) return;
    this.last[wager.name] = amount;
    delete this.stacks[wager.name];
    this.extra = "";
    this.area = null;
    this.dock.render();
  }

  /** Show a betting area; pressed on the felt, it also takes the least wager, then $5 each time. */
  choose(name, { add = false } = {}) {
    const wager = wagersOf(this.#table.picture.next ?? []).find((one) => one.name === name);
    if (!wager) return;
    this.area = name;
    const now = this.stacks[name] ?? this.#placed(name);
    if (add && !wager.fixed)
      this.stacks[name] = Math.min(wager.most, now ? now + Math.max(500, wager.step) : wager.least);
    this.dock.render();
  }
}
