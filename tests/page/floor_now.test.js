/** The first section of the floor's page: alerts, tables with their figures, and how it looks. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { depart, enter, kept, press, refuse, root, texts, visit } from "./visits.js";
import { FloorNow, against, sorted } from "../../src/croupier/server/page/js/views/floor_now.js";
import { floorView } from "../../src/croupier/server/page/js/views/floor.js";

const PEOPLE = { drop: "300.00", cashed: "0.00", win: "12.00", hold: 0.04, handle: "900.00" };
const COMPANY = { drop: "0.00", cashed: "0.00", win: "0.00", hold: null, handle: "0.00" };
const MONEY = {
  ...PEOPLE,
  theory: { win: "-4.20", sd: "30.00", away: 0.5 },
  verdict: "as expected",
};

const table = (name, more = {}) => ({
  table: name.toLowerCase().replace(" ", "-"),
  name,
  game: "red-dog",
  title: "Red Dog",
  rulebook: "ma",
  phase: "playing",
  problem: null,
  host: null,
  dealer: null,
  seats: { all: 7, people: 2, company: 1 },
  rounds: 9,
  per_hour: 54,
  lately: 9,
  watched: 600,
  tray: "1000.00",
  money: MONEY,
  people: PEOPLE,
  company: COMPANY,
  waits: [],
  out: [],
  ...more,
});

const TOTALS = {
  tables: 2,
  people: PEOPLE,
  company: COMPANY,
  seated: { people: 4, company: 2 },
  rounds: 18,
  lately: 18,
  tray: "2000.00",
  money: MONEY,
};

const broken = { table: "dog-9", name: "Dog 9", game: "red-dog", problem: "cannot be read now" };
const WAIT = { who: "seats", words: "seat 3: raise or pass", seats: [3], seconds: 12.4 };

const floor = (tables, alerts = []) => ({ alerts, tables, totals: TOTALS });
const looks = () => asked.filter(({ path }) => path === "/api/floor").length;
const now = () => root.querySelector(".floor-now");
const named = () => texts(".now tbody th a");

function hide(hidden) {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  location.hash = "#/floor";
  enter("floor");
  answer({
    "GET /api/games": kept("books").games,
    "GET /api/lobby": { tables: [] },
    "GET /api/tables": { closed: [] },
    "GET /api/houses/double-cross-poker?rulebook=ma": { options: [], payouts: {}, rulings: {} },
    "GET /api/floor": floor([table("Dog 1"), table("Dog 2")]),
  });
});
afterEach(() => {
  depart();
  delete document.hidden;
  mock.timers.reset();
});

test("a win is told beside what was expected, with two standard deviations", () => {
  assert.equal(against({ ...MONEY, win: "120.00" }), "+$120, expected −$4 ± $60: as expected");
  const more = { theory: { win: "4.00", sd: "10.00", away: 3 }, verdict: "more than expected" };
  assert.equal(against({ win: "34.00", ...more }), "+$34, expected +$4 ± $20: more than expected");
  assert.equal(
    against({ win: "-5.00", theory: null, verdict: "not known yet" }),
    "−$5, theory: not known yet",
  );
});

test("every table is a line: who plays, whose money, and what it waits for", async () => {
  const private_ = { host: { name: "Ann" }, dealer: { name: null } };
  const out = [{ seat: 2, seconds: 90, chips: "50.00" }];
  answer({ "GET /api/floor": floor([table("Dog 1", { ...private_, waits: [WAIT], out })]) });
  await visit(floorView);
  const row = now().querySelector("tbody tr");
  const cells = Array.from(row.cells, words);
  assert.equal(cells[0], "Dog 1 Red Dog, Massachusetts private, host Ann somebody deals");
  assert.match(
    cells[1],
    /^playing a round ?seat 3: raise or pass, 12 s ?seat 2 sits out, freed in 90 s$/,
  );
  assert.equal(cells[2], "9 54 an hour");
  assert.equal(cells[3], "$1,000");
  assert.equal(cells[4], "2 seated drop $300 win +$12 hold 4.0 %");
  assert.equal(cells[5], "1 seated drop $0 win $0 hold –");
  assert.equal(cells[6], "+$12, expected −$4 ± $60: as expected");
  const sums = words(now().querySelector("tfoot"));
  assert.match(sums, /2 tables together/);
  assert.match(sums, /18 18 in the last hour/);
  assert.match(sums, /4 seated drop \$300/);
  answer({ "GET /api/floor": { ...floor([table("Dog 1")]), totals: { ...TOTALS, tables: 1 } } });
  await visit(floorView);
  assert.match(words(now().querySelector("tfoot")), /^1 table 18/);
});

test("a pace that nobody has watched for a minute is not told", async () => {
  answer({ "GET /api/floor": floor([table("Dog 1", { per_hour: null, watched: 7 })]) });
  await visit(floorView);
  assert.match(words(now().querySelector("tbody tr")), /9 counted for 7 s/);
});

test("house players without people rest, and that is said", async () => {
  const alone = { phase: "wagering", seats: { all: 7, people: 0, company: 4 } };
  answer({ "GET /api/floor": floor([table("Dog 1", alone)]) });
  await visit(floorView);
  assert.match(words(now().querySelector(".waits")), /^resting: house players play when somebody/);
});

test("a table that cannot be read says so, and comes first", async () => {
  answer({ "GET /api/floor": floor([table("Dog 1"), broken]) });
  await visit(floorView);
  assert.deepEqual(named(), ["Dog 9", "Dog 1"]);
  assert.match(words(now().querySelector(".unreadable")), /cannot be read now/);
});

test("alerts are above, the number of them is announced, and each leads somewhere", async () => {
  const alerts = [
    { name: "failed", level: "urgent", sentence: "Dog 9: cannot be read", link: "#/table/dog-9" },
    { name: "sign-in", level: "note", sentence: "20 sign-ins refused", link: null },
  ];
  answer({ "GET /api/floor": floor([table("Dog 1")], alerts) });
  await visit(floorView);
  assert.equal(words(now().querySelector("[role=status]")), "2 alerts");
  assert.deepEqual(texts(".alerts li"), [
    "Urgent Dog 9: cannot be read Go there",
    "Note 20 sign-ins refused",
  ]);
  const link = now().querySelector(".alerts a");
  assert.equal(link.getAttribute("href"), "#/table/dog-9");
  assert.equal(link.getAttribute("aria-label"), "Go there: Dog 9: cannot be read");
  answer({ "GET /api/floor": floor([table("Dog 1")], alerts.slice(1)) });
  await visit(floorView);
  assert.equal(words(now().querySelector("[role=status]")), "1 alert");
  answer({ "GET /api/floor": floor([]) });
  await visit(floorView);
  assert.equal(words(now().querySelector("[role=status]")), "Nothing needs you now.");
  assert.match(words(now()), /No table is open\./);
});

test("tables are sorted by any column, both ways", async () => {
  const rich = { ...MONEY, win: "900.00", theory: { ...MONEY.theory, away: 5 } };
  const tables = [
    table("Dog 10", { waits: [{ ...WAIT, seconds: 3 }] }),
    table("Dog 2", { money: rich, tray: "5.00", per_hour: null }),
    table("Dog 1", { waits: [WAIT], people: { ...PEOPLE, win: "70.00" } }),
  ];
  answer({ "GET /api/floor": floor(tables) });
  await visit(floorView);
  assert.deepEqual(named(), ["Dog 1", "Dog 2", "Dog 10"]);
  const order = () =>
    Array.from(now().querySelectorAll("th[aria-sort]"), (head) => head.getAttribute("aria-sort"));
  assert.deepEqual(order(), ["ascending"]);
  await press("Table ▴", now());
  assert.deepEqual(named(), ["Dog 10", "Dog 2", "Dog 1"]);
  await press("Now", now());
  assert.deepEqual(named(), ["Dog 1", "Dog 10", "Dog 2"]);
  assert.deepEqual(order(), ["descending"]);
  await press("Win against theory", now());
  assert.equal(named()[0], "Dog 2");
  const select = now().querySelector(".sort-by select");
  assert.equal(select.value, "money");
  select.value = "people";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.equal(named()[0], "Dog 1");
  for (const key of ["rounds", "tray", "company"])
    assert.equal(sorted(tables, key, true).length, 3);
  assert.equal(sorted(tables, "rounds", false)[0].name, "Dog 2");
  assert.ok(now().querySelector(".theory.far"));
});

test("a win that chance hardly explains is marked, and one a little off is, too", async () => {
  const off = { ...MONEY, theory: { ...MONEY.theory, away: -2.5 }, verdict: "less than expected" };
  answer({ "GET /api/floor": floor([table("Dog 1", { money: off })]) });
  await visit(floorView);
  assert.match(words(now().querySelector("tbody .theory.off")), /less than expected$/);
});

test("it looks again after a pause, waits longer after each failure, and rests when hidden", async () => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const later = async (ms) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const seen = visit(floorView);
  await turns();
  assert.equal(looks(), 1);
  await later(5000);
  assert.equal(looks(), 2);
  refuse("GET /api/floor", 503, { message: "busy" });
  await later(5000);
  assert.equal(looks(), 3);
  assert.deepEqual(texts(".floor-now [role=alert]"), ["busy"]);
  assert.deepEqual(named(), ["Dog 1", "Dog 2"]);
  await later(9000);
  assert.equal(looks(), 3);
  await later(1000);
  assert.equal(looks(), 4);
  answer({ "GET /api/floor": floor([table("Dog 1", { waits: [WAIT] })]) });
  hide(true);
  await later(600_000);
  assert.equal(looks(), 4);
  hide(false);
  await turns();
  assert.equal(looks(), 5);
  assert.deepEqual(texts(".floor-now [role=alert]"), []);
  await later(1000);
  assert.match(words(now().querySelector(".waits")), /seat 3: raise or pass, \d+ s/);
  depart();
  await later(60_000);
  assert.equal(looks(), 5);
  mock.timers.reset();
  await seen;
});

test("the lists of open and closed tables follow what opens and closes", async () => {
  const look = new FloorNow(
    () => {},
    () => changes++,
  );
  let changes = 0;
  await look.look();
  await look.look();
  assert.equal(changes, 0);
  answer({ "GET /api/floor": floor([table("Dog 1")]) });
  await look.look();
  assert.equal(changes, 1);
  refuse("GET /api/floor", 503, { message: "busy" });
  await look.look();
  assert.equal(changes, 1);
  look.stop();
});

test("the words are explained in a line each, and surveillance sees the same", async () => {
  enter("surveillance");
  await visit(floorView);
  assert.deepEqual(texts(".meanings dt"), ["Drop", "Win", "Hold", "Handle", "Theory", "Shift"]);
  assert.deepEqual(named(), ["Dog 1", "Dog 2"]);
});
