/**
 * A dispute: what was wagered, decided, dealt and paid, each with its clause, over as many rounds as
 * it spans.
 */

import { dealtByAll } from "../dealing.js";
import { alarm, page, submitted } from "../render.js";
import { api } from "../net.js";
import { capital, readable, when, withSigns } from "../words.js";
import { gameOf } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { askForm, payForm, ruleForm } from "./dispute_forms.js";
import { disputeText } from "../disputes.js";
import { onRulings, sawRulings } from "../rulings.js";
import { session } from "../session.js";
import { signed } from "../money.js";
import { where } from "../own_round.js";
import { whyButton } from "../why.js";

const CHAPTERS = [
  ["wagered", "What was wagered"],
  ["decided", "What was decided"],
  ["dealt", "What was dealt"],
  ["paid", "What was paid"],
  ["notes", "What else happened"],
];

function evidence(table, line) {
  const grounds = [line.summary, line.ruling].filter(Boolean).join(" ");
  return html`<li value=${line.n}>
    <span class="line">${withSigns(line.line ?? line.text ?? line.kind)}</span>
    ${whyButton(table, { ...line, line: withSigns(line.line ?? "") })}
    ${grounds ? html`<small>${grounds}</small>` : null}
  </li>`;
}

const chapter = (table, title, lines) =>
  html`<section>
    <h3>${title}</h3>
    <ol class="evidence">
      ${lines.map((line) => evidence(table, line))}
    </ol>
  </section>`;

/** What each seat and the house won or lost. */
const nets = ({ result, players }) =>
  [
    ...Object.entries(result.seats).map(
      ([seat, { net }]) => `${players?.[seat] ?? `Seat ${seat}`} ${signed(net)}`,
    ),
    `House ${signed(result.house.net)}`,
  ].join(" · ");

/** What was asked about a round, with the ruling or the form for it. */
const disputed = (round, again) =>
  round.disputes.map(
    (one) =>
      html`<section class="card dispute-text">
        ${disputeText(one, { title: `Dispute about round ${round.round}`, own: !session.sees })}
        ${ruleForm(round, one, again)} ${payForm(one, again)}
      </section>`,
  );

function article(round, title) {
  const table = { game: round.game, rulebook: round.rulebook, title };
  return html`<article class="card">
    <h2>
      <a href="#/round/${round.round}">Round ${round.round}</a>
      <small>${where(title, round.name)}, began ${when(round.began)}, ${round.outcome}</small>
    </h2>
    ${round.result ? html`<p>${nets(round)}</p>` : null}
    ${round.dealers?.length ? html`<p>${dealtByAll(round)}</p>` : null}
    ${CHAPTERS.filter(([key]) => round[key]?.length).map(([key, heading]) =>
      chapter(table, heading, round[key]),
    )}
  </article>`;
}

const said = (details) =>
  Object.entries(details ?? {})
    .map(
      ([key, value]) =>
        `${readable(key)} ${typeof value === "object" ? JSON.stringify(value) : value}`,
    )
    .join(", ");

const between = (notes) =>
  html`<section class="card">
    <h2>Between and around these rounds</h2>
    <ul class="plain">
      ${notes.map(
        (note) =>
          html`<li>
            ${when(note.time)}: ${capital(readable(note.what))} <small>${said(note.details)}</small>
          </li>`,
      )}
    </ul>
  </section>`;

/** A player asks with the token of the seat, if there is only one. */
const token = () =>
  !session.sees && session.tables.length === 1 ? session.at(session.tables[0]) : session.token;

/** The rounds, and what is asked about them; `again` looks at them once more. */
async function found(query, again) {
  const rounds = new URLSearchParams(query);
  rounds.delete("lodge");
  const answer = await api("GET", `/api/disputes?${rounds}`, { token: token() });
  sawRulings(answer.rounds.flatMap(({ disputes }) => disputes));
  const titles = await Promise.all(
    answer.rounds.map(async ({ game }) => (await gameOf(game))?.title ?? game),
  );
  return html`${answer.rounds.map(
    (round, i) =>
      html`${disputed(round, again)} ${askForm(round, query.has("lodge"), again)}
      ${article(round, titles[i])}`,
  )}
  ${answer.between?.length ? between(answer.between) : null} ${moreRounds(answer.rounds)}`;
}

/** Other rounds of the same table: a dispute about a shoe, the button or a count spans rounds. */
function moreRounds(rounds) {
  const [first] = rounds;
  if (!first || rounds.some(({ table }) => table !== first.table)) return null;
  const numbers = rounds.map(({ round }) => round);
  const ask = ({ elements: { from, to } }) => {
    const asked = { table: first.table, from: from.value, to: to.value };
    location.hash = `#/dispute?${new URLSearchParams(asked)}`;
  };
  const field = (name, label, value) =>
    html`<label
      >${label}<input name=${name} inputmode="numeric" pattern="[0-9]+" required value=${value}
    /></label>`;
  return html`<details class="card no-print">
    <summary>Show more rounds of ${first.name}</summary>
    <form class="inline" @submit=${submitted(ask)}>
      ${field("from", "First round", Math.min(...numbers))}
      ${field("to", "Last round", Math.max(...numbers))}
      <button>Show these rounds</button>
    </form>
  </details>`;
}

export function disputeView(root, { query }) {
  const draw = page(root, "printed");
  const show = (body) =>
    draw(
      html`<h1>Dispute</h1>
        <p>
          What the record holds, with the clause behind every line. Lines have the numbers of their
          steps in the replay.
        </p>
        <p class="buttons no-print"><button @click=${() => print()}>Print</button></p>
        <div aria-live="polite">${body}</div>`,
    );
  const look = () => found(query, look).catch(alarm).then(show);
  const asked = String(query);
  if (!asked) {
    show(html`<p>Choose rounds in the <a href="#/record?of=house">record</a>.</p>`);
    return null;
  }
  show(html`<p>Reading the record…</p>`);
  look();
  return onRulings(look);
}
