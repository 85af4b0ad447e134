/** The free refill of play money, for somebody who has run out of it. */

import { api } from "./net.js";
import { cents, dollars } from "./money.js";
import { fresh } from "./dom.js";

/** Minutes that somebody has to wait, in words. */
export const soon = (seconds) => {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 1 ? `in ${minutes} minutes` : "in a minute";
};

/** What may be asked for now: `{amount}` in cents, `{wait}` in seconds, or null if nothing is due. */
export function due({ refill }) {
  if (!refill || !cents(refill.amount)) return null;
  return refill.wait > 0 ? { wait: refill.wait } : { amount: cents(refill.amount) };
}

/** Ask for it; gives what the account holds then, as text. */
export async function takeRefill(token) {
  const { balance } = await api("POST", "/api/me/refill", { token, body: { id: fresh() } });
  return balance;
}

export const refillWords = (amount) => `Take a free refill of ${dollars(amount)}`;
