/** Requests, the one connection, and who sits at this browser. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { Line, Refused, api, welcomed } from "../../src/croupier/server/page/js/net.js";
import { answer, asked, settle, sockets } from "./support.js";
import { fresh, wait } from "../../src/croupier/server/page/js/dom.js";
import { gameOf, games } from "../../src/croupier/server/page/js/games.js";
import { kept } from "./tables.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { shownAs } from "../../src/croupier/server/page/js/vocabulary.js";

const refusal = (kind, message) => (error) =>
  error instanceof Refused && error.kind === kind && error.message === message;

test("a request carries the token in its header and its body as JSON", async () => {
  answer({ "POST /api/tables": [201, { table: "red-dog-1" }], "GET /api/me": { role: "player" } });
  const made = await api("POST", "/api/tables", { token: "secret", body: { game: "red-dog" } });
  assert.deepEqual(made, { table: "red-dog-1" });
  assert.deepEqual(await api("GET", "/api/me"), { role: "player" });
  assert.deepEqual(asked, [
    { method: "POST", path: "/api/tables", body: { game: "red-dog" }, token: "secret" },
    { method: "GET", path: "/api/me", body: undefined, token: null },
  ]);
});

test("an answer may be empty, or text", async () => {
  answer({ "DELETE /api/tokens/1": [204, null], "GET /api/rounds/1/record": "croupier = 1" });
  assert.equal(await api("DELETE", "/api/tokens/1"), null);
  assert.equal(await api("GET", "/api/rounds/1/record", { text: true }), "croupier = 1");
});

test("a refusal says its kind, its rule and what was broken", async () => {
  const breaches = [{ key: "minimum", message: "too low" }];
  answer({
    "POST /api/a": [409, kept("errors").taken],
    "POST /api/b": [422, { error: { kind: "house", message: "no", rule: "5(b)" }, breaches }],
    "POST /api/c": [502, null],
  });
  await assert.rejects(api("POST", "/api/a"), refusal("refused", "seat 1 is taken"));
  await assert.rejects(api("POST", "/api/b"), (error) => {
    assert.deepEqual([error.rule, error.finding, error.breaches], ["5(b)", null, breaches]);
    return true;
  });
  await assert.rejects(api("POST", "/api/c"), refusal("http", "the server answered 502"));
  await assert.rejects(api("GET", "/nobody"), refusal("away", "the server cannot be reached"));
  assert.equal(new Refused(null).message, "the server gave no answer that can be understood");
});

test("ids are never used twice, also where the browser has no random UUIDs", () => {
  assert.notEqual(fresh(), fresh());
  const random = crypto.randomUUID;
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  assert.match(fresh(), /^[0-9a-f]{32}$/);
  Object.defineProperty(crypto, "randomUUID", { value: random, configurable: true });
});

test("the games are asked for once, again after a failure; their kinds are learned", async () => {
  answer({ "GET /api/games": [500, { error: { kind: "broken", message: "not now" } }] });
  await assert.rejects(games(), refusal("broken", "not now"));
  answer({ "GET /api/games": kept("games") });
  assert.equal((await gameOf("double-down-stud")).title, "Double Down Stud");
  assert.equal(await gameOf("no such game"), undefined);
  assert.equal(shownAs({ kind: "pay" }).effect, "win");
  assert.equal(asked.length, 2);
});

// --- who sits here ----------------------------------------------------------

test("a guest's token is made when it is needed first, and stays", async () => {
  const changes = mock.fn();
  addEventListener("session", changes);
  answer({ "POST /api/guests": { token: "g", role: "player", name: "Ann" } });
  assert.deepEqual([session.role, session.name, session.token], ["public", null, null]);
  assert.equal(await session.guest("Ann"), "g");
  assert.equal(await session.guest("Ann"), "g");
  assert.deepEqual(
    asked.map(({ body }) => body),
    [{ name: "Ann" }],
  );
  session.rename("Anna");
  assert.deepEqual([session.role, session.name], ["player", "Anna"]);
  assert.equal(JSON.parse(localStorage.getItem("croupier")).main.token, "g");
  session.leave();
  assert.equal(session.token, null);
  session.rename("nobody");
  assert.equal(session.name, null);
  assert.equal(changes.mock.callCount(), 3);
  removeEventListener("session", changes);
});

test("a guest without a name sends none", async () => {
  answer({ "POST /api/guests": { token: "g", role: "player", name: null } });
  await session.guest("");
  assert.deepEqual(asked[0].body, {});
  session.leave();
});

test("whoever asks twice at once becomes one guest", async () => {
  answer({ "POST /api/guests": { token: "g", role: "player", name: null } });
  assert.deepEqual(await Promise.all([session.guest(), session.guest("Ann")]), ["g", "g"]);
  assert.equal(asked.length, 1);
  session.leave();
  answer({ "POST /api/guests": [500, { error: { kind: "broken", message: "not now" } }] });
  await assert.rejects(session.guest(), refusal("broken", "not now"));
  answer({ "POST /api/guests": { token: "h", role: "player", name: null } });
  assert.equal(await session.guest(), "h");
  session.leave();
});

test("whoever comes back while a guest is being made stays who they are", async () => {
  answer({ "POST /api/guests": { token: "g", role: "spectator" } });
  const guest = session.guest();
  session.enter({ token: "ann", role: "spectator", name: "Ann" });
  assert.equal(await guest, "ann");
  assert.equal(session.name, "Ann");
  session.leave();
});

test("a token that has ended takes nobody along who has come in since", async () => {
  answer({ "GET /api/me": [401, { error: { kind: "unauthorized", message: "ended" } }] });
  session.enter({ token: "old", role: "spectator" });
  const check = session.check();
  session.enter({ token: "new", role: "spectator" });
  await check;
  assert.equal(session.token, "new");
  await session.check();
  assert.equal(session.token, null);
});

test("a seat is asked for once at a time, and only for whoever is here", async () => {
  const seats = [{ table: "red-dog-1", seat: 3 }];
  answer({ "POST /api/me/seats/red-dog-1/3": { token: "s3" } });
  session.enter({ token: "ann", role: "spectator" });
  await Promise.all([session.claim(seats), session.claim(seats)]);
  assert.equal(asked.length, 1);
  assert.equal(session.at("red-dog-1"), "s3");
  session.giveUp("red-dog-1");
  const claim = session.claim(seats);
  session.leave();
  session.enter({ token: "bob", role: "spectator" });
  await claim;
  assert.equal(session.seat("red-dog-1"), null, "it is not Bob's");
  session.leave();
});

test("who comes in or leaves in one tab does so in the others", () => {
  const heard = mock.fn();
  addEventListener("session", heard);
  const elsewhere = (text, key = "croupier") => {
    localStorage.setItem("croupier", text);
    dispatchEvent(Object.assign(new Event("storage"), { key }));
  };
  elsewhere(JSON.stringify({ main: { token: "g" }, seats: { a: { seat: 1, token: "s" } } }));
  assert.deepEqual([session.token, session.at("a")], ["g", "s"]);
  elsewhere("{}", "croupier-guided");
  assert.equal(session.token, "g", "that was about something else");
  elsewhere("{}");
  assert.deepEqual([session.token, session.tables], [null, []]);
  assert.equal(heard.mock.callCount(), 2);
  removeEventListener("session", heard);
});

test("a seat has a token of its own, which is spoken with at its table", () => {
  session.take("red-dog-1", 3, "s3");
  assert.equal(session.at("red-dog-1"), "s3");
  assert.deepEqual(session.seat("red-dog-1"), { seat: 3, token: "s3" });
  assert.deepEqual([session.role, session.token, session.tables], ["player", "s3", ["red-dog-1"]]);
  session.enter({ token: "floor", role: "floor", name: "Flo" });
  assert.deepEqual(
    [session.token, session.at("other"), session.seat("other")],
    ["floor", "floor", null],
  );
  assert.deepEqual([session.isFloor, session.sees], [true, true]);
  session.giveUp("red-dog-1");
  assert.equal(session.at("red-dog-1"), "floor");
  session.enter({ token: "eye", role: "surveillance", name: "Eye" });
  assert.deepEqual([session.isFloor, session.sees], [false, true]);
  session.enter({ token: "ann", role: "player", name: "Ann" });
  assert.equal(session.sees, false);
  session.leave();
});

test("a link's token opens the door, or a seat", async () => {
  answer({ "GET /api/me": { role: "administrator", person: "p-1", name: "Ada" } });
  await session.arrive("door");
  assert.deepEqual(
    [session.role, session.name, session.token, session.isFloor],
    ["administrator", "Ada", "door", true],
  );
  assert.equal(asked[0].token, "door");
  answer({ "GET /api/me": { role: "player", table: "red-dog-1", seat: 2 } });
  assert.equal((await session.arrive("chair")).table, "red-dog-1");
  assert.deepEqual(session.seat("red-dog-1"), { seat: 2, token: "chair" });
  session.leave();
  assert.deepEqual(session.tables, []);
});

test("what another browser left unreadable counts as nothing", async () => {
  localStorage.setItem("croupier", "{broken");
  const again = await import("../../src/croupier/server/page/js/session.js?broken");
  assert.equal(again.session.token, null);
  localStorage.setItem(
    "croupier",
    JSON.stringify({ main: { token: "t", role: "floor" }, seats: {} }),
  );
  const back = await import("../../src/croupier/server/page/js/session.js?back");
  assert.equal(back.session.token, "t");
  localStorage.clear();
});

// --- the connection ---------------------------------------------------------

let line;

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "setInterval"] }));
afterEach(() => {
  line?.close();
  line = null;
  mock.timers.reset();
});

const call = (token) => {
  line = new Line(token);
  return sockets.at(-1);
};
const greet = (socket) => {
  socket.open();
  socket.hear({ type: "welcome" });
  return socket;
};
/** Promises, not timers, which are held in these tests. */
const soon = async () => {
  for (let i = 0; i < 10; i++) await null;
};

test("a line says hello, with a token if there is one, to the server of the page", () => {
  const socket = greet(call("secret"));
  assert.equal(socket.url, "ws://localhost/ws");
  assert.deepEqual(socket.sent, [{ type: "hello", token: "secret" }]);
  line.close();
  assert.deepEqual(greet(call(null)).sent, [{ type: "hello" }]);
});

test("who waits for the welcome of every line is told when none is without it", async () => {
  const known = mock.fn();
  const listen = () => welcomed().then(known);
  const count = async () => (await soon(), known.mock.callCount());
  listen();
  assert.equal(await count(), 1, "there is no line");
  const socket = call("t");
  listen();
  assert.equal(await count(), 1);
  greet(socket);
  assert.equal(await count(), 2);
  // A lost line waits again, until it is back, is refused, or is not wanted any more.
  socket.close(1012);
  listen();
  assert.equal(await count(), 2);
  mock.timers.tick(300);
  sockets.at(-1).close(4401);
  assert.equal(await count(), 3);
  call("other");
  listen();
  assert.equal(await count(), 3);
  line.close();
  assert.equal(await count(), 4);
});

test("what is watched is asked for when the line is up, and again when it has come back", () => {
  const first = call("t");
  line.watch("red-dog-1");
  assert.deepEqual(first.sent, []);
  greet(first);
  line.watch("red-dog-2");
  line.watchLobby();
  assert.deepEqual(first.sent.slice(1), [
    { type: "watch", table: "red-dog-1" },
    { type: "watch", table: "red-dog-2" },
    { type: "lobby" },
  ]);
  const heard = mock.fn();
  line.addEventListener("down", ({ detail }) => heard(detail.code));
  first.close(1012);
  assert.deepEqual(heard.mock.calls[0].arguments, [1012]);
  mock.timers.tick(299);
  assert.equal(sockets.length, 1);
  mock.timers.tick(1);
  const second = greet(sockets[1]);
  assert.deepEqual(
    second.sent.map(({ type }) => type),
    ["hello", "lobby", "watch", "watch"],
  );
});

test("a line that does not come back is tried at longer and longer pauses", () => {
  call("t");
  for (const pause of [300, 700, 1500, 3000, 5000, 5000]) {
    const before = sockets.length;
    sockets.at(-1).close(1006);
    mock.timers.tick(pause - 1);
    assert.equal(sockets.length, before);
    mock.timers.tick(1);
    assert.equal(sockets.length, before + 1);
  }
});

test("a token that is not taken is not tried again", () => {
  greet(call("old")).close(4401);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});

test("what was asked and not answered is asked again with the same id", async () => {
  const first = greet(call("t"));
  const done = mock.fn();
  line.ask({ type: "act", table: "red-dog-1", said: "pass", state: 7 }).then(done);
  const said = first.sent.at(-1);
  assert.deepEqual(
    { ...said, id: "" },
    { type: "act", table: "red-dog-1", said: "pass", state: 7, id: "" },
  );
  first.close(1001);
  mock.timers.tick(300);
  const second = greet(sockets.at(-1));
  assert.deepEqual(second.sent.at(-1), said);
  second.hear({ type: "ack", id: said.id, table: "red-dog-1", state: 8 });
  await soon();
  assert.equal(done.mock.callCount(), 1);
  second.close(1001);
  mock.timers.tick(300);
  assert.deepEqual(
    greet(sockets.at(-1)).sent.map(({ type }) => type),
    ["hello"],
  );
});

test("an answer is passed on when the table shows what it has changed", async () => {
  const socket = greet(call("t"));
  line.watch("red-dog-1");
  socket.hear({ type: "table", picture: { table: "red-dog-1", state: 7 } });
  const done = mock.fn();
  line.ask({ type: "act", table: "red-dog-1" }).then(done);
  socket.hear({ type: "ack", id: socket.sent.at(-1).id, table: "red-dog-1", state: 9 });
  socket.hear({ type: "events", picture: { table: "red-dog-1", state: 8 } });
  await soon();
  assert.equal(done.mock.callCount(), 0);
  socket.hear({ type: "events", picture: { table: "red-dog-1", state: 9 } });
  await soon();
  assert.equal(done.mock.callCount(), 1);
});

test("a refusal rejects what was asked, with its reason", async () => {
  const socket = greet(call("t"));
  const waiting = line.ask({ type: "act", said: "wager original 1" });
  socket.hear({ ...kept("errors").refused, id: "somebody else's" });
  socket.hear({ ...kept("errors").refused, id: socket.sent.at(-1).id });
  await assert.rejects(waiting, (error) => {
    assert.equal(error.finding, "X-09");
    return refusal("refused", "the original wager is at least $5")(error);
  });
});

test("a table that cannot be shown just now is asked for again", () => {
  const socket = greet(call("t"));
  line.watch("no-such-table");
  const before = socket.sent.length;
  socket.hear(kept("errors").unknown);
  socket.hear({ type: "error", table: "not watched" });
  mock.timers.tick(1500);
  assert.deepEqual(socket.sent.slice(before), [{ type: "watch", table: "no-such-table" }]);
});

test("a line that is silent for two beats is given up, and another one is opened", () => {
  const socket = greet(call("t"));
  mock.timers.tick(8000);
  assert.deepEqual(socket.sent.at(-1), { type: "ping" });
  socket.hear({ type: "pong" });
  mock.timers.tick(8000);
  assert.equal(socket.readyState, 1);
  mock.timers.tick(8000);
  assert.equal(socket.readyState, 3);
  assert.equal(line.up, false);
  mock.timers.tick(300);
  assert.equal(sockets.length, 2);
  sockets[1].close(1006);
  mock.timers.tick(8000 - 300);
});

test("leaving rejects what has not been answered, and opens no other line", async () => {
  const socket = greet(call("t"));
  line.watch("red-dog-1");
  const waiting = line.ask({ type: "ready", table: "red-dog-1" });
  const seen = mock.fn();
  line.ask({ type: "act", table: "red-dog-1" }).then(seen);
  socket.hear({ type: "ack", id: socket.sent.at(-1).id, table: "red-dog-1", state: 3 });
  line.close();
  await assert.rejects(waiting, refusal("away", "the table was left before it could answer"));
  await soon();
  assert.equal(seen.mock.callCount(), 1);
  mock.timers.tick(60_000);
  assert.equal(sockets.length, 1);
});

test("a line that is left before it is open is closed when it opens, without a word", () => {
  const socket = call("t");
  line.close();
  assert.equal(socket.readyState, 0);
  socket.open();
  assert.equal(socket.readyState, 3);
  assert.deepEqual(socket.sent, []);
});

test("waiting takes as long as it says", async () => {
  const done = mock.fn();
  wait(50).then(done);
  mock.timers.tick(49);
  await soon();
  assert.equal(done.mock.callCount(), 0);
  mock.timers.tick(1);
  await soon();
  assert.equal(done.mock.callCount(), 1);
  mock.timers.reset();
  await settle();
});
