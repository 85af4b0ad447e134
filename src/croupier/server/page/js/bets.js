/**
 * Chips on the spots before the first card. Every press says at once what then lies there, one
 * sentence after another, so that what is seen on the felt is what the table has recorded.
 */

import { CHIPS, cents } from "./money.js";
import { wagersOf, withdrawalsOf } from "./offers.js";
import { ownResult } from "./result.js";
import { placed, wagerName } from "./status.js";
import { capital, labelled } from "./words.js";

/** How many kinds of chips are offered. */
const SHOWN = 5;

export class Bets {
  /** `dock` is what they belong to: `table`, `render()`, `say(offer, amount)`. */
  constructor(dock) {
    this.dock = dock;
    this.wanted = {}; // what shall lie on a spot, while that is being said
    this.last = {}; // what was staked in the last round, by wager
    this.seen = {}; // every wager that was on offer here: some come only after the first
    this.done = []; // what lay there before each change: [wager, amount]
    this.spot = null; // the spot that keys and fields are about
    this.chip = 500; // the chip in hand
    this.extra = ""; // words that are said with the amount, such as a coupon
    this.note = ""; // why a chip was not put down
  }

  get #table() {
    return this.dock.table;
  }

  /** The wagers that may be placed now. */
  get wagers() {
    const { picture } = this.#table;
    return picture.you?.role === "player" ? wagersOf(picture.next ?? []) : [];
  }

  get #withdrawals() {
    return withdrawalsOf(this.#table.picture.next ?? []);
  }

  /** What lies on a spot, or will as soon as the table has heard it, in cents. */
  on(name) {
    return this.wanted[name] ?? this.#lies(name);
  }

  #lies(name) {
    const { picture } = this.#table;
    return picture.stays ? 0 : placed(picture, name);
  }

  /** What lies on all spots together. */
  get total() {
    return this.wagers.reduce((sum, { name }) => sum + this.on(name), 0);
  }

  /** The wager that is spoken of: the chosen one, or the first without chips. */
  get current() {
    const { wagers } = this;
    return (
      wagers.find(({ name }) => name === this.spot) ??
      wagers.find(({ name }) => !this.on(name)) ??
      wagers[0] ??
      null
    );
  }

  /** The chips that can be used for a wager, the smallest first. */
  chipsFor({ most, step }) {
    return CHIPS.filter(([value]) => value >= 100 && value <= most && value % step === 0)
      .slice(-SHOWN)
      .reverse();
  }

  /** The chip in hand, or the next smaller one that the wager takes. */
  inHand(wager) {
    const values = this.chipsFor(wager).map(([value]) => value);
    return values.findLast((value) => value <= this.chip) ?? values[0] ?? wager.step;
  }

  // --- changes --------------------------------------------------------------

  /** Choose the spot that keys and fields are about. */
  choose(name) {
    this.spot = name;
    this.dock.render();
  }

  take(value) {
    this.chip = value;
    this.dock.render();
  }

  /** Put the chip in hand on a spot; the first one makes it at least the least wager. */
  add(name = this.current?.name) {
    const wager = this.wagers.find((one) => one.name === name);
    if (!wager) return this.#notNow(name);
    this.spot = name;
    const sum = this.on(name) + this.inHand(wager);
    return this.put(name, Math.min(wager.most, Math.max(sum, wager.least)), sum > wager.most);
  }

  /** A spot that takes no chips now says so, to somebody who is placing wagers. */
  async #notNow(name) {
    if (name && this.wagers.length) {
      const { felt, picture } = this.#table;
      const first = picture.first_wager;
      this.note = this.on(first)
        ? `${capital(labelled(felt, name))} takes no chips now`
        : `Place your ${wagerName(felt, first)} first`;
      this.dock.render();
    }
    return false;
  }

  /** Take a chip back; what would be less than the least wager leaves the spot. */
  remove(name = this.current?.name) {
    const wager = this.wagers.find((one) => one.name === name);
    if (!wager || !this.on(name)) return Promise.resolve(false);
    this.spot = name;
    const rest = this.on(name) - this.inHand(wager);
    return this.put(name, rest < wager.least ? 0 : rest);
  }

  /** Let an amount lie on a spot: 0 takes everything back. */
  async put(name, amount, capped = false) {
    const before = this.on(name);
    this.note = capped ? "That is the most this spot takes" : "";
    if (before === amount && !this.extra) {
      this.dock.render();
      return true;
    }
    this.done.push([name, before]);
    this.wanted[name] = amount;
    this.dock.render();
    return this.#say();
  }

  async undo() {
    const last = this.done.pop();
    if (!last) return;
    const [name, amount] = last;
    this.wanted[name] = amount;
    this.dock.render();
    await this.#say();
  }

  async clear() {
    for (const { name } of [...this.wagers].reverse())
      if (this.on(name) && (name in this.wanted || this.#withdrawals.has(name)))
        await this.put(name, 0);
  }

  /** Twice as much on every spot, as far as it goes. */
  async twice() {
    for (const { name, most, fixed } of this.wagers)
      if (this.on(name) && !fixed)
        await this.put(name, Math.min(most, this.on(name) * 2), this.on(name) * 2 > most);
  }

  least() {
    const { current } = this;
    return current && this.put(current.name, current.least);
  }

  most() {
    const { current } = this;
    return current && this.put(current.name, current.most);
  }

  /** What was staked in the last round, as far as it can be staked again; else the least. */
  get again() {
    const { wagers, last, seen } = this;
    const first = wagers.find(({ name }) => name === this.#table.picture.first_wager);
    const known = { ...seen, ...Object.fromEntries(wagers.map((wager) => [wager.name, wager])) };
    const fits = Object.values(known).filter(
      ({ name, least, most }) => last[name] >= least && last[name] <= most,
    );
    if (first && !fits.includes(first)) return { [first.name]: first.least };
    return Object.fromEntries(fits.map(({ name }) => [name, last[name]]));
  }

  /** Whether "again" is what was staked in the last round. */
  get repeats() {
    const { last, again } = this;
    return Object.keys(again).some((name) => last[name] === again[name]);
  }

  /** Keep the wagers that are on offer, and from a round's result what was staked in it. */
  remember() {
    for (const wager of this.wagers) this.seen[wager.name] = wager;
    const settled = ownResult(this.#table.picture)?.wagers ?? [];
    if (settled.length)
      this.last = Object.fromEntries(settled.map(({ wager, amount }) => [wager, cents(amount)]));
  }

  /** Stake again; the first wager comes first, since the others follow it. */
  async rebet() {
    const { picture } = this.#table;
    const { again } = this;
    const names = Object.keys(again).sort(
      (a, b) => Number(b === picture.first_wager) - Number(a === picture.first_wager),
    );
    for (const name of names) {
      if (!this.wagers.some((wager) => wager.name === name)) continue;
      if (!(await this.put(name, again[name]))) return false;
    }
    return true;
  }

  /** What was being put together is past. */
  forget() {
    this.wanted = {};
    this.done = [];
    this.spot = null;
    this.extra = "";
    this.note = "";
  }

  // --- saying it ------------------------------------------------------------

  /** Say what is wanted until it lies there; one sentence at a time. */
  #say() {
    this.saying ??= this.#sayAll().finally(() => {
      this.saying = null;
      this.dock.render();
    });
    return this.saying;
  }

  async #sayAll() {
    let next;
    while ((next = Object.keys(this.wanted)[0]) !== undefined) {
      const amount = this.wanted[next];
      const said = (await this.#sayOne(next, amount)) && this.wanted[next] === amount;
      if (said) delete this.wanted[next];
      else if (this.wanted[next] === amount) {
        this.wanted = {};
        this.done = [];
        return false;
      }
    }
    return true;
  }

  async #sayOne(name, amount) {
    if (amount === this.#lies(name) && !this.extra) return true;
    const { state } = this.#table.picture;
    if (!amount) {
      const offer = this.#withdrawals.get(name);
      return Boolean(offer) && this.dock.say({ ...offer, state });
    }
    const wager = this.wagers.find((one) => one.name === name);
    if (!wager) return false;
    const { variants } = wager;
    const offer = variants[this.extra] ?? variants[""] ?? Object.values(variants)[0];
    const said = await this.dock.say({ ...offer, state }, amount);
    if (said) this.extra = "";
    return said;
  }
}
