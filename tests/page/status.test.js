/** What is happening in two lines, and what a round brought. */

import assert from "node:assert/strict";
import test from "node:test";

import { cameTo, detailsOf, wagerCame } from "../../src/croupier/server/page/js/result.js";
import { kept } from "./tables.js";
import { placed, statusOf, wagerName, whereOf } from "../../src/croupier/server/page/js/status.js";

const gameOf = (name) => kept("games").games.find(({ game }) => game === name);
const feltOf = (name) => gameOf(name).felt;

/** A view of a table, as the dock has it; nobody has run out of chips. */
const view = (picture, more = {}) => ({
  picture,
  game: gameOf(picture.game),
  felt: feltOf(picture.game),
  busy: false,
  question: null,
  dock: { purse: { empty: false } },
  ...more,
});
const status = (picture, more) => statusOf(view(picture, more));
/** The two lines. */
const lines = (picture, more) => {
  const { what, more: second } = status(picture, more);
  return [what, second.trim()];
};
const first = () => kept("red-dog").messages[0].picture;
const changed = (picture, changes) => {
  Object.assign(picture.seats[1], changes);
  return picture;
};

// --- where, and what one is asked ---------------------------------------------------

test("where one is: the table, the game unless the name says it, the round", () => {
  assert.equal(whereOf({ name: "Red Dog 1", title: "Red Dog", round: null }), "Red Dog 1");
  const own = { name: "Ours", title: "Red Dog", round: null, private: true };
  assert.equal(whereOf({ ...own, host: { name: "Ann" } }), "Ours · private, host Ann · Red Dog");
  assert.equal(
    whereOf({ ...own, you: { host: true } }),
    "Ours · private, you are the host · Red Dog",
  );
  assert.equal(
    whereOf({ name: "Main pit", title: "Red Dog", round: 7 }),
    "Main pit · Red Dog · round 7",
  );
});

test("a wager is called as the felt calls it", () => {
  assert.equal(wagerName(feltOf("winners-pot-poker"), "ante"), "ante");
  assert.equal(wagerName(feltOf("red-dog"), "original"), "original wager");
});

test("before the deal one is told to place, to deal, to wait", () => {
  const picture = first();
  assert.deepEqual(lines(picture), [
    "Place your original wager",
    "Press the spot on the felt, or deal with the least.",
  ]);
  assert.equal(placed(picture, "original"), 0);
  picture.seats[1].wagers = { original: "20.00" };
  assert.equal(placed(picture, "original"), 2000);
  assert.deepEqual(lines(picture), ["Your wager stands", "Deal, add chips, or take some back."]);
  assert.deepEqual(lines(changed(picture, { ready: true })), ["You are in", "Waiting for Bob."]);
  assert.deepEqual(lines(changed(picture, { joins: true })), [
    "You are in from the next round",
    "At the table: Ann and Bob.",
  ]);
  assert.equal(lines(picture, { busy: true })[0], "You are in from the next round");
  const waits = "Ada, a house player, plays this round to its end and leaves you the seat.";
  const joined = changed(picture, { joins: true, leaver: "Ada" });
  assert.deepEqual(lines(joined), ["You are in from the next round", waits]);
  assert.deepEqual(lines({ ...joined, phase: "playing" }), lines(joined));
  assert.deepEqual(
    lines({ ...changed(picture, { joins: true, leaver: null }), phase: "playing" }),
    ["You are in from the next round", "This round is played without you."],
  );
});

test("somebody who watches reads who sits there", () => {
  const { watched } = kept("red-dog");
  watched.phase = "wagering";
  assert.deepEqual(lines(watched), ["Wagers, please", "Nobody sits here yet."]);
  watched.seats[2] = { name: null };
  assert.equal(lines(watched)[1], "At the table: somebody.");
});

test("somebody without chips reads that there are more", () => {
  const dock = { purse: { empty: true, told: "It is play money: your account holds $950." } };
  assert.deepEqual(lines(first(), { dock }), [
    "You have no chips left",
    "It is play money: your account holds $950.",
  ]);
  assert.equal(lines(changed(first(), { out: true }), { dock })[0], "You are sitting out");
});

test("somebody who sits out reads how long the seat is kept", () => {
  assert.deepEqual(lines(changed(first(), { out: true, freed_at: null })), [
    "You are sitting out",
    "You missed an answer, or asked for it: the table does not wait for you. Place a wager to come back.",
  ]);
  const freed = "2026-05-01T20:35:00+00:00";
  const time = new Date(freed).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  assert.equal(
    lines(changed(first(), { out: true, freed_at: freed }))[1],
    "You missed an answer, or asked for it: the table does not wait for you. Your seat is kept " +
      `until ${time}. Place a wager to come back.`,
  );
  const back = changed(first(), { out: true, wagers: { original: "5.00" } });
  assert.equal(lines(back)[0], "Your wager stands");
});

test("in the round one reads whose turn it is, and what is asked", () => {
  const { asked } = kept("double-cross-poker");
  assert.deepEqual(lines(asked), ["Your turn", "Fold, raise vertical or raise horizontal?"]);
  assert.deepEqual(lines(asked, { question: "Which line?" }), ["Your turn", "Which line?"]);
  assert.deepEqual(lines({ ...asked, next: [] }), ["Your turn", ""]);
  assert.deepEqual(lines({ ...asked, awaits: [3] }), ["Bob decides", "The dealer waits."]);
  assert.deepEqual(lines({ ...asked, awaits: [3, 5] })[0], "Bob and seat 5 decide");
  assert.deepEqual(lines({ ...asked, awaits: [] }), ["The dealer is at work", ""]);
  assert.deepEqual(lines(asked, { busy: true }), ["The dealer is at work", ""]);
});

test("a closed table says so, and one that waits for the floor says for what", () => {
  const { asked } = kept("red-dog");
  assert.deepEqual(lines({ ...asked, phase: "closed" }), [
    "This table is closed",
    "There are others in the lobby.",
  ]);
  const pending = { line: "The next card is dealt" };
  assert.deepEqual(lines({ ...asked, pending }), [
    "The dealer waits for the floor",
    "The next card is dealt",
  ]);
});

// --- time that ran out ----------------------------------------------------------------

const LATE = {
  seat: 1,
  said: "fold",
  line: "Time ran out: seat 1 folds, holding As",
  rule: "8(c)",
  finding: "X-17",
};
const TOLD = "Time ran out: seat 1 folds, holding A♠.";

test("what was decided because time ran out is told with its rule, and only to its seat", () => {
  const { asked } = kept("double-cross-poker");
  for (const [awaits, more] of [
    [[], TOLD],
    [[3], TOLD],
  ]) {
    const shown = status({ ...asked, awaits, timeouts: [LATE] });
    assert.equal(shown.more, more);
    assert.deepEqual(shown.cited, { rule: "8(c)", finding: "X-17", line: TOLD.slice(0, -1) });
  }
  const other = status({ ...asked, awaits: [3], timeouts: [{ ...LATE, seat: 3 }] });
  assert.deepEqual([other.more, other.cited], ["The dealer waits.", undefined]);
  const mine = status({ ...asked, timeouts: [LATE] });
  assert.deepEqual([mine.what, mine.cited], ["Your turn", undefined]);
  const watching = status({ ...asked, you: null, awaits: [], timeouts: [LATE] });
  assert.equal(watching.more, "");
});

test("the last of several decisions is told, and again with the result", () => {
  const { over } = kept("red-dog");
  const timeouts = [{ ...LATE, line: "Time ran out: seat 1 passes" }, LATE];
  const { what, more, cited } = status({ ...over, timeouts });
  assert.equal(what, "You win $160");
  assert.ok(more.startsWith(`${TOLD} Original $20 wins`));
  assert.equal(cited.rule, "8(c)");
});

// --- what a round brought -------------------------------------------------------------

test("between rounds one reads what one has won or lost, and why", () => {
  const { over } = kept("double-cross-poker");
  assert.deepEqual(lines(over), [
    "You win $30",
    "Ante $5 wins $5 at 1 to 1, three card $5 loses and raise $10 wins $30 at 3 to 1. " +
      "You: three of a kind, kings; Bob: king, queen, seven high; " +
      "the dealer: king, queen, nine high.",
  ]);
  const change = (changes, net) => {
    const picture = structuredClone(over);
    Object.assign(picture.result, changes);
    if (net) picture.result.seats[1].net = net;
    return lines(picture);
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
  assert.deepEqual(lines({ ...red, result: null }), [
    "Between rounds",
    "The next round is being prepared.",
  ]);
  const nobody = { ...red, seats: { 1: null, 2: null } };
  assert.deepEqual(lines(nobody), ["The table is open", "Nobody sits here yet."]);
});

test("the result stays while the next wagers are taken, until one is placed", () => {
  const { again } = kept("red-dog");
  assert.equal(again.phase, "wagering");
  assert.deepEqual(lines(again), [
    "You win $160",
    "Original $20 wins $80 at 4 to 1 and raise $20 wins $80 at 4 to 1.",
  ]);
  assert.equal(lines(again, { busy: true })[0], "The dealer is at work");
  assert.equal(lines({ ...again, stays: false })[0], "Place your original wager");
  const lies = changed(structuredClone(again), { wagers: { original: "20.00" } });
  assert.equal(lines(lies)[0], "You win $160");
  assert.equal(lines({ ...lies, stays: false })[0], "Your wager stands");
  again.result.seats[1].wagers = [];
  assert.equal(lines(again)[0], "Place your original wager");
});

test("whoever has taken the seat since then reads nothing of its last player's round", () => {
  const { again } = kept("red-dog");
  again.you.viewer = "public";
  assert.equal(lines(again)[0], "Place your original wager");
});

test("somebody who sits out reads the result first, then how to come back", () => {
  const { again } = kept("red-dog");
  const [what, more] = lines(changed(again, { out: true }));
  assert.equal(what, "You win $160");
  assert.match(more, /You are sitting out: place a wager to come back\.$/);
});

test("the sum is told with its sign in words", () => {
  assert.deepEqual([1650, -500, 0].map(cameTo), [
    "You win $16.50",
    "You lose $5",
    "Even: nothing won or lost",
  ]);
});

test("every way a wager can end has its words", () => {
  const felt = feltOf("red-dog");
  const came = (outcome, paid = "0.00", odds = null) =>
    wagerCame(felt, { wager: "original", amount: "10.00", outcome, paid, odds });
  assert.equal(came("win", "40.00", "4 to 1"), "original $10 wins $40 at 4 to 1");
  assert.equal(came("win", "8.50"), "original $10 wins $8.50");
  assert.equal(came("win"), "original $10 wins");
  assert.equal(came("lose"), "original $10 loses");
  assert.equal(came("push"), "original $10 pushes");
  assert.equal(came("returned"), "original $10 is returned");
  assert.equal(came("forfeited"), "original $10 is forfeited");
  assert.equal(came("shared"), "original $10 is shared");
  assert.equal(came("some-new_thing"), "original $10 some new things");
});

test("whoever has a share of the pot reads it, with commission, stakes and side wagers", () => {
  const felt = feltOf("winners-pot-poker");
  const told = (changes = {}, others = {}) => {
    const { result } = kept("winners-pot-poker").over;
    Object.assign(result.seats[1], changes);
    return detailsOf({ ...result, ...others }, felt, 1);
  };
  const hands = "You: three of a kind, aces; seat 3: queen high; the dealer: jack high.";
  assert.equal(
    told(),
    "Jacks plus $5 wins $35 at 7 to 1. " +
      `The pot gives you $54 after $6 commission; you staked $25. ${hands}`,
  );
  assert.match(
    told({ commission: undefined }),
    /gives you \$54; you staked \$25\. The house takes \$6 commission\. You:/,
  );
  assert.match(
    told({ commission: undefined, staked: undefined }, { house: { net: "0.00" } }),
    /gives you \$54\. You:/,
  );
  const { wagers } = kept("winners-pot-poker").over.result.seats[1];
  assert.match(told({ wagers: wagers.filter(({ wager }) => wager === "ante") }), /^The pot gives/);
  const lost = wagers.map((one) =>
    one.wager === "jacks-plus" ? { ...one, outcome: "lose", odds: null, paid: "0.00" } : one,
  );
  assert.match(told({ wagers: lost }), /^Jacks plus \$5 loses\. The pot gives you/);
  const nothing = detailsOf(kept("winners-pot-poker").over.result, felt, 3);
  assert.equal(
    nothing,
    "Seat 1 wins $54 from the pot with three of a kind, aces. You: queen high; the dealer: jack " +
      "high. Ante $5 loses, bet $5 loses and double $10 loses.",
  );
});

test("hands are told in words, one's own first; where there are none the rank alone", () => {
  const felt = feltOf("double-down-stud");
  const { result } = kept("double-down-stud").over;
  const end = () => detailsOf(result, felt, 1).split("1 to 1. ")[1];
  assert.equal(end(), "You: pair of kings; seat 3: king high.");
  delete result.hands;
  assert.equal(end(), "You: pair of kings.");
  result.seats[1].hand_words = null;
  assert.equal(end(), "Pair.");
  result.seats[1].hand = null;
  assert.equal(detailsOf(result, felt, 1).trim().endsWith("at 1 to 1."), true);
});
