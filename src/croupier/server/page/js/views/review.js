/** The review: what each decision cost, and what was luck. Of a sitting, of rounds, of one round. */

import { Stepper } from "../stepper.js";
import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { attempt } from "../shell.js";
import { endShare, Sharing } from "../sharing.js";
import { gameOf, games } from "../games.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { giveOrTake } from "../money.js";
import { lineChart } from "../chart.js";
import { recordTabs } from "../record_tabs.js";
import { session } from "../session.js";
import { signedSum, worth } from "../practice.js";
import { span, when, withSigns } from "../words.js";
import { verdict } from "../decision.js";
import { wait } from "../dom.js";

/** Milliseconds until what is being computed is asked for again. */
const AGAIN = 1000;
/** After this many answers without any progress, it is begun again. */
const PATIENCE = 10;

const LINES = [
  ["Result", "result"],
  ["Expected", "expected"],
  ["Luck", "luck"],
];

const WHAT = `Result is what you won or lost. Expected is what your wagers were worth before the
  deal with best play, less what your mistakes cost. Luck is the rest: what the cards gave or
  took.`;

/** A figure of its own, large; an estimate says below how sure it is. */
const large = ({ value, stderr }, write = signedSum) =>
  html`<dd>${write(value)} ${stderr ? html`<small>${giveOrTake(stderr)}</small>` : null}</dd>`;

/** Result, expected, luck, and the share of decisions that were right. */
export function figuresPart({ right: { decisions, right }, cost, mistakes, ...figures }) {
  const beyond = cost.value - mistakes.value;
  const share = decisions ? `${Math.round((100 * right) / decisions)} %` : "";
  return html`<dl class="review-figures">
      ${LINES.map(
        ([name, key]) =>
          html`<div>
            <dt>${name}</dt>
            ${large(figures[key])}
          </div>`,
      )}
      <div>
        <dt>Decisions right</dt>
        <dd>
          ${decisions ? html`${right} of ${decisions} <small>${share}</small>` : "none to make"}
        </dd>
      </div>
      <div>
        <dt>Cost of mistakes</dt>
        ${large(mistakes, worth)}
      </div>
    </dl>
    ${
      beyond < 0.005
        ? null
        : html`<p class="hint">
            ${worth(beyond)} more was lost where your chips did not reach or your time was over. It
            lowers Expected and does not count as a mistake.
          </p>`
    }
    <details class="review-what">
      <summary>What is this?</summary>
      <p>${WHAT}</p>
    </details>`;
}

/** Result, expected and luck over the rounds that are reviewed. */
export const luckChart = (points) =>
  lineChart({
    title: "Result, expected and luck",
    lines: LINES.map(([name, key]) => ({
      name,
      points: points.map((point, i) => ({
        x: i,
        y: point[key],
        label: `after round ${point.round}`,
        picks: `round ${point.round}`,
      })),
    })),
    money: true,
    onPick: (i) => {
      location.hash = `#/review/${points[i].round}`;
    },
  });

/** A review of one round, in the form of the sum over many. */
export const summed = (review) => ({
  ...review,
  right: {
    decisions: review.decisions.length,
    right: review.decisions.filter(({ right }) => right).length,
  },
  decisions: review.decisions.map((one, n) => ({ ...one, n, round: review.round })),
});

/** The decision that an address names: `round=9&decision=2` is the second one of round 9. */
function decisionIn(query, round = Number(query.get("round"))) {
  const n = Number(query.get("decision")) - 1;
  return round && n >= 0 ? { round, n } : null;
}

/** The address of this decision, which can be kept and sent. */
const remember = (path, asked) => history.replaceState(null, "", `${path}?${asked}`);

const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/**
 * What is looked at, by the address: a sitting, the last rounds, or all of them.
 * @type {[name: string, href: string, fits: (query: URLSearchParams) => boolean][]}
 */
const SCOPES = [
  ["Last session", "#/review", () => true],
  ["Last 50 rounds", "#/review?last=50", (query) => query.has("last")],
  ["All rounds", "#/review?all=yes", (query) => query.has("all")],
];

class Review {
  /** What the reviews say together, as far as they are there. */
  told = null;
  shares = [];
  /** The links that are made here, by round. */
  sharings = new Map();
  /** The felts by game, for the names that they give to choices. */
  felts = {};
  stalled = 0;

  constructor(draw, query) {
    this.draw = draw;
    const sitting = Number(query.get("sitting")) || null;
    this.scope = SCOPES.findLastIndex(([, , fits]) => fits(query));
    this.asked = this.scope === 1 ? { last: 50 } : sitting ? { sitting } : {};
    this.stepper = new Stepper({
      reviewOf: (round) => reviewOf(round, session.token, { left: () => this.closed }),
      gameOf,
      redraw: () => this.show(),
      wanted: decisionIn(query),
      stepped: ({ round, n }) => remember("#/review", this.#query({ round, decision: n + 1 })),
      beside: (round) => this.#share(round),
    });
  }

  close() {
    this.closed = true;
    this.stepper.close();
  }

  async load() {
    if (this.scope === 2) this.told = await this.#get();
    else this.#take(await this.#begin());
    this.show();
    this.#nameChoices();
    this.#listShares();
    while (!this.closed && this.told.done < this.told.of && this.scope < 2) {
      await wait(AGAIN);
      if (this.closed) return;
      const before = this.told.done;
      this.#take(await (this.stalled < PATIENCE ? this.#get() : this.#begin()));
      this.stalled = this.told.done > before ? 0 : this.stalled + 1;
      this.show();
    }
  }

  #begin() {
    this.stalled = 0;
    return api("POST", "/api/me/review", { token: session.token, body: this.asked });
  }

  #get() {
    const query = this.#query();
    return api("GET", `/api/me/reviews${query.size ? `?${query}` : ""}`, { token: session.token });
  }

  /** What is looked at, and more, for an address. */
  #query(more = {}) {
    const all = Object.entries({ ...this.asked, ...more });
    return new URLSearchParams(all.map(([key, value]) => [key, String(value)]));
  }

  #take(told) {
    this.told = told;
    if (told.sitting) this.asked = { sitting: told.sitting };
    this.stepper.take(told.decisions);
  }

  #nameChoices() {
    games()
      .then((all) => {
        this.felts = Object.fromEntries(all.map(({ game, felt }) => [game, felt]));
        this.show();
      })
      .catch(() => {});
  }

  #listShares() {
    api("GET", "/api/me/shares", { token: session.token })
      .then(({ shares }) => {
        this.shares = shares;
        this.show();
      })
      .catch(() => {}); // the review is there without it
  }

  // --- what is shown -----------------------------------------------------------------------------

  show() {
    if (this.closed) return;
    const { told } = this;
    this.draw(
      html`<h1>Review</h1>
        ${recordTabs("review")}
        <div class="segments" role="group" aria-label="What is reviewed">
          ${SCOPES.map(
            ([name, href], i) =>
              html`<a
                class="button"
                href=${href}
                aria-current=${i === this.scope ? "page" : nothing}
                >${name}</a
              >`,
          )}
        </div>
        ${this.#progress()}
        ${
          told.done
            ? html`${figuresPart(told)} ${this.#chart()} ${this.#worst()} ${this.stepper.draw()}
              ${this.#none()}`
            : null
        }
        ${this.#around()} ${this.#shared()}`,
    );
  }

  #progress() {
    const { of, done, failed = 0, left_out: before = 0 } = this.told;
    const { began, ended, table, name = table } = this.told;
    const left = of - done;
    if (this.scope === 2)
      return html`<p role="status">
        ${done.toLocaleString("en-US")} of your ${counted(of, "round")} are reviewed.
        ${left ? "A round is reviewed when you open it, its session or the last 50 rounds." : ""}
      </p>`;
    const which = this.scope ? "" : ` at ${name}`;
    return html`<p class="hint">
        ${of ? `${counted(of, "round")}${which}, ${span(began, ended)}.` : "No rounds."}
        ${before ? `${counted(before, "earlier round")} of the session ${before > 1 ? "are" : "is"} left out.` : ""}
        ${failed ? `${counted(failed, "round")} could not be reviewed.` : ""}
      </p>
      <p role="status">
        ${left ? `Reviewing your decisions: ${done} of ${counted(of, "round")}…` : ""}
      </p>
      ${
        left
          ? html`<progress aria-label="Rounds reviewed" max=${of} .value=${done}></progress>`
          : null
      }`;
  }

  #chart() {
    const { points } = this.told;
    return points.length < 2 ? null : html`<section class="card">${luckChart(points)}</section>`;
  }

  #worst() {
    const { worst } = this.told;
    if (!worst.length) return null;
    return html`<section class="card review-worst">
      <h2>${worst.length > 1 ? "The costliest mistakes" : "The costliest mistake"}</h2>
      <ol>
        ${worst.map(
          (one) =>
            html`<li>
              <p>
                <a href="#/review/${one.round}">Round ${one.round}</a>:
                ${verdict(this.felts[one.game], one)} ${withSigns(one.reason)}
              </p>
            </li>`,
        )}
      </ol>
      <a class="button" href="#/exercise?source=mistakes">Practise your mistakes</a>
    </section>`;
  }

  /** Said where there was nothing to decide. */
  #none() {
    if (this.told.right.decisions) return null;
    return html`<p>There was nothing to decide in these rounds.</p>`;
  }

  /** The ways to the sittings before and after. */
  #around() {
    const { sitting, latest } = this.told;
    if (!sitting || !latest) return null;
    const way = (to, label) =>
      to >= 1 && to <= latest
        ? html`<a class="button" href="#/review?sitting=${to}">${label}</a>`
        : null;
    return html`<div class="buttons">
      ${way(sitting - 1, "The session before")} ${way(sitting + 1, "The session after")}
    </div>`;
  }

  /** To share a round where a decision of it is shown. The staff have rounds of their own only. */
  #share(round) {
    if (session.sees) return null;
    let sharing = this.sharings.get(round);
    if (!sharing) {
      sharing = new Sharing(round, {
        shared: () => this.shares.some((one) => one.round === round),
        changed: () => {
          this.show();
          this.#listShares();
        },
      });
      this.sharings.set(round, sharing);
    }
    return html`<details class="review-share">
      <summary>Share round ${round} by a link</summary>
      ${sharing.draw()}
    </details>`;
  }

  #shared() {
    if (!this.shares.length) return null;
    const end = (round) =>
      attempt(async () => {
        await endShare(round);
        this.shares = this.shares.filter((one) => one.round !== round);
        this.show();
      }, "The link is ended.");
    return html`<section class="card">
      <h2>Rounds that you share</h2>
      <ul class="plain lines">
        ${this.shares.map(
          ({ round, created }) =>
            html`<li>
              <span
                ><a href="#/review/${round}">Round ${round}</a>
                <span class="hint">Since ${when(created)}</span></span
              >
              <button
                type="button"
                aria-label="End the link to round ${round}"
                @click=${() => end(round)}
              >
                End the link
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}

/** The review of a round, as soon as it is there. If the page is left before, there is none. */
async function reviewOf(round, token, { left, seat = "", heard = (told) => told }) {
  while (!left()) {
    const told = await api("GET", `/api/rounds/${round}/review${seat}`, { token });
    heard(told);
    if (told.ready) return told.review;
    await wait(AGAIN);
  }
  return null;
}

class RoundReview {
  review = null;
  shared = undefined;
  name = undefined;

  constructor(draw, round, query) {
    this.draw = draw;
    this.round = round;
    const seat = query.get("seat");
    this.seat = seat ? `?seat=${encodeURIComponent(seat)}` : "";
    this.stepper = new Stepper({
      reviewOf: async () => this.review,
      gameOf,
      redraw: () => this.show(),
      own: !session.sees,
      wanted: decisionIn(query, round),
      stepped: ({ n }) => {
        const asked = new URLSearchParams({ ...(seat && { seat }), decision: String(n + 1) });
        remember(`#/review/${round}`, asked);
      },
    });
    this.sharing = new Sharing(round, {
      shared: () => this.shared,
      changed: (shared) => {
        this.shared = shared;
        this.show();
      },
    });
  }

  close() {
    this.closed = true;
    this.stepper.close();
  }

  async load() {
    const { seat } = this;
    const heard = ({ shared, ready, name }) => {
      Object.assign(this, { shared, name });
      if (!ready) this.wait();
    };
    const left = () => this.closed;
    this.review = await reviewOf(this.round, session.token, { left, seat, heard });
    if (!this.review) return;
    this.stepper.take(summed(this.review).decisions);
    this.game = await gameOf(this.review.game);
    this.show();
  }

  wait() {
    if (!this.closed)
      this.draw(
        html`<h1>Review of round ${this.round}</h1>
          <p role="status">Reviewing this round…</p>`,
      );
  }

  show() {
    if (this.closed || !this.review) return;
    const { round, review, game } = this;
    this.draw(
      html`<h1>Review of round ${round}</h1>
        <p class="hint">
          ${game?.title ?? review.game} at ${this.name ?? review.table}, ${when(review.time)}.
        </p>
        ${figuresPart(summed(review))}
        ${
          review.decisions.length
            ? this.stepper.draw()
            : html`<p class="card">There was nothing to decide in this round.</p>`
        }
        <div class="buttons">
          <a class="button" href="#/round/${round}">Replay the round</a>
          <a class="button" href="#/review">Your last session</a>
        </div>
        ${this.#share()}`,
    );
  }

  #share() {
    if (this.shared === undefined) return null;
    return html`<section class="card">
      <h2>Share this round</h2>
      ${this.sharing.draw()}
    </section>`;
  }
}

const NEWCOMER = html`<p>Play a round, and you find here what each decision was worth.</p>
  <p><a class="button primary" href="#/">To the lobby</a></p>`;

export function reviewView(root, { id, query }) {
  const draw = page(root, "review");
  const title = id ? `Review of round ${id}` : "Review";
  const tell = (body) =>
    draw(
      html`<h1>${title}</h1>
        ${id ? null : recordTabs("review")} ${body}`,
    );
  if (!session.token) {
    tell(NEWCOMER);
    return undefined;
  }
  tell(html`<p role="status">Looking up your decisions…</p>`);
  const shown = id ? new RoundReview(draw, Number(id), query) : new Review(draw, query);
  shown.load().catch((error) => {
    if (!shown.closed) tell(error.kind === "missing" && !id ? NEWCOMER : alarm(error));
  });
  return () => shown.close();
}
