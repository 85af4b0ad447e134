/** The head of every page, messages, the account, and the administrator's people. */

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
  told,
  visit,
  waiting,
} from "./visits.js";
import { accountView } from "../../src/croupier/server/page/js/views/account.js";
import { attempt, drawHead, tell, toast } from "../../src/croupier/server/page/js/shell.js";
import { peopleView } from "../../src/croupier/server/page/js/views/people.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { when } from "../../src/croupier/server/page/js/words.js";

const people = kept("people");
const head = document.querySelector("header");

const menu = () =>
  Array.from(head.querySelectorAll("nav a"), (link) => [words(link), link.getAttribute("href")]);
const current = () => texts("[aria-current=page]", head);

beforeEach(() => {
  location.hash = "";
  enter("public");
});
afterEach(depart);

// --- the head and the messages -------------------------------------------------------------------

const EVERYBODY = [
  ["Lobby", "#/"],
  ["Record", "#/record"],
  ["Rules", "#/rules"],
  ["Practice", "#/practice"],
  ["Dealing", "#/train"],
];

test("the head leads a stranger to the pages for everybody, and in", () => {
  drawHead(head);
  assert.deepEqual(menu(), [...EVERYBODY, ["Come in", "#/me"]]);
  assert.equal(words(head.querySelector(".brand")), "♠ Croupier");
  assert.equal(words(head.querySelector(".play-money")), "play money");
});

for (const [role, more, name] of [
  ["spectator", [], "Dee"],
  ["floor", [["Floor", "#/floor"]], "You"],
  ["surveillance", [["House", "#/floor"]], "You"],
  [
    "administrator",
    [
      ["Floor", "#/floor"],
      ["People", "#/people"],
    ],
    "You",
  ],
])
  test(`the head of the ${role}`, () => {
    enter(role, { name: "Dee" });
    drawHead(head);
    assert.deepEqual(menu(), [...EVERYBODY, ...more, [name, "#/me"]]);
  });

test("the head marks the page where one is", () => {
  for (const [hash, page] of [
    ["", "Lobby"],
    ["#/", "Lobby"],
    ["#/rules/red-dog?rulebook=ma", "Rules"],
    ["#/record?table=red-dog-1", "Record"],
    ["#/me", "Come in"],
  ]) {
    location.hash = hash;
    drawHead(head);
    assert.deepEqual(current(), [page], hash);
  }
  location.hash = "#/table/red-dog-1";
  drawHead(head);
  assert.deepEqual(current(), []);
});

test("the head keeps the focus when it is drawn again", () => {
  drawHead(head);
  control("Rules", head).focus();
  enter("floor");
  drawHead(head);
  assert.equal(document.activeElement, control("Rules", head));
});

test("what is told is kept, the last twelve lines of it, and urgent things interrupt", () => {
  for (let i = 1; i <= 14; i++) tell(`Line ${i}`);
  tell("Now!", true);
  tell("");
  assert.deepEqual(
    told("polite"),
    Array.from({ length: 12 }, (_, i) => `Line ${i + 3}`),
  );
  assert.deepEqual(told("urgent"), ["Now!"]);
});

test("a message is read aloud, and goes away after five seconds", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  toast("Copied.", "good");
  assert.deepEqual(toasts(), [["Copied.", "toast good"]]);
  assert.deepEqual(told("polite"), ["Copied."]);
  mock.timers.tick(4999);
  assert.equal(toasts().length, 1);
  mock.timers.tick(1);
  assert.equal(toasts().length, 0);
  mock.timers.reset();
});

test("an attempt says that it is done, or why not with its clause or ruling", async () => {
  assert.equal(await attempt(() => {}, "Done."), true);
  assert.equal(await attempt(() => {}), true);
  const fail = (more) => attempt(() => Promise.reject(Object.assign(new Error("No"), more)));
  assert.equal(await fail({}), false);
  await fail({ rule: "5(b)", finding: "X-11" });
  await fail({ finding: "X-11" });
  assert.deepEqual(toasts(), [
    ["Done.", "toast good"],
    ["No", "toast bad"],
    ["No [5(b)]", "toast bad"],
    ["No [X-11]", "toast bad"],
  ]);
});

// --- the account ---------------------------------------------------------------------------------

test("a stranger comes in with a name, and finds the account", async () => {
  await visit(accountView);
  assert.equal(words(root.querySelector("h1")), "Come in");
  answer({
    "POST /api/guests": [201, { token: "guest-1", role: "spectator", name: "Dee" }],
    "GET /api/me": people.me,
  });
  await fill("Your name", "  Dee ");
  await press("Come in as a guest");
  assert.deepEqual(asked[0], {
    method: "POST",
    path: "/api/guests",
    body: { name: "Dee" },
    token: null,
  });
  assert.equal(asked[1].token, "guest-1");
  assert.equal(words(root.querySelector("h1")), "You");
  assert.deepEqual(texts("dt"), ["In your account", "You are", "In the record"]);
  assert.deepEqual(texts("dd"), ["$1,000", "a guest", people.me.person]);
  assert.equal(field("Your name").value, "Dee");
});

test("a stranger who is not let in stays at the door and reads why", async () => {
  await visit(accountView);
  refuse("POST /api/guests", 429, { message: "too many guests" });
  await press("Come in as a guest");
  assert.deepEqual(asked[0].body, {});
  assert.equal(words(root.querySelector("h1")), "Come in");
  assert.deepEqual(toasts(), [["too many guests", "toast bad"]]);
});

test("a token that is shown goes into the address's fragment, which is not sent", async () => {
  await visit(accountView);
  assert.equal(field("Or show a token").type, "password");
  await fill("Or show a token", " abc/def ");
  await press("Show it");
  assert.equal(location.hash, "#token=abc%2Fdef");
  assert.equal(asked.length, 0);
});

/** Nothing leads back to this account, and this browser alone is signed in. */
const DEVICES = {
  passkeys: [],
  recovery: null,
  devices: [
    {
      token_id: "0123456789abcdef",
      how: "guest",
      role: "spectator",
      table: null,
      seat: null,
      created: "2026-02-12T20:00:19Z",
      used: null,
      expires: "2026-03-14T20:00:19Z",
      here: true,
    },
  ],
};

async function account() {
  enter("spectator", { name: "Dee" });
  answer({ "GET /api/me": people.me, "GET /api/me/devices": DEVICES });
  await visit(accountView);
  asked.length = 0;
}

test("the account says what it is waiting for", async () => {
  enter("spectator");
  answer({ "GET /api/me": people.me, "GET /api/me/devices": DEVICES });
  assert.equal(await waiting(accountView), "You Looking you up…");
});

test("somebody who has run out is refilled, and the account shows it", async () => {
  enter("spectator");
  const broke = { ...people.me, balance: "0.00", refill: { amount: "500.00", wait: 0 } };
  answer({ "GET /api/me": broke, "GET /api/me/devices": DEVICES });
  await visit(accountView);
  answer({
    "POST /api/me/refill": { amount: "500.00", balance: "500.00", wait: 3600 },
    "GET /api/me": { ...broke, balance: "500.00", refill: { amount: "0.00", wait: 3600 } },
  });
  await press("Take a free refill of $500");
  assert.equal(asked.find(({ path }) => path === "/api/me/refill").token, "spectator-token");
  assert.equal(texts("dd")[0], "$500");
  assert.equal(offered("Take a free refill of $500"), false);
  assert.deepEqual(toasts(), [["Refilled. Good luck!", "toast good"]]);
});

test("somebody who must wait for a refill is told how long", async () => {
  enter("spectator");
  answer({
    "GET /api/me": { ...people.me, balance: "1.00", refill: { amount: "499.00", wait: 120 } },
    "GET /api/me/devices": DEVICES,
  });
  await visit(accountView);
  assert.match(words(root), /The next free refill comes in 2 minutes\./);
});

test("a name is changed", async () => {
  await account();
  answer({ "PUT /api/me": [204, null] });
  await fill("Your name", " Dora ");
  await press("Change");
  assert.deepEqual(asked, [
    { method: "PUT", path: "/api/me", body: { name: "Dora" }, token: "spectator-token" },
  ]);
  assert.equal(session.name, "Dora");
  assert.deepEqual(toasts(), [["Your name is changed.", "toast good"]]);
});

test("a name is erased", async () => {
  await account();
  answer({ "DELETE /api/me": [204, null] });
  await press("Erase my name");
  assert.deepEqual(asked, [
    { method: "DELETE", path: "/api/me", body: undefined, token: "spectator-token" },
  ]);
  assert.equal(session.name, null);
  assert.equal(field("Your name").value, "");
  assert.match(toasts()[0][0], /^Your name is erased/);
});

test("a name is not erased with the token of a seat, which somebody else may have had first", async () => {
  enter("player");
  answer({ "GET /api/me": { ...people.me, role: "player" } });
  await visit(accountView);
  assert.equal(offered("Change"), true);
  assert.equal(offered("Erase my name"), false);
});

test("whoever has no way back is asked before signing out, here and at the server", async () => {
  await account();
  session.take("red-dog-1", 4, "seat-token");
  location.hash = "#/me";
  answer({ "DELETE /api/session": [204, null] });
  await press("Sign out of this browser");
  assert.match(words(dialog()), /Nothing leads back to its chips/);
  assert.equal(asked.length, 0);
  await press("Sign out all the same", dialog());
  assert.deepEqual(
    asked.map(({ method, path, token }) => [method, path, token]),
    [
      ["DELETE", "/api/session", "seat-token"],
      ["DELETE", "/api/session", "spectator-token"],
    ],
  );
  assert.equal(session.token, null);
  assert.equal(location.hash, "#/");
  assert.deepEqual(toasts(), [["Signed out.", "toast"]]);
});

test("the staff are signed out at once", async () => {
  enter("floor");
  answer({ "GET /api/me": { ...people.me, role: "floor" }, "DELETE /api/session": [204, null] });
  await visit(accountView);
  await press("Sign out of this browser");
  assert.equal(session.token, null);
});

test("whoever cannot be signed out stays signed in", async () => {
  enter("floor");
  answer({ "GET /api/me": { ...people.me, role: "floor" } });
  await visit(accountView);
  refuse("DELETE /api/session", 500, { message: "not now" });
  await press("Sign out of this browser");
  assert.equal(session.token, "floor-token");
  assert.deepEqual(toasts(), [["not now", "toast bad"]]);
});

test("the account lists the seats that are held", async () => {
  await account();
  assert.equal(texts("section h2 ~ p")[0], "None at the moment.");
  const held = { table: "red dog/1", seat: 4, name: "Ann's evening", chips: "425.00" };
  answer({
    "GET /api/me": { ...people.me, seats: [held] },
    "POST /api/me/seats/red%20dog%2F1/4": [201, { token: "seat-token" }],
  });
  await visit(accountView);
  const seat = control("Seat 4 at Ann's evening");
  assert.equal(seat.getAttribute("href"), "#/table/red%20dog%2F1");
  assert.ok(!words(root).includes("None at the moment."));
  assert.deepEqual(texts("dd").slice(0, 2), ["$1,000", "$425"]);
  // It was taken on another device: it is played from this one as well.
  assert.equal(session.at("red dog/1"), "seat-token");
});

test("a token that has run out leads to the door, another refusal is shown", async () => {
  enter("spectator");
  refuse("GET /api/me", 401, { kind: "unauthorized", message: "unknown token" });
  await visit(accountView);
  assert.equal(words(root.querySelector("h1")), "Come in");
  assert.equal(session.token, null);
  enter("spectator");
  refuse("GET /api/me", 503, { kind: "busy", message: "the server is busy" });
  await visit(accountView);
  assert.deepEqual(texts("[role=alert]"), ["the server is busy"]);
  assert.equal(session.token, "spectator-token");
});

// --- people --------------------------------------------------------------------------------------

async function administration() {
  enter("administrator");
  answer({ "GET /api/tokens": people.tokens, "GET /api/people": people.people });
  await visit(peopleView);
}

const card = (title) =>
  [...root.querySelectorAll("section")].find((one) => words(one.querySelector("h2")) === title);

const lines = () => asked.map(({ method, path, body }) => [method, path, body]);

test("the administrator's page has a list of tokens and one of people", async () => {
  await administration();
  assert.equal(words(root.querySelector("h1")), "People");
  assert.deepEqual(texts("h2"), ["A new token", "Tokens", "People"]);
  assert.deepEqual(texts("th", card("Tokens")), ["Role", "Who", "For", "Until", ""]);
  assert.deepEqual(texts("th", card("People")), ["Pseudonym", "Name", "Balance", ""]);
  const roles = Array.from(field("Role").options, (one) => one.value);
  assert.deepEqual(roles, ["floor", "dealer", "surveillance", "administrator", "spectator"]);
});

test("the administrator reads every token, and for what and how long it is good", async () => {
  await administration();
  assert.ok(asked.every(({ token }) => token === "administrator-token"));
  const seen = rows(card("Tokens"));
  assert.equal(seen.length, people.tokens.tokens.length);
  people.tokens.tokens.forEach((token, i) => {
    const [role, who, what, until, revoke] = seen[i];
    assert.equal(role, token.role);
    assert.equal(who, token.name ?? token.person);
    assert.equal(what, token.table ? `${token.table}, seat ${token.seat}` : "");
    assert.equal(until, token.revoked ? "revoked" : when(token.expires).replace(/\s/g, " "));
    assert.equal(revoke, token.revoked ? "" : "Revoke…");
  });
  assert.ok(seen.some((row) => row[3] === "revoked") && seen.some((row) => row[1] === "Eve"));
});

test("a token is revoked, and the list is read again", async () => {
  await administration();
  asked.length = 0;
  const { token_id: id } = people.tokens.tokens.find(({ name }) => name === "Eve");
  answer({
    [`DELETE /api/tokens/${id}`]: [204, null],
    "GET /api/tokens": { tokens: [] },
  });
  await press("Revoke the surveillance token of Eve");
  assert.match(words(dialog()), /shut out at once/);
  assert.deepEqual(lines(), []);
  await press("Revoke the token", dialog());
  assert.deepEqual(lines(), [
    ["DELETE", `/api/tokens/${id}`, undefined],
    ["GET", "/api/tokens", undefined],
    ["GET", "/api/people", undefined],
  ]);
  assert.deepEqual(toasts(), [["Revoked.", "toast good"]]);
  assert.deepEqual(rows(card("Tokens")), []);
});

test("a token is issued, and its link is shown once", async () => {
  await administration();
  asked.length = 0;
  answer({ "POST /api/tokens": [201, people.made] });
  await fill("Role", "surveillance");
  await fill("Name", " Eve ");
  await press("Issue");
  assert.deepEqual(lines()[0], ["POST", "/api/tokens", { role: "surveillance", name: "Eve" }]);
  assert.equal(lines().length, 3);
  assert.equal(
    words(card("A new token").querySelector(".hash")),
    `http://localhost${people.made.link}`,
  );
  assert.match(words(card("A new token")), /it is shown only now/);
  await fill("Name", " ");
  await fill("Role", "floor");
  asked.length = 0;
  await press("Issue");
  assert.deepEqual(lines()[0][2], { role: "floor" });
});

test("people are shown with their balances", async () => {
  await administration();
  const seen = rows(card("People"));
  assert.deepEqual(
    seen.map((row) => row.slice(0, 3)),
    people.people.people.map(({ person, name, balance }) => [
      person,
      name ?? "erased",
      balance ? `$${Number(balance).toLocaleString("en-US")}` : "$0",
    ]),
  );
  const buttons = (i) => texts("button", card("People").querySelectorAll("tbody tr")[i]);
  const erased = people.people.people.findIndex(({ name }) => name === null);
  assert.deepEqual(buttons(erased), ["Deposit"]);
  assert.deepEqual(buttons(2), ["Deposit", "Erase name…"]);
});

test("play money is deposited, with a request id of its own", async () => {
  await administration();
  asked.length = 0;
  const { person } = people.people.people[2];
  answer({ [`POST /api/people/${person}/deposit`]: { balance: "1240.50" } });
  assert.equal(field("Amount for Ann").value, "500");
  await fill("Amount for Ann", "250.5");
  await press("Deposit", card("People").querySelectorAll("tbody tr")[2]);
  const [[method, path, body]] = lines();
  assert.deepEqual(
    [method, path, body.amount],
    ["POST", `/api/people/${person}/deposit`, "250.50"],
  );
  assert.ok(body.id.length >= 16);
  assert.deepEqual(toasts(), [["Play money deposited.", "toast good"]]);
  assert.equal(lines().length, 3);
});

test("a name is erased by the administrator", async () => {
  await administration();
  asked.length = 0;
  const { person } = people.people.people[2];
  refuse(`DELETE /api/people/${person}`, 409, { message: "Ann sits at a table", finding: "X-11" });
  await press("Erase name…", card("People").querySelectorAll("tbody tr")[2]);
  assert.deepEqual(lines(), []);
  await press("Erase the name", dialog());
  assert.match(words(dialog().querySelector(".complaint")), /^Ann sits at a table/);
  answer({ [`DELETE /api/people/${person}`]: [204, null] });
  await press("Erase the name", dialog());
  assert.deepEqual(toasts(), [["The name is erased.", "toast good"]]);
  assert.deepEqual(lines()[0], ["DELETE", `/api/people/${person}`, undefined]);
});

test("what cannot be read is said", async () => {
  enter("spectator");
  refuse("GET /api/tokens", 403, { message: "for the administrator alone" });
  refuse("GET /api/people", 403, { message: "for the administrator alone" });
  await visit(peopleView);
  await settle();
  assert.deepEqual(toasts(), [["for the administrator alone", "toast bad"]]);
  assert.ok(!offered("Revoke…"));
});
