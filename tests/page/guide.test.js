/** How to play: the card of a game, and the guided first round. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, settle, words } from "./support.js";
import { depart, dialog, offered, press, texts } from "./visits.js";
import { drawn, kept } from "./tables.js";
import {
  bringBackGuidance,
  dismissGuidance,
  guidance,
  howToPlay,
  learnedIn,
} from "../../src/croupier/server/page/js/guide.js";
import { guidePicture } from "../../src/croupier/server/page/js/guide_picture.js";

const { games } = kept("games");
const named = (name) => games.find(({ game }) => game === name);
const dog = named("red-dog");
const said = dog.guide.first_round;

beforeEach(() => localStorage.clear());
afterEach(depart);

// --- the pictures --------------------------------------------------------------------------------

const pictured = (things, felt = {}) => drawn(guidePicture(things, felt)).querySelector("svg");
const cards = (box) => Array.from(box.querySelectorAll(".card"), ({ dataset }) => dataset.card);

test("a picture shows cards, face down too, and empty places; gaps are left", () => {
  const box = pictured([{ cards: ["4c", "--", "??"], label: "two" }]);
  assert.deepEqual(cards(box), ["4c", "??"]);
  assert.equal(box.querySelectorAll(".guide-place").length, 1);
  assert.equal(words(box.querySelector(".guide-label")), "Two");
  assert.equal(box.getAttribute("aria-label"), "two: four of clubs and a face-down card");
  const cross = pictured([
    {
      cards: [
        ["", "Ks"],
        ["9h", ""],
      ],
    },
  ]);
  assert.deepEqual(cards(cross), ["Ks", "9h"]);
});

test("many cards overlap", () => {
  const width = (count) =>
    Number(pictured([{ cards: Array(count).fill("4c") }]).getAttribute("width"));
  assert.ok(width(5) < width(4) + 20);
});

test("a picture shows areas in the felt's shape, chips, and words with their tone", () => {
  const felt = { page: { areas: [{ wager: "raise", shape: "box" }] } };
  const box = pictured(
    [
      { area: "raise" },
      { area: "ante", chips: "5.00" },
      { chips: "40.00" },
      { word: "win", tone: "good" },
    ],
    felt,
  );
  assert.equal(box.querySelectorAll(".guide-area rect").length, 1);
  assert.equal(box.querySelectorAll(".guide-area circle").length, 1);
  assert.equal(box.querySelectorAll(".stack").length, 2);
  assert.equal(words(box.querySelector(".guide-word.good")), "win");
  assert.equal(box.getAttribute("aria-label"), "raise: an empty area; ante: $5; $40; win");
});

for (const game of games)
  test(`every picture of ${game.title} can be drawn, and is told in words`, () => {
    for (const { picture } of game.guide.steps) {
      const box = pictured(picture, game.felt);
      assert.ok(box.getAttribute("aria-label"));
      assert.ok(box.querySelector(".card, .stack, text"));
    }
  });

// --- the card ------------------------------------------------------------------------------------

const rules = {
  clauses: [{ clause: "5(g)", summary: "How many values lie between." }],
};

test("the card has the sentence, six lines with pictures, terms, and leads to the rules", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules, "GET /api/games": kept("games") });
  howToPlay(dog);
  await settle();
  assert.equal(words(dialog().querySelector("h2")), "How to play Red Dog");
  assert.equal(texts(".guide-sentence", dialog())[0], dog.guide.sentence);
  assert.equal(dialog().querySelectorAll(".guide-steps li svg").length, 6);
  assert.deepEqual(texts(".term", dialog()), ["spread"]);
  assert.equal(offered("Guide me through a round", dialog()), false);
  const link = dialog().querySelector("a.button");
  assert.equal(link.getAttribute("href"), "#/rules/red-dog?rulebook=ma");
  link.click();
  assert.equal(dialog(), null);
});

test("a card that is closed before its terms are known is left alone", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=nj": rules, "GET /api/games": kept("games") });
  howToPlay({ ...dog, rulebooks: ["nj"] }).close();
  await settle();
  assert.equal(dialog(), null);
});

test("how long a game takes to learn is told in words", () => {
  assert.equal(learnedIn({ minutes: 1 }), "Learned in a minute");
  assert.equal(learnedIn({ minutes: 4 }), "Learned in 4 minutes");
});

// --- the first round -----------------------------------------------------------------------------

const red = kept("red-dog");
const seat = (more = {}) => ({ name: "Ann", chips: "500.00", wagers: {}, ...more });
const wagering = (more) => ({
  ...red.asked,
  phase: "wagering",
  next: [],
  result: null,
  seats: { ...red.asked.seats, 1: seat(more) },
});
const laid = wagering({ wagers: { original: "5.00" } });
const moment = (table, picture, busy = false) => {
  Object.assign(table, { picture, busy });
  const told = guidance(table);
  return told && [told.step, told.of, told.text];
};

test("a newcomer is led through the first round, and the last text stays while others act", () => {
  const table = { game: dog };
  assert.deepEqual(moment(table, wagering()), [1, 4, said.wager]);
  assert.deepEqual(moment(table, laid), [2, 4, said.ready]);
  assert.equal(moment(table, red.asked, true), null, "“Press Deal” does not help any more");
  assert.deepEqual(moment(table, red.asked), [3, 4, said.decisions["pass raise"]]);
  const waits = { ...red.asked, awaits: [3], next: [] };
  assert.deepEqual(moment(table, waits), [3, 4, said.decisions["pass raise"]]);
  assert.deepEqual(moment(table, red.over, true), [3, 4, said.decisions["pass raise"]]);
  assert.deepEqual(moment(table, red.over), [4, 4, said.result]);
  const stays = { ...wagering(), result: red.over.result, round: red.over.round, stays: true };
  assert.deepEqual(moment(table, stays), [4, 4, said.result]);
  assert.equal(moment(table, laid), null);
  assert.equal(moment({ game: dog }, wagering()), null, "nor later, at another table");
});

test("a decision that not every round asks is told too, and is not counted", () => {
  const cross = named("double-cross-poker");
  const { asked } = kept("double-cross-poker");
  const side = {
    ...asked,
    next: ["expose", "keep"].map((verb) => ({ actor: "1", verb, args: [] })),
  };
  const { decisions, sometimes } = cross.guide.first_round;
  const table = { game: cross };
  assert.deepEqual(moment(table, side), [2, 4, sometimes["expose keep"]]);
  assert.deepEqual(moment(table, asked), [3, 4, decisions["fold raise"]]);
});

test("nobody is guided who does not play, or at a game without a guide", () => {
  assert.equal(moment({ game: { ...dog, guide: null } }, wagering()), null);
  assert.equal(moment({ game: null }, wagering()), null);
  assert.equal(moment({ game: dog }, { ...wagering(), you: null }), null);
  assert.equal(moment({ game: dog }, wagering({ joins: true })), null);
  const unknown = { ...red.asked, next: [{ actor: "1", verb: "moonwalk", args: [] }] };
  assert.equal(moment({ game: dog }, unknown), null);
});

test("a result of a round that one has not played ends nothing", () => {
  const table = { game: dog };
  const others = { ...red.over, result: { ...red.over.result, seats: {} } };
  assert.equal(moment(table, others), null);
  assert.deepEqual(moment(table, wagering()), [1, 4, said.wager]);
});

test("guidance is dismissed, and brought back from the card", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules, "GET /api/games": kept("games") });
  let changed = 0;
  addEventListener("guidance", () => changed++);
  const table = { game: dog, picture: red.over, busy: false };
  guidance(table).dismiss();
  assert.equal(guidance(table), null);
  howToPlay(dog, table);
  await press("Guide me through a round", dialog());
  assert.equal(dialog(), null);
  assert.equal(guidance(table), null, "the round on the felt is not the one to be guided");
  assert.deepEqual(moment(table, { ...wagering(), stays: true, round: red.over.round }), [
    1,
    4,
    said.wager,
  ]);
  assert.equal(changed, 2);
  dismissGuidance(dog.game);
  assert.equal(guidance(table), null);
  bringBackGuidance(dog.game);
  assert.notEqual(guidance(table), null);
});

test("what is kept and cannot be read is forgotten", () => {
  localStorage.setItem("croupier-guided", "{broken");
  assert.deepEqual(moment({ game: dog }, wagering()), [1, 4, said.wager]);
});
