/** No chips left: more from the account, a free refill, or to wait for one. */

import assert from "node:assert/strict";
import test from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { kept } from "./tables.js";
import {
  deal,
  dealLabel,
  dock,
  guide,
  happens,
  hear,
  more,
  press,
  readied,
  said,
  seats,
  sit,
  strike,
  what,
} from "./seated.js";

seats();

const CHIPS = "POST /api/tables/red-dog-1/chips";
const REFILL = "POST /api/me/refill";

/** The next round is laid out, and the player cannot make the first wager. */
function poor(changes = {}) {
  const { again } = kept("red-dog");
  Object.assign(again.seats[1], { chips: "4.50", ...changes });
  return { ...again, next: [] };
}
const me = (balance, amount = "500.00", wait = 0) => ({
  "GET /api/me": { balance, refill: { amount, wait } },
});
const posted = () =>
  asked.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body.amount]);

test("more chips come from the account with one press", async () => {
  await sit(poor(), { ...me("1234.50"), [CHIPS]: {} });
  assert.equal(what(), "You have no chips left");
  assert.equal(more(), "It is play money: your account holds $1,234.50.");
  assert.equal(dealLabel(), "Buy $500 of chips");
  assert.deepEqual(
    asked.filter(({ path }) => path === "/api/me").map(({ token }) => token),
    ["seat-token"],
  );
  deal().click();
  await settle();
  const { path, body, token } = asked.at(-1);
  assert.deepEqual(
    [path, body.amount, token],
    ["/api/tables/red-dog-1/chips", "500.00", "seat-token"],
  );
  assert.ok(body.id);
});

test("somebody without chips is told of chips, and not of the next wager", async () => {
  guide();
  await sit({ ...kept("red-dog").over, ...poor() }, me("60.00"));
  assert.equal(more(), "It is play money: your account holds $60.");
});

test("an account that holds less gives all of it; enter takes it", async () => {
  await sit(poor(), { ...me("60.00"), [CHIPS]: {} });
  assert.equal(dealLabel(), "Buy $60 of chips");
  await strike("Enter");
  assert.deepEqual(posted(), [["/api/tables/red-dog-1/chips", "60.00"]]);
});

test("an empty account takes its free refill first, and then chips", async () => {
  await sit(poor(), {
    ...me("3.00"),
    [REFILL]: { amount: "500.00", balance: "503.00", wait: 3600 },
    [CHIPS]: {},
  });
  assert.equal(dealLabel(), "Take a free refill of $500");
  await press("Take a free refill of $500");
  assert.deepEqual(posted(), [
    ["/api/me/refill", undefined],
    ["/api/tables/red-dog-1/chips", "500.00"],
  ]);
  assert.ok(asked.find(({ path }) => path === "/api/me/refill").body.id);
});

test("whoever has played and run out finds the way to the review", async () => {
  const link = () => dock().querySelector("a[href='#/review']");
  await sit({ ...poor(), result: null }, me("0.00"));
  assert.equal(link(), null);
  await hear({ type: "table", picture: kept("red-dog").over }, { type: "table", picture: poor() });
  assert.equal(words(link()), "Review your session");
});

test("what is refused is told, and no chips are bought", async () => {
  const error = { kind: "refused", message: "there is no refill yet", wait: 60 };
  await sit(poor(), { ...me("0.00"), [REFILL]: [409, { error }] });
  await press("Take a free refill of $500");
  assert.match(words(document.querySelector("#toasts")), /there is no refill yet/);
  assert.deepEqual(posted(), [["/api/me/refill", undefined]]);
});

test("until a refill comes one reads how long it is", async () => {
  const hint = () => words(dock().querySelector(".moves .hint"));
  for (const [wait, words_] of [
    [1500, "in 25 minutes"],
    [61, "in 2 minutes"],
    [60, "in a minute"],
  ]) {
    await sit(poor(), me("0.00", "500.00", wait));
    assert.equal(hint(), `Your account is empty. The next free refill comes ${words_}.`);
    assert.equal(deal(), null);
  }
  await sit(poor(), me("0.00", "0.00"));
  assert.equal(hint(), "Your account is empty. The next free refill comes in a minute.");
  await strike("Enter");
  assert.deepEqual(posted(), []);
});

test("the account is asked for once for each state of the table", async () => {
  const looked = () => asked.filter(({ path }) => path === "/api/me").length;
  await sit(poor(), me("60.00"));
  assert.equal(looked(), 1);
  await happens({});
  assert.equal(looked(), 2);
});

test("while the account is not known one reads so", async () => {
  await sit(poor(), { "GET /api/me": [503, { error: { kind: "away", message: "later" } }] });
  assert.equal(words(dock().querySelector(".moves")), "Looking into your account…");
  assert.equal(more(), "It is play money: there is more.");
  await strike("Enter");
  assert.deepEqual(posted(), []);
  answer(me("60.00"));
  await happens({});
  assert.equal(dealLabel(), "Buy $60 of chips");
});

test("chips that lie, come or will be dealt in are chips", async () => {
  for (const picture of [
    { ...poor({ wagers: { original: "5.00" } }), stays: false },
    poor({ coming: "100.00" }),
    poor({ joins: true }),
    poor({ chips: "5.00" }),
    { ...poor(), phase: "playing", awaits: [3] },
  ]) {
    await sit(picture);
    assert.notEqual(what(), "You have no chips left");
    assert.equal(dock().querySelector(".moves-box .hint"), null);
  }
  await sit(poor({ wagers: { original: "5.00" } }), me("60.00"));
  assert.equal(what(), "You have no chips left");
});

test("where the house has one amount, that is what must be there", async () => {
  const { again } = kept("winners-pot-poker");
  again.seats[1].chips = "4.50";
  await sit({ ...again, next: [] }, me("4.50", "500.00"));
  assert.equal(dealLabel(), "Take a free refill of $500");
  await sit({ ...again, next: [] }, me("5.00", "500.00"));
  assert.equal(dealLabel(), "Buy $5 of chips");
});

test("with chips again the wagers are back, and nothing was staked by itself", async () => {
  await sit(poor(), { ...me("60.00"), [CHIPS]: {} });
  const { again } = kept("red-dog");
  await happens({ seats: again.seats, next: again.next });
  assert.equal(dealLabel(), "Rebet $20 and deal");
  assert.deepEqual([said(), readied()], [[], []]);
});
