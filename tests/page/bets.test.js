/** Chips before the first card: every press says at once what then lies there. */

import assert from "node:assert/strict";
import test from "node:test";

import { Bets } from "../../src/croupier/server/page/js/bets.js";
import { buttons, kept } from "./tables.js";
import { settle, words } from "./support.js";
import {
  all,
  complaint,
  deal,
  dealLabel,
  dock,
  field,
  granted,
  happens,
  more,
  named,
  place,
  press,
  readied,
  refused,
  said,
  seats,
  sit,
  takeBack,
  taken,
  tap,
  what,
} from "./seated.js";

seats();

const first = () => kept("red-dog").messages[0].picture;
const again = (game = "red-dog") => kept(game).again;
const offer = (name, least, most, ...words_) => ({
  actor: "1",
  verb: "wager",
  args: [name, { least, most, step: "0.50" }, ...words_],
});
/** Red Dog with a second wager beside the original. */
const two = () => {
  const picture = first();
  picture.next.push(offer("raise", "1.00", "100.00"));
  return picture;
};
const held = () =>
  Array.from(dock().querySelectorAll(".chip-button[aria-pressed=true]"), (one) =>
    one.getAttribute("aria-label"),
  );
const spots = () =>
  Array.from(dock().querySelectorAll(".segments button"), (one) => [
    words(one),
    one.getAttribute("aria-pressed"),
  ]);
const can = (name) => !named(name).disabled;

// --- the chip in hand ---------------------------------------------------------

test("there are five chips to take, the smallest first, and one of $5 is in hand", async () => {
  await sit(first());
  assert.deepEqual(buttons(dock().querySelector(".denominations")), [
    "Chip of $1",
    "Chip of $5",
    "Chip of $25",
    "Chip of $100",
    "Chip of $500",
  ]);
  assert.deepEqual(held(), ["Chip of $5"]);
  assert.equal(words(dock().querySelector(".spot-name")), "Original");
  assert.equal(field().getAttribute("aria-label"), "Amount of the original wager in dollars");
  await press("Chip of $25");
  assert.deepEqual(held(), ["Chip of $25"]);
  assert.ok(named("+$25 on original"));
  assert.deepEqual(said(), []);
});

test("a spot that takes less has fewer chips, and the largest of them is in hand", async () => {
  const picture = first();
  picture.next = [offer("original", "1.00", "4.00")];
  await sit(picture);
  assert.deepEqual(buttons(dock().querySelector(".denominations")), ["Chip of $1"]);
  assert.deepEqual(held(), ["Chip of $1"]);
});

test("where nothing is on offer nothing is spoken of, and nothing is put down", async () => {
  const bets = new Bets({ table: { picture: { you: { role: "player", seat: 1 } } } });
  assert.deepEqual([bets.current, bets.least(), bets.most()], [null, null, null]);
  assert.deepEqual([await bets.add(), await bets.remove(), bets.total], [false, false, 0]);
});

test("where no chip fits, a press adds the least step", () => {
  const bets = new Bets({});
  assert.deepEqual(bets.chipsFor({ most: 150, step: 75 }), []);
  assert.equal(bets.inHand({ most: 150, step: 75 }), 75);
  assert.equal(bets.inHand({ most: 50000, step: 2500 }), 2500);
});

// --- put down, take back --------------------------------------------------------

test("a spot pressed on the felt takes the chip in hand, and the table hears it at once", async () => {
  const picture = first();
  await sit(picture);
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00"]);
  assert.deepEqual(
    all("act").map((act) => [act.table, act.state]),
    [["red-dog-1", picture.state]],
  );
  assert.equal(field().value, "5");
  assert.equal(dock().getAttribute("aria-busy"), "true");
  await taken();
  assert.equal(dock().hasAttribute("aria-busy"), false);
  assert.equal(what(), "Your wager stands");
  await press("Chip of $25");
  await tap("original");
  assert.deepEqual(said().slice(1), ["wager original 30.00"]);
});

test("the first chip makes it at least the least wager", async () => {
  await sit(first());
  await press("Chip of $1");
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00"]);
  await taken();
  await press("+$1 on original");
  assert.deepEqual(said().slice(1), ["wager original 6.00"]);
});

test("presses while a sentence is under way are told together in the next one", async () => {
  await sit(first());
  await tap("original");
  await tap("original");
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00"]);
  assert.equal(field().value, "15");
  await taken();
  assert.deepEqual(said(), ["wager original 5.00", "wager original 15.00"]);
  assert.equal(field().value, "15");
  const { state } = all("act")[0];
  assert.equal(all("act")[1].state, state + 1);
  await taken();
  assert.equal(said().length, 2);
  assert.equal(dock().hasAttribute("aria-busy"), false);
});

test("two spots are told one after the other", async () => {
  await sit(two());
  await tap("original");
  await tap("raise");
  assert.deepEqual(said(), ["wager original 5.00"]);
  await taken();
  assert.deepEqual(said(), ["wager original 5.00", "wager raise 5.00"]);
});

test("what was changed back while it was under way is not told again", async () => {
  await sit(first());
  await tap("original");
  await tap("original");
  await takeBack("original");
  await taken();
  assert.deepEqual(said(), ["wager original 5.00"]);
});

test("a chip more than the spot takes makes it the most, and that is told", async () => {
  await sit(first());
  await press("Chip of $500");
  await tap("original");
  await taken();
  assert.equal(more(), "Deal, add chips, or take some back.");
  await tap("original");
  assert.equal(more(), "That is the most this spot takes");
  assert.deepEqual(said(), ["wager original 500.00"]);
  await press("Chip of $100");
  await takeBack("original");
  assert.deepEqual(said().slice(1), ["wager original 400.00"]);
  await taken();
  await press("Chip of $500");
  await tap("original");
  assert.deepEqual(said().slice(2), ["wager original 500.00"]);
  assert.equal(more(), "That is the most this spot takes");
});

test("the other button of the mouse takes a chip back, and the last one leaves the spot", async () => {
  await sit(first());
  assert.equal((await takeBack("original")).defaultPrevented, true);
  assert.deepEqual(said(), []);
  await tap("original");
  await taken();
  await tap("original");
  await taken();
  await takeBack("original");
  assert.deepEqual(said().slice(2), ["wager original 5.00"]);
  await taken();
  await takeBack("original");
  assert.deepEqual(said().slice(3), ["withdraw original"]);
  await taken();
  assert.equal(field().value, "");
  assert.equal((await takeBack("original", 3)).defaultPrevented, false);
  assert.equal(said().length, 4);
});

test("what would be less than the least wager leaves the spot", async () => {
  await sit(first());
  await place("8");
  await taken();
  await takeBack("original");
  assert.deepEqual(said().slice(1), ["withdraw original"]);
});

test("a spot that takes no chips now says so; another's spot does nothing", async () => {
  await sit(first());
  await tap("raise");
  assert.equal(more(), "Place your original wager first");
  await tap("original");
  assert.notEqual(more(), "Place your original wager first");
  await taken();
  await tap("raise");
  assert.equal(more(), "Raise takes no chips now");
  await tap("original", 3);
  assert.deepEqual(said(), ["wager original 5.00"]);
});

test("somebody who is not placing wagers hears nothing of a spot", async () => {
  await sit(kept("red-dog").asked);
  await tap("original");
  assert.equal(more(), "Raise or pass?");
  assert.deepEqual(said(), []);
});

// --- changes --------------------------------------------------------------------

test("undo goes back step by step, to an empty spot", async () => {
  await sit(first());
  assert.equal(can("Undo"), false);
  await tap("original");
  await taken();
  await press("Chip of $25");
  await tap("original");
  await taken();
  assert.equal(can("Undo"), true);
  await press("Undo");
  await taken();
  await press("Undo");
  await taken();
  assert.deepEqual(said().slice(2), ["wager original 5.00", "withdraw original"]);
  assert.equal(can("Undo"), false);
});

test("clear takes all wagers back, the last spot first", async () => {
  await sit(two());
  assert.equal(can("Clear"), false);
  await tap("original");
  await taken();
  await tap("raise");
  await taken();
  await press("Clear");
  await taken();
  await taken();
  assert.deepEqual(said().slice(2), ["withdraw raise", "withdraw original"]);
  assert.equal(can("Clear"), false);
});

test("clear also takes back what is still being told", async () => {
  await sit(first());
  await tap("original");
  await press("Clear");
  assert.equal(field().value, "");
  await taken();
  assert.deepEqual(said(), ["wager original 5.00", "withdraw original"]);
});

test("a wager that may not be taken back stays when the others are cleared", async () => {
  const picture = two();
  picture.seats[1].wagers = { original: "5.00", raise: "5.00" };
  picture.next.push({ actor: "1", verb: "withdraw", args: ["raise"] });
  await sit(picture);
  await press("Clear");
  assert.deepEqual(said(), ["withdraw raise"]);
});

test("double is twice as much on every spot, as far as it goes", async () => {
  const picture = two();
  picture.next.push({ actor: "1", verb: "wager", args: ["side", "3.00"], cost: "3.00" });
  picture.seats[1].wagers = { original: "7.50", raise: "60.00", side: "3.00" };
  await sit(picture);
  await press("Twice");
  await taken();
  await taken();
  assert.deepEqual(said(), ["wager original 15.00", "wager raise 100.00"]);
  assert.equal(more(), "That is the most this spot takes");
});

test("min and max are one press", async () => {
  await sit(first());
  assert.equal(can("Twice"), false);
  await press("Max");
  await taken();
  await press("Min");
  await taken();
  assert.deepEqual(said(), ["wager original 500.00", "wager original 5.00"]);
  await press("Min");
  assert.equal(said().length, 2);
});

// --- typed ----------------------------------------------------------------------

test("an amount may be typed; it is told when the field is left", async () => {
  await sit(first());
  await place("$12.50");
  assert.deepEqual(said(), ["wager original 12.50"]);
  await taken();
  assert.equal(field().value, "12.5");
  assert.ok(document.activeElement === field());
  await place("");
  assert.deepEqual(said().slice(1), ["withdraw original"]);
});

test("what is typed stays as it is until the field is left", async () => {
  await sit(first());
  field().focus();
  field().value = "7.";
  field().dispatchEvent(new Event("input", { bubbles: true }));
  await happens({});
  assert.equal(field().value, "7.");
  assert.equal(dealLabel(), "Bet $7 and deal");
  assert.deepEqual(said(), []);
});

test("a typed amount that does not fit says why, and is not told", async () => {
  await sit(first());
  for (const [text, wrong] of [
    ["2", "At least $5"],
    ["600", "At most $500"],
    ["7.25", "In steps of $0.50"],
    ["$1,000", "At most $500"],
  ]) {
    await place(text);
    assert.equal(more(), wrong);
    assert.equal(field().value, "");
  }
  assert.deepEqual(said(), []);
  field().dispatchEvent(new Event("change", { bubbles: true }));
  assert.equal(more(), "At most $500");
});

test("text that is not an amount leaves the wager as it is", async () => {
  await sit(first());
  await tap("original");
  await taken();
  await place("much");
  assert.equal(more(), "Type an amount, such as 25");
  assert.equal(field().value, "5");
  assert.deepEqual(said(), ["wager original 5.00"]);
});

// --- refused --------------------------------------------------------------------

test("a refusal says why, and forgets everything that was to follow", async () => {
  await sit(two());
  await tap("original");
  await tap("original");
  await taken();
  await tap("raise");
  await refused();
  assert.match(complaint(), /the original wager is at least \$5/);
  assert.ok(named("Why? X-09"));
  assert.deepEqual(said(), ["wager original 5.00", "wager original 10.00"]);
  assert.deepEqual(spots(), [
    ["Original $5", "false"],
    ["Raise –", "true"],
  ]);
  assert.equal(can("Undo"), false);
  await happens({});
  assert.equal(complaint(), null);
});

test("a wager that was changed while it was refused is told as it is now", async () => {
  await sit(first());
  await tap("original");
  await tap("original");
  await refused();
  assert.deepEqual(said(), ["wager original 5.00", "wager original 10.00"]);
});

test("what came too late is told only to somebody who is still asked", async () => {
  const stale = kept("errors").stale.error;
  await sit(first());
  await tap("original");
  await refused(stale);
  assert.match(complaint(), /the table had gone on before this arrived: choose again/);
  await tap("original");
  await happens({ next: [] });
  await refused(stale);
  assert.equal(complaint(), null);
});

test("a spot that is gone when its turn comes is not told", async () => {
  await sit(two());
  await tap("original");
  await tap("raise");
  await taken({ next: first().next });
  assert.deepEqual(said(), ["wager original 5.00"]);
});

test("what may not be taken back any more is not told", async () => {
  await sit(first());
  await tap("original");
  await takeBack("original");
  await taken({ next: first().next });
  assert.deepEqual(said(), ["wager original 5.00"]);
  assert.equal(field().value, "5");
});

test("the first card ends what was being put together", async () => {
  const { asked } = kept("red-dog");
  await sit(first());
  await tap("original");
  await tap("original");
  await happens({ phase: "playing", next: asked.next, seats: asked.seats });
  await taken({ seats: asked.seats, next: asked.next });
  assert.deepEqual(said(), ["wager original 5.00"]);
  assert.equal(what(), "Your turn");
});

// --- several spots --------------------------------------------------------------

test("of several spots the first without chips is spoken of; another may be chosen", async () => {
  const picture = two();
  picture.seats[1].wagers = { original: "20.00" };
  await sit(picture);
  assert.deepEqual(spots(), [
    ["Original $20", "false"],
    ["Raise –", "true"],
  ]);
  assert.equal(field().value, "");
  assert.ok(named("+$5 on raise"));
  await press("Original $20");
  assert.deepEqual(
    spots().map(([, on]) => on),
    ["true", "false"],
  );
  assert.equal(field().value, "20");
  await tap("raise");
  await taken();
  assert.deepEqual(spots(), [
    ["Original $20", "false"],
    ["Raise $5", "true"],
  ]);
});

test("where all spots have chips the first is spoken of", async () => {
  const picture = two();
  picture.seats[1].wagers = { original: "20.00", raise: "5.00" };
  await sit(picture);
  assert.ok(named("+$5 on original"));
});

test("a wager of one amount is placed and taken back with one button", async () => {
  await sit(kept("winners-pot-poker").wagering);
  assert.equal(dock().querySelector("input, .chip-button"), null);
  const small = Array.from(dock().querySelectorAll(".small"), words);
  assert.deepEqual(small, ["UndoZ", "ClearX"]);
  const button = () => dock().querySelector(".fixed-bet");
  assert.equal(words(button()), "Place the ante $5");
  assert.equal(button().getAttribute("aria-pressed"), "false");
  button().click();
  assert.deepEqual(said(), ["wager ante 5.00"]);
  await taken();
  assert.equal(words(button()), "Ante placed $5");
  assert.equal(button().getAttribute("aria-pressed"), "true");
  button().click();
  assert.deepEqual(said().slice(1), ["withdraw ante"]);
});

// --- more words -----------------------------------------------------------------

const check = async (at, checked) => {
  const box = dock().querySelectorAll(".extras input")[at];
  box.checked = checked;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
};

test("a wager may be told with a coupon or in cash, where the house takes it", async () => {
  const picture = first();
  for (const word of ["coupon", "cash"])
    picture.next.push(offer("original", "5.00", "500.00", word));
  await sit(picture);
  assert.deepEqual(Array.from(dock().querySelectorAll(".extras label"), words), [
    "with a coupon",
    "in cash, to be confirmed",
  ]);
  await check(0, true);
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00 coupon"]);
  await taken();
  assert.equal(dock().querySelector(".extras input").checked, false);
  await tap("original");
  await taken();
  assert.deepEqual(said().slice(1), ["wager original 10.00"]);
  await check(1, true);
  await place("10");
  assert.deepEqual(said().slice(2), ["wager original 10.00 cash"]);
  await refused();
  assert.equal(dock().querySelectorAll(".extras input")[1].checked, true);
  await check(1, false);
  await tap("original");
  assert.deepEqual(said().slice(3), ["wager original 15.00"]);
});

test("a wager that the house takes only with a word is told with it", async () => {
  const picture = first();
  picture.next = [offer("original", "5.00", "500.00", "coupon")];
  await sit(picture);
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00 coupon"]);
});

test("asides such as the burn card may be asked beside the wagers", async () => {
  await sit(first());
  const burn = await press("See the burn card");
  assert.equal(burn.getAttribute("aria-keyshortcuts"), "b");
  assert.deepEqual(said(), ["ask burn"]);
});

// --- deal -----------------------------------------------------------------------

test("the first time, deal bets the least and says ready", async () => {
  await sit(first());
  assert.equal(dealLabel(), "Bet $5 and deal");
  assert.equal(deal().getAttribute("aria-keyshortcuts"), "Enter");
  deal().click();
  deal().click();
  await settle();
  assert.deepEqual([said(), readied()], [["wager original 5.00"], []]);
  await taken();
  assert.deepEqual([said(), readied()], [["wager original 5.00"], [true]]);
  assert.deepEqual([all("ready")[0].table, all("ready").length], ["red-dog-1", 1]);
});

test("with chips on the spot it only says ready, and takes that back again", async () => {
  await sit(first());
  await tap("original");
  assert.equal(dealLabel(), "Deal");
  assert.equal(deal().hasAttribute("aria-pressed"), false);
  await press("Deal");
  assert.deepEqual(readied(), []);
  await taken();
  assert.deepEqual(readied(), [true]);
  const { picture } = kept("red-dog").messages[2];
  await granted({ seats: picture.seats });
  assert.equal(what(), "You are in");
  assert.equal(dealLabel(), "Ready: take it back");
  assert.equal(deal().getAttribute("aria-pressed"), "true");
  await press("Ready: take it back");
  assert.deepEqual(readied(), [true, false]);
});

test("nothing is dealt after a wager that was refused", async () => {
  await sit(first());
  await press("Bet $5 and deal");
  await refused();
  assert.deepEqual(readied(), []);
  await press("Chip of $25");
  await tap("original");
  await press("Deal");
  await refused();
  assert.deepEqual(readied(), []);
  assert.equal(dealLabel(), "Bet $5 and deal");
});

test("after a round deal stakes the same again", async () => {
  await sit(again());
  assert.equal(dealLabel(), "Rebet $20 and deal");
  await press("Rebet $20 and deal");
  assert.deepEqual(said(), ["wager original 20.00"]);
  await taken();
  assert.deepEqual(readied(), [true]);
});

test("a stake that does not fit any more is the least instead", async () => {
  const picture = again();
  picture.next = [offer("original", "25.00", "500.00")];
  await sit(picture);
  assert.equal(dealLabel(), "Bet $25 and deal");
  picture.next = [offer("original", "5.00", "19.50")];
  picture.state += 1;
  await happens({ next: picture.next });
  assert.equal(dealLabel(), "Bet $5 and deal");
});

test("what was staked beside the first wager is staked again after it", async () => {
  const { wagering, over, again: next } = kept("double-cross-poker");
  const side = offer("three-card", "1.00", "100.00");
  await sit(wagering);
  await tap("ante");
  await taken({ next: [...wagering.next, side] });
  await tap("three-card");
  await taken();
  await happens({ ...over, next: [] });
  await happens({ ...next, state: over.state + 2 });
  assert.equal(dealLabel(), "Rebet $10 and deal");
  await press("Rebet $10 and deal");
  await taken({ next: [...next.next, side] });
  await taken();
  assert.deepEqual(said().slice(2), ["wager ante 5.00", "wager three-card 5.00"]);
  assert.deepEqual(readied(), [true]);
});

test("a wager that is not on offer this time is left out of what is staked again", async () => {
  const { wagering, over, again: next } = kept("double-cross-poker");
  await sit(wagering);
  await tap("ante");
  await taken({ next: [...wagering.next, offer("three-card", "1.00", "100.00")] });
  await happens({ ...over, next: [] });
  await happens({ ...next, state: over.state + 2 });
  await press("Rebet $10 and deal");
  await taken();
  assert.deepEqual(said().slice(1), ["wager ante 5.00"]);
  assert.deepEqual(readied(), [true]);
});

test("what lies on the felt from the round before is not a wager", async () => {
  const picture = again();
  picture.seats[1].wagers = { original: "20.00" };
  await sit(picture);
  assert.equal(field().value, "");
  assert.equal(dealLabel(), "Rebet $20 and deal");
});

// --- between rounds -------------------------------------------------------------

test("between rounds one may ask for the next, and it is staked and dealt at once", async () => {
  const { over, again: next } = kept("red-dog");
  await sit(over);
  assert.equal(dealLabel(), "Rebet and deal");
  await press("Rebet and deal");
  assert.deepEqual([said(), readied()], [[], [true]]);
  assert.equal(dealLabel(), "The next round is coming");
  assert.equal(deal().disabled, true);
  await granted({ ...next, state: over.state + 1 });
  assert.deepEqual(said(), ["wager original 20.00"]);
  await taken();
  assert.deepEqual(readied(), [true, true]);
  await granted();
  await happens({ phase: "between", next: [] });
  assert.equal(dealLabel(), "Rebet and deal");
});

test("whoever has no chips when the round is laid out is not dealt in later", async () => {
  const { over, again: next } = kept("red-dog");
  await sit(over, { "GET /api/me": { balance: "0.00" } });
  await press("Rebet and deal");
  const poor = structuredClone(next.seats);
  poor[1].chips = "2.00";
  await granted({ ...next, seats: poor, next: [], state: over.state + 1 });
  await happens({ seats: next.seats, next: next.next });
  assert.deepEqual([said(), readied()], [[], [true]]);
  assert.equal(dealLabel(), "Rebet $20 and deal");
});

test("a next round that was refused may be asked for again", async () => {
  await sit(kept("red-dog").over);
  await press("Rebet and deal");
  await refused({ kind: "refused", message: "not now" });
  assert.match(words(document.querySelector("#toasts")), /not now/);
  assert.equal(dealLabel(), "Rebet and deal");
  assert.equal(deal().disabled, false);
});

test("somebody who watches has nothing to hurry", async () => {
  const { over, watched } = kept("red-dog");
  await sit({ ...over, you: watched.you });
  assert.equal(deal(), null);
});
