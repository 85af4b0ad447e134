/** What may be said, sorted for people, and what is happening in two lines. */

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
import { placed, statusOf, wagerName, whereOf } from "../../src/croupier/server/page/js/status.js";

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

// --- status -----------------------------------------------------------------

/** A view of a table, as the dock has it. */
const view = (game, picture, more = {}) => ({
  picture,
  game: gameOf(game),
  felt: gameOf(game).felt,
  busy: false,
  question: null,
  ...more,
});
const status = (picture, more) => statusOf(view(picture.game, picture, more));

test("where one is: the table, the game unless the name says it, the round", () => {
  assert.equal(whereOf({ name: "Red Dog 1", title: "Red Dog", round: null }), "Red Dog 1");
  assert.equal(
    whereOf({ name: "Main pit", title: "Red Dog", round: 7 }),
    "Main pit · Red Dog · round 7",
  );
});

test("a wager is called as the felt calls it", () => {
  assert.equal(wagerName(gameOf("winners-pot-poker").felt, "ante"), "ante");
  assert.equal(wagerName(gameOf("red-dog").felt, "original"), "original wager");
});

test("before the deal one is told to place, to say ready, to wait", () => {
  const picture = kept("red-dog").messages[0].picture;
  assert.deepEqual(status(picture), [
    "Place your original wager",
    "The dealer closes when all are ready, or time is up.",
  ]);
  assert.equal(placed(picture, "original"), 0);
  picture.seats[1].wagers = { original: "20.00" };
  assert.equal(placed(picture, "original"), 2000);
  assert.deepEqual(status(picture), ["Your wager stands", "Say ready, or change it."]);
  picture.seats[1].ready = true;
  assert.deepEqual(status(picture), ["You are in", "Waiting for the others."]);
  picture.seats[1].joins = true;
  assert.deepEqual(status(picture), ["Wagers, please", "At the table: Ann and Bob."]);
  assert.equal(status(picture, { busy: true })[0], "Wagers, please");
});

test("somebody who watches reads who sits there", () => {
  const { watched } = kept("red-dog");
  watched.phase = "wagering";
  assert.deepEqual(status(watched), ["Wagers, please", "Nobody sits here yet."]);
  watched.seats[2] = { name: null };
  assert.equal(status(watched)[1], "At the table: somebody.");
});

test("between rounds one reads what one has won or lost", () => {
  const { over } = kept("double-cross-poker");
  assert.deepEqual(status(over), [
    "You win $30",
    "Three of a kind. The next round begins in a moment.",
  ]);
  const change = (changes, net) => {
    const picture = structuredClone(over);
    Object.assign(picture.result, changes);
    if (net) picture.result.seats[1].net = net;
    return status(picture);
  };
  assert.equal(change({}, "-15.00")[0], "You lose $15");
  assert.equal(change({}, "0.00")[0], "Even: nothing won or lost");
  assert.equal(change({ outcome: "void" })[0], "The round is void");
  assert.deepEqual(change({ seats: {} }), [
    "The round is over",
    "The next one begins in a moment.",
  ]);
  assert.equal(change({ seats: {}, outcome: "void" })[0], "The round is void");
  const red = kept("red-dog").over;
  assert.deepEqual(status(red), ["You win $160", "The next round begins in a moment."]);
  assert.deepEqual(status({ ...red, result: null }), [
    "Between rounds",
    "The next round is being prepared.",
  ]);
  const nobody = { ...red, seats: { 1: null, 2: null } };
  assert.deepEqual(status(nobody), ["The table is open", "Nobody sits here yet."]);
});

test("in the round one reads whose turn it is, and what is asked", () => {
  const { asked } = kept("double-cross-poker");
  assert.deepEqual(status(asked), ["Your turn", "Fold, raise vertical or raise horizontal?"]);
  assert.deepEqual(status(asked, { question: "Which line?" }), ["Your turn", "Which line?"]);
  assert.deepEqual(status({ ...asked, next: [] }), ["Your turn", ""]);
  assert.deepEqual(status({ ...asked, awaits: [3] }), ["Bob decides", "The dealer waits."]);
  assert.deepEqual(status({ ...asked, awaits: [3, 5] })[0], "Bob and seat 5 decide");
  assert.deepEqual(status({ ...asked, awaits: [] }), ["The dealer is at work", ""]);
  assert.deepEqual(status(asked, { busy: true }), ["The dealer is at work", ""]);
});

test("a closed table says so, and one that waits for the floor says for what", () => {
  const { asked } = kept("red-dog");
  assert.deepEqual(status({ ...asked, phase: "closed" }), [
    "This table is closed",
    "The floor opens another.",
  ]);
  const pending = { line: "The next card is dealt" };
  assert.deepEqual(status({ ...asked, pending }), [
    "The dealer waits for the floor",
    "The next card is dealt",
  ]);
});
