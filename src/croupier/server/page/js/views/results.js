/** What came of somebody's sittings in the dealer's chair: over time, by clause, by kind of step. */

import { alarm, columns, page } from "../render.js";
import { api } from "../net.js";
import { bookMenu, chosenBook, BOOKS } from "../books.js";
import { capital, when } from "../words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { lasting, nameOf } from "../chair.js";
import { lineChart } from "../chart.js";
import { session } from "../session.js";

/** The spans that can be chosen: their days and their names. */
const SPANS = [
  ["30", "Last 30 days"],
  ["", "All"],
];

/** How many clauses are shown at first. */
const WEAKEST = 8;

const day = (time) => new Date(time).toLocaleDateString([], { month: "short", day: "numeric" });
const counted = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** The address of these results, with another span. */
function address({ game, rulebook, person, days }) {
  const query = new URLSearchParams({ rulebook });
  if (person) query.set("person", person);
  if (days) query.set("days", days);
  return `#/results/${game}?${query}`;
}

const spans = (order) =>
  html`<nav class="segments" aria-label="Span">
    ${SPANS.map(
      ([days, name]) =>
        html`<a
          href=${address({ ...order, days })}
          aria-current=${days === order.days ? "true" : nothing}
          >${name}</a
        >`,
    )}
  </nav>`;

const share = ({ percent, right, asked, answered = asked }, bar = null) =>
  html`<td class="number">
      ${bar} <span class="percent">${percent === null ? "" : `${percent} %`}</span>
    </td>
    <td class="tally">${right} of ${answered} right</td>`;

const meter = ({ percent }, what) =>
  html`<meter
    min="0"
    max="100"
    low="60"
    high="80"
    optimum="100"
    value=${percent}
    aria-label=${what}
  >
    ${percent} percent
  </meter>`;

const time = ({ seconds }) =>
  html`<td class="tally">${seconds === null ? "" : `${lasting(seconds)} each`}</td>`;

const kindRow = (row) =>
  html`<tr>
    <th scope="row">${capital(row.title)}</th>
    ${share(row, meter(row, row.title))} ${time(row)}
  </tr>`;

const clauseRow = (row, { game, rulebook }) =>
  html`<tr>
    <th scope="row">
      <a
        href="#/rules/${game}?rulebook=${rulebook}&clause=${encodeURIComponent(row.cited)}"
        aria-label="Clause ${row.cited} in the rules"
        >${row.cited}</a
      >
    </th>
    <td class="text">${row.text ?? "No longer in the document."}</td>
    ${share(row, meter(row, row.cited))} ${time(row)}
  </tr>`;

const sittingRow = (row) =>
  html`<tr>
    <th scope="row">${nameOf(row.what)}</th>
    <td>${when(row.ended)}</td>
    ${share(row)}
    <td>${row.passed ? "passed" : ""}</td>
    <td>
      ${row.certificate ? html`<a href="#/certificate/${row.certificate}">certificate</a>` : null}
    </td>
  </tr>`;

const tableOf = (kind, titles, rows) =>
  html`<div class="scroll" tabindex="0">
    <table class="list stacked results ${kind}">
      ${columns(titles, ["Right"])}
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;

function chartOf(sittings) {
  const points = sittings
    .filter(({ percent }) => percent !== null)
    .map(({ percent, ended, sitting }, x) => ({
      x,
      y: percent,
      label: `sitting ${sitting}, ${day(ended)}`,
    }));
  return lineChart({
    title: "Right answers over time, in percent",
    lines: [{ name: "right, percent", points }],
  });
}

const next = ({ suggested, game, rulebook }, own) =>
  suggested
    ? html`<p class="suggested">
        <b>Next: lesson ${suggested.lesson}, ${suggested.title}.</b>
        ${capital(own ? suggested.why : suggested.why.replace(/^you /, "they "))}.
        ${own ? html`<a href="#/train/${game}?rulebook=${rulebook}">To the course</a>` : null}
      </p>`
    : null;

const earlier = ({ earlier: number }) =>
  number
    ? html`<p class="hint">
        The single answers of ${counted(number, "sitting")} are not kept: only the score counts.
      </p>`
    : null;

/** The weakest clauses; the others are folded away. */
function clauses(answer) {
  const titles = ["Clause", "What it says", "Right", "Answers", "Time"];
  const rows = answer.clauses.map((row) => clauseRow(row, answer));
  const others = rows.slice(WEAKEST);
  return html`${tableOf("cited", titles, rows.slice(0, WEAKEST))}
  ${
    others.length
      ? html`<details>
          <summary>The other ${counted(others.length, "clause")}</summary>
          ${tableOf("cited", titles, others)}
        </details>`
      : null
  }`;
}

const tables = (answer) =>
  answer.clauses.length
    ? html`<section class="card">
          <h2>By kind of step</h2>
          ${tableOf("kinds", ["Step", "Right", "Answers", "Time"], answer.kinds.map(kindRow))}
        </section>
        <section class="card">
          <h2>By clause, the weakest first</h2>
          ${clauses(answer)}
        </section>`
    : null;

/** That there is nothing to show, of whom and of which time. */
const nobody = ({ title, days }, own) =>
  `${own ? "You have" : "This person has"} not sat in the chair of ${title}${days ? ` in the last ${days} days` : " yet"}.`;

function told(answer, own) {
  const { sittings, right, answered, percent } = answer;
  if (!sittings.length)
    return html`<p>${nobody(answer, own)}</p>
      ${next(answer, own)}`;
  return html`<p class="lead">
      <b>${right} of ${answered}</b> answers right${percent === null ? "" : `, ${percent} percent`},
      in ${counted(sittings.length, "sitting")}.
    </p>
    ${next(answer, own)} ${earlier(answer)}
    <section class="card">${chartOf(sittings)}</section>
    ${tables(answer)}
    <section class="card">
      <details>
        <summary>${capital(counted(sittings.length, "sitting"))}, one by one</summary>
        ${tableOf(
          "sat",
          ["What", "When", "Right", "Answers", "Result", "To print"],
          [...sittings].reverse().map(sittingRow),
        )}
      </details>
    </section>`;
}

const PRIVACY = html`<p class="hint">
  The floor of this house can see these results, too. They are erased with your name.
</p>`;

/** The game and the rulebook that one has dealt last; what was chosen otherwise. */
async function lastDealt(chosen) {
  const path = `/api/chair/${chosen.game.game}/results`;
  const { latest } = await api("GET", path, { token: session.token });
  const query = new URLSearchParams({ rulebook: latest?.rulebook ?? chosen.rulebook });
  return chosenBook({ id: latest?.game, query });
}

export function resultsView(root, { id, query }) {
  const draw = page(root, "results-page");
  const person = query.get("person") ?? "";
  const own = !person || person === session.person;
  let head = null;
  const show = (body, name) =>
    draw(
      html`<h1>${own ? "Your results" : `Results of ${name ?? "a dealer"}`}</h1>
        ${head}
        <div aria-live="polite">${body}</div>
        ${own ? PRIVACY : html`<p><a href="#/dealers">Everybody who has sat in the chair</a></p>`}`,
    );
  show(html`<p>Looking for the results…</p>`);
  if (!session.token) {
    show(html`<p>You have not sat in the dealer's chair. <a href="#/train">To the course</a></p>`);
    return;
  }
  (async () => {
    try {
      let chosen = await chosenBook({ id, query });
      if (!id) chosen = await lastDealt(chosen).catch(() => chosen);
      const { game, rulebook } = chosen;
      const order = { game: game.game, rulebook, person, days: query.get("days") ?? "" };
      head = html`${
        own
          ? html`<nav class="segments" aria-label="Games">${bookMenu("#/results", chosen)}</nav>`
          : html`<p>${game.title}, ${BOOKS[rulebook] ?? rulebook}</p>`
      }
      ${spans(order)}`;
      const asked = address(order).split("?")[1];
      const path = `/api/chair/${game.game}/results?${asked}`;
      const answer = await api("GET", path, { token: session.token });
      show(told(answer, own), answer.name ?? answer.person);
    } catch (error) {
      show(alarm(error));
    }
  })();
}
