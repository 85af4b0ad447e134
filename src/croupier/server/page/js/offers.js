/** What may be said, sorted for people: wagers with their bounds, and choices with their labels. */

import { cents, wire } from "./money.js";
import { capital, labelled } from "./words.js";

const bounds = (arg) =>
  typeof arg === "object"
    ? { least: cents(arg.least), most: cents(arg.most), step: cents(arg.step) }
    : null;
const isAmount = (arg) => typeof arg === "object" || /^\d+\.\d\d$/.test(arg);

/** The words of a sentence without its amounts. */
const wordsOf = (offer) => offer.args.filter((arg) => !isAmount(arg) && arg !== "same");

/**
 * The sentence of an offer at an amount.
 * @param {import("./types.d.ts").Offer} offer
 * @param {number} [amount] in cents
 */
export function sentence(offer, amount) {
  const said = offer.args.map((arg) =>
    typeof arg === "object" || arg === "same" ? wire(amount) : arg,
  );
  return [offer.verb, ...said].join(" ");
}

/**
 * The wagers that may be placed: `{name, least, most, step, fixed, variants}`, the variants by
 * their extra words.
 * @param {import("./types.d.ts").Offer[]} offers
 */
export function wagersOf(offers) {
  const wagers = new Map();
  for (const offer of offers.filter((one) => one.verb === "wager")) {
    const [name, ...extra] = wordsOf(offer);
    const wager = wagers.get(name) ?? { name, variants: {} };
    wagers.set(name, wager);
    const limit = bounds(offer.args.find((arg) => typeof arg === "object"));
    const fixed = offer.args.find((arg) => typeof arg === "string" && isAmount(arg));
    if (limit) Object.assign(wager, { ...limit, ...pick(wager, limit) });
    if (fixed)
      Object.assign(wager, {
        fixed: cents(fixed),
        least: cents(fixed),
        most: cents(fixed),
        step: cents(fixed),
      });
    if (limit || fixed || !wager.variants[extra.join(" ")]) wager.variants[extra.join(" ")] = offer;
  }
  return [...wagers.values()];
}

/** Several offers of one wager: the widest bounds count. */
const pick = (wager, limit) =>
  wager.least === undefined
    ? limit
    : {
        least: Math.min(wager.least, limit.least),
        most: Math.max(wager.most, limit.most),
        step: limit.step,
      };

/**
 * The other sentences: `{offer, label, bounds, mild, aside, word}`; a mild one stakes no more.
 * @param {import("./types.d.ts").Offer[]} offers
 * @param {{felt: import("./types.d.ts").Felt, declines: string[], asides: string[]}} game
 */
export function choicesOf(offers, { felt, declines, asides }) {
  return offers
    .filter((offer) => offer.verb !== "wager" && offer.verb !== "withdraw")
    .map((offer) => {
      const words = wordsOf(offer);
      const name = [offer.verb, ...words].join(" ");
      return {
        offer,
        name,
        label: capital(labelled(felt, name)),
        bounds: bounds(offer.args.find((arg) => typeof arg === "object")),
        mild: declines.includes(offer.verb),
        aside: asides.includes(offer.verb),
        word: words[0] ?? null,
      };
    });
}

/** The offers to take a wager back, by wager. */
export const withdrawalsOf = (offers) =>
  new Map(
    offers.filter((offer) => offer.verb === "withdraw").map((offer) => [offer.args[0], offer]),
  );

/** Why an amount is not within bounds, or "". */
export function fault(amount, { least, most, step }, dollars) {
  if (!amount) return "Choose your chips";
  if (amount < least) return `At least ${dollars(least)}`;
  if (amount > most) return `At most ${dollars(most)}`;
  if (step && amount % step) return `In steps of ${dollars(step)}`;
  return "";
}
