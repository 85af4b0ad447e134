/** The lobby: every table, with who sits there and what it takes to join. */

import { BOOKS } from "../books.js";
import { Line, api } from "../net.js";
import { alarm, page } from "../render.js";
import { cardDefs, drawCard } from "../cards.js";
import { dealtBy } from "../dealing.js";
import { edges, percent } from "../edges.js";
import { games } from "../games.js";
import { howToPlay, isNewcomer, learnedIn } from "../guide.js";
import { html, svg } from "../vendor/lit-html/lit-html.js";
import { keepHint } from "../keep_hint.js";
import { posted } from "../money.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { seatForm } from "./seat.js";
import { session } from "../session.js";
import { wagerName, whose } from "../status.js";
import { whenCalm } from "../calm.js";

const PHASES = {
  closed: "closed",
  between: "between rounds",
  wagering: "taking wagers",
  playing: "a round is on",
};

/** Milliseconds until edges that are being computed are asked for again. */
const AGAIN = 4000;

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
  const company = taken.filter(([, seat]) => seat.strategy);
  return html`<div class="seat-dots">
    <span aria-hidden="true"
      >${seats.map(
        ([number, seat]) =>
          html`<i
            class=${seat ? (seat.strategy ? "house" : "taken") : ""}
            title=${seat ? (seat.name ?? "somebody") : `seat ${number}`}
          ></i>`,
      )}</span
    >
    <span
      >${taken.length} of ${seats.length} seats
      taken${company.length ? `, ${company.length} by house players` : ""}</span
    >
  </div>`;
}

/** A table's own name, where it says more than the game's: "Table 2" of several, "High stakes". */
function ownName({ name, title }) {
  const rest = name.startsWith(title) ? name.slice(title.length).trim() : name;
  return /^\d+$/.test(rest) ? `Table ${rest}` : rest;
}

/** The free seat nearest to the middle of the table, a house player's if none is free. */
function freeSeat({ seats, open_seats: open }) {
  const numbers = Object.keys(seats).map(Number);
  const middle = (Math.max(...numbers) + 1) / 2;
  const taken = (number) => (seats[number] ? 1 : 0);
  return numbers
    .filter((number) => open && (!seats[number] || seats[number].strategy))
    .sort(
      (one, other) =>
        taken(one) - taken(other) || Math.abs(one - middle) - Math.abs(other - middle),
    )[0];
}

const address = ({ table }) => `#/table/${encodeURIComponent(table)}`;

function sit(table, seat) {
  seatForm(table, seat, () => {
    location.hash = address(table);
  });
}

/** The way to the cards: one's own seat, the box, a free seat, or a look at the others. */
function way(table, words = "Play", back = "Your seat") {
  if (session.seat(table.table))
    return html`<a class="button primary" href=${address(table)}>${back}</a>`;
  if (session.deals(table.table))
    return table.dealer
      ? html`<a class="button" href=${address(table)}>Watch</a>`
      : html`<a class="button primary" href=${address(table)}
          >Deal this table<span class="sr">, ${table.title}, ${ownName(table)}</span></a
        >`;
  const seat = freeSeat(table);
  return seat
    ? html`<button class="primary" @click=${() => sit(table, seat)}>
        ${words}<span class="sr"
          >${words === "Play" ? ` ${table.title}` : ""}, ${ownName(table)}</span
        >
      </button>`
    : html`<a class="button" href=${address(table)}>Watch</a>`;
}

/** What is going on at a table. */
const phaseOf = ({ phase, seats }) =>
  phase === "between" && !Object.values(seats).some(Boolean)
    ? "waiting for players"
    : (PHASES[phase] ?? phase);

/** How long a game takes to learn, and what the house keeps, where it is known. */
function facts(table, game, edge) {
  return html`<ul class="table-facts">
    ${game?.guide ? html`<li>${learnedIn(game.guide)}</li>` : null}
    <li>${posted(table.limits, table.first_wager)}</li>
    ${
      edge && game
        ? html`<li class="edge" title="for somebody who plays as well as possible">
            House edge ${percent(edge.edge.value)} of the ${wagerName(game.felt, edge.wager)}
          </li>`
        : null
    }
  </ul>`;
}

/** The way to a table of one's own. */
const ownCard = () =>
  html`<li class="own-card card">
    <h2><a href="#/own">A table of your own</a></h2>
    <p>
      Choose the game, the stakes and the odds. Invite friends by a link, or let house players keep
      you company. Only your guests and the floor see it.
    </p>
    <p class="buttons"><a class="button primary" href="#/own">Open a table</a></p>
  </li>`;

function tableCard(table, { games: known, edges: kept }) {
  const game = known[table.game];
  const books = game?.rulebooks.length > 1;
  return html`<li
    class="table-card"
    data-cloth=${game?.felt?.page?.cloth ?? "emerald"}
    data-phase=${table.phase}
  >
    <h2>
      <a href=${address(table)}>${table.title}<span class="sr"> ${ownName(table)}</span></a
      >${
        books
          ? html`<abbr class="book" title="the rules of ${BOOKS[table.rulebook]}"
              >${table.rulebook.toUpperCase()}</abbr
            >`
          : null
      }
    </h2>
    ${game?.guide ? html`<p class="sentence">${game.guide.sentence}</p>` : null}
    ${facts(table, game, kept[table.game]?.[table.rulebook])}
    <div class="buttons">
      ${way(table)}
      ${
        game?.guide
          ? html`<button @click=${() => howToPlay(game)}>
              How to play<span class="sr"> ${table.title}</span>
            </button>`
          : null
      }
    </div>
    ${seatDots(table)}
    <p class="foot">
      <span>${ownName(table)}</span>
      <span class="phase ${table.phase}">${phaseOf(table)}</span>
      ${table.dealer ? html`<span>${dealtBy(table)}</span>` : null}
      ${table.open_seats ? null : html`<span>by invitation</span>`}
      ${table.private ? html`<span class="whose">${whose(table)}</span>` : null}
    </p>
  </li>`;
}

/** Tables at which one sits come first, then those whose game is learned sooner. */
function sorted({ tables, games: known }) {
  const minutes = ({ game }) => known[game]?.guide?.minutes ?? Infinity;
  const rank = (table) => (session.seat(table.table) ? 0 : minutes(table));
  return tables.toSorted((one, other) => rank(one) - rank(other) || 0);
}

/** The best next step: one's own seat, or for somebody who is new here the easiest game. */
function nextStep(known) {
  if (session.role === "dealer") return null;
  const [first] = sorted({ ...known, tables: known.tables ?? [] }).filter(
    (table) => session.seat(table.table) || freeSeat(table),
  );
  const game = known.games[first?.game];
  const mine = first && session.seat(first.table);
  if (!game?.guide || !(mine || isNewcomer())) return null;
  return html`<div class="next-step">
    <p class="buttons">
      ${way(first, `Play ${first.title}`, "Back to your seat")}
      <button @click=${() => howToPlay(game)}>How to play</button>
    </p>
    <p class="hint">
      ${
        mine
          ? `You sit at ${first.title}.`
          : `New here? ${first.title} is the easiest: ${learnedIn(game.guide).toLowerCase()}, and your
             first round is guided.`
      }
    </p>
  </div>`;
}

function list(known) {
  const { tables, problem } = known;
  if (problem) return html`<li>${alarm(problem)}</li>`;
  if (!tables) return html`<li class="hint">Looking for tables…</li>`;
  if (!tables.length)
    return html`<li class="hint">No table is open yet. The floor opens them.</li>`;
  return repeat(
    sorted(known),
    ({ table }) => table,
    (table) => tableCard(table, known),
  );
}

export function lobbyView(root) {
  const draw = page(root, "lobby");
  const cards = fan();
  const known = { tables: null, games: {}, edges: {}, problem: null };
  const show = (news) => {
    Object.assign(known, news);
    draw(
      html`<section class="hero">
          <div>
            <h1>${session.role === "dealer" ? "Deal a table" : "Take a seat"}</h1>
            <p>
              Casino table games, dealt exactly by the book. Ask why at any step, check every
              shuffle, and play with chips that are worth nothing: this is play money.
            </p>
            ${nextStep(known)}
          </div>
          ${cards}
        </section>
        ${keepHint(show)}
        <ul class="tables">
          ${list(known)} ${session.sees ? null : ownCard()}
        </ul>`,
    );
  };
  show();
  games()
    .then((all) =>
      whenCalm(() => show({ games: Object.fromEntries(all.map((game) => [game.game, game])) })),
    )
    .catch(() => {});
  let asking = null;
  const askEdges = async () => {
    const found = await edges();
    whenCalm(() => show({ edges: found.edges }));
    if (!found.complete && !line.closed) asking = setTimeout(askEdges, AGAIN);
  };
  api("GET", "/api/lobby")
    .then(({ tables }) => whenCalm(() => known.tables ?? show({ tables })))
    .catch((problem) => known.tables ?? show({ problem }));
  const line = new Line(session.token);
  line.addEventListener("lobby", (/** @type {CustomEvent} */ { detail }) =>
    whenCalm(() => show({ tables: detail.tables, problem: null })),
  );
  line.addEventListener(
    "down",
    (/** @type {CustomEvent} */ { detail }) => detail.code === 4401 && session.ended(line.token),
  );
  line.watchLobby();
  askEdges();
  // Seats that were taken on another device are here, too.
  session.check().then(() => line.closed || whenCalm(() => show({})));
  return () => {
    clearTimeout(asking);
    line.close();
  };
}
