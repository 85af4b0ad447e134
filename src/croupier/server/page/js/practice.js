/** Parts of a player's practice: the cards of a decision, what each choice is worth, the score. */

import { capital, cardName, labelled, list, suitName } from "./words.js";
import { drawCard } from "./cards.js";
import { dollars, giveOrTake } from "./money.js";
import { html, svg } from "./vendor/lit-html/lit-html.js";

const WIDE = 112;

/** What a round is worth, from dollars: `−$2.53`, to the cent. */
export const worth = (value) => dollars(Math.round(value * 100));

/** A sum of dollars, to the cent and with its sign: `+$2.53`. */
export const signedSum = (value) => `${Math.round(value * 100) > 0 ? "+" : ""}${worth(value)}`;

/**
 * How sure an estimate is: ", give or take 20 cents"; nothing for an exact figure.
 * @param {{exact: string | null, stderr?: number}} figure
 */
export const doubt = ({ exact, stderr }) =>
  exact === null && stderr ? `, ${giveOrTake(stderr)}` : "";

/**
 * A figure for people; an estimate says how sure it is: `+$2.50, give or take 20 cents`.
 * @param {{exact: string | null, value: number, stderr?: number}} one
 */
export const figure = (one) => `${signedSum(one.value)}${doubt(one)}`;

/** A choice with the cents that it adds to the wagers: "Bet, $5 more". */
export const withCost = (label, cost) => (cost ? `${label}, ${dollars(cost)} more` : label);

/** A movement of the score with its sign: `+8`, `−12`. */
export const movement = (moved) => (moved < 0 ? `−${-moved}` : `+${moved}`);

/** Cards side by side, with a name below; those of others are smaller. */
export const pile = (name, cards, kind = "") =>
  html`<figure class="practice-pile ${kind}" data-cards=${cards.join(" ")}>
    <svg
      viewBox="0 0 ${WIDE * cards.length} 152"
      role="img"
      aria-label="${name}: ${list(cards.map(cardName))}"
    >
      ${cards.map(
        (card, i) =>
          svg`<g transform="translate(${WIDE * (i + 0.5)} 75)" class=${suitName(card)}>
            ${drawCard(card)}
          </g>`,
      )}
    </svg>
    <figcaption>${name}</figcaption>
  </figure>`;

/** The line of the felt that a place belongs to alone, which choices name; else the place. */
function nameOf(felt, place) {
  const lines = Object.entries(felt?.page?.lines ?? {}).filter(([, places]) =>
    places.includes(place),
  );
  return capital(labelled(felt, lines.length === 1 ? lines[0][0] : place));
}

/** The cards on the table, each with the name of its place where places differ. */
function laid(felt, { table, places }) {
  if (!table.length) return [];
  if (places.length !== table.length || table.length === 1)
    return [pile(places.length ? capital(labelled(felt, places[0])) : "On the table", table)];
  return table.map((card, i) => pile(nameOf(felt, places[i]), [card]));
}

const rival = ({ cards, stayed }) =>
  pile(stayed ? "Another player, in" : "Another player, still to decide", cards, "minor");

/**
 * The felt of a decision: the hand, the table, and other cards in view.
 * @param {any} game
 * @param {{hand: string[], table: string[], places: string[],
 *   rivals: {cards: string[], stayed: boolean}[], gone: string[]}} question
 * @param {string} [hand] whose hand it is
 */
export const cardsOf = (game, question, hand = "Your hand") =>
  html`<div class="practice-felt" data-cloth=${game?.felt?.page?.cloth ?? "emerald"}>
    ${laid(game?.felt, question)} ${question.hand.length ? pile(hand, question.hand) : null}
    ${question.rivals.filter(({ cards }) => cards.length).map(rival)}
    ${question.gone.length ? pile("Other cards in view", question.gone, "minor") : null}
  </div>`;

/** An option of a house in words; one that is a table is told line by line. */
const optionOf = ([key, value]) =>
  value && typeof value === "object"
    ? `${key} (${list(Object.entries(value).map(optionOf))})`
    : `${key} ${value}`;

/** How a house differs from the standard one, if it does. */
export function houseOf(house) {
  const changed = Object.entries(house ?? {}).map(optionOf);
  return changed.length ? `This house differs from the standard one: ${list(changed)}.` : "";
}

const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** For whom a strategy card is, in a game in which the other players matter. */
export const ALONE =
  "For one player alone against the dealer. With other players in the pot, the best choice may differ: ask for advice.";

/** What is known beside the cards, in a sentence or two. */
export function aboutTable(game, { stake, players, alone, house }) {
  return [
    `Your first wager, the ${labelled(game?.felt, game?.first_wager ?? "wager")}, is ${dollars(stake)}.`,
    players > 1 ? `You and ${counted(players - 1, "other player")} are in the round.` : "",
    alone ? "You are alone against the dealer." : "",
    houseOf(house),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * A bar for one of these values: full for the best one, else what it leaves behind the best at its
 * end, on a scale that all of them share.
 * @param {number} value
 * @param {number[]} values
 */
export function bar(value, values) {
  const best = Math.max(...values);
  const scale = Math.max(best - Math.min(...values), ...values.map(Math.abs));
  const behind = best - value;
  // Divided first: a part of the scale is at most 1, and the bar never longer than 100.
  const lost = scale && behind > 1e-9 ? Math.max(100 * (behind / scale), 0.6) : 0;
  const part = (kind, from, wide) =>
    svg`<rect class=${kind} x=${from} y="1" width=${wide} height="8" />`;
  return html`<svg
    class="worth"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    role="img"
    aria-label=${lost ? `${worth(behind)} behind the best` : "as good as the best"}
  >
    ${lost ? [part("kept", 0, 100 - lost), part("loss", 100 - lost, lost)] : part("gain", 0, 100)}
  </svg>`;
}

const tags = ({ best, action }, name) =>
  [name === best && "best", name === action && "your choice"].filter(Boolean);

const valueLine =
  (felt, verdict, values) =>
  ({ action, value }) =>
    html`<li class=${action === verdict.best ? "best" : ""} data-action=${action}>
      <span class="name">${capital(labelled(felt, action))}</span>
      ${tags(verdict, action).map((tag) => html` <span class="tag">${tag}</span>`)}
      <span class="number">${figure(value)}</span>
      ${bar(value.value, values)}
    </li>`;

/** What the whole round is worth on average with each choice, as bars. */
export function valuesOf(felt, verdict) {
  const values = verdict.choices.map(({ value }) => value.value);
  return html`<ul class="plain practice-values" aria-label="What the round is worth on average">
    ${verdict.choices.map(valueLine(felt, verdict, values))}
  </ul>`;
}

/** What the values beside the bars count. */
export const MEANING = html`<p class="hint">
  What you win or lose in the whole round, on average, with best play after this choice. Side wagers
  are not counted. The red end of a bar is what a choice is worth less than the best one.
</p>`;

/** What an answer was, in a few words. */
export function saidOf(felt, { right, best, cost }) {
  if (right) return "Right.";
  return `Wrong: this costs ${worth(cost.value)}. ${capital(labelled(felt, best))} is best.`;
}

const ruleLine = (felt) => (rule) =>
  html`<li>${capital(rule.when)}: <b>${labelled(felt, rule.action)}</b></li>`;

/** The lines of the strategy card that a lesson is about. */
export const rulesOf = (felt, { rules }) =>
  html`<ol class="rules">
    ${rules.map(ruleLine(felt))}
  </ol>`;

/** How close a decision was, by its difficulty: at most this, and what it is called. */
const CLOSENESS = [
  [800, "An easy decision"],
  [1200, "A fairly close decision"],
  [1600, "A close decision"],
  [Infinity, "A very close decision"],
];

/** How hard the question was that moved a score, in words. */
export function hardness({ difficulty }, many) {
  const [, name] = CLOSENESS.find(([most]) => difficulty <= most);
  return `${name}${many > 1 ? `, the closest of ${many} random deals` : ""}.`;
}

/** The last answers of a lesson as dots, and what is still needed. */
export function lessonProgress({ answers, passed }, { asked, needed }) {
  const right = [...answers].filter((one) => one === "1").length;
  const of = answers.length < asked ? answers.length : `the last ${asked}`;
  const said = answers.length ? `${right} of ${of} right.` : "Not begun.";
  const open = Array.from({ length: Math.max(asked - answers.length, 0) }, () => "open");
  const dots = [...[...answers].map((one) => (one === "1" ? "right" : "wrong")), ...open];
  return html`<p class="lesson-progress">
    <span class="dots" aria-hidden="true">${dots.map((kind) => html`<i class=${kind}></i>`)}</span>
    <span>${said} ${passed ? "Passed." : `Pass with ${needed} of ${asked}.`}</span>
  </p>`;
}

/** The day that is this many days from another, both as `2026-07-01`. */
export const daysTo = (day, today) =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86400000);

/** When something comes back: "today", "tomorrow", "in 7 days". */
export function inDays(days) {
  if (days <= 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
}
