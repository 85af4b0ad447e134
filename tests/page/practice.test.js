/** Practice for players: the overview, and one exercise after another. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import {
  control,
  depart,
  enter,
  kept,
  offered,
  press,
  refuse,
  root,
  texts,
  toasts,
  told,
  visit,
  waiting,
} from "./visits.js";
import {
  aboutTable,
  cardsOf,
  daysTo,
  hardness,
  inDays,
  movement,
  valuesOf,
  worth,
} from "../../src/croupier/server/page/js/practice.js";
import { exerciseView } from "../../src/croupier/server/page/js/views/practice_exercise.js";
import { practiceView } from "../../src/croupier/server/page/js/views/practice.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const practice = kept("practice");
const { games } = kept("books");
const EXERCISES = "POST /api/practice/exercises";

const sent = () => asked.filter((one) => one.method === "POST").at(-1);
const key = async (name, target = document.body) => {
  target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  await settle();
};
const drawn = (template) => {
  const box = document.createElement("div");
  render(template, box);
  return box;
};

beforeEach(() => {
  location.hash = "";
  enter("spectator");
  answer({
    "GET /api/games": games,
    "GET /api/practice": practice.due,
    "GET /api/me/rounds": { rounds: [], more: false },
    "GET /api/practice/lessons/double-cross-poker": practice.lessons,
    "GET /api/practice/lessons/red-dog": practice.red_dog,
  });
});
afterEach(depart);

// --- the overview --------------------------------------------------------------------------------

test("practice says what it is waiting for, and why it cannot be shown", async () => {
  assert.match(await waiting(practiceView), /Looking for your practice…$/);
  refuse("GET /api/practice", 503, { message: "busy" });
  await visit(practiceView);
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

test("what is due today comes first", async () => {
  await visit(practiceView, { id: "red-dog" });
  assert.equal(document.title, "Practice · Croupier");
  const due = root.querySelector(".practice-due");
  assert.match(words(due), /1 mistake is due today, of 1 that you practise\./);
  assert.match(words(due), /A mistake that you made again counts once here\./);
  assert.equal(control("Practise them", due).getAttribute("href"), "#/exercise?source=mistakes");
  assert.equal(asked.find(({ path }) => path === "/api/practice").token, "spectator-token");
});

test("somebody without mistakes is sent to play or to drill", async () => {
  answer({ "GET /api/practice": practice.first });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /You have no mistakes yet\./);
  assert.equal(control("Play at a table").getAttribute("href"), "#/");
  assert.match(words(root.querySelector(".score-line")), /1000 Everybody begins with 1000/);
  assert.equal(root.querySelector(".practice-chart"), null);
});

test("when nothing is due, the page says when the next one comes back, and what is learnt", async () => {
  answer({ "GET /api/practice": practice.done });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /Nothing is due today\. The next one comes back tomorrow\./);
  const learnt = structuredClone(practice.done);
  Object.assign(learnt.mistakes, { waiting: 0, learnt: 2, next: null });
  answer({ "GET /api/practice": learnt });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /Nothing is due today\. 2 mistakes are learnt\./);
});

test("a guest is told where practice is remembered, until the account is kept", async () => {
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /remembered for you, in this browser\. Keep this account/);
  enter("spectator", { kept: true });
  await visit(practiceView, { id: "red-dog" });
  assert.ok(!offered("Keep this account"));
});

test("a game has its drills, its lessons and its score", async () => {
  await visit(practiceView, { id: "double-cross-poker" });
  const drill = control("Begin the drill: two cards in hand and two on the table");
  assert.equal(
    drill.getAttribute("href"),
    "#/exercise?source=drill&game=double-cross-poker&rulebook=ma&street=0",
  );
  assert.deepEqual(texts("[data-lesson] h3"), ["1. Which axisnext", "2. Whether to play it"]);
  const [first, second] = root.querySelectorAll("[data-lesson]");
  assert.match(words(first.querySelector(".rules")), /The axis with the higher open card: take$/);
  assert.match(words(first), /Not begun\. Pass with 8 of 10\./);
  assert.match(control("Exercises of lesson 1").className, /primary/);
  assert.equal(
    control("Exercises of lesson 2", second).getAttribute("href"),
    "#/exercise?source=lesson&game=double-cross-poker&rulebook=ma&lesson=2",
  );
  assert.ok(second.querySelector("details .practice-values .best"));
  assert.match(words(root.querySelector(".score-line")), /Your score 1010 \+21 1 of 2 right/);
  const chart = words(root.querySelector(".practice-chart"));
  assert.match(chart, /^Your score .*Score ends at 1,010\. Its highest is 1,010 \(answer 2\)/);
  assert.equal(
    control("Lessons for dealers").getAttribute("href"),
    "#/train/double-cross-poker?rulebook=ma",
  );
});

test("without a game in the address it opens the one played or practised last", async () => {
  const opened = () => words(root.querySelector(".segments [aria-current]"));
  const last = (time, game = "red-dog") =>
    answer({ "GET /api/me/rounds": { rounds: [{ game, time }], more: true } });
  last("2026-03-01T12:00:00Z");
  const { games: scores } = structuredClone(practice.due);
  scores.find(({ game }) => game === "red-dog").score.history = [];
  answer({ "GET /api/practice": { ...practice.due, games: scores } });
  await visit(practiceView);
  assert.equal(opened(), "Double Cross Poker (MA)", "practised after that round");
  last("2026-04-01T12:00:00Z");
  await visit(practiceView);
  assert.equal(opened(), "Red Dog");
  last("2026-05-01T12:00:00Z", "a game without odds");
  await visit(practiceView);
  assert.equal(opened(), "Double Cross Poker (MA)");
  refuse("GET /api/me/rounds", 503, { message: "busy" });
  await visit(practiceView);
  assert.equal(opened(), "Double Cross Poker (MA)", "the first one, if it cannot be found out");
});

test("lessons that cannot be found say why, and the rest is there", async () => {
  refuse("GET /api/practice/lessons/red-dog", 503, { message: "try again" });
  await visit(practiceView, { id: "red-dog" });
  assert.deepEqual(texts("[role=alert]"), ["try again"]);
  assert.ok(offered("Begin the drill: two cards on the table"));
});

test("a passed lesson says so, and a game without odds has nothing to practise", async () => {
  const passed = structuredClone(practice.red_dog);
  passed.lessons[0].progress = { answers: "0111111111", asked: 12, passed: "2026-03-14T20:00:00Z" };
  answer({ "GET /api/practice/lessons/red-dog": { ...passed, next: null } });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /9 of the last 10 right\. Passed\./);
  assert.equal(root.querySelectorAll(".lesson-progress .right").length, 9);
  answer({ "GET /api/practice": { ...practice.first, games: [] } });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), /The odds of Red Dog are not known/);
});

test("rounds that are looked through are waited for", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const turn = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  try {
    answer({ "GET /api/practice": { ...practice.first, to_review: 3 } });
    practiceView(root, { id: "red-dog", query: new URLSearchParams() });
    for (let i = 0; i < 10; i++) await turn();
    assert.match(words(root), /3 rounds are being looked through for mistakes\./);
    answer({ "GET /api/practice": practice.due });
    mock.timers.tick(4000);
    for (let i = 0; i < 10; i++) await turn();
    assert.match(words(root), /1 mistake is due today/);
  } finally {
    mock.timers.reset();
  }
});

// --- one exercise --------------------------------------------------------------------------------

const drill = async (reply = practice.drill) => {
  answer({ [EXERCISES]: [201, reply] });
  await visit(exerciseView, {
    query: "source=drill&game=double-cross-poker&rulebook=ma&street=0",
  });
};
const answered = (exercise, reply) =>
  answer({ [`${EXERCISES}/${exercise.exercise}/answers`]: reply });

test("a drill shows the cards with their places, and the choices with their keys", async () => {
  await drill();
  assert.deepEqual(sent().body, {
    source: "drill",
    game: "double-cross-poker",
    rulebook: "ma",
    street: 0,
  });
  assert.equal(document.title, "Drill · Croupier");
  assert.deepEqual(texts("figcaption"), ["Vertical", "Horizontal", "Your hand"]);
  assert.equal(
    root.querySelector("[data-cards='Ad 4s'] svg").getAttribute("aria-label"),
    "Your hand: ace of diamonds and four of spades",
  );
  assert.deepEqual(texts(".choices button"), [
    "1FoldF",
    "2Raise vertical, $10 moreV",
    "3Raise horizontal, $10 moreH",
  ]);
  assert.match(words(root), /Your first wager, the ante, is \$5\./);
  assert.equal(
    control("Back to practice").getAttribute("href"),
    "#/practice/double-cross-poker?rulebook=ma",
  );
  assert.equal(root.querySelector(".practice-values"), null);
});

test("a choice whose cost the exercise does not know says none", async () => {
  await drill({ ...practice.drill, costs: [] });
  assert.equal(texts(".choices button").at(-1), "3Raise horizontalH");
});

test("a wrong answer shows at once what every choice is worth, and why", async () => {
  await drill();
  answered(practice.drill, practice.missed);
  await key("1");
  assert.deepEqual(sent().body, { choice: 0 });
  assert.match(
    words(root.querySelector(".verdict-card.bad")),
    /^Wrong: this costs \$3\.05\. Raise vertical is best\. With the 3 \(vertical\)/,
  );
  assert.deepEqual(
    texts(".practice-values li").map((line) => line.replace(/ /g, "")),
    ["Foldyourchoice−$5", "Raiseverticalbest−$1.95", "Raisehorizontal−$2.05"],
  );
  assert.match(
    words(root.querySelector(".score-line")),
    /^Your score 989 −11 A close decision, the closest of 2 random deals\.$/,
  );
  assert.match(told("urgent").at(-1), /^Wrong: .* Score −11\.$/);
  assert.equal(document.activeElement, root.querySelector(".practice-next"));
});

test("a right answer is said, and Enter asks for the next exercise", async () => {
  await drill();
  answered(practice.drill, practice.drilled);
  await press("2Raise vertical, $10 moreV");
  assert.match(words(root.querySelector(".verdict-card.good")), /^Right\./);
  assert.match(words(root.querySelector(".score-line .good")), /^\+21$/);
  const next = structuredClone(practice.drill);
  Object.assign(next, { exercise: "exercise-99", hand: ["2c", "3c"] });
  answer({ [EXERCISES]: [201, next] });
  await key("Enter");
  assert.ok(root.querySelector("[data-cards='2c 3c']"));
  assert.equal(document.activeElement, root.querySelector(".choices button"));
});

test("a lesson tells how far it has come", async () => {
  answer({ [EXERCISES]: [201, practice.lesson] });
  await visit(exerciseView, { query: "source=lesson&game=red-dog&lesson=1" });
  assert.equal(document.title, "Lesson 1 · Croupier");
  assert.deepEqual(sent().body, { source: "lesson", game: "red-dog", lesson: 1 });
  answered(practice.lesson, practice.taught);
  await key("2");
  assert.match(words(root), /1 of 1 right\. Pass with 8 of 10\./);
  assert.equal(control("Back to practice").getAttribute("href"), "#/practice/red-dog");
});

test("a lesson's lines stand beside the verdict, never before it", async () => {
  answer({ [EXERCISES]: [201, practice.lesson] });
  await visit(exerciseView, { query: "source=lesson&game=red-dog&lesson=1" });
  assert.equal(root.querySelector(".lesson-rules"), null);
  answered(practice.lesson, practice.taught);
  await key("2");
  assert.deepEqual(texts(".lesson-rules li"), [
    "The spread is 7 or more: raise",
    "The spread is 1 to 6: pass",
  ]);
});

test("the letters of the table answer, too", async () => {
  await drill();
  answered(practice.drill, practice.missed);
  await key("v");
  assert.deepEqual(sent().body, { choice: 1 });
});

test("the page does not scroll away from the hand after an answer", async () => {
  await drill();
  answered(practice.drill, practice.missed);
  const focus = mock.method(HTMLElement.prototype, "focus");
  await key("1");
  assert.deepEqual(focus.mock.calls.at(-1).arguments, [{ preventScroll: true }]);
  mock.restoreAll();
});

test("what is due is counted while it is practised", async () => {
  answer({ [EXERCISES]: [201, { ...practice.mistake, due: 4 }] });
  await visit(exerciseView, { query: "source=mistakes" });
  const head = () => words(root.querySelector(".practice-head span"));
  assert.match(head(), /^1 of 4\. Red Dog: /);
  answered(practice.mistake, practice.again);
  await key("1");
  assert.match(head(), /^1 of 4\. /);
  answer({ [EXERCISES]: [201, { ...practice.mistake, exercise: "another", due: 3 }] });
  await key("Enter");
  assert.match(head(), /^2 of 4\. /);
});

test("a mistake says when it comes back, and where it was made", async () => {
  answer({ [EXERCISES]: [201, practice.mistake] });
  await visit(exerciseView, { query: "source=mistakes" });
  answered(practice.mistake, practice.wrong);
  await key("2");
  assert.match(words(root), /It comes back today\. In round 12 you chose pass, which cost \$3\./);
  assert.equal(control("round 12").getAttribute("href"), "#/review/12");
  const learnt = structuredClone(practice.wrong);
  Object.assign(learnt.verdict.mistake, { learnt: true, due: null });
  answer({ [EXERCISES]: [201, learnt] });
  await visit(exerciseView, {});
  assert.match(words(root), /Learnt: it does not come back\./);
});

test("when no mistake is left, practice is done for today", async () => {
  answer({ [EXERCISES]: [404, practice.none] });
  await visit(exerciseView, { query: "source=mistakes" });
  assert.match(words(root), /Nothing is due today/);
  answer({ [EXERCISES]: [201, practice.again] });
  await visit(exerciseView, { query: "source=mistakes" });
  assert.match(words(root), /It comes back tomorrow\./);
  answer({ [EXERCISES]: [404, practice.none] });
  await press("Next⏎");
  assert.match(words(root), /Done for today/);
  assert.equal(document.activeElement, control("To the drills and lessons"));
  await key("Enter");
  assert.match(words(root), /Done for today/);
});

test("what is refused is said", async () => {
  refuse(EXERCISES, 503, { message: "no exercise could be made in time" });
  await visit(exerciseView, { query: "source=drill&game=red-dog" });
  assert.deepEqual(texts("[role=alert]"), ["no exercise could be made in time"]);
  await drill();
  refuse(`${EXERCISES}/${practice.drill.exercise}/answers`, 409, { message: "not now" });
  await key("3");
  assert.deepEqual(toasts().at(-1), ["not now", "toast bad"]);
  assert.equal(texts(".choices button").length, 3);
});

test("a stranger becomes a guest with the first exercise", async () => {
  enter("public");
  answer({ "POST /api/guests": [201, { token: "guest-1", role: "spectator" }] });
  await drill();
  assert.equal(session.token, "guest-1");
  assert.equal(sent().token, "guest-1");
});

test("whoever waits long for the first exercise is told why", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let deal;
  const reply = globalThis.fetch;
  mock.method(globalThis, "fetch", async (path, how) => {
    if (path.startsWith("/api/practice/exercises")) await new Promise((go) => (deal = go));
    return reply(path, how);
  });
  try {
    answer({ [EXERCISES]: [201, practice.drill] });
    const leave = exerciseView(root, { query: new URLSearchParams("source=drill&game=red-dog") });
    mock.timers.tick(1900);
    assert.match(words(root), /Dealing…$/);
    mock.timers.tick(200);
    assert.match(
      words(root),
      /Dealing… The first one of a game takes some seconds: its table is being read\.$/,
    );
    for (let i = 0; i < 20; i++) await Promise.resolve();
    deal();
    for (let i = 0; i < 40; i++) await Promise.resolve();
    assert.ok(root.querySelector(".choices"));
    leave();
  } finally {
    mock.timers.reset();
    mock.restoreAll();
  }
});

test("an exercise that comes after its view was left is not drawn", async () => {
  answer({ [EXERCISES]: [201, practice.drill] });
  const leave = exerciseView(root, { query: new URLSearchParams("source=drill&game=red-dog") });
  leave();
  await settle();
  assert.match(words(root), /Dealing…$/);
});

// --- parts ---------------------------------------------------------------------------------------

test("money, movements and days are said as people say them", () => {
  assert.deepEqual(
    [worth(-2.526), worth(3), movement(8), movement(-12)],
    ["−$2.53", "$3", "+8", "−12"],
  );
  assert.equal(daysTo("2026-03-01", "2026-02-27"), 2);
  assert.deepEqual([inDays(0), inDays(1), inDays(16)], ["today", "tomorrow", "in 16 days"]);
});

test("the cards in one place are one pile, and others' cards have their own", () => {
  const rivals = [
    { cards: ["Kd"], stayed: true },
    { cards: ["Qd"], stayed: false },
    { cards: [], stayed: false },
  ];
  const question = { table: ["2c", "3c"], places: ["dealer"], hand: ["As"], rivals, gone: ["5c"] };
  const felt = drawn(cardsOf(null, question));
  assert.deepEqual(texts("figcaption", felt), [
    "Dealer",
    "Your hand",
    "Another player, in",
    "Another player, still to decide",
    "Other cards in view",
  ]);
  const bare = drawn(cardsOf(null, { table: ["2c"], places: [], hand: [], rivals: [], gone: [] }));
  assert.deepEqual(texts("figcaption", bare), ["On the table"]);
});

test("a house of its own and other players are named", () => {
  assert.equal(
    aboutTable(null, { stake: 1250, players: 3, house: { decks: 1 } }),
    "Your first wager, the wager, is $12.50. You and 2 other players are in the round. " +
      "This house differs from the standard one: decks 1.",
  );
});

test("whoever is alone in a game in which others matter is told", async () => {
  assert.match(aboutTable(null, { stake: 500, players: 1, alone: true }), /You are alone against/);
  const alone = /For one player alone against the dealer\. With other players in the pot, the best/;
  await visit(practiceView, { id: "red-dog" });
  assert.doesNotMatch(words(root), alone);
  answer({ "GET /api/practice/lessons/red-dog": { ...practice.red_dog, alone: true } });
  await visit(practiceView, { id: "red-dog" });
  assert.match(words(root), alone);
  answer({ [EXERCISES]: [201, { ...practice.lesson, alone: true }] });
  await visit(exerciseView, { query: "source=lesson&game=red-dog&lesson=1" });
  assert.match(words(root), /You are alone against the dealer\./);
  answered(practice.lesson, { ...practice.taught, alone: true });
  await key("2");
  assert.match(words(root.querySelector(".lesson-rules")), alone);
});

test("how close a decision was is told in words", () => {
  const named = [600, 1200, 1600, 2000].map((difficulty) => hardness({ difficulty }, 1));
  assert.deepEqual(named, [
    "An easy decision.",
    "A fairly close decision.",
    "A close decision.",
    "A very close decision.",
  ]);
});

const valued = (values, best) => ({
  best,
  action: best,
  choices: Object.entries(values).map(([action, value]) => ({
    action,
    value: { exact: String(value), value },
  })),
});
/** What is drawn for each choice: `gain 100` for the best, else what is kept and what is lost. */
const barsOf = (values, best) =>
  Array.from(drawn(valuesOf(null, valued(values, best))).querySelectorAll(".worth"), (one) => [
    one.getAttribute("aria-label"),
    ...Array.from(
      one.querySelectorAll("rect"),
      (part) => `${part.getAttribute("class")} ${Math.round(Number(part.getAttribute("width")))}`,
    ),
  ]);

test("the best choice has the full bar, and the others show what they leave behind it", () => {
  assert.deepEqual(barsOf({ bet: -1.78, fold: -5 }, "bet"), [
    ["as good as the best", "gain 100"],
    ["$3.22 behind the best", "kept 36", "loss 64"],
  ]);
  assert.deepEqual(barsOf({ bet: 4, raise: 3 }, "bet")[1], [
    "$1 behind the best",
    "kept 75",
    "loss 25",
  ]);
  assert.deepEqual(barsOf({ fold: -2, bet: 4 }, "bet")[0], [
    "$6 behind the best",
    "kept 0",
    "loss 100",
  ]);
  assert.deepEqual(
    barsOf({ take: 0, leave: 0 }, "take").map(([, ...parts]) => parts),
    [["gain 100"], ["gain 100"]],
  );
});

test("no part of a bar is shorter than nothing, however the numbers round", () => {
  const values = { fold: -5.530612244897959, bet: 84.66666666666667 };
  const widths = Array.from(
    drawn(valuesOf(null, valued(values, "bet"))).querySelectorAll("rect"),
    (part) => Number(part.getAttribute("width")),
  );
  assert.deepEqual(widths, [0, 100, 100]);
});

test("an estimate is shown with its error", () => {
  const verdict = valued({ bet: 4 }, "bet");
  verdict.choices.push({ action: "fold", value: { exact: null, value: -2, stderr: 0.5 } });
  const box = drawn(valuesOf(null, verdict));
  assert.match(words(box), /Bet best your choice \+\$4/);
  assert.match(words(box), /Fold −\$2, give or take \$1/);
});
