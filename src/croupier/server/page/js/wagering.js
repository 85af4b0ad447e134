/** The part of the dock that is there before the first card: chips, spots, and "deal". */

import { Bets } from "./bets.js";
import { capital, labelled } from "./words.js";
import { cents, dollars } from "./money.js";
import { chipPicture } from "./chips.js";
import { fault } from "./offers.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { keySign } from "./keys.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";

export class Wagering {
  /** `dock` is what it is drawn in: `table`, `box`, `render()`, `say(offer, amount)`. */
  constructor(dock) {
    this.dock = dock;
    this.bets = new Bets(dock);
    this.typed = null; // the amount as it was typed: `{name, text}`
    this.queued = false; // "deal" was pressed before wagers were taken
  }

  get #table() {
    return this.dock.table;
  }

  get #ready() {
    const { picture } = this.#table;
    return Boolean(picture.seats[picture.you?.seat]?.ready);
  }

  // --- what it is drawn from -------------------------------------------------

  /** What there is to press for the wagers on offer. */
  draw() {
    const { bets } = this;
    const wager = bets.current;
    const { felt } = this.#table;
    const name = labelled(felt, wager.name);
    return html`<div class="moves wagering">
      <div class="spot-row">
        ${
          bets.wagers.length > 1
            ? this.#spots(felt)
            : html`<span class="spot-name">${capital(name)}</span>`
        }
        ${wager.fixed ? this.#fixed(wager, name) : [this.#sum(wager, name), this.#put(wager, name)]}
      </div>
      ${wager.fixed ? null : this.#chips(wager)}
      <div class="small-buttons" role="group" aria-label="Change the wagers">
        ${this.#changes(wager).map((one) => this.#change(one))}
      </div>
      <div class="deal-row">${this.#extras(wager)} ${this.dock.asides()} ${this.#dealButton()}</div>
    </div>`;
  }

  /** What else may be done with the chips: key, label, whether it can be done, and how. */
  #changes(wager) {
    const { bets } = this;
    const some = bets.total > 0;
    return [
      { key: "z", label: "Undo", can: bets.done.length > 0, press: () => bets.undo() },
      { key: "x", label: "Clear", can: some, press: () => bets.clear() },
      ...(wager.fixed
        ? []
        : [
            { key: "d", label: "Twice", can: some, press: () => bets.twice() },
            { key: "n", label: "Min", can: true, press: () => bets.least() },
            { key: "m", label: "Max", can: true, press: () => bets.most() },
          ]),
    ];
  }

  #change({ key, label, can, press }) {
    return html`<button class="small" ?disabled=${!can} aria-keyshortcuts=${key} @click=${press}>
      <span>${label}</span>${keySign(key)}
    </button>`;
  }

  #spots(felt) {
    const { bets } = this;
    const spot = ({ name }) => {
      const on = bets.on(name);
      return html`<button
        aria-pressed=${String(name === bets.current.name)}
        @click=${() => bets.choose(name)}
      >
        <span>${capital(labelled(felt, name))}</span> <b>${on ? dollars(on) : "–"}</b>
      </button>`;
    };
    return html`<div class="segments" role="group" aria-label="Betting spot">
      ${repeat(bets.wagers, ({ name }) => name, spot)}
    </div>`;
  }

  /** A wager of one amount is placed or taken back with one press. */
  #fixed(wager, name) {
    const { bets } = this;
    const on = bets.on(wager.name) > 0;
    return html`<button
      class="fixed-bet"
      aria-pressed=${String(on)}
      aria-keyshortcuts="Space"
      @click=${() => bets.put(wager.name, on ? 0 : wager.fixed)}
    >
      <span>${on ? `${capital(name)} placed` : `Place the ${name}`}</span>
      <b>${dollars(wager.fixed)}</b>
    </button>`;
  }

  #chips(wager) {
    const { bets } = this;
    const held = bets.inHand(wager);
    const chip = ([value, colour], i) =>
      html`<button
        class="chip-button"
        aria-label="Chip of ${dollars(value)}"
        aria-pressed=${String(value === held)}
        aria-keyshortcuts=${i + 1}
        title="Key ${i + 1}"
        @click=${() => bets.take(value)}
      >
        ${chipPicture(value, colour)}
      </button>`;
    return html`<div class="denominations" role="group" aria-label="The chip in hand">
      ${repeat(bets.chipsFor(wager), ([value]) => value, chip)}
    </div>`;
  }

  #put(wager, name) {
    const held = dollars(this.bets.inHand(wager));
    return html`<button
      class="put"
      aria-keyshortcuts="Space"
      @click=${() => this.bets.add(wager.name)}
    >
      <span>+${held}<span class="sr"> on ${name}</span></span
      >${keySign(" ")}
    </button>`;
  }

  /** The amount as a field: typed, it is placed with Enter or when the field is left. */
  #sum(wager, name) {
    const { bets, typed } = this;
    const amount = bets.on(wager.name);
    const shown = typed?.name === wager.name ? typed.text : amount ? String(amount / 100) : "";
    const type = ({ target }) => {
      this.typed = { name: wager.name, text: target.value };
      this.dock.render();
    };
    const place = () => {
      if (!this.typed) return;
      const sum = this.#typedSum;
      this.typed = null;
      const unclear = Number.isNaN(sum) && "Type an amount, such as 25";
      const wrong = unclear || (sum ? fault(sum, wager, dollars) : "");
      bets.note = wrong;
      if (wrong) this.dock.render();
      else bets.put(wager.name, sum);
    };
    return html`<label class="sum"
      ><span aria-hidden="true">$</span
      ><input
        type="text"
        inputmode="decimal"
        class="amount"
        aria-label="Amount of the ${name} wager in dollars"
        placeholder="0"
        .value=${live(shown)}
        @input=${type}
        @change=${place}
    /></label>`;
  }

  /** A wager may be told with more words, such as a coupon, where the house takes it. */
  #extras(wager) {
    const extras = Object.keys(wager.variants).filter(Boolean);
    const choose = (extra) => (event) => {
      this.bets.extra = event.target.checked ? extra : "";
      this.dock.render();
    };
    const box = (extra) =>
      html`<label>
        <input
          type="checkbox"
          .checked=${live(this.bets.extra === extra)}
          @change=${choose(extra)}
        />
        ${extra === "cash" ? "in cash, to be confirmed" : `with a ${extra}`}
      </label>`;
    return extras.length ? html`<div class="extras">${extras.map(box)}</div>` : null;
  }

  /** The amount that is being typed, in cents; NaN if it is not a number. */
  get #typedSum() {
    return cents(this.typed?.text.replace(/[$,\s]/g, "") || "0");
  }

  /** What Enter does now, in words. */
  get dealLabel() {
    const { bets } = this;
    if (this.#ready) return "Ready: take it back";
    if (this.#typedSum) return `Bet ${dollars(this.#typedSum)} and deal`;
    if (bets.total) return "Deal";
    const sum = Object.values(bets.again).reduce((all, one) => all + one, 0);
    return `${bets.repeats ? "Rebet" : "Bet"} ${dollars(sum)} and deal`;
  }

  #dealButton() {
    return html`<button
      class="primary deal"
      aria-pressed=${this.#ready ? "true" : nothing}
      aria-keyshortcuts="Enter"
      @click=${() => this.deal()}
    >
      <span>${this.dealLabel}</span>${keySign("Enter")}
    </button>`;
  }

  // --- what is done ----------------------------------------------------------

  /** Say that the wagers stand; without any, stake again first. Pressed again, it waits. */
  async deal() {
    const { bets } = this;
    if (this.#ready) return this.#table.ready(false);
    if (this.dealing) return undefined;
    this.dealing = true;
    try {
      const stands = bets.total ? ((await bets.saying) ?? true) : await bets.rebet();
      return stands ? await this.#table.ready(true) : undefined;
    } finally {
      this.dealing = false;
    }
  }

  /** Between rounds: the next one begins as soon as everybody is ready, and then it is staked. */
  async hurry() {
    this.queued = true;
    this.dock.render();
    if (await this.#table.ready(true)) return;
    this.queued = false;
    this.dock.render();
  }

  /** The table has moved: what was asked for between rounds is done now. */
  moved() {
    if (!this.queued || this.#table.picture.phase !== "wagering") return;
    this.queued = false;
    if (this.bets.wagers.length) this.deal();
  }

  keys() {
    const { bets } = this;
    const wager = bets.current;
    const chips = wager.fixed ? [] : bets.chipsFor(wager);
    const names = bets.wagers.map(({ name }) => name);
    const after = names[(names.indexOf(wager.name) + 1) % names.length];
    return [
      { key: "Enter", label: this.dealLabel, press: () => this.deal() },
      {
        key: " ",
        label: wager.fixed ? "Place the wager" : "Put the chip in hand on the spot",
        press: () => bets.add(),
      },
      { key: "Backspace", label: "Take a chip back", press: () => bets.remove() },
      { key: "r", label: "Bet as last time", press: () => bets.rebet() },
      names.length > 1 && { key: "w", label: "Next spot", press: () => bets.choose(after) },
      ...this.#changes(wager),
      ...chips.map(([value], i) => ({
        key: String(i + 1),
        label: `Take a chip of ${dollars(value)}`,
        press: () => bets.take(value),
      })),
    ].filter(Boolean);
  }
}
