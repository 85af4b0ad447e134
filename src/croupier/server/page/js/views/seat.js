/** Sitting down, an invitation, and what one can do about one's own seat. */

import { alarm, find, page } from "../render.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { comeBackDialog } from "../come_back.js";
import { cents, dollars, posted, wire } from "../money.js";
import { SeatForm } from "../seat_form.js";
import { fresh } from "../dom.js";
import { gameOf } from "../games.js";
import { howToPlay } from "../guide.js";
import { dialog } from "../why.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";

/** Ask for a name and a buy-in, then sit down. One press is enough. */
export function seatForm(table, seat, seated) {
  const id = fresh(); // pressed again because no answer came, it is still the same request
  const path = `/api/tables/${encodeURIComponent(table.table)}/seats/${seat}`;
  const place = document.createElement("div");
  const taken = table.seats?.[seat];
  const box = dialog(
    `Sit down at ${table.title}`,
    html`<p>Seat ${seat} · ${posted(table.limits, table.first_wager)} · play money</p>
      ${taken ? html`<p class="hint">${taken.name}, a house player, leaves it for you.</p>` : null}
      ${place}`,
  );
  const send = async (body) => {
    const token = await session.guest(body.name);
    const got = await api("POST", path, { token, body: { id, ...body } });
    session.take(table.table, got.seat, got.token);
    if (body.name) session.rename(body.name);
    box.close();
    seated();
  };
  const back = () => {
    box.close();
    comeBackDialog(() => (session.seat(table.table) ? seated() : seatForm(table, seat, seated)));
  };
  new SeatForm(place, { table, words: "Sit down", send, token: session.token, back });
  find(place, "button.primary").focus();
}

/** What an invitation is for: the game, who invites, the seat and the stake. */
const invited = (invitation, game) =>
  html`<section class="card invited" data-cloth=${game?.felt?.page?.cloth ?? "emerald"}>
    <h2>${invitation.title}</h2>
    ${game?.guide ? html`<p class="sentence">${game.guide.sentence}</p>` : null}
    <dl class="figures">
      <dt>Invited by</dt>
      <dd>${invitation.host ?? "the house"}</dd>
      <dt>Your seat</dt>
      <dd>${invitation.seat} at ${invitation.name}</dd>
      <dt>At the table</dt>
      <dd>${invitation.seats_taken} of ${invitation.seats} seats taken</dd>
      <dt>Stakes</dt>
      <dd>${posted(invitation.limits, invitation.first_wager)}</dd>
    </dl>
    ${
      game?.guide
        ? html`<button type="button" @click=${() => howToPlay(game)}>How to play</button>`
        : null
    }
  </section>`;

const opened = html`<p>This invitation has been opened already. Ask for its link again.</p>`;

/** The page behind an invitation link. */
export function invitationView(root) {
  const draw = page(root, "invitation");
  const invitation = sessionStorage.getItem("invitation");
  const id = fresh();
  const place = document.createElement("div");
  place.className = "card";
  const send = async (body) => {
    const got = await api("POST", "/api/invitations/accept", {
      token: invitation,
      body: { id, ...body },
    });
    session.take(got.table, got.seat, got.token);
    if (got.guest && !session.person) session.enter(got.guest);
    sessionStorage.removeItem("invitation");
    location.hash = `#/table/${encodeURIComponent(got.table)}`;
  };
  const show = (body) =>
    draw(
      html`<h1>You are invited</h1>
        ${body}`,
    );
  const look = async () => {
    const about = await api("GET", "/api/invitations", { token: invitation });
    const game = await gameOf(about.game).catch(() => undefined);
    const gone = html`<p>This seat is taken, or the table is closed. Ask for another link.</p>`;
    const form = about.free ? place : gone;
    show(html`<div class="invitation-parts">${invited(about, game)}${form}</div>`);
    const given = about.buy_in ? cents(about.buy_in) : 0;
    new SeatForm(place, { table: about, words: "Take my seat", given, send });
  };
  if (!invitation) {
    show(opened);
    return;
  }
  show(html`<p>A seat is kept for you. Looking it up…</p>`);
  look().catch((error) => show(alarm(error)));
}

/** What somebody has besides the chips, as the table's state has it: asked for once in each. */
function balanceAt(table) {
  const { state } = table.picture;
  if (table.balance?.state !== state) {
    const asked = { state, text: table.balance?.text ?? "…" };
    table.balance = asked;
    api("GET", "/api/me", { token: table.token })
      .then(({ balance }) => dollars(balance))
      .catch(() => "unknown")
      .then((text) => {
        asked.text = text;
        table.side?.refresh();
      });
  }
  return table.balance.text;
}

async function leave(table, moment) {
  const { leaving, balance, cashed } = await table.send("leave", { when: moment });
  if (leaving) {
    toast("You leave after this round.");
    return;
  }
  session.giveUp(table.id);
  table.ended = `You left with ${dollars(cashed)}.`;
  toast(`Cashed out. Your balance is ${dollars(balance ?? "0")}.`, "good");
  table.connect();
}

/** The panel "My seat": money, leaving. */
export function seatPanel(table) {
  const { picture } = table;
  const topUp = (event) => {
    event.preventDefault();
    const amount = wire(cents(event.currentTarget.querySelector("input").value));
    attempt(
      () => table.send("chips", { amount }),
      "Chips bought. If a round has begun they count from the next.",
    );
  };
  const leaving = (moment) => () => attempt(() => leave(table, moment));
  const me = picture.seats[picture.you.seat];
  const { seat_kept: minutes } = picture.house ?? {};
  const freed = minutes
    ? ` After ${minutes} minutes the seat is free again, and your chips are in your account.`
    : "";
  return html`<div class="seat-panel">
    <dl class="figures">
      <dt>Chips at the table</dt>
      <dd>${dollars(me?.chips ?? "0")}</dd>
      <dt>In your account</dt>
      <dd>${balanceAt(table)}</dd>
    </dl>
    <form class="inline" @submit=${topUp}>
      <label
        >Buy more chips, $<input
          inputmode="decimal"
          .value=${"100"}
          aria-label="Chips to buy, in dollars"
      /></label>
      <button>Top up</button>
    </form>
    <div class="buttons">
      <button @click=${() => table.away(!me?.out)}>${me?.out ? "I am back" : "Sit out"}</button>
      <button @click=${leaving("now")}>Cash out and leave</button>
      <button @click=${leaving("after-round")}>Leave after this round</button>
    </div>
    <p class="hint">
      Whoever has a wager on the table stays until the round is over. If you sit out or close the
      page, nobody waits for you.${freed}
    </p>
  </div>`;
}
