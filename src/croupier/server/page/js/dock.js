/** The player's edge of the table: what is happening, whose turn it is, and what can be done. */

import { Wagering } from "./wagering.js";
import { api } from "./net.js";
import { capital, labelled } from "./words.js";
import { choicesOf, sentence, wagersOf } from "./offers.js";
import { complaint } from "./why.js";
import { dollars } from "./money.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { statusOf, whereOf } from "./status.js";
import { whenCalm } from "./calm.js";

export class Dock {
  /** `table` is the view that owns it: its picture, felt, scene, `say(sentence)`, `ready(flag)`. */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.wagering = new Wagering(this);
    this.amounts = {};
    this.problem = null;
    this.advice = null;
    this.adviceProblem = null;
  }

  // --- drawing --------------------------------------------------------------

  /** Drawn when it is calm, from what is known then. */
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
    render(
      html`<div class="status">
          <div class="clock" aria-hidden="true"><span></span></div>
          <div class="telling">
            <p class="where">${whereOf(picture)}</p>
            <p class="what">${what}</p>
            <p class="more">${more}</p>
          </div>
          <div class="tools">
            ${busy ? null : this.#adviser(picture, mine)} ${this.table.tools()}
          </div>
        </div>
        ${this.problem ? complaint(picture, this.problem) : null}
        ${
          busy && picture.phase === "playing"
            ? html`<div class="moves waiting"><p class="hint">Watch the cards…</p></div>`
            : this.#moves(mine, picture)
        }`,
      this.box,
    );
    this.tick();
  }

  #adviser(picture, offers) {
    if (!picture.advice || !this.#choices(offers).some((choice) => !choice.aside)) return null;
    return html`<button class="tool" @click=${() => this.#advise()}>Advice</button>`;
  }

  /** The rest of the house's time, as a ring; it runs without drawing the dock again. */
  tick() {
    const clock = this.box.querySelector(".clock");
    if (!clock) return;
    const left = this.table.left();
    clock.firstElementChild.textContent = left === null ? "" : String(Math.ceil(left));
    clock.classList.toggle("running", left !== null);
    clock.classList.toggle("urgent", left !== null && left <= 10);
    clock.style.setProperty(
      "--part",
      String(left === null ? 0 : Math.min(1, left / (this.table.picture.house?.timeout ?? 30))),
    );
  }

  #moves(offers, picture) {
    const wagers = wagersOf(offers);
    if (wagers.length) return this.wagering.draw(wagers, offers);
    const choices = this.#choices(offers);
    if (choices.length) return this.#choosing(choices, offers, picture);
    return this.table.idleMoves();
  }

  // --- choices --------------------------------------------------------------

  #choices(offers) {
    return choicesOf(offers, this.table.game);
  }

  #choosing(choices, offers, picture) {
    const main = choices.filter((choice) => !choice.aside);
    const unit = labelled(this.table.felt, picture.first_wager ?? "first wager");
    // Each choice keeps its own button: none turns into another one while it has the focus.
    return html`<div class="moves choosing">
      ${main.filter((choice) => choice.bounds).map((choice) => this.#amount(choice))}
      <div class="buttons">
        ${repeat(
          main,
          (choice) => choice.name,
          (choice) => this.#button(choice, unit),
        )}
        ${this.asides(offers)}
      </div>
      ${this.#adviceLine(unit)}
    </div>`;
  }

  /** What may be asked beside the point, such as to see the burn card. */
  asides(offers) {
    return this.#choices(offers)
      .filter((choice) => choice.aside)
      .map(
        ({ offer, label }) =>
          html`<button class="quiet" @click=${() => this.say(offer)}>${label}</button>`,
      );
  }

  /** The amount that goes with a choice, in cents; everything if nothing was chosen. */
  #chosen({ name, bounds }) {
    return (
      bounds && Math.max(bounds.least, Math.min(bounds.most, this.amounts[name] ?? bounds.most))
    );
  }

  #amount(choice) {
    const { least, most, step } = choice.bounds;
    if (least === most) return null;
    const amount = this.#chosen(choice);
    // Drawn at once, though the slider is being pressed: the finger on it must see what it does.
    const slide = ({ target }) => {
      this.amounts[choice.name] = Number(target.value);
      this.#draw();
    };
    return html`<label class="range">
      <span>${choice.label}: ${dollars(amount)}</span>
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
    </label>`;
  }

  #button(choice, unit) {
    const { verb } = choice.offer;
    const means = (action) => choice.name === action || verb === action;
    const value = this.advice?.choices.find((one) => means(one.action));
    const light = (on) => () => this.table.scene.light(on ? verb : null, on ? choice.word : null);
    return html`<button
      class=${choice.mild ? "mild" : "primary"}
      @click=${() => this.#decide(choice)}
      @focus=${light(true)}
      @blur=${light(false)}
      @mouseenter=${light(true)}
      @mouseleave=${light(false)}
    >
      <span>${choice.label}${choice.bounds ? ` ${dollars(this.#chosen(choice))}` : ""}</span>
      ${value ? this.#value(value.ev.value, unit, means(this.advice.best)) : null}
    </button>`;
  }

  #value(value, unit, best) {
    const sign = value >= 0 ? "+" : "−";
    return html`<small class=${best ? "value best" : "value"}
      >${sign}${Math.abs(value).toFixed(3)} ${unit}${best ? " · best" : ""}</small
    >`;
  }

  #adviceLine(unit) {
    if (!this.advice && !this.adviceProblem) return null;
    return html`<p class="hint" role="status">${this.adviceProblem ?? this.#exactness(unit)}</p>`;
  }

  #exactness(unit) {
    const units = `units of your ${unit}, the whole round counted.`;
    if (!this.advice.estimate) return `Exact values, in ${units}`;
    const errors = this.advice.choices.map((one) => one.ev.stderr ?? 0);
    const twice = (2 * Math.max(...errors)).toFixed(3);
    return `Estimates, not exact: give or take ${twice} (two standard errors). In ${units}`;
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

  /** Say what was offered, at the table's state of then; pressed twice, it is said once. */
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

  /** That the table had gone on matters only to somebody who is still asked. */
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
