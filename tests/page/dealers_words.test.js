/** The table in words has the names of places from the side of the person it is told to. */

import assert from "node:assert/strict";
import test, { before } from "node:test";

import { drawn, feltOf, kept, learned } from "./tables.js";
import { dealersFelt } from "../../src/croupier/server/page/js/chair.js";
import { fold } from "../../src/croupier/server/page/js/model.js";
import { inWords } from "../../src/croupier/server/page/js/sides.js";
import { words } from "./support.js";

before(learned);

test("a player is told of the first card, the dealer of the one at the left", () => {
  const picture = kept("red-dog").asked;
  const tell = (felt) => words(drawn(inWords(picture, felt, fold(picture.events), { own: 1 })));
  const felt = feltOf("red-dog");
  assert.match(tell(felt), /First card: four of clubs\. Second card: seven of diamonds\./);
  assert.match(tell(dealersFelt(felt)), /Left: four of clubs\. Right: seven of diamonds\./);
});
