/**
 * The player's edge of the table: what is happening, whose turn it is, and what can be done. It has
 * one size for every state of the table, so that nothing on the felt moves when its content does.
 */

import { Choosing } from "./choosing.js";
import { Purse } from "./purse.js";
import { Wagering } from "./wagering.js";
import { complaint, whyButton } from "./why.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { RESERVED, keySign } from "./keys.js";
import { sentence } from "./offers.js";
import { statusOf, whereOf } from "./status.js";
import { whenCalm } from "./calm.js";
import { withTerms } from "./terms.js";

const watchCards = html`<div class="moves"><p class="hint">Watch the cards…</p></div>`;

export class Dock {
  /** `table` is the view that owns it: its picture, felt, scene, `say(sentence)`, `ready(flag)`. */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.wagering = new Wagering(this);
    this.choosing = new Choosing(this);
    this.purse = new Purse(table, () => this.render());
    this.problem = null;
    box.tabIndex = -1;
  }

  reserved = RESERVED;

  /** What the player may say now, each at the state of the table that is shown. */
  get offers() {
    const { picture } = this.table;
    if (picture.you?.role !== "player") return [];
    return (picture.next ?? []).map((offer) => ({ ...offer, state: picture.state }));
  }

  // --- drawing --------------------------------------------------------------

  /** Drawn when it is calm, from what is known then. */
  render() {
    whenCalm(() => this.drawNow());
  }

  drawNow() {
    const { picture, busy } = this.table;
    const asked = (picture.awaits ?? []).includes(picture.you?.seat);
    const inside = this.box.contains(document.activeElement);
    this.wagering.bets.remember();
    this.box.classList.toggle("turn", asked && picture.phase === "playing" && !busy);
    render(
      html`<div class="status">
          <div class="clock" aria-hidden="true"><span></span></div>
          <div class="telling">
            <p class="where">${whereOf(picture)}</p>
            ${this.#telling()}
          </div>
        </div>
        <div class="moves-box">${this.#moves()}</div>
        <div class="tools">${this.table.tools()}</div>`,
      this.box,
    );
    this.choosing.drawn();
    // A button that was pressed and is gone leaves the focus to the dock, not to another button.
    if (inside && !this.box.contains(document.activeElement))
      this.box.focus({ preventScroll: true });
    this.tick();
  }

  /** One line that says what is happening, and what matters most beside it. */
  #telling() {
    const { picture } = this.table;
    const { what, more, cited } = statusOf(this.table);
    const { note } = this.wagering.bets;
    return html`<p class="what">${what}</p>
      <div class="more">
        ${this.#now ? this.table.hindsight.sign() : nothing}
        ${
          this.problem
            ? complaint(picture, this.problem)
            : html`<p role="status">
                ${note || (this.choosing.line ?? this.table.guidance(more) ?? withTerms(more, picture))}
                ${cited ? whyButton(picture, cited) : nothing}
              </p>`
        }
      </div>`;
  }

  /** Text that goes on below the edge fades there, until it is scrolled to its end. */
  #edge() {
    const more = this.box.querySelector(".more");
    const text = more.lastElementChild; // what surrounds its words for a finger does not count
    const rest = text.getBoundingClientRect().bottom - more.getBoundingClientRect().bottom;
    more.classList.toggle("goes-on", rest > 1);
  }

  /** The rest of the house's time, as a ring; it runs without drawing the dock again. */
  tick() {
    const clock = this.box.querySelector(".clock");
    if (!clock) return;
    this.#edge();
    const left = this.table.left();
    clock.firstElementChild.textContent = left === null ? "" : String(Math.ceil(left));
    clock.classList.toggle("running", left !== null);
    clock.classList.toggle("urgent", left !== null && left <= 10);
    clock.style.setProperty(
      "--part",
      String(left === null ? 0 : Math.min(1, left / (this.table.picture.house?.timeout ?? 30))),
    );
  }

  /** What is done now: `dealing`, `wagering`, `choosing`, `purse`, or nothing. */
  get #now() {
    const { picture, busy, dealing } = this.table;
    if (dealing?.now) return dealing;
    if (busy && picture.phase === "playing") return null;
    if (this.wagering.bets.wagers.length) return this.wagering;
    if (this.choosing.main.length) return this.choosing;
    return this.purse.empty ? this.purse : null;
  }

  #moves() {
    const now = this.#now;
    if (now) return now.draw();
    const card = this.table.hindsight.card();
    const moves = this.#idle(card === null);
    return card ? html`<div class="moves-after">${card}${moves}</div>` : moves;
  }

  #idle(bare) {
    const { picture, busy } = this.table;
    if (busy && picture.phase === "playing")
      return bare ? (this.table.farewell() ?? watchCards) : null;
    return this.table.idleMoves() ?? (this.#mayHurry ? this.#hurry() : null);
  }

  /** Whether the player waits only for the next round to be laid out. */
  get #mayHurry() {
    const { picture } = this.table;
    return picture.phase === "between" && Boolean(picture.you?.seat);
  }

  #hurry() {
    return html`<div class="moves hurry">
      <button
        class="primary deal"
        aria-keyshortcuts="Enter"
        ?disabled=${this.wagering.queued}
        @click=${() => this.wagering.hurry()}
      >
        <span>${this.wagering.queued ? "The next round is coming" : "Rebet and deal"}</span>
        ${keySign("Enter")}
      </button>
    </div>`;
  }

  /** What may be asked beside the point, such as to see the burn card. */
  asides() {
    return this.#asides().map(
      ({ offer, label, key }) =>
        html`<button
          class="quiet aside"
          aria-keyshortcuts=${key ?? nothing}
          @click=${() => this.say(offer)}
        >
          <span>${label}</span>${keySign(key)}
        </button>`,
    );
  }

  #asides() {
    const now = this.#now;
    const taken = now === this.wagering ? now.keys().map(({ key }) => key) : [];
    return this.choosing.all([...this.reserved, ...taken]).filter((choice) => choice.aside);
  }

  /** The keys that do something now. */
  keys() {
    const now = this.#now;
    const hurry = {
      key: "Enter",
      label: "Rebet and deal",
      press: () => this.wagering.queued || this.wagering.hurry(),
    };
    return [
      ...(now?.keys() ?? (this.#mayHurry ? [hurry] : [])),
      ...this.#asides()
        .filter(({ key }) => key)
        .map(({ key, label, offer }) => ({ key, label, press: () => this.say(offer) })),
    ];
  }

  // --- what is said ---------------------------------------------------------

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
    this.choosing.moved();
    this.problem = null;
    const { phase } = this.table.picture;
    if (phase === "playing" || phase === "between") this.wagering.bets.forget();
    this.wagering.moved();
  }
}
