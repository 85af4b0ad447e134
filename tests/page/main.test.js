/** Which view belongs to which address, and what links bring along. */

import assert from "node:assert/strict";
import test, { before, mock } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import { furnish, kept, told } from "./tables.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const main = () => document.querySelector("main");
const here = () => document.querySelector("header [aria-current=page]")?.textContent;

async function go(hash) {
  location.hash = hash;
  dispatchEvent(new Event("hashchange"));
  await settle();
}

before(async () => {
  furnish();
  answer({ "GET /api/games": kept("games"), "GET /api/tables": { tables: [] } });
  await import("../../src/croupier/server/page/js/main.js");
  await settle();
});

test("the page begins in the lobby", () => {
  assert.equal(document.body.dataset.page, "lobby");
  assert.equal(here(), "Lobby");
});

test("an address leads to its view, which gives the title and takes the focus", async () => {
  answer({ "GET /api/rounds/7": [404, { error: { message: "there is no round 7" } }] });
  await go("#/round/7");
  assert.equal(document.body.dataset.page, "round");
  assert.equal(words(main().querySelector("h1")), "Round 7");
  sessionStorage.clear();
  await go("#/invited");
  assert.equal(document.title, "You are invited · Croupier");
  assert.equal(document.activeElement, main());
});

test("an address without a view says so, and leads back", async () => {
  await go("#/nowhere");
  assert.equal(words(main().querySelector("h1")), "Nothing here");
  assert.equal(main().querySelector("a").getAttribute("href"), "#/");
  assert.equal(document.title, "Croupier");
});

test("a table is left with its address: its line is closed", async () => {
  answer({ "GET /api/games": kept("games") });
  await go("#/table/red%20dog");
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({ type: "welcome" });
  assert.deepEqual(socket.sent.at(-1), { type: "watch", table: "red dog" });
  await go("#/invited");
  assert.equal(socket.readyState, 3);
});

test("an answer that comes after its view was left does not draw over the next one", async () => {
  let late;
  const waiting = mock.method(globalThis, "fetch", () => new Promise((done) => (late = done)));
  await go("#/round/8");
  assert.match(words(main()), /Opening the record/);
  await go("#/nowhere");
  late({ ok: false, status: 404, json: async () => ({ error: { message: "too late" } }) });
  await settle();
  waiting.mock.restore();
  assert.equal(words(main().querySelector("h1")), "Nothing here");
});

test("a link's token is taken out of the address, and opens a seat", async () => {
  answer({
    "GET /api/me": { role: "player", table: "red-dog-1", seat: 2 },
    "GET /api/games": kept("games"),
  });
  await go("#token=s%2F2");
  assert.equal(asked.find(({ path }) => path === "/api/me").token, "s/2");
  assert.equal(location.hash, "#/table/red-dog-1");
  assert.deepEqual(session.seat("red-dog-1"), { seat: 2, token: "s/2" });
  session.leave();
});

test("the floor's token leads to the floor, a guest's to the lobby", async () => {
  answer({ "GET /api/games": kept("games"), "GET /api/tables": { tables: [] } });
  for (const role of ["floor", "administrator", "surveillance"]) {
    answer({ "GET /api/me": { role, name: "Flo" } });
    await go("#token=f");
    assert.equal(location.hash, "#/floor", role);
  }
  answer({ "GET /api/me": { role: "player", name: "Ann" } });
  await go("#token=g");
  assert.equal(location.hash, "#/");
  assert.equal(session.name, "Ann");
  session.leave();
  assert.equal(document.querySelector("header a[href='#/me']").textContent, "Come in");
});

test("a token that opens nothing is told", async () => {
  answer({ "GET /api/me": [401, { error: { message: "the token is not known" } }] });
  await go("#token=bad");
  assert.equal(told().at(-1), "This link does not open anything: the token is not known");
});

test("an invitation is kept for its page, and leaves the address", async () => {
  await go("#invite=i%2F1");
  assert.equal(location.hash, "#/invited");
  assert.equal(sessionStorage.getItem("invitation"), "i/1");
});

test("a dealer's link is kept for its page, too", async () => {
  answer({ "GET /api/dealer-links": [401, { error: { message: "over" } }] });
  await go("#deal=d%2F1");
  assert.equal(location.hash, "#/deal");
  assert.equal(sessionStorage.getItem("deal"), "d/1");
});

test("a window closes when its page is left", async () => {
  await go("#/rules");
  const { dialog } = await import("../../src/croupier/server/page/js/why.js");
  const box = dialog("A link");
  assert.ok(document.querySelector("dialog"));
  await go("#/record");
  assert.equal(document.querySelector("dialog"), null);
  await box.done;
});

test("the skip link goes to the page and leaves the address alone", async () => {
  document.querySelector(".skip").focus();
  const hash = location.hash;
  document.querySelector(".skip").dispatchEvent(new Event("click", { cancelable: true }));
  assert.equal(document.activeElement, main());
  assert.equal(location.hash, hash);
});
