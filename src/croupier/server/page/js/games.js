/** The games with their felts, and the kinds of events: asked for once. */

import { api } from "./net.js";
import { learn } from "./vocabulary.js";

let asked = null;

export async function games() {
  asked ??= api("GET", "/api/games")
    .then((answer) => {
      learn(answer.kinds);
      return answer.games;
    })
    .catch((error) => {
      asked = null;
      throw error;
    });
  return asked;
}

export const gameOf = async (name) => (await games()).find((game) => game.game === name);
