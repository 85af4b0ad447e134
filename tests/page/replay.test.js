/** A round again, step by step; and the page's addresses. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { button, furnish, kept, key, still, widen } from "./tables.js";
import { replayView } from "../../src/croupier/server/page/js/views/replay.js";
import { session } from "../../src/croupier/server/page/js/session.js";

let leave = () => {};
let root;

beforeEach(() => {
  furnish();
  still();
  location.hash = "#/round/1";
  widen(900);
  root = document.createElement("main");
  document.body.append(root);
});
afterEach(() => {
  leave();
  leave = () => {};
  root.remove();
  session.leave();
  mock.timers.reset();
  mock.restoreAll();
});

async function open(changes = {}, more = {}, query = new URLSearchParams()) {
  const { round, steps, house } = kept("red-dog");
  answer({
    "GET /api/games": kept("games"),
    "GET /api/rounds/1": { ...round, ...changes },
    "GET /api/rounds/1/steps": { steps },
    "GET /api/houses/red-dog": house,
    ...more,
  });
  leave = replayView(root, { id: "1", query });
  assert.equal(words(root), "Opening the record…");
  await settle();
  return { total: steps.length };
}

const line = () => words(root.querySelector(".replay-line"));
const cards = () => Array.from(root.querySelectorAll(".cards .card"), (card) => card.dataset.card);

test("a replay opens before the first step, with the result and what was said below", async () => {
  const { total } = await open();
  assert.equal(words(root.querySelector("h1")), "Round 1");
  assert.match(
    words(root.querySelector("h1 + p")),
    /^Red Dog at Red Dog 1, .*2026.*\. Settled\. All cards are shown, as surveillance sees them\.$/,
  );
  assert.equal(line(), "Before the first step");
  assert.deepEqual(cards(), []);
  button(root, "To the end").click();
  assert.ok(line().startsWith(`${total} of ${total}: The third card goes to the rack`));
  assert.deepEqual(cards(), ["4c", "7d", "5h"]);
  const rows = Array.from(root.querySelectorAll("tbody tr"), (row) =>
    Array.from(row.children, words),
  );
  assert.deepEqual(rows[0], ["Ann", "Original", "$20", "win", "4 to 1", "$80", "5(i)(2)"]);
  assert.equal(rows.length, 4);
  assert.deepEqual(Array.from(root.querySelectorAll("thead th"), words), [
    "Player",
    "Wager",
    "Amount",
    "Outcome",
    "Odds",
    "Paid",
    "Clause",
  ]);
  assert.deepEqual(Array.from(root.querySelectorAll("summary"), words), [
    "The table in words",
    "What was said, and by whom",
  ]);
  assert.match(words(root.querySelector(".plain li")), /: 1 wager original 20 \(Ann\)$/);
  assert.equal(
    root.querySelector("a[href^='#/record']").getAttribute("href"),
    "#/record?table=red-dog-1",
  );
  assert.deepEqual(Array.from(root.querySelectorAll(".plate .purse"), words), [
    "$660 +$160",
    "$660 +$160",
  ]);
});

test("steps are gone through one by one, from the list, and with the slider", async () => {
  const { total } = await open();
  const press = (name) => button(root, name).click();
  const current = () => root.querySelector("[aria-current=step]")?.dataset.n;
  press("To the end");
  press("One step back");
  assert.ok(line().startsWith(`${total - 1} of ${total}:`));
  assert.equal(location.hash, `#/round/1?step=${total - 1}`);
  press("To the start");
  assert.equal(location.hash, "#/round/1");
  assert.equal(line(), "Before the first step");
  assert.equal(current(), undefined);
  assert.deepEqual(cards(), []);
  press("One step back");
  assert.equal(line(), "Before the first step");
  press("One step on");
  assert.ok(line().startsWith(`1 of ${total}: The red batch comes in`));
  assert.equal(current(), "1");
  assert.equal(root.querySelector("input[type=range]").value, "1");
  root.querySelectorAll(".replay-log .line")[11].click();
  assert.equal(current(), "12");
  assert.deepEqual(cards(), ["4c", "7d"]);
  assert.match(words(root.querySelector("details .card")), /seven of diamonds/);
  assert.match(words(root.querySelector("details .card")), /Seat 1, Ann: \$480/);
  const slider = root.querySelector("input[type=range]");
  assert.equal(slider.max, String(total));
  slider.value = "10";
  slider.dispatchEvent(new Event("input"));
  assert.match(line(), /A card is burned, Q♠/);
  press("To the end");
  assert.equal(slider.value, String(total));
  assert.equal(root.querySelectorAll("[aria-current=step]").length, 1);
});

test("a clause in the list asks why, and does not move the replay", async () => {
  await open({}, { "GET /api/why/red-dog": kept("red-dog").why });
  button(root.querySelector(".replay-log"), "Why? 3(d) · R-07").click();
  await settle();
  assert.equal(line(), "Before the first step");
  document.querySelector("dialog").close();
});

test("it plays by itself from the start, can be paused, and stops at the end", async () => {
  const { total } = await open();
  mock.timers.enable({ apis: ["setTimeout"] });
  const press = (name) => button(root, name).click();
  press("Play Space");
  assert.ok(line().startsWith(`1 of ${total}`));
  mock.timers.tick(650);
  assert.ok(line().startsWith(`2 of ${total}`));
  press("Pause Space");
  assert.equal(location.hash, "#/round/1?step=2");
  mock.timers.tick(7000);
  assert.ok(line().startsWith(`2 of ${total}`));
  press("Play Space");
  for (let i = 0; i < total; i++) mock.timers.tick(650);
  assert.ok(line().startsWith(`${total} of ${total}`));
  assert.ok(button(root, "Play Space"));
  press("Play Space"); // again, from the start
  assert.ok(line().startsWith(`1 of ${total}`));
  mock.timers.tick(650);
  press("One step on"); // whoever takes it on does not have it played any more
  assert.ok(line().startsWith(`3 of ${total}`));
  mock.timers.tick(7000);
  assert.ok(line().startsWith(`3 of ${total}`));
});

test("the keys step, go to the ends, play and pause", async () => {
  const { total } = await open();
  mock.timers.enable({ apis: ["setTimeout"] });
  const hit = (name) => key(document.body, name);
  hit("ArrowRight");
  hit("ArrowRight");
  assert.ok(line().startsWith(`2 of ${total}`));
  hit("ArrowLeft");
  assert.ok(line().startsWith(`1 of ${total}`));
  hit("End");
  assert.ok(line().startsWith(`${total} of ${total}`));
  hit("ArrowRight");
  assert.ok(line().startsWith(`${total} of ${total}`));
  hit("Home");
  assert.equal(line(), "Before the first step");
  hit(" ");
  assert.ok(button(root, "Pause Space"));
  hit(" ");
  assert.ok(button(root, "Play Space"));
  hit("ArrowLeft");
  leave();
  hit("ArrowRight");
  assert.equal(line(), "Before the first step");
});

test("an address may name a step: the felt after it", async () => {
  const { total } = await open({}, {}, new URLSearchParams("step=12"));
  assert.ok(line().startsWith(`12 of ${total}`));
  assert.deepEqual(cards(), ["4c", "7d"]);
  leave();
  await open({}, {}, new URLSearchParams("step=9999"));
  assert.ok(line().startsWith(`${total} of ${total}`));
  leave();
  await open({}, {}, new URLSearchParams("step=never"));
  assert.equal(line(), "Before the first step");
});

test("a card moves from the shoe on the way forward, and jumps on the way back", async () => {
  await open();
  still(false);
  const moved = [];
  const finish = [];
  mock.method(Element.prototype, "animate", function animate() {
    moved.push(this.querySelector(".card")?.dataset.card ?? this.getAttribute("class"));
    return { finished: new Promise((done) => finish.push(done)) };
  });
  const { steps } = kept("red-dog");
  const dealt = steps.findIndex(({ event }) => event.card === "4c" && event.place);
  root.querySelectorAll(".replay-log .line")[dealt - 1].click();
  assert.deepEqual(moved, []);
  button(root, "One step on").click();
  assert.deepEqual(moved, ["4c"]);
  assert.deepEqual(cards(), []);
  assert.equal(root.querySelectorAll(".flying .card").length, 1);
  finish.forEach((done) => done());
  await settle();
  assert.deepEqual(cards(), ["4c"]);
  button(root, "One step back").click();
  button(root, "One step on").click();
  button(root, "To the start").click(); // while the card is on its way
  assert.equal(root.querySelectorAll(".flying .card").length, 0);
  finish.forEach((done) => done());
  await settle();
  assert.deepEqual(cards(), []);
  assert.equal(line(), "Before the first step");
  assert.equal(moved.length, 2);
});

test("a step that comes during a movement finds the felt as the last one left it", async () => {
  const { total } = await open();
  still(false);
  mock.method(Element.prototype, "animate", () => ({ finished: new Promise(() => {}) }));
  const { steps } = kept("red-dog");
  const dealt = steps.findIndex(({ event }) => event.card === "4c" && event.place);
  root.querySelectorAll(".replay-log .line")[dealt - 1].click();
  for (let i = 0; i < 3; i++) key(document.body, "ArrowRight");
  assert.deepEqual(cards(), ["4c", "7d"]);
  assert.ok(root.querySelectorAll(".flying > *").length < 2);
  for (let i = dealt + 3; i < total; i++) key(document.body, "ArrowRight");
  assert.ok(line().startsWith(`${total} of ${total}`));
  await settle();
  assert.deepEqual(cards().slice(0, 3), ["4c", "7d", "5h"]);
});

test("in a window it begins with the end, hears the keys, and leaves the address alone", async () => {
  location.hash = "#/table/red-dog-1";
  const window = document.createElement("dialog");
  window.setAttribute("open", "");
  root.replaceWith(window);
  window.append(root);
  const { total } = await open({}, {}, null);
  assert.ok(line().startsWith(`${total} of ${total}`));
  key(root, "ArrowLeft");
  assert.ok(line().startsWith(`${total - 1} of ${total}`));
  assert.equal(location.hash, "#/table/red-dog-1");
  const other = document.createElement("dialog");
  other.setAttribute("open", "");
  document.body.append(other);
  key(root, "ArrowLeft");
  assert.ok(line().startsWith(`${total - 1} of ${total}`));
  other.remove();
  window.remove();
});

test("the table is called by its name", async () => {
  await open({ name: "Friday night" });
  assert.match(words(root.querySelector("h1 + p")), /^Red Dog at Friday night, /);
});

test("one's own round leads to its review", async () => {
  await open({ viewer: "seat:1" });
  const links = Array.from(root.querySelectorAll("a.button"), (one) => one.getAttribute("href"));
  assert.deepEqual(links, ["#/review/1", "#/dispute?rounds=1&lodge=1", "#/record?table=red-dog-1"]);
});

test("whoever did not play is not told to ask for a ruling; the staff see the evidence", async () => {
  await open({ viewer: "public" });
  assert.equal(root.querySelector("a[href^='#/dispute']"), null);
  leave();
  session.enter({ token: "floor-token", role: "floor", person: "p-floor", name: "Floor" });
  await open();
  assert.equal(words(root.querySelector("a[href='#/dispute?rounds=1']")), "The evidence");
});

test("a round that was disputed shows its ruling", async () => {
  const dispute = { dispute: "d-1", seat: 1, about: "payment", verdict: null, rule: null };
  await open({ viewer: "seat:1", disputes: [dispute] });
  const ruled = () => root.querySelector(".ruling-line");
  assert.equal(words(ruled()), "Waits for a ruling");
  assert.ok(!words(root).includes("Ask for a ruling"));
  leave();
  await open({ viewer: "public", disputes: [{ ...dispute, verdict: "upheld", rule: "5(c)" }] });
  assert.equal(words(ruled()), "Ruling: upheld, 5(c)");
  assert.equal(ruled().getAttribute("href"), "#/dispute?rounds=1");
});

test("the amounts of the wagers stand under their titles, and have names on a phone", async () => {
  await open();
  const titles = Array.from(root.querySelectorAll("thead .number"), words);
  assert.deepEqual(titles, ["Amount", "Paid"]);
  const named = Array.from(root.querySelectorAll("tbody tr:first-child [data-name]"), (one) => [
    one.dataset.name,
    words(one),
  ]);
  assert.deepEqual(named, [
    ["Amount", "$20"],
    ["Paid", "$80"],
  ]);
});

test("a replay that was left before it was read begins nothing", async () => {
  const { round, steps, house } = kept("red-dog");
  answer({
    "GET /api/games": kept("games"),
    "GET /api/rounds/1": round,
    "GET /api/rounds/1/steps": { steps },
    "GET /api/houses/red-dog": house,
  });
  replayView(root, { id: "1", query: new URLSearchParams() })();
  await settle();
  key(document.body, "ArrowRight");
  assert.equal(line(), "Before the first step");
});

test("a round without a step can be opened", async () => {
  await open({}, { "GET /api/rounds/1/steps": { steps: [] } });
  button(root, "Play Space").click();
  assert.equal(line(), "Before the first step");
  assert.ok(button(root, "Play Space"));
});

test("the odds and seats are those of the house at that time", async () => {
  await open({
    house: {
      "payouts.spread.2": "9 to 2",
      "payouts.three-of-a-kind": "12 to 1",
      seats: 5,
      minimum: "10",
    },
  });
  assert.ok(Array.from(root.querySelectorAll(".scale .odds"), words).includes("9 to 2"));
  assert.ok(Array.from(root.querySelectorAll(".sign text"), words).includes("pays 12 to 1"));
  assert.equal(root.querySelectorAll(".plate").length, 5);
  assert.ok(Array.from(root.querySelectorAll(".placard text"), words).includes("$10 to $500"));
});

test("a player sees the cards that their seat saw, with the seat's token", async () => {
  session.enter({ token: "door", role: "player", name: "Ann" });
  session.take("red-dog-1", 1, "seat-token");
  await open({ viewer: "seat:1" });
  assert.deepEqual(
    asked
      .filter(({ path }) => path.startsWith("/api/rounds"))
      .map(({ path, token }) => [path, token]),
    [
      ["/api/rounds/1", "door"],
      ["/api/rounds/1", "seat-token"],
      ["/api/rounds/1/steps", "seat-token"],
    ],
  );
  assert.match(words(root.querySelector("h1 + p")), /as your seat saw them\.$/);
  assert.equal(button(root, "Export the round record"), undefined);
});

test("without a seat one sees what the public saw; without a result, no table", async () => {
  await open({ viewer: "public", result: null, said: undefined, players: { 1: null } });
  assert.match(words(root.querySelector("h1 + p")), /as the public saw them\.$/);
  assert.equal(root.querySelector("table"), null);
  assert.equal(words(root.querySelector(".plate .name")), "Seat 1");
});

test("the floor exports the round record as a file", async () => {
  session.enter({ token: "floor", role: "floor", name: "Flo" });
  await open({}, { "GET /api/rounds/1/record": "croupier = 1" });
  const saved = [];
  mock.method(URL, "createObjectURL", (blob) => (saved.push(blob.type), "blob:record"));
  mock.method(URL, "revokeObjectURL", (href) => saved.push(href));
  mock.method(HTMLElement.prototype, "click", function click() {
    saved.push(this.getAttribute("download"));
  });
  button(root, "Export the round record").dispatchEvent(new Event("click", { bubbles: true }));
  await settle();
  mock.restoreAll();
  assert.deepEqual(saved, ["application/toml", "round-1.toml", "blob:record"]);
  assert.equal(document.querySelector("a[download]"), null);
  assert.equal(asked.at(-1).token, "floor");
});

test("a round that cannot be read says why", async () => {
  answer({
    "GET /api/rounds/9": [404, { error: { kind: "missing", message: "there is no round 9" } }],
  });
  leave = replayView(root, { id: "9" });
  await settle();
  assert.equal(words(root.querySelector("h1")), "Round 9");
  assert.equal(words(root.querySelector("[role=alert]")), "there is no round 9");
});
