/** What may be said, sorted for people. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  choicesOf,
  fault,
  sentence,
  wagersOf,
  withdrawalsOf,
} from "../../src/croupier/server/page/js/offers.js";
import { dollars } from "../../src/croupier/server/page/js/money.js";
import { kept } from "./tables.js";

const gameOf = (name) => kept("games").games.find(({ game }) => game === name);
const offer = (verb, ...args) => ({ actor: "1", verb, args });
const between = (least, most, step = "0.50") => ({ least, most, step });

test("a wager has bounds, or the one amount of the house", () => {
  const [original] = wagersOf(kept("red-dog").messages[0].picture.next);
  assert.deepEqual(
    [original.name, original.least, original.most, original.step, original.fixed],
    ["original", 500, 50000, 50, undefined],
  );
  const [ante] = wagersOf(kept("winners-pot-poker").wagering.next);
  assert.deepEqual([ante.fixed, ante.least, ante.most], [500, 500, 500]);
  assert.equal(sentence(ante.variants[""], ante.fixed), "wager ante 5.00");
  const [turned] = wagersOf(kept("winners-pot-poker").wagering.next.reverse());
  assert.equal(sentence(turned.variants[""], turned.fixed), "wager ante 5.00");
});

test("several offers of one wager are one, with the widest bounds and variants by words", () => {
  const offers = [
    offer("wager", "ante", between("5.00", "100.00")),
    offer("wager", "ante", between("1.00", "50.00", "1.00"), "coupon"),
    offer("wager", "side", between("1.00", "10.00")),
    offer("fold"),
  ];
  const [ante, side] = wagersOf(offers);
  assert.deepEqual([ante.least, ante.most, ante.step], [100, 10000, 100]);
  assert.deepEqual(Object.keys(ante.variants), ["", "coupon"]);
  assert.equal(side.name, "side");
  assert.equal(sentence(ante.variants.coupon, 1500), "wager ante 15.00 coupon");
});

test("a sentence repeats an amount where the offer says same", () => {
  assert.equal(
    sentence(offer("wager", "ante", between("1.00", "9.00"), "same"), 250),
    "wager ante 2.50 2.50",
  );
  assert.equal(sentence(offer("raise", "vertical"), undefined), "raise vertical");
});

test("choices are the other sentences, with the felt's labels", () => {
  const { next } = kept("double-cross-poker").asked;
  const choices = choicesOf(next, gameOf("double-cross-poker"));
  assert.deepEqual(
    choices.map(({ name, label, mild, aside, word, bounds }) => [
      name,
      label,
      mild,
      aside,
      word,
      bounds,
    ]),
    [
      ["fold", "Fold", true, false, null, null],
      ["raise vertical", "Raise vertical", false, false, "vertical", null],
      ["raise horizontal", "Raise horizontal", false, false, "horizontal", null],
    ],
  );
  const [asks] = choicesOf(kept("red-dog").messages[0].picture.next, gameOf("red-dog"));
  assert.deepEqual([asks.label, asks.aside], ["See the burn card", true]);
  const [raise] = choicesOf(kept("red-dog").asked.next, gameOf("red-dog"));
  assert.deepEqual(raise.bounds, { least: 50, most: 2000, step: 50 });
});

test("what lies there may be taken back, wager by wager", () => {
  const { next } = kept("red-dog").messages[1].picture;
  assert.deepEqual([...withdrawalsOf(next)], [["original", offer("withdraw", "original")]]);
});

test("an amount is refused with the reason", () => {
  const bounds = { least: 500, most: 2000, step: 50 };
  const said = (amount) => fault(amount, bounds, dollars);
  assert.equal(said(0), "Choose your chips");
  assert.equal(said(499), "At least $5");
  assert.equal(said(500), "");
  assert.equal(said(2000), "");
  assert.equal(said(2050), "At most $20");
  assert.equal(said(510), "In steps of $0.50");
});
