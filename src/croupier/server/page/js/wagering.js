/** Chips put together and placed: the part of the dock that is there before the first card. */

import { CHIPS, dollars } from "./money.js";
import { chipPicture } from "./chips.js";
import { capital, labelled } from "./words.js";
import { fault, wagersOf, withdrawalsOf } from "./offers.js";
import { h } from "./dom.js";
import { placed, wagerName } from "./status.js";
import { whenCalm } from "./calm.js";

const SHOWN = 5;

export class Wagering {
  /** @param dock what it is drawn in: `table`, `box`, `render()`, `say(offer, amount)`. */
  constructor(dock) {
    this.dock = dock;
    this.stacks = {}; // what is being put together, by wager
    this.last = {}; // what was placed last time
    this.area = null; // the wager whose chips are shown
    this.extra = ""; // words that are said with the amount
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
    return h(
      "div",
      { class: "moves wagering" },
      wagers.length > 1 && this.#areas(wagers, wager, felt),
      !wager.fixed && this.#chips(wager, amount, labelled(felt, wager.name)),
      this.#extras(wager),
      h(
        "div",
        { class: "buttons" },
        this.#placeButton(wager, amount, wrong, open),
        this.#placed(picture.first_wager) > 0 && this.#readyButton(picture, open && !wager.fixed),
        this.#takeBack(withdrawalsOf(offers).get(wager.name)),
        this.dock.asides(offers),
      ),
    );
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
      const attributes = {
        "aria-pressed": String(name === chosen.name),
        "data-key": `area-${name}`,
      };
      return h(
        "button",
        { ...attributes, onclick: () => this.choose(name) },
        capital(labelled(felt, name)),
        on ? h("b", null, ` ${dollars(on)}`) : "",
      );
    };
    return h(
      "div",
      { class: "segments", role: "group", "aria-label": "Betting area" },
      wagers.map(area),
    );
  }

  #set(wager, value, key) {
    this.stacks[wager.name] = value;
    this.dock.render();
    whenCalm(() =>
      this.dock.box.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true }),
    );
  }

  #chips(wager, amount, name) {
    const usable = CHIPS.filter(
      ([value]) => value >= 100 && value <= wager.most && value % wager.step === 0,
    );
    const chip = ([value, colour]) =>
      h(
        "button",
        {
          class: "chip-button",
          "data-key": `chip-${value}`,
          "aria-label": `Add ${dollars(value)}`,
          onclick: () => this.#set(wager, Math.min(amount + value, wager.most), `chip-${value}`),
        },
        chipPicture(value, colour),
      );
    const input = h("input", {
      type: "text",
      inputmode: "decimal",
      class: "amount",
      "data-key": "amount",
      "aria-label": `Amount of the ${name} wager in dollars`,
      value: amount ? String(amount / 100) : "",
      placeholder: "0",
      oninput: ({ target }) =>
        this.#set(
          wager,
          Math.round(Number(target.value.replace(/[$,\s]/g, "")) * 100) || 0,
          "amount",
        ),
    });
    return h(
      "div",
      { class: "chips-row" },
      h(
        "div",
        { class: "denominations", role: "group", "aria-label": `Chips for the ${name} wager` },
        usable.slice(-SHOWN).reverse().map(chip),
      ),
      h("label", { class: "sum" }, h("span", { "aria-hidden": "true" }, "$"), input),
      h(
        "button",
        {
          class: "quiet",
          "data-key": "clear",
          disabled: !amount,
          onclick: () => this.#set(wager, 0, "amount"),
        },
        "Clear",
      ),
    );
  }

  /** A wager may be told with more words, such as a coupon, where the house takes it. */
  #extras(wager) {
    const extras = Object.keys(wager.variants).filter(Boolean);
    const choose = (extra) => (event) => {
      this.extra = event.target.checked ? extra : "";
      this.dock.render();
    };
    const box = (extra) =>
      h(
        "label",
        null,
        h("input", {
          type: "checkbox",
          "data-key": `extra-${extra}`,
          checked: this.extra === extra,
          onchange: choose(extra),
        }),
        extra === "cash" ? " in cash, to be confirmed" : ` with a ${extra}`,
      );
    return extras.length > 0 && h("div", { class: "extras" }, extras.map(box));
  }

  #placeButton(wager, amount, wrong, open) {
    const lies = this.#placed(wager.name);
    const name = wagerName(this.#table.felt, wager.name);
    const words = amount && wrong ? wrong : lies ? `${dollars(lies)} placed` : `Place the ${name}`;
    return h(
      "button",
      {
        class: "primary",
        "data-key": "place",
        disabled: !open,
        onclick: () => this.#place(wager, amount),
      },
      open ? `${lies ? "Change to" : "Place"} ${dollars(amount)}` : words,
    );
  }

  #readyButton(picture, unfinished) {
    const ready = Boolean(picture.seats[picture.you.seat]?.ready);
    return h(
      "button",
      {
        class: unfinished ? "" : "primary go",
        "data-key": "ready",
        "aria-pressed": String(ready),
        onclick: () => this.#table.ready(!ready),
      },
      ready ? "Wait, not yet" : "Ready: deal",
    );
  }

  #takeBack(offer) {
    return (
      offer &&
      h("button", { "data-key": "withdraw", onclick: () => this.dock.say(offer) }, "Take back")
    );
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

  /** Look at one betting area; pressed on the felt it also takes chips: the least wager, then five dollars each time. */
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
