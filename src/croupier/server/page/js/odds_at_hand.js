/** The odds at hand: a table's edge, the chance of each hand and the strategy card of its house. */

import { api } from "./net.js";
import { ALONE } from "./practice.js";
import { capital, labelled, readable } from "./words.js";
import { dollars } from "./money.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { oddsPanel } from "./sides.js";
import { ownResult } from "./result.js";
import { percent } from "./edges.js";
import { settingOf } from "./views/settings.js";
import { wagerName } from "./status.js";

/** Milliseconds until odds that are being computed are asked for again. */
const AGAIN = 1000;
/** A share below this is told as "1 in 4,165". */
const RARE = 0.001;

/** "32.68 %", or "1 in 4,165" of what is rare. */
export const chance = (share) =>
  share > 0 && share < RARE
    ? `1 in ${Math.round(1 / share).toLocaleString("en-US")}`
    : percent(share);

/** "The house keeps 2.80 % of each ante wager", or what the player keeps. */
export function keeps(felt, wager, edge) {
  const who = edge < 0 ? "You keep" : "The house keeps";
  return `${who} ${percent(Math.abs(edge))} of each ${wagerName(felt, wager)}`;
}

/**
 * What the player holds now, under the names that a row of the chances may have.
 * @param {import("./types.d.ts").Picture} picture
 * @param {import("./types.d.ts").Felt} felt
 * @param {import("./types.d.ts").Model} model
 */
export function heldNow(picture, felt, model) {
  const marked = (felt.scales ?? [])
    .filter(({ marker }) => model.marks[marker] !== undefined)
    .map(({ payouts, marker }) => `${payouts}-${model.marks[marker]}`);
  const hand = ownResult(picture)?.hand;
  return hand ? [...marked, hand] : marked;
}

export class OddsAtHand {
  /** `table` is the view that owns it: its picture, felt, token, id, director and side. */
  constructor(table) {
    this.table = table;
    this.found = null;
    this.complete = false;
    /** Which parts are open; kept while other tabs are shown. */
    this.unfolded = new Set(["pays"]);
  }

  close() {
    clearTimeout(this.asking);
    this.closed = true;
  }

  /** The house that was asked about; the floor may choose another between rounds. */
  get #house() {
    const { house, limits, payouts } = this.table.picture;
    return JSON.stringify([house, limits, payouts]);
  }

  #ask() {
    if (this.asked === this.#house) return;
    this.asked = this.#house;
    this.found = null;
    this.complete = false;
    this.#fetch();
  }

  async #fetch() {
    clearTimeout(this.asking);
    const { id, token } = this.table;
    const about = this.asked;
    const answer = await api("GET", `/api/tables/${encodeURIComponent(id)}/odds`, { token }).catch(
      () => ({ odds: null, complete: true }),
    );
    if (this.closed || about !== this.asked) return;
    this.found = answer.odds;
    this.complete = answer.complete;
    if (!answer.complete) this.asking = setTimeout(() => this.#fetch(), AGAIN);
    this.table.side?.refresh();
  }

  draw() {
    this.#ask();
    const { picture, felt } = this.table;
    return html`<div class="at-hand">
      ${picture.advice && picture.you?.seat ? this.#advice() : null} ${this.#edge()}
      ${this.#part("card", "Strategy card", this.#card())}
      ${this.#part("hands", "The chance of each hand", this.#hands())}
      ${this.#part("ends", "How rounds end", this.#ends())}
      ${this.#part("pays", "What is paid", oddsPanel(picture, felt))}
    </div>`;
  }

  /** A part that can be folded away; none where there is nothing to show. */
  #part(key, title, content) {
    if (!content) return null;
    const toggled = ({ target }) =>
      target.open ? this.unfolded.add(key) : this.unfolded.delete(key);
    return html`<details ?open=${this.unfolded.has(key)} @toggle=${toggled}>
      <summary>${title}</summary>
      ${content}
    </details>`;
  }

  #advice() {
    return html`<div class="settings advice-setting">${settingOf("advice")}</div>`;
  }

  #edge() {
    const { found, complete } = this;
    const { felt } = this.table;
    const heading = html`<h3>House edge</h3>`;
    if (!found)
      return html`<section aria-live="polite">
        ${heading}
        <p>
          ${
            complete
              ? "The edge of this house is not known."
              : "Working it out for this house: some seconds…"
          }
        </p>
      </section>`;
    const { edge, wager, stake, sides, alone } = found;
    const against = alone ? " and are alone against the dealer" : "";
    const of100 = dollars(Math.round(Math.abs(edge.value) * 10000));
    return html`<section aria-live="polite">
      ${heading}
      <p>
        <b>${keeps(felt, wager, edge.value)}</b>: ${of100} of every $100, on average, if you play as
        well as possible${against}.
      </p>
      ${sides.map(
        (side) =>
          html`<p>
            ${keeps(felt, side.wager, side.edge.value)}; the wager wins ${chance(side.win.value)} of
            the time.
          </p>`,
      )}
      <details>
        <summary>Exact value</summary>
        <p class="hint"><span class="exact">${edge.exact}</span>, at ${dollars(stake)}.</p>
      </details>
    </section>`;
  }

  #hands() {
    const { found } = this;
    if (!found?.hands.length) return null;
    const { picture, felt, director } = this.table;
    const held = heldNow(picture, felt, director.model);
    const row = ({ hand, share }) =>
      html`<tr aria-current=${held.includes(hand) ? "true" : nothing}>
        <th scope="row">${capital(readable(labelled(felt, hand)))}</th>
        <td>${chance(share.value)}</td>
      </tr>`;
    return html`<div class="chances">
      <table>
        <tbody>
          ${found.hands.map(row)}
        </tbody>
      </table>
      <p class="hint">Of all rounds, with best play. ${found.note}</p>
    </div>`;
  }

  #ends() {
    const { found } = this;
    if (!found) return null;
    const rows = [
      ["You win money", found.ends.win],
      ["Nothing won or lost", found.ends.even],
      ["You lose money", found.ends.lose],
    ];
    return html`<div class="chances">
      <table>
        <tbody>
          ${rows.map(
            ([what, share]) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td>${chance(share.value)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="hint">
        Of all rounds, with best play. A round takes ${found.average_wager.value.toFixed(2)} times
        the ${wagerName(this.table.felt, found.wager)} on average.
      </p>
    </div>`;
  }

  #card() {
    const card = this.found?.card;
    if (!card) return null;
    const rule = ({ action, when, share }) =>
      html`<li>
        <b>${capital(action)}</b>: ${when} <small>${chance(share.value)} of rounds</small>
      </li>`;
    const cost = card.cost.value
      ? `costs ${percent(card.cost.value)} of the ${wagerName(this.table.felt, this.found.wager)} more than best play`
      : "is best play";
    return html`<div class="strategy-card">
      ${this.found.alone ? html`<p>${ALONE}</p>` : null}
      ${card.parts.map(
        (part) =>
          html`<h4>${part.title}</h4>
            <ol>
              ${part.rules.map(rule)}
            </ol>`,
      )}
      <p class="hint">The first line that fits counts. To play by this card ${cost}.</p>
    </div>`;
  }
}
