/** One's own record: what the rounds came to, the money over time, and each round. */

import { FILTERS, askedBy, chosenBy, kindOf, ownRound, youCame } from "../own_round.js";
import { alarm, columns, page } from "../render.js";
import { api } from "../net.js";
import { attempt } from "../shell.js";
import { cents, dollars, signed } from "../money.js";
import { download } from "../download.js";
import { enterRulings, onRulings } from "../rulings.js";
import { games } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { lineChart } from "../chart.js";
import { luckChart } from "./review.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { session } from "../session.js";
import { when } from "../words.js";

const PAGE = 20;
const RESULTS = { "": "Won and lost", won: "Won", lost: "Lost" };
const FILES = { csv: ["CSV", "text/csv"], json: ["JSON", "application/json"] };

const NEWCOMER = html`<div class="card">
  <h2>You have not played yet</h2>
  <p>
    Every round that you play is kept here, with your cards, your wagers and what came of them. Take
    a seat: the money is play money, and you can be playing in a minute.
  </p>
  <div class="buttons">
    <a class="button primary" href="#/">Find a table</a>
    <a class="button" href="#/rules">Read the rules</a>
  </div>
</div>`;

const fact = (name, value) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

/** The best or the worst round, which leads to it. */
const extreme = (round) =>
  html`<a href="#/round/${round.round}">${signed(round.net)}</a>
    <small>${when(round.time)}</small>`;

const sums = ({ rounds, net, staked, best, worst }) =>
  html`<dl class="sums-of-mine">
    ${fact("Rounds", rounds.toLocaleString("en-US"))}
    ${fact("Result", html`<b class=${kindOf(cents(net))}>${signed(net)}</b>`)}
    ${fact("Wagered", html`${dollars(staked)} <small>without what was returned</small>`)}
    ${fact("Best round", extreme(best))} ${fact("Worst round", extreme(worst))}
  </dl>`;

/** The lines of the chart: the money that the rounds brought. */
const lines = ({ chart }) => [
  {
    name: "Won and lost",
    points: [
      { x: chart[0].nth - 1, y: 0, label: "before the first round" },
      ...chart.map(({ nth, round, total }) => ({
        x: nth,
        y: cents(total) / 100,
        label: `after round ${round}`,
        picks: `round ${round}`,
      })),
    ],
  },
];

class MyRecord {
  rounds = [];
  more = false;
  summary = null;
  /** What the reviews of all rounds say together, where there are any. */
  reviews = null;
  problem = null;
  titles = {};
  /** Counts what was asked for, so that an answer that comes too late is left out. */
  asked = 0;

  constructor(root, query, tabs) {
    this.draw = page(root);
    this.tabs = tabs;
    this.chosen = chosenBy(query);
    this.show();
    games()
      .then((all) => {
        this.titles = Object.fromEntries(all.map((game) => [game.game, game]));
      })
      .catch(() => {})
      .finally(() => this.read())
      .then(() => this.#readReviews());
  }

  #readReviews() {
    if (!session.token) return;
    api("GET", "/api/me/reviews", { token: session.token })
      .then((told) => {
        this.reviews = told;
        this.show();
      })
      .catch(() => {}); // the record is there without them
  }

  /** Read everything that is chosen, from the newest round on. */
  async read() {
    if (!session.token) return;
    const turn = ++this.asked;
    const asked = askedBy(this.chosen);
    const get = (path) => api("GET", path, { token: session.token });
    try {
      const [summary, first] = await Promise.all([
        get(`/api/me/record?${asked}`),
        get(`/api/me/rounds?${new URLSearchParams([...asked, ["limit", String(PAGE)]])}`),
      ]);
      if (turn !== this.asked) return;
      Object.assign(this, { summary, rounds: first.rounds, more: first.more, problem: null });
    } catch (error) {
      if (turn !== this.asked) return;
      this.problem = error;
    }
    this.show();
  }

  async earlier() {
    const turn = this.asked;
    const asked = askedBy(this.chosen);
    asked.set("limit", String(PAGE));
    asked.set("before", this.rounds.at(-1).nth);
    await attempt(async () => {
      const answer = await api("GET", `/api/me/rounds?${asked}`, { token: session.token });
      if (turn !== this.asked) return;
      this.rounds = [...this.rounds, ...answer.rounds];
      this.more = answer.more;
    });
    this.show();
  }

  /** The floor has ruled: say so beside the rounds that are shown. */
  ruled(news) {
    enterRulings(this.rounds, news);
    this.show();
  }

  /** Choose other rounds. The address says which, so that it can be kept. */
  choose(changes) {
    const all = { ...this.chosen, ...changes };
    this.chosen = Object.fromEntries(FILTERS.filter((key) => all[key]).map((k) => [k, all[k]]));
    const query = new URLSearchParams({ of: "me", ...this.chosen });
    history.replaceState(null, "", `#/record?${query}`);
    this.show();
    this.read();
  }

  show() {
    const { summary } = this;
    const played = session.token && summary && summary.games.length > 0;
    this.draw(
      html`<h1>Your record</h1>
        ${this.tabs} ${this.problem ? alarm(this.problem) : null}
        ${!session.token || (summary && !summary.games.length) ? NEWCOMER : null}
        ${session.token && !summary && !this.problem ? html`<p>Opening the record…</p>` : null}
        ${played ? html`${this.#filters()} ${this.#files()} ${this.#what()}` : null}`,
    );
  }

  #what() {
    const { summary, rounds, more } = this;
    if (!summary.rounds)
      return html`<p role="status">None of your rounds fits this choice.</p>
        <button @click=${() => this.choose(this.#none())}>Show all rounds</button>`;
    return html`<p role="status" class="came-to">
        ${youCame(cents(summary.net))} in ${summary.rounds.toLocaleString("en-US")}
        ${summary.rounds === 1 ? "round" : "rounds"}.
      </p>
      ${sums(summary)} ${this.#charts()} ${this.#byGame()}
      <h2>Rounds</h2>
      <ul class="own-rounds">
        ${rounds.map((line) => ownRound(line, this.titles[line.game]))}
      </ul>
      <button ?hidden=${!more} @click=${() => this.earlier()}>Earlier rounds</button>`;
  }

  #charts() {
    const { summary } = this;
    if (summary.chart.length < 2) return null;
    const open = (i) => {
      location.hash = `#/round/${summary.chart[i - 1].round}`;
    };
    return html`<section class="card" aria-label="Charts">
      ${lineChart({ title: "Won and lost", lines: lines(summary), money: true, onPick: open })}
      ${this.#luck()}
    </section>`;
  }

  /** What was luck: of all rounds that are reviewed, whatever is chosen. */
  #luck() {
    const { reviews } = this;
    if (!reviews) return null;
    const { done, of, points } = reviews;
    const [all, there] = [of, done].map((number) => number.toLocaleString("en-US"));
    return html`${points.length < 2 ? null : luckChart(points)}
      <p class="hint">
        How much of it was luck? ${there} of your ${all} rounds are reviewed.
        <a href="#/review?last=50">Review your last 50 rounds</a>
      </p>`;
  }

  #byGame() {
    const { by_game: each } = this.summary;
    if (each.length < 2) return null;
    return html`<div class="scroll">
      <table class="list by-game">
        <caption>
          By game
        </caption>
        ${columns(["Game", "Rounds", "Wagered", "Result"], ["Rounds", "Wagered", "Result"])}
        <tbody>
          ${each.map(
            ({ game, rounds, staked, net }) =>
              html`<tr>
                <th scope="row">${this.titles[game]?.title ?? game}</th>
                <td class="number">${rounds.toLocaleString("en-US")}</td>
                <td class="number">${dollars(staked)}</td>
                <td class="number ${kindOf(cents(net))}">${signed(net)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  // --- what is chosen ---------------------------------------------------------

  #none() {
    return Object.fromEntries(FILTERS.map((key) => [key, ""]));
  }

  #select(key, label, options) {
    return html`<label
      >${label}
      <select @change=${({ target }) => this.choose({ [key]: target.value })}>
        ${options.map(
          ([value, name]) =>
            html`<option value=${value} .selected=${live(value === (this.chosen[key] ?? ""))}>
              ${name}
            </option>`,
        )}
      </select></label
    >`;
  }

  #day(key, label) {
    return html`<label
      >${label}
      <input
        type="date"
        .value=${live(this.chosen[key] ?? "")}
        @change=${({ target }) => this.choose({ [key]: target.value })}
    /></label>`;
  }

  #filters() {
    const { games: played, tables } = this.summary;
    const every = (name, all) => [["", name], ...all];
    const named = played.map((game) => [game, this.titles[game]?.title ?? game]);
    const at = tables.map(({ table, name }) => [table, name]);
    const other = this.chosen.table;
    if (other && !tables.some(({ table }) => table === other)) at.push([other, other]);
    return html`<form class="record-filters" @submit=${(event) => event.preventDefault()}>
      ${this.#select("game", "Game", every("Every game", named))}
      ${this.#select("table", "Table", every("Every table", at))}
      ${this.#select("result", "Result", Object.entries(RESULTS))} ${this.#day("from", "From")}
      ${this.#day("to", "To")}
    </form>`;
  }

  // --- to take along ----------------------------------------------------------

  #files() {
    const take = (format) => {
      const asked = askedBy(this.chosen);
      asked.set("format", format);
      const path = `/api/me/record/export?${asked}`;
      return attempt(() => download(path, `my-rounds.${format}`, FILES[format][1]));
    };
    return html`<div class="buttons record-files">
      ${
        this.summary.rounds
          ? Object.entries(FILES).map(
              ([format, [name]]) =>
                html`<button
                  title="All rounds that are chosen above, oldest first"
                  @click=${() => take(format)}
                >
                  Download as ${name}
                </button>`,
            )
          : null
      }
      <a class="button" href="#/disputes">Your disputes</a>
    </div>`;
  }
}

/** The rounds of whoever is at this browser. */
export function myRecord(root, query, tabs) {
  const shown = new MyRecord(root, query, tabs);
  return onRulings((news) => shown.ruled(news));
}
