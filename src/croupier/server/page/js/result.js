/** What a round brought somebody: the sum, where it came from, and why one hand beat another. */

import { capital, labelled, list, readable } from "./words.js";
import { cents, dollars } from "./money.js";

/**
 * What the round on the felt brought the viewer; undefined for somebody who has taken the seat since
 * and sees the round as the public does.
 * @param {import("./types.d.ts").Picture} picture
 */
export const ownResult = ({ result, you }) =>
  you?.viewer === "public" ? undefined : result?.seats?.[you?.seat];

/** "You win $16", from the net result in cents. */
export const cameTo = (net) =>
  net > 0
    ? `You win ${dollars(net)}`
    : net < 0
      ? `You lose ${dollars(-net)}`
      : "Even: nothing won or lost";

/** What became of a wager, from the word for its outcome: "wins", "loses", "is returned". */
const verbOf = (outcome) =>
  /d$/.test(outcome) ? `is ${outcome}` : `${outcome}${/sh$/.test(outcome) ? "es" : "s"}`;

/** "original $10 wins $40 at 4 to 1". */
export function wagerCame(felt, { wager, amount, outcome, paid, odds }) {
  const won = cents(paid) ? ` ${dollars(paid)}${odds ? ` at ${odds}` : ""}` : "";
  return `${labelled(felt, wager)} ${dollars(amount)} ${verbOf(readable(outcome))}${won}`;
}

/**
 * What was taken out of the pot and what was put into it, where there is one.
 * @param {import("./types.d.ts").Result} result
 */
function fromThePot({ pot, seats, house }, seat) {
  const share = pot?.shares?.[seat];
  if (!share || !cents(share)) return [];
  const own = seats[seat];
  const fee = cents(own.commission ?? "0");
  const less = fee ? ` after ${dollars(fee)} commission` : "";
  const staked = own.staked ? `; you staked ${dollars(own.staked)}` : "";
  return [`The pot gives you ${dollars(share)}${less}${staked}.`].concat(
    fee || !cents(house?.commission ?? "0")
      ? []
      : [`The house takes ${dollars(house.commission)} commission.`],
  );
}

/** @typedef {(who: string) => string} Called what a seat's player is called, or "the dealer" */

/** @type {Called} */
const bySeat = (who) => (who === "dealer" ? "the dealer" : `seat ${who}`);

/**
 * Who has got the pot, for somebody who got nothing of it.
 * @param {import("./types.d.ts").Result} result
 * @param {Called} called
 */
function potOfOthers({ pot, hands = {}, seats }, seat, called) {
  const winners = winnersOf(pot);
  if (!winners.length || winners.includes(String(seat)) || !seats[seat]?.wagers?.length) return [];
  const won = winners.map((who) => {
    const hand = hands[who] ? ` with ${hands[who].words}` : "";
    return `${called(who)} wins ${dollars(pot.shares[who])} from the pot${hand}`;
  });
  return [`${capital(list(won))}.`];
}

/** Who has a share of the pot. */
const winnersOf = (pot) => Object.keys(pot?.shares ?? {}).filter((who) => cents(pot.shares[who]));

/**
 * The hands that were compared, one's own first.
 * @param {import("./types.d.ts").Result} result
 * @param {Called} called
 */
function compared({ hands = {}, seats, pot }, seat, called) {
  const told = winnersOf(pot).includes(String(seat)) ? [] : winnersOf(pot);
  const own = hands[seat]?.words ?? seats[seat]?.hand_words;
  if (!own) return seats[seat]?.hand ? [`${capital(readable(seats[seat].hand))}.`] : [];
  const others = Object.entries(hands)
    .filter(([who]) => who !== String(seat) && !told.includes(who))
    .map(([who, { words }]) => `${called(who)}: ${words}`);
  return [`You: ${own}${others.length ? `; ${others.join("; ")}` : ""}.`];
}

/**
 * What lies behind a seat's result besides its wagers, in sentences: the pot, the hands.
 * @param {import("./types.d.ts").Result} result
 * @param {Called} [called]
 */
export const behind = (result, seat, called = bySeat) =>
  [
    ...fromThePot(result, seat),
    ...potOfOthers(result, seat, called),
    ...compared(result, seat, called),
  ].join(" ");

/** Whether a wager was paid or lost by itself, and not with a pot of which the seat has a share. */
const byItself = ({ odds, outcome, paid }) =>
  odds !== null || (!cents(paid) && outcome !== "shared");

/**
 * A seat's result in sentences. Where a pot was shared out, what each wager won of it is left out;
 * to somebody else, that comes first.
 * @param {import("./types.d.ts").Result} result
 * @param {import("./types.d.ts").Felt} felt
 * @param {Record<string, string>} [names] of the seats' players
 */
export function detailsOf(result, felt, seat, names = {}) {
  const { wagers = [] } = result.seats?.[seat] ?? {};
  const shared = fromThePot(result, seat).length > 0;
  const told = wagers.filter((one) => !shared || byItself(one));
  const came = told.length ? `${capital(list(told.map((one) => wagerCame(felt, one))))}.` : "";
  const why = behind(result, seat, (who) => names[who] ?? bySeat(who));
  const parts = result.pot && !shared ? [why, came] : [came, why];
  return parts.filter(Boolean).join(" ");
}
