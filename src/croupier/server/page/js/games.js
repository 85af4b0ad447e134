/** The games with their felts, the kinds of events, and house players' ways: asked for once. */

import { api } from "./net.js";
import { learn } from "./vocabulary.js";
import { learnStrategies } from "./strategies.js";

let asked = null;

export async function games() {
  asked ??= api("GET", "/api/games")
    .then((answer) => {
      learn(answer.kinds);
      learnStrategies(answer.company);
      return answer.games;
    })
    .catch((error) => {
      asked = null;
      throw error;
    });
  return asked;
}

export const gameOf = async (name) => (await games()).find((game) => game.game === name);
