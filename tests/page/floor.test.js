/** The floor's page: its tables, a new one with its house file, the journal's health. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

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
import { HouseEditor } from "../../src/croupier/server/page/js/house.js";
import { floorView } from "../../src/croupier/server/page/js/views/floor.js";

const { games } = kept("books");
const house = kept("house");
const lobby = kept("lobby");
const { verify, closed } = kept("record");

const sent = (method) => asked.filter((one) => one.method === method).at(-1);
const options = (name) => Array.from(field(name).options, (one) => [one.value, words(one)]);

/** The field of one option of a house file. */
const option = (key) => root.querySelector(`[name="${key}"]`);

async function change(key, value) {
  option(key).value = value;
  option(key).dispatchEvent(new Event("input", { bubbles: true }));
  option(key).dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

beforeEach(() => {
  location.hash = "#/floor";
  enter("floor");
  answer({
    "GET /api/games": games,
    "GET /api/lobby": lobby,
    "GET /api/tables": closed,
    "GET /api/floor": { alerts: [], tables: [], totals: {} },
    "GET /api/policies": kept("private").policies,
    "GET /api/houses/red-dog?rulebook=ma": house.options,
    "GET /api/houses/double-cross-poker?rulebook=ma": { ...house.options, options: [] },
    "GET /api/houses/double-cross-poker?rulebook=nj": { ...house.options, options: [] },
  });
});
afterEach(depart);

test("games that cannot be read leave no way to open a table, and say why", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(floorView);
  assert.deepEqual(texts("[role=alert]"), ["busy", "busy"], "the policies name the games, too");
  assert.ok(!offered("Open the table"));
});

test("the page is for the floor: others are told where its link is", async () => {
  enter("spectator");
  await visit(floorView);
  assert.match(words(root), /This page is for the floor\. Its link was printed/);
  assert.equal(asked.length, 0);
  assert.ok(!offered("Verify the journal"));
});

test("surveillance sees the tables and opens none", async () => {
  enter("surveillance");
  await visit(floorView);
  assert.equal(words(root.querySelector("h1")), "Surveillance");
  assert.equal(rows(root.querySelectorAll("section")[1]).length, 2);
  assert.equal(root.querySelector("form"), null);
  assert.match(words(root), /Press a name to watch that table\./);
  assert.ok(!offered("Who has sat in the chair"));
});

test("the floor finds who has sat in the dealer's chair", async () => {
  await visit(floorView);
  assert.equal(control("Who has sat in the chair").getAttribute("href"), "#/dealers");
});

test("the floor sees every table with its limits, seats and phase, and its papers", async () => {
  const [cross, dog] = lobby.tables;
  const tables = [
    { ...cross, phase: "resting", rulebook: "zz" },
    { ...dog, table: "red dog" },
  ];
  answer({ "GET /api/lobby": { tables } });
  await visit(floorView);
  assert.equal(words(root.querySelector("h1")), "The floor");
  const list = root.querySelectorAll("section")[1];
  assert.equal(words(list.querySelector("h2")), "Open tables");
  assert.deepEqual(texts("thead th", list), ["Table", "Limits", "Seats", "Now", "Papers"]);
  assert.deepEqual(
    rows(list).map((row) => row.slice(0, 4)),
    [
      ["Double Cross Poker 1 Double Cross Poker, zz", "$5 to $500", "0 of 7", "resting"],
      ["Left table Red Dog, Massachusetts", "$5 to $500", "2 of 7", "between rounds"],
    ],
  );
  const last = list.querySelectorAll("tbody tr")[1];
  assert.deepEqual(links(last), [
    ["Left table", "#/table/red%20dog"],
    ["reconciliation", "#/table/red%20dog/money"],
    ["rounds", "#/record?table=red%20dog"],
    ["packs", "#/table/red%20dog/fair"],
  ]);
});

const links = (within) =>
  Array.from(within.querySelectorAll("a"), (link) => [words(link), link.getAttribute("href")]);

/** The part of the page about closed tables. */
const gone = () =>
  [...root.querySelectorAll("section")].find(
    (one) => words(one.querySelector("h2")) === "Closed tables",
  );

test("closed tables keep their papers", async () => {
  await visit(floorView);
  const asks = asked.find(({ path }) => path === "/api/tables");
  assert.equal(asks.token, "floor-token");
  const [row] = rows(gone());
  assert.equal(row[0], "Left table red-dog-1");
  assert.equal(row[2], "2 rounds");
  assert.deepEqual(links(gone().querySelector("tbody")), [
    ["reconciliation", "#/table/red-dog-1/money"],
    ["rounds", "#/record?table=red-dog-1"],
    ["packs", "#/table/red-dog-1/fair"],
  ]);
});

test("a floor that has closed no table says so, and one that cannot know says why", async () => {
  answer({ "GET /api/tables": { closed: [] } });
  await visit(floorView);
  assert.match(words(gone()), /No table has been closed\./);
  refuse("GET /api/tables", 503, { message: "busy" });
  await visit(floorView);
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

test("the floor's page says what it is waiting for", async () => {
  assert.match(await waiting(floorView), /Looking…/);
});

test("a floor without tables, and one whose tables cannot be read", async () => {
  answer({ "GET /api/lobby": { tables: [] } });
  await visit(floorView);
  assert.match(words(root), /No table is open\./);
  refuse("GET /api/lobby", 503, { message: "the server is busy" });
  await visit(floorView);
  assert.deepEqual(texts("[role=alert]"), ["the server is busy"]);
});

test("the journal is verified", async () => {
  await visit(floorView);
  answer({ "GET /api/journal/verify": verify });
  await press("Verify the journal");
  assert.equal(sent("GET").token, "floor-token");
  assert.equal(
    words(root.querySelector(".verdict.good")),
    `✓ The chain holds: ${verify.events} events in 2 rounds.`,
  );
  answer({
    "GET /api/journal/verify": { verified: false, problem: "A hash differs", at: 17 },
  });
  await press("Verify the journal");
  assert.equal(words(root.querySelector(".verdict.bad")), "✗ A hash differs, at event 17.");
  answer({ "GET /api/journal/verify": { verified: false } });
  await press("Verify the journal");
  assert.equal(words(root.querySelector(".verdict.bad")), "✗ The chain does not hold.");
});

test("a verification that was refused says why", async () => {
  await visit(floorView);
  refuse("GET /api/journal/verify", 403, { message: "not for you" });
  await press("Verify the journal");
  assert.deepEqual(toasts(), [["not for you", "toast bad"]]);
});

// --- a new table ---------------------------------------------------------------------------------

test("a table is opened as it is offered", async () => {
  await visit(floorView);
  assert.deepEqual(options("Game"), [
    ["double-cross-poker", "Double Cross Poker"],
    ["red-dog", "Red Dog"],
  ]);
  assert.deepEqual(options("Rulebook"), [
    ["ma", "Massachusetts"],
    ["nj", "New Jersey"],
  ]);
  assert.ok(
    control("House file: limits, odds, decks and seats").parentElement.querySelector(
      ".house-editor",
    ),
  );
  assert.deepEqual(options("The dealer deals"), [
    ["auto", "by itself"],
    ["steps", "step by step"],
  ]);
  answer({ "POST /api/tables": [201, house.opened] });
  await press("Open the table");
  const { id, ...body } = sent("POST").body;
  assert.ok(id.length >= 16);
  assert.deepEqual(body, {
    game: "double-cross-poker",
    rulebook: "ma",
    house: {},
    tray: "10000.00",
    dealing: "auto",
    open_seats: true,
  });
  assert.equal(sent("POST").token, "floor-token");
  assert.deepEqual(toasts(), [[`${house.opened.name} is open.`, "toast good"]]);
  assert.equal(location.hash, `#/table/${house.opened.table}`);
});

test("a table is opened with everything chosen", async () => {
  await visit(floorView);
  await fill("Game", "red-dog");
  assert.deepEqual(options("Rulebook"), [["ma", "Massachusetts"]]);
  await fill("Name", " Left ");
  await fill("Tray's opening count, $", "2500.5");
  await fill("The dealer deals", "steps");
  await fill("anybody may sit down", false);
  await change("minimum", "10");
  answer({ "POST /api/tables": [201, house.opened] });
  await press("Open the table");
  const { id, ...body } = sent("POST").body;
  assert.ok(id);
  assert.deepEqual(body, {
    game: "red-dog",
    rulebook: "ma",
    name: "Left",
    house: { minimum: "10" },
    tray: "2500.50",
    dealing: "steps",
    open_seats: false,
  });
});

test("an empty count is the usual one, and each opening has an id of its own", async () => {
  await visit(floorView);
  await fill("Tray's opening count, $", "");
  await fill("Rulebook", "nj");
  answer({ "POST /api/tables": [201, house.opened] });
  await press("Open the table");
  const first = sent("POST").body;
  assert.equal(first.tray, "10000.00");
  assert.equal(first.rulebook, "nj");
  await press("Open the table");
  assert.notEqual(sent("POST").body.id, first.id);
});

test("a house against the rules is shown its breaches, each with its clause", async () => {
  await visit(floorView);
  await fill("Game", "red-dog");
  await change("payouts.spread.1", "4 to 1");
  await change("decks", "0");
  answer({ "POST /api/tables": [409, house.refused] });
  await press("Open the table");
  assert.deepEqual(sent("POST").body.house, { "payouts.spread.1": "4 to 1", decks: "0" });
  assert.equal(words(root.querySelector(".verdict.bad")), "✗ 2 breaches: this house may not open.");
  assert.deepEqual(texts(".breaches li"), [
    "payouts.spread.1 4 to 1 is less than the least odds of 5 to 1 5(i)(2)",
    "decks 0 is less than 1 1(a)",
  ]);
  assert.equal(location.hash, "#/floor");
  answer({ "GET /api/why/red-dog": house.why });
  await press("Why? 5(i)(2)", root.querySelector(".breaches"));
  assert.match(words(dialog()), /payouts\.spread\.1: 4 to 1 is less than/);
  assert.equal(option("decks").value, "0");
});

test("a table that is refused for another reason says that", async () => {
  await visit(floorView);
  refuse("POST /api/tables", 409, { message: "the house is full" });
  await press("Open the table");
  assert.deepEqual(texts("[role=alert]"), ["the house is full"]);
});

// --- the house file ------------------------------------------------------------------------------

/** The editor on its own, with values in force. */
async function edit(values = {}) {
  const editor = new HouseEditor({ game: "red-dog", rulebook: "ma", title: "Red Dog", values });
  root.replaceChildren(editor.box);
  await settle();
  return editor;
}

test("every option of a house has a field with its help, its value and its clause", async () => {
  const editor = await edit();
  for (const { key, help, default: usual } of house.options.options) {
    const input = option(key);
    assert.equal(input.value, String(usual), key);
    const label = root.querySelector(`label[for="${input.id}"]`);
    assert.equal(words(label), `${key}${help}`);
  }
  const usual = house.options.options.filter((one) => one.usual).map(({ key }) => key);
  const first = root.querySelectorAll(".options > .option [name]");
  assert.deepEqual(
    Array.from(first, (input) => input.name),
    usual,
  );
  assert.deepEqual(texts(".options summary"), [
    "Equipment and procedure",
    "Odds",
    "Readings of unclear clauses",
  ]);
  assert.ok(offered("Why? 1(a)"));
  assert.deepEqual(editor.read(), { house: {} });
});

test("a flag is true or false, a choice is one of its words", async () => {
  await edit({ shuffler: "manual", advice: false });
  const values = (key) => Array.from(option(key).options, (one) => one.value);
  assert.deepEqual(values("advice"), ["true", "false"]);
  assert.equal(option("advice").value, "false");
  assert.deepEqual(values("shuffler"), ["manual", "automated", "continuous"]);
  assert.equal(option("shuffler").value, "manual");
  assert.equal(option("minimum").placeholder, "5");
});

test("the posted odds and the readings have their defaults, or what is in force", async () => {
  await edit({ "payouts.spread.2": "9 to 2", "rulings.R-09": "two" });
  assert.equal(option("payouts.spread.1").value, "5 to 1");
  assert.equal(option("payouts.spread.2").value, "9 to 2");
  assert.equal(option("payouts.three-of-a-kind").value, "11 to 1");
  assert.equal(option("rulings.R-09").value, "two");
  assert.equal(option("rulings.R-08").value, "play-one-more");
  const odds = root.querySelector(`label[for="${option("payouts.spread.2").id}"]`);
  assert.match(words(odds), /at least 4 to 1/);
  assert.ok(offered("Why? R-09"));
});

test("what is in force is kept, and what was changed is added", async () => {
  const editor = await edit({ minimum: "20", seats: 5 });
  await change("maximum", "800");
  assert.deepEqual(editor.read(), { house: { minimum: "20", seats: 5, maximum: "800" } });
  await change("seats", "6");
  assert.equal(editor.read().house.seats, "6");
});

test("an option without a value is written as none", async () => {
  const [first] = house.options.options;
  answer({
    "GET /api/houses/red-dog?rulebook=ma": {
      options: [{ ...first, key: "limit", default: null, choices: [] }],
      payouts: {},
      rulings: {},
    },
  });
  await edit();
  assert.equal(option("limit").value, "none");
  assert.deepEqual(texts(".options summary"), []);
});

test("a pasted house file is taken as it is", async () => {
  const editor = await edit({ minimum: "20" });
  await fill("House file", 'croupier = 1\ngame = "red-dog"\n');
  assert.deepEqual(editor.read(), { toml: 'croupier = 1\ngame = "red-dog"\n' });
  await fill("House file", "  \n");
  assert.deepEqual(editor.read(), { house: { minimum: "20" } });
  assert.match(field("House file").placeholder, /game = "red-dog"/);
});

test("a house file is chosen from the disk, or none is", async () => {
  const editor = await edit();
  const input = field("or choose a file");
  const choose = async (files) => {
    Object.defineProperty(input, "files", { value: files, configurable: true });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await settle();
  };
  await choose([{ text: async () => "minimum = 10\n" }]);
  assert.deepEqual(editor.read(), { toml: "minimum = 10\n" });
  await choose([]);
  assert.deepEqual(editor.read(), { house: {} });
});

test("a house is checked against the rules before it is used", async () => {
  await edit();
  const path = "POST /api/houses/red-dog/check?rulebook=ma";
  answer({ [path]: house.lawful });
  await change("minimum", "10");
  await press("Check against the rules");
  assert.deepEqual(sent("POST").body, { house: { minimum: "10" } });
  assert.equal(words(root.querySelector(".verdict.good")), "✓ Lawful: this house may open.");
  assert.equal(root.querySelector(".breaches"), null);
  assert.equal(root.querySelector(".warnings"), null);

  const [one] = house.unlawful.breaches;
  answer({ [path]: { lawful: false, breaches: [one], warnings: [] } });
  await press("Check against the rules");
  assert.equal(words(root.querySelector(".verdict.bad")), "✗ One breach: this house may not open.");

  answer({ [path]: { lawful: true, breaches: [], warnings: [{ key: "seats", message: "few" }] } });
  await press("Check against the rules");
  assert.ok(root.querySelector(".verdict.good"));
  assert.match(words(root.querySelector(".verdict-box")), /Please note:/);
  assert.deepEqual(texts(".warnings li"), ["seats few"]);

  refuse(path, 422, { message: "that is not TOML" });
  await press("Check against the rules");
  assert.deepEqual(texts("[role=alert]"), ["that is not TOML"]);
  assert.equal(root.querySelector(".verdict"), null);
});

test("options that cannot be read are said to be so", async () => {
  refuse("GET /api/houses/red-dog?rulebook=ma", 404, { message: "no such game" });
  await edit();
  assert.deepEqual(texts("[role=alert]"), ["no such game"]);
  assert.ok(control("Check against the rules"));
});
