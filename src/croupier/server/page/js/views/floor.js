/** The floor's page: open tables, a new one, closed ones, the journal's health. */

import { BOOKS } from "../books.js";
import { FloorNow, PHASES } from "./floor_now.js";
import { HouseEditor } from "../house.js";
import { alarm, columns, page, submitted } from "../render.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { cents, posted, wire } from "../money.js";
import { companyForm } from "../strategies.js";
import { fresh } from "../dom.js";
import { games } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { policyPanel } from "./policies.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { session } from "../session.js";
import { when } from "../words.js";

const choice = (name, options, changed = null) =>
  html`<select name=${name} @change=${changed}>
    ${options.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
  </select>`;

const DEALING = [
  ["auto", "by itself"],
  ["steps", "step by step"],
];

/** The form for a new table; `redraw` shows it again when its game or rulebook has changed. */
class Opener {
  constructor(all, redraw) {
    this.all = all;
    this.redraw = redraw;
    this.choose(all[0], all[0].rulebooks[0]);
  }

  choose(game, rulebook) {
    this.game = game;
    this.rulebook = rulebook;
    this.company = [];
    this.editor = new HouseEditor({ game: game.game, rulebook, title: game.title });
  }

  change(game, rulebook) {
    this.choose(game, rulebook);
    this.redraw();
  }

  async open(form) {
    const data = new FormData(form);
    const name = String(data.get("name")).trim();
    try {
      const made = await api("POST", "/api/tables", {
        token: session.token,
        body: {
          id: fresh(),
          game: this.game.game,
          rulebook: this.rulebook,
          ...(name ? { name } : {}),
          ...this.editor.read(),
          tray: wire(cents(data.get("tray") || "10000")),
          dealing: data.get("dealing"),
          open_seats: data.has("open"),
          ...(this.company.length ? { company: this.company } : {}),
        },
      });
      toast(`${made.name} is open.`, "good");
      location.hash = `#/table/${encodeURIComponent(made.table)}`;
    } catch (error) {
      this.editor.refused(error);
    }
  }

  template() {
    const { all, game, editor } = this;
    const anotherGame = ({ target }) => {
      const chosen = all.find((one) => one.game === target.value);
      this.change(chosen, chosen.rulebooks[0]);
    };
    const anotherBook = ({ target }) => this.change(this.game, target.value);
    const titles = all.map((one) => [one.game, one.title]);
    const books = game.rulebooks.map((book) => [book, BOOKS[book] ?? book]);
    return html`<form class="card opener" @submit=${submitted((form) => this.open(form))}>
      <h2>Open a table</h2>
      <p class="hint">
        It appears in the lobby at once. As offered here it is lawful, dealt by itself, and open to
        everybody.
      </p>
      <div class="grid">
        <label>Game${choice("game", titles, anotherGame)}</label>
        <label>Rulebook${keyed(game, choice("rulebook", books, anotherBook))}</label>
        <label>Name<input name="name" maxlength="40" placeholder="as in the lobby" /></label>
        <label
          >Tray's opening count, $<input name="tray" inputmode="decimal" value="10000"
        /></label>
        <label>The dealer deals${choice("dealing", DEALING)}</label>
        <label class="check"
          ><input type="checkbox" name="open" checked /> anybody may sit down</label
        >
      </div>
      <p class="hint">
        The tray's chips are play money from the cage: what it opens with is the first line of the
        table's reconciliation. Dealt step by step, the dealer waits for you before every step.
      </p>
      <details>
        <summary>House players: ${this.company.length || "none"}</summary>
        ${companyForm(
          this.company,
          game.seats,
          (company) => {
            this.company = company;
            this.redraw();
          },
          "They play where people would be alone, with money of their own, and leave a seat to a person.",
        )}
      </details>
      <details>
        <summary>House file: limits, odds, decks and seats</summary>
        ${editor.box}
      </details>
      <button class="primary">Open the table</button>
    </form>`;
  }
}

const papers = (table) => {
  const base = `#/table/${encodeURIComponent(table)}`;
  return html`<td class="papers">
    <a href="${base}/money">reconciliation</a>
    <a href="#/record?table=${encodeURIComponent(table)}">rounds</a>
    <a href="${base}/fair">packs</a>
  </td>`;
};

function tableRow(table) {
  const seats = Object.values(table.seats);
  return html`<tr>
    <th scope="row">
      <a href="#/table/${encodeURIComponent(table.table)}">${table.name}</a>
      <small>${table.title}, ${BOOKS[table.rulebook] ?? table.rulebook}</small>
      ${table.private ? html`<small>private, host ${table.host?.name ?? "no name"}</small>` : null}
    </th>
    <td>${posted(table.limits, table.first_wager)}</td>
    <td>${seats.filter(Boolean).length} of ${seats.length}</td>
    <td>${PHASES[table.phase] ?? table.phase}</td>
    ${papers(table.table)}
  </tr>`;
}

const rows = (titles, all) =>
  html`<div class="scroll">
    <table class="list stacked">
      ${columns(titles)}
      <tbody>
        ${all}
      </tbody>
    </table>
  </div>`;

const tableList = (tables) =>
  tables.length
    ? rows(["Table", "Limits", "Seats", "Now", "Papers"], tables.map(tableRow))
    : html`<p>No table is open.</p>`;

const closedRow = (table) =>
  html`<tr>
    <th scope="row">${table.name} <small>${table.table}</small></th>
    <td>${when(table.closed)}</td>
    <td>${table.rounds} rounds</td>
    ${papers(table.table)}
  </tr>`;

const closedList = (tables) =>
  html`<section class="card">
    <h2>Closed tables</h2>
    <p class="hint">A closed table does not open again. Its papers stay.</p>
    ${
      tables.length
        ? rows(["Table", "Closed", "Played", "Papers"], tables.map(closedRow))
        : html`<p>No table has been closed.</p>`
    }
  </section>`;

const health = ({ verified, events, rounds: played, problem, at }) =>
  verified
    ? html`<p class="verdict good">✓ The chain holds: ${events} events in ${played} rounds.</p>`
    : html`<p class="verdict bad">
        ✗ ${problem ?? "The chain does not hold"}${at ? `, at event ${at}` : ""}.
      </p>`;

const TRAINED = html`<section class="card">
  <h2>Dealers in training</h2>
  <p>
    Whoever has sat in the dealer's chair has results there, and certificates of passed exams.
    <a href="#/dealers">Who has sat in the chair</a>
  </p>
</section>`;

function strangers(draw) {
  draw(
    html`<h1>The floor</h1>
      <p>This page is for the floor. Its link was printed when the server started.</p>`,
  );
}

function floor(draw) {
  const known = {
    list: html`<p>Looking…</p>`,
    opener: null,
    policies: null,
    closed: null,
    journal: null,
  };
  const now = new FloorNow(
    () => show(),
    () => lists(),
  );
  const show = (news = {}) => {
    Object.assign(known, news);
    draw(
      html`<h1>${session.isFloor ? "The floor" : "Surveillance"}</h1>
        <p class="lead">
          ${
            session.isFloor
              ? "Open and close tables, and go to one to deal, to rule, to seat people and to mind its tray."
              : "Watch any table with all its cards, and read its papers."
          }
        </p>
        <p><a href="#/disputes">Disputes</a>: what players ask the floor to rule on.</p>
        ${now.template()}
        <section class="card">
          <h2>Open tables</h2>
          <p class="hint">
            ${
              session.isFloor
                ? "Press a name to stand beside that table: the tab Floor has everything you can do there."
                : "Press a name to watch that table."
            }
          </p>
          ${known.list}
        </section>
        ${known.opener} ${known.policies} ${session.isFloor ? TRAINED : null} ${known.closed}
        <section class="card">
          <h2>The journal</h2>
          <p>
            Everything that happens is written down, each entry chained to the one before it, and
            the ends of the chains are signed. Verifying reads it all and changes nothing; a long
            journal takes a while.
          </p>
          <button @click=${verify}>Verify the journal</button>
          <div aria-live="polite">${known.journal}</div>
        </section>`,
    );
  };
  const verify = () => {
    show({ journal: html`<p>Reading the whole journal…</p>` });
    return attempt(async () => {
      const found = await api("GET", "/api/journal/verify", { token: session.token });
      show({ journal: health(found) });
    });
  };
  const lists = () => {
    api("GET", "/api/lobby", { token: session.token })
      .then(({ tables }) => show({ list: tableList(tables) }))
      .catch((error) => show({ list: alarm(error) }));
    api("GET", "/api/tables", { token: session.token })
      .then(({ closed }) => show({ closed: closedList(closed) }))
      .catch((error) => show({ closed: alarm(error) }));
  };
  show();
  now.start();
  lists();
  if (session.isFloor) openerOf(show);
  return () => now.stop();
}

function openerOf(show) {
  games()
    .then((all) => {
      const opener = new Opener(all, () => show({ opener: opener.template() }));
      opener.redraw();
    })
    .catch((error) => show({ opener: alarm(error) }));
  const policies = document.createElement("section");
  policies.className = "card";
  show({ policies });
  policyPanel(policies);
}

export function floorView(root) {
  if (session.sees) return floor(page(root, "floor-page"));
  strangers(page(root));
  return undefined;
}
