/** The table in words has the names of places from the side of the person it is told to. */

import assert from "node:assert/strict";
import test, { before } from "node:test";

import { drawn, feltOf, kept, learned } from "./tables.js";
import { fold } from "../../src/croupier/server/page/js/model.js";
import { inWords } from "../../src/croupier/server/page/js/sides.js";
import { words } from "./support.js";

before(learned);

test("a player is told of the first card, the dealer of the one at the left", () => {
  const picture = kept("red-dog").asked;
  const tell = (viewer) =>
    words(drawn(inWords(picture, feltOf("red-dog"), fold(picture.events), viewer)));
  assert.match(tell({ own: 1 }), /First card: four of clubs\. Second card: seven of diamonds\./);
  assert.match(
    tell({ own: null, dealer: true }),
    /Left: four of clubs\. Right: seven of diamonds\./,
  );
});
