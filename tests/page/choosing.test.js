/** Decisions: what each choice costs, and what it is worth at the amount that is chosen. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { kept, told, type } from "./tables.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";
import {
  choices,
  complaint,
  dock,
  happens,
  more,
  named,
  press,
  refused,
  root,
  said,
  seats,
  sit,
} from "./seated.js";

seats();

const red = () => kept("red-dog");
const slider = () => dock().querySelector("input[type=range]");
/** The advice that was asked for, by its query. */
const queries = () => asked.filter(({ path }) => path.includes("/advice")).map(({ path }) => path);
const ADVICE = "/api/tables/red-dog-1/advice";
const valued = (raise, pass, best, more_ = {}) => ({
  choices: [
    { action: "raise", ev: { exact: null, value: raise } },
    { action: "pass", ev: { exact: null, value: pass } },
  ],
  best,
  estimate: false,
  ...more_,
});
/** Let a slider rest as long as it must. */
const rest = async () => {
  await new Promise((done) => setTimeout(done, 220));
  await settle();
};

// --- what it costs ----------------------------------------------------------------

test("a choice with an amount is slid to, and told with it", async () => {
  await sit(red().asked);
  assert.deepEqual(choices(), ["Raise $20 R costs $20", "Pass P costs nothing more"]);
  assert.deepEqual(
    [slider().min, slider().max, slider().step, slider().value],
    ["50", "2000", "50", "2000"],
  );
  assert.equal(slider().getAttribute("aria-label"), "Amount to raise");
  assert.equal(words(dock().querySelector(".range small")), "$0.50 to $20");
  type(slider(), "1250");
  assert.equal(slider().getAttribute("aria-valuetext"), "$12.50");
  assert.equal(words(dock().querySelector(".range span")), "Raise: $12.50");
  assert.equal(choices()[0], "Raise $12.50 R costs $12.50");
  await press("Raise $12.50");
  assert.deepEqual(said(), ["raise 12.50"]);
  await press("Pass");
  assert.deepEqual(said(), ["raise 12.50", "pass"]);
});

test("an amount that does not fit any more is brought within its bounds", async () => {
  const { asked: picture } = red();
  await sit(picture);
  type(slider(), "1250");
  const next = structuredClone(picture.next);
  next[0].args[0].most = "10.00";
  await happens({ next });
  assert.equal(slider().value, "1000");
  assert.equal(choices()[0], "Raise $10 R costs $10");
});

test("every choice says its cost, and none has a colour that steers", async () => {
  await sit(kept("double-cross-poker").asked);
  assert.deepEqual(choices(), [
    "Fold F costs nothing more",
    "Raise vertical V costs $10",
    "Raise horizontal H costs $10",
  ]);
  const classes = Array.from(
    dock().querySelectorAll(".choices-row button"),
    (one) => one.className,
  );
  assert.deepEqual(classes, ["choice", "choice", "choice"]);
  assert.equal(dock().querySelector(".primary"), null);
});

test("a choice that costs nothing and gives nothing up says nothing of it", async () => {
  const { asked: picture } = red();
  picture.next = [{ actor: "1", verb: "stand", args: [] }];
  await sit(picture);
  assert.deepEqual(choices(), ["Stand T"]);
});

test("a choice with a word lights its areas while it is looked at", async () => {
  await sit(kept("double-cross-poker").asked);
  const raise = named("Raise vertical");
  const lit = () => root().querySelectorAll(".area.lit").length;
  for (const [on, off] of [
    ["focus", "blur"],
    ["mouseenter", "mouseleave"],
  ]) {
    raise.dispatchEvent(new Event(on));
    assert.equal(lit(), 2);
    raise.dispatchEvent(new Event(off));
    assert.equal(lit(), 0);
  }
});

test("a choice that goes while it is looked at leaves no area lit", async () => {
  const { asked: picture } = kept("double-cross-poker");
  const lit = () => root().querySelectorAll(".area.lit").length;
  for (const looked of ["focus", "mouseenter"]) {
    await sit(picture);
    named("Raise vertical").dispatchEvent(new Event(looked));
    assert.equal(lit(), 2);
    await happens({ next: [], awaits: [] });
    assert.equal(named("Raise vertical"), undefined);
    assert.equal(lit(), 0);
  }
});

test("a decision pressed twice is told once, at the state that is shown", async () => {
  const { asked: picture } = red();
  await sit(picture);
  named("Pass").click();
  named("Pass").click();
  assert.deepEqual(said(), ["pass"]);
  await refused({ kind: "refused", message: "not now", rule: "5(e)" });
  assert.match(complaint(), /not now/);
  assert.ok(named("Why? 5(e)"));
  await press("Pass");
  assert.deepEqual(said(), ["pass", "pass"]);
});

test("an aside may be asked beside a decision, and is none of the choices", async () => {
  const { asked: picture } = red();
  picture.next.unshift({ actor: "1", verb: "ask", args: ["burn"] });
  await sit(picture);
  assert.equal(choices().length, 2);
  const burn = await press("See the burn card");
  assert.ok(burn.classList.contains("quiet"));
  assert.equal(burn.getAttribute("aria-keyshortcuts"), "b");
  assert.deepEqual(said(), ["ask burn"]);
  assert.equal(more(), "Raise or pass?");
});

// --- what it is worth -------------------------------------------------------------

test("advice puts its value on every choice, and marks the best with a word", async () => {
  const { asked: picture, advice } = kept("double-cross-poker");
  const path = `/api/tables/${picture.table}/advice`;
  await sit(picture, { [`GET ${path}`]: advice });
  await press("Advice");
  assert.deepEqual(asked.at(-1), { method: "GET", path, body: undefined, token: "seat-token" });
  assert.deepEqual(choices(), [
    "Fold F costs nothing more −$5.00",
    "Raise vertical V costs $10 +$41.73 · best",
    "Raise horizontal H costs $10 +$12.92",
  ]);
  assert.deepEqual(
    Array.from(dock().querySelectorAll(".choice"), (one) => one.className),
    ["choice", "choice", "choice"],
  );
  assert.equal(more(), "Exact: what the whole round is worth on average.");
});

test("a choice with an amount is valued at the amount chosen", async () => {
  await sit(red().asked, { [`GET ${ADVICE}`]: red().advice });
  await press("Advice");
  assert.deepEqual(queries(), [`${ADVICE}?amount=20.00`]);
  assert.deepEqual(choices(), [
    "Raise $20 R costs $20 −$9.03",
    "Pass P costs nothing more −$4.52 · best",
  ]);
  assert.equal(more(), "Exact: what the whole round is worth on average at $20.");
});

test("when the slider has rested, the new amount is valued; until then no value is shown", async () => {
  await sit(red().asked, {
    [`GET ${ADVICE}?amount=20.00`]: valued(-0.45, -0.22, "pass"),
    [`GET ${ADVICE}?amount=0.50`]: valued(-0.21, -0.22, "raise"),
  });
  await press("Advice");
  for (const amount of ["1000", "500", "50"]) type(slider(), amount);
  assert.deepEqual(choices(), ["Raise $0.50 R costs $0.50 …", "Pass P costs nothing more …"]);
  assert.equal(more(), "Working out what each choice is worth…");
  await rest();
  assert.deepEqual(queries(), [`${ADVICE}?amount=20.00`, `${ADVICE}?amount=0.50`]);
  assert.deepEqual(choices(), [
    "Raise $0.50 R costs $0.50 −$4.20 · best",
    "Pass P costs nothing more −$4.40",
  ]);
  assert.equal(more(), "Exact: what the whole round is worth on average at $0.50.");
});

test("a slider moved without advice asks for nothing", async () => {
  await sit(red().asked);
  type(slider(), "50");
  await rest();
  assert.deepEqual(queries(), []);
  assert.equal(choices()[0], "Raise $0.50 R costs $0.50");
});

test("while it is worked out one reads so", async () => {
  await sit(red().asked);
  let tell;
  mock.method(globalThis, "fetch", () => new Promise((done) => (tell = done)));
  await press("Advice");
  assert.equal(more(), "Working out what each choice is worth…");
  assert.equal(choices()[1], "Pass P costs nothing more …");
  const reply = valued(0, 1, "pass");
  tell({ ok: true, status: 200, json: async () => reply, text: async () => JSON.stringify(reply) });
  await settle();
  assert.equal(choices()[0], "Raise $20 R costs $20 $0");
});

test("an answer about an amount that is past does not push out the newer one", async () => {
  await sit(red().asked);
  const waiting = {};
  mock.method(globalThis, "fetch", (path) => new Promise((done) => (waiting[path] = done)));
  const reply = (path, data) =>
    waiting[path]({
      ok: true,
      status: 200,
      json: async () => data,
      text: async () => JSON.stringify(data),
    });
  await press("Advice");
  type(slider(), "50");
  await rest();
  reply(`${ADVICE}?amount=0.50`, valued(-0.21, -0.22, "raise"));
  await settle();
  reply(`${ADVICE}?amount=20.00`, valued(-0.45, -0.22, "pass"));
  await settle();
  assert.equal(choices()[0], "Raise $0.50 R costs $0.50 −$4.20 · best");
});

test("an estimate says how far it may be off", async () => {
  const { asked: picture, advice } = kept("winners-pot-poker");
  const path = `GET /api/tables/${picture.table}/advice`;
  await sit(picture, { [path]: advice });
  await press("Advice");
  // The ante is $5, and the largest standard error 0.0044 of it.
  assert.equal(
    more(),
    "An estimate: what the whole round is worth on average, give or take 4 cents.",
  );
  await happens({});
  assert.equal(queries().length, 2, "something has happened: it is asked for again");
  assert.match(more(), /^An estimate/);
});

test("advice that fails says why, and is asked for again when something has happened", async () => {
  const { asked: picture, advice } = red();
  const message = "there is nothing to advise on now";
  await sit(picture, { [`GET ${ADVICE}`]: [404, { error: { kind: "missing", message } }] });
  await press("Advice");
  assert.equal(more(), "There is nothing to advise on now.");
  assert.equal(choices()[1], "Pass P costs nothing more");
  answer({ [`GET ${ADVICE}`]: advice });
  await happens({});
  assert.match(more(), /^Exact: /);
});

test("advice for a decision that is past is not shown", async () => {
  for (const reply of [valued(1, 2, "pass"), null]) {
    await sit(red().asked);
    preferences.set("advice", "off");
    let done;
    mock.method(globalThis, "fetch", () => new Promise((tell) => (done ??= tell)));
    await press("Advice");
    await happens({});
    const data = reply ?? { error: { kind: "missing", message: "too late" } };
    done({
      ok: Boolean(reply),
      status: reply ? 200 : 404,
      json: async () => data,
      text: async () => JSON.stringify(data),
    });
    await settle();
    assert.deepEqual(choices(), ["Raise $20 R costs $20 …", "Pass P costs nothing more …"]);
    assert.equal(more(), "Working out what each choice is worth…");
    mock.restoreAll();
  }
});

test("no advice where the house gives none, or nothing is asked, or nobody sits", async () => {
  preferences.set("advice", "on");
  await sit({ ...red().asked, advice: false });
  assert.equal(named("Advice"), undefined);
  await sit(red().messages[0].picture);
  assert.equal(named("Advice").getAttribute("aria-pressed"), "true");
  await sit(red().watched);
  assert.equal(named("Advice"), undefined);
  assert.deepEqual(queries(), []);
});

test("advice is on, after the decision or off, and stays as it is set", async () => {
  await sit(red().asked, { [`GET ${ADVICE}`]: red().advice });
  const state = () => [named("Advice").getAttribute("aria-pressed"), preferences.get("advice")];
  const heard = () => told().at(-1);
  assert.deepEqual(state(), ["false", "off"]);
  await press("Advice");
  assert.deepEqual(state(), ["true", "on"]);
  assert.equal(heard(), "Advice is on: every choice says what it is worth.");
  await sit(red().asked, { [`GET ${ADVICE}`]: red().advice });
  assert.match(choices()[1], /best$/, "it comes by itself, as it was set");
  await press("Advice");
  assert.deepEqual(state(), ["mixed", "after"]);
  assert.match(heard(), /^Advice comes after the decision/);
  assert.deepEqual(choices(), ["Raise $20 R costs $20", "Pass P costs nothing more"]);
  await press("Advice");
  assert.deepEqual(state(), ["false", "off"]);
  assert.equal(heard(), "Advice is off.");
});
