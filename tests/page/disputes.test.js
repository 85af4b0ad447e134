/** Disputes: a player asks for a ruling, the floor gives it, and both are told. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import {
  control,
  depart,
  dialog,
  enter,
  field,
  fill,
  kept,
  offered,
  press,
  refuse,
  root,
  texts,
  toasts,
  visit,
} from "./visits.js";
import { rulingLine, waitWords } from "../../src/croupier/server/page/js/disputes.js";
import {
  followRulings,
  lookForRulings,
  sawRulings,
} from "../../src/croupier/server/page/js/rulings.js";
import { Line } from "../../src/croupier/server/page/js/net.js";
import { disputeView } from "../../src/croupier/server/page/js/views/dispute.js";
import { disputesView } from "../../src/croupier/server/page/js/views/disputes.js";
import { drawHead } from "../../src/croupier/server/page/js/shell.js";
import { recordView } from "../../src/croupier/server/page/js/views/record.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const said = kept("disputes");
const { games } = kept("books");
const sent = (method, path) => asked.find((one) => one.method === method && one.path === path);
const RULER = said.paid.ruling.by.person;
const ID = said.lodged.dispute;

/** The links of the page's head that count something. */
function head() {
  const box = document.createElement("header");
  drawHead(box);
  return [...box.querySelectorAll("nav a")].filter((one) => one.querySelector(".badge")).map(words);
}

beforeEach(() => {
  answer({
    "GET /api/games": games,
    "GET /api/disputes": said.own,
    "GET /api/me/disputes": said.mine,
    "GET /api/floor/disputes": said.waiting,
    "GET /api/floor/disputes/count": { waiting: 2 },
    [`POST /api/me/disputes/${ID}/seen`]: {},
  });
});
afterEach(() => {
  session.leave();
  depart();
});

// --- words ---------------------------------------------------------------------------------------

test("a wait is told in minutes, and in hours once it is long", () => {
  assert.equal(waitWords(59), "has just been asked");
  assert.equal(waitWords(60), "waits for 1 min");
  assert.equal(waitWords(7199), "waits for 119 min");
  assert.equal(waitWords(7200), "waits for 2 hours");
});

test("the record says beside a round that it waits, or how the floor has ruled", () => {
  const box = document.createElement("div");
  const line = (disputes) => (render(rulingLine(7, disputes), box), words(box));
  assert.equal(line(undefined), "");
  assert.equal(line([{ verdict: null }]), "Waits for a ruling");
  assert.equal(box.querySelector("a").getAttribute("href"), "#/dispute?rounds=7");
  const ruled = { verdict: "not-upheld", rule: "6(c)(2)", finding: null };
  assert.equal(line([ruled]), "Ruling: not upheld, 6(c)(2)");
});

/** What the record asks for, of a player who disputed two rounds. */
const RECORD = {
  "GET /api/games": games,
  "GET /api/me/rounds": said.rounds,
  "GET /api/me/record": said.record,
  "GET /api/me/reviews": said.reviews,
};

test("the record of a player who disputed two rounds shows both", async () => {
  enter("spectator");
  answer(RECORD);
  await visit(recordView);
  assert.deepEqual(texts(".ruling-line"), ["Waits for a ruling", "Ruling: upheld, 5(i)(2), R-04"]);
  assert.equal(control("Your disputes").getAttribute("href"), "#/disputes");
});

// --- asking --------------------------------------------------------------------------------------

test("a player of the round asks for a ruling, in words on one line", async () => {
  enter("spectator");
  answer({
    "GET /api/disputes": said.before,
    [`POST /api/rounds/${said.lodged.round}/disputes`]: [201, said.lodged],
  });
  await visit(disputeView, { query: "rounds=1&lodge=1" });
  assert.equal(sent("GET", "/api/disputes?rounds=1").path, "/api/disputes?rounds=1");
  const [form] = root.querySelectorAll("details.ask-floor");
  assert.ok(form.open);
  await fill("It is about", "decision", form);
  await fill("What happened, in your words", "  I pressed\nRaise. ", form);
  assert.equal(field("What happened, in your words", form).maxLength, 500);
  answer({ "GET /api/disputes": said.own });
  form.querySelector("form").dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  const { body, token } = sent("POST", `/api/rounds/${said.lodged.round}/disputes`);
  assert.equal(token, "spectator-token");
  assert.deepEqual(
    { ...body, id: "" },
    { id: "", seat: 1, about: "decision", words: "I pressed Raise." },
  );
  assert.match(words(root), /Waits for the floor's ruling/);
  assert.match(toasts()[0][0], /The floor has your dispute/);
});

test("a player with two seats says which; a refusal is told and nothing is lost", async () => {
  enter("spectator");
  const [round] = said.before.rounds;
  answer({ "GET /api/disputes": { ...said.before, rounds: [{ ...round, own: [1, 3] }] } });
  refuse(`POST /api/rounds/${round.round}/disputes`, 409, { message: "wait for the ruling" });
  await visit(disputeView, { query: "rounds=1" });
  assert.ok(!root.querySelector("details.ask-floor").open);
  await fill("Your seat", "3");
  await fill("What happened, in your words", "Mine.");
  root.querySelector(".ask-floor form").dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  assert.equal(sent("POST", `/api/rounds/${round.round}/disputes`).body.seat, 3);
  assert.equal(toasts()[0][0], "wait for the ruling");
  assert.equal(field("What happened, in your words").value, "Mine.");
});

test("who waits for a ruling, did not play, or works here is not offered to ask", async () => {
  enter("spectator");
  const [ruled, waits] = said.own.rounds;
  assert.ok(waits.disputes.some(({ ruling }) => !ruling) && waits.own.length);
  answer({ "GET /api/disputes": { ...said.own, rounds: [waits] } });
  await visit(disputeView, { query: "rounds=2" });
  assert.ok(!offered("Ask for a ruling"));
  answer({ "GET /api/disputes": { ...said.own, rounds: [{ ...ruled, own: [] }] } });
  await visit(disputeView, { query: "rounds=1" });
  assert.ok(!offered("Ask for a ruling"));
  enter("floor");
  answer({ "GET /api/disputes": said.before });
  await visit(disputeView, { query: "rounds=1" });
  assert.ok(!offered("Ask for a ruling"));
});

test("who has a ruling may ask about something else in that round", async () => {
  enter("spectator");
  const [ruled] = said.own.rounds;
  answer({ "GET /api/disputes": { ...said.own, rounds: [ruled] } });
  await visit(disputeView, { query: "rounds=1" });
  const [form] = root.querySelectorAll(".ask-floor");
  assert.equal(words(form.querySelector("summary")), "Ask about something else in this round");
  assert.match(words(form), /The ruling above stands/);
});

// --- ruling --------------------------------------------------------------------------------------

test("the floor rules beside the evidence, after it has confirmed", async () => {
  enter("floor", { person: RULER });
  answer({
    "GET /api/disputes": said.evidence,
    "GET /api/why/red-dog": { clause: { clause: "5(i)(2)" }, findings: [] },
    [`POST /api/disputes/${ID}/ruling`]: [201, said.ruled],
  });
  await visit(disputeView, { query: "rounds=1" });
  assert.match(words(root), /Ann asked about a payment\. Seat 1, /);
  const rules = [...root.querySelectorAll("datalist")][0];
  assert.ok([...rules.querySelectorAll("option")].some(({ value }) => value === "5(i)(2)"));
  assert.equal(field("The dispute is").value, "", "nothing is chosen for the floor");
  assert.equal(field("Clause").placeholder, "such as 2(d)(4)");
  await fill("The dispute is", "not-upheld");
  await fill("Clause", " 5(i)2 ");
  await fill("Finding, where the document is silent", "r-04");
  await fill("Your words to the player", "The spread\npays this.");
  root.querySelector(".give-ruling").dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  assert.match(words(dialog()), /not upheld, 5\(i\)\(2\), R-04.*The spread pays this\./);
  assert.ok(!asked.some(({ method }) => method === "POST"));
  answer({ "GET /api/disputes": said.unpaid });
  await press("Give the ruling", dialog());
  const { body } = sent("POST", `/api/disputes/${ID}/ruling`);
  assert.deepEqual(
    { ...body, id: "" },
    {
      id: "",
      verdict: "not-upheld",
      words: "The spread pays this.",
      rule: "5(i)(2)",
      finding: "R-04",
    },
  );
  assert.equal(dialog(), null);
  assert.match(words(root.querySelector(".ruled")), /Ruling: upheld/);
  assert.ok(!offered("Rule…"));
});

test("a ruling is confirmed only when its clause is known", async () => {
  enter("administrator");
  answer({ "GET /api/disputes": said.evidence });
  await visit(disputeView, { query: "rounds=1" });
  const rule = () => {
    root.querySelector(".give-ruling").dispatchEvent(new Event("submit", { cancelable: true }));
    return settle();
  };
  const refused = () => [dialog(), toasts().at(-1)?.[0]];
  const incomplete = [null, "Choose a ruling, and name a clause or a finding."];
  await fill("Your words to the player", "So it is.");
  await fill("Clause", "99");
  await rule();
  assert.deepEqual(refused(), incomplete);
  await fill("The dispute is", "explained");
  await fill("Clause", "");
  await rule();
  assert.deepEqual(refused(), incomplete);
  refuse("GET /api/why/red-dog", 404, { message: "Red Dog (MA) has no clause '99'" });
  await fill("Clause", "99");
  await rule();
  assert.deepEqual(refused(), [null, "Red Dog (MA) has no clause '99'"]);
  assert.equal(field("Your words to the player").value, "So it is.");
  refuse(`POST /api/disputes/${ID}/ruling`, 409, { message: "it has its ruling" });
  answer({ "GET /api/why/red-dog": { clause: null, findings: [] } });
  await fill("Clause", "");
  await fill("Finding, where the document is silent", "R-04");
  await rule();
  await press("Give the ruling", dialog());
  const { body } = sent("POST", `/api/disputes/${ID}/ruling`);
  assert.deepEqual([body.rule, body.finding], [undefined, "R-04"]);
  assert.match(words(dialog()), /it has its ruling/);
});

test("surveillance reads a dispute and rules on nothing", async () => {
  enter("surveillance");
  answer({ "GET /api/disputes": said.evidence });
  await visit(disputeView, { query: "rounds=1" });
  assert.match(words(root), /I was paid too little\./);
  assert.ok(!offered("Rule…"));
});

test("who upheld a dispute puts money right, once", async () => {
  enter("floor", { person: RULER });
  answer({ "GET /api/disputes": said.unpaid, [`POST /api/disputes/${ID}/payment`]: said.paid });
  await visit(disputeView, { query: "rounds=1" });
  const pay = () => {
    root.querySelector(".put-right").dispatchEvent(new Event("submit", { cancelable: true }));
    return settle();
  };
  await fill("Put money right, $", "much");
  await pay();
  assert.equal(toasts()[0][0], "Say how much, such as 20 or 2.50.");
  assert.equal(dialog(), null);
  await fill("Put money right, $", "$20");
  await pay();
  assert.match(words(dialog()), /From the cage ?\$20 ?To the account of ?Ann/);
  const [round] = said.unpaid.rounds;
  const paid = { ...round, disputes: [said.paid] };
  answer({ "GET /api/disputes": { ...said.unpaid, rounds: [paid] } });
  await press("Pay", dialog());
  assert.deepEqual(sent("POST", `/api/disputes/${ID}/payment`).body, { amount: "20.00" });
  assert.match(words(root), /\$20 of play money was paid into the player's account\./);
  assert.ok(!offered("Pay from the cage…"));
});

test("nobody else pays, and nothing is paid that was not upheld or to somebody erased", async () => {
  const [round] = said.unpaid.rounds;
  const [one] = round.disputes;
  const shown = async (dispute, person = RULER) => {
    enter("floor", { person });
    answer({
      "GET /api/disputes": { ...said.unpaid, rounds: [{ ...round, disputes: [dispute] }] },
    });
    await visit(disputeView, { query: "rounds=1" });
    return offered("Pay from the cage…");
  };
  assert.ok(await shown(one));
  assert.ok(!(await shown(one, "p-somebody")));
  assert.ok(!(await shown({ ...one, ruling: { ...one.ruling, verdict: "explained" } })));
  const erased = { ...one, words: null, name: null, matches: null };
  assert.ok(!(await shown({ ...erased, ruling: { ...one.ruling, words: null } })));
  assert.match(words(root), /A player without a name asked about a payment\. Seat 1, /);
  assert.match(words(root), /The words were erased with the player\./);
  assert.equal(root.querySelectorAll("blockquote").length, 0);
  await shown({ ...one, matches: false });
  assert.match(words(root.querySelector(".verdict.bad")), /not what the record says/);
  const nameless = { ...one.ruling, by: { person: "p-9", name: null } };
  await shown({ ...one, ruling: nameless });
  assert.match(words(root.querySelector(".ruled")), /by p-9/);
});

// --- lists ---------------------------------------------------------------------------------------

test("the floor's inbox has what waits, and what was answered", async () => {
  enter("floor");
  await visit(disputesView);
  assert.deepEqual(texts("h2"), [
    "2 wait for a ruling",
    "Round 1 at Disputed table",
    "Round 2 at Disputed table",
    "Answered",
  ]);
  assert.match(words(root), /No dispute has been answered yet\./);
  const [link] = root.querySelectorAll(".dispute-card a.button");
  assert.match(words(link), /^See the evidence and rule of round 1$/);
  assert.equal(link.getAttribute("href"), "#/dispute?rounds=1");
  answer({ "GET /api/floor/disputes": said.answered });
  await visit(disputesView);
  assert.deepEqual(texts("h2").slice(0, 2), ["1 waits for a ruling", "Round 2 at Disputed table"]);
  answer({ "GET /api/floor/disputes": { waiting: 0, open: [], answered: [] } });
  enter("surveillance");
  await visit(disputesView);
  assert.equal(texts("h2")[0], "Nothing waits");
});

test("a list that cannot be read says why; one that was left draws no more", async () => {
  enter("floor");
  refuse("GET /api/floor/disputes", 503, { message: "busy" });
  await visit(disputesView);
  assert.equal(words(root.querySelector("[role=alert]")), "busy");
  const leave = disputesView(root);
  leave();
  await settle();
  assert.match(words(root), /Looking…/);
});

test("a player's list has their own, and seeing it is noted once", async () => {
  enter("spectator");
  await visit(disputesView);
  assert.equal(words(root.querySelector("h1")), "Your disputes");
  assert.match(words(root), /You asked about a payment\. Seat 1, /);
  assert.match(words(root), /\$20 of play money was paid into your account\./);
  assert.match(words(root), /You asked about a decision that was not heard/);
  assert.equal(asked.filter(({ path }) => path.endsWith("/seen")).length, 1);
  answer({ "GET /api/me/disputes": { disputes: [], fresh: 0 } });
  await visit(disputesView);
  assert.match(words(root), /You have not asked the floor for a ruling\./);
  session.leave();
  await visit(disputesView);
  assert.match(words(root), /You have not asked the floor for a ruling\./);
});

// --- news ----------------------------------------------------------------------------------------

test("a player is told of a new ruling once, and the head counts it until it is seen", async () => {
  enter("spectator");
  const [, other] = said.mine.disputes;
  const news = { ...other, dispute: "d-new", ruling: { ...other.ruling, seen: false } };
  answer({
    "GET /api/me/disputes": { disputes: [news], fresh: 1 },
    "POST /api/me/disputes/d-new/seen": {},
  });
  await lookForRulings();
  await lookForRulings();
  assert.deepEqual(
    toasts().map(([text]) => text),
    ["Ruling on round 1: upheld, 5(i)(2), R-04. It is in your record."],
  );
  assert.deepEqual(head(), ["Record1 1 new ruling"]);
  answer({ "GET /api/me/disputes": { disputes: [], fresh: 2 } });
  await lookForRulings();
  assert.deepEqual(head(), ["Record2 2 new rulings"]);
  answer({ "GET /api/me/disputes": { disputes: [], fresh: 0 } });
  await sawRulings([news]);
  assert.ok(sent("POST", "/api/me/disputes/d-new/seen"));
  assert.deepEqual(head(), []);
});

test("a ruling that comes meanwhile is told beside the rounds of the record", async () => {
  enter("spectator");
  answer({
    ...RECORD,
    "GET /api/rounds": { rounds: said.rounds.rounds, more: false },
  });
  for (const query of ["of=me", "of=house"]) {
    await visit(recordView, { query });
    assert.equal(texts(".ruling-line")[0], "Waits for a ruling");
    const ruling = { verdict: "explained", rule: "3(d)", finding: null };
    const detail = [{ dispute: said.mine.disputes[0].dispute, ruling }];
    dispatchEvent(new CustomEvent("rulings", { detail }));
    assert.equal(texts(".ruling-line")[0], "Ruling: explained, 3(d)");
  }
});

test("a ruling that comes meanwhile is shown where its dispute is on screen", async () => {
  enter("spectator");
  await visit(disputesView);
  assert.match(words(root), /Waits for the floor's ruling/);
  const [waits, { ruling }] = said.mine.disputes;
  const news = { ...waits, ruling: { ...ruling, seen: false } };
  answer({
    "GET /api/me/disputes": { disputes: [news], fresh: 1 },
    [`POST /api/me/disputes/${waits.dispute}/seen`]: {},
  });
  await lookForRulings();
  await settle();
  assert.doesNotMatch(words(root), /Waits for the floor's ruling/);
  const looks = () => asked.filter(({ path }) => path.startsWith("/api/disputes")).length;
  await visit(disputeView, { query: "rounds=2" });
  const before = looks();
  dispatchEvent(new CustomEvent("rulings", { detail: [] }));
  await settle();
  assert.equal(looks(), before + 1);
  depart();
  dispatchEvent(new CustomEvent("rulings", { detail: [] }));
  assert.equal(looks(), before + 1, "a page that was left hears nothing");
});

test("the floor's head counts what waits; surveillance notes nothing as seen", async () => {
  enter("floor");
  await followRulings();
  assert.deepEqual(head(), ["Floor2 2 disputes wait"]);
  assert.ok(!sent("GET", "/api/floor/disputes"), "a count reads no dispute");
  answer({ "GET /api/floor/disputes/count": { waiting: 1 } });
  enter("surveillance");
  await settle();
  assert.deepEqual(head(), ["House1 1 dispute waits"]);
  await sawRulings(said.mine.disputes);
  assert.ok(!asked.some(({ method }) => method === "POST"));
});

test("the page looks again after a pause, but not while nobody sees it", async () => {
  const [original, later] = [globalThis.setTimeout, []];
  const looks = () => asked.filter(({ path }) => path === "/api/floor/disputes/count").length;
  // @ts-ignore
  globalThis.setTimeout = (then, ms) => (ms < 1000 ? original(then, ms) : later.push(then));
  try {
    enter("floor");
    await lookForRulings();
    const before = looks();
    later.at(-1)();
    await settle();
    assert.equal(looks(), before + 1);
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    const timers = later.length;
    later.at(-1)();
    await settle();
    assert.deepEqual([looks(), later.length], [before + 1, timers + 1]);
  } finally {
    delete document.hidden;
    globalThis.setTimeout = original;
  }
});

/** Look, and give how many looks are planned for later. */
async function planned(looking) {
  const [original, later] = [globalThis.setTimeout, []];
  // @ts-ignore
  globalThis.setTimeout = (then, ms) => (ms === 10_000 ? later.push(then) : original(then, ms));
  try {
    await looking();
  } finally {
    globalThis.setTimeout = original;
  }
  return later.length;
}

test("nobody is asked about without a token, and a look that fails is made again", async () => {
  session.leave();
  asked.length = 0;
  await lookForRulings();
  assert.deepEqual(asked, []);
  enter("spectator");
  refuse("GET /api/me/disputes", 503, { message: "busy" });
  assert.equal(await planned(lookForRulings), 1);
  assert.deepEqual(toasts(), []);
});

test("a look whose token has ended is the last, and nothing is counted any more", async () => {
  enter("spectator");
  answer({ "GET /api/me/disputes": { disputes: [{ ruling: null }], fresh: 3 } });
  assert.equal(await planned(lookForRulings), 1);
  assert.deepEqual(head(), ["Record3 3 new rulings"]);
  refuse("GET /api/me/disputes", 401, { kind: "unauthorized", message: "signed out" });
  assert.equal(await planned(lookForRulings), 0);
  assert.deepEqual(head(), []);
});

test("nothing is asked before a line has its welcome: the session may have ended", async () => {
  followRulings();
  enter("spectator");
  await settle();
  asked.length = 0;
  const ended = new Line("spectator-token");
  ended.addEventListener("down", () => session.leave());
  const looks = lookForRulings();
  await settle();
  assert.deepEqual(asked, []);
  sockets.at(-1).close(4401);
  await looks;
  await settle();
  assert.deepEqual(asked, []);
  enter("spectator");
  await settle();
  assert.deepEqual(
    asked.map(({ path }) => path),
    ["/api/me/disputes"],
  );
});

test("an answer that comes after the session has ended is not told", async () => {
  enter("spectator");
  await settle();
  const { ruling } = said.mine.disputes[1];
  const news = { dispute: "d-late", round: 9, ruling: { ...ruling, seen: false } };
  const meanwhile = () => (session.leave(), { disputes: [news], fresh: 1 });
  answer({ "GET /api/me/disputes": meanwhile });
  await lookForRulings();
  await settle();
  assert.deepEqual(toasts(), []);
  assert.deepEqual(head(), []);
});
