/** The player's own edge of the table: what is happening, whose turn it is, and what can be done. */

import { Wagering } from "./wagering.js";
import { api } from "./net.js";
import { capital, labelled } from "./words.js";
import { choicesOf, sentence, wagersOf } from "./offers.js";
import { complaint } from "./why.js";
import { dollars } from "./money.js";
import { h, swap } from "./dom.js";
import { statusOf, whereOf } from "./status.js";
import { whenCalm } from "./calm.js";

export class Dock {
  /** @param table the view that owns it: `picture`, `felt`, `scene`, `say(sentence)`, `ready(flag)`. */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.wagering = new Wagering(this);
    this.amounts = {};
    this.problem = null;
    this.advice = null;
    this.adviceProblem = null;
  }

  // --- drawing ----------------------------------------------------------------------------------------

  /** Drawn when it is calm, from what is known then: an amount may have been slid to meanwhile. */
  render() {
    whenCalm(() => this.#draw());
  }

  #draw() {
    const { picture, busy } = this.table;
    const [what, more] = statusOf(this.table);
    const offers = picture.you?.role === "player" ? (picture.next ?? []) : [];
    const mine = offers.map((offer) => ({ ...offer, state: picture.state }));
    const asked = (picture.awaits ?? []).includes(picture.you?.seat);
    this.box.classList.toggle("turn", asked && picture.phase === "playing" && !busy);
    swap(
      this.box,
      h(
        "div",
        { class: "status" },
        h("div", { class: "clock", "aria-hidden": "true" }, h("span")),
        h(
          "div",
          { class: "telling" },
          h("p", { class: "where" }, whereOf(picture)),
          h("p", { class: "what" }, what),
          h("p", { class: "more" }, more),
        ),
        h(
          "div",
          { class: "tools" },
          !busy &&
            picture.advice &&
            choicesOf(mine, this.table.game).some((choice) => !choice.aside) &&
            h(
              "button",
              { class: "tool", "data-key": "advice", onclick: () => this.#advise() },
              "Advice",
            ),
          this.table.tools(),
        ),
      ),
      this.problem && complaint(picture, this.problem),
      busy && picture.phase === "playing"
        ? h("div", { class: "moves waiting" }, h("p", { class: "hint" }, "Watch the cards…"))
        : this.#moves(mine, picture),
    );
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
    clock.style.setProperty(
      "--part",
      left === null ? 0 : Math.min(1, left / (this.table.picture.house?.timeout ?? 30)),
    );
  }

  #moves(offers, picture) {
    const wagers = wagersOf(offers);
    if (wagers.length) return this.wagering.draw(wagers, offers);
    const choices = choicesOf(offers, this.table.game);
    if (choices.length) return this.#choosing(choices, offers, picture);
    return this.table.idleMoves();
  }

  // --- choices ----------------------------------------------------------------------------------------

  #choosing(choices, offers, picture) {
    const main = choices.filter((choice) => !choice.aside);
    const unit = labelled(this.table.felt, picture.first_wager ?? "first wager");
    return h(
      "div",
      { class: "moves choosing" },
      main.filter((choice) => choice.bounds).map((choice) => this.#amount(choice)),
      h(
        "div",
        { class: "buttons" },
        main.map((choice) => this.#button(choice, unit)),
        this.asides(offers),
      ),
      this.#adviceLine(unit),
    );
  }

  /** What may be asked beside the point, such as to see the burn card. */
  asides(offers) {
    return choicesOf(offers, this.table.game)
      .filter((choice) => choice.aside)
      .map((choice) =>
        h(
          "button",
          { class: "quiet", "data-key": choice.name, onclick: () => this.say(choice.offer) },
          choice.label,
        ),
      );
  }

  /** The amount that goes with a choice, in cents; everything if nothing was chosen. */
  #chosen({ name, bounds }) {
    return (
      bounds && Math.max(bounds.least, Math.min(bounds.most, this.amounts[name] ?? bounds.most))
    );
  }

  #figure(choice) {
    return h("span", { "data-amount": choice.name }, dollars(this.#chosen(choice)));
  }

  #amount(choice) {
    const { least, most, step } = choice.bounds;
    const amount = this.#chosen(choice);
    if (least === most) return null;
    const slide = ({ target }) => {
      this.amounts[choice.name] = Number(target.value);
      target.setAttribute("aria-valuetext", dollars(this.#chosen(choice)));
      for (const shown of this.box.querySelectorAll(`[data-amount="${CSS.escape(choice.name)}"]`))
        shown.textContent = dollars(this.#chosen(choice));
    };
    return h(
      "label",
      { class: "range" },
      h("span", null, `${choice.label}: `, this.#figure(choice)),
      h("input", {
        type: "range",
        min: least,
        max: most,
        step,
        value: amount,
        "data-key": `range-${choice.name}`,
        "aria-label": `Amount to ${choice.label.toLowerCase()}`,
        "aria-valuetext": dollars(amount),
        oninput: slide,
      }),
    );
  }

  #button(choice, unit) {
    const value = this.advice?.choices.find(
      (one) => choice.name === one.action || choice.offer.verb === one.action,
    );
    const best =
      this.advice && (this.advice.best === choice.name || this.advice.best === choice.offer.verb);
    const light = (on) => () =>
      this.table.scene.light(on ? choice.offer.verb : null, on ? choice.word : null);
    return h(
      "button",
      {
        class: choice.mild ? "mild" : "primary",
        "data-key": choice.name,
        onclick: () => this.#decide(choice),
        onfocus: light(true),
        onblur: light(false),
        onmouseenter: light(true),
        onmouseleave: light(false),
      },
      h("span", null, choice.label, choice.bounds && [" ", this.#figure(choice)]),
      value &&
        h(
          "small",
          { class: best ? "value best" : "value" },
          `${value.ev.value >= 0 ? "+" : "−"}${Math.abs(value.ev.value).toFixed(3)} ${unit}${best ? " · best" : ""}`,
        ),
    );
  }

  #adviceLine(unit) {
    if (this.adviceProblem) return h("p", { class: "hint", role: "status" }, this.adviceProblem);
    if (!this.advice) return null;
    const errors = this.advice.choices
      .map((one) => one.ev.stderr)
      .filter((one) => one !== undefined && one !== null);
    return h(
      "p",
      { class: "hint", role: "status" },
      this.advice.estimate
        ? `Estimates, not exact: give or take ${(2 * Math.max(...errors, 0)).toFixed(3)} (two standard errors). In units of your ${unit}, the whole round counted.`
        : `Exact values, in units of your ${unit}, the whole round counted.`,
    );
  }

  async #advise() {
    const { picture } = this.table;
    try {
      this.adviceProblem = null;
      this.advice = await api("GET", `/api/tables/${picture.table}/advice`, {
        token: this.table.token,
      });
    } catch (error) {
      this.adviceProblem = capital(`${error.message}.`);
    }
    this.render();
  }

  async #decide(choice) {
    if (await this.say(choice.offer, this.#chosen(choice))) this.amounts = {};
  }

  /** Say what was offered, to the state of the table at which it was; pressed twice it is said once. */
  async say(offer, amount) {
    const said = sentence(offer, amount);
    if (this.saying === said) return false;
    this.saying = said;
    this.problem = null;
    this.box.setAttribute("aria-busy", "true");
    try {
      await this.table.say(said, offer.state);
      return true;
    } catch (error) {
      this.problem = error.kind === "stale" ? this.#tooLate() : error;
      return false;
    } finally {
      this.saying = null;
      this.box.removeAttribute("aria-busy");
      this.render();
    }
  }

  /** What came after the table had gone on matters only to somebody who is still asked. */
  #tooLate() {
    const asked = this.table.picture.next?.length > 0;
    return asked ? { message: "the table had gone on before this arrived: choose again" } : null;
  }

  /** Something has happened: what was advised or refused is past. */
  moved() {
    this.advice = null;
    this.adviceProblem = null;
    this.problem = null;
  }
}
