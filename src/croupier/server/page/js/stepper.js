/** Decisions one after another: with the arrow keys, with buttons, all of them or only mistakes. */

import { Keys } from "./keys.js";
import { alarm } from "./render.js";
import { alternatives, decisionPart } from "./decision.js";
import { capital } from "./words.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { stillness } from "./dom.js";

/** @typedef {{round: number | undefined, n: number, right: boolean, mistake: boolean, street: string}} Short */

/** What a round is called; a shared one does not tell its number. */
const nameOf = ({ round }) => (round === undefined ? "the shared round" : `round ${round}`);

export class Stepper {
  /** @type {Short[]} */
  all = [];
  at = 0;
  wrong = false;
  stepping = false;

  /**
   * @param {object} how
   * @param {(round?: number) => Promise<any>} how.reviewOf the review of a round, if it still matters
   * @param {(game: string) => Promise<any>} how.gameOf
   * @param {() => void} how.redraw
   * @param {boolean} [how.own] whether the reader made these decisions
   * @param {{round: number, n: number} | null} [how.wanted] where it begins, once it is there
   * @param {(decision: Short) => void} [how.stepped] somebody has stepped to a decision
   * @param {(round: number) => unknown} [how.beside] what else there is to do with its round
   */
  constructor({
    reviewOf,
    gameOf,
    redraw,
    own = true,
    wanted = null,
    stepped = () => {},
    beside = () => null,
  }) {
    this.reviewOf = reviewOf;
    this.gameOf = gameOf;
    this.redraw = redraw;
    this.own = own;
    this.wanted = wanted;
    this.sought = wanted !== null;
    this.stepped = stepped;
    this.beside = beside;
    this.reviews = new Map();
    this.keys = new Keys(() => this.#keys());
  }

  close() {
    this.closed = true;
    this.keys.close();
  }

  /** Take a list of decisions. Whoever has begun to step through them stays where they are. */
  take(decisions) {
    const now = this.stepping ? this.shown : this.wanted;
    this.all = decisions;
    if (now) this.at = this.#place(now);
  }

  get list() {
    return this.wrong ? this.all.filter(({ mistake }) => mistake) : this.all;
  }

  get shown() {
    return this.list[this.at];
  }

  /** @param {{round?: number, n: number}} decision */
  #place({ round, n }) {
    return Math.max(
      0,
      this.list.findIndex((one) => one.round === round && one.n === n),
    );
  }

  #go(at) {
    this.stepping = true;
    this.#tryAgain();
    this.at = Math.max(0, Math.min(this.list.length - 1, at));
    this.#stepped();
  }

  #stepped() {
    this.stepped(this.shown);
    this.redraw();
  }

  /** What could not be looked up is looked up again. */
  #tryAgain() {
    for (const [round, found] of this.reviews) if (found?.error) this.reviews.delete(round);
  }

  /** A step by the keys: the decision comes into view if it lies below what is shown. */
  #step(by) {
    this.#go(this.at + by);
    this.sought = true; // again when its review is there: the page may be too short before
    this.#show();
  }

  #show() {
    const head = document.querySelector(".review-decisions");
    const { top } = head.getBoundingClientRect();
    if (top < 0 || top > innerHeight / 2)
      head.scrollIntoView({ behavior: stillness.matches ? "auto" : "smooth" });
    if (this.reviews.get(this.shown.round)) this.sought = false;
  }

  #only(wrong) {
    const now = this.shown;
    this.stepping = true;
    this.wrong = wrong;
    this.at = this.#place(now);
    this.#stepped();
  }

  #keys() {
    return [
      { key: "ArrowLeft", label: "The decision before", press: () => this.#step(-1) },
      { key: "ArrowRight", label: "The next decision", press: () => this.#step(1) },
    ].filter(() => this.list.length > 1);
  }

  /** The review of the shown decision's round; it is fetched if it is not there. */
  #found({ round }) {
    if (!this.reviews.has(round)) {
      this.reviews.set(round, null);
      this.reviewOf(round)
        .then(async (review) => review && { review, game: await this.gameOf(review.game) })
        .catch((error) => ({ error }))
        .then((found) => {
          this.reviews.set(round, found);
          if (this.closed) return;
          this.redraw();
          if (this.sought) this.#show();
        });
    }
    return this.reviews.get(round);
  }

  #choice(label, wrong, count) {
    return html`<button
      type="button"
      aria-pressed=${String(this.wrong === wrong)}
      ?disabled=${!count}
      @click=${() => this.#only(wrong)}
    >
      ${label} <b>${count}</b>
    </button>`;
  }

  #head() {
    const { list, at } = this;
    const step = (label, sign, to, key) =>
      html`<button
        type="button"
        aria-label=${label}
        aria-keyshortcuts=${key}
        ?disabled=${to < 0 || to >= list.length}
        @click=${() => this.#go(to)}
      >
        ${sign}
      </button>`;
    return html`<div class="review-steps">
      ${step("The decision before", "←", at - 1, "ArrowLeft")}
      <h2 aria-live="polite">Decision ${at + 1} of ${list.length}</h2>
      ${step("The next decision", "→", at + 1, "ArrowRight")}
    </div>`;
  }

  #body(short) {
    const found = this.#found(short);
    if (!found) return html`<p>Looking up ${nameOf(short)}…</p>`;
    if (found.error)
      return html`${alarm(found.error)}
        <button type="button" @click=${() => this.#go(this.at)}>Try again</button>`;
    const decision = found.review.decisions[short.n];
    return html`<p class="review-where">
        <b>${capital(nameOf(short))}: ${alternatives(found.game?.felt, decision)}?</b>
        ${
          this.own
            ? html`<a href="#/round/${short.round}?step=${decision.at + 1}">Replay from here</a>`
            : null
        }
        ${this.own && short.mistake ? html`<a href="#/exercise?source=mistakes">Practise your mistakes</a>` : null}
      </p>
      ${decisionPart(found.game, decision, this.own)} ${this.beside(short.round)}`;
  }

  draw() {
    const mistakes = this.all.filter(({ mistake }) => mistake).length;
    if (!this.all.length) return nothing;
    return html`<section class="card review-decisions" aria-label="The decisions">
      ${
        this.all.length > 1
          ? html`<div class="segments" role="group" aria-label="Which decisions">
              ${this.#choice("All decisions", false, this.all.length)}
              ${this.#choice("Mistakes", true, mistakes)}
            </div>`
          : null
      }
      ${this.#head()} ${this.#body(this.shown)}
    </section>`;
  }
}
