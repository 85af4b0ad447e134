/** One's own record: rounds in the first person, what they came to, filters and files. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import {
  control,
  depart,
  enter,
  field,
  fill,
  kept,
  offered,
  press,
  refuse,
  root,
  rows,
  texts,
  toasts,
  visit,
} from "./visits.js";
import { askedBy } from "../../src/croupier/server/page/js/own_round.js";
import { recordView } from "../../src/croupier/server/page/js/views/record.js";

const { games } = kept("books");
const wager = (name, amount, outcome, paid = "0.00", odds = null) => ({
  wager: name,
  amount,
  outcome,
  paid,
  odds,
  rule: null,
});
const seat = (number, more) => ({ seat: number, cards: [], hand: null, net: "0.00", ...more });
const round = (nth, net, more = {}) => ({
  nth,
  round: 100 + nth,
  table: "red-dog-1",
  name: "Red Dog 1",
  game: "red-dog",
  time: "2026-03-14T20:00:00Z",
  sitting: 1,
  staked: "10.00",
  net,
  total: net,
  seats: [seat(1, { wagers: [wager("original", "10.00", "lose")] })],
  felt: { left: ["4c"], right: ["7d"], middle: ["??"] },
  ...more,
});
const poker = round(3, "12.00", {
  game: "double-cross-poker",
  table: "p-1",
  name: "Friday night",
  seats: [
    seat(2, {
      cards: ["As", "Kd"],
      hand_words: "pair of kings",
      wagers: [wager("ante", "5.00", "win", "5.00", "1 to 1")],
    }),
    seat(3, { cards: ["2s", "3d"], hand_words: "ace high", wagers: [] }),
  ],
  felt: {},
});
const mine = [poker, round(2, "-10.00"), round(1, "0.00", { seats: [], felt: {} })];
const summary = {
  rounds: 3,
  staked: "1230.00",
  net: "2.00",
  best: { nth: 3, round: 103, time: "2026-03-14T20:00:00Z", net: "12.00" },
  worst: { nth: 2, round: 102, time: "2026-03-14T20:00:00Z", net: "-10.00" },
  by_game: [
    { game: "red-dog", rounds: 2, staked: "1220.00", net: "-10.00" },
    { game: "double-cross-poker", rounds: 1, staked: "10.00", net: "12.00" },
  ],
  chart: [1, 2, 3].map((nth) => ({ nth, round: 100 + nth, time: "", total: `${nth}.50` })),
  games: ["red-dog", "double-cross-poker"],
  tables: [
    { table: "p-1", name: "Friday night" },
    { table: "red-dog-1", name: "Red Dog 1" },
  ],
};
const points = [1, 2, 3].map((n) => ({ round: 100 + n, result: n, expected: -1, luck: n + 1 }));
const reviews = { of: 1200, done: 3, points };
const unreviewed = { of: 3, done: 0, points: [] };
const none = { ...summary, rounds: 0, best: null, worst: null, by_game: [], chart: [] };

const serve = (more = {}) =>
  answer({
    "GET /api/games": games,
    "GET /api/me/record": summary,
    "GET /api/me/rounds": { rounds: mine, more: false },
    "GET /api/me/reviews": unreviewed,
    ...more,
  });
const paths = () =>
  asked
    .map(({ path }) => path)
    .filter((path) => path.startsWith("/api/me") && path !== "/api/me/reviews");

beforeEach(() => {
  location.hash = "#/record";
  enter("spectator");
  serve();
});
afterEach(depart);

test("everybody but the staff begins with their own rounds, told in the first person", async () => {
  await visit(recordView);
  assert.equal(words(root.querySelector("h1")), "Your record");
  assert.equal(words(root.querySelector("[role=status]")), "You won $2 in 3 rounds.");
  assert.deepEqual(texts(".own-came"), [
    "You won $12 Round 103",
    "You lost $10 Round 102",
    "You broke even Round 101",
  ]);
  const [one, two, three] = root.querySelectorAll(".own-round");
  assert.match(words(one), /Double Cross Poker at Friday night, ended Mar 14/);
  assert.match(words(one), /Seat 2 A♠K♦ ?ace of spades and king of diamonds/);
  assert.match(words(one), /Your hand: pair of kings and ace high\. Ante \$5 wins \$5 at 1 to 1\./);
  assert.match(words(two), /102 Red Dog 1, ended Mar 14/);
  assert.match(words(two), /First card 4♣ ?four of clubs ?Second card 7♦/);
  assert.doesNotMatch(words(two), /face-down/);
  assert.match(words(two), /Original \$10 loses\./);
  assert.equal(three.querySelector(".piles"), null);
  assert.deepEqual(
    Array.from(one.querySelectorAll("a"), (link) => link.getAttribute("href")),
    ["#/round/103", "#/round/103", "#/review/103", "#/dispute?rounds=103&lodge=1"],
  );
  assert.deepEqual(paths(), ["/api/me/record?", "/api/me/rounds?limit=20"]);
  assert.ok(asked.every(({ token, path }) => path === "/api/games" || token === "spectator-token"));
});

test("what the rounds came to, by game, and the line of the money", async () => {
  await visit(recordView);
  assert.deepEqual(texts(".sums-of-mine dd").slice(0, 3), [
    "3",
    "+$2",
    "$1,230 without what was returned",
  ]);
  assert.equal(control("+$12").getAttribute("href"), "#/round/103");
  assert.equal(control("−$10").getAttribute("href"), "#/round/102");
  assert.deepEqual(rows(), [
    ["Red Dog", "2", "$1,220", "−$10"],
    ["Double Cross Poker", "1", "$10", "+$12"],
  ]);
  assert.match(words(root.querySelector(".chart")), /Won and lost/);
  await press("Show round 103");
  assert.equal(location.hash, "#/round/103");
});

test("the money begins with nothing, before the first round", async () => {
  await visit(recordView);
  const plot = root.querySelector(".chart-plot");
  const key = (name) => plot.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
  key("Home");
  const legend = () => words(root.querySelector(".chart-legend"));
  assert.equal(legend(), "Before the first round Won and lost $0", "there is nothing to show");
  key("Enter");
  assert.equal(location.hash, "#/record");
  key("ArrowRight");
  assert.equal(legend(), "After round 101 Won and lost +$1.50 Show round 101");
  key("Enter");
  assert.equal(location.hash, "#/round/101");
});

test("files and disputes stand beside the filters", async () => {
  await visit(recordView);
  const files = root.querySelector(".record-filters + .record-files");
  assert.deepEqual(texts("a, button", files), [
    "Download as CSV",
    "Download as JSON",
    "Your disputes",
  ]);
  serve({ "GET /api/me/record": none });
  await visit(recordView);
  assert.deepEqual(texts(".record-files :is(a, button)"), ["Your disputes"]);
});

test("a round says what its review found", async () => {
  serve({
    "GET /api/me/rounds": {
      rounds: [
        { ...poker, review: { decisions: 2, right: 1, cost: 1.5, luck: 4 } },
        { ...poker, review: { decisions: 1, right: 1, cost: 0, luck: -2 } },
        { ...poker, review: { decisions: 0, right: 0, cost: 0, luck: 0 } },
      ],
      more: false,
    },
  });
  await visit(recordView);
  const [one, two, three] = texts(".own-round");
  assert.match(one, /Reviewed: 1 of 2 decisions right, mistakes cost \$1\.50, luck \+\$4\./);
  assert.match(two, /Reviewed: 1 of 1 decision right, luck −\$2\./);
  assert.match(three, /Reviewed: nothing to decide, luck \$0\./);
});

test("one round of one game has neither a chart nor a table of games", async () => {
  const [one] = summary.by_game;
  serve({
    "GET /api/me/record": {
      ...summary,
      rounds: 1,
      net: "-5.00",
      by_game: [one],
      chart: summary.chart.slice(0, 1),
    },
  });
  await visit(recordView);
  assert.equal(words(root.querySelector("[role=status]")), "You lost $5 in 1 round.");
  assert.equal(root.querySelector(".chart"), null);
  assert.equal(root.querySelector("table"), null);
});

test("a newcomer is told what the record will hold, and where to begin", async () => {
  enter("public");
  await visit(recordView);
  assert.match(words(root), /You have not played yet/);
  assert.equal(control("Find a table").getAttribute("href"), "#/");
  assert.deepEqual(paths(), []);
  enter("spectator");
  serve({
    "GET /api/me/record": { ...none, games: [], tables: [] },
    "GET /api/me/rounds": { rounds: [], more: false },
  });
  await visit(recordView);
  assert.ok(offered("Find a table"));
  assert.equal(root.querySelector("form"), null);
});

test("the staff begin with the house's rounds, and everybody may see both", async () => {
  serve({ "GET /api/rounds": { rounds: [], more: false } });
  enter("floor");
  await visit(recordView, { query: "table=red-dog-1" });
  assert.equal(words(root.querySelector("h1")), "Rounds of red-dog-1");
  assert.equal(control("My rounds").getAttribute("href"), "#/record?of=me&table=red-dog-1");
  assert.equal(control("The house").getAttribute("aria-current"), "page");
  await visit(recordView, { query: "of=me" });
  assert.equal(control("My rounds").getAttribute("aria-current"), "page");
  assert.equal(control("The house").getAttribute("href"), "#/record?of=house");
});

test("rounds are chosen by game, table, result and day, and the address says so", async () => {
  await visit(recordView, { query: "game=red-dog&table=gone-1" });
  assert.deepEqual(paths().at(-1), "/api/me/rounds?game=red-dog&table=gone-1&limit=20");
  assert.equal(field("Game").value, "red-dog");
  assert.deepEqual(
    Array.from(field("Table").options, ({ value }) => value),
    ["", "p-1", "red-dog-1", "gone-1"],
  );
  await fill("Table", "");
  await fill("Result", "won");
  assert.equal(location.hash, "#/record?of=me&game=red-dog&result=won");
  assert.equal(paths().at(-1), "/api/me/rounds?game=red-dog&result=won&limit=20");
  await fill("From", "2026-03-01");
  await fill("To", "2026-03-31");
  const { from, to } = Object.fromEntries(new URLSearchParams(paths().at(-1).split("?")[1]));
  assert.equal(new Date(from).getTime(), new Date(2026, 2, 1).getTime());
  assert.equal(new Date(to).getTime(), new Date(2026, 3, 1).getTime());
  const submit = new Event("submit", { bubbles: true, cancelable: true });
  root.querySelector("form").dispatchEvent(submit);
  assert.ok(submit.defaultPrevented);
});

test("a day that is none is not asked for", () => {
  assert.equal(String(askedBy({ from: "soon", game: "red-dog" })), "game=red-dog");
});

test("where nothing fits, all rounds can be had again", async () => {
  serve({ "GET /api/me/record?game=red-dog": none });
  await visit(recordView, { query: "game=red-dog" });
  assert.equal(words(root.querySelector("[role=status]")), "None of your rounds fits this choice.");
  await press("Show all rounds");
  assert.equal(location.hash, "#/record?of=me");
  assert.equal(root.querySelectorAll(".own-round").length, 3);
});

test("earlier rounds come when they are asked for", async () => {
  serve({
    "GET /api/me/rounds?limit=20": { rounds: [poker], more: true },
    "GET /api/me/rounds?limit=20&before=3": { rounds: mine.slice(1), more: false },
  });
  await visit(recordView);
  await press("Earlier rounds");
  assert.equal(root.querySelectorAll(".own-round").length, 3);
  assert.equal(control("Earlier rounds").hidden, true);
});

test("earlier rounds that cannot be read say so, and can be asked for again", async () => {
  serve({ "GET /api/me/rounds": { rounds: [poker], more: true } });
  await visit(recordView);
  refuse("GET /api/me/rounds", 503, { message: "busy" });
  await press("Earlier rounds");
  assert.deepEqual(toasts()[0][0], "busy");
  assert.equal(control("Earlier rounds").hidden, false);
});

test("an answer to an earlier question is left out", async () => {
  await visit(recordView);
  const waiting = [];
  const reply = globalThis.fetch;
  mock.method(globalThis, "fetch", async (path, how) => {
    if (path.includes("game=red-dog")) await new Promise((go) => waiting.push(go));
    if (path.includes("result=lost")) throw new TypeError("away");
    return reply(path, how);
  });
  field("Game").value = "red-dog";
  field("Game").dispatchEvent(new Event("change"));
  field("Game").value = "";
  field("Game").dispatchEvent(new Event("change"));
  await settle();
  serve({ "GET /api/me/record": none });
  waiting.forEach((go) => go());
  await settle();
  assert.equal(root.querySelectorAll(".own-round").length, 3);
  await fill("Result", "lost");
  assert.equal(root.querySelectorAll("[role=alert]").length, 1);
  mock.restoreAll();
});

test("what was luck is shown of the rounds that are reviewed, and how many those are", async () => {
  serve({ "GET /api/me/reviews": reviews });
  await visit(recordView);
  const told = words(root.querySelector("section[aria-label=Charts]"));
  assert.match(told, /Result, expected and luck/);
  assert.match(told, /3 of your 1,200 rounds are reviewed/);
  assert.equal(control("Review your last 50 rounds").getAttribute("href"), "#/review?last=50");
  serve();
  await visit(recordView);
  const bare = words(root.querySelector("section[aria-label=Charts]"));
  assert.doesNotMatch(bare, /Result, expected and luck/);
  assert.match(bare, /0 of your 3 rounds are reviewed/);
});

test("a round that was disputed says how it stands", async () => {
  const ruled = { verdict: "upheld", rule: "5(i)(2)", finding: null };
  const disputed = [round(1, "5.00", { disputes: [ruled] })];
  serve({ "GET /api/me/rounds": { rounds: disputed, more: false } });
  await visit(recordView);
  assert.deepEqual(texts(".ruling-line"), ["Ruling: upheld, 5(i)(2)"]);
  assert.equal(words(root).includes("Ask for a ruling"), false);
});

test("a record that cannot be read says why", async () => {
  refuse("GET /api/me/record", 401, { message: "come in first" });
  await visit(recordView);
  assert.deepEqual(texts("[role=alert]"), ["come in first"]);
});

test("the record is told though the games' titles cannot be read", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(recordView);
  assert.match(words(root.querySelector(".own-round")), /poker at Friday night/i);
});

test("the rounds are taken along as a file, with what is chosen", async () => {
  serve({ "GET /api/me/record/export": "Round\n" });
  await visit(recordView, { query: "result=won" });
  const saved = [];
  mock.method(URL, "createObjectURL", (blob) => (saved.push(blob.type), "blob:mine"));
  mock.method(URL, "revokeObjectURL", () => {});
  const csv = control("Download as CSV");
  const json = control("Download as JSON");
  mock.method(HTMLElement.prototype, "click", function click() {
    saved.push(this.getAttribute("download"));
  });
  for (const one of [csv, json]) one.dispatchEvent(new Event("click", { bubbles: true }));
  await settle();
  mock.restoreAll();
  assert.deepEqual(saved, ["text/csv", "my-rounds.csv", "application/json", "my-rounds.json"]);
  assert.deepEqual(paths().slice(-2), [
    "/api/me/record/export?result=won&format=csv",
    "/api/me/record/export?result=won&format=json",
  ]);
});
