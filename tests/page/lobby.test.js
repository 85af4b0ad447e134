/** The lobby, and the rulebooks: pages for everybody. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import {
  control,
  depart,
  dialog,
  enter,
  field,
  fill,
  holding,
  kept,
  press,
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
const card = (name) => cards().find((one) => words(one.querySelector("h2 a")) === name);
const DOG = "Red Dog Left table";
const CROSS = "Double Cross Poker Table 1";
const named = () => texts(".table-card h2 a");

beforeEach(() => {
  enter("public");
  localStorage.clear();
  answer({ "GET /api/games": games, "GET /api/lobby": lobby, "GET /api/edges": EDGES });
});
afterEach(depart);

const EDGES = {
  edges: { "red-dog": { ma: { edge: { exact: "1/36", value: 1 / 36 }, wager: "original" } } },
  complete: false,
};

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

test("the lobby names each game once, and says what it is and what it takes", async () => {
  await visit(lobbyView);
  assert.equal(words(root.querySelector("h1")), "Take a seat");
  assert.match(words(root.querySelector(".hero p")), /this is play money\.$/);
  assert.equal(root.querySelectorAll(".fan .card").length, 5);
  assert.deepEqual(named(), [DOG, CROSS]);
  const seen = card(DOG);
  const [{ guide }] = games.games.filter(({ game }) => game === "red-dog");
  assert.equal(words(seen.querySelector(".sentence")), guide.sentence);
  assert.deepEqual(texts(".table-facts li", seen), [
    "Learned in a minute",
    "$5 to $500",
    "House edge 2.78 % of the original wager",
  ]);
  assert.equal(seen.querySelector("a").getAttribute("href"), "#/table/red-dog-1");
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
  assert.deepEqual(texts(".foot span", seen), ["Left table", "between rounds"]);
  assert.equal(seen.querySelector(".book"), null);
});

test("of several rulebooks the table's is named; a table may be by invitation", async () => {
  await visit(lobbyView);
  const seen = card(CROSS);
  assert.equal(words(seen.querySelector(".book")), "NJ");
  assert.equal(seen.querySelector(".book").title, "the rules of New Jersey");
  assert.deepEqual(texts(".foot span", seen), ["Table 1", "waiting for players", "by invitation"]);
  assert.deepEqual(texts(".table-facts li", seen), ["Learned in 4 minutes", "$5 to $500"]);
  assert.equal(control("Watch", seen).getAttribute("href"), "#/table/double-cross-poker-1");
});

test("somebody who deals finds the tables whose box is free", async () => {
  enter("dealer");
  const tables = [{ ...dog, dealer: { person: "p-1", name: "Dan" } }, cross];
  answer({ "GET /api/lobby": { ...lobby, tables } });
  await visit(lobbyView);
  assert.equal(words(root.querySelector("h1")), "Deal a table");
  assert.deepEqual(texts(".foot span", card(DOG)).at(-1), "dealt by Dan");
  assert.equal(control("Watch", card(DOG)).getAttribute("href"), "#/table/red-dog-1");
  assert.match(words(card(CROSS).querySelector("a.button")), /^Deal this table/);
});

test("edges that are being computed are asked for again, until somebody leaves", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const tick = async (ms) => {
    mock.timers.tick(ms);
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const times = () => asked.filter(({ path }) => path === "/api/edges").length;
  const leave = lobbyView(root);
  await tick(0);
  assert.equal(times(), 1);
  await tick(4000);
  assert.equal(times(), 2);
  leave();
  await tick(4000);
  assert.equal(times(), 2);
  mock.timers.reset();
});

test("a lobby whose house cannot tell its edges says nothing of them", async () => {
  refuse("GET /api/edges", 404, { message: "nothing here" });
  await visit(lobbyView);
  assert.deepEqual(texts(".table-facts li", card(DOG)), ["Learned in a minute", "$5 to $500"]);
});

test("play takes the free seat nearest to the middle, and leads to the table", async () => {
  await visit(lobbyView);
  await press(`Play ${DOG.replace(" Left", ", Left")}`, card(DOG));
  assert.match(words(dialog()), /^Sit down at Red Dog ✕ Seat 4 · \$5 to \$500/);
  answer({
    "POST /api/guests": { token: "guest", role: "player", name: null },
    "POST /api/tables/red-dog-1/seats/4": [201, { seat: 4, token: "s4" }],
  });
  dialog()
    .querySelector("form")
    .dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
  assert.equal(location.hash, "#/table/red-dog-1");
  assert.deepEqual(session.seat("red-dog-1"), { seat: 4, token: "s4" });
  location.hash = "";
});

test("how a game is played is told from its table", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  await visit(lobbyView);
  await press("How to play Red Dog", card(DOG));
  assert.equal(words(dialog().querySelector("h2")), "How to play Red Dog");
});

test("a newcomer is shown the easiest game; somebody who has played is not", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": rules });
  await visit(lobbyView);
  const step = () => root.querySelector(".next-step");
  assert.match(words(step()), /^Play Red Dog, .*Red Dog is the easiest: learned in a minute/);
  await press("How to play", step());
  assert.equal(words(dialog().querySelector("h2")), "How to play Red Dog");
  localStorage.setItem("croupier-guided", '{"red-dog": true}');
  await visit(lobbyView);
  assert.equal(step(), null);
  localStorage.clear();
  answer({ "GET /api/lobby": { tables: [cross] } });
  await visit(lobbyView);
  assert.equal(step(), null, "no seat is free");
});

test("a table has the cloth of its game", async () => {
  await visit(lobbyView);
  const cloth = (name) => games.games.find(({ game }) => game === name).felt.page.cloth;
  assert.deepEqual(
    cards().map((one) => one.dataset.cloth),
    [cloth("red-dog"), cloth("double-cross-poker")],
  );
  assert.notEqual(cloth("double-cross-poker"), cloth("red-dog"));
});

test("one's own seat comes first, and leads back", async () => {
  session.take("double-cross-poker-1", 3, "seat-token");
  await visit(lobbyView);
  assert.deepEqual(named(), [CROSS, DOG]);
  const link = control("Your seat", card(CROSS));
  assert.equal(link.getAttribute("href"), "#/table/double-cross-poker-1");
  assert.equal(
    words(root.querySelector(".next-step")),
    "Back to your seat How to play You sit at Double Cross Poker.",
  );
});

test("house players are counted apart, and leave their seats to people", async () => {
  const ada = { name: "Ada", chips: "500.00", strategy: "best" };
  const seats = { 1: ada, 2: { name: "Bob", chips: "5.00" }, 3: ada };
  answer({ "GET /api/lobby": { tables: [{ ...dog, seats }] } });
  await visit(lobbyView);
  const seen = card(DOG);
  assert.match(words(seen.querySelector(".seat-dots")), /^3 of 3 seats taken, 2 by house players$/);
  assert.deepEqual(
    Array.from(seen.querySelectorAll(".seat-dots i"), (dot) => dot.className),
    ["house", "taken", "house"],
  );
  await press(`Play ${DOG.replace(" Left", ", Left")}`, seen);
  assert.match(words(document.querySelector("dialog")), /Seat 1 .* Ada, a house player, leaves it/);
  document.querySelector("dialog").close();
});

test("a table with a nameless player, no rulebook and an unknown phase is shown", async () => {
  const odd = { ...dog, rulebook: null, phase: "paused", seats: { 1: { name: null }, 2: null } };
  answer({ "GET /api/lobby": { tables: [{ ...odd, limits: { original: "25.00" } }] } });
  await visit(lobbyView);
  const seen = card(DOG);
  assert.equal(seen.querySelector(".book"), null);
  assert.equal(texts(".table-facts li", seen).at(-1), "$25 original");
  assert.deepEqual(texts(".foot span", seen), ["Left table", "paused"]);
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
  assert.deepEqual(texts(".tables li:not(.own-card)"), [
    "No table is open yet. The floor opens them.",
  ]);
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
  card(DOG).querySelector("a").focus();
  const focused = () => words(document.activeElement);
  assert.equal(focused(), DOG);
  const fuller = { ...dog, phase: "wagering", seats: { ...dog.seats, 2: { name: "Cay" } } };
  socket.hear({ type: "lobby", tables: [{ ...dog, table: "new", name: "New" }, cross, fuller] });
  assert.deepEqual(named(), ["Red Dog New", DOG, CROSS]);
  assert.match(words(card(DOG)), /3 of 7 seats taken/);
  assert.equal(focused(), DOG);
  assert.equal(document.activeElement.getAttribute("href"), "#/table/red-dog-1");
});

test("nothing moves in the lobby while something is being pressed", async () => {
  await visit(lobbyView);
  const socket = sockets.at(-1);
  socket.open();
  await holding(() => {
    socket.hear({ type: "lobby", tables: [cross] });
    assert.deepEqual(named(), [DOG, CROSS]);
  });
  assert.deepEqual(named(), [CROSS]);
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
  assert.deepEqual(named(), [DOG]);
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
  assert.match(await waiting(lobbyView), /Looking for tables… A table of your own/);
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
