/** The lobby: every table, with who sits there and what it takes to join. */

import { Line, api } from "../net.js";
import { alarm, page } from "../render.js";
import { cardDefs, drawCard } from "../cards.js";
import { games } from "../games.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";
import { posted } from "../money.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { session } from "../session.js";
import { whenCalm } from "../calm.js";

const PHASES = {
  closed: "closed",
  between: "between rounds",
  wagering: "taking wagers",
  playing: "a round is on",
};

/** A fan of cards for the head of the lobby. */
const fan = () =>
  html`<svg viewBox="-230 -105 460 275" class="fan" aria-hidden="true">
    <defs>${cardDefs()}</defs>
    ${["Td", "Jd", "Qd", "Kd", "Ad"].map(
      (card, i) =>
        svg`<g transform="rotate(${(i - 2) * 13} 0 330) scale(1.15)">${drawCard(card)}</g>`,
    )}
  </svg>`;

function seatDots(table) {
  const seats = Object.entries(table.seats);
  const taken = seats.filter(([, seat]) => seat);
  return html`<div class="seat-dots">
    <span aria-hidden="true"
      >${seats.map(
        ([number, seat]) =>
          html`<i
            class=${seat ? "taken" : ""}
            title=${seat ? (seat.name ?? "somebody") : `seat ${number}`}
          ></i>`,
      )}</span
    >
    <span>${taken.length} of ${seats.length} seats taken</span>
  </div>`;
}

function tableCard(table, cloths) {
  const mine = session.seat(table.table);
  const way = mine ? `your seat: ${mine.seat}` : table.open_seats ? "open seats" : "by invitation";
  return html`<li
    class="table-card"
    data-cloth=${cloths[table.game] ?? "emerald"}
    data-phase=${table.phase}
  >
    <a href="#/table/${encodeURIComponent(table.table)}">
      <h2>${table.name}</h2>
      <p class="kind">
        ${table.title}${
          table.rulebook ? html`<span class="book">${table.rulebook.toUpperCase()}</span>` : null
        }
      </p>
      <p class="stakes">${posted(table.limits, table.first_wager)}</p>
      ${seatDots(table)}
      <p class="foot">
        <span class="phase ${table.phase}">${PHASES[table.phase] ?? table.phase}</span>
        <span>${way}</span>
      </p>
    </a>
  </li>`;
}

function list({ tables, cloths, problem }) {
  if (problem) return html`<li>${alarm(problem)}</li>`;
  if (!tables) return html`<li class="hint">Looking for tables…</li>`;
  if (!tables.length)
    return html`<li class="hint">No table is open yet. The floor opens them.</li>`;
  return repeat(
    tables,
    ({ table }) => table,
    (table) => tableCard(table, cloths),
  );
}

export function lobbyView(root) {
  const draw = page(root, "lobby");
  const cards = fan();
  const known = { tables: null, cloths: {}, problem: null };
  const show = (news) => {
    Object.assign(known, news);
    draw(
      html`<section class="hero">
          <div>
            <h1>Take a seat</h1>
            <p>
              Four games, dealt exactly by the book. Ask why at any step, check every shuffle, and
              play with chips that are worth nothing: this is play money.
            </p>
          </div>
          ${cards}
        </section>
        <ul class="tables">
          ${list(known)}
        </ul>`,
    );
  };
  show();
  games()
    .then((all) => {
      const cloths = Object.fromEntries(all.map((game) => [game.game, game.felt?.page?.cloth]));
      whenCalm(() => show({ cloths }));
    })
    .catch(() => {});
  api("GET", "/api/lobby")
    .then(({ tables }) => whenCalm(() => known.tables ?? show({ tables })))
    .catch((problem) => known.tables ?? show({ problem }));
  const line = new Line(session.token);
  line.addEventListener("lobby", (/** @type {CustomEvent} */ { detail }) =>
    whenCalm(() => show({ tables: detail.tables, problem: null })),
  );
  line.addEventListener(
    "down",
    (/** @type {CustomEvent} */ { detail }) => detail.code === 4401 && session.leave(),
  );
  line.watchLobby();
  return () => line.close();
}
