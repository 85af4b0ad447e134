/** One's own rounds: which are asked for, and each of them in the first person. */

import { capital, cardName, cardSign, labelled, list, suitName, when } from "./words.js";
import { cents, dollars } from "./money.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { rulingLine } from "./disputes.js";
import { signedSum } from "./practice.js";
import { wagerCame } from "./result.js";

/** What rounds can be chosen by; the same names are in the page's address. */
export const FILTERS = ["game", "table", "result", "from", "to"];

/** The beginning of a day here, or of the day after it, as the server writes moments. */
function moment(day, later = 0) {
  const [year, month, date] = day.split("-").map(Number);
  const time = new Date(year, month - 1, date + later);
  return Number.isNaN(time.getTime()) ? null : `${time.toISOString().slice(0, 19)}Z`;
}

/** The filters of an address. */
export const chosenBy = (query) =>
  Object.fromEntries(FILTERS.filter((key) => query.get(key)).map((key) => [key, query.get(key)]));

/** What the server is asked for: the days are those of this browser's clock. */
export function askedBy(chosen) {
  const { from, to, ...others } = chosen;
  const ends = { from: from && moment(from), to: to && moment(to, 1) };
  const given = Object.entries(ends).filter(([, time]) => time);
  return new URLSearchParams({ ...others, ...Object.fromEntries(given) });
}

/** "You won $12", from the net result in cents. */
export const youCame = (net) =>
  net > 0 ? `You won ${dollars(net)}` : net < 0 ? `You lost ${dollars(-net)}` : "You broke even";

/** How a sum of money is coloured. */
export const kindOf = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "");

const face = (card) =>
  html`<span class="face ${suitName(card)}" aria-hidden="true">${cardSign(card)}</span>`;

/** Cards that lie together, under what they are called. */
const pile = (name, cards) =>
  html`<span class="pile"
    ><small>${name}</small> ${cards.map(face)}<span class="sr"
      >${list(cards.map(cardName))}</span
    ></span
  >`;

const isKnown = (card) => card !== "??";

/** One's own cards, and those on the table that could be seen. */
function piles({ seats, felt }, art) {
  const own = seats
    .filter(({ cards }) => cards.length)
    .map(({ seat, cards }) => pile(seats.length > 1 ? `Seat ${seat}` : "You", cards));
  const table = Object.entries(felt)
    .filter(([, cards]) => cards.some(isKnown))
    .map(([place, cards]) => pile(capital(labelled(art, place)), cards));
  return [...own, ...table];
}

/** The hand and what became of each wager, in a sentence. */
function told({ seats }, art) {
  const hands = seats.map((seat) => seat.hand_words).filter(Boolean);
  const wagers = seats.flatMap((seat) => seat.wagers.map((wager) => wagerCame(art, wager)));
  return [
    hands.length && `Your hand: ${list(hands)}.`,
    wagers.length && `${capital(list(wagers))}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The game and the table; a table that is called after its game says both. */
export const where = (title, name) => (name.startsWith(title) ? name : `${title} at ${name}`);

/** Where a round can be looked at again. */
const links = ({ round, disputes = [] }) =>
  html`<nav class="buttons" aria-label="Round ${round}">
    <a class="button" href="#/round/${round}">Replay</a>
    <a class="button" href="#/review/${round}">Review</a>
    ${
      disputes.length
        ? rulingLine(round, disputes)
        : html`<a class="button quiet" href="#/dispute?rounds=${round}&lodge=1"
            >Ask for a ruling</a
          >`
    }
  </nav>`;

/** What a review has found, in a line; nothing where there is no review. */
function found({ review }) {
  if (!review) return null;
  const { decisions, right, cost, luck } = review;
  const which =
    decisions === 0
      ? "nothing to decide"
      : `${right} of ${decisions} ${decisions === 1 ? "decision" : "decisions"} right`;
  const lost = cost > 0 ? `, mistakes cost ${dollars(Math.round(cost * 100))}` : "";
  return html`<p class="hint">
    Reviewed: ${which}${lost}, luck <span class="sum">${signedSum(luck)}</span>.
  </p>`;
}

/** One's own round. `game` has its title and its felt. */
export function ownRound(line, game) {
  const net = cents(line.net);
  const laid = piles(line, game?.felt);
  return html`<li class="own-round ${kindOf(net)}">
    <p class="own-came">
      <b>${youCame(net)}</b>
      <a href="#/round/${line.round}">Round ${line.round}</a>
    </p>
    <p class="hint">${where(game?.title ?? line.game, line.name)}, ended ${when(line.time)}</p>
    ${laid.length ? html`<p class="piles">${laid}</p>` : null}
    <p>${told(line, game?.felt)}</p>
    ${found(line)} ${links(line)}
  </li>`;
}
