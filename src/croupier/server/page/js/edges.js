/** What the house keeps of each game, as far as it has been computed: asked for once. */

import { api } from "./net.js";

let asked = null;

/** By game and rulebook: `{edge: {value}, wager}`; empty while nobody knows. */
export function edges() {
  asked ??= api("GET", "/api/edges")
    .then((answer) => answer.edges)
    .catch(() => {
      asked = null;
      return {};
    });
  return asked;
}

/** "2.80%": a share, with two decimals. */
export const percent = (share) => `${(share * 100).toFixed(2)}%`;
