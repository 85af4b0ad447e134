/** What lies on the felt after events, and how events are shown one after another. */

import assert from "node:assert/strict";
import test, { before, mock } from "node:test";

import { Director } from "../../src/croupier/server/page/js/director.js";
import { apply, blank, fold } from "../../src/croupier/server/page/js/model.js";
import { kept, learned, still } from "./tables.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";
import { learn } from "../../src/croupier/server/page/js/vocabulary.js";
import { settle } from "./support.js";

before(learned);

const GAMES = ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"];

for (const game of GAMES) {
  test(`the events of ${game} lay the cards where the server has them`, () => {
    for (const picture of [kept(game).asked, kept(game).over]) {
      const { places } = fold(picture.events);
      const laid = Object.fromEntries(
        Object.entries(places).map(([name, cards]) => [name, cards.map(({ card }) => card)]),
      );
      assert.deepEqual(laid, picture.laid);
    }
  });

  test(`the events of ${game} put down the chips that the server counts`, () => {
    const { asked } = kept(game);
    const { chips } = fold(asked.events);
    for (const [seat, sitting] of Object.entries(asked.seats)) {
      const on = Object.values(chips).filter((one) => one.seat === Number(seat));
      const lies = Object.fromEntries(on.map((one) => [one.wager, (one.amount / 100).toFixed(2)]));
      for (const [wager, amount] of Object.entries(sitting?.wagers ?? {}))
        assert.equal(lies[wager], amount, `seat ${seat}, ${wager}`);
    }
  });
}

test("winnings lie beside their stake until it is over, and collected cards are gone", () => {
  const model = fold(kept("red-dog").over.events);
  assert.equal(model.won["1|original"], 8000);
  assert.equal(model.won["3|raise"], 8000);
  assert.deepEqual(model.chips["1|raise"], {
    seat: 1,
    wager: "raise",
    amount: 2000,
    word: undefined,
  });
  assert.deepEqual(model.places.left, [{ card: "4c", up: true, gone: true }]);
  assert.equal(model.marks.mark, 2);
});

test("a pot is fed by everybody and awarded", () => {
  const { over } = kept("winners-pot-poker");
  const award = over.events.findIndex(({ kind }) => kind === "award");
  const fed = fold(over.events.slice(0, award));
  assert.ok(fed.pot > 0);
  assert.deepEqual(fed.stakes, {});
  const after = fold(over.events);
  assert.equal(after.pot, 0);
  assert.equal(Object.values(after.won).reduce((sum, won) => sum + won, 0) > 0, true);
  assert.equal(after.button, "dealer");
});

test("the dealer's stakes lie there before they go into the pot", () => {
  const { asked } = kept("winners-pot-poker");
  assert.deepEqual(fold(asked.events).stakes, { ante: 500, bet: 500, double: 1000 });
});

/** Every effect with an event of its own: what the server may yet say. */
function shown(effect, event) {
  learn({ [effect]: { effect, flow: null, pace: 0, tone: "", told: false, speech: "" } });
  return { kind: effect, ...event };
}

test("each effect changes what it says, and nothing else", () => {
  const after = (model, effect, event) => {
    apply(model, shown(effect, event));
    return model;
  };
  const model = blank();
  after(model, "deal", { place: "seat 1", card: "As", up: false });
  after(model, "deal", { place: "seat 1", card: "Kd" });
  assert.deepEqual(model.places["seat 1"], [
    { card: "As", up: false, gone: false },
    { card: "Kd", up: true, gone: false },
  ]);
  after(model, "turn-one", { place: "seat 1", card: "As", index: 1 });
  assert.equal(model.places["seat 1"][0].up, true);
  after(model, "turn", { place: "seat 1", cards: ["2c", "3c"] });
  assert.deepEqual(
    model.places["seat 1"].map(({ card }) => card),
    ["2c", "3c"],
  );
  after(model, "collect", { place: "seat 1" });
  after(model, "collect", { place: "seat 9" });
  assert.equal(model.places["seat 1"][1].gone, true);
  after(model, "place", { seat: 1, wager: "raise", amount: "5.00", place: "far" });
  assert.deepEqual(model.chips["1|raise"], { seat: 1, wager: "raise", amount: 500, word: "far" });
  after(model, "win", { seat: 1, wager: "raise", amount: "7.50" });
  assert.equal(model.won["1|raise"], 750);
  after(model, "lift", { seat: 1, wager: "raise" });
  assert.deepEqual([model.chips, model.won], [{}, {}]);
  after(model, "stake", { wager: "ante", amount: "5.00" });
  after(model, "unstake", {});
  assert.deepEqual(model.stakes, {});
  after(model, "stake", { wager: "ante", amount: "5.00" });
  after(model, "into-pot", { amount: "5.00" });
  assert.deepEqual([model.stakes, model.pot], [{}, 500]);
  after(model, "place", { seat: 2, wager: "ante", amount: "5.00" });
  after(model, "into-pot", { seat: 2, wager: "ante", amount: "5.00" });
  assert.deepEqual([model.chips, model.pot], [{}, 1000]);
  after(model, "from-pot", { amount: "1.00" });
  after(model, "award", { seat: 2, amount: "8.00" });
  after(model, "award", { amount: "1.00" });
  assert.deepEqual([model.pot, model.won["2|"]], [0, 800]);
  after(model, "button", { place: "seat 2" });
  after(model, "mark", { at: 4 });
  after(model, "line", { place: "vertical" });
  after(model, "fold", { seat: 3 });
  after(model, "away", {});
  apply(model, { kind: "from a newer release" });
  assert.deepEqual(
    [model.button, model.marks, model.line, model.folded],
    ["seat 2", { mark: 4 }, "vertical", { 3: true }],
  );
});

// --- one after another ------------------------------------------------------

/** A scene that writes down what it is shown. */
function staged() {
  const seen = [];
  const scene = {
    move: async (event, ms) => void seen.push(`move ${event.kind} ${ms}`),
    draw: (model, layers) => seen.push(`draw ${layers?.join() ?? "everything"}`),
    unfold: (event) => seen.push(`unfold ${event.kind}`),
  };
  const director = new Director(scene, blank(), {
    onEvent: (event) => seen.push(`tell ${event.kind}`),
    onRest: () => seen.push("rest"),
  });
  return { seen, director };
}

test("where nothing moves, everything is there in one drawing", async () => {
  still();
  const { seen, director } = staged();
  director.play(kept("red-dog").messages[3].events);
  await settle();
  assert.equal(seen.filter((one) => one.startsWith("tell")).length, 6);
  assert.deepEqual(seen.slice(-2), ["draw everything", "rest"]);
  assert.equal(director.model.places.left[0].card, "4c");
  still(false);
});

test("what comes is moved before it lies, what goes while it lies already", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  learn({
    comes: { effect: "turn", pace: 100 },
    goes: { effect: "collect", pace: 100 },
  });
  const { seen, director } = staged();
  director.play([
    { kind: "comes", place: "far", cards: ["As"] },
    { kind: "goes", place: "far" },
  ]);
  director.play([]);
  for (let i = 0; i < 20; i++) {
    await null;
    mock.timers.tick(100);
  }
  assert.deepEqual(seen, [
    "tell comes",
    "move comes 100",
    "draw cards",
    "unfold comes",
    "tell goes",
    "move goes 100",
    "draw cards",
    "rest",
  ]);
  mock.timers.reset();
});

const COMES = ["deal", "turn", "turn-one", "away", "place", "win", "stake", "award"];
const GOES = ["collect", "lift", "unstake", "into-pot", "from-pot"];

for (const effect of [...COMES, ...GOES])
  test(`${effect} moves ${COMES.includes(effect) ? "before" : "while"} it is drawn`, async () => {
    learn({ [effect]: { effect, flow: null, pace: 1 } });
    const { seen, director } = staged();
    director.model.places.far = [{ card: "As", up: true, gone: false }];
    let land;
    director.scene.move = () => new Promise((done) => (land = done));
    const event = { kind: effect, place: "far", cards: ["2c"], card: "2c", index: 1, seat: 1 };
    director.play([{ ...event, wager: "ante", amount: "5.00" }]);
    await settle();
    const drawn = () => seen.some((one) => one.startsWith("draw"));
    assert.equal(drawn(), GOES.includes(effect));
    land();
    await settle();
    assert.equal(drawn(), true);
  });

test("much that waits is hurried, so that it takes 2.8 seconds and no more", async () => {
  learn({ slow: { effect: "deal", pace: 1000 } });
  const { seen, director } = staged();
  director.play(Array.from({ length: 7 }, () => ({ kind: "slow", place: "far", card: "As" })));
  await settle();
  assert.equal(seen[1], "move slow 400");
  assert.equal(director.model.places.far.length, 7);
});

test("the speed of the dealing is as a person has chosen it", async () => {
  learn({ paced: { effect: "deal", pace: 200 } });
  const event = { kind: "paced", place: "far", card: "As" };
  const taken = async (speed) => {
    preferences.set("speed", speed);
    const { seen, director } = staged();
    director.play([event]);
    await settle();
    assert.equal(director.model.places.far.length, 1);
    return seen;
  };
  for (const [speed, ms] of [
    ["normal", 200],
    ["slow", 400],
    ["fast", 90],
  ])
    assert.deepEqual((await taken(speed)).slice(0, 2), ["tell paced", `move paced ${ms}`]);
  assert.deepEqual(await taken("at once"), ["tell paced", "draw everything", "rest"]);
  preferences.set("speed", "normal");
});

test("events of one kind without a pace are drawn once, with the last of them", async () => {
  learn({ quick: { effect: "place", pace: 0 } });
  const { seen, director } = staged();
  director.play([
    { kind: "quick", seat: 1, wager: "ante", amount: "5.00" },
    { kind: "quick", seat: 2, wager: "ante", amount: "5.00" },
  ]);
  await settle();
  assert.equal(seen.filter((one) => one.startsWith("draw")).length, 1);
});

test("begun again from another state, what was under way leaves no trace", async () => {
  const { seen, director } = staged();
  director.scene.move = async () => director.reset(blank());
  director.play([{ kind: "deal", place: "far", card: "As" }]);
  await settle();
  assert.deepEqual(director.model.places, {});
  assert.deepEqual(seen, ["tell deal", "rest"]);
});
