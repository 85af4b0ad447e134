/** Results in the dealer's chair: one's own, somebody's for the floor, and the floor's list. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, asked, words } from "./support.js";
import {
  control,
  depart,
  enter,
  kept,
  offered,
  press,
  refuse,
  root,
  rows,
  texts,
  visit,
  waiting,
} from "./visits.js";
import { dealersView } from "../../src/croupier/server/page/js/views/dealers.js";
import { resultsView } from "../../src/croupier/server/page/js/views/results.js";
import { rulesView } from "../../src/croupier/server/page/js/views/rules.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const { results, dealer, dealers } = kept("chair");
const { games, rules } = kept("books");
const PATH = "GET /api/chair/red-dog/results";

globalThis.ResizeObserver = class {
  observe() {}
};

beforeEach(() => {
  enter("spectator");
  answer({
    "GET /api/games": games,
    [PATH]: results,
    "GET /api/floor/dealers": dealers,
    "GET /api/rules/red-dog": rules,
  });
});
afterEach(depart);

const own = (query = "rulebook=ma") => visit(resultsView, { id: "red-dog", query });
const table = (kind) => root.querySelector(`.${kind}`).parentElement;

test("results say what they are waiting for, and why they cannot be had", async () => {
  assert.match(await waiting(resultsView, { id: "red-dog" }), /Looking for the results…/);
  refuse(PATH, 503, { message: "busy" });
  await own();
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

test("somebody who has no token is led to the course", async () => {
  session.leave();
  await visit(resultsView);
  assert.match(words(root), /You have not sat in the dealer's chair\./);
  assert.equal(control("To the course").getAttribute("href"), "#/train");
});

test("without a game in the address they are those of the game dealt last", async () => {
  const first = "GET /api/chair/double-cross-poker/results";
  answer({ [first]: { ...results, sittings: [] } });
  const opened = () => words(root.querySelector(".segments [aria-current]"));
  await visit(resultsView);
  assert.equal(opened(), "Red Dog");
  assert.match(words(root), /65 of 70 answers right/);
  const none = { ...results, title: "Double Cross Poker", sittings: [], latest: null };
  answer({ [first]: none });
  await visit(resultsView);
  assert.equal(opened(), "Double Cross Poker (MA)");
  assert.match(words(root), /You have not sat in the chair of Double Cross Poker yet\./);
  answer({ [first]: { ...none, days: 30 } });
  await visit(resultsView, { id: "double-cross-poker", query: "days=30" });
  assert.match(words(root), /You have not sat in .* in the last 30 days\./);
});

test("the share of right answers is drawn over time, with the lesson that comes next", async () => {
  await own();
  assert.equal(words(root.querySelector("h1")), "Your results");
  assert.equal(
    words(root.querySelector(".lead")),
    "65 of 70 answers right, 93 percent, in 4 sittings.",
  );
  assert.match(
    words(root.querySelector(".suggested")),
    /^Next: lesson 5, When something goes wrong\. You miss 3\(c\), asking the players .* To the course$/,
  );
  const plot = root.querySelector(".chart-plot");
  assert.equal(plot.getAttribute("aria-valuemax"), "4");
  assert.equal(
    plot.getAttribute("aria-valuetext"),
    "Sitting 4, Mar 14: right, percent 0",
    "the newest sitting is chosen at first",
  );
  assert.match(words(root), /The floor of this house can see these results, too\./);
  assert.equal(asked.at(-1).path, "/api/chair/red-dog/results?rulebook=ma");
});

test("kinds of steps and clauses are listed, the weakest first, with a way to the rules", async () => {
  await own();
  const kinds = rows(table("kinds"));
  assert.deepEqual(kinds[0], [
    "Asking the players",
    "33 percent 33 %",
    "1 of 3 right",
    "12 s each",
  ]);
  assert.equal(kinds.length, results.kinds.length);
  const [first] = rows(table("cited"));
  assert.deepEqual([first[0], first[2], first[3]], ["3(c)", "33 percent 33 %", "1 of 3 right"]);
  assert.match(first[1], /^The cut is offered first to the player/);
  assert.equal(
    control("Clause 3(c) in the rules").getAttribute("href"),
    "#/rules/red-dog?rulebook=ma&clause=3(c)",
  );
  assert.equal(root.querySelector(".cited meter").getAttribute("value"), "33");
  assert.match(words(root), new RegExp(`The other ${results.clauses.length - 8} clauses`));
});

test("every sitting is listed, the newest first, with its certificate", async () => {
  await own();
  const sat = rows(table("sat"));
  assert.deepEqual(
    sat.map(([what, , percent, , passed]) => [what, percent, passed]),
    [
      ["Payout drill", "0 %", ""],
      ["The exam", "50 %", ""],
      ["Lesson 2", "88 %", ""],
      ["The exam", "100 %", "passed"],
    ],
  );
  assert.equal(
    control("certificate").getAttribute("href"),
    `#/certificate/${results.sittings[0].certificate}`,
  );
});

test("the last thirty days can be chosen", async () => {
  await own();
  const link = control("Last 30 days");
  assert.equal(link.getAttribute("href"), "#/results/red-dog?rulebook=ma&days=30");
  assert.equal(control("All").getAttribute("aria-current"), "true");
  await own("rulebook=ma&days=30");
  assert.equal(asked.at(-1).path, "/api/chair/red-dog/results?rulebook=ma&days=30");
  assert.equal(control("Last 30 days").getAttribute("aria-current"), "true");
});

test("sittings whose answers are not kept count with their score", async () => {
  const sittings = [{ ...results.sittings[0], percent: null, seconds: null, what: "practice" }];
  const old = { ...results, sittings, earlier: 1, clauses: [], kinds: [], percent: null };
  answer({ [PATH]: { ...old, suggested: null } });
  await own();
  assert.match(words(root), /The single answers of 1 sitting are not kept/);
  assert.match(words(root), /65 of 70 answers right, in 1 sitting\./);
  assert.match(words(root), /There is nothing to draw yet\./);
  assert.equal(root.querySelector(".suggested"), null);
  assert.equal(root.querySelector(".kinds"), null);
  const few = results.clauses.slice(0, 2).map((row) => ({ ...row, text: null, seconds: null }));
  answer({ [PATH]: { ...results, clauses: few, earlier: 2 } });
  await own();
  assert.equal(rows(table("cited"))[0][1], "No longer in the document.");
  assert.doesNotMatch(words(root), /The other/);
  answer({ [PATH]: { ...results, sittings: [] } });
  await own();
  assert.match(words(root), /You have not sat in the chair of Red Dog yet\./);
});

// --- for the floor -------------------------------------------------------------------------------

test("the floor sees the results of somebody else", async () => {
  enter("floor");
  const { person } = dealer;
  answer({ [PATH]: dealer });
  await own(`rulebook=ma&person=${person}`);
  assert.equal(asked.at(-1).path, `/api/chair/red-dog/results?rulebook=ma&person=${person}`);
  assert.equal(words(root.querySelector("h1")), "Results of Flo");
  assert.match(words(root.querySelector(".suggested")), /They miss 3\(c\)/);
  assert.equal(
    control("Last 30 days").getAttribute("href"),
    `#/results/red-dog?rulebook=ma&person=${person}&days=30`,
  );
  assert.ok(offered("Everybody who has sat in the chair"));
  assert.doesNotMatch(words(root), /To the course|erased with your name/);
});

test("the floor's list has everybody who has sat in the chair", async () => {
  enter("floor");
  assert.match(await waiting(dealersView), /Looking…/);
  const [flo] = rows(root);
  assert.deepEqual(flo.slice(0, 6), [
    "Flo",
    "Red Dog, Massachusetts",
    "93 %",
    "65 of 70 right",
    "4 sittings",
    "certificate",
  ]);
  const { person } = dealers.dealers[0];
  assert.equal(
    control("Flo").getAttribute("href"),
    `#/results/red-dog?rulebook=ma&person=${person}`,
  );
  await press("Dealers of this house");
  assert.match(words(root), /Nobody of these has sat in the chair\./);
  await press("Everybody");
  assert.equal(rows(root).length, 1);
});

test("the list can be that of the house's dealers alone", async () => {
  enter("floor");
  const [flo] = dealers.dealers;
  const none = { name: null, percent: null, sittings: 1, certificate: null };
  const deb = { ...flo, ...none, person: "p-deb", dealer: true, game: "gone", rulebook: "xx" };
  answer({ "GET /api/floor/dealers": { dealers: [flo, deb] } });
  await visit(dealersView);
  await press("Dealers of this house");
  assert.deepEqual(
    rows(root).map((row) => row.slice(0, 6)),
    [["p-deb deals here", "gone, xx", "", "65 of 70 right", "1 sitting", "no exam passed"]],
  );
});

test("others are told that the list is for the floor, and the floor why it cannot be read", async () => {
  await visit(dealersView);
  assert.match(words(root), /This page is for the floor\. Your own results/);
  enter("floor");
  refuse("GET /api/floor/dealers", 503, { message: "busy" });
  await visit(dealersView);
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

// --- a clause in the rules -----------------------------------------------------------------------

test("a link to a clause shows that clause, and one to a ruling opens the rulings", async () => {
  const [{ clause }] = rules.clauses;
  const seen = () => [...root.querySelectorAll("tbody tr")].filter((row) => !row.hidden).length;
  await visit(rulesView, { id: "red-dog", query: "rulebook=ma" });
  const all = seen();
  assert.equal(root.querySelector("details").open, false);
  await visit(rulesView, {
    id: "red-dog",
    query: `rulebook=ma&clause=${encodeURIComponent(clause)}`,
  });
  assert.equal(root.querySelector("[type=search]").getAttribute("value"), clause);
  assert.ok(seen() >= 1 && seen() < all);
  const [{ finding }] = rules.findings;
  await visit(rulesView, { id: "red-dog", query: `rulebook=ma&clause=${finding}` });
  assert.equal(seen(), all);
  assert.equal(root.querySelector("details").open, true);
});
