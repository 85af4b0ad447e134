/** In the box: somebody deals a live table, and everybody sees who does. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { settle, sockets, words } from "./support.js";
import { drawn, kept, sent } from "./tables.js";
import {
  all,
  complaint,
  dock,
  granted,
  happens,
  more,
  named,
  press,
  refused,
  root,
  seats,
  sit,
  strike,
  what,
  written,
} from "./seated.js";
import {
  dealtBy,
  dealtByAll,
  PACES,
  waitedFor,
} from "../../src/croupier/server/page/js/dealing.js";
import { session } from "../../src/croupier/server/page/js/session.js";

seats();

const PENDING = { kind: "deal", rule: "5(c)", line: "The left card is dealt, face up" };
const CLOSE = { actor: "dealer", verb: "close", args: [] };
const REPORT = { actor: "dealer", verb: "report", args: ["missed-burn"] };
const DAN = { person: "p-2", name: "Dan" };

/** A table that somebody deals, or may deal. */
const dealt = (changes = {}) => {
  const first = kept("red-dog").messages[0].picture;
  return {
    ...first,
    dealer: DAN,
    awaits: [],
    next: [],
    pending: PENDING,
    you: { role: "dealer", seat: null, viewer: "public", deals: true },
    ...changes,
  };
};
const free = () => dealt({ dealer: null, pending: null, you: { role: "dealer", deals: false } });
const toasts = () => Array.from(document.querySelectorAll("#toasts .toast"), words);
const told = () => Array.from(document.querySelectorAll("#polite p"), words);
const pressed = () => written(dock().querySelector("[aria-pressed=true]"));

/** Let milliseconds pass that a test has taken into its hands. */
async function pass(ms) {
  mock.timers.tick(ms);
  await settleNow();
}

const settleNow = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

// --- the box is free or taken -----------------------------------------------

test("somebody who may deal takes the box with one key", async () => {
  await sit(free());
  assert.match(words(dock()), /The box is free/);
  await strike("Enter");
  assert.equal(all("box").length, 1);
  await granted({ dealer: DAN, you: { role: "dealer", deals: true }, pending: PENDING });
  assert.equal(what(), "Your next step");
  assert.equal(named("Deal this table"), undefined);
});

test("a box that is taken is not offered", async () => {
  await sit(dealt({ you: { role: "dealer", deals: false }, pending: null }));
  assert.match(words(dock()), /You are watching\. Dan deals this table/);
  await strike("Enter");
  assert.deepEqual(all("box"), []);
  await sit(dealt({ dealer: { name: null }, you: { role: "dealer", deals: false } }));
  assert.match(words(dock()), /Somebody deals this table/);
});

test("a refusal to take the box is told", async () => {
  await sit(free());
  await press("Deal this table");
  await refused({ message: "you play on seat 1" });
  assert.deepEqual(toasts(), ["you play on seat 1"]);
});

test("everybody sees who deals, and hears who begins and stops", async () => {
  const first = kept("red-dog").messages[0].picture;
  await sit({ ...first, dealer: null });
  await happens({ dealer: DAN });
  assert.match(words(dock().querySelector(".where")), /dealt by Dan/);
  assert.ok(told().includes("Dan deals now."));
  await happens({ dealer: null });
  assert.deepEqual(toasts(), ["Dan has left the box."]);
  await happens({ dealer: { ...DAN, name: null } });
  assert.ok(told().includes("Somebody deals now."));
  const line = "Dan kept the table waiting and was relieved";
  await happens({ dealer: null, relieved: { line, finding: "X-11" } });
  assert.equal(toasts().at(-1), `${line} [X-11].`);
});

test("players see no clock while the table waits for the person who deals", async () => {
  const first = kept("red-dog").messages[0].picture;
  await sit({ ...first, dealer: DAN, awaits_dealer: true, deadline: 50 });
  assert.equal(words(dock().querySelector(".clock")), "");
  await sit(dealt({ awaits_dealer: true, deadline: 50 }));
  assert.equal(words(dock().querySelector(".clock")), "50");
});

// --- step by step -----------------------------------------------------------

test("the next step is told with its clause, and done with one press or key", async () => {
  await sit(dealt());
  assert.equal(what(), "Your next step");
  assert.match(more(), /The left card is dealt, face up 5\(c\)/);
  assert.equal(document.title, "● Your step · Red Dog 1 · Croupier");
  assert.ok(told().includes("Next: The left card is dealt, face up"));
  await press("Do it");
  const [{ state }] = all("proceed");
  assert.equal(typeof state, "number");
  await strike("Enter");
  await press("Do it");
  assert.equal(all("proceed").length, 1, "pressed twice, it is done once");
  await granted({ pending: { ...PENDING, line: "The right card is dealt" } });
  document.activeElement.blur();
  await strike(" ");
  assert.equal(all("proceed").length, 2);
});

test("the felt is seen from the dealer's side, and turned back when the box is left", async () => {
  await sit(dealt());
  const shoe = () => root().querySelector(".shoe").getAttribute("transform");
  const dealers = shoe();
  await press("Leave the box");
  assert.equal(all("leave-box").length, 1);
  await granted({ dealer: null, pending: null, you: { role: "dealer", deals: false } });
  assert.notEqual(shoe(), dealers);
  assert.deepEqual(toasts(), ["You have left the box."]);
});

test("wagers are closed when they stand, or earlier with a key", async () => {
  await sit(dealt({ pending: null, next: [CLOSE], awaits: [1], phase: "wagering" }));
  assert.match(what(), /^Waiting for Ann/);
  assert.equal(named("Do it").disabled, true);
  await strike("Enter");
  assert.deepEqual(all("act"), []);
  await strike("n");
  assert.deepEqual(
    all("act").map(({ said }) => said),
    ["dealer close"],
  );
  await refused({ message: "no round is dealt without a wager", rule: "5(a)" });
  assert.match(complaint(), /no round is dealt without a wager/);
  await happens({ awaits: [] });
  assert.equal(what(), "All wagers stand");
  await press("No more bets");
  assert.equal(all("act").length, 2);
});

test("a window is closed over whoever has not answered", async () => {
  await sit(dealt({ pending: null, next: [CLOSE], awaits: [1, 3], phase: "playing" }));
  assert.equal(what(), "Ann and Bob decide");
  assert.equal(more(), "When you close, whoever has not answered passes.");
  await happens({ next: [], awaits: [1] });
  assert.equal(what(), "Ann decides");
  assert.equal(more(), "You wait.");
});

test("the next round is laid out by the dealer", async () => {
  await sit(dealt({ pending: null, phase: "between" }));
  assert.equal(more(), "The next round begins in a moment.");
  await press("Next round");
  assert.equal(all("proceed").length, 1);
  const nobody = { 1: null, 2: null };
  await sit(dealt({ pending: null, phase: "between", seats: nobody }));
  assert.equal(more(), "Nobody sits here yet.");
  assert.equal(named("Do it").disabled, true);
  await sit(dealt({ pending: null, phase: "wagering" }));
  assert.equal(what(), "Wagers, please");
});

test("a cash wager is confirmed", async () => {
  const confirm = { actor: "dealer", verb: "confirm", args: ["2"] };
  await sit(dealt({ pending: null, phase: "wagering", next: [confirm] }));
  await press("Confirm the cash wager of seat 2");
  assert.equal(all("act")[0].said, "dealer confirm 2");
});

test("a step that is refused is explained, and a late one is not", async () => {
  await sit(dealt());
  await press("Do it");
  await refused({ kind: "stale", message: "the table has moved on" });
  assert.equal(complaint(), null);
  await press("Do it");
  await refused({ message: "not now", rule: "5(c)" });
  assert.match(complaint(), /not now/);
});

test("reports are beside the table, each with its rule", async () => {
  const games = kept("games");
  const dog = games.games.find(({ game }) => game === "red-dog");
  dog.irregularities = [{ name: "missed-burn", message: "no card was burned", rule: "4(a)" }];
  const report = REPORT;
  await sit(dealt({ pending: null, next: [report], awaits: [1], phase: "playing" }), {
    "GET /api/games": games,
  });
  await strike("r");
  const panel = root().querySelector(".tab-body");
  assert.match(words(panel), /The table waits for Ann\./);
  await press("Missed burn…", panel);
  assert.match(words(document.querySelector("dialog")), /Report: missed burn\?/);
  await sit(dealt({ next: [report] }));
  await strike("r");
  assert.match(words(root().querySelector(".tab-body")), /waits for nobody but you/);
  await sit(dealt());
  const button = [...dock().querySelectorAll("button")].find((one) => /Report/.test(words(one)));
  assert.ok(button.disabled, "there is nothing to report in the middle of a deal");
});

// --- at a pace --------------------------------------------------------------

test("at a pace, each step is taken after its time", async () => {
  await sit(dealt());
  mock.timers.enable({ apis: ["setTimeout"] });
  named("Fast").click();
  assert.equal(pressed(), "Fast");
  await pass(PACES.fast - 1);
  assert.equal(all("proceed").length, 0);
  await pass(1);
  assert.equal(all("proceed").length, 1);
});

test("a refusal stops the pace; so does a page that is hidden", async () => {
  await sit(dealt());
  await strike("p");
  assert.equal(pressed(), "Slow");
  await press("Do it");
  await refused({ message: "not now" });
  assert.equal(pressed(), "Step by step");
  await press("Normal");
  const hidden = mock.getter(document, "hidden", () => true);
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  assert.equal(pressed(), "Step by step");
  assert.deepEqual(toasts(), ["Dealing stopped: this page was hidden."]);
  hidden.mock.restore();
});

test("somebody who is relieved deals nothing more, at whatever pace", async () => {
  await sit(dealt());
  await press("Fast");
  const line = "Dan kept the table waiting and was relieved";
  const over = { dealer: null, pending: null, you: { role: "dealer", deals: false } };
  await happens({ ...over, relieved: { line, finding: "X-11" } });
  assert.equal(toasts()[0], `${line} [X-11].`);
  assert.deepEqual(all("proceed"), []);
  assert.match(words(dock()), /The box is free/);
});

test("whoever leaves the box at a pace takes no further step", async () => {
  await sit(dealt());
  await press("Fast");
  mock.timers.enable({ apis: ["setTimeout"] });
  named("Leave the box").click();
  await pass(5000);
  assert.equal(all("proceed").length, 0);
});

test("nothing is dealt by itself while the table waits for a word", async () => {
  await sit(dealt({ pending: null, next: [CLOSE], phase: "wagering" }));
  await press("Fast");
  mock.timers.enable({ apis: ["setTimeout"] });
  await pass(5000);
  assert.deepEqual([all("proceed").length, all("act").length], [0, 0]);
});

// --- words and tokens -------------------------------------------------------

test("who dealt is said where rounds are shown", () => {
  assert.equal(dealtBy({}), null);
  assert.equal(dealtBy({ dealer: { name: null } }), "dealt by somebody");
  const dealers = [DAN, { person: "p-3", name: null }];
  assert.equal(words(drawn(dealtByAll({ dealers }))), "Dealt by Dan and p-3.");
  assert.equal(words(drawn(dealtByAll({}))), "");
  assert.equal(waitedFor({ awaits: [1, 2], seats: { 1: { name: "Ann" } } }), "Ann and seat 2");
});

test("a token for one table's box is used there, and forgotten when it is refused", async () => {
  session.enter({ token: "guest", role: "spectator" });
  session.deal("red-dog-1", "box-token");
  assert.equal(session.at("red-dog-1"), "box-token");
  assert.equal(session.at("red-dog-2"), "guest");
  assert.ok(session.deals("red-dog-1") && !session.deals("red-dog-2"));
  await sit(dealt());
  assert.equal(sent(sockets.at(-1), "hello")[0].token, "box-token");
  sockets.at(-1).close(4401);
  await settle();
  assert.equal(session.at("red-dog-1"), "guest");
});
