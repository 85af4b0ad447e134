/** The panels beside the table: what has happened, what is paid, the table in words. */

import { postedOdds } from "./geometry.js";
import { behind, cameTo, ownResult, wagerCame } from "./result.js";
import { cents, dollars, posted } from "./money.js";
import { capital, cardName, labelled, list, readable, seatOf, withSigns } from "./words.js";
import { houseWord } from "./strategies.js";
import { shownAs } from "./vocabulary.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { keyed } from "./vendor/lit-html/directives/keyed.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { whenCalm } from "./calm.js";
import { whyButton } from "./why.js";

/**
 * One step of the round with its clause; `current` if the felt is shown as it was after it.
 * @param {{game: string, rulebook: string, title?: string}} table
 * @param {import("./types.d.ts").TableEvent} event
 * @param {{current?: boolean, onclick?: ((event: any) => void) | symbol}} [options]
 */
export function step(table, event, { current = false, onclick = nothing } = {}) {
  const line = withSigns(event.line ?? event.text ?? event.kind);
  return html`<li
    class="step ${shownAs(event).tone}"
    data-n=${event.n}
    aria-current=${current ? "step" : nothing}
    @click=${onclick}
  >
    <span class="line">${line}</span>
    ${whyButton(table, { ...event, line: withSigns(event.line ?? "") })}
  </li>`;
}

/**
 * What the round on the felt brought the viewer, wager by wager; null if it brought nothing yet.
 * @param {import("./types.d.ts").Picture} picture
 * @param {import("./types.d.ts").Felt} felt
 */
export function resultPanel(picture, felt) {
  const seat = picture.you?.seat;
  const own = ownResult(picture);
  if (!own?.wagers?.length) return null;
  return html`<section class="result-panel" aria-label="Your result">
    <h3>${cameTo(cents(own.net))}</h3>
    <ul class="plain">
      ${own.wagers.map(
        (wager) =>
          html`<li>
            <span>${capital(wagerCame(felt, wager))}</span>
            ${whyButton(picture, { rule: wager.rule, line: wagerCame(felt, wager) })}
          </li>`,
      )}
    </ul>
    <p>${behind(picture.result, seat)}</p>
    ${
      picture.round
        ? html`<a href="#/dispute?rounds=${picture.round}&lodge=1">Ask the floor for a ruling</a>`
        : nothing
    }
  </section>`;
}

const oddsTable = (name, odds, felt) =>
  html`<table>
    <caption>
      ${capital(labelled(felt, name))} pays
    </caption>
    <tbody>
      ${odds.map(
        ([hand, pays]) =>
          html`<tr>
            <th scope="row">${capital(readable(hand || name))}</th>
            <td>${pays}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

/**
 * The posted odds, all of them, with "to".
 * @param {import("./types.d.ts").Picture} picture
 * @param {import("./types.d.ts").Felt} felt
 */
export function oddsPanel(picture, felt) {
  const scaled = (felt.scales ?? []).map((scale) => [
    scale.payouts,
    Object.entries(picture.payouts[scale.payouts] ?? {}),
  ]);
  const { increment } = picture.limits;
  const steps = increment ? `, in steps of ${dollars(increment)}` : "";
  const most = picture.house?.payout_limit ?? "none";
  return html`<div class="odds-panel">
    <p>Limits: ${posted(picture.limits, picture.first_wager)}${steps}.</p>
    ${[...scaled, ...postedOdds(felt, picture.payouts)].map(([name, odds]) =>
      oddsTable(name, odds, felt),
    )}
    ${most === "none" ? null : html`<p>No more than ${dollars(most)} is paid on one hand.</p>`}
    <p class="hint">Play money: it cannot be bought, sold or exchanged for anything.</p>
  </div>`;
}

const lying = (cards) =>
  list(cards.map((card) => (card.shown === "??" ? "a face-down card" : cardName(card.shown))));

/**
 * The table told in sentences, for those who do not see it.
 * @param {import("./types.d.ts").Picture} picture
 * @param {import("./types.d.ts").Felt} felt
 * @param {import("./types.d.ts").Model} model
 * @param {{own: number | null, all?: boolean}} viewer their seat, and whether all cards are open
 */
export function inWords(picture, felt, model, { own, all = false }) {
  const called = (name) => capital(labelled(felt, name));
  const shown = (name, cards) =>
    cards
      .filter((card) => !card.gone)
      .map((card) => ({ shown: card.up || all || seatOf(name) === own ? card.card : "??" }));
  const places = Object.entries(model.places).filter(
    ([name, cards]) => seatOf(name) === null && shown(name, cards).length,
  );
  const lines = [];
  lines.push(
    places.length
      ? places.map(([name, cards]) => `${called(name)}: ${lying(shown(name, cards))}.`).join(" ")
      : "No cards on the dealer's side.",
  );
  for (const scale of felt.scales ?? [])
    if (model.marks[scale.marker] !== undefined)
      lines.push(`The marker is on ${scale.label} ${model.marks[scale.marker]}.`);
  if (model.pot) lines.push(`The pot holds ${dollars(model.pot)}.`);
  const button = model.button ?? picture.button;
  if (button !== null && button !== undefined) {
    const seat = seatOf(String(button));
    lines.push(`The button lies at ${seat ? `seat ${seat}` : "the dealer"}.`);
  }
  const seats = Object.entries(picture.seats).filter(([, seat]) => seat);
  const wagersOf = (number) =>
    Object.values(model.chips)
      .filter((chips) => chips.seat === number)
      .map(({ wager, amount, word }) =>
        [labelled(felt, wager), dollars(amount), word].filter(Boolean).join(" "),
      );
  const handOf = (number) =>
    Object.entries(model.places)
      .filter(([name]) => seatOf(name) === number)
      .flatMap(([name, cards]) => shown(name, cards));
  const told = (number, { name, chips, strategy = null, state = "" }) => {
    const [wagers, hand] = [wagersOf(number), handOf(number)];
    const you = number === own ? " (you)" : strategy ? ` (${houseWord(strategy)})` : "";
    return [
      `Seat ${number}, ${name ?? "no name"}${you}: ${dollars(chips)}.`,
      wagers.length ? ` Wagers: ${list(wagers)}.` : "",
      hand.length ? ` Cards: ${lying(hand)}.` : "",
      state ? ` ${capital(readable(state))}.` : "",
    ].join("");
  };
  return html`<div class="in-words">
    <p>${lines.join(" ")}</p>
    <ul>
      ${seats.map(([number, seat]) => html`<li>${told(Number(number), seat)}</li>`)}
    </ul>
    <p>${picture.left} cards in the shoe, ${picture.rack} in the discard rack.</p>
  </div>`;
}

/** Tabs of which one is open; on a phone they are a sheet over the table. */
export class Side {
  /** @param tabs gives the tabs of now: `[{key, label, draw}]`. */
  constructor(box, tabs) {
    this.box = box;
    this.tabs = tabs;
    this.open = null;
    box.onkeydown = ({ key }) => {
      if (key === "Escape") this.toggle(false);
    };
    this.#draw();
  }

  /** The tabs, and which of them is open: the first if the one that was has gone. */
  get #now() {
    const tabs = this.tabs();
    const at = tabs.findIndex((tab) => tab.key === this.open);
    return { tabs, at: Math.max(at, 0) };
  }

  #arrow(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const { tabs, at } = this.#now;
    this.show(tabs[(at + way + tabs.length) % tabs.length].key);
    this.#selected.focus();
  }

  /** @returns {HTMLElement} */
  get #selected() {
    return this.box.querySelector("[role=tab][aria-selected=true]");
  }

  show(key) {
    this.open = key;
    this.toggle(true);
    this.#draw();
  }

  /** On a phone: the panel goes over the table, with the focus, and away again. */
  toggle(open) {
    if (open === this.box.classList.contains("open")) return;
    this.box.classList.toggle("open", open);
    if (getComputedStyle(this.box.querySelector(".sheet-close")).display === "none") return;
    if (open) {
      this.from = /** @type {HTMLElement} */ (document.activeElement);
      this.#selected.focus();
    } else this.from?.focus({ preventScroll: true });
  }

  #draw() {
    const { tabs, at } = this.#now;
    const open = tabs[at];
    this.open = open.key;
    const label = (tab) =>
      html`<button
        role="tab"
        id="tab-${tab.key}"
        aria-controls="tab-body"
        aria-selected=${String(tab === open)}
        tabindex=${tab === open ? 0 : -1}
        @click=${() => this.show(tab.key)}
      >
        ${tab.label}
      </button>`;
    render(
      html`<div class="tab-bar">
          <div
            class="tabs"
            role="tablist"
            aria-label="Beside the table"
            @keydown=${(event) => this.#arrow(event)}
          >
            ${repeat(tabs, ({ key }) => key, label)}
          </div>
          <button
            class="quiet sheet-close"
            aria-label="Close this panel"
            @click=${() => this.toggle(false)}
          >
            ✕
          </button>
        </div>
        <div
          class="tab-body"
          role="tabpanel"
          tabindex="0"
          id="tab-body"
          aria-labelledby="tab-${open.key}"
        >
          ${keyed(open.key, open.draw())}
        </div>`,
      this.box,
    );
  }

  /** Draw again what is open. */
  refresh() {
    whenCalm(() => this.#draw());
  }
}
