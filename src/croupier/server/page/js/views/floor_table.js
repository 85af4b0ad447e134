/** The floor's panel beside a table: the dealer's steps, reports, seats, tray, house, the end. */

import { HouseEditor } from "../house.js";
import { amountOf, cents, dollars, wire } from "../money.js";
import { ask, figures } from "../confirm.js";
import { attempt, toast } from "../shell.js";
import { beside } from "../render.js";
import { capital, list, readable } from "../words.js";
import { companyPart } from "./company.js";
import { comparison, trayPart } from "./tray.js";
import { dealersLink } from "./deal.js";
import { dialog, explanation, whyButton } from "../why.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
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

/** What may be said now that the floor says for somebody. */
const may = (table, actor, verb) =>
  offers(table).some((offer) => offer.actor === actor && offer.verb === verb);

const say = (table, said, done) => () => attempt(() => table.say(said), done);
const give = (table, act, done) => () => order(table, { act }, done);

/** Whom the table waits for, in words. */
function waiting({ picture }) {
  const names = (picture.awaits ?? []).map((seat) => picture.seats[seat]?.name ?? `seat ${seat}`);
  if (!names.length) return "The dealer is at work.";
  const wagers = picture.phase === "wagering";
  return `Waiting for ${list(names)} ${wagers ? "to place wagers" : "to decide"}.`;
}

/**
 * What comes next: a sentence, its clause, and what the floor presses for it. There is always one,
 * so that neither moves from step to step.
 */
function comes(table) {
  const { pending, phase, seats, dealing: mode, dealer } = table.picture;
  const steps = mode === "steps";
  if (dealer)
    return {
      line: pending ? html`Next: <b>${pending.line}</b>` : waiting(table),
      cited: pending,
      press: steps ? ["next-step", "Next step", null] : null,
    };
  if (pending)
    return {
      line: html`Next: <b>${pending.line}</b>`,
      cited: pending,
      press: ["next-step", "Next step", () => table.proceed()],
    };
  if (may(table, "dealer", "close"))
    return {
      line: steps
        ? html`Next: <b>the wagers are closed</b>, when everybody has wagered.`
        : html`Next: <b>the wagers are closed</b>, when all are ready or time is up.`,
      press: ["close-wagers", "Close the wagers", say(table, "dealer close")],
    };
  if (phase === "between" && Object.values(seats).some(Boolean))
    return {
      line: html`Next: <b>a new round</b>, in a moment or now.`,
      press: ["next-round", "Next round now", give(table, "next-round")],
    };
  const line = phase === "between" ? "Nobody sits here: a round needs a player." : waiting(table);
  return { line, press: steps ? ["next-step", "Next step", null] : null };
}

/** The dealer's next step with its clause and its button, together and always in the same place. */
export function nextUp(table) {
  const { line, cited, press } = comes(table);
  const steps = table.picture.dealing === "steps";
  return html`<div class=${steps ? "next-up stepping" : "next-up"}>
    ${
      press
        ? html`<button
            class="primary"
            data-key=${press[0]}
            ?disabled=${!press[2]}
            @click=${press[2] ?? nothing}
          >
            ${press[1]}
          </button>`
        : null
    }
    <p class=${cited ? "pending" : "waiting-for"}>
      ${line} ${cited ? whyButton(table.picture, cited) : null}
    </p>
  </div>`;
}

function confirmReshuffle(table) {
  ask("Reshuffle before the next round?", {
    about: table.picture,
    body: () =>
      html`<p>
        The cards in play are not dealt to their end. They are revealed, and a new shuffle is
        committed to before the next round. The round on the table is played out.
      </p>`,
    label: "Reshuffle",
    act: async () => {
      await table.send("floor", { act: "reshuffle" }, session.token);
      toast("The cards are shuffled before the next round.", "good");
    },
  });
}

/** What else the floor can order now: key, label, what it does. */
const orders = (table) =>
  [
    ["new-dealer", "New dealer", give(table, "new-dealer", "A new dealer comes to the table.")],
    ["reshuffle", "Reshuffle…", () => confirmReshuffle(table)],
    may(table, "floor", "recut") && [
      "recut",
      "Order a recut",
      say(table, "floor recut", "The cards are cut again."),
    ],
  ].filter(Boolean);

function confirmRelief(table, token) {
  const name = table.picture.dealer.name ?? "the dealer";
  ask(`Relieve ${name}?`, {
    about: table.picture,
    body: () =>
      html`<p>
        ${capital(name)} deals no further step. The table deals as it did before, from where the
        round stands.
      </p>`,
    label: `Relieve ${name}`,
    kind: "danger",
    act: () => table.send("leave-box", {}, token),
  });
}

/** Who is in the box, and how somebody comes there or leaves it: for the floor, or the host. */
export function inTheBox(table, token = session.token) {
  const { dealer } = table.picture;
  const link = () => dealersLink(() => table.send("dealer-link", {}, token));
  return html`<p class="in-the-box">
      ${dealer ? html`Dealt by <b>${dealer.name ?? "somebody"}</b>.` : "Nobody is in the box."}
    </p>
    <div class="buttons">
      ${dealer ? button("relieve", "Relieve…", () => confirmRelief(table, token)) : null}
      ${button("dealer-link", "A link for a dealer…", link)}
    </div>`;
}

function dealing(table) {
  const confirm = (offer) => () => attempt(() => table.say(`${offer.actor} ${sentence(offer)}`));
  return section(
    "Dealing",
    html`${modes(table)} ${inTheBox(table)}
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

/** Say what was seen, which rule decides it and what follows, before it is reported. */
function confirmReport(table, offer, label, known) {
  ask(`Report: ${label}?`, {
    about: table.picture,
    body: () =>
      html`${known ? html`<blockquote>${capital(known.message)}.</blockquote>` : null}
        ${
          known?.clause
            ? html`<h3>What follows, by ${known.rule ?? known.finding}</h3>
                ${known.clause}`
            : null
        }
        <p>The ruling is applied at once and cannot be taken back.</p>`,
    label: "Apply the ruling",
    kind: "danger",
    act: async () => {
      await table.say(`dealer ${sentence(offer)}`);
      toast(`Reported: ${label}. The ruling is below, and in the play by play.`, "good");
    },
  });
}

function report(table, offer) {
  const [name, ...about] = offer.args;
  const label = [readable(name), ...about].join(" ");
  const known = table.game.irregularities?.find((one) => one.name === name);
  const press = () => {
    const cited = known && (known.rule || known.finding) && { ...known, brief: true };
    const clause = cited && explanation(table.picture, cited);
    confirmReport(table, offer, label, known && { ...known, clause });
  };
  return html`<li>
    ${button(`report-${label}`, `${capital(label)}…`, press)}
    ${
      known
        ? html`<small>${capital(known.message)}.</small>
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
export function reports(table) {
  const { picture, events } = table;
  const now = offers(table).filter((offer) => offer.verb === "report");
  const ruled = events.filter((event) => shownAs(event).speech === "report");
  return section(
    "Irregularities",
    html`<p class="hint">
        ${
          now.length
            ? "What has gone wrong? Press it to read which rule decides, before it is applied."
            : "Nothing can be reported at this moment. Report it when the wagers stand, or while a player decides."
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

function confirmDismissal(table, number, { name, chips }) {
  const who = name ?? "the player";
  ask(`Cash out seat ${number}?`, {
    about: table.picture,
    body: () =>
      html`<p>
        ${capital(who)} gives up seat ${number}, and ${dollars(chips)} goes to the account of
        ${who}. Whoever wants to come back takes a seat again.
      </p>`,
    label: `Cash out ${who}`,
    kind: "danger",
    act: async () => {
      await table.send("floor", { act: "dismiss", seat: Number(number) }, session.token);
      toast(`Seat ${number} is cashed out.`, "good");
    },
  });
}

function seatLine(table, number, seat) {
  const dismiss = () => confirmDismissal(table, number, seat);
  return html`<li>
    <span
      ><b>${number}</b> ${seat ? `${seat.name ?? "no name"}, ${dollars(seat.chips)}` : "free"}</span
    >
    ${
      seat
        ? button(`dismiss-${number}`, "Cash out…", dismiss, "quiet")
        : button(`invite-${number}`, "Invite…", () => invite(table, Number(number)), "quiet")
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

// --- the house, and the end ----------------------------------------------------------------------

/** What another house changes: keys with their values now and then. */
function changes(values, { house: keys = null, toml = null }) {
  if (toml) return html`<p>The house file that you have pasted takes the place of this one.</p>`;
  const changed = Object.entries(keys).filter(([key, value]) => value !== values[key]);
  return changed.length
    ? figures(changed.map(([key, value]) => [key, `${values[key] ?? "the usual"} → ${value}`]))
    : html`<p>Nothing has been changed: the same house comes into force again.</p>`;
}

/** Change the house in a window: `send(body)` gives the order, as the floor or as the host. */
export function changeHouse(
  table,
  send = (body) => table.send("floor", { act: "house", ...body }, session.token),
) {
  const { game, rulebook, title, name, house: values = {} } = table.picture;
  const token = async () => session.at(table.id);
  const editor = new HouseEditor({ game, rulebook, title, values, token });
  const use = ({ currentTarget }) => {
    const devices = currentTarget.parentElement.querySelector("[type=checkbox]").checked;
    const chosen = editor.read();
    ask(`Change the house of ${name}?`, {
      body: () =>
        html`${changes(values, chosen)}
          <p>
            It is in force from the next round on, for everybody at the table. The cards in play are
            revealed, and a new pack is made up.
          </p>`,
      label: "Use this house",
      kind: "danger",
      act: async () => {
        try {
          await send({ ...chosen, devices_removed: devices });
          toast("The new house is in force.", "good");
          shown.close();
        } catch (error) {
          editor.refused(error);
        }
      },
    });
  };
  const shown = dialog(
    `House of ${name}`,
    editor.box,
    drawn(
      () =>
        html`<label class="check"
            ><input type="checkbox" /> a device that is no longer used has left the table</label
          >
          <button class="primary" @click=${use}>Use it from the next round…</button>`,
    ),
  );
}

function closing(table) {
  const { picture } = table;
  const expected = cents(picture.tray ?? "0");
  const typed = ({ text = "" }) => amountOf(text);
  ask(`Close ${picture.name}?`, {
    about: picture,
    body: (known, learn) =>
      html`<p>
          Everybody is cashed out, the cards are revealed, and the last shift ends with your count.
          A closed table does not open again; its record and its reconciliation stay.
        </p>
        <label
          >Counted in the tray, in dollars<input
            inputmode="decimal"
            autocomplete="off"
            @input=${({ target }) => learn({ text: target.value, sure: false })}
        /></label>
        ${typed(known) === null ? null : comparison(expected, typed(known), known, learn)}`,
    ready: (known) => typed(known) !== null && (typed(known) === expected || known.sure === true),
    label: "Close the table",
    kind: "danger",
    act: (known) =>
      table.send("close", { count: wire(typed(known)), expected: wire(expected) }, session.token),
  });
}

const house = (table) =>
  section(
    "House",
    html`<div class="buttons">
      ${button("house", "Change the house file…", () => changeHouse(table))}
      ${button("close-table", "Close the table…", () => closing(table), "danger")}
    </div>`,
  );

/** Of a private table, they are in the host's tab. */
const company = (table) =>
  table.picture.private
    ? null
    : section("House players", companyPart(table, "No house players: people play alone here."));

export function floorPanel(table) {
  const id = encodeURIComponent(table.id);
  if (table.picture.phase === "closed")
    return html`<p>
        This table is closed. Open a new one on the <a href="#/floor">floor's page</a>.
      </p>
      <p><a href="#/table/${id}/money">Its reconciliation</a> stays.</p>`;
  return html`<div class="floor-panel">
    ${nextUp(table)} ${dealing(table)} ${reports(table)} ${seats(table)} ${company(table)}
    ${section("Tray", trayPart(table))} ${house(table)}
  </div>`;
}
