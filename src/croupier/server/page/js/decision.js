/** One decision of a finished round: its cards, what each choice was worth, what was made of it. */

import { bar, cardsOf, houseOf, worth } from "./practice.js";
import { capital, labelled, withSigns } from "./words.js";
import { cents, dollars } from "./money.js";
import { html } from "./vendor/lit-html/lit-html.js";

/**
 * @typedef {{exact: string | null, value: number, stderr?: number}} Figure
 * @typedef {object} Decision
 * @property {number} round
 * @property {string} street what there was to choose, in words
 * @property {{hand: string[], table: string[], seen: string[], players: number}} situation
 * @property {{action: string, ev: Figure}[]} choices in first wagers
 * @property {string} made
 * @property {string} best
 * @property {Figure} cost in dollars
 * @property {string} stake
 * @property {string | null} amount
 * @property {Figure} value what was made, at its amount, in first wagers
 * @property {boolean} right
 * @property {boolean} mistake
 * @property {boolean} affordable
 * @property {string} by
 * @property {Record<string, unknown>} [house] what the house has changed
 * @property {{cards: string[], stayed: boolean}[]} [rivals] the other players' open cards
 * @property {string[]} [gone] cards that were seen and are out of play
 * @property {number} at the step of the round before it
 * @property {string} reason
 */

/** A sum of dollars, to the cent and with its sign: `+$2.53`. */
export const signedSum = (value) => `${Math.round(value * 100) > 0 ? "+" : ""}${worth(value)}`;

/**
 * A figure for people; an estimate says how sure it is: `about +$2.50 ± $0.10`.
 * @param {Figure} figure
 * @param {(value: number) => string} [write]
 */
export const figure = ({ exact, value, stderr }, write = signedSum) =>
  exact === null && stderr ? `about ${write(value)} ± ${worth(stderr)}` : write(value);

/** A figure times a number of dollars. */
const times = ({ exact, value, stderr }, by) => ({
  exact,
  value: value * by,
  stderr: stderr && stderr * by,
});

const named = (felt, action) => labelled(felt, action);

// --- the cards -----------------------------------------------------------------------------------

/** The sign of a card that nobody has seen; in `seen` it says what a player has done. */
const UNKNOWN = "??";

/**
 * The cards that were in sight, as an exercise has them. A review of earlier does not tell whose
 * the others' cards were.
 * @param {Decision} decision
 */
const inSight = ({ situation: { hand, table, seen }, rivals, gone }) => ({
  hand,
  table,
  places: [],
  rivals: rivals ?? [],
  gone: gone ?? seen.filter((card) => card !== UNKNOWN),
});

// --- the values ----------------------------------------------------------------------------------

/** What each choice was worth; what was made at less than the full amount has a line of its own. */
function lines({ choices, made, best, amount, value }) {
  const less = (one) => amount !== null && Math.abs(one.ev.value - value.value) > 1e-9;
  return choices.flatMap((one) => {
    const mine = one.action === made;
    const line = { action: one.action, worth: one.ev, best: one.action === best, mine };
    return mine && less(one)
      ? [
          { ...line, mine: false },
          { ...line, worth: value, best: false, amount },
        ]
      : [line];
  });
}

const lineName = (felt, { action, amount }) =>
  `${capital(named(felt, action))}${amount ? ` ${dollars(amount)}` : ""}`;

/**
 * Bars for what the whole round was worth with each choice, in dollars.
 * @param {Decision} decision
 */
function valuesOf(felt, decision, own) {
  const stake = cents(decision.stake) / 100;
  const all = lines(decision).map((line) => ({ ...line, worth: times(line.worth, stake) }));
  const values = all.map((line) => line.worth.value);
  return html`<ul class="plain review-values" aria-label="What each choice was worth on average">
    ${all.map(
      (line) =>
        html`<li class=${line.best ? "best" : ""}>
          <span class="name">${lineName(felt, line)}</span>
          <span class="tags">
            ${line.best ? html`<span class="tag">best</span>` : null}
            ${line.mine ? html`<span class="tag mine">${own ? "your choice" : "their choice"}</span>` : null}
          </span>
          <span class="number">${figure(line.worth)}</span>
          ${bar(line.worth.value, values)}
        </li>`,
    )}
  </ul>`;
}

/** The fractions behind the values; null where all of them are estimates. */
function exactly(felt, decision) {
  const exact = lines(decision).filter((line) => line.worth.exact !== null);
  if (!exact.length) return null;
  return html`<details class="review-exact">
    <summary>Exact values</summary>
    <p class="hint">
      In first wagers of ${dollars(decision.stake)}, over the whole round, with all wagers counted.
    </p>
    <dl class="figures">
      ${exact.map(
        (line) =>
          html`<dt>${lineName(felt, line)}</dt>
            <dd class="hash">${line.worth.exact.replace(/^-/, "−")}</dd>`,
      )}
    </dl>
  </details>`;
}

/** What there was to choose from: "fold, bet or raise". */
export function alternatives(felt, { choices }) {
  const names = choices.map(({ action }) => named(felt, action));
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

// --- in words ------------------------------------------------------------------------------------

/**
 * What was decided, and what it cost, in a sentence or two.
 * @param {Decision} decision
 * @param {boolean} [own] whether the reader decided it
 */
export function verdict(felt, decision, own = true) {
  const { made, best, amount, cost, right, affordable, by } = decision;
  const said = `${named(felt, made)}${amount ? ` ${dollars(amount)}` : ""}`;
  const begins =
    by === "clock"
      ? `Time ran out, which counts as ${said}.`
      : `${own ? "You" : "The player"} chose ${said}.`;
  if (right)
    return cost.value > 0
      ? `${begins} As far as the estimate can tell, that is right.`
      : `${begins} Nothing was worth more.`;
  const more = figure(cost, worth);
  const lost =
    made === best
      ? `${capital(named(felt, best))} at the full amount was worth ${more} more.`
      : `${capital(named(felt, best))} was worth ${more} more.`;
  if (affordable) return `${begins} ${lost}`;
  return `${begins} ${lost} The chips did not reach for it, so this does not count as a mistake.`;
}

/** What is known beside the cards. */
const about = (game, { stake, situation: { players } }) =>
  [
    `First wager ${dollars(stake)}`,
    players > 1 ? `${players} players in the round` : "",
    game?.title ?? "",
  ]
    .filter(Boolean)
    .join(" · ");

/**
 * A decision with everything that is known about it.
 * @param {any} game
 * @param {Decision} decision
 * @param {boolean} [own] whether the reader decided it
 */
export function decisionPart(game, decision, own = true) {
  const house = houseOf(decision.house);
  return html`<p class="hint">${about(game, decision)}</p>
    ${house ? html`<p class="hint">${house}</p>` : null}
    ${cardsOf(game, inSight(decision), own ? "Your hand" : "The hand")}
    <p class="review-verdict ${decision.right ? "good" : decision.mistake ? "bad" : ""}">
      <b>${decision.right ? "✓ Right" : decision.mistake ? "✗ Mistake" : "• Not the best"}</b>
      ${verdict(game?.felt, decision, own)}
    </p>
    ${decision.reason ? html`<p>${withSigns(decision.reason)}</p>` : null}
    ${valuesOf(game?.felt, decision, own)}
    <p class="hint">
      What you win or lose in the whole round, on average, with best play after this choice. The red
      end of a bar is what a choice is worth less than the best one.
    </p>
    ${exactly(game?.felt, decision)}`;
}
