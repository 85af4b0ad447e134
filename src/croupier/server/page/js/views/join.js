/** The page behind the link to a private table: what it is, and the way to a seat there. */

import { SeatForm } from "../seat_form.js";
import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { attempt } from "../shell.js";
import { comeBackDialog } from "../come_back.js";
import { fresh } from "../dom.js";
import { gameOf } from "../games.js";
import { howToPlay } from "../guide.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { posted } from "../money.js";
import { session } from "../session.js";

/** How many of something, in words. */
const count = (number, one, many) => (number === 1 ? `one ${one}` : `${number} ${many}`);

function atTable({ people, company, free, seats }) {
  const there = [
    people && count(people, "person", "people"),
    company.length && count(company.length, "house player", "house players"),
  ].filter(Boolean);
  return `${there.join(" and ") || "nobody yet"}; ${free.length} of ${seats} seats free`;
}

/** What the link leads to: the game, its host, the stakes. */
const about = (link, game) =>
  html`<section class="card invited" data-cloth=${game?.felt?.page?.cloth ?? "emerald"}>
    <h2>${link.title}</h2>
    ${game?.guide ? html`<p class="sentence">${game.guide.sentence}</p>` : null}
    <dl class="figures">
      <dt>Host</dt>
      <dd>${link.host ?? "without a name"}</dd>
      <dt>Table</dt>
      <dd>${link.name}</dd>
      <dt>At the table</dt>
      <dd>${atTable(link)}</dd>
      <dt>Stakes</dt>
      <dd>${posted(link.limits, link.first_wager)}, play money</dd>
    </dl>
    ${
      game?.guide
        ? html`<button type="button" @click=${() => howToPlay(game)}>How to play</button>`
        : null
    }
  </section>`;

/** The free seat nearest to the middle; a house player's, who leaves it, if none is free. */
const nearest = ({ free, company, seats }) =>
  (free.length ? free : company).toSorted(
    (one, other) => Math.abs(one - (seats + 1) / 2) - Math.abs(other - (seats + 1) / 2),
  )[0];

const FULL = "Every seat is taken. You can watch until one is free.";

class Joining {
  constructor(draw, token) {
    this.draw = draw;
    this.token = token;
    this.id = fresh();
    this.link = this.game = null;
    this.place = document.createElement("div");
    this.place.className = "card";
  }

  async look() {
    await session.check();
    this.link = await api("GET", "/api/links", { token: this.token });
    this.game = await gameOf(this.link.game).catch(() => undefined);
    this.seat = nearest(this.link);
    if (this.link.open && this.seat)
      this.form = new SeatForm(this.place, {
        table: this.link,
        words: "Sit down",
        send: (body) => this.sit(body),
        token: session.token,
        back: () => comeBackDialog(() => attempt(() => this.look())),
      });
    this.show();
  }

  /** Be admitted; a stranger becomes a guest. */
  async enter(name) {
    const got = await api("POST", "/api/links/accept", {
      token: session.token,
      body: { link: this.token, ...(name ? { name } : {}) },
    });
    if (got.token) session.enter({ ...got, table: undefined });
    else if (name) session.rename(name);
  }

  async sit(body) {
    await this.enter(body.name);
    const { table } = this.link;
    const path = `/api/tables/${encodeURIComponent(table)}/seats/${this.seat}`;
    try {
      const got = await api("POST", path, {
        token: session.token,
        body: { id: this.id, buy_in: body.buy_in },
      });
      session.take(table, got.seat, got.token);
    } catch (error) {
      this.id = fresh();
      await this.look(); // somebody may have taken the seat
      throw error;
    }
    this.go();
  }

  async watch() {
    await this.enter(session.name ? "" : this.form?.name?.trim());
    this.go();
  }

  go() {
    sessionStorage.removeItem("join");
    location.hash = `#/table/${encodeURIComponent(this.link.table)}`;
  }

  #seats() {
    const { free, company } = this.link;
    return html`<label class="which-seat"
      >Seat<select @change=${({ target }) => (this.seat = Number(target.value))}>
        ${[...free, ...company].map(
          (seat) =>
            html`<option value=${seat} ?selected=${seat === this.seat}>
              Seat ${seat}${company.includes(seat) ? ", a house player leaves it" : ""}
            </option>`,
        )}
      </select></label
    >`;
  }

  #way() {
    const { link, place } = this;
    if (!link.open)
      return html`<div class="card">
        <p>This table is closed.</p>
        <a class="button primary" href="#/">To the lobby</a>
      </div>`;
    const mine = session.seat(link.table);
    if (mine)
      return html`<div class="card">
        <p>You sit at this table already, on seat ${mine.seat}.</p>
        <a class="button primary" href="#/table/${encodeURIComponent(link.table)}"
          >Back to your seat</a
        >
      </div>`;
    if (session.sees)
      return html`<div class="card">
        <p>The staff sees every table, and does not play.</p>
        <a class="button" href="#/table/${encodeURIComponent(link.table)}">To the table</a>
      </div>`;
    const watch = html`<button type="button" @click=${() => attempt(() => this.watch())}>
      Only watch
    </button>`;
    if (!this.seat)
      return html`<div class="card">
        <p>${FULL}</p>
        ${watch}
      </div>`;
    return html`<div class="joining">${this.#seats()} ${place} ${watch}</div>`;
  }

  show() {
    const { link } = this;
    this.draw(
      html`<h1>${link.host ? `${link.host} invites you` : "You are invited"}</h1>
        <div class="invitation-parts">${about(link, this.game)} ${this.#way()}</div>`,
    );
  }
}

export function joinView(root) {
  const draw = page(root, "invitation");
  const token = sessionStorage.getItem("join");
  if (!token) {
    draw(
      html`<h1>You are invited</h1>
        <p>This link has been opened already. Open it again from where you got it.</p>`,
    );
    return;
  }
  draw(
    html`<h1>You are invited</h1>
      <p>Looking up the table…</p>`,
  );
  new Joining(draw, token).look().catch((error) =>
    draw(
      html`<h1>You are invited</h1>
        ${alarm(error)}`,
    ),
  );
}
