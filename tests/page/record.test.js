/** The record of the rounds, a dispute about some of them, and the money of a table. */

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
  kept,
  offered,
  press,
  refuse,
  root,
  rows,
  texts,
  toasts,
  visit,
  waiting,
} from "./visits.js";
import { disputeView } from "../../src/croupier/server/page/js/views/dispute.js";
import { moneyView } from "../../src/croupier/server/page/js/views/reconciliation.js";
import { recordView } from "../../src/croupier/server/page/js/views/record.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { when } from "../../src/croupier/server/page/js/words.js";

const { rounds, dispute, reconciliation, corrected } = kept("record");
const { games } = kept("books");
const time = (text) => when(text).replace(/\s+/g, " ");

globalThis.print = mock.fn();

beforeEach(() => {
  location.hash = "";
  enter("floor");
  answer({ "GET /api/games": games, "GET /api/rounds": rounds, "GET /api/disputes": dispute });
});
afterEach(depart);

// --- the record ----------------------------------------------------------------------------------

test("the record is read though the games' titles cannot be", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(recordView);
  assert.equal(rows()[0][3], "red-dog");
});

test("the record lists every round, the newest first", async () => {
  await visit(recordView);
  assert.equal(words(root.querySelector("h1")), "The record");
  assert.match(words(root), /Open a round to replay it with all cards\./);
  assert.deepEqual(texts("thead th"), [
    "Choose",
    "Round",
    "Table",
    "Game",
    "Began",
    "Outcome",
    "House won",
  ]);
  const [second, first] = rounds.rounds;
  assert.deepEqual(rows(), [
    ["", "Round 2", "Left table", "Red Dog", time(second.began), "settled", "+$10"],
    ["", "Round 1", "Left table", "Red Dog", time(first.began), "settled", "+$10"],
  ]);
  assert.equal(control("Round 2").getAttribute("href"), "#/round/2");
  assert.equal(asked.at(-1).path, "/api/rounds?limit=30");
  assert.equal(asked.at(-1).token, "floor-token");
  assert.equal(control("Earlier rounds").hidden, true);
});

test("a player is told whose cards a replay shows", async () => {
  enter("player");
  await visit(recordView, { query: "of=house" });
  assert.match(words(root), /Open a round to replay it, with the cards that you saw\./);
});

test("the record of one table, and rounds that have no result yet or a loss", async () => {
  const [one] = rounds.rounds;
  answer({
    "GET /api/rounds": {
      rounds: [
        { ...one, round: 9, house_net: null, outcome: "open" },
        { ...one, round: 8, house_net: "-2.50" },
        { ...one, round: 7, house_net: undefined },
      ],
      more: false,
    },
  });
  await visit(recordView, { query: "table=red-dog-1" });
  assert.equal(words(root.querySelector("h1")), "Rounds of Left table");
  assert.equal(asked.at(-1).path, "/api/rounds?limit=30&table=red-dog-1");
  assert.deepEqual(
    rows().map((row) => row.at(-1)),
    ["", "−$2.50", ""],
  );
  assert.equal(words(root.querySelector(".outcome.open")), "open");
});

test("earlier rounds come when they are asked for, after those that are there", async () => {
  const [second, first] = rounds.rounds;
  answer({
    "GET /api/rounds?limit=30": { rounds: [second], more: true },
    "GET /api/rounds?limit=30&before=2": { rounds: [first], more: false },
  });
  await visit(recordView);
  assert.deepEqual(texts("tbody th"), ["Round 2"]);
  assert.equal(control("Earlier rounds").hidden, false);
  await press("Earlier rounds");
  assert.deepEqual(texts("tbody th"), ["Round 2", "Round 1"]);
  assert.equal(control("Earlier rounds").hidden, true);
});

test("rounds are chosen for a dispute", async () => {
  await visit(recordView);
  const link = control("Dispute the chosen rounds");
  assert.equal(link.getAttribute("href"), null);
  assert.equal(link.getAttribute("aria-disabled"), "true");
  await fill("Choose round 2", true);
  assert.equal(control("Dispute round 2").getAttribute("href"), "#/dispute?rounds=2");
  await fill("Choose round 1", true);
  assert.equal(control("Dispute 2 rounds").getAttribute("href"), "#/dispute?rounds=1,2");
  assert.equal(control("Dispute 2 rounds").getAttribute("aria-disabled"), "false");
  await fill("Choose round 2", false);
  assert.equal(control("Dispute round 1").getAttribute("href"), "#/dispute?rounds=1");
  await fill("Choose round 1", false);
  assert.equal(control("Dispute the chosen rounds").getAttribute("href"), null);
});

test("what was chosen stays chosen when earlier rounds come", async () => {
  const [second, first] = rounds.rounds;
  answer({
    "GET /api/rounds?limit=30": { rounds: [second], more: true },
    "GET /api/rounds?limit=30&before=2": { rounds: [first], more: false },
  });
  await visit(recordView);
  await fill("Choose round 2", true);
  await press("Earlier rounds");
  assert.equal(field("Choose round 2").checked, true);
  assert.equal(field("Choose round 1").checked, false);
  await fill("Choose round 1", true);
  assert.equal(control("Dispute 2 rounds").getAttribute("href"), "#/dispute?rounds=1,2");
});

test("rounds are sorted by their number, not as text", async () => {
  const [one] = rounds.rounds;
  answer({
    "GET /api/rounds": {
      rounds: [
        { ...one, round: 10 },
        { ...one, round: 9 },
      ],
    },
  });
  await visit(recordView);
  await fill("Choose round 10", true);
  await fill("Choose round 9", true);
  assert.equal(control("Dispute 2 rounds").getAttribute("href"), "#/dispute?rounds=9,10");
});

test("an empty record says so, and one that cannot be read says why", async () => {
  answer({ "GET /api/rounds": { rounds: [], more: false } });
  await visit(recordView);
  assert.deepEqual(texts("[role=status]"), ["No round has been played yet."]);
  refuse("GET /api/rounds", 401, { message: "come in first" });
  await visit(recordView);
  assert.deepEqual(texts("[role=status]"), ["come in first"]);
});

// --- a dispute -----------------------------------------------------------------------------------

test("a dispute shows of each round what was wagered, decided, dealt and paid", async () => {
  await visit(disputeView, { query: "rounds=1,2" });
  assert.equal(asked[0].path, "/api/disputes?rounds=1%2C2");
  assert.equal(asked[0].token, "floor-token");
  const articles = [...root.querySelectorAll("article")];
  assert.equal(articles.length, 2);
  const [first] = articles;
  const [round] = dispute.rounds;
  assert.equal(
    words(first.querySelector("h2")),
    `Round 1 Red Dog at Left table, began ${time(round.began)}, settled`,
  );
  assert.equal(control("Round 1").getAttribute("href"), "#/round/1");
  assert.equal(words(first.querySelector("h2 ~ p")), "Ann −$5 · Bob −$5 · House +$10");
  assert.deepEqual(texts("h3", first), [
    "What was wagered",
    "What was decided",
    "What was dealt",
    "What was paid",
    "What else happened",
  ]);
  const [wagered, , dealt] = first.querySelectorAll("section");
  assert.deepEqual(texts(".line", wagered), [
    "Seat 1 puts $5 on original",
    "Seat 3 puts $5 on original",
  ]);
  assert.equal(texts(".line", dealt)[0], "A card is burned, K♠");
  assert.deepEqual(
    Array.from(wagered.querySelectorAll("li"), (line) => line.value),
    [7, 8],
  );
  assert.equal(texts("small", wagered)[0], round.wagered[0].summary);
});

test("a line is told with its clause's summary and our ruling, or with neither", async () => {
  const [round] = dispute.rounds;
  const marker = round.notes.find(({ ruling }) => ruling);
  answer({
    "GET /api/disputes": {
      rounds: [
        {
          ...round,
          players: undefined,
          wagered: [marker, { n: 2, kind: "odd" }, { n: 3, text: "said" }],
          decided: [],
          dealt: null,
          paid: undefined,
          notes: [],
        },
      ],
    },
  });
  await visit(disputeView, { query: "rounds=1" });
  assert.deepEqual(texts("h3"), ["What was wagered"]);
  assert.deepEqual(texts("li .line"), [marker.line, "odd", "said"]);
  assert.deepEqual(texts("li small"), [`${marker.summary} ${marker.ruling}`]);
  assert.match(words(root.querySelector("article p")), /^Seat 1 −\$5 · Seat 3 −\$5/);
  assert.ok(!words(root).includes("Between and around"));
});

test("a round without a result is shown without one", async () => {
  const [round] = dispute.rounds;
  answer({ "GET /api/disputes": { rounds: [{ ...round, result: null, game: "gone" }] } });
  await visit(disputeView, { query: "rounds=1" });
  assert.equal(root.querySelector("h2 ~ p"), null);
  assert.match(words(root.querySelector("h2")), / gone at Left table/);
});

test("the clause behind a line is asked for where it stands", async () => {
  const { why } = kept("house");
  answer({ "GET /api/why/red-dog": why });
  await visit(disputeView, { query: "rounds=1,2" });
  const [line] = root.querySelectorAll("li");
  await press("Why? 5(b)", line);
  const cited = asked.find(({ path }) => path.startsWith("/api/why"));
  assert.equal(cited.path, "/api/why/red-dog?rulebook=ma&clause=5%28b%29");
  assert.match(words(dialog()), /Seat 1 puts \$5 on original/);
});

test("what happened between the rounds is told with its details", async () => {
  await visit(disputeView, { query: "rounds=1,2" });
  const section = root.querySelector(".page > div > section.card");
  assert.equal(words(section.querySelector("h2")), "Between and around these rounds");
  const [topUp, entropy] = dispute.between;
  const { person } = entropy.details;
  assert.deepEqual(texts("li", section).slice(0, 2), [
    `${time(topUp.time)}: Top up amount 5000, person ${topUp.details.person}, seat 1`,
    `${time(entropy.time)}: Entropy pack 1, person ${person}, value three blind mice ♠`,
  ]);
  answer({
    "GET /api/disputes": {
      rounds: [],
      between: [
        { ...topUp, what: "house", details: { new_values: { seats: 5 } } },
        { ...topUp, what: "seal", details: null },
      ],
    },
  });
  await visit(disputeView, { query: "rounds=1" });
  assert.deepEqual(texts("li"), [
    `${time(topUp.time)}: House new values {"seats":5}`,
    `${time(topUp.time)}: Seal`,
  ]);
});

test("without a round nothing is asked, and the record is where to choose one", async () => {
  await visit(disputeView);
  assert.equal(asked.length, 0);
  assert.ok(!words(root).includes("Reading the record"));
  assert.equal(control("record").getAttribute("href"), "#/record?of=house");
});

test("a round of a table leads to more rounds of it", async () => {
  const [first, second] = dispute.rounds;
  answer({ "GET /api/disputes": { rounds: [second] } });
  await visit(disputeView, { query: "rounds=2" });
  assert.deepEqual(texts("summary"), ["Show more rounds of Left table"]);
  assert.deepEqual([field("First round").value, field("Last round").value], ["2", "2"]);
  await fill("First round", "1");
  await press("Show these rounds");
  assert.equal(location.hash, "#/dispute?table=red-dog-1&from=1&to=2");
  answer({ "GET /api/disputes": { rounds: [first, { ...second, table: "another" }] } });
  await visit(disputeView, { query: "rounds=1,2" });
  assert.ok(!offered("Show these rounds"));
});

test("the rounds of the address are asked for, and the page can be printed", async () => {
  await visit(disputeView, { query: "table=red-dog-1&from=1&to=2" });
  assert.deepEqual([field("First round").value, field("Last round").value], ["1", "2"]);
  assert.equal(asked[0].path, "/api/disputes?table=red-dog-1&from=1&to=2");
  await press("Print");
  assert.equal(print.mock.callCount(), 1);
});

test("a player with one seat asks with its token, with several with the door's", async () => {
  enter("spectator");
  session.take("red-dog-1", 1, "seat-one");
  await visit(disputeView, { query: "rounds=1" });
  assert.equal(asked[0].token, "seat-one");
  session.take("red-dog-2", 1, "seat-two");
  asked.length = 0;
  await visit(disputeView, { query: "rounds=1" });
  assert.equal(asked[0].token, "spectator-token");
  enter("surveillance");
  session.take("red-dog-1", 1, "seat-one");
  asked.length = 0;
  await visit(disputeView, { query: "rounds=1" });
  assert.equal(asked[0].token, "surveillance-token");
});

test("a dispute that may not be read says why", async () => {
  refuse("GET /api/disputes", 403, { message: "not your rounds" });
  await visit(disputeView, { query: "rounds=1" });
  assert.deepEqual(texts("[role=alert]"), ["not your rounds"]);
});

test("a dispute and a table's money say what they are waiting for", async () => {
  assert.match(await waiting(disputeView, { query: "rounds=1" }), /Reading the record…$/);
  answer({ "GET /api/tables/red-dog-1/reconciliation": reconciliation });
  assert.match(await waiting(moneyView, { id: "red-dog-1" }), /Adding up…/);
});

// --- the money -----------------------------------------------------------------------------------

test("a table's money is shown shift by shift, the latest first", async () => {
  answer({ "GET /api/tables/red-dog-1/reconciliation": reconciliation });
  await visit(moneyView, { id: "red-dog-1" });
  assert.equal(asked[0].token, "floor-token");
  assert.equal(words(root.querySelector("h1")), "Reconciliation of Left table");
  assert.deepEqual(texts("h2"), ["Shift 2", "Shift 1"]);
  const [now, before] = root.querySelectorAll(".shift");
  const [first, second] = reconciliation.shifts;
  assert.equal(
    words(before.querySelector(".hint")),
    `${time(first.began)} to ${time(first.ended)}, 2 rounds.`,
  );
  assert.equal(words(now.querySelector(".hint")), `${time(second.began)} to now, 0 rounds.`);
  assert.equal(words(before.querySelector(".verdict.bad")), "✗ Does not reconcile: −$2.50.");
  assert.equal(words(now.querySelector(".verdict")), "Not counted yet: $4,417.50 is expected.");
  assert.equal(now.querySelector(".verdict.good"), null);
  assert.deepEqual(rows(before.querySelector(".sums")), [
    ["Opening count of the tray", "$5,000"],
    ["Fills", "$250"],
    ["Credits", "$0"],
    ["Buy-ins and top-ups (drop)", "$850"],
    ["Cash-outs", "$0"],
    ["Result of the rounds", "+$20"],
    ["Expected in the tray", "$4,420"],
    ["Counted", "$4,417.50"],
    ["Difference", "−$2.50"],
    ["Chips at the seats", "$830"],
    ["Win of the table", "+$17.50"],
  ]);
  const sums = Object.fromEntries(rows(now.querySelector(".sums")));
  assert.equal(sums.Counted, "not yet");
  assert.equal(sums.Difference, "not yet");
});

const MONEY = "GET /api/tables/red-dog-1/reconciliation";

test("every movement of a shift is listed, with who moved it", async () => {
  const shift = structuredClone(reconciliation.shifts[0]);
  shift.lines[1].name = null;
  shift.lines[3] = { ...shift.lines[3], by: "house", name: null };
  shift.lines.push({ ...shift.lines[3], by: "p-7", name: null, what: "credit" });
  answer({ [MONEY]: { ...reconciliation, shifts: [shift] } });
  await visit(moneyView, { id: "red-dog-1" });
  const table = root.querySelector("caption").parentElement;
  assert.deepEqual(texts("thead th", table), ["Time", "What", "Seat", "Who", "Amount", "Correct"]);
  const [one, two, three, fill250, count] = shift.lines;
  assert.deepEqual(
    rows(table).map((row) => row.slice(0, 5)),
    [
      [time(one.time), "Buy in", "seat 1", "Ann", "$300"],
      [time(two.time), "Buy in", "seat 3", two.person, "$500"],
      [time(three.time), "Top up", "seat 1", "Ann", "$50"],
      [time(fill250.time), "Fill", "", "the house itself", "$250"],
      [time(count.time), "Count", "", "Floor", "$4,417.50"],
      [time(fill250.time), "Credit", "", "p-7", "$250"],
    ],
  );
  answer({ [MONEY]: { ...reconciliation, shifts: [{ ...shift, lines: [] }] } });
  await visit(moneyView, { id: "red-dog-1" });
  assert.equal(root.querySelector("caption"), null);
});

test("a shift that was counted right reconciles, and a closed table says that it is", async () => {
  const [shift] = structuredClone(reconciliation.shifts);
  Object.assign(shift, { balanced: true, counted: shift.expected, difference: "0.00" });
  answer({ [MONEY]: { ...reconciliation, open: false, shifts: [shift] } });
  await visit(moneyView, { id: "red-dog-1" });
  assert.equal(words(root.querySelector(".verdict.good")), "✓ Reconciles to the cent.");
  assert.match(words(root), /This table is closed\. What is written here stays\./);
  assert.equal(control("To the floor's page").getAttribute("href"), "#/floor");
});

// --- corrections ---------------------------------------------------------------------------------

test("a correction is shown below what it corrects, with who, when and why", async () => {
  answer({ [MONEY]: corrected });
  await visit(moneyView, { id: "red-dog-1" });
  const [now] = root.querySelectorAll(".shift");
  const [gone, wrong] = corrected.shifts[1].lines;
  const [first] = gone.corrections;
  const [second] = wrong.corrections;
  const list = now.querySelector(".movements");
  assert.deepEqual(
    rows(list).map((row) => row.slice(0, row.length - 1)),
    [
      [time(gone.time), "Fill", "", "Floor", "$750"],
      [
        time(first.time),
        `↳ Correction of entry ${gone.entry}: did not happen. One nought too many`,
        "Floor",
        "none",
      ],
      [time(wrong.time), "Fill", "", "Floor", "$750"],
      [
        time(second.time),
        `↳ Correction of entry ${wrong.entry}: right amount. One nought too many`,
        "Floor",
        "$75",
      ],
    ],
  );
  assert.equal(list.querySelectorAll("tr.corrected").length, 2);
});

test("only what the floor has noted is corrected, and only by the floor", async () => {
  const all = structuredClone(reconciliation);
  all.shifts[0].lines[3].by = "house";
  answer({ [MONEY]: all });
  await visit(moneyView, { id: "red-dog-1" });
  assert.deepEqual(
    Array.from(root.querySelectorAll(".movements button"), (one) => one.getAttribute("aria-label")),
    ["Correct the count of $4,417.50"],
  );
  enter("surveillance");
  await visit(moneyView, { id: "red-dog-1" });
  assert.equal(root.querySelector(".movements button"), null);
});

test("a wrong amount is corrected, with a reason", async () => {
  answer({ [MONEY]: reconciliation, "POST /api/tables/red-dog-1/corrections": {} });
  await visit(moneyView, { id: "red-dog-1" });
  const [shift] = reconciliation.shifts;
  const line = shift.lines.at(-1);
  await press("Correct the count of $4,417.50");
  assert.match(words(dialog()), /^Correct this count/);
  assert.ok(words(dialog()).includes(`noted by Floor on ${time(line.time)}, entry ${line.entry}.`));
  const note = () => control("Note the correction", dialog());
  assert.equal(note().disabled, true);
  await fill("The right amount, in dollars", "4,420", dialog());
  assert.equal(note().disabled, true, "a reason is needed");
  assert.deepEqual(texts(".figures dd", dialog()), ["$4,420", "$4,420", "$0"]);
  await fill("Why, without names", " typed wrong ", dialog());
  asked.length = 0;
  answer({ [MONEY]: corrected });
  await press("Note the correction", dialog());
  const { id, ...body } = asked[0].body;
  assert.ok(id.length >= 16);
  assert.deepEqual(body, {
    entry: line.entry,
    state: reconciliation.state,
    why: "typed wrong",
    amount: "4420.00",
  });
  assert.equal(asked[0].token, "floor-token");
  assert.deepEqual(toasts(), [["The count is corrected.", "toast good"]]);
  assert.equal(asked[1].path, "/api/tables/red-dog-1/reconciliation");
  assert.ok(root.querySelector(".correction"), "the page shows what has changed");
});

test("a count that did not happen reopens its shift; a fill is taken back", async () => {
  answer({ [MONEY]: reconciliation, "POST /api/tables/red-dog-1/corrections": {} });
  await visit(moneyView, { id: "red-dog-1" });
  await press("Correct the count of $4,417.50");
  await fill("The right amount, in dollars", "x", dialog());
  field("It did not happen", dialog()).dispatchEvent(new Event("change"));
  await settle();
  assert.match(words(dialog()), /The shift that it ended is open again/);
  field("Another amount", dialog()).dispatchEvent(new Event("change"));
  await settle();
  assert.doesNotMatch(words(dialog()), /open again/);
  field("It did not happen", dialog()).dispatchEvent(new Event("change"));
  await fill("Why, without names", "nobody counted", dialog());
  await press("Note the correction", dialog());
  const order = asked.find(({ method }) => method === "POST");
  assert.equal("amount" in order.body, false);

  answer({ [MONEY]: corrected });
  await visit(moneyView, { id: "red-dog-1" });
  const [gone, wrong] = root.querySelectorAll(".movements .corrected button");
  gone.click();
  await settle();
  await fill("The right amount, in dollars", "10", dialog());
  assert.deepEqual(texts(".figures dd", dialog()), ["nothing", "$10"]);
  await press("Cancel", dialog());
  wrong.click();
  await settle();
  field("It did not happen", dialog()).dispatchEvent(new Event("change"));
  await settle();
  assert.deepEqual(texts(".figures dd", dialog()), ["$75", "nothing"]);
});

test("a correction that is refused says why in its window", async () => {
  answer({ [MONEY]: reconciliation });
  refuse("POST /api/tables/red-dog-1/corrections", 409, { message: "corrected since then" });
  await visit(moneyView, { id: "red-dog-1" });
  await press("Correct the count of $4,417.50");
  await fill("The right amount, in dollars", "1", dialog());
  await fill("Why, without names", "slip", dialog());
  await press("Note the correction", dialog());
  assert.match(words(dialog().querySelector(".complaint")), /^corrected since then/);
});

test("the money can be printed, and leads back to the table", async () => {
  answer({ "GET /api/tables/red%20dog/reconciliation": reconciliation });
  await visit(moneyView, { id: "red dog" });
  assert.equal(control("To the table").getAttribute("href"), "#/table/red%20dog");
  const before = print.mock.callCount();
  await press("Print");
  assert.equal(print.mock.callCount(), before + 1);
  assert.match(words(root.querySelector(".signature")), /^Floor: _+ Dealer: _+$/);
});

test("money that may not be seen is not", async () => {
  refuse("GET /api/tables/red-dog-1/reconciliation", 403, { message: "for the floor" });
  await visit(moneyView, { id: "red-dog-1" });
  await settle();
  assert.deepEqual(texts("[role=alert]"), ["for the floor"]);
  assert.ok(!offered("Shift 1"));
});
