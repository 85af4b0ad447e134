/** The player's own edge of the table: what is happening, whose turn it is, and what can be done. */

import { api } from "./net.js";
import { chipPicture } from "./chips.js";
import { h, swap } from "./dom.js";
import { CHIPS, cents, dollars } from "./money.js";
import { choicesOf, fault, sentence, wagersOf, withdrawalsOf } from "./offers.js";
import { capital, labelled, list, readable } from "./words.js";
import { complaint } from "./why.js";

export class Dock {
  /** @param table the view that owns it: `picture`, `felt`, `scene`, `say(sentence)`, `ready(flag)`. */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.stacks = {};
    this.last = {};
    this.amounts = {};
    this.area = null;
    this.extra = "";
    this.problem = null;
    this.advice = null;
  }

  // --- what is happening ------------------------------------------------------------------------------

  /** One line for everybody: `[what, more]`. */
  status() {
    const { picture } = this.table;
    const me = picture.you?.seat ?? null;
    const nameOf = (seat) => (seat === me ? "you" : picture.seats[seat]?.name ?? `seat ${seat}`);
    const asked = picture.awaits ?? [];
    if (this.table.busy && picture.phase !== "wagering") return ["The dealer is at work", ""];
    if (picture.phase === "closed") return ["This table is closed", "The floor opens it again."];
    if (picture.pending) return ["The dealer waits for the floor", picture.pending.line];
    if (picture.phase === "between") return this.#after(picture, me);
    if (picture.phase === "wagering") {
      if (me === null || picture.seats[me]?.joins) return ["Wagers, please", this.#seated(picture)];
      if (!this.#placed(picture.first_wager)) return [`Place your ${this.#wagerName(picture.first_wager)}`, "The dealer closes when all are ready, or time is up."];
      if (picture.seats[me]?.ready) return ["You are in", "Waiting for the others."];
      return ["Your wager stands", "Say ready, or change it."];
    }
    if (asked.includes(me)) return ["Your turn", this.table.question ?? this.#question(picture.next ?? [])];
    if (asked.length) return [`${capital(list(asked.map(nameOf)))} ${asked.length > 1 ? "decide" : "decides"}`, "The dealer waits."];
    return ["The dealer is at work", ""];
  }

  #wagerName(wager) {
    const name = labelled(this.table.felt, wager);
    return name === "ante" ? name : `${name} wager`;
  }

  #where(picture) {
    return [picture.name, picture.name.startsWith(picture.title) ? null : picture.title, picture.round ? `round ${picture.round}` : null].filter(Boolean).join(" · ");
  }

  /** What the dealer would ask, from what may be said. */
  #question(offers) {
    const labels = choicesOf(offers, this.table.felt).filter((choice) => !choice.aside).map((choice) => choice.label.toLowerCase());
    return labels.length ? `${capital(labels.join(", ").replace(/, ([^,]*)$/, " or $1"))}?` : "";
  }

  #seated(picture) {
    const names = Object.values(picture.seats).filter(Boolean).map((seat) => seat.name ?? "somebody");
    return names.length ? `At the table: ${list(names)}.` : "Nobody sits here yet.";
  }

  #after(picture, me) {
    const own = picture.result?.seats?.[me];
    const voided = picture.result?.outcome === "void" ? "The round is void. " : "";
    if (!Object.values(picture.seats).some(Boolean)) return ["The table is open", "Nobody sits here yet."];
    if (!picture.result) return ["Between rounds", "The next round is being prepared."];
    if (!own?.wagers?.length) return [voided || "The round is over", "The next one begins in a moment."];
    const net = cents(own.net);
    const hand = own.hand ? `${capital(readable(own.hand))}. ` : "";
    return [voided || (net > 0 ? `You win ${dollars(net)}` : net < 0 ? `You lose ${dollars(-net)}` : "Even: nothing won or lost"), `${hand}The next round begins in a moment.`];
  }

  #placed(wager) {
    const { picture } = this.table;
    const wagers = picture.seats[picture.you?.seat]?.wagers ?? {};
    return wager ? cents(wagers[wager] ?? "0") : Object.values(wagers).reduce((sum, amount) => sum + cents(amount), 0);
  }

  // --- drawing ----------------------------------------------------------------------------------------

  render() {
    const { picture, busy } = this.table;
    const [what, more] = this.status();
    const mine = picture.you?.role === "player" ? picture.next ?? [] : [];
    const asked = (picture.awaits ?? []).includes(picture.you?.seat);
    this.box.classList.toggle("turn", asked && picture.phase === "playing" && !busy);
    swap(this.box,
      h("div", { class: "status" },
        h("div", { class: "clock", "aria-hidden": "true" }, h("span")),
        h("div", { class: "telling" }, h("p", { class: "where" }, this.#where(picture)), h("p", { class: "what" }, what), h("p", { class: "more" }, more)),
        h("div", { class: "tools" }, !busy && picture.advice && choicesOf(mine, this.table.felt).some((choice) => !choice.aside) && h("button", { class: "tool", "data-key": "advice", onclick: () => this.#advise() }, "Advice"), this.table.tools())),
      this.problem && complaint(picture, this.problem),
      busy && picture.phase === "playing" ? h("div", { class: "moves waiting" }, h("p", { class: "hint" }, "Watch the cards…")) : this.#moves(mine, picture));
    this.tick();
  }

  /** The rest of the house's time, as a ring. */
  tick() {
    const clock = this.box.querySelector(".clock");
    if (!clock) return;
    const left = this.table.left();
    clock.firstChild.textContent = left === null ? "" : Math.ceil(left);
    clock.classList.toggle("running", left !== null);
    clock.classList.toggle("urgent", left !== null && left <= 10);
    clock.style.setProperty("--part", left === null ? 0 : Math.min(1, left / (this.table.picture.house?.timeout ?? 30)));
  }

  #moves(offers, picture) {
    const wagers = wagersOf(offers);
    if (wagers.length) return this.#wagering(wagers, offers, picture);
    const choices = choicesOf(offers, this.table.felt);
    if (choices.length) return this.#choosing(choices, picture);
    return this.table.idleMoves();
  }

  // --- wagers -----------------------------------------------------------------------------------------

  #wagering(wagers, offers, picture) {
    const felt = this.table.felt;
    const wager = wagers.find((one) => one.name === this.area) ?? wagers.find((one) => !this.#placed(one.name)) ?? wagers[0];
    this.area = wager.name;
    const placed = this.#placed(wager.name);
    const amount = wager.fixed ?? this.stacks[wager.name] ?? (placed || this.#usual(wager, picture));
    const variant = wager.variants[this.extra] ?? wager.variants[""] ?? Object.values(wager.variants)[0];
    const wrong = wager.fixed ? "" : fault(amount, wager, dollars);
    const changed = amount !== placed || (this.extra && wager.variants[this.extra]);
    const me = picture.seats[picture.you.seat];
    const first = this.#placed(picture.first_wager) > 0;
    const name = labelled(felt, wager.name);
    const place = h("button", { class: "primary", "data-key": "place", disabled: Boolean(wrong) || !changed, onclick: () => this.#place(variant, wager, amount) },
      changed && !wrong ? `${placed ? "Change to" : "Place"} ${dollars(amount)}` : placed ? `${dollars(placed)} placed` : `Place the ${this.#wagerName(wager.name)}`);
    const ready = first && h("button", { class: changed && !wrong && !wager.fixed ? "" : "primary go", "data-key": "ready", "aria-pressed": String(Boolean(me?.ready)), onclick: () => this.table.ready(!me?.ready) }, me?.ready ? "Wait, not yet" : "Ready: deal");
    return h("div", { class: "moves wagering" },
      wagers.length > 1 && h("div", { class: "segments", role: "group", "aria-label": "Betting area" }, wagers.map((one) => {
        const on = this.#placed(one.name);
        return h("button", { "aria-pressed": String(one.name === wager.name), "data-key": `area-${one.name}`, onclick: () => this.choose(one.name) }, capital(labelled(felt, one.name)), on ? h("b", null, ` ${dollars(on)}`) : "");
      })),
      !wager.fixed && this.#chips(wager, amount, name),
      this.#extras(wager),
      h("div", { class: "buttons" }, place, ready,
        withdrawalsOf(offers).includes(wager.name) && h("button", { "data-key": "withdraw", onclick: () => this.#say(`withdraw ${wager.name}`) }, "Take back"),
        this.#asides(choicesOf(offers, felt))));
  }

  /** What a wager begins with: as last time, or the least of the one that everybody makes. */
  #usual(wager, picture) {
    const last = this.last[wager.name] ?? 0;
    return last && last <= wager.most ? last : wager.name === picture.first_wager ? wager.least : 0;
  }

  #chips(wager, amount, name) {
    const set = (value, key) => {
      this.stacks[wager.name] = Math.max(0, Math.min(value, wager.most));
      this.render();
      this.box.querySelector(`[data-key="${key}"]`)?.focus({ preventScroll: true });
    };
    const usable = CHIPS.filter(([value]) => value >= 100 && value <= wager.most && value % wager.step === 0).slice(-5).reverse();
    const input = h("input", { type: "text", inputmode: "decimal", class: "amount", "data-key": "amount", "aria-label": `Amount of the ${name} wager in dollars`, value: amount ? String(amount / 100) : "", placeholder: "0",
      onchange: (event) => set(Math.round(Number(event.target.value.replace(/[$,\s]/g, "")) * 100) || 0, "amount") });
    return h("div", { class: "chips-row" },
      h("div", { class: "denominations", role: "group", "aria-label": `Chips for the ${name} wager` },
        usable.map(([value, colour]) => h("button", { class: "chip-button", "data-key": `chip-${value}`, "aria-label": `Add ${dollars(value)}`, onclick: () => set((amount || 0) + value, `chip-${value}`) }, chipPicture(value, colour)))),
      h("label", { class: "sum" }, h("span", { "aria-hidden": "true" }, "$"), input),
      h("button", { class: "quiet", "data-key": "clear", disabled: !amount, onclick: () => set(0, "amount") }, "Clear"));
  }

  /** A wager may be told with more words, such as a coupon, where the house takes it. */
  #extras(wager) {
    const extras = Object.keys(wager.variants).filter(Boolean);
    if (!extras.length) return null;
    return h("div", { class: "extras" }, extras.map((extra) => h("label", null,
      h("input", { type: "checkbox", "data-key": `extra-${extra}`, checked: this.extra === extra, onchange: (event) => { this.extra = event.target.checked ? extra : ""; this.render(); } }),
      extra === "cash" ? " in cash, to be confirmed" : ` with a ${extra}`)));
  }

  async #place(offer, wager, amount) {
    if (await this.#say(sentence(offer, amount))) {
      this.last[wager.name] = amount;
      delete this.stacks[wager.name];
      this.extra = "";
      this.area = null;
      this.render();
    }
  }

  /** Look at one betting area; pressed on the felt it also takes the smallest chip that is enough. */
  choose(wager, { add = false } = {}) {
    const found = wagersOf(this.table.picture.next ?? []).find((one) => one.name === wager);
    if (!found) return;
    this.area = wager;
    if (add && !found.fixed) this.stacks[wager] = Math.min(found.most, (this.stacks[wager] ?? this.#placed(wager)) + (this.stacks[wager] || this.#placed(wager) ? Math.max(500, found.step) : found.least));
    this.render();
  }

  // --- choices ----------------------------------------------------------------------------------------

  #choosing(choices, picture) {
    const main = choices.filter((choice) => !choice.aside);
    const unit = labelled(this.table.felt, picture.first_wager ?? "first wager");
    return h("div", { class: "moves choosing" },
      main.filter((choice) => choice.bounds).map((choice) => this.#amount(choice)),
      h("div", { class: "buttons" }, main.map((choice) => this.#button(choice, unit)), this.#asides(choices)),
      this.#adviceLine(unit));
  }

  #asides(choices) {
    return choices.filter((choice) => choice.aside).map((choice) => h("button", { class: "quiet", "data-key": choice.name, onclick: () => this.#say(sentence(choice.offer)) }, choice.label));
  }

  #amount(choice) {
    const { least, most, step } = choice.bounds;
    const amount = this.amounts[choice.name] ?? most;
    if (least === most) return null;
    const set = (value) => {
      this.amounts[choice.name] = Math.max(least, Math.min(most, value));
      this.render();
    };
    return h("label", { class: "range" }, h("span", null, `${choice.label}: ${dollars(amount)}`),
      h("input", { type: "range", min: least, max: most, step, value: amount, "data-key": `range-${choice.name}`, "aria-label": `Amount to ${choice.label.toLowerCase()}`, "aria-valuetext": dollars(amount), oninput: (event) => set(Number(event.target.value)) }));
  }

  #button(choice, unit) {
    const amount = choice.bounds ? this.amounts[choice.name] ?? choice.bounds.most : null;
    const value = this.advice?.choices.find((one) => choice.name === one.action || choice.offer.verb === one.action);
    const best = this.advice && (this.advice.best === choice.name || this.advice.best === choice.offer.verb);
    const light = (on) => () => this.table.scene.light(on ? choice.offer.verb : null, on ? choice.word : null);
    return h("button", { class: choice.mild ? "mild" : "primary", "data-key": choice.name, onclick: () => this.#decide(choice, amount), onfocus: light(true), onblur: light(false), onmouseenter: light(true), onmouseleave: light(false) },
      h("span", null, amount === null ? choice.label : `${choice.label} ${dollars(amount)}`),
      value && h("small", { class: best ? "value best" : "value" }, `${value.ev.value >= 0 ? "+" : "−"}${Math.abs(value.ev.value).toFixed(3)} ${unit}${best ? " · best" : ""}`));
  }

  #adviceLine(unit) {
    if (this.adviceProblem) return h("p", { class: "hint", role: "status" }, this.adviceProblem);
    if (!this.advice) return null;
    const errors = this.advice.choices.map((one) => one.ev.stderr).filter((one) => one !== undefined && one !== null);
    return h("p", { class: "hint", role: "status" }, this.advice.estimate
      ? `Estimates, not exact: give or take ${(2 * Math.max(...errors, 0)).toFixed(3)} (two standard errors). In units of your ${unit}, the whole round counted.`
      : `Exact values, in units of your ${unit}, the whole round counted.`);
  }

  async #advise() {
    const { picture } = this.table;
    try {
      this.adviceProblem = null;
      this.advice = await api("GET", `/api/tables/${picture.table}/advice`, { token: this.table.token });
    } catch (error) {
      this.adviceProblem = capital(`${error.message}.`);
    }
    this.render();
  }

  async #decide(choice, amount) {
    if (await this.#say(sentence(choice.offer, amount))) this.amounts = {};
  }

  async #say(said) {
    this.problem = null;
    try {
      await this.table.say(said);
      return true;
    } catch (error) {
      this.problem = error.kind === "stale" ? null : error;
      this.render();
      return false;
    }
  }

  /** Something has happened: what was advised or refused is past. */
  moved() {
    this.advice = null;
    this.adviceProblem = null;
    this.problem = null;
  }
}

