/** The record: one's own rounds, or every round of the house, newest first. */

import { api } from "../net.js";
import { columns, page } from "../render.js";
import { enterRulings, onRulings } from "../rulings.js";
import { games } from "../games.js";
import { PAGE as DISPUTES, rulingLine } from "../disputes.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { myRecord } from "./my_record.js";
import { recordTabs } from "../record_tabs.js";
import { session } from "../session.js";
import { signed } from "../money.js";
import { when } from "../words.js";

const PAGE = 30;

const COLUMNS = [
  html`<span class="sr">Choose</span>`,
  "Round",
  "Table",
  "Game",
  "Began",
  "Outcome",
  "House won",
];

const row = (round, title, choose) =>
  html`<tr>
    <td>
      <input
        type="checkbox"
        aria-label="Choose round ${round.round}"
        @change=${({ target }) => choose(round.round, target.checked)}
      />
    </td>
    <th scope="row">
      <a href="#/round/${round.round}">Round ${round.round}</a>
      ${rulingLine(round.round, round.disputes)}
    </th>
    <td>${round.name}</td>
    <td>${title}</td>
    <td>${when(round.began)}</td>
    <td><span class="outcome ${round.outcome}">${round.outcome}</span></td>
    <td class="number">${(round.house_net ?? null) === null ? "" : signed(round.house_net)}</td>
  </tr>`;

/** A link to the dispute about the chosen rounds, dead as long as there are none. */
function disputeLink(chosen) {
  const numbers = [...chosen].sort((a, b) => a - b);
  const which =
    numbers.length === 0
      ? "the chosen rounds"
      : numbers.length === 1
        ? `round ${numbers[0]}`
        : `${numbers.length} rounds`;
  return html`<a
    class="button"
    href=${numbers.length ? `#/dispute?rounds=${numbers.join(",")}` : nothing}
    aria-disabled=${String(!numbers.length)}
    >Dispute ${which}</a
  >`;
}

/** The staff come for the house's rounds, everybody else for their own. */
export function recordView(root, { query }) {
  const own = (query.get("of") ?? (session.sees ? "house" : "me")) !== "house";
  const others = recordTabs(own ? "me" : "house", query.get("table"));
  return own ? myRecord(root, query, others) : houseRecord(root, query, others);
}

/** The rounds of every table, as the house counts them. */
function houseRecord(root, query, others) {
  const draw = page(root);
  const table = query.get("table");
  const chosen = new Set();
  const rounds = [];
  let [more, state, titles] = [true, "", {}];
  const choose = (number, wanted) => {
    chosen[wanted ? "add" : "delete"](number);
    show();
  };
  const show = () =>
    draw(
      html`<h1>${table ? `Rounds of ${rounds[0]?.name ?? table}` : "The record"}</h1>
        ${others}
        <p>
          ${
            session.sees
              ? "Open a round to replay it with all cards."
              : "Open a round to replay it, with the cards that you saw."
          }
          What the house won of a round is what its players lost.
        </p>
        <p class="buttons">
          ${disputeLink(chosen)}
          <a class="button quiet" href=${DISPUTES}
            >${session.sees ? "All disputes" : "Your disputes"}</a
          >
        </p>
        <p role="status">${state}</p>
        <div class="scroll">
          <table class="list rounds">
            ${columns(COLUMNS, ["House won"])}
            <tbody>
              ${rounds.map((round) => row(round, titles[round.game] ?? round.game, choose))}
            </tbody>
          </table>
        </div>
        <button ?hidden=${!more} @click=${load}>Earlier rounds</button>`,
    );
  const load = async () => {
    try {
      const asked = new URLSearchParams({ limit: String(PAGE) });
      if (table) asked.set("table", table);
      if (rounds.length) asked.set("before", rounds.at(-1).round);
      const answer = await api("GET", `/api/rounds?${asked}`, { token: session.token });
      rounds.push(...answer.rounds);
      more = Boolean(answer.more);
      state = rounds.length ? "" : "No round has been played yet.";
    } catch (error) {
      state = error.message;
    }
    show();
  };
  show();
  games()
    .then((all) => {
      titles = Object.fromEntries(all.map((game) => [game.game, game.title]));
    })
    .catch(() => {})
    .finally(load);
  return onRulings((news) => {
    enterRulings(rounds, news);
    show();
  });
}
