/** The dealer's chair: the course of a game, and a sitting from its first step to its report. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import {
  control,
  depart,
  dialog,
  enter,
  field,
  fill,
  holding,
  kept,
  offered,
  press,
  refuse,
  root,
  rows,
  texts,
  toasts,
  told,
  visit,
  waiting,
} from "./visits.js";
import { certificateView } from "../../src/croupier/server/page/js/views/certificate.js";
import { chairView } from "../../src/croupier/server/page/js/views/chair.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { sittingView } from "../../src/croupier/server/page/js/views/chair_sitting.js";

const chair = kept("chair");
const { games } = kept("books");
const { why } = kept("house");

const sent = () => asked.filter((one) => one.method === "POST").at(-1);

beforeEach(() => {
  location.hash = "";
  enter("spectator");
  answer({
    "GET /api/games": games,
    "GET /api/chair/red-dog": chair.first,
    "GET /api/chair/double-cross-poker": chair.first,
    "GET /api/why/red-dog": why,
  });
});
afterEach(depart);

// --- the course ----------------------------------------------------------------------------------

test("a course that cannot be read says why", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(chairView);
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

test("the course says what it is waiting for", async () => {
  assert.match(await waiting(chairView, { id: "red-dog" }), /Looking for the lessons…$/);
});

test("a beginner is led to the first lesson", async () => {
  await visit(chairView, { id: "red-dog" });
  assert.equal(words(root.querySelector("h1")), "The dealer's chair");
  assert.equal(document.title, "The dealer's chair · Croupier");
  assert.match(words(root), /You have not sat in this chair yet: begin with the first lesson\./);
  assert.deepEqual(
    texts("[data-lesson] h3"),
    chair.first.lessons.map(
      ({ lesson, title }) => `${lesson}. ${title}${lesson === 1 ? "next" : ""}`,
    ),
  );
  const [first] = root.querySelectorAll("[data-lesson]");
  assert.deepEqual(texts("p", first), [
    chair.first.lessons[0].text,
    "59 steps, guided. Best: not yet.",
  ]);
  assert.equal(control("Begin lesson 1").className, "primary");
  assert.match(
    words(root.querySelector(".suggested")),
    /^Next: lesson 1, .*\. You have not taken it yet\.$/,
  );
  assert.ok(!offered("Your results over time, by clause and by kind of step"));
  assert.equal(control("Begin lesson 2").className, "");
  assert.equal(asked.at(-1).path, "/api/chair/red-dog?rulebook=ma");
  assert.equal(asked.at(-1).token, "spectator-token");
});

test("whoever comes back reads how far they are", async () => {
  answer({ "GET /api/chair/red-dog": chair.again });
  await visit(chairView, { id: "red-dog" });
  assert.match(words(root), /You have sat down 4 times\. 15 points are due for review\./);
  assert.equal(
    words(root.querySelector(".suggested")),
    "Next: lesson 5, When something goes wrong. You miss 3(c), asking the players (wrong in 2 of 3 answers). 3(c)",
  );
  await press("Why? 3(c)");
  assert.match(words(dialog()), /Why\? 3\(c\)/);
  dialog().close();
  assert.equal(
    control("Your results over time, by clause and by kind of step").getAttribute("href"),
    "#/results/red-dog?rulebook=ma",
  );
  const [, second] = root.querySelectorAll("[data-lesson]");
  assert.match(
    words(second),
    /Best: 33 percent, 6 right in a row\. To study again: 2\(d\)\(4\), 3\(c\)/,
  );
  const [, , , , fifth] = root.querySelectorAll("[data-lesson]");
  assert.equal(words(fifth.querySelector(".due")), "next");
  const passed = structuredClone(chair.again);
  Object.assign(passed, { sittings: 1, due: [], suggested: null });
  const record = { percent: 100, passed: true, seconds: 184.4, streak: 59, due: [] };
  Object.assign(passed.lessons[0], record);
  answer({ "GET /api/chair/red-dog": passed });
  await visit(chairView, { id: "red-dog" });
  assert.match(words(root), /You have sat down 1 time\. Nothing is due for review\./);
  assert.match(
    words(root.querySelector("[data-lesson]")),
    /Best: 100 percent, passed, in 3 min 4 s, 59 right in a row\./,
  );
});

test("the exams that were taken are listed, the newest first, with their certificates", async () => {
  answer({ "GET /api/chair/red-dog": chair.again });
  await visit(chairView, { id: "red-dog" });
  const table = root.querySelector(".exams");
  assert.deepEqual(
    rows(table.parentElement).map((row) => row.slice(1)),
    [
      ["3 of 51, 6 percent", "12 s", "2", "not passed", ""],
      ["55 of 55, 100 percent", "12 s", "55", "passed", "certificate"],
    ],
  );
  assert.equal(
    table.querySelector("a").getAttribute("href"),
    `#/certificate/${chair.again.exams[0].certificate}`,
  );
  const old = structuredClone(chair.again);
  Object.assign(old.exams[1], { seconds: null, streak: null });
  answer({ "GET /api/chair/red-dog": old });
  await visit(chairView, { id: "red-dog" });
  assert.deepEqual(rows(root.querySelector(".exams").parentElement)[0].slice(2, 4), ["", ""]);
  await visit(chairView, { id: "double-cross-poker" });
  assert.equal(root.querySelector(".exams"), null);
});

test("the games and their rulebooks are the menu", async () => {
  await visit(chairView, { query: "rulebook=nj" });
  assert.deepEqual(
    Array.from(root.querySelectorAll("nav a"), (link) => [words(link), link.getAttribute("href")]),
    [
      ["Double Cross Poker (MA)", "#/train/double-cross-poker?rulebook=ma"],
      ["Double Cross Poker (NJ)", "#/train/double-cross-poker?rulebook=nj"],
      ["Red Dog", "#/train/red-dog?rulebook=ma"],
    ],
  );
  assert.deepEqual(texts("[aria-current=page]"), ["Double Cross Poker (NJ)"]);
  assert.equal(asked.at(-1).path, "/api/chair/double-cross-poker?rulebook=nj");
});

const order = async (name, query = "", prepare = () => {}) => {
  answer({ "POST /api/chair": [201, chair.guided] });
  await visit(chairView, { id: "red-dog", query });
  await prepare();
  await press(name);
  assert.equal(location.hash, `#/chair/${chair.guided.sitting}`);
  assert.equal(sent().token, "spectator-token");
  return sent().body;
};

const NO_CERTIFICATE =
  "You chose the seed, so this exam counts as practice and gives no certificate.";

const base = { game: "red-dog", rulebook: "ma" };

test("one sits down to a lesson, with as much help as one wants", async () => {
  assert.deepEqual(await order("Begin lesson 2"), { ...base, what: "lesson", lesson: 2 });
  const coached = () => fill("Help in the lessons", "coached");
  assert.deepEqual(await order("Begin lesson 3", "", coached), {
    ...base,
    what: "lesson",
    lesson: 3,
    level: "coached",
  });
  await visit(chairView, { id: "red-dog" });
  assert.deepEqual(
    Array.from(field("Help in the lessons").options, (one) => one.value),
    ["", "guided", "coached", "exam"],
  );
});

for (const [name, body] of [
  ["Begin: the exam", { what: "exam" }],
  ["Begin: a round for practice", { what: "practice" }],
  ["Begin: payout drill", { what: "drill", drill: "payouts" }],
  ["Begin: flash cards", { what: "drill", drill: "irregularities" }],
])
  test(name, async () => {
    assert.deepEqual(await order(name, "seed=4"), { ...base, seed: 4, ...body });
    assert.deepEqual(await order(name, "seed=4x"), { ...base, ...body });
  });

test("an exam of a chosen seed says beforehand that it gives no certificate", async () => {
  answer({ "GET /api/chair/red-dog": chair.first });
  await visit(chairView, { id: "red-dog", query: "seed=4" });
  assert.deepEqual(texts(".no-certificate"), [NO_CERTIFICATE]);
  assert.match(words(root.querySelector(".no-certificate").closest("li")), /^The exam/);
  await visit(chairView, { id: "red-dog" });
  assert.deepEqual(texts(".no-certificate"), []);
});

test("a stranger becomes a guest when the first lesson begins", async () => {
  enter("public");
  answer({
    "POST /api/guests": [201, { token: "guest-1", role: "spectator" }],
    "POST /api/chair": [201, chair.guided],
  });
  await visit(chairView, { id: "red-dog" });
  await press("Begin lesson 1");
  assert.equal(session.token, "guest-1");
  assert.equal(sent().token, "guest-1");
});

test("a chair that is refused says why", async () => {
  refuse("POST /api/chair", 409, { message: "the chair is taken" });
  await visit(chairView, { id: "red-dog" });
  await press("Begin lesson 1");
  assert.deepEqual(toasts(), [["the chair is taken", "toast bad"]]);
  assert.equal(location.hash, "");
});

// --- a sitting -----------------------------------------------------------------------------------

const path = (picture) => `/api/chair/sittings/${picture.sitting}`;

async function sit(picture) {
  answer({ [`GET ${path(picture)}`]: picture });
  await visit(sittingView, { id: picture.sitting });
}

/** What the server says to the next answer. */
const reply = (picture, given) => answer({ [`POST ${path(picture)}/answers`]: given });

const verdict = () => root.querySelector(".verdict-card");

test("a sitting that is not one's own leads back to the lessons", async () => {
  refuse("GET /api/chair/sittings/other", 404, { message: "no such sitting" });
  await visit(sittingView, { id: "other" });
  assert.deepEqual(texts("[role=alert]"), ["no such sitting"]);
  assert.equal(control("To the lessons").getAttribute("href"), "#/train");
});

test("a guided lesson shows the felt, what is next and why, and the choices", async () => {
  await sit(chair.guided);
  assert.equal(words(root.querySelector("h1")), "Lesson 2: A plain round");
  assert.equal(document.title, "Lesson 2: A plain round · Croupier");
  assert.equal(words(root.querySelector(".chair-kind")), "Red Dog, guided");
  assert.equal(words(root.querySelector(".about")), chair.guided.lesson.text);
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 1 of 21 This step 0 s Streak 0, best 0",
  );
  assert.ok(root.querySelector(".felt-box svg"));
  const { moment } = chair.guided;
  assert.equal(words(root.querySelector(".guide .next")), `Next: ${moment.next}`);
  assert.equal(words(root.querySelector(".note p")), moment.note.text);
  assert.deepEqual(
    texts(".choices button span"),
    moment.choices.map(({ label }) => label),
  );
  assert.deepEqual(texts(".choices kbd"), ["1", "2", "3", "4"]);
  assert.deepEqual(texts(".choices .primary span"), [moment.next]);
  assert.ok(!offered("A hint"));
  assert.match(words(root.querySelector(".chair-words")), /312 cards in the shoe/);
  assert.match(words(root.querySelector(".chair-odds")), /5 to 1/);
});

test("every reason has its clause or ruling, and work of the hands is marked", async () => {
  const picture = structuredClone(chair.wrong.picture);
  picture.moment.guide[0].physical = true;
  await sit(picture);
  const [clause, ruling] = root.querySelectorAll(".guide .told li");
  assert.equal(clause.className, "physical");
  assert.equal(words(clause.querySelector(".hands-tag")), "hands");
  assert.equal(ruling.querySelector(".hands-tag"), null);
  await press("Why? R-07", ruling);
  assert.ok(asked.some((one) => /^.api.why.*finding=R-07/.test(one.path)));
  dialog().remove();
  await press("Why? 3(d)", clause);
  assert.ok(asked.some((one) => /^.api.why.*clause=3%28d%29/.test(one.path)));
});

test("the right step is done, judged and told, and the next one is asked", async () => {
  await sit(chair.guided);
  reply(chair.guided, chair.right);
  await press("3The red batch comes in; the other goes into the device");
  assert.equal(sent().path, `${path(chair.guided)}/answers`);
  assert.deepEqual(sent().body, { at: 0, choice: 2 });
  assert.equal(sent().token, "spectator-token");
  assert.equal(verdict().dataset.mark, "right");
  assert.ok(verdict().matches(".good"));
  assert.deepEqual(texts("p", verdict()), ["Right", chair.right.verdict.done[0].line]);
  assert.equal(verdict().querySelector(".told"), null);
  assert.deepEqual(told("polite"), ["Right."]);
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 2 of 21 This step 0 s Streak 1, best 1",
  );
  assert.deepEqual(texts(".log .line"), [
    "The red batch comes in; the other goes into the device",
    "The device has shuffled the batch",
  ]);
  assert.equal(root.querySelector(".note"), null);
  assert.equal(words(document.activeElement.querySelector("span")), "Offer the cut to seat 1");
});

test("a mistake is named, with what should have happened and its clause", async () => {
  await sit(chair.right.picture);
  reply(chair.right.picture, chair.wrong);
  await press("1Offer the cut to seat 1");
  assert.deepEqual(sent().body, { at: 1, choice: 0 });
  assert.equal(verdict().dataset.mark, "not called for");
  assert.ok(verdict().matches(".bad"));
  assert.deepEqual(texts("p", verdict()), [
    "Not called for: nothing in this round asks for that.",
    "What should have happened: Offer the cut to seat 6",
    "The cut is offered to seat 6: accepted",
  ]);
  assert.ok(offered("Why? 3(c)", verdict()));
  assert.deepEqual(told("urgent"), ["Not called for. Offer the cut to seat 6"]);
});

for (const [mark, tone] of [
  ["early", "warn"],
  ["late", "warn"],
  ["wrong order", "warn"],
  ["wrong amount", "warn"],
  ["wrong", "bad"],
])
  test(`a step that is ${mark} is marked ${tone}`, async () => {
    await sit(chair.right.picture);
    const given = structuredClone(chair.wrong);
    Object.assign(given.verdict, { mark, message: `${mark}: because`, done: undefined });
    reply(chair.right.picture, given);
    await press("1Offer the cut to seat 1");
    assert.ok(verdict().matches(`.${tone}`), verdict().className);
    assert.match(words(verdict()), new RegExp(`^${mark}: because`, "i"));
  });

test("a choice is made from the keyboard, unless one is typing or holds a key", async () => {
  await sit(chair.guided);
  reply(chair.guided, chair.right);
  const key = (which, more = {}, target = document.body) => {
    const event = new KeyboardEvent("keydown", { key: which, bubbles: true, ...more });
    target.dispatchEvent(event);
    return settle();
  };
  const input = document.createElement("input");
  root.append(input);
  await key("3", {}, input);
  for (const held of ["ctrlKey", "metaKey", "altKey"]) await key("3", { [held]: true });
  await key("9");
  await key("0");
  await key("x");
  assert.equal(sent(), undefined);
  await key("3");
  assert.deepEqual(sent().body, { at: 0, choice: 2 });
  depart();
  asked.length = 0;
  await key("1");
  assert.equal(asked.length, 0);
});

test("where a figure belongs to a choice it is asked for first", async () => {
  await sit(chair.figure);
  reply(chair.figure, { ...chair.right, picture: chair.figure });
  await press("2Put the marker on the spread");
  assert.equal(sent(), undefined);
  const many = field("How many");
  assert.equal(document.activeElement, many);
  assert.equal(many.inputMode, "numeric");
  assert.match(
    words(root.querySelector(".figure-box")),
    /^Put the marker on the spread: how many\?/,
  );
  await fill("How many", " 4 ");
  await press("Do it");
  assert.deepEqual(sent().body, { at: 8, choice: 1, figure: "4" });
  assert.equal(root.querySelector(".figure-box").childElementCount, 0);
});

test("an amount is asked for in dollars, with or without their sign", async () => {
  const picture = structuredClone(chair.figure);
  Object.assign(picture.moment.choices[1], { figure: "amount", label: "Pay seat 3" });
  await sit(picture);
  reply(picture, { ...chair.right, picture });
  await press("2Pay seat 3");
  assert.match(words(root.querySelector(".figure-box")), /^Pay seat 3: how much\?/);
  assert.equal(field("How much, in dollars").inputMode, "decimal");
  await fill("How much, in dollars", "$17.50");
  await press("Do it");
  assert.deepEqual(sent().body, { at: 8, choice: 1, figure: "17.50" });
});

test("a figure that belongs to another choice is not kept", async () => {
  const picture = structuredClone(chair.figure);
  Object.assign(picture.moment.choices[0], { figure: "amount", label: "Pay seat 3" });
  await sit(picture);
  await press("1Pay seat 3");
  await fill("How much, in dollars", "5");
  await press("2Put the marker on the spread");
  assert.equal(field("How many").value, "");
});

test("an answer is sent once, however often it is pressed", async () => {
  await sit(chair.guided);
  reply(chair.guided, chair.right);
  const choice = root.querySelectorAll(".choices button")[2];
  choice.click();
  choice.click();
  await settle();
  assert.equal(asked.filter(({ method }) => method === "POST").length, 1);
});

test("the choices stay where they are while one of them is being pressed", async () => {
  await sit(chair.guided);
  reply(chair.guided, chair.right);
  await holding(async () => {
    root.querySelectorAll(".choices button")[2].click();
    await holding(async () => {
      await settle();
      assert.equal(
        words(root.querySelector(".chair-bar")),
        "Step 1 of 21 This step 0 s Streak 0, best 0",
      );
      assert.equal(verdict(), null);
      root.querySelectorAll(".choices button")[0].click();
    });
  });
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 2 of 21 This step 0 s Streak 1, best 1",
  );
  assert.equal(verdict().dataset.mark, "right");
  assert.equal(asked.filter(({ method }) => method === "POST").length, 1);
});

test("a chair that comes after one has left is not sat in", async () => {
  answer({ [`GET ${path(chair.guided)}`]: chair.guided });
  const leave = sittingView(root, { id: chair.guided.sitting });
  assert.match(words(root), /Taking the chair…/);
  leave();
  await visit(chairView, { id: "red-dog" });
  assert.equal(words(root.querySelector("h1")), "The dealer's chair");
});

test("a hint and a figure go with their step", async () => {
  const picture = { ...structuredClone(chair.figure), level: "coached" };
  await sit(picture);
  answer({ [`POST ${path(picture)}/hint`]: chair.hint });
  await press("2Put the marker on the spread");
  await fill("How many", "4");
  await press("A hint");
  assert.equal(field("How many").value, "4", "a hint does not take the figure away");
  reply(picture, { ...chair.right, picture });
  await press("Do it");
  assert.equal(words(root.querySelector(".chair-hint")), "");
});

test("an answer to a step that has passed shows where the sitting is now", async () => {
  await sit(chair.guided);
  refuse(`POST ${path(chair.guided)}/answers`, 409, { kind: "stale", message: "that is past" });
  answer({ [`GET ${path(chair.guided)}`]: chair.right.picture });
  await press("1Offer the cut to seat 6");
  assert.deepEqual(toasts(), [["that is past", "toast bad"]]);
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 2 of 21 This step 0 s Streak 1, best 1",
  );
  assert.equal(texts(".choices button").length, 7);
});

test("an answer that is refused leaves everything as it is, and may be given again", async () => {
  await sit(chair.guided);
  refuse(`POST ${path(chair.guided)}/answers`, 422, { message: "not a figure" });
  await press("1Offer the cut to seat 6");
  assert.deepEqual(toasts(), [["not a figure", "toast bad"]]);
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 1 of 21 This step 0 s Streak 0, best 0",
  );
  reply(chair.guided, chair.right);
  await press("1Offer the cut to seat 6");
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Step 2 of 21 This step 0 s Streak 1, best 1",
  );
});

test("a hint is given on request when one is coached", async () => {
  await sit(chair.coached);
  assert.equal(root.querySelector(".guide"), null);
  answer({ [`POST ${path(chair.coached)}/hint`]: chair.hint });
  await press("A hint");
  assert.equal(words(root.querySelector(".chair-hint")), chair.hint.hint);
  refuse(`POST ${path(chair.coached)}/hint`, 409, { message: "no hint here" });
  await press("A hint");
  assert.deepEqual(toasts(), [["no hint here", "toast bad"]]);
});

test("what has gone wrong is told", async () => {
  const picture = structuredClone(chair.coached);
  picture.moment.situation = "The third card As lies face up.";
  await sit(picture);
  assert.equal(words(root.querySelector(".situation")), "The third card A♠ lies face up.");
  assert.equal(root.querySelector(".situation").getAttribute("role"), "alert");
});

test("an exam gives no help, and its clock runs", async () => {
  mock.timers.enable({ apis: ["setInterval", "Date"], now: Date.now() });
  try {
    await sit({ ...chair.exam, allowed: 14 });
    assert.equal(words(root.querySelector("h1")), "The exam");
    assert.ok(!offered("A hint"));
    assert.equal(root.querySelector(".guide"), null);
    const bar = () => root.querySelector(".chair-bar");
    assert.equal(words(bar()), "Step 1 of 51 This step 0 s 12 s of 14 s");
    assert.equal(bar().querySelector("progress").max, 51);
    assert.equal(bar().querySelector("progress").value, 0);
    mock.timers.tick(2000);
    assert.equal(words(bar()), "Step 1 of 51 This step 2 s 14 s of 14 s");
    assert.equal(bar().querySelector(".bad"), null);
    mock.timers.tick(1000);
    assert.equal(words(bar()), "Step 1 of 51 This step 3 s 15 s of 14 s");
    assert.ok(bar().querySelector(".bad"));
  } finally {
    mock.timers.reset();
  }
});

test("an exam notes an answer and tells no verdict", async () => {
  await sit(chair.exam);
  assert.equal(root.querySelector(".streak"), null);
  const next = { ...structuredClone(chair.exam), at: 1 };
  const [said] = next.moment.events.splice(0, next.moment.events.length, {
    kind: "deal",
    place: "left",
    card: "As",
  });
  reply(chair.exam, { verdict: null, picture: next });
  root.querySelectorAll(".choices button")[0].click();
  await settle();
  assert.equal(verdict(), null);
  assert.equal(words(root.querySelector(".chair-verdict")), "Noted. The report comes at the end.");
  assert.deepEqual(told("polite"), []);
  assert.deepEqual(told("urgent"), []);
  assert.ok(said === undefined || said.line);
  assert.deepEqual(texts(".log li"), [], "the dealer's own step is seen on the felt only");
  assert.ok(root.querySelector('[data-at="left#0"][data-card="As"]'));
});

test("getting up ends the sitting with its report", async () => {
  await sit(chair.wrong.picture);
  answer({ [`POST ${path(chair.guided)}/leave`]: chair.left });
  await press("Get up");
  assert.equal(words(root.querySelector(".report h2")), "The end");
  assert.match(words(root.querySelector(".report")), /7 of 21 right, 33 percent, in 12 s\./);
  assert.equal(
    words(root.querySelector(".pace")),
    "Best streak: 6 in a row. 12 s for each step on average; the slowest was number 1, with 12 s.",
  );
  const { at } = chair.left;
  assert.equal(words(root.querySelector(".chair-bar")), `${at} of 21 done Streak 6, best 6`);
  assert.deepEqual(texts("thead th", root.querySelector(".report")), [
    "Step",
    "Verdict",
    "You",
    "The rules",
  ]);
  assert.deepEqual(rows(root.querySelector(".report")), [
    ["2", "not called for", "Offer the cut to seat 1", "Offer the cut to seat 6"],
  ]);
  const study = root.querySelector(".report .told");
  assert.ok(words(study).startsWith(chair.left.report.study[0].text));
  assert.ok(offered("Why? 3(c)", study));
  assert.equal(control("Back to the course").getAttribute("href"), "#/train/red-dog?rulebook=ma");
  assert.ok(!offered("Get up"));
});

test("getting up from an exam is asked first, because it is lost then", async () => {
  await sit(chair.exam);
  answer({ [`POST ${path(chair.exam)}/leave`]: chair.failed });
  const leaves = () => asked.filter((one) => one.path.endsWith("/leave")).length;
  await press("Get up");
  const window = document.querySelector("dialog[open]");
  assert.match(words(window), /^Leave the exam\?.*It counts as not passed\./);
  const before = asked.length;
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
  await settle();
  assert.equal(asked.length, before, "no answer is given behind the window");
  await press("Cancel", window);
  assert.equal(leaves(), 0);
  assert.ok(offered("Get up"));
  await press("Get up");
  await press("Leave the exam", document.querySelector("dialog[open]"));
  assert.equal(leaves(), 1);
  assert.equal(words(root.querySelector(".report h2")), "Not passed");
  assert.equal(document.querySelector("dialog[open]"), null);
});

test("an exam is passed or not", async () => {
  await sit(chair.failed);
  assert.equal(words(root.querySelector(".report h2")), "Not passed");
  assert.equal(rows(root.querySelector(".report")).length, 3);
  const passed = structuredClone(chair.failed);
  Object.assign(passed.report, { passed: true, mistakes: [], study: [] });
  await sit(passed);
  assert.equal(words(root.querySelector(".report h2")), "Passed");
  assert.equal(root.querySelector(".report table"), null);
  assert.ok(!words(root).includes("To study again"));
});

test("an exam that counts as practice says so, during and after it", async () => {
  await sit({ ...chair.exam, counts_as: "practice" });
  assert.equal(words(root.querySelector(".chair-kind")), "Red Dog, exam, no certificate");
  await sit({ ...chair.passed, counts_as: "practice", certificate: null });
  assert.deepEqual(texts(".no-certificate"), [NO_CERTIFICATE]);
  assert.ok(!offered("The certificate, to print"));
  await sit(chair.passed);
  assert.deepEqual(texts(".no-certificate"), []);
  assert.equal(words(root.querySelector(".chair-kind")), "Red Dog, exam");
});

test("a passed exam leads to its certificate", async () => {
  await sit(chair.passed);
  assert.equal(words(root.querySelector(".report h2")), "Passed");
  assert.equal(
    control("The certificate, to print").getAttribute("href"),
    `#/certificate/${chair.passed.certificate}`,
  );
  await sit(chair.failed);
  assert.ok(!offered("The certificate, to print"));
});

test("what was missed more than once is told with its count, a ruling by its number", async () => {
  const picture = structuredClone(chair.failed);
  picture.report.study = [
    { cited: "R-14", text: "A quarter.", missed: 2 },
    { cited: "3(c)", text: "The cut.", missed: 1 },
  ];
  await sit(picture);
  assert.deepEqual(texts(".report .told li"), ["A quarter. R-14 2 times", "The cut. 3(c)"]);
  await press("Why? R-14", root.querySelector(".report"));
  assert.ok(asked.some((one) => /^.api.why.*finding=R-14/.test(one.path)));
});

test("a verdict and a report name cards by their signs", async () => {
  const picture = structuredClone(chair.left);
  Object.assign(picture.report.mistakes[0], { said: "Deal As", should: "Deal Th" });
  await sit(picture);
  assert.deepEqual(rows(root.querySelector(".report"))[0].slice(2), ["Deal A♠", "Deal 10♥"]);
});

// --- the drills ----------------------------------------------------------------------------------

test("a payout drill shows hands and wagers, and takes what is paid", async () => {
  await sit(chair.payouts);
  assert.equal(words(root.querySelector("h1")), "Payout drill");
  assert.equal(root.querySelector(".felt-box"), null);
  assert.equal(words(root.querySelector(".drill h2")), "Pay the original of seat 1: how much?");
  assert.deepEqual(
    texts(".hands dt"),
    chair.payouts.question.felt.map(({ place }) => place),
  );
  assert.deepEqual(
    Array.from(root.querySelectorAll(".face"), (face) => [words(face), face.className.trim()]),
    chair.payouts.question.felt.flatMap(({ cards }) =>
      cards.map((card) => [
        `${card[0]}${{ c: "♣", d: "♦", h: "♥", s: "♠" }[card[1]]}`,
        `face ${{ c: "clubs", d: "diamonds", h: "hearts", s: "spades" }[card[1]]}`,
      ]),
    ),
  );
  assert.deepEqual(texts(".facts li"), chair.payouts.question.facts);
  assert.ok(offered("A hint"));
  reply(chair.payouts, chair.paid);
  await fill("How much, in dollars", " $12345.00");
  await press("Answer");
  assert.deepEqual(sent().body, { at: 0, choice: 0, figure: "12345.00" });
  assert.equal(verdict().dataset.mark, "wrong");
  assert.match(
    words(verdict()),
    /^Wrong ?What should have happened: Pay the original of seat 1: \$17/,
  );
  assert.equal(
    words(root.querySelector(".chair-bar")),
    "Question 2 of 10 This question 0 s Streak 0, best 0",
  );
  assert.equal(field("How much, in dollars").value, "");
  assert.equal(document.activeElement, field("How much, in dollars"));
});

test("flash cards are answered by choosing a ruling", async () => {
  await sit(chair.flash);
  assert.equal(words(root.querySelector("h1")), "Flash cards");
  assert.deepEqual(texts(".choices button span"), chair.flash.question.options);
  assert.deepEqual(texts(".choices kbd"), ["1", "2", "3", "4"]);
  assert.equal(root.querySelector(".hands"), null);
  assert.equal(root.querySelector(".facts"), null);
  assert.ok(!offered("A hint"));
  reply(chair.flash, { ...chair.paid, picture: chair.flash });
  root.querySelectorAll(".choices button")[1].click();
  await settle();
  assert.deepEqual(sent().body, { at: 0, choice: 1 });
});

test("a drill ends with a report of what was missed", async () => {
  await sit(chair.drilled);
  assert.match(words(root.querySelector(".report")), /0 of 10 right, in 12 s\./);
  const [missed] = chair.drilled.report.missed;
  assert.deepEqual(rows(root.querySelector(".report")), [
    ["1", "wrong", missed.said, missed.should],
  ]);
});

test("a sitting of a kind that is new has a name as well", async () => {
  await sit({ ...chair.coached, lesson: null, what: "a new kind" });
  assert.equal(words(root.querySelector("h1")), "A new kind");
  await sit({ ...chair.coached, lesson: null, what: "practice" });
  assert.equal(words(root.querySelector("h1")), "A round for practice");
});

// --- the certificate -----------------------------------------------------------------------------

const { certificate } = chair;

const show = async (given = certificate) => {
  answer({ [`GET /api/chair/certificates/${certificate.certificate}`]: given });
  await visit(certificateView, { id: certificate.certificate });
};

test("a certificate says who passed what, when and how well, and what it is not", async () => {
  assert.match(await waiting(certificateView, { id: "none" }), /Looking for the certificate…/);
  await show();
  const paper = root.querySelector(".certificate");
  assert.equal(document.title, "Certificate · Croupier");
  assert.equal(words(paper.querySelector(".bearer")), "Flo");
  assert.match(
    words(paper.querySelector(".deed")),
    /^passed the exam in dealing Red Dog under the rules of Massachusetts on March 14, 2026\.$/,
  );
  const facts = Object.fromEntries(
    Array.from(paper.querySelectorAll("dt"), (term) => [
      words(term),
      words(term.nextElementSibling),
    ]),
  );
  assert.equal(facts.Document, "red-dog.ma, version 2 of our rulebook");
  assert.equal(facts.Score, "55 of 55 steps right, 100 percent; 80 percent is needed");
  assert.equal(facts.Time, "12 s of 18 min 20 s allowed; 55 right in a row at best");
  assert.equal(facts["Exams before"], "none of this document");
  assert.equal(facts.Number, certificate.certificate);
  assert.match(facts.Steps, /^Preparing the cards, asking the players, .* what is wrong\.$/);
  const covered = texts(".examined li", paper);
  assert.equal(covered.length, certificate.clauses.length);
  assert.equal(covered[0], "2(d)(4) The batches take turns, each serving every other shoe.");
  assert.equal(
    words(paper.querySelector("[role=status]")),
    "✓ Verified: the journal holds it, entry 1 of chain certificates.",
  );
  assert.match(words(paper), /croupier certificate FILE --chain CHAIN/);
  assert.equal(
    control("Download the file").getAttribute("href"),
    `/api/chair/certificates/${certificate.certificate}/file`,
  );
  assert.match(words(paper), /This is our own exam/);
  assert.match(words(paper), /No regulator, casino or school has issued or recognised it\./);
  assert.ok(words(paper).includes(`${location.origin}/#/certificate/${certificate.certificate}`));
  globalThis.print = mock.fn();
  await press("Print");
  assert.equal(globalThis.print.mock.callCount(), 1);
  assert.equal(control("Back to the course").getAttribute("href"), "#/train/red-dog?rulebook=ma");
});

test("a certificate that the journal does not hold says so, and has no file", async () => {
  const verification = { verified: false, words: "not recorded in a journal", entry: null };
  await show({ ...certificate, verification, kinds: [], revised: true });
  const noted = root.querySelector("[role=status]");
  assert.equal(words(noted), "✗ Not recorded in a journal.");
  assert.ok(noted.classList.contains("bad"));
  assert.ok(!offered("Download the file"));
  assert.doesNotMatch(words(root), /Steps|--chain/);
  assert.match(words(root), /The summaries are those of our rulebook today\./);
});

test("a certificate tells how many exams came before it", async () => {
  const before = () =>
    Array.from(root.querySelectorAll("dt"))
      .filter((term) => words(term) === "Exams before")
      .map((term) => words(term.nextElementSibling));
  for (const [earlier, expected] of [
    [1, ["1 of this document"]],
    [12, ["12 of this document"]],
    [null, []],
  ]) {
    await show({ ...certificate, earlier });
    assert.deepEqual(before(), expected);
  }
});

test("somebody without a name is a dealer in training", async () => {
  await show({ ...certificate, name: null });
  assert.equal(words(root.querySelector(".bearer")), "A dealer in training");
});

test("a number that nothing is recorded under says so", async () => {
  refuse("GET /api/chair/certificates/AAAA", 404, { message: "no passed exam is recorded" });
  await visit(certificateView, { id: "AAAA" });
  assert.deepEqual(texts("[role=alert]"), ["no passed exam is recorded"]);
});
