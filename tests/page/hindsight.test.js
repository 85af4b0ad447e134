/** What the last decision was worth: told when it is made, and opened again in the result. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import { readFile } from "node:fs/promises";

import { answer, asked, settle, words } from "./support.js";
import { feltOf, kept, told } from "./tables.js";
import { dock, granted, happens, press, root, seats, sit } from "./seated.js";
import { giveOrTake } from "../../src/croupier/server/page/js/money.js";
import { inSentences, money } from "../../src/croupier/server/page/js/hindsight.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";

seats();

const red = () => kept("red-dog");
const AFTER = "/api/tables/red-dog-1/advice/after";
const exact = (value) => ({ exact: String(value), value });
/** What the server says after a pass that cost a dollar and twenty cents. */
const found = (more = {}) => ({
  round: 1,
  seat: 1,
  choices: [
    { action: "raise", ev: exact(0.12), amount: "20.00" },
    { action: "pass", ev: exact(0.06) },
  ],
  best: "raise",
  estimate: false,
  stake: "20.00",
  made: "pass",
  amount: null,
  value: exact(0.06),
  cost: exact(1.2),
  right: false,
  affordable: true,
  by: "player",
  ...more,
});
const right = { made: "raise", amount: "20.00", value: exact(0.12), cost: exact(0), right: true };
const card = () => dock().querySelector(".hindsight");
const sign = () => dock().querySelector(".hindsight-sign");
const panel = () => root().querySelector(".hindsight-panel");
const queries = () => asked.map(({ path }) => path).filter((path) => path.startsWith(AFTER));
const rows = (box) => Array.from(box.querySelectorAll("li"), words);

/** Pass, with advice as chosen; the dealer is then at work. */
async function pass(mode, reply = found()) {
  preferences.set("advice", mode);
  await sit(red().asked, { [`GET ${AFTER}`]: reply });
  await press("Pass");
  await granted({ awaits: [], next: [] });
  await settle();
}

test("sums are told in dollars and cents, and what is less than a cent as that", () => {
  assert.deepEqual([1.2, 3, 0.004, 0].map(money), ["$1.20", "$3", "less than a cent", "$0"]);
});

test("a decision is told in sentences: what was done, and what was worth more", () => {
  const felt = feltOf("red-dog");
  const say = (more) => inSentences(felt, found(more)).join(" ");
  assert.equal(say({}), "You chose Pass. Raise $20 was worth $1.20 more.");
  assert.equal(say(right), "You chose Raise $20. No choice was worth more.");
  assert.equal(say({ by: "clock" }), "Time ran out: Pass. Raise $20 was worth $1.20 more.");
  const cost = { exact: null, value: 1.2, stderr: 0.05 };
  assert.match(say({ cost }), /was worth \$1\.20 more, give or take 10 cents\.$/);
});

test("how far an estimate may be off is told in cents, or in dollars where it is much", () => {
  assert.deepEqual(
    [0.001, 0.005, 0.07, 0.6].map(giveOrTake),
    ["less than a cent", "a cent", "14 cents", "$1.20"].map((sum) => `give or take ${sum}`),
  );
});

test("what the chips did not reach for is told as that, and costs nothing", async () => {
  const felt = feltOf("red-dog");
  const poor = found({ affordable: false });
  assert.equal(
    inSentences(felt, poor).join(" "),
    "You chose Pass. Your chips reached for nothing else.",
  );
  const several = { ...poor, choices: [...poor.choices, { action: "stand", ev: exact(0) }] };
  assert.equal(inSentences(felt, several)[1], "Your chips did not reach for Raise $20.");
  assert.equal(
    inSentences(felt, { ...poor, made: "raise", amount: "5.00" })[1],
    "Your chips did not reach for Raise $20.",
  );
  await pass("after", poor);
  assert.deepEqual(rows(card()), ["Raise $20 +$2.40 · out of reach", "Pass +$1.20"]);
  await happens({ ...red().again, round: 1, you: red().asked.you });
  assert.equal(words(sign()), "Last decision: chips too few");
  assert.doesNotMatch(sign().className, /good|bad/);
});

test("the sign of the last decision stands apart from what the dealer asks now", async () => {
  await pass("after");
  await happens({ ...red().asked, round: 1 });
  assert.equal(words(sign()), "Last decision: −$1.20");
  assert.equal(sign().closest("[role=status]"), null);
});

test("the list of values takes no style from the bars of practice", async () => {
  await pass("after");
  const styles = await readFile(
    new URL("../../src/croupier/server/page/css/practice.css", import.meta.url),
    "utf8",
  );
  const names = [...card().querySelector("ul").classList].filter((name) => name !== "plain");
  assert.ok(names.length);
  for (const name of names) assert.ok(!new RegExp(`\\.${name}\\b`).test(styles), name);
});

test("after the decision the dock says what it was worth, and nothing before", async () => {
  await pass("after");
  assert.deepEqual(queries(), [`${AFTER}?round=1`]);
  assert.match(words(card()), /^You chose Pass\. Raise \$20 was worth \$1\.20 more\./);
  assert.deepEqual(rows(card()), ["Raise $20 +$2.40 · best", "Pass +$1.20"]);
  assert.equal(card().querySelectorAll(".made").length, 1);
  assert.match(told().join(" "), /You chose Pass/);
  assert.deepEqual(rows(panel()), rows(card()));
  assert.match(words(panel()), /Exact: what the whole round is worth on average/);
});

test("with advice on or off nothing is asked afterwards", async () => {
  for (const mode of ["on", "off"]) {
    answer({ "GET /api/tables/red-dog-1/advice": red().advice });
    await pass(mode);
    assert.deepEqual([queries(), card(), panel()], [[], null, null]);
  }
});

test("it can be opened again beside the next wager, and goes with the next round's cards", async () => {
  await pass("after");
  const { again } = red();
  await happens({ ...again, round: 1, you: red().asked.you });
  assert.equal(card(), null);
  assert.equal(words(sign()), "Last decision: −$1.20");
  assert.match(sign().getAttribute("aria-label"), /^Your decision: You chose Pass\./);
  sign().click();
  const box = document.querySelector("dialog");
  assert.equal(words(box.querySelector("h2")), "Your decision");
  assert.deepEqual(rows(box), ["Raise $20 +$2.40 · best", "Pass +$1.20"]);
  box.close();
  await happens({ ...red().asked, round: 2 });
  assert.equal(sign(), null);
});

test("a decision that nothing beats is marked as the best, with its own amount", async () => {
  await pass("after", found({ ...right, estimate: true, reason: "Spread 7 wins often." }));
  assert.deepEqual(rows(card()), ["Raise $20 +$2.40 · best", "Pass +$1.20"]);
  assert.match(words(panel()), /Spread 7 wins often\. An estimate: what/);
  await happens({ ...red().again, round: 1, you: red().asked.you });
  assert.equal(words(sign()), "Last decision: right");
});

test("it goes with the seat", async () => {
  await pass("after");
  await happens({ you: { role: "spectator" } });
  assert.deepEqual([card(), panel()], [null, null]);
});

test("it goes when it is not wanted any more, and is not shown where there is none", async () => {
  await pass("after");
  await press("Advice");
  assert.equal(preferences.get("advice"), "off");
  assert.deepEqual([card(), panel()], [null, null]);
  await pass("after", [404, { error: { kind: "missing", message: "no decision" } }]);
  assert.deepEqual([queries().length > 0, card()], [true, null]);
});

test("an answer about an earlier decision does not push out the newer one", async () => {
  preferences.set("advice", "after");
  await sit(red().asked);
  const waiting = [];
  mock.method(globalThis, "fetch", () => new Promise((done) => waiting.push(done)));
  const reply = (at, data) => waiting[at]({ ok: true, status: 200, json: async () => data });
  for (let i = 0; i < 2; i++) {
    await press("Pass");
    await granted(i ? { awaits: [], next: [] } : {});
  }
  reply(1, found(right));
  await settle();
  reply(0, found());
  await settle();
  assert.match(words(card()), /^You chose Raise \$20/);
});

test("what time decided is looked back on, too", async () => {
  preferences.set("advice", "after");
  await sit(red().asked, { [`GET ${AFTER}`]: found({ by: "clock" }) });
  const LATE = { seat: 1, line: "Time ran out: seat 1 passes", rule: null, finding: "X-08" };
  await happens({ awaits: [], next: [], timeouts: [LATE] });
  assert.match(words(card()), /^Time ran out: Pass\./);
});
