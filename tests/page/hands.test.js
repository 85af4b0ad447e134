/** Hands on the felt: what can be touched, what a touch means, and a sitting dealt by touch. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { depart, enter, kept, press, root, texts, visit } from "./visits.js";
import { feltOf, kept as table } from "./tables.js";
import * as hands from "../../src/croupier/server/page/js/hands.js";
import { dealersFelt, lasting } from "../../src/croupier/server/page/js/chair.js";
import { layDealer } from "../../src/croupier/server/page/js/geometry_dealer.js";
import { postedOdds } from "../../src/croupier/server/page/js/geometry.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { sittingView } from "../../src/croupier/server/page/js/views/chair_sitting.js";

const chair = kept("chair");
const { games } = kept("books");

const laid = (game) =>
  layDealer("wide", feltOf(game), {
    seats: [1, 2, 3],
    odds: postedOdds(feltOf(game), table(game).asked.payouts),
  });

/** The middle of a thing. */
const middle = (all, name) => {
  const { x, y, w, h } = all.find((thing) => thing.name === name);
  return { x: x + w / 2, y: y + h / 2 };
};

for (const [game, names] of [
  ["red-dog", ["shoe", "rack", "tray", "words", "scale", "place left", "area 2 raise", "seat 1"]],
  ["winners-pot-poker", ["pot", "stakes", "place dealer", "area 1 ante", "seat 3", "button"]],
  ["double-cross-poker", ["place far", "place near", "area 1 raise", "area 1 three-card"]],
])
  test(`what lies on the felt of ${game} is found where it lies`, () => {
    const all = hands.things(laid(game), { x: 500, y: 200 });
    for (const name of names) assert.equal(hands.thingsAt(all, middle(all, name))[0], name);
    assert.deepEqual(hands.thingsAt(all, { x: -5, y: -5 }), []);
  });

test("a point of the window is found on a drawing that is smaller than its box", () => {
  const g = { w: 100, h: 100 };
  const box = { left: 10, top: 20, width: 400, height: 200 };
  assert.deepEqual(hands.pointOn(g, box, { clientX: 210, clientY: 120 }), { x: 50, y: 50 });
  assert.deepEqual(hands.pointOn(g, box, { clientX: 110, clientY: 20 }), { x: 0, y: 0 });
  const none = { left: 0, top: 0, width: 0, height: 0 };
  assert.deepEqual(hands.pointOn(g, none, { clientX: 50, clientY: 50 }), { x: 100, y: 100 });
});

const choices = [
  { touches: [["shoe"], ["place left"]] },
  { touches: [["shoe"], ["rack"]] },
  { touches: [["area 1 ante", "area 1 raise"], ["tray"]] },
  { touches: [["area 1 ante"]] },
  { touches: [["line vertical"]] },
  {},
  { touches: [["tray"], ["area 1 ante"]] },
];
const means = (...held) => hands.meant(choices, feltOf("double-cross-poker"), held);

test("a touch means the choices that go by it, and tells what is missing", () => {
  assert.deepEqual(means("shoe"), {
    fits: [0, 1],
    done: [],
    more: new Set(["place left", "rack"]),
  });
  assert.deepEqual(means("shoe", "rack"), { fits: [1], done: [1], more: new Set() });
  assert.deepEqual(means("area 1 raise"), { fits: [2], done: [], more: new Set(["tray"]) });
  assert.deepEqual(means("area 1 ante").done, [3]);
  assert.deepEqual(means("tray", "area 1 ante").fits, [6], "from the tray is to pay");
  assert.deepEqual(means("area 1 ante", "tray").fits, [2], "to the tray is to take");
  assert.deepEqual(means("rack", "shoe").done, [1], "a hand may also go the other way");
  assert.deepEqual(means("place far"), { fits: [4], done: [4], more: new Set() });
  assert.deepEqual(means("pot").fits, []);
});

test("things have names that people say", () => {
  for (const [name, said] of [
    ["shoe", "the shoe"],
    ["words", "your voice"],
    ["seat 2", "seat 2"],
    ["area 2 three-card", "the three card of seat 2"],
    ["place left", "the left card"],
    ["place dealer", "your cards"],
  ])
    assert.equal(hands.called(name), said);
});

test("what is held is framed otherwise than what could come next", () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  render(hands.frames(hands.things(laid("red-dog")), ["shoe"], new Set(["rack"])), svg);
  assert.equal(svg.querySelectorAll(".held").length, 1);
  assert.equal(svg.querySelectorAll(".next").length, 1);
});

test("the dealer's felt names places as the dealer does, and odds as everybody", () => {
  assert.equal(dealersFelt(feltOf("red-dog")).page.labels.left, undefined);
  assert.equal(dealersFelt(feltOf("double-down-stud")).page.labels.hand, "wager");
  assert.deepEqual(dealersFelt({}), { page: { labels: {} } });
});

test("a time is told in minutes and seconds", () => {
  assert.deepEqual([0.4, 59, 60, 185].map(lasting), ["0 s", "59 s", "1 min", "3 min 5 s"]);
});

// --- at the table --------------------------------------------------------------------------------

const path = `/api/chair/sittings/${chair.figure.sitting}`;
const sent = () => asked.filter((one) => one.method === "POST").at(-1);

const DEAL = { verb: "deal", figure: null, touches: [["shoe"], ["place left"]] };
const moment = {
  choices: [
    { ...DEAL, label: "Deal the left card, face up" },
    { ...DEAL, label: "Deal the left card, face down" },
    { verb: "burn", label: "Burn a card", figure: null, touches: [["shoe"], ["rack"]] },
    { verb: "announce", label: "Say “One”", figure: null, touches: [["words"]] },
    { verb: "mark", label: "Mark", figure: "at", touches: [["scale"]] },
    { verb: "pot", label: "Put the button there", figure: null, touches: [["button"]] },
  ],
  right: null,
  next: null,
  guide: [],
};

async function sit(more = {}) {
  const picture = structuredClone(chair.figure);
  Object.assign(picture.moment, structuredClone(moment), more);
  Object.assign(picture, { level: "coached" });
  answer({ [`GET ${path}`]: picture, [`POST ${path}/answers`]: { ...chair.right, picture } });
  await visit(sittingView, { id: picture.sitting });
  const svg = root.querySelector("svg.table");
  const [, , w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
  svg.getBoundingClientRect = () => ({ left: 0, top: 0, width: w, height: h });
  return picture;
}

/** Where things lie in the sitting's own drawing. */
function drawn() {
  const { seats } = chair.figure.moment.table;
  const { felt } = games.games.find(({ game }) => game === "red-dog");
  const shape = Number(root.querySelector("svg.table").getAttribute("viewBox").split(" ")[2]);
  return hands.things(
    layDealer(shape === 960 ? "wide" : "tall", felt, {
      seats: Object.keys(seats)
        .map(Number)
        .filter((seat) => shape === 960 || seats[seat]),
      odds: postedOdds(felt, chair.figure.moment.table.payouts),
      own: null,
      width: shape,
      height: 0,
    }),
  );
}

const pointer = (type, { x, y }) => {
  const event = Object.assign(new Event(type, { bubbles: true }), { clientX: x, clientY: y });
  root.querySelector("svg.table").dispatchEvent(event);
};
async function touch(from, to = from) {
  const at = (name) => (name === null ? { x: -1, y: -1 } : middle(drawn(), name));
  pointer("pointerdown", at(from));
  pointer("pointerup", at(to));
  await settle();
}
const frames = (kind) => root.querySelectorAll(`.hands-layer .${kind}`).length;

beforeEach(() => {
  enter("spectator");
  answer({ "GET /api/games": games });
});
afterEach(depart);

test("a card is dragged from the shoe to the rack", async () => {
  await sit();
  await touch("shoe", "rack");
  assert.deepEqual(sent().body, { at: chair.figure.at, choice: 2 });
});

test("words are said by pressing the bubble", async () => {
  await sit();
  assert.equal(words(root.querySelector(".bubble")), "Say …");
  await touch("words");
  assert.deepEqual(sent().body.choice, 3);
});

test("the shoe and then a place: what is still open is offered at the hand", async () => {
  await sit();
  await touch("shoe");
  assert.equal(sent(), undefined, "the shoe alone means nothing yet");
  assert.equal(
    words(root.querySelector(".hand-line")),
    "Your hand is on the shoe: press what it goes with, or choose.",
  );
  assert.deepEqual(texts(".choices .meant span"), [
    "Deal the left card, face up",
    "Deal the left card, face down",
    "Burn a card",
  ]);
  assert.ok(root.querySelector(".choices.narrowed"));
  assert.deepEqual([frames("held"), frames("next")], [1, 2]);
  assert.equal(root.querySelector(".hand-menu"), null);
  await touch("place left");
  assert.deepEqual(texts(".hand-menu button"), [
    "1Deal the left card, face up",
    "2Deal the left card, face down",
  ]);
  await press("2Deal the left card, face down", root.querySelector(".hand-menu"));
  assert.deepEqual(sent().body.choice, 1);
  assert.equal(root.querySelector(".hand-menu"), null, "the next step begins with empty hands");
  assert.equal(frames("held"), 0);
});

test("a hand lets go with Escape, or beside the felt's things", async () => {
  await sit();
  for (const letGo of [
    () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    () => touch(null),
  ]) {
    await touch("shoe");
    assert.equal(frames("held"), 1);
    await letGo();
    await settle();
    assert.equal(frames("held"), 0);
    assert.equal(words(root.querySelector(".hand-line")), "");
  }
  await touch(null);
  assert.equal(sent(), undefined);
});

test("a felt that is laid out again has its hands free", async () => {
  const made = [];
  const Watcher = globalThis.ResizeObserver;
  globalThis.ResizeObserver = class {
    constructor(seen) {
      made.push(seen);
    }
    observe() {}
    disconnect() {}
  };
  try {
    await sit();
    await touch("shoe");
    for (const seen of made) seen();
    assert.equal(frames("held"), 1, "nothing has changed its width");
    Object.defineProperty(root.querySelector(".felt-box"), "clientWidth", { value: 500 });
    for (const seen of made) seen();
    assert.equal(frames("held"), 0);
  } finally {
    globalThis.ResizeObserver = Watcher;
  }
});

test("another thing that does not go with the first is taken instead", async () => {
  await sit();
  await touch("shoe");
  await touch("words");
  assert.deepEqual(sent().body.choice, 3);
});

test("what none of the choices is about is said", async () => {
  await sit();
  await touch("tray");
  assert.equal(words(root.querySelector(".hand-line")), "None of the choices is about the tray.");
  assert.equal(root.querySelector(".narrowed"), null);
});

test("where a figure belongs to what is touched, it is asked for", async () => {
  await sit();
  await touch("scale");
  assert.equal(sent(), undefined);
  assert.ok(root.querySelector(".figure-box input"));
});

test("a guided lesson frames what its next step goes by", async () => {
  await sit({ right: 2, next: "Burn a card" });
  assert.deepEqual([frames("held"), frames("next")], [0, 2]);
});

test("a dealer button is touched where it lies", async () => {
  for (const button of ["seat 1", "dealer"]) {
    const lying = { ...structuredClone(chair.figure.moment.table), button };
    await sit({ right: 5, next: "The button", table: lying });
    assert.equal(frames("next"), 1);
  }
});
