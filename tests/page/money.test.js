/** Money, names and kinds of events: what is written on everything else. */

import assert from "node:assert/strict";
import test from "node:test";

import * as money from "../../src/croupier/server/page/js/money.js";
import * as words from "../../src/croupier/server/page/js/words.js";
import { feltOf, kept } from "./tables.js";
import { learn, shownAs } from "../../src/croupier/server/page/js/vocabulary.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";
import { voice } from "../../src/croupier/server/page/js/speech.js";

test("money is whole cents, and has two decimals on the wire", () => {
  assert.equal(money.cents("19.99"), 1999);
  assert.equal(money.cents("0.29"), 29);
  assert.equal(money.wire(2550), "25.50");
  assert.equal(money.wire(5), "0.05");
});

test("people read dollars: cents only where there are some, a sign before the currency", () => {
  assert.equal(money.dollars(3500), "$35");
  assert.equal(money.dollars("2.50"), "$2.50");
  assert.equal(money.dollars(-1000), "−$10");
  assert.equal(money.dollars(123456700), "$1,234,567");
  assert.equal(money.dollars(0), "$0");
});

test("a result has its sign", () => {
  assert.equal(money.signed("12.00"), "+$12");
  assert.equal(money.signed("-3.50"), "−$3.50");
  assert.equal(money.signed("0.00"), "$0");
});

test("results side by side have cents all together, or none", () => {
  assert.deepEqual(money.signedAlike([1000, -500, 0]), ["+$10", "−$5", "$0"]);
  assert.deepEqual(money.signedAlike([-2500, -2094, 123450]), ["−$25.00", "−$20.94", "+$1,234.50"]);
});

test("a stack is made of the largest chips that fit", () => {
  assert.deepEqual(money.stack(163650), [
    "orange",
    "purple",
    "black",
    "green",
    "red",
    "red",
    "white",
    "blue",
  ]);
  assert.deepEqual(money.stack(7), ["copper"]);
  assert.deepEqual(money.stack(0), []);
});

test("a chip bears its dollars, or its cents", () => {
  assert.deepEqual([2500, 100, 50].map(money.chipName), ["25", "1", "50¢"]);
});

test("limits are posted as a span, or as the one amount of the house", () => {
  const limits = { minimum: "5.00", maximum: "500.00" };
  assert.equal(money.posted(limits, "original"), "$5 to $500");
  assert.equal(money.posted({ ...limits, ante: "5" }, "ante"), "$5 ante");
});

test("cards have names and signs", () => {
  assert.equal(words.cardName("Ts"), "ten of spades");
  assert.equal(words.cardName("2c"), "two of clubs");
  assert.equal(words.cardName("??"), "a face-down card");
  assert.deepEqual(["Th", "Ad", "9c", "??"].map(words.cardSign), ["10♥", "A♦", "9♣", "▮"]);
});

test("a line of the dealer's has signs for its cards, and no cards that nobody sees", () => {
  assert.equal(words.withSigns("As to seat 1, face up"), "A♠ to seat 1, face up");
  assert.equal(words.withSigns("?? to seat 3, face down"), "A card to seat 3, face down");
  assert.equal(words.withSigns("Seat 3 shows, ?? ??"), "Seat 3 shows");
  assert.equal(words.withSigns("Seat 2 puts ?? back"), "Seat 2 puts a card back");
});

test("names become words", () => {
  assert.equal(words.readable("three-of-a_kind"), "three of a kind");
  assert.equal(words.readable("4-11"), "4–11");
  assert.equal(words.capital("the ante"), "The ante");
  assert.equal(words.list([]), "");
  assert.equal(words.list(["Ann"]), "Ann");
  assert.equal(words.list(["Ann", "Bob", "Cy"]), "Ann, Bob and Cy");
});

test("a felt may have labels of its own: those of the page come first", () => {
  assert.equal(
    words.labelled({ page: { labels: { far: "top" } }, labels: { far: "up" } }, "far"),
    "top",
  );
  assert.equal(words.labelled({ labels: { far: "up" } }, "far"), "up");
  assert.equal(words.labelled(feltOf("double-cross-poker"), "three-card"), "three card");
});

test("the hand of a seat is known by its number", () => {
  assert.deepEqual(["seat 1", "seat 12", "3", "far", undefined].map(words.seatOf), [
    1,
    12,
    3,
    null,
    null,
  ]);
});

test("a time is told in the reader's way, and none is empty", () => {
  assert.match(words.when("2026-05-01T12:00:00+00:00"), /2026/);
  assert.equal(words.when(null), "");
});

test("the server says how kinds of events are shown; others do nothing", () => {
  learn(kept("games").kinds);
  assert.equal(shownAs({ kind: "deal" }).effect, "deal");
  assert.equal(shownAs({ kind: "announce" }).speech, "call");
  assert.deepEqual(shownAs({ kind: "from a newer release" }), {
    effect: "",
    flow: null,
    pace: 0,
    tone: "",
    told: false,
    speech: "",
  });
});

test("the dealer speaks only where there is a voice, it is wanted and somebody looks", () => {
  assert.equal(voice.possible, false);
  voice.on = true;
  assert.equal(voice.on, false);
  voice.say("nobody hears this");

  const said = [];
  window.speechSynthesis = globalThis.speechSynthesis = {
    speak: ({ text, lang, rate }) => said.push([text, lang, rate]),
    cancel: () => said.push("cancelled"),
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  assert.equal(voice.on, true);
  voice.say("No more bets");
  preferences.set("sound", "off"); // the one switch silences the dealer, too
  assert.deepEqual([voice.on, said.pop()], [false, "cancelled"]);
  preferences.set("sound", "on");
  voice.on = false;
  voice.say("not wanted");
  assert.deepEqual(said, [["No more bets", "en-US", 1.05], "cancelled"]);
  delete window.speechSynthesis;
});
