/** How to play: a card of six lines with pictures, and a first round that is guided. */

import { choicesOf } from "./offers.js";
import { dialog } from "./why.js";
import { guidePicture } from "./guide_picture.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { knowTerms, withTerms } from "./terms.js";
import { ownResult } from "./result.js";
import { placed } from "./status.js";

const KEY = "croupier-guided";

/** Of each table: the moment that was told last, and the round whose result is told no more. */
const told = new WeakMap();

function guided() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

function remember(game, done) {
  localStorage.setItem(KEY, JSON.stringify({ ...guided(), [game]: done }));
}

/** Whether nobody has played any game to its end at this browser yet. */
export const isNewcomer = () => !Object.values(guided()).some(Boolean);

/** Everybody who listens for `guidance` is told that there is more or less of it. */
const changed = () => dispatchEvent(new Event("guidance"));

/** The guidance is not wanted any more. */
export function dismissGuidance(game) {
  remember(game, true);
  changed();
}

/** Guide the next round again; what lies on the table's felt now is not its result. */
export function bringBackGuidance(game, table = null) {
  remember(game, false);
  if (table) told.set(table, { past: table.picture.round });
  changed();
}

/** Which moment of a round it is for the viewer; null while others act or cards move. */
function momentOf({ picture, game, busy }, past) {
  const me = picture.seats[picture.you.seat];
  if (!me || me.joins) return null;
  const over = picture.phase === "between" || picture.stays;
  const played = ownResult(picture)?.wagers?.length;
  if (over && played && picture.round !== past) return busy ? null : "result";
  if (picture.phase === "wagering") return placed(picture, picture.first_wager) ? "ready" : "wager";
  if (busy || !(picture.awaits ?? []).includes(picture.you.seat)) return null;
  const verbs = choicesOf(picture.next ?? [], game)
    .filter((choice) => !choice.aside)
    .map(({ offer }) => offer.verb);
  return [...new Set(verbs)].sort().join(" ");
}

/** The texts of a guided round by their moment, and the moments that every round has, in order. */
function script({ first_round: { decisions, sometimes = {}, ...moments } }) {
  const order = ["wager", "ready", ...Object.keys(decisions), "result"];
  return { texts: { ...moments, ...decisions, ...sometimes }, order };
}

/**
 * What a newcomer to this game is told now, or null: for the first round that is played to its end.
 * While others act, the last moment's text stays.
 * @returns {{step: number, of: number, text: string, dismiss: () => void} | null}
 */
export function guidance(table) {
  const { picture, game } = table;
  if (!game?.guide || !picture?.you?.seat) return null;
  const before = told.get(table) ?? {};
  const now = momentOf(table, before.past);
  const ended = before.moment === "result" && now !== null && now !== "result";
  if (ended) told.set(table, { ...before, moment: null });
  if (ended || (guided()[game.game] && before.moment !== "result")) return null;
  const { texts, order } = script(game.guide);
  const moment = texts[now] ? now : before.moment;
  if (!moment) return null;
  told.set(table, { ...before, moment });
  // What is said of the wagers does not help once the cards are dealt.
  if (["wager", "ready"].includes(moment) && picture.phase !== "wagering") return null;
  if (moment === "result") remember(game.game, true);
  // What only some rounds ask comes after the deal, and is not counted.
  const at = order.indexOf(moment);
  return {
    step: at < 0 ? order.indexOf("ready") + 1 : at + 1,
    of: order.length,
    text: texts[moment],
    dismiss() {
      told.delete(table);
      dismissGuidance(game.game);
    },
  };
}

const minutes = (count) => (count === 1 ? "a minute" : `${count} minutes`);

/** How long it takes to learn a game, in words. */
export const learnedIn = ({ minutes: count }) => `Learned in ${minutes(count)}`;

function card({ game, title, felt, guide, rulebooks }, book, again) {
  const seen = new Set();
  return html`<p class="guide-sentence">${guide.sentence}</p>
    <ol class="guide-steps" data-cloth=${felt?.page?.cloth ?? "emerald"}>
      ${guide.steps.map(
        ({ text, picture }) =>
          html`<li>
            <div class="guide-cloth">${guidePicture(picture, felt ?? {})}</div>
            <p>${withTerms(text, book, seen)}</p>
          </li>`,
      )}
    </ol>
    <div class="buttons">
      ${again}
      <a class="button" href="#/rules/${game}?rulebook=${book.rulebook ?? rulebooks[0]}"
        >All the rules of ${title}</a
      >
    </div>`;
}

/**
 * Open the card of a game: six lines with pictures. At a table the guided round can be had again.
 * @param {any} game as `GET /api/games` has it
 * @param {any} [table] the view of the table at which it is asked for
 */
export function howToPlay(game, table = null) {
  const book = { game: game.game, rulebook: table?.picture?.rulebook ?? game.rulebooks[0] };
  const box = dialog(`How to play ${game.title}`, html`<div class="guide-card"></div>`);
  box.classList.add("wide");
  const again = table?.picture?.you?.seat
    ? html`<button
        class="primary"
        @click=${() => {
          bringBackGuidance(game.game, table);
          box.close();
        }}
      >
        Guide me through a round
      </button>`
    : null;
  const leave = ({ target }) => target.closest("a") && box.close();
  box.addEventListener("click", leave);
  const draw = () => render(card(game, book, again), box.querySelector(".guide-card"));
  draw();
  knowTerms(book).then(() => box.isConnected && draw());
  return box;
}
