/** The review: what decisions cost and what was luck; stepping, sharing, waiting. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { furnish, kept, still } from "./tables.js";
import { decision, review, together } from "./reviews.js";
import { figure } from "../../src/croupier/server/page/js/practice.js";
import { reviewView } from "../../src/croupier/server/page/js/views/review.js";
import { sharedView } from "../../src/croupier/server/page/js/views/shared.js";
import { session } from "../../src/croupier/server/page/js/session.js";

let leave = () => {};
let root;

beforeEach(() => {
  furnish();
  root = document.createElement("main");
  document.body.append(root);
  session.enter({ token: "ann-token", role: "spectator", person: "p-ann", name: "Ann" });
  answer({ "GET /api/games": kept("games"), "GET /api/me/shares": { shares: [] } });
});
afterEach(() => {
  leave();
  leave = () => {};
  root.remove();
  session.leave();
  mock.timers.reset();
});

const ROUNDS = [
  review(7, [decision(7), decision(7, 2)]),
  review(8, []),
  review(9, [decision(9, 1, { best: "raise" })]),
];

async function open(address = {}, replies = {}) {
  answer({
    "POST /api/me/review": together(ROUNDS),
    ...Object.fromEntries(
      ROUNDS.map((one) => [
        `GET /api/rounds/${one.round}/review`,
        { round: one.round, ready: true, shared: false, review: one },
      ]),
    ),
    ...replies,
  });
  const { id, query = "" } = address;
  leave = reviewView(root, { id, query: new URLSearchParams(query) }) ?? (() => {});
  await settle();
}
const press = async (key) => {
  dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await settle();
};
const heading = () => words(root.querySelector(".review-steps h2"));
const figures = () =>
  Array.from(root.querySelectorAll(".review-figures > div"), (one) => words(one));
const said = () => words(root.querySelector(".review-verdict"));

test("a session has its figures, its chart and its costliest mistakes", async () => {
  await open();
  assert.deepEqual(asked[0].body, {});
  assert.deepEqual(figures(), [
    "Result +$25",
    "Expected −$2.50",
    "Luck +$27.50",
    "Decisions right 1 of 3 33 %",
    "Cost of mistakes $3",
  ]);
  assert.match(words(root.querySelector(".review-what p")), /^Result is what you won or lost\./);
  assert.match(words(root), /3 rounds at red-dog-1, /);
  assert.equal(words(root.querySelector("figcaption")), "Result, expected and luck");
  const worst = Array.from(root.querySelectorAll(".review-worst li"), words);
  assert.deepEqual(worst, [
    "Round 7: You chose pass. Raise was worth $2 more. " +
      "The third card lies between 4♣ and 7♦ often enough.",
    "Round 9: You chose pass. Raise was worth $1 more. " +
      "The third card lies between 4♣ and 7♦ often enough.",
  ]);
  const practise = root.querySelector(".review-worst > a");
  assert.equal(practise.getAttribute("href"), "#/exercise?source=mistakes");
});

test("the table is called by its name, in a session and in a round", async () => {
  await open({}, { "POST /api/me/review": { ...together(ROUNDS), name: "Friday night" } });
  assert.match(words(root), /3 rounds at Friday night, /);
  leave();
  const [one] = ROUNDS;
  const told = { round: 7, ready: true, shared: false, name: "Friday night", review: one };
  await open({ id: "7" }, { "GET /api/rounds/7/review": told });
  assert.match(words(root), / at Friday night, /);
});

test("a point of the chart leads to its round", async () => {
  await open();
  root
    .querySelector(".chart-plot")
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  assert.equal(location.hash, "#/review/9");
  location.hash = "";
});

test("the arrow keys and the buttons step through the decisions of all rounds", async () => {
  await open();
  assert.equal(heading(), "Decision 1 of 3");
  assert.equal(said(), "✓ Right You chose raise. Nothing was worth more.");
  await press("ArrowRight");
  assert.equal(heading(), "Decision 2 of 3");
  assert.equal(said(), "✗ Mistake You chose pass. Raise was worth $2 more.");
  assert.match(
    words(root.querySelector(".review-where")),
    /^Round 7: raise or pass\? Replay from here Practise your mistakes$/,
  );
  assert.equal(root.querySelector(".review-where a").getAttribute("href"), "#/round/7?step=5");
  root.querySelector(".review-steps button:last-child").click();
  await settle();
  assert.match(words(root.querySelector(".review-where")), /^Round 9/);
  await press("ArrowRight");
  assert.equal(heading(), "Decision 3 of 3", "there is nothing after the last");
  await press("ArrowLeft");
  assert.equal(heading(), "Decision 2 of 3");
  assert.equal(
    asked.filter(({ path }) => path === "/api/rounds/7/review").length,
    1,
    "a round is asked for once",
  );
});

test("an arrow key brings the decision into view where it lies below the fold", async () => {
  const moved = [];
  let top = 1500;
  mock.method(Element.prototype, "getBoundingClientRect", () => ({ top }));
  mock.method(Element.prototype, "scrollIntoView", function scroll(how) {
    moved.push([this.className, how.behavior]);
    top = 0;
  });
  still();
  await open();
  await press("ArrowRight");
  assert.equal(heading(), "Decision 2 of 3");
  assert.deepEqual(moved, [["card review-decisions", "auto"]]);
  await press("ArrowRight");
  assert.equal(moved.length, 1, "what is in view stays where it is");
  assert.equal(heading(), "Decision 3 of 3");
  top = -200;
  still(false);
  await press("ArrowLeft");
  assert.deepEqual(moved.slice(1), [["card review-decisions", "smooth"]]);
  mock.restoreAll();
});

test("where the page is too short for that, it comes into view when its round is there", async () => {
  let [moved, deal] = [0, null];
  mock.method(Element.prototype, "getBoundingClientRect", () => ({ top: 1500 }));
  mock.method(Element.prototype, "scrollIntoView", () => (moved += 1));
  await open();
  const reply = globalThis.fetch;
  mock.method(globalThis, "fetch", async (path, how) => {
    if (path === "/api/rounds/9/review") await new Promise((go) => (deal = go));
    return reply(path, how);
  });
  await press("ArrowRight");
  await press("ArrowRight");
  assert.match(words(root), /Looking up round 9…/);
  assert.equal(moved, 2);
  deal();
  await settle();
  assert.equal(moved, 3);
  mock.restoreAll();
});

test("only the mistakes can be shown, and then all again, at the same one", async () => {
  await open();
  await press("ArrowRight");
  const [all, wrong] = root.querySelectorAll(".review-decisions .segments button");
  assert.equal(words(wrong), "Mistakes 2");
  wrong.click();
  await settle();
  assert.equal(heading(), "Decision 1 of 2");
  assert.equal(wrong.getAttribute("aria-pressed"), "true");
  await press("ArrowRight");
  all.click();
  await settle();
  assert.equal(heading(), "Decision 3 of 3");
});

test("a decision shows its cards and the value of every choice, in dollars and exactly", async () => {
  await open({}, { "POST /api/me/review": together([ROUNDS[2]]) });
  const cards = Array.from(root.querySelectorAll(".practice-pile svg"), (one) =>
    one.getAttribute("aria-label"),
  );
  assert.deepEqual(cards, [
    "On the table: king of hearts",
    "Your hand: four of clubs and seven of diamonds",
  ]);
  const lines = Array.from(root.querySelectorAll(".review-values li"), words);
  assert.deepEqual(lines, ["Raise best +$2.50", "Pass your choice +$1.50"]);
  assert.equal(root.querySelectorAll(".worth .gain").length, 1);
  const exact = Array.from(root.querySelectorAll(".review-exact :is(dt, dd)"), words);
  assert.deepEqual(exact, ["Raise", "1/4", "Pass", "−1/4"]);
});

test("estimates say how sure they are, and a cost within the error is right", async () => {
  assert.equal(figure({ exact: null, value: 2.5, stderr: 0.1 }), "+$2.50, give or take 20 cents");
  assert.equal(figure({ exact: null, value: -3 }), "−$3");
  const rough = decision(9, 1, {
    right: true,
    mistake: false,
    choices: [
      { action: "raise", ev: { exact: null, value: 0.1, stderr: 0.05 } },
      { action: "pass", ev: { exact: null, value: 0, stderr: 0.05 } },
    ],
    value: { exact: null, value: 0, stderr: 0.05 },
    situation: { hand: ["4c"], table: [], seen: ["9h"], players: 3 },
    gone: ["9h"],
  });
  const unsure = { expected: { exact: null, value: -0.35, stderr: 0.1 } };
  await open(
    { id: "9" },
    {
      "GET /api/rounds/9/review": { round: 9, ready: true, review: review(9, [rough], unsure) },
    },
  );
  assert.equal(said(), "✓ Right You chose pass. As far as the estimate can tell, that is right.");
  assert.deepEqual(Array.from(root.querySelectorAll(".review-values li"), words), [
    "Raise best +$1, give or take $1",
    "Pass your choice $0, give or take $1",
  ]);
  assert.equal(root.querySelector(".review-exact"), null);
  assert.equal(figures()[1], "Expected −$0.35 give or take 20 cents");
  assert.match(words(root), /3 players in the round/);
  assert.ok(root.querySelector("[data-cards='9h']"));
});

test("a bet below the full amount, chips that do not reach, and the clock are told", async () => {
  const low = decision(9, 2, {
    made: "raise",
    amount: "5.00",
    value: { exact: "1/20", value: 0.05 },
  });
  const poor = decision(9, 2, { affordable: false, mistake: false });
  const late = decision(9, 2, { by: "clock", mistake: false });
  await open(
    { id: "9" },
    {
      "GET /api/rounds/9/review": {
        round: 9,
        ready: true,
        shared: false,
        review: review(9, [low, poor, late]),
      },
    },
  );
  assert.equal(said(), "✗ Mistake You chose raise $5. Raise at the full amount was worth $2 more.");
  assert.deepEqual(Array.from(root.querySelectorAll(".review-values li"), words), [
    "Raise best +$2.50",
    "Raise $5 your choice +$0.50",
    "Pass +$0.50",
  ]);
  await press("ArrowRight");
  assert.match(said(), /^• Not the best You chose pass\..*this does not count as a mistake\.$/);
  await press("ArrowRight");
  assert.match(said(), /Time ran out, which counts as pass\./);
});

test("while rounds are reviewed the progress shows, and the page asks again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const part = together(ROUNDS.slice(0, 1), { of: 3 });
  answer({
    "POST /api/me/review": part,
    "GET /api/me/reviews": part,
    "GET /api/games": kept("games"),
  });
  leave = reviewView(root, { query: new URLSearchParams() });
  const turn = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    await new Promise((done) => setImmediate(done));
  };
  await turn();
  assert.equal(
    words(root.querySelector("p[role=status]")),
    "Reviewing your decisions: 1 of 3 rounds…",
  );
  assert.equal(root.querySelector("progress").value, 1);
  for (let i = 0; i < 11; i++) {
    mock.timers.tick(1000);
    await turn();
  }
  const path = asked.filter(({ path: one }) => one.startsWith("/api/me/review"));
  assert.equal(path[1].path, "/api/me/reviews?sitting=2");
  assert.deepEqual(
    path.filter(({ method }) => method === "POST").map(({ body }) => body),
    [{}, { sitting: 2 }],
    "without progress it is begun again",
  );
  answer({ "GET /api/me/reviews": together(ROUNDS) });
  mock.timers.tick(1000);
  await turn();
  assert.equal(root.querySelector("progress"), null);
  const before = asked.length;
  mock.timers.tick(5000);
  await turn();
  assert.equal(asked.length, before, "nothing is asked any more");
});

test("the last rounds and all rounds have their own addresses", async () => {
  await open({ query: "last=50" }, { "POST /api/me/review": together(ROUNDS, { sitting: null }) });
  assert.deepEqual(asked[0].body, { last: 50 });
  const here = Array.from(root.querySelectorAll("[aria-current=page]"), words);
  assert.deepEqual(here, ["Review", "Last 50 rounds"]);
  assert.match(words(root), /3 rounds, /);
  leave();
  const { decisions, ...all } = together(ROUNDS, { of: 12345, sitting: undefined });
  assert.equal(decisions.length, 3);
  await open({ query: "all=yes" }, { "GET /api/me/reviews": all });
  assert.match(
    words(root),
    /3 of your 12345 rounds are reviewed\. A round is reviewed when you open it/,
  );
  assert.equal(root.querySelector(".review-decisions"), null);
});

test("the sessions before and after are one press away", async () => {
  await open({ query: "sitting=2" });
  assert.deepEqual(asked[0].body, { sitting: 2 });
  const ways = Array.from(root.querySelectorAll(".buttons a"), (one) => one.getAttribute("href"));
  assert.deepEqual(ways, ["#/review?sitting=1", "#/review?sitting=3"]);
});

test("without decisions the page says so, and without rounds what to do", async () => {
  await open({}, { "POST /api/me/review": together([ROUNDS[1]]) });
  assert.match(words(root), /There was nothing to decide in these rounds\./);
  assert.equal(figures()[3], "Decisions right none to make");
  leave();
  await open({ id: "8" });
  assert.match(words(root), /There was nothing to decide in this round\./);
  leave();
  await open({}, { "POST /api/me/review": [404, { error: { kind: "missing", message: "no" } }] });
  assert.match(words(root), /Play a round, and you find here/);
  assert.ok(root.querySelector("nav[aria-label='The record']"), "the ways back are there");
  leave();
  session.leave();
  await open();
  assert.match(words(root), /Play a round, and you find here/);
});

test("what cannot be reviewed says why", async () => {
  await open(
    { id: "9" },
    {
      "GET /api/rounds/9/review": [409, { error: { kind: "refused", message: "it is not over" } }],
    },
  );
  assert.equal(words(root.querySelector("[role=alert]")), "it is not over");
  leave();
  await open(
    {},
    {
      "GET /api/rounds/7/review": [409, { error: { kind: "unreviewed", message: "other rules" } }],
    },
  );
  assert.equal(words(root.querySelector(".review-decisions [role=alert]")), "other rules");
  const failed = together(ROUNDS, { failed: 1 });
  leave();
  await open({}, { "POST /api/me/review": failed });
  assert.match(words(root), /1 round could not be reviewed\./);
});

test("a round is waited for, and the staff name a seat", async () => {
  session.enter({ token: "floor-token", role: "floor", person: "p-floor", name: "Floor" });
  let ready = false;
  await open(
    { id: "9", query: "seat=1" },
    {
      "GET /api/rounds/9/review": () => ({
        round: 9,
        ready,
        review: ready ? ROUNDS[2] : undefined,
      }),
    },
  );
  assert.equal(asked[0].path, "/api/rounds/9/review?seat=1");
  assert.match(words(root), /Reviewing this round…/);
  ready = true;
  await new Promise((done) => setTimeout(done, 1050).ref());
  await settle();
  assert.equal(said(), "✗ Mistake The player chose pass. Raise was worth $1 more.");
  assert.equal(root.querySelector("[data-link]"), null);
  assert.ok(!words(root).includes("Share this round"));
});

test("while more is reviewed the first decision shows, until somebody steps on", async () => {
  const some = together(ROUNDS.slice(2), { of: 3 });
  let told = some;
  await open({}, { "POST /api/me/review": some, "GET /api/me/reviews": () => told });
  const where = () => words(root.querySelector(".review-where")).slice(0, 7);
  const turn = async () => {
    await new Promise((done) => setTimeout(done, 1050).ref());
    await settle();
  };
  assert.deepEqual([heading(), where()], ["Decision 1 of 1", "Round 9"]);
  told = together([ROUNDS[0], ROUNDS[2]], { of: 4 });
  await turn();
  assert.deepEqual([heading(), where()], ["Decision 1 of 3", "Round 7"]);
  await press("ArrowRight");
  told = together([review(6, [decision(6)]), ...ROUNDS]);
  await turn();
  assert.deepEqual([heading(), where()], ["Decision 3 of 4", "Round 7"]);
});

const piles = () => Array.from(root.querySelectorAll("figcaption"), words);

test("the others' cards are shown as in practice, and the house's options are told", async () => {
  const rivals = [
    { cards: ["Kd"], stayed: true },
    { cards: ["Qd"], stayed: false },
  ];
  const seen = ["Kd", "??", "Qd", "9h", "??", "??"];
  const situation = { hand: ["4c"], table: ["7c"], seen, players: 4 };
  const house = { decks: 1, odds: { flush: "5:1" } };
  const told = (more) => ({
    round: 9,
    ready: true,
    review: review(9, [decision(9, 1, { situation, ...more })]),
  });
  await open({ id: "9" }, { "GET /api/rounds/9/review": told({ rivals, gone: ["9h"], house }) });
  assert.deepEqual(piles(), [
    "On the table",
    "Your hand",
    "Another player, in",
    "Another player, still to decide",
    "Other cards in view",
  ]);
  assert.match(
    words(root),
    /This house differs from the standard one: decks 1 and odds \(flush 5:1\)\./,
  );
  leave();
  await open({ id: "9" }, { "GET /api/rounds/9/review": told({}) });
  assert.doesNotMatch(words(root), /This house differs/);
});

test("the cards on the table have the names of their places, as in practice", async () => {
  const cross = (more) => ({
    round: 9,
    ready: true,
    review: review(9, [decision(9, 1, more)], { game: "double-cross-poker" }),
  });
  const situation = { hand: ["Jc", "Td"], table: ["6s", "6d"], players: 1 };
  const two = cross({ situation, places: ["far", "right"] });
  await open({ id: "9" }, { "GET /api/rounds/9/review": two });
  assert.deepEqual(piles(), ["Vertical", "Horizontal", "Your hand"]);
  leave();
  const one = cross({ situation: { ...situation, table: ["6s"] }, places: ["dealer"] });
  await open({ id: "9" }, { "GET /api/rounds/9/review": one });
  assert.deepEqual(piles(), ["Dealer", "Your hand"]);
});

test("the values say what they count", async () => {
  await open({ id: "7" });
  const hints = Array.from(root.querySelectorAll(".review-decisions .hint"), words);
  assert.ok(hints.some((one) => one.includes("Side wagers are not counted.")));
  assert.ok(!words(root).includes("all wagers counted"));
});

test("the address holds the decision that is looked at, and opens it again", async () => {
  location.hash = "#/review";
  await open();
  await press("ArrowRight");
  assert.equal(location.hash, "#/review?sitting=2&round=7&decision=2");
  await press("ArrowRight");
  assert.equal(location.hash, "#/review?sitting=2&round=9&decision=1");
  leave();
  const moved = mock.method(Element.prototype, "scrollIntoView", () => {});
  mock.method(Element.prototype, "getBoundingClientRect", () => ({ top: 1500 }));
  await open({ query: "sitting=2&round=9&decision=1" });
  assert.equal(heading(), "Decision 3 of 3");
  assert.ok(moved.mock.callCount() > 0, "it is in sight");
  leave();
  await open({ id: "7", query: "decision=2" });
  assert.equal(heading(), "Decision 2 of 2");
  await press("ArrowLeft");
  assert.equal(location.hash, "#/review/7?decision=1");
  leave();
  await open({ query: "sitting=2&round=4&decision=1" });
  assert.equal(heading(), "Decision 1 of 3", "one that is not there is not looked for");
  mock.restoreAll();
  location.hash = "";
});

test("a round is shared where its decision is shown", async () => {
  let shares = [];
  await open(
    {},
    {
      "GET /api/me/shares": () => ({ shares }),
      "POST /api/rounds/7/share": () => {
        shares = [{ round: 7, created: "2026-07-01T12:00:00Z" }];
        return { round: 7, link: "/#/shared/secret" };
      },
    },
  );
  const box = root.querySelector(".review-share");
  assert.match(words(box), /^Share round 7 by a link The link shows this round alone/);
  box.querySelector("button").click();
  await settle();
  assert.match(box.querySelector("[data-link]").dataset.link, /#\/shared\/secret$/);
  assert.match(words(root), /Rounds that you share Round 7/);
  await press("ArrowRight");
  await press("ArrowRight");
  assert.equal(words(root.querySelector(".review-share summary")), "Share round 9 by a link");
  assert.equal(root.querySelector("[data-link]"), null);
});

test("the times of a session are told once where they are the same", async () => {
  const part = (more) => ({ "POST /api/me/review": together(ROUNDS, more) });
  const about = () => words(root.querySelector(".page > .hint"));
  await open({}, part({ ended: "2026-07-01T12:00:00.400000Z" }));
  assert.doesNotMatch(about(), / to /);
  leave();
  await open({}, part());
  assert.equal(about().split("2026").length, 2, "one day is named once");
  leave();
  await open({}, part({ ended: "2026-07-03T12:00:00.000000Z" }));
  assert.equal(about().split("2026").length, 3);
});

test("rounds of a long session that are left out are counted", async () => {
  await open({}, { "POST /api/me/review": together(ROUNDS, { left_out: 12 }) });
  assert.match(words(root), /12 earlier rounds of the session are left out\./);
  leave();
  await open({}, { "POST /api/me/review": together(ROUNDS, { left_out: 1 }) });
  assert.match(words(root), /1 earlier round of the session is left out\./);
  leave();
  await open();
  assert.doesNotMatch(words(root), /left out/);
});

test("what could not be looked up is looked up again", async () => {
  const broken = [503, { error: { kind: "busy", message: "try again in a moment" } }];
  let reply = broken;
  await open({}, { "GET /api/rounds/7/review": () => reply });
  const box = root.querySelector(".review-decisions");
  assert.equal(words(box.querySelector("[role=alert]")), "try again in a moment");
  await press("ArrowRight");
  assert.ok(box.querySelector("[role=alert]"), "it is still so");
  reply = { round: 7, ready: true, review: ROUNDS[0] };
  Array.from(box.querySelectorAll("button"))
    .find((one) => words(one) === "Try again")
    .click();
  await settle();
  assert.equal(heading(), "Decision 2 of 3");
  assert.equal(said(), "✗ Mistake You chose pass. Raise was worth $2 more.");
  assert.equal(box.querySelector("[role=alert]"), null);
});

test("whoever leaves the page asks no more", async () => {
  const waiting = { ready: false };
  const begun = together(ROUNDS, { of: 9 });
  const again = () => new Promise((done) => setTimeout(done, 1050).ref());
  for (const id of [undefined, "9"]) {
    await open(
      { id },
      {
        "POST /api/me/review": begun,
        "GET /api/me/reviews": begun,
        "GET /api/rounds/7/review": waiting,
        "GET /api/rounds/9/review": waiting,
      },
    );
    leave();
    const before = asked.length;
    await again();
    assert.equal(asked.length, before);
  }
  answer({ "POST /api/shared": { game: "red-dog", mine: [1], steps: [], ready: false } });
  leave = sharedView(root, { id: "secret" });
  await settle();
  leave();
  const before = asked.length;
  await again();
  assert.equal(asked.length, before);
});

// --- sharing -------------------------------------------------------------------------------------

test("a link to a round is made, copied and ended", async () => {
  const copied = mock.fn(async () => {});
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: copied },
    configurable: true,
  });
  await open(
    { id: "9" },
    {
      "POST /api/rounds/9/share": [201, { round: 9, token: "secret", link: "/#/shared/secret" }],
      "DELETE /api/rounds/9/share": [204, null],
    },
  );
  const find = (text) =>
    Array.from(root.querySelectorAll("button")).find((one) => words(one) === text);
  find("Make a link").click();
  await settle();
  const link = root.querySelector("[data-link]").dataset.link;
  assert.equal(link, "http://localhost/#/shared/secret");
  find("Copy the link").click();
  await settle();
  assert.equal(copied.mock.calls[0].arguments[0], link);
  assert.match(words(root), /A new link ends the one before\./);
  find("End the link").click();
  await settle();
  assert.equal(root.querySelector("[data-link]"), null);
  assert.ok(find("Make a link") && !find("End the link"));
});

test("the rounds that are shared are listed, and their links can be ended", async () => {
  await open(
    {},
    {
      "GET /api/me/shares": { shares: [{ round: 9, created: "2026-07-01T12:00:00.000000Z" }] },
      "DELETE /api/rounds/9/share": [204, null],
    },
  );
  const end = root.querySelector("[aria-label='End the link to round 9']");
  end.click();
  await settle();
  assert.ok(!words(root).includes("Rounds that you share"));
});

test("a shared round shows its review and what happened, without anybody's name", async () => {
  const { steps } = kept("red-dog");
  const told = {
    game: "red-dog",
    rulebook: "ma",
    began: "2026-07-01T12:00:00.000000Z",
    mine: [1],
    steps,
  };
  let ready = false;
  const nameless = { round: undefined, table: undefined, person: undefined };
  const decisions = ROUNDS[2].decisions.map((one) => ({ ...one, ...nameless }));
  const shared = { ...ROUNDS[2], ...nameless, decisions };
  answer({ "POST /api/shared": () => ({ ...told, ready, review: ready ? shared : undefined }) });
  leave = sharedView(root, { id: "secret" });
  await settle();
  assert.match(words(root), /as seat 1 saw it.*Reviewing this round…/);
  ready = true;
  await new Promise((done) => setTimeout(done, 1050).ref());
  await settle();
  assert.deepEqual(asked.at(-1).body, { token: "secret" });
  assert.ok(
    asked.every(({ path }) => !path.includes("secret")),
    "the token is in no address",
  );
  assert.equal(said(), "✗ Mistake The player chose pass. Raise was worth $1 more.");
  assert.equal(words(root.querySelector(".review-where")), "The shared round: raise or pass?");
  assert.equal(root.querySelectorAll(".log .step").length, steps.length);
  assert.equal(root.querySelector("[href^='#/exercise']"), null);
  leave();
  answer({ "POST /api/shared": [404, { error: { kind: "missing", message: "it was ended" } }] });
  leave = sharedView(root, { id: "gone" });
  await settle();
  assert.equal(words(root.querySelector("[role=alert]")), "it was ended");
});
