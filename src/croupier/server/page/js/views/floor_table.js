/** The floor's panel beside a table: the dealer's steps, reports, seats, tray, house, the end. */

import { HouseEditor } from "../house.js";
import { attempt, toast } from "../shell.js";
import { beside } from "../render.js";
import { capital, readable } from "../words.js";
import { cents, dollars, wire } from "../money.js";
import { complaint, dialog, whyButton } from "../why.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { sentence } from "../offers.js";
import { session } from "../session.js";
import { shownAs } from "../vocabulary.js";

const section = (title, content) =>
  html`<section class="floor-part">
    <h3>${title}</h3>
    ${content}
  </section>`;

const button = (key, label, click, kind = "") =>
  html`<button class=${kind} data-key=${key} @click=${click}>${label}</button>`;

/** What may be said at the table now. */
const offers = (table) => table.picture.next ?? [];

/** Orders are given with the floor's own token, also by somebody who holds a seat. */
const order = (table, body, done = "") =>
  attempt(() => table.send("floor", body, session.token), done);

/** What a window over the page shows: a box of its own, and how it is drawn again. */
function drawn(template) {
  const box = document.createElement("div");
  const draw = (...news) => render(template(draw, ...news), box);
  draw();
  return box;
}

// --- dealing -------------------------------------------------------------------------------------

const modes = (table) =>
  html`<div class="segments" role="group" aria-label="How the dealer deals">
    ${[
      ["auto", "By itself"],
      ["steps", "Step by step"],
    ].map(
      ([mode, label]) =>
        html`<button
          data-key=${mode}
          aria-pressed=${String((table.picture.dealing === "steps") === (mode === "steps"))}
          @click=${() => order(table, { act: "dealing", mode })}
        >
          ${label}
        </button>`,
    )}
  </div>`;

/** What the floor can order now: key, label, what it does, and how the button looks. */
function orders(table) {
  const { pending, phase } = table.picture;
  const may = (actor, verb) =>
    offers(table).some((offer) => offer.actor === actor && offer.verb === verb);
  const give = (act, done) => () => order(table, { act }, done);
  const say = (said, done) => () => attempt(() => table.say(said), done);
  return [
    pending && ["next-step", "Next step", () => table.proceed(), "primary"],
    may("dealer", "close") && ["close-wagers", "Close the wagers", say("dealer close"), "primary"],
    phase === "between" && ["next-round", "Next round now", give("next-round"), "primary"],
    ["new-dealer", "New dealer", give("new-dealer", "A new dealer comes to the table.")],
    ["reshuffle", "Reshuffle", give("reshuffle", "The cards are shuffled before the next round.")],
    may("floor", "recut") && [
      "recut",
      "Order a recut",
      say("floor recut", "The cards are cut again."),
    ],
  ].filter(Boolean);
}

function dealing(table) {
  const { picture } = table;
  const { pending } = picture;
  const confirm = (offer) => () => attempt(() => table.say(`${offer.actor} ${sentence(offer)}`));
  return section(
    "Dealing",
    html`${modes(table)}
      ${
        pending
          ? html`<p class="pending">Next: <b>${pending.line}</b> ${whyButton(picture, pending)}</p>`
          : null
      }
      <div class="buttons">${orders(table).map((one) => button(...one))}</div>
      ${offers(table)
        .filter((offer) => offer.verb === "confirm")
        .map(
          (offer) =>
            html`<button @click=${confirm(offer)}>
              ${capital(offer.actor)} confirms the cash wager of seat ${offer.args[0]}
            </button>`,
        )}`,
  );
}

// --- irregularities ------------------------------------------------------------------------------

function report(table, offer) {
  const [name, ...about] = offer.args;
  const label = [readable(name), ...about].join(" ");
  const known = table.game.irregularities?.find((one) => one.name === name);
  const say = () =>
    attempt(
      () => table.say(`dealer ${sentence(offer)}`),
      `Reported: ${label}. The ruling is in the play by play.`,
    );
  return html`<li>
    ${button(`report-${label}`, capital(label), say)}
    ${
      known
        ? html`<small>${known.message}</small>
            ${whyButton(table.picture, { ...known, line: capital(label) })}`
        : null
    }
  </li>`;
}

const rulings = (picture, ruled) =>
  html`<div class="ruled">
    <h4>Ruled in this round</h4>
    <ul>
      ${ruled.map((event) => html`<li>${event.line} ${whyButton(picture, event)}</li>`)}
    </ul>
  </div>`;

/** What can be reported now, each with the rule that will deal with it. */
function reports(table) {
  const { picture, events } = table;
  const now = offers(table).filter((offer) => offer.verb === "report");
  const ruled = events.filter((event) => shownAs(event).speech === "report");
  return section(
    "Irregularities",
    html`<p class="hint">
        ${
          now.length
            ? "What has gone wrong? The ruling is applied at once."
            : "Nothing can be reported at this moment."
        }
      </p>
      <ul class="reports">
        ${now.map((offer) => report(table, offer))}
      </ul>
      ${ruled.length ? rulings(picture, ruled) : null}`,
  );
}

// --- seats and the tray --------------------------------------------------------------------------

function invite(table, seat) {
  const make = (draw) => (event) => {
    const body = { seat, buy_in: wire(cents(beside(event))) };
    return attempt(async () => {
      const made = await table.send("invitations", body, session.token);
      draw(new URL(made.link, location.href).href);
    });
  };
  const copy = (link) => () => navigator.clipboard?.writeText(link).then(() => toast("Copied."));
  dialog(
    `Invite somebody to seat ${seat}`,
    drawn(
      (draw, link = null) =>
        html`<label
            >Buy-in, in dollars of play money<input
              inputmode="decimal"
              value="500"
              aria-label="Buy-in in dollars"
          /></label>
          <button class="primary" @click=${make(draw)}>Make the link</button>
          ${
            link
              ? html`<p>Give this link to one person. It works once.</p>
                  <p class="hash" data-link=${link}>${link}</p>
                  <button @click=${copy(link)}>Copy</button>`
              : null
          }`,
    ),
  );
}

function seatLine(table, number, seat) {
  const dismiss = () =>
    order(table, { act: "dismiss", seat: Number(number) }, `Seat ${number} is cashed out.`);
  return html`<li>
    <span
      ><b>${number}</b> ${seat ? `${seat.name ?? "no name"}, ${dollars(seat.chips)}` : "free"}</span
    >
    ${
      seat
        ? button(`dismiss-${number}`, "Cash out", dismiss, "quiet")
        : button(`invite-${number}`, "Invite", () => invite(table, Number(number)), "quiet")
    }
  </li>`;
}

const seats = (table) =>
  section(
    "Seats",
    html`<label class="check"
        ><input
          type="checkbox"
          data-key="open-seats"
          .checked=${live(table.picture.open_seats)}
          @change=${({ target }) => order(table, { act: "seats", open: target.checked })}
        />
        Anybody may sit down</label
      >
      <ul class="plain seat-list">
        ${Object.entries(table.picture.seats).map(([number, seat]) =>
          seatLine(table, number, seat),
        )}
      </ul>`,
  );

function tray(table) {
  const act = (what) => (event) => {
    const body = { act: what, amount: wire(cents(beside(event))) };
    return attempt(() => table.send("tray", body, session.token), `${capital(what)} noted.`);
  };
  return section(
    "Tray",
    html`<p>Holds <b>${dollars(table.picture.tray ?? "0")}</b>.</p>
      <div class="inline">
        <input
          inputmode="decimal"
          data-key="tray-amount"
          aria-label="Amount in dollars"
          placeholder="1000"
        />
        <button @click=${act("fill")}>Fill</button>
        <button @click=${act("credit")}>Credit</button>
        <button @click=${act("count")}>Count</button>
      </div>
      <a href="#/table/${encodeURIComponent(table.id)}/money">Reconciliation, to print</a>`,
  );
}

// --- the house, and the end ----------------------------------------------------------------------

function changeHouse(table) {
  const { game, rulebook, title, name, house } = table.picture;
  const editor = new HouseEditor({ game, rulebook, title, values: house ?? {} });
  const use = async ({ currentTarget }) => {
    const devices = currentTarget.parentElement.querySelector("[type=checkbox]").checked;
    try {
      const body = { act: "house", ...editor.read(), devices_removed: devices };
      await table.send("floor", body, session.token);
      toast("The new house is in force.", "good");
      shown.close();
    } catch (error) {
      editor.refused(error);
    }
  };
  const shown = dialog(
    `House of ${name}`,
    editor.box,
    drawn(
      () =>
        html`<label class="check"
            ><input type="checkbox" /> a device that is no longer used has left the table</label
          >
          <button class="primary" @click=${use}>Use it from the next round</button>`,
    ),
  );
}

function closing(table) {
  const { picture } = table;
  const close = (draw) => async (event) => {
    try {
      await table.send("close", { count: wire(cents(beside(event))) }, session.token);
      shown.close();
    } catch (error) {
      draw(complaint(picture, error));
    }
  };
  const shown = dialog(
    `Close ${picture.name}?`,
    drawn(
      (draw, wrong = null) =>
        html`<p>Everybody is cashed out, the tray is counted and the cards are revealed.</p>
          <label
            >Counted in the tray, in dollars<input
              inputmode="decimal"
              value=${cents(picture.tray ?? "0") / 100}
          /></label>
          ${wrong}
          <button class="danger" @click=${close(draw)}>Close the table</button>`,
    ),
  );
}

const house = (table) =>
  section(
    "House",
    html`<div class="buttons">
      ${button("house", "Change the house file", () => changeHouse(table))}
      ${button("close-table", "Close the table", () => closing(table), "danger")}
    </div>`,
  );

export function floorPanel(table) {
  if (table.picture.phase === "closed")
    return html`<p>This table is closed. Open a new one on the floor's page.</p>`;
  return html`<div class="floor-panel">
    ${dealing(table)} ${reports(table)} ${seats(table)} ${tray(table)} ${house(table)}
  </div>`;
}
