/** What the house keeps of each game, as far as it has been computed. */

import { api } from "./net.js";

let whole = null;

/**
 * By game and rulebook: `{edge: {value}, wager}`. Whoever asks first sets the lab to work: until it
 * is `complete`, ask again. Where nobody knows, nothing is known.
 * @returns {Promise<{edges: Record<string, Record<string, any>>, complete: boolean}>}
 */
export async function edges() {
  if (whole) return whole;
  try {
    const answer = await api("GET", "/api/edges");
    if (answer.complete) whole = answer;
    return answer;
  } catch {
    return { edges: {}, complete: true };
  }
}

/** "2.80 %": a share, with two decimals, and a space that does not break. */
export const percent = (share) => `${(share * 100).toFixed(2)}\u00a0%`;
