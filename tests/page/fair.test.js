/** Fair dealing: the check of a pack, the panel beside a table, the page of a table's packs. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, settle, words } from "./support.js";
import {
  control,
  depart,
  draw,
  field,
  fill,
  kept,
  press,
  refuse,
  root,
  texts,
  toasts,
  visit,
  waiting,
} from "./visits.js";
import {
  cardOf,
  check,
  hex,
  permutation,
  possible,
} from "../../src/croupier/server/page/js/fairness.js";
import { fairPanel, fairView } from "../../src/croupier/server/page/js/views/fair.js";

const fair = kept("fair");
const [revealed, hidden] = fair.packs.packs;
const pack = () => structuredClone(revealed);
const good = async (changed) => (await check(changed)).map((one) => one.good);

afterEach(depart);

// --- the check -----------------------------------------------------------------------------------

test("numbers are cards: rank by rank, four suits each, deck after deck", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 51, 52, 103].map(cardOf), [
    "2c",
    "2d",
    "2h",
    "2s",
    "3c",
    "As",
    "2c",
    "As",
  ]);
});

test("bytes are written as two digits each", () => {
  assert.equal(hex(Uint8Array.of(0, 9, 16, 255)), "000910ff");
});

test("the players' part gives a permutation: the same again, another for other words", async () => {
  const { commitment } = revealed;
  const places = await permutation(commitment, ["three blind mice ♠"], 312);
  assert.deepEqual(
    [...places].sort((a, b) => a - b),
    Array.from({ length: 312 }, (_, i) => i),
  );
  assert.deepEqual(await permutation(commitment, ["three blind mice ♠"], 312), places);
  for (const others of [["three blind mice"], ["three blind", " mice ♠"], []])
    assert.notDeepEqual(await permutation(commitment, others, 312), places);
  assert.notDeepEqual(
    await permutation(`00${commitment.slice(2)}`, ["three blind mice ♠"], 312),
    places,
  );
});

test("a pack dealt as committed passes, and every step of the proof is told", async () => {
  const found = await check(pack());
  assert.deepEqual(
    found.map(({ what, good: held }) => [what, held]),
    [
      ["The order was fixed before the first wager", true],
      ["The pack was whole", true],
      ["What players added was mixed in", true],
      ["The cards dealt are the cards committed to", true],
    ],
  );
  assert.deepEqual(
    found.map(({ detail }) => detail),
    [
      `SHA-256 of nonce and order is ${revealed.commitment.slice(0, 16)}…`,
      "312 cards, each of them once",
      "1 contribution gave the permutation",
      "7 cards in their order",
    ],
  );
});

test("another nonce, another order, a doubled card or one card off are found", async () => {
  const nonce = pack();
  nonce.revealed.nonce = `ff${nonce.revealed.nonce.slice(2)}`;
  assert.deepEqual(await good(nonce), [false, true, true, true]);

  const doubled = pack();
  doubled.revealed.order[311] = 0;
  const [fixed, whole] = await good(doubled);
  assert.deepEqual([fixed, whole], [false, false]);

  const short = pack();
  short.cards = 313;
  assert.deepEqual(await good(short), [true, false, true, true]);

  const swapped = pack();
  const { dealt } = swapped;
  [dealt[2], dealt[3]] = [dealt[3], dealt[2]];
  assert.deepEqual(await good(swapped), [true, true, true, false]);
  assert.equal((await check(swapped))[3].detail, "card 3 was 6c, but Kc was next");
});

test("only what was counted is mixed in", async () => {
  const more = pack();
  more.entropy.push({ value: "too late" });
  assert.deepEqual(await good(more), [true, true, true, true]);
  more.counted = 2;
  assert.deepEqual(await good(more), [true, true, true, false]);
  assert.equal((await check(more))[2].detail, "2 contributions gave the permutation");
});

test("a pack to which nobody added anything is dealt in its committed order", async () => {
  const plain = pack();
  Object.assign(plain, { entropy: [], counted: 0, dealt: ["Qs", "4c", "7d", "5h"] });
  const found = await check(plain);
  assert.ok(found.every((one) => one.good));
  assert.equal(found[2].detail, "Nobody added anything: the committed order was dealt");
});

// --- the panel beside the table ------------------------------------------------------------------

/** A table as its view gives it to the panel; what is said on its line is kept. */
const table = (picture, failure) => {
  const said = [];
  const ask = async (message) => {
    said.push(message);
    if (failure) throw failure;
  };
  return { id: "red-dog 1", picture, said, line: { ask } };
};

const beside = (at) => draw(fairPanel(at));

test("without a pack there is only the way to those that have left play", () => {
  beside(table({ fair: null }));
  assert.match(words(root), /^No pack is in play\./);
  const link = control("Check the packs that have left play");
  assert.equal(link.getAttribute("href"), "#/table/red-dog%201/fair");
});

test("before the first card the panel shows the commitment and who has mixed in what", () => {
  beside(table({ fair: fair.open }));
  assert.match(words(root), /^Pack 1, 312 cards\./);
  assert.equal(words(root.querySelector("p.hash")), fair.open.commitment);
  assert.match(words(root), /Until the first card leaves, anybody may mix something in/);
  assert.deepEqual(texts("li"), ["Ann: three blind mice ♠"]);
});

test("a contribution without a name bears a pseudonym", () => {
  beside(table({ fair: { ...fair.open, entropy: [{ person: "p-7", name: null, value: "x" }] } }));
  assert.deepEqual(texts("li"), ["p-7: x"]);
});

test("once sealed, nothing can be mixed in", () => {
  beside(table({ fair: { ...fair.sealed, entropy: [] } }));
  assert.match(words(root), /The first card has left: the order is sealed\./);
  assert.equal(root.querySelector("form"), null);
  assert.equal(root.querySelector("ul"), null);
});

test("something is mixed in, and the field is empty again", async () => {
  const at = table({ fair: fair.open });
  beside(at);
  await press("Mix in");
  assert.deepEqual(at.said, []);
  await fill("Your part of the shuffle", "a coin");
  await press("Mix in");
  assert.deepEqual(at.said, [{ type: "entropy", table: "red-dog 1", value: "a coin" }]);
  assert.deepEqual(toasts(), [["Mixed into the shuffle.", "toast good"]]);
  assert.equal(field("Your part of the shuffle").value, "");
});

test("what is being typed stays when somebody else mixes something in", async () => {
  beside(table({ fair: { ...fair.open, entropy: [] } }));
  await fill("Your part of the shuffle", "a co");
  field("Your part of the shuffle").focus();
  beside(table({ fair: fair.open }));
  assert.equal(texts("li").length, 1);
  assert.equal(field("Your part of the shuffle").value, "a co");
  assert.equal(document.activeElement, field("Your part of the shuffle"));
});

test("what is refused stays in the field", async () => {
  const at = table({ fair: fair.open }, new Error("the order is sealed"));
  beside(at);
  await fill("Your part of the shuffle", "a coin");
  await press("Mix in");
  assert.deepEqual(toasts(), [["the order is sealed", "toast bad"]]);
  assert.equal(field("Your part of the shuffle").value, "a coin");
});

test("the browser's own chance fills the field with 16 bytes", async () => {
  const at = table({ fair: fair.open });
  beside(at);
  await press("Random");
  const first = field("Your part of the shuffle").value;
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.deepEqual(at.said, []);
  await press("Random");
  assert.notEqual(field("Your part of the shuffle").value, first);
});

// --- the page of the packs -----------------------------------------------------------------------

const packs = "GET /api/tables/red%20dog/packs";

/** The check computes in the background: wait until no pack is waiting for it. */
async function show(list) {
  answer({ [packs]: { packs: list } });
  await visit(fairView, { id: "red dog" });
  for (let i = 0; i < 100 && words(root).includes("Checking…"); i++) await settle();
}

beforeEach(() => assert.ok(possible()));

test("packs are listed, the latest first, and those that have left play are checked", async () => {
  await show([revealed, { ...hidden, pack: 2 }]);
  assert.equal(words(root.querySelector("h1")), "Was it dealt fairly?");
  assert.deepEqual(texts("h2"), ["Pack 2", "Pack 1"]);
  assert.deepEqual(texts(".pack > .hash"), [hidden.commitment, revealed.commitment]);
  const [inPlay, left] = root.querySelectorAll(".pack");
  assert.equal(
    words(inPlay.querySelector(".result")),
    "Still in play: its order is revealed when it leaves.",
  );
  assert.equal(
    words(left.querySelector(".verdict.good")),
    "✓ Checked here: this pack was dealt as committed.",
  );
  assert.equal(texts(".checks .good", left).length, 4);
  assert.equal(
    texts(".checks li", left)[3],
    "✓ The cards dealt are the cards committed to. 7 cards in their order",
  );
  assert.equal(words(control("The 7 cards dealt", left)), "The 7 cards dealt");
  assert.equal(words(left.querySelector(".dealt")), "K♠ J♣ K♣ 6♣ 8♦ 4♠ 10♥");
  assert.equal(control("Back to the table").getAttribute("href"), "#/table/red%20dog");
});

test("the page of the packs says what it is waiting for", async () => {
  answer({ [packs]: { packs: [revealed] } });
  assert.match(await waiting(fairView, { id: "red dog" }), /Fetching the packs…/);
});

test("a pack that was not dealt as committed is called so", async () => {
  const wrong = pack();
  wrong.dealt[0] = "As";
  await show([wrong]);
  assert.equal(
    words(root.querySelector(".verdict.bad")),
    "✗ This pack was not dealt as committed.",
  );
  assert.equal(texts(".checks .bad").length, 1);
  assert.match(words(root.querySelector(".checks .bad")), /^✗ The cards dealt.*card 1 was As/);
});

test("a check that cannot run is not called a verdict", async () => {
  const broken = pack();
  delete broken.revealed.order;
  await show([broken]);
  assert.match(texts("[role=alert]")[0], /^The check did not run: /);
  assert.equal(root.querySelector(".verdict"), null);
});

test("a table without packs says so, one that is not there says why", async () => {
  await show([]);
  assert.equal(words(root.querySelector(".packs")), "No pack has been shuffled at this table yet.");
  refuse(packs, 404, { message: "no such table" });
  await visit(fairView, { id: "red dog" });
  assert.deepEqual(texts("[role=alert]"), ["no such table"]);
});

test("a browser that computes no hashes says what to do instead", async () => {
  const { subtle } = crypto;
  Object.defineProperty(crypto, "subtle", { value: undefined, configurable: true });
  answer({ [packs]: { packs: [revealed] } });
  await visit(fairView, { id: "red dog" });
  Object.defineProperty(crypto, "subtle", { value: subtle, configurable: true });
  assert.match(words(root.querySelector(".complaint")), /croupier journal verify/);
  assert.equal(root.querySelector(".verdict"), null);
  assert.equal(words(root.querySelector(".result")), "Not checked by this browser.");
});
