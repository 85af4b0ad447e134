/** The odds at hand: the tab beside the table with the edge, the hands and the strategy card. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { chance, heldNow, keeps } from "../../src/croupier/server/page/js/odds_at_hand.js";
import { feltOf, kept } from "./tables.js";
import { happens, root, seats, sit } from "./seated.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";

seats();

const red = () => kept("red-dog");
const ODDS = "/api/tables/red-dog-1/odds";
const number = (value, exact = String(value)) => ({ exact, value });
const SHEET = {
  wager: "original",
  stake: "5.00",
  alone: false,
  edge: number(0.0279, "17533/626665"),
  average_wager: number(1.178),
  ends: { win: number(0.36), even: number(0.2112), lose: number(0.4288) },
  hands: [
    { hand: "pair", share: number(0.0687) },
    { hand: "spread-2", share: number(0.1187) },
    { hand: "spread-11", share: number(0.00024) },
  ],
  note: "By the first two cards.",
  sides: [{ wager: "raise", stake: "1.00", edge: number(0.02), win: number(0.25) }],
  card: {
    parts: [
      {
        title: "When the spread is called",
        rules: [{ when: "the spread is 7 or more", action: "raise", share: number(0.178) }],
      },
    ],
    edge: number(0.0279),
    cost: number(0),
  },
};
const queries = () => asked.filter(({ path }) => path === ODDS);
const body = () => root().querySelector(".tab-body");
const parts = () => Array.from(body().querySelectorAll(".at-hand > details > summary"), words);
const part = (title) =>
  [...body().querySelectorAll("details")].find((one) => words(one).startsWith(title));

async function open(odds = SHEET, picture = red().asked, complete = true) {
  answer({ [`GET ${ODDS}`]: { odds, complete } });
  await sit(picture);
  [...root().querySelectorAll("[role=tab]")].find((tab) => words(tab) === "Odds").click();
  await settle();
}

test("shares are told in percent, and rare ones as one in how many", () => {
  assert.deepEqual([0.3268, 0.001, 0.00024, 0].map(chance), [
    "32.68\u00a0%",
    "0.10\u00a0%",
    "1 in 4,167",
    "0.00\u00a0%",
  ]);
});

test("who keeps what of a wager is told in words", () => {
  const felt = feltOf("red-dog");
  assert.equal(
    keeps(felt, "original", 0.028),
    "The house keeps 2.80\u00a0% of each original wager",
  );
  assert.equal(keeps(felt, "original", -0.01), "You keep 1.00\u00a0% of each original wager");
});

test("the tab has the edge, the card, the chances, how rounds end and what is paid", async () => {
  await open();
  assert.deepEqual(parts(), [
    "Strategy card",
    "The chance of each hand",
    "How rounds end",
    "What is paid",
  ]);
  const text = words(body());
  assert.match(text, /The house keeps 2\.79 % of each original wager: \$2\.79 of every \$100/);
  assert.match(text, /if you play as well as possible\./);
  assert.match(text, /of each raise wager; the wager wins 25\.00 % of the time\./);
  const exact = body().querySelector(".at-hand > section details");
  assert.equal(words(exact), "Exact value 17533/626665, at $5.");
  assert.equal(exact.open, false, "nobody reads such a fraction unasked");
  assert.doesNotMatch(words(part("Strategy card")), /For one player alone/);
  assert.match(words(part("Strategy card")), /Raise: the spread is 7 or more 17\.80 % of rounds/);
  assert.match(words(part("Strategy card")), /To play by this card is best play\.$/);
  assert.match(words(part("The chance")), /Pair 6\.87 % Spread 2 11\.87 % Spread 11 1 in 4,167/);
  assert.match(words(part("How rounds")), /You win money 36\.00 %.*You lose money 42\.88 %/);
  assert.match(words(part("How rounds")), /A round takes 1\.18 times the original wager/);
  assert.match(words(part("What is paid")), /Limits: \$5 to \$500/);
  assert.equal(part("What is paid").open, true);
});

test("what the card costs is told, and that the edge is of a player alone", async () => {
  const sides = [];
  await open({ ...SHEET, alone: true, sides, card: { ...SHEET.card, cost: number(0.002) } });
  assert.match(
    words(part("Strategy")),
    /costs 0\.20 % of the original wager more than best play\./,
  );
  assert.match(words(part("Strategy")), /^Strategy card For one player alone against the dealer\./);
  assert.match(words(body()), /as well as possible and are alone against the dealer\./);
});

test("what the player holds now is marked", async () => {
  const felt = feltOf("red-dog");
  const { marker } = felt.scales[0];
  const picture = { ...red().over, result: { seats: { 1: { hand: "pair" } } } };
  assert.deepEqual(heldNow(picture, felt, { marks: {} }), ["pair"]);
  assert.deepEqual(heldNow({ ...picture, result: null }, felt, { marks: { [marker]: 2 } }), [
    "spread-2",
  ]);
  assert.deepEqual(heldNow({ you: null }, feltOf("double-down-stud"), { marks: {} }), []);
  await open();
  const marked = body().querySelectorAll("tr[aria-current=true]");
  assert.deepEqual(Array.from(marked, words), ["Spread 2 11.87 %"]);
});

test("a part stays as it was opened, also when another tab is shown meanwhile", async () => {
  await open();
  part("Strategy").open = true;
  part("What").open = false;
  await settle();
  const tabs = [...root().querySelectorAll("[role=tab]")];
  tabs[0].click();
  tabs[2].click();
  await settle();
  assert.deepEqual([part("Strategy").open, part("What").open], [true, false]);
  assert.equal(queries().length, 1);
});

test("while it is worked out one reads so, and it is asked for again", async () => {
  await open(null, red().asked, false);
  assert.match(words(body()), /Working it out for this house/);
  assert.deepEqual(parts(), ["What is paid"]);
  answer({ [`GET ${ODDS}`]: { odds: SHEET, complete: true } });
  await new Promise((done) => setTimeout(done, 1050));
  await settle();
  assert.equal(queries().length, 2);
  assert.match(words(body()), /The house keeps 2\.79 %/);
});

test("what cannot be known is said, and so is an answer that fails", async () => {
  for (const reply of [
    { odds: null, complete: true },
    [503, { error: { kind: "busy", message: "" } }],
  ]) {
    answer({ [`GET ${ODDS}`]: reply });
    await sit(red().asked);
    root().querySelectorAll("[role=tab]")[2].click();
    await settle();
    assert.match(words(body()), /The edge of this house is not known\./);
  }
});

test("another house is asked about again", async () => {
  await open();
  answer({
    [`GET ${ODDS}`]: {
      odds: { ...SHEET, edge: number(0.05), hands: [], card: null },
      complete: true,
    },
  });
  await happens({ limits: { minimum: "10.00", maximum: "500.00" } });
  await settle();
  assert.match(words(body()), /The house keeps 5\.00 %/);
  assert.deepEqual(parts(), ["How rounds end", "What is paid"]);
});

test("advice is set here by those who sit, where the house gives any", async () => {
  await open();
  const radio = (value) => body().querySelector(`[name=advice][value=${value}]`);
  assert.equal(radio("off").checked, true);
  radio("after").checked = true;
  radio("after").dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  assert.equal(preferences.get("advice"), "after");
  assert.equal(radio("after").checked, true);
  for (const picture of [red().watched, { ...red().asked, advice: false }]) {
    answer({ [`GET ${ODDS}`]: { odds: SHEET, complete: true } });
    await sit(picture);
    [...root().querySelectorAll("[role=tab]")].find((tab) => words(tab) === "Odds").click();
    await settle();
    assert.equal(radio("off"), null);
  }
});

test("who leaves while it is worked out is not told", async () => {
  let tell;
  await sit(red().asked);
  mock.method(globalThis, "fetch", () => new Promise((done) => (tell = done)));
  root().querySelectorAll("[role=tab]")[2].click();
  await sit(red().watched);
  tell({ ok: true, status: 200, json: async () => ({ odds: SHEET, complete: false }) });
  await settle();
  assert.equal(queries().length, 0);
});
