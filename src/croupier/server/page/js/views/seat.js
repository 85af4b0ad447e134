/** Sitting down, an invitation, and what one can do about one's own seat. */

import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { cents, dollars, wire } from "../money.js";
import { complaint, dialog } from "../why.js";
import { fresh } from "../dom.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";

const USUAL = 50000;

const fields = ({ name, buyIn }) =>
  html`<label
      >Your name at the table<input
        name="name"
        maxlength="40"
        autocomplete="nickname"
        .value=${name ?? ""}
        placeholder="as others see it"
    /></label>
    <label
      >Buy-in, in dollars of play money<input
        name="buy_in"
        inputmode="decimal"
        .value=${buyIn ? String(buyIn / 100) : ""}
        placeholder="500"
    /></label>`;

function values(form) {
  const data = new FormData(form);
  const name = String(data.get("name")).trim();
  const buyIn = cents(data.get("buy_in") || "0");
  return { ...(name ? { name } : {}), ...(buyIn ? { buy_in: wire(buyIn) } : {}) };
}

/** What is done with a form when it is sent; if that is refused, the form says why. */
const sending = (table, send) => async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  try {
    await send(values(form));
  } catch (error) {
    render(complaint(table, error), form.querySelector(".wrong"));
  }
};

/** Ask for a name and a buy-in, then sit down. */
export function seatForm(picture, seat, seated) {
  const id = fresh(); // pressed again because no answer came, it is still the same request
  const path = `/api/tables/${encodeURIComponent(picture.table)}/seats/${seat}`;
  const sit = async (body) => {
    const token = await session.guest(body.name);
    const got = await api("POST", path, { token, body: { id, ...body } });
    session.take(picture.table, got.seat, got.token);
    if (body.name) session.rename(body.name);
    box.close();
    seated();
  };
  const box = dialog(
    `Seat ${seat} at ${picture.name}`,
    html`<form @submit=${sending(picture, sit)}>
      <p>${picture.title}. Chips are play money and worth nothing anywhere else.</p>
      ${fields({ name: session.name, buyIn: USUAL })}
      <div class="wrong"></div>
      <button class="primary">Sit down at seat ${seat}</button>
    </form>`,
  );
  box.querySelector("input").focus();
}

/** The page behind an invitation link. */
export function invitationView(root) {
  const invitation = sessionStorage.getItem("invitation");
  const id = fresh();
  const accept = async (body) => {
    const got = await api("POST", "/api/invitations/accept", {
      token: invitation,
      body: { id, ...body },
    });
    session.take(got.table, got.seat, got.token);
    sessionStorage.removeItem("invitation");
    location.hash = `#/table/${encodeURIComponent(got.table)}`;
  };
  const form = html`<p>
      A seat is kept for you. It is play money: nothing can be won or lost but chips.
    </p>
    <form class="card" @submit=${sending(null, accept)}>
      ${fields({ name: session.name, buyIn: 0 })}
      <div class="wrong"></div>
      <button class="primary">Take my seat</button>
    </form>`;
  const opened = html`<p>This invitation has been opened already. Ask for its link again.</p>`;
  render(
    html`<div class="page narrow">
      <h1>You are invited</h1>
      ${invitation ? form : opened}
    </div>`,
    root,
  );
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
  const { leaving, balance } = await table.send("leave", { when: moment });
  if (leaving) {
    toast("You leave after this round.");
    return;
  }
  session.giveUp(table.id);
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
  return html`<div class="seat-panel">
    <dl class="figures">
      <dt>Chips at the table</dt>
      <dd>${dollars(picture.seats[picture.you.seat]?.chips ?? "0")}</dd>
      <dt>Balance between sittings</dt>
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
      <button @click=${leaving("now")}>Cash out and leave</button>
      <button @click=${leaving("after-round")}>Leave after this round</button>
    </div>
    <p class="hint">
      Whoever has a wager on the table stays until the round is over. Close the page and come back:
      the seat is still yours.
    </p>
  </div>`;
}
