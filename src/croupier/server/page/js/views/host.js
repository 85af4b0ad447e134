/** The host's panel beside a private table: the link, the people, house players, the end. */

import { ask } from "../confirm.js";
import { attempt, toast } from "../shell.js";
import { capital, when } from "../words.js";
import { changeHouse, inTheBox } from "./floor_table.js";
import { companyPart } from "./company.js";
import { api } from "../net.js";
import { dollars } from "../money.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";

const part = (title, content) =>
  html`<section class="floor-part host-part">
    <h3>${title}</h3>
    ${content}
  </section>`;

/** The floor's own token, or that of the host. */
const speaks = (table) => (session.isFloor ? session.token : table.token);

const send = (table, path, body = {}) => table.send(path, body, speaks(table));

// --- the link ------------------------------------------------------------------------------------

async function makeLink(table) {
  const path = `/api/tables/${encodeURIComponent(table.id)}/link`;
  const made = await api("POST", path, { token: speaks(table), body: {} });
  table.hostState.link = {
    url: new URL(made.link, location.href).href,
    expires: made.expires,
  };
  table.side?.refresh();
}

async function revokeLink(table) {
  const path = `/api/tables/${encodeURIComponent(table.id)}/link`;
  await api("DELETE", path, { token: speaks(table) });
  table.hostState.link = null;
  table.side?.refresh();
}

const copy = (url) => () =>
  attempt(async () => {
    await navigator.clipboard.writeText(url);
    toast("Copied.", "good");
  });

function invite(table) {
  const { link } = table.hostState;
  return part(
    "Invite",
    html`<p class="hint">
        Whoever has the link may watch and sit down. It names the game, the stakes and you.
      </p>
      ${
        link
          ? html`<p class="hash" data-link=${link.url}>${link.url}</p>
              <p class="hint">
                Good until ${when(link.expires)}. Copy it now: it cannot be shown again.
              </p>`
          : null
      }
      <div class="buttons">
        ${
          link
            ? html`<button class="primary" data-key="copy-link" @click=${copy(link.url)}>
                Copy the link
              </button>`
            : null
        }
        <button
          class=${link ? "" : "primary"}
          data-key="make-link"
          @click=${() => attempt(() => makeLink(table))}
        >
          ${link ? "Make a new link" : "Make a link"}
        </button>
        <button
          data-key="revoke-link"
          @click=${() =>
            attempt(() => revokeLink(table), "The link is revoked. Whoever came by it stays.")}
        >
          Revoke the link
        </button>
      </div>
      <p class="hint">A new link ends the one before.</p>`,
  );
}

// --- the people ----------------------------------------------------------------------------------

const isHousePlayer = ({ person }) => person?.startsWith("h-");

/** Everybody but the host: `{person, name, seat, chips}`; those who watch or deal have no seat. */
function peopleAt({ seats, guests: admitted = [], host }) {
  const seated = Object.entries(seats)
    .filter(([, place]) => place && !isHousePlayer(place))
    .map(([seat, place]) => ({ ...place, seat }));
  const watching = admitted.filter(({ person }) => !seated.some((one) => one.person === person));
  return [...seated, ...watching].filter(({ person }) => person !== host?.person);
}

function confirmRemoval(table, { person, name, seat }) {
  const who = name ?? "this guest";
  ask(`Remove ${who}?`, {
    about: table.picture,
    body: () =>
      html`<p>
        ${capital(who)} loses sight of the table and cannot come back.
        ${
          seat
            ? "With chips on the table, that is after the round. The chips go to the account."
            : null
        }
        The links are revoked, that for a dealer too: make a new one for the others.
      </p>`,
    label: `Remove ${who}`,
    kind: "danger",
    act: async () => {
      const { leaving } = await send(table, "remove", { person });
      table.hostState.link = null;
      toast(leaving ? `${capital(who)} leaves after this round.` : `${capital(who)} is removed.`);
    },
  });
}

function confirmHandOver(table, { person, name }) {
  const who = name ?? "this guest";
  ask(`Hand the table over to ${who}?`, {
    about: table.picture,
    body: () => html`<p>${capital(who)} becomes the host. You may stay as a guest.</p>`,
    label: `Hand over to ${who}`,
    act: async () => {
      await send(table, "host", { person });
      toast(`${capital(who)} is the host now.`, "good");
    },
  });
}

const guest = (table, one) =>
  html`<li>
    <span
      >${one.name ?? "no name"}
      <small
        >${one.seat ? `seat ${one.seat}, ${dollars(one.chips)}` : "not seated"}${
          one.leaving ? ", leaves after this round" : ""
        }</small
      ></span
    >
    <button
      class="quiet"
      data-key="hand-over-${one.person}"
      aria-label="Make host: ${one.name ?? "no name"}"
      @click=${() => confirmHandOver(table, one)}
    >
      Make host…
    </button>
    <button
      class="quiet"
      data-key="remove-${one.person}"
      aria-label="Remove ${one.name ?? "no name"}"
      @click=${() => confirmRemoval(table, one)}
    >
      Remove…
    </button>
  </li>`;

function guests(table) {
  const all = peopleAt(table.picture);
  return part(
    "People",
    all.length
      ? html`<ul class="plain guest-list">
          ${all.map((one) => guest(table, one))}
        </ul>`
      : html`<p class="hint">Nobody but the host is here yet.</p>`,
  );
}

// --- the house, and the end ----------------------------------------------------------------------

function confirmClose(table) {
  ask(`Close ${table.picture.name}?`, {
    about: table.picture,
    body: () =>
      html`<p>
        Everybody is cashed out, and the table does not open again. If a round is being played, it
        is played to its end first. The record stays.
      </p>`,
    label: "Close the table",
    kind: "danger",
    act: async () => {
      const { closing } = await send(table, "close", { when: "after-round" });
      toast(closing ? "The table closes after this round." : "The table is closed.", "good");
    },
  });
}

const theEnd = (table) =>
  part(
    "The table",
    html`${table.picture.closing ? html`<p class="hint">It closes after this round.</p>` : null}
      <div class="buttons">
        <button
          data-key="host-house"
          @click=${() => changeHouse(table, (body) => send(table, "house", body))}
        >
          Change the house…
        </button>
        <button class="danger" data-key="host-close" @click=${() => confirmClose(table)}>
          Close the table…
        </button>
      </div>`,
  );

export function hostPanel(table) {
  if (table.picture.phase === "closed")
    return html`<p>This table is closed. <a href="#/own">Open another</a>.</p>`;
  return html`<div class="host-panel">
    ${invite(table)} ${guests(table)} ${part("House players", companyPart(table))}
    ${part("The dealer", inTheBox(table, speaks(table)))} ${theEnd(table)}
  </div>`;
}
