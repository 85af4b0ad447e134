/** The floor sees the floor: alerts, every open table with its figures, and their sums. */

import { BOOKS } from "../books.js";
import { alarm } from "../render.js";
import { api } from "../net.js";
import { cents, dollars, signed } from "../money.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { session } from "../session.js";
import { whenCalm } from "../calm.js";

/** Milliseconds between two looks; each look that fails doubles the pause. */
const PAUSE = 5000;
const LONGEST = 60_000;
const SECOND = 1000;
/** The range of the page is two standard deviations wide on either side. */
const SDS = 2;

/** What happens at a table, in words. */
export const PHASES = {
  between: "between rounds",
  wagering: "taking wagers",
  playing: "playing a round",
};

const LEVELS = { urgent: "Urgent", warning: "Look", note: "Note" };

const WORDS = [
  ["Drop", "the chips that players have bought at the table in this shift."],
  ["Win", "what the house has won in the rounds, less what it has lost."],
  ["Hold", "the win as a share of the drop."],
  ["Handle", "everything that was wagered, again each time it was wagered."],
  [
    "Theory",
    "the house edge of best play times the first wagers. Chance takes the win beyond ± the range in one shift of 20. Players who do not play best lose more.",
  ],
  ["Shift", "the time since the last count of the tray."],
];

const percent = (share) => (share === null ? "–" : `${(share * 100).toFixed(1)} %`);
const whole = (amount) => Math.round(cents(amount) / 100) * 100;
const longest = (table) => Math.max(-1, ...table.waits.map(({ seconds }) => seconds));
const number = (value) => value ?? -Infinity;

/**
 * The columns by which tables are sorted; amounts begin with the largest.
 * @type {[key: string, title: string, of: (table: any) => string | number][]}
 */
const SORTS = [
  ["name", "Table", ({ name }) => name],
  ["wait", "Now", longest],
  ["rounds", "Rounds", (table) => number(table.per_hour)],
  ["tray", "Tray", (table) => cents(table.tray)],
  ["people", "People", (table) => cents(table.people.win)],
  ["company", "House players", (table) => cents(table.company.win)],
  ["money", "Win against theory", (table) => cents(table.money.win)],
];

/** The tables in order; those that cannot be read come first. */
export function sorted(tables, key, down) {
  const [, , of] = SORTS.find(([one]) => one === key);
  const compare = (a, b) => {
    const [x, y] = [of(a), of(b)];
    return typeof x === "string"
      ? x.localeCompare(String(y), "en", { numeric: true })
      : x - Number(y);
  };
  const readable = tables.filter(({ problem }) => !problem).sort(compare);
  return [...tables.filter(({ problem }) => problem), ...(down ? readable.reverse() : readable)];
}

/** "+$120, expected −$4 ± $60: as expected". */
export function against({ win, theory, verdict }) {
  if (!theory) return `${signed(win)}, theory: ${verdict}`;
  const range = Math.round((SDS * cents(theory.sd)) / 100) * 100;
  const middle = whole(theory.win);
  return `${signed(win)}, expected ${middle > 0 ? "+" : ""}${dollars(middle)} ± ${dollars(range)}: ${verdict}`;
}

const tone = ({ theory }) => {
  const away = Math.abs(theory?.away ?? 0);
  return away > 2 * SDS ? "far" : away > SDS ? "off" : "";
};

/** The money of people, or of house players. */
const money = (seated, group) =>
  html`<span class="seated">${seated} seated</span>
    <span>drop ${dollars(group.drop)}</span>
    <span>win ${signed(group.win)}</span>
    <span>hold ${percent(group.hold)}</span>`;

const tempo = ({ rounds, per_hour: pace, watched }) =>
  html`${rounds}
    <small
      >${pace === null ? `counted for ${watched} s: too short for a pace` : `${pace} an hour`}</small
    >`;

const whose = ({ host, dealer }) =>
  [
    host && `private, host ${host.name ?? "without a name"}`,
    dealer && `${dealer.name ?? "somebody"} deals`,
  ]
    .filter(Boolean)
    .map((text) => html`<small>${text}</small> `);

/** What happens at a table; house players alone rest until somebody watches them. */
const phase = ({ phase: now, seats }) =>
  now === "wagering" && !seats.people && seats.company
    ? "resting: house players play when somebody watches"
    : (PHASES[now] ?? now);

/** Whom a table waits for, and who sits out; `later` is how many seconds ago that was told. */
function waiting(table, later) {
  const waits = table.waits.map(
    ({ words, seconds }) => html`<span>${words}, ${Math.floor(seconds + later)} s</span>`,
  );
  const out = table.out.map(({ seat, seconds }) => {
    const left = Math.max(0, Math.ceil(seconds - later));
    return html`<span>seat ${seat} sits out, freed in ${left} s</span>`;
  });
  return html`<small>${phase(table)}</small>${waits}${out}`;
}

const cell = (title, kind, content) =>
  html`<td data-title=${title} class=${kind}><div>${content}</div></td>`;

const name = ({ table, name: title, title: game, rulebook }) =>
  html`<a href="#/table/${encodeURIComponent(table)}">${title}</a>
    ${game ? html`<small>${game}, ${BOOKS[rulebook] ?? rulebook}</small>` : nothing}`;

function row(table, later) {
  if (table.problem)
    return html`<tr class="unreadable">
      <th scope="row">${name(table)}</th>
      <td colspan="6">${table.problem}</td>
    </tr>`;
  return html`<tr>
    <th scope="row">${name(table)} ${whose(table)}</th>
    ${cell("Now", "waits", waiting(table, later))} ${cell("Rounds", "", tempo(table))}
    ${cell("Tray", "", dollars(table.tray))}
    ${cell("People", "group", money(table.seats.people, table.people))}
    ${cell("House players", "group", money(table.seats.company, table.company))}
    ${cell("Win against theory", `theory ${tone(table.money)}`, against(table.money))}
  </tr>`;
}

const sum = (totals) =>
  html`<tfoot>
    <tr>
      <th scope="row">${totals.tables === 1 ? "1 table" : `${totals.tables} tables together`}</th>
      ${cell("Now", "", nothing)}
      ${cell("Rounds", "", html`${totals.rounds} <small>${totals.lately} in the last hour</small>`)}
      ${cell("Tray", "", dollars(totals.tray))}
      ${cell("People", "group", money(totals.seated.people, totals.people))}
      ${cell("House players", "group", money(totals.seated.company, totals.company))}
      ${cell("Win against theory", `theory ${tone(totals.money)}`, against(totals.money))}
    </tr>
  </tfoot>`;

const alert = ({ level, sentence, link }) =>
  html`<li class="level-${level}">
    <b>${LEVELS[level] ?? level}</b> <span>${sentence}</span>
    ${link ? html`<a href=${link} aria-label="Go there: ${sentence}">Go there</a>` : nothing}
  </li>`;

const alertList = (alerts) =>
  html`<p class="alert-count" role="status">
      ${
        alerts.length
          ? `${alerts.length} ${alerts.length === 1 ? "alert" : "alerts"}`
          : "Nothing needs you now."
      }
    </p>
    ${
      alerts.length
        ? html`<ul class="alerts">
            ${alerts.map(alert)}
          </ul>`
        : nothing
    }`;

/** Which tables are open; null if nobody has looked yet. */
const openOnes = (seen) =>
  seen &&
  seen.tables
    .map(({ table }) => table)
    .sort()
    .join();

/** The first section of the floor's page; it looks again by itself while somebody looks at it. */
export class FloorNow {
  /** `changed` is called when a table has been opened or closed. */
  constructor(redraw, changed) {
    this.changed = changed;
    this.redraw = () => whenCalm(redraw);
    this.seen = null;
    this.problem = null;
    this.failures = 0;
    this.order = { key: "name", down: false };
    this.timer = null;
    this.left = false;
    this.visible = () => (document.hidden ? this.#rest() : this.look());
  }

  start() {
    document.addEventListener("visibilitychange", this.visible);
    this.clock = setInterval(() => this.#tick(), SECOND);
    return this.look();
  }

  stop() {
    this.left = true;
    document.removeEventListener("visibilitychange", this.visible);
    clearInterval(this.clock);
    this.#rest();
  }

  #rest() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  #tick() {
    if (!document.hidden && this.seen?.tables.some((one) => one.waits?.length || one.out?.length))
      this.redraw();
  }

  /** Look now, and again after a pause. */
  async look() {
    this.#rest();
    try {
      const before = openOnes(this.seen);
      this.seen = await api("GET", "/api/floor", { token: session.token });
      if (before !== null && before !== openOnes(this.seen) && !this.left) this.changed();
      this.at = performance.now();
      this.problem = null;
      this.failures = 0;
    } catch (error) {
      this.problem = error;
      this.failures++;
    }
    if (this.left) return;
    this.redraw();
    this.#rest();
    const pause = Math.min(LONGEST, PAUSE * 2 ** this.failures);
    if (!document.hidden) this.timer = setTimeout(() => this.look(), pause);
  }

  sort(key) {
    const { key: before, down } = this.order;
    this.order = { key, down: key === before ? !down : key !== "name" };
    this.redraw();
  }

  #head() {
    const { key: by, down } = this.order;
    const order = (key) => (key === by ? (down ? "descending" : "ascending") : nothing);
    return html`<thead>
      <tr>
        ${SORTS.map(
          ([key, title]) =>
            html`<th scope="col" aria-sort=${order(key)}>
              <button class="sort" @click=${() => this.sort(key)}>
                ${title}<span aria-hidden="true">${key === by ? (down ? " ▾" : " ▴") : ""}</span>
              </button>
            </th>`,
        )}
      </tr>
    </thead>`;
  }

  #tables() {
    const { tables, totals } = this.seen;
    if (!tables.length) return html`<p>No table is open.</p>`;
    const { key, down } = this.order;
    const later = (performance.now() - this.at) / 1000;
    return html`<label class="sort-by"
        >Sorted by
        <select @change=${({ target }) => this.sort(target.value)}>
          ${SORTS.map(
            ([one, title]) => html`<option value=${one} .selected=${one === key}>${title}</option>`,
          )}
        </select></label
      >
      <div class="scroll">
        <table class="list now">
          ${this.#head()}
          <tbody>
            ${repeat(
              sorted(tables, key, down),
              ({ table }) => table,
              (table) => row(table, later),
            )}
          </tbody>
          ${sum(totals)}
        </table>
      </div>`;
  }

  template() {
    const { seen, problem } = this;
    return html`<section class="card floor-now">
      <h2>The floor now</h2>
      ${problem ? alarm(problem) : nothing}
      ${seen ? html`${alertList(seen.alerts)} ${this.#tables()}` : nothing}
      ${seen || problem ? nothing : html`<p>Looking at the tables…</p>`}
      <details>
        <summary>What the words mean</summary>
        <dl class="meanings">
          ${WORDS.map(
            ([word, meaning]) =>
              html`<div>
                <dt>${word}</dt>
                <dd>${meaning}</dd>
              </div>`,
          )}
        </dl>
      </details>
    </section>`;
  }
}
