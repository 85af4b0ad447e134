/** The games and their felts, asked for once. */

import { api } from "./net.js";

let asked = null;

export async function games() {
  asked ??= api("GET", "/api/games")
    .then((answer) => answer.games)
    .catch((error) => {
      asked = null;
      throw error;
    });
  return asked;
}

export const gameOf = async (name) => (await games()).find((game) => game.game === name);
