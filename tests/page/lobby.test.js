/** The lobby, and the rulebooks: pages for everybody. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import {
  control,
  depart,
  enter,
  field,
  fill,
  holding,
  kept,
  refuse,
  root,
  texts,
  visit,
  waiting,
} from "./visits.js";
import { lobbyView } from "../../src/croupier/server/page/js/views/lobby.js";
import { rulesView } from "../../src/croupier/server/page/js/views/rules.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const lobby = kept("lobby");
const { games, rules } = kept("books");
const [cross, dog] = lobby.tables;

const cards = () => [...root.querySelectorAll(".table-card")];
const card = (name) => cards().find((one) => words(one.querySelector("h2")) === name);

beforeEach(() => {
  enter("public");
  answer({ "GET /api/games": games, "GET /api/lobby": lobby });
});
afterEach(depart);

// The games are asked for once and kept: a server that does not know them comes first.
test("the lobby shows its tables though the games cannot be read", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(lobbyView);
  assert.deepEqual(
    cards().map((one) => one.dataset.cloth),
    ["emerald", "emerald"],
  );
});

test("the rules say why they cannot be read", async () => {
  refuse("GET /api/games", 503, { message: "busy" });
  await visit(rulesView);
  assert.deepEqual(texts("[role=alert]"), ["busy"]);
});

test("the lobby tells of every table what it takes to sit down", async () => {
  await visit(lobbyView);
  assert.equal(words(root.querySelector("h1")), "Take a seat");
  assert.match(words(root.querySelector(".hero p")), /^Four games, .* this is play money\.$/);
  assert.equal(root.querySelectorAll(".fan .card").length, 5);
  assert.equal(cards().length, 2);
  const seen = card("Left table");
  assert.equal(seen.querySelector("a").getAttribute("href"), "#/table/red-dog-1");
  assert.equal(words(seen.querySelector(".kind")), "Red DogMA");
  assert.equal(words(seen.querySelector(".stakes")), "$5 to $500");
  assert.match(words(seen.querySelector(".seat-dots")), /^2 of 7 seats taken$/);
  assert.deepEqual(
    Array.from(seen.querySelectorAll(".seat-dots i"), (dot) => [dot.className, dot.title]),
    [
      ["taken", "Ann"],
      ["", "seat 2"],
      ["taken", "Bob"],
      ["", "seat 4"],
      ["", "seat 5"],
      ["", "seat 6"],
      ["", "seat 7"],
    ],
  );
  assert.deepEqual(texts(".foot span", seen), ["between rounds", "open seats"]);
  assert.deepEqual(texts(".foot span", card(cross.name)), ["between rounds", "by invitation"]);
  assert.equal(words(card(cross.name).querySelector(".book")), "NJ");
});

test("a table has the cloth of its game", async () => {
  await visit(lobbyView);
  const cloth = (name) => games.games.find(({ game }) => game === name).felt.page.cloth;
  assert.deepEqual(
    cards().map((one) => one.dataset.cloth),
    [cloth("double-cross-poker"), cloth("red-dog")],
  );
  assert.notEqual(cloth("double-cross-poker"), cloth("red-dog"));
});

test("the lobby says where one's own seat is", async () => {
  session.take("red-dog-1", 3, "seat-token");
  await visit(lobbyView);
  assert.deepEqual(texts(".foot span", card("Left table")), ["between rounds", "your seat: 3"]);
});

test("a table with a nameless player, no rulebook and an unknown phase is shown", async () => {
  const odd = { ...dog, rulebook: null, phase: "paused", seats: { 1: { name: null }, 2: null } };
  answer({ "GET /api/lobby": { tables: [{ ...odd, limits: { original: "25.00" } }] } });
  await visit(lobbyView);
  const seen = card("Left table");
  assert.equal(seen.querySelector(".book"), null);
  assert.equal(words(seen.querySelector(".stakes")), "$25 original");
  assert.deepEqual(texts(".foot span", seen), ["paused", "open seats"]);
  assert.equal(seen.querySelector(".taken").title, "somebody");
  assert.match(words(seen), /1 of 2 seats taken/);
});

for (const [phase, said] of [
  ["closed", "closed"],
  ["wagering", "taking wagers"],
  ["playing", "a round is on"],
])
  test(`a table that is ${phase} says “${said}”`, async () => {
    answer({ "GET /api/lobby": { tables: [{ ...dog, phase }] } });
    await visit(lobbyView);
    assert.equal(words(root.querySelector(`.phase.${phase}`)), said);
    assert.equal(cards()[0].dataset.phase, phase);
  });

test("an empty lobby says so, and so does one that cannot be read", async () => {
  answer({ "GET /api/lobby": { tables: [] } });
  await visit(lobbyView);
  assert.deepEqual(texts(".tables li"), ["No table is open yet. The floor opens them."]);
  refuse("GET /api/lobby", 503, { message: "the server is busy" });
  await visit(lobbyView);
  assert.deepEqual(texts(".tables [role=alert]"), ["the server is busy"]);
});

test("the lobby changes while one looks at it, and the focus stays where it is", async () => {
  enter("spectator");
  await visit(lobbyView);
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({ type: "welcome" });
  assert.deepEqual(socket.sent, [{ type: "hello", token: "spectator-token" }, { type: "lobby" }]);
  card("Left table").querySelector("a").focus();
  const focused = () => words(document.activeElement.querySelector("h2"));
  assert.equal(focused(), "Left table");
  const fuller = { ...dog, phase: "wagering", seats: { ...dog.seats, 2: { name: "Cay" } } };
  socket.hear({ type: "lobby", tables: [{ ...dog, table: "new", name: "New" }, cross, fuller] });
  assert.deepEqual(texts(".table-card h2"), ["New", cross.name, "Left table"]);
  assert.match(words(card("Left table")), /3 of 7 seats taken/);
  assert.equal(focused(), "Left table");
  assert.equal(document.activeElement.getAttribute("href"), "#/table/red-dog-1");
});

test("nothing moves in the lobby while something is being pressed", async () => {
  await visit(lobbyView);
  const socket = sockets.at(-1);
  socket.open();
  await holding(() => {
    socket.hear({ type: "lobby", tables: [cross] });
    assert.deepEqual(texts(".table-card h2"), [cross.name, "Left table"]);
  });
  assert.deepEqual(texts(".table-card h2"), [cross.name]);
});

test("news that come while one is leaving the lobby are not drawn over the next page", async () => {
  await visit(lobbyView);
  const socket = sockets.at(-1);
  socket.open();
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  await holding(async () => {
    socket.hear({ type: "lobby", tables: [cross] });
    await visit(rulesView, { id: "red-dog" });
  });
  assert.equal(words(root.querySelector("h1")), "The rules");
});

test("an answer that comes late does not undo what the line has told", async () => {
  let late;
  const first = globalThis.fetch;
  globalThis.fetch = (path, ...more) =>
    path === "/api/lobby" ? new Promise((done) => (late = done)) : first(path, ...more);
  await visit(lobbyView);
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "lobby", tables: [dog] });
  late({ ok: true, status: 200, json: async () => lobby });
  await settle();
  globalThis.fetch = first;
  assert.deepEqual(texts(".table-card h2"), ["Left table"]);
});

test("a token that the line does not know is forgotten, a lost line is not its fault", async () => {
  enter("spectator");
  await visit(lobbyView);
  sockets.at(-1).close(1006);
  assert.equal(session.token, "spectator-token");
  await visit(lobbyView);
  sockets.at(-1).close(4401);
  assert.equal(session.token, null);
});

test("whoever leaves the lobby closes its line", async () => {
  await visit(lobbyView);
  const socket = sockets.at(-1);
  socket.open();
  depart();
  assert.equal(socket.readyState, 3);
});

test("the lobby and the rules say what they are waiting for", async () => {
  assert.match(await waiting(lobbyView), /Looking for tables…$/);
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  assert.match(await waiting(rulesView, { id: "red-dog" }), /Reading the rules…$/);
});

// --- the rules -----------------------------------------------------------------------------------

const read = () => texts(".clauses tbody tr:not([hidden]) th");

test("the rules of the first game are read without choosing one", async () => {
  answer({ "GET /api/rules/double-cross-poker?rulebook=ma": { ...rules, findings: [] } });
  await visit(rulesView);
  assert.equal(words(root.querySelector("h1")), "The rules");
  assert.deepEqual(texts("nav a"), [
    "Double Cross Poker (MA)",
    "Double Cross Poker (NJ)",
    "Red Dog",
  ]);
  assert.deepEqual(texts("[aria-current=page]"), ["Double Cross Poker (MA)"]);
  assert.equal(words(root.querySelector("h2")), "Double Cross Poker, Massachusetts");
  assert.equal(root.querySelector("details"), null);
});

test("a rulebook is chosen by the address", async () => {
  answer({ "GET /api/rules/double-cross-poker?rulebook=nj": rules });
  await visit(rulesView, { id: "double-cross-poker", query: "rulebook=nj" });
  assert.deepEqual(texts("[aria-current=page]"), ["Double Cross Poker (NJ)"]);
  assert.equal(words(root.querySelector("h2")), "Double Cross Poker, New Jersey");
  const link = control("Red Dog").getAttribute("href");
  assert.equal(link, "#/rules/red-dog?rulebook=ma");
});

test("every clause is told, with who acts, and our rulings beneath", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  await visit(rulesView, { id: "red-dog" });
  assert.equal(
    words(root.querySelector(".hint")),
    `${rules.clauses.length} clauses, told in our words.`,
  );
  assert.deepEqual(texts("thead th"), ["Clause", "What it says", "Who"]);
  assert.deepEqual(
    Array.from(root.querySelectorAll(".clauses tbody tr"), (row) => Array.from(row.cells, words)),
    rules.clauses.map(({ clause, summary, actor }) => [
      clause,
      summary,
      actor === "n/a" ? "" : actor,
    ]),
  );
  assert.deepEqual(
    texts(".findings dt"),
    rules.findings.map(({ finding }) => finding),
  );
  const [first] = rules.findings;
  assert.deepEqual(texts(".findings dd:first-of-type p"), [first.issue, first.ruling]);
});

test("a clause or a ruling about which less is known is told as far as it is", async () => {
  const [clause] = rules.clauses;
  answer({
    "GET /api/rules/red-dog?rulebook=ma": {
      clauses: [{ ...clause, actor: null }],
      findings: [{ finding: "R-99", issue: null, ruling: "So it is." }],
    },
  });
  await visit(rulesView, { id: "red-dog" });
  assert.equal(words(root.querySelector(".clauses td:last-child")), "");
  assert.deepEqual(texts(".findings dd p"), ["So it is."]);
});

test("the clauses are searched by number and by word, in any case", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  await visit(rulesView, { id: "red-dog" });
  assert.equal(read().length, rules.clauses.length);
  await fill("Search the clauses", "JACK");
  assert.deepEqual(
    read(),
    rules.clauses.filter(({ summary }) => /jack/i.test(summary)).map(({ clause }) => clause),
  );
  assert.ok(read().length > 0 && read().length < rules.clauses.length);
  await fill("Search the clauses", "1(b)(2)");
  assert.deepEqual(read(), ["1(b)(2)"]);
  await fill("Search the clauses", "");
  assert.equal(read().length, rules.clauses.length);
  const search = field("Search the clauses");
  assert.equal(search.type, "search");
  search.focus();
  await fill("Search the clauses", "queen");
  assert.equal(document.activeElement, search);
  assert.equal(search.value, "queen");
});

test("a rulebook that is not there is told", async () => {
  refuse("GET /api/rules/red-dog?rulebook=xx", 404, { message: "no such rulebook" });
  await visit(rulesView, { id: "red-dog", query: "rulebook=xx" });
  assert.deepEqual(texts("[role=alert]"), ["no such rulebook"]);
  assert.equal(asked.at(-1).path, "/api/rules/red-dog?rulebook=xx");
  assert.deepEqual(texts("[aria-current=page]"), []);
});
