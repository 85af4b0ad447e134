/** The drawing of a table: cards, chips, cloth, plates, and what moves between them. */

import assert from "node:assert/strict";
import test, { before, mock } from "node:test";

import { Scene } from "../../src/croupier/server/page/js/scene.js";
import { blank, fold } from "../../src/croupier/server/page/js/model.js";
import { cardDefs, drawCard } from "../../src/croupier/server/page/js/cards.js";
import { chipPicture, drawStack } from "../../src/croupier/server/page/js/chips.js";
import { drawnInSvg, feltOf, kept, learned, still, widen } from "./tables.js";
import { settle, words } from "./support.js";

before(learned);

const GAMES = ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"];
const all = (box, selector) => [...box.querySelectorAll(selector)];
const translated = ({ x, y }) => `translate(${x}px, ${y}px)`;
const texts = (box, selector) => all(box, selector).map(words);

test("a card shows its rank and suit; ten is written as a number", () => {
  const ten = drawnInSvg(drawCard("Th"));
  assert.equal(words(ten.querySelector(".rank")), "10");
  assert.equal(ten.querySelector(".card").dataset.card, "Th");
  assert.ok(ten.querySelector(".ink.hearts"));
  assert.ok(drawnInSvg(drawCard("4d")).querySelector(".ink.diamonds"));
  assert.ok(drawnInSvg(drawCard("Kc")).querySelector(".ink.clubs .court"));
  assert.equal(drawnInSvg(drawCard("As")).querySelector(".court"), null);
});

test("an unknown card shows its back; one known face down has a folded corner", () => {
  const back = drawnInSvg(drawCard("??", { peeked: true }));
  assert.ok(back.querySelector(".back") && !back.querySelector(".rank"));
  assert.equal(back.querySelector(".peek"), null);
  assert.ok(drawnInSvg(drawCard("As", { peeked: true })).querySelector(".peek"));
  assert.equal(drawnInSvg(drawCard("As")).querySelector(".peek"), null);
  assert.ok(drawnInSvg(drawCard("As", { gone: true })).querySelector(".card.gone"));
  assert.ok(drawnInSvg(cardDefs()).querySelector("pattern#lattice"));
});

test("a stack has a chip for each part of its amount, seven at most, and says its sum", () => {
  const stack = drawnInSvg(drawStack(3600, 10));
  assert.deepEqual(
    all(stack, ".chip").map((chip) => chip.getAttribute("class")),
    ["chip green", "chip red", "chip red", "chip white"],
  );
  assert.deepEqual(texts(stack, ".sum text"), ["$36"]);
  assert.equal(all(drawnInSvg(drawStack(900000, 10)), ".chip").length, 7);
  assert.equal(all(drawnInSvg(drawStack(900000, 10, { tallest: 4 })), ".chip").length, 4);
  assert.equal(drawnInSvg(drawStack(500, 10, { label: false })).querySelector(".sum"), null);
  assert.deepEqual(texts(drawnInSvg(drawStack(500, 10, { label: "+$5" })), ".sum.won text"), [
    "+$5",
  ]);
});

test("a chip to press bears its value", () => {
  const chip = drawnInSvg(chipPicture(2500, "green"));
  assert.deepEqual(texts(chip, "text.value"), ["25"]);
  assert.equal(chip.querySelector("svg").getAttribute("aria-hidden"), "true");
  const size = (value) =>
    Number(drawnInSvg(chipPicture(value, "red")).querySelector("text").getAttribute("font-size"));
  assert.ok(size(50000) < size(5000));
});

/** A scene with a picture in it, as wide and as high as told. */
function scene(
  picture,
  { width = 1200, height = 0, model = fold(picture.events ?? []), ...options } = {},
) {
  widen(width, height);
  const stage = document.createElement("section");
  const box = document.createElement("div");
  stage.append(box);
  document.body.append(stage);
  const drawn = new Scene(box, options);
  drawn.show(picture, feltOf(picture.game), model);
  return { drawn, box, stage };
}

const cardsAt = (box, place) =>
  all(box, ".cards .card")
    .filter((card) => card.dataset.at.startsWith(`${place}#`))
    .map((card) => card.dataset.card);

for (const game of GAMES)
  for (const width of [1200, 390])
    test(`${game} is drawn at ${width} pixels with every card where the server has it`, () => {
      const { asked } = kept(game);
      const { box, drawn, stage } = scene(asked, { width });
      for (const [place, cards] of Object.entries(asked.laid)) {
        const seen = cardsAt(box, place);
        assert.deepEqual(seen, cards, place);
      }
      assert.equal(box.querySelector("svg").classList.contains("tall"), width === 390);
      assert.equal(stage.dataset.cloth, feltOf(game).page.cloth);
      assert.equal(box.querySelector("svg").getAttribute("role"), "img");
      drawn.close();
    });

test("on a desk all seats have a plate; on a phone only those that are taken", () => {
  const { asked } = kept("red-dog");
  assert.deepEqual(texts(scene(asked).box, ".plates .name"), ["Ann (you)", "Bob"]);
  assert.equal(all(scene(asked).box, ".plate").length, 7);
  assert.deepEqual(texts(scene(asked, { width: 390 }).box, ".plates .name"), ["Ann (you)", "Bob"]);
  // Calls and steps name a seat by its number, wherever one stands.
  for (const options of [{}, { width: 390 }, { width: 700, height: 390, filled: true }])
    for (const side of ["", "dealer"]) {
      const { box } = scene(asked, { ...options, side });
      const numbered = all(box, ".plate:not(.free)").map((plate) => [
        words(plate.querySelector(".seat-number").lastChild),
        words(plate.querySelector(".name")).slice(0, 3),
      ]);
      assert.deepEqual(Object.fromEntries(numbered), { 1: "Ann", 3: "Bob" });
    }
});

test("a plate says how much somebody has, and what the round brought", () => {
  const { over } = kept("double-down-stud");
  const { box } = scene(over);
  assert.deepEqual(texts(box, ".plate .purse"), ["$540 +$40", "$460 −$40"]);
  assert.ok(box.querySelector(".plate.up.me"));
  assert.ok(box.querySelector(".plate.down:not(.me)"));
  const { result } = over;
  result.seats[1].net = "0.00";
  result.seats[3].wagers = [];
  const even = scene(over).box;
  assert.deepEqual(texts(even, ".plate .purse"), ["$540 even", "$460 · doubled"]);
  assert.ok(even.querySelector(".plate.even"));
});

test("a plate says in a word what its seat is at", () => {
  const { asked } = kept("red-dog");
  const purse = (changes, { phase = "playing", width } = {}) => {
    const picture = structuredClone(asked);
    Object.assign(picture.seats[3], changes);
    picture.phase = phase;
    return texts(scene(picture, { width }).box, ".plate:not(.me) .purse").at(-1);
  };
  assert.equal(purse({}), "$480");
  assert.equal(purse({ joins: true }), "$480 · next round");
  assert.equal(purse({ leaving: true }), "$480 · leaving");
  assert.equal(purse({ ready: true }, { phase: "wagering" }), "$480 · ready");
  assert.equal(purse({ ready: true }), "$480");
  assert.equal(purse({ state: "passed" }), "$480 · passed");
  assert.equal(purse({ state: "much too long a word" }), "$480");
});

test("a plate shows who is asked, away or folded, and shortens a name", () => {
  const { asked } = kept("red-dog");
  asked.seats[3].name = "Bartholomew the Great";
  asked.seats[3].connected = false;
  asked.awaits = [3];
  const { box } = scene(asked, { model: { ...fold(asked.events), folded: { 3: true } } });
  const plate = box.querySelector(".plate.asked.away.folded");
  assert.equal(words(plate.querySelector(".name")), "Bartholom…");
  assert.equal(all(box, ".plate.asked").length, 1);
  asked.seats[3].name = null;
  assert.deepEqual(texts(scene(asked).box, ".plates .name"), ["Ann (you)", "Seat 3"]);
  asked.seats[3].name = "Bartholomew";
  assert.deepEqual(texts(scene(asked, { width: 390 }).box, ".plate:not(.me) .name"), ["Bartholo…"]);
});

test("somebody who watches an open table may press a free seat; a player may not", () => {
  const { watched, asked } = kept("red-dog");
  const sat = mock.fn();
  const { box } = scene(watched, { onSeat: sat });
  assert.equal(texts(box, ".plate.open")[0], "Sit · 1");
  box.querySelector("[data-sit='4'] text").dispatchEvent(new Event("click", { bubbles: true }));
  assert.deepEqual(sat.mock.calls[0].arguments, [4]);
  assert.equal(scene(asked).box.querySelector("[data-sit]"), null);
  assert.deepEqual(texts(scene(asked).box, ".plate.free")[0], "Seat 2");
  for (const change of [{ open_seats: false }, { phase: "closed" }])
    assert.equal(scene({ ...watched, ...change }).box.querySelector("[data-sit]"), null);
});

test("a house player is marked as one, and leaves the seat to whoever presses it", () => {
  const { watched, asked } = kept("red-dog");
  for (const picture of [watched, asked])
    picture.seats[3] = { ...picture.seats[3], name: "Ada", strategy: "best", connected: false };
  const sat = mock.fn();
  const { box } = scene(watched, { onSeat: sat });
  const plate = box.querySelector(".plate.house.open:not(.away)");
  assert.equal(words(plate.querySelector(".house-sign title")), "house player");
  plate.querySelector(".name").dispatchEvent(new Event("click", { bubbles: true }));
  assert.deepEqual(sat.mock.calls[0].arguments, [3]);
  assert.equal(all(box, ".plate.house").length, 1);
  assert.equal(scene(asked).box.querySelector(".plate.house[data-sit]"), null);
});

test("pressing one of your own areas names its wager; others' areas are not pressed", () => {
  const { asked } = kept("double-cross-poker");
  const pressed = mock.fn();
  const { box } = scene(asked, { onArea: pressed });
  const press = (selector) =>
    box.querySelector(selector).dispatchEvent(new Event("click", { bubbles: true }));
  press(".area[data-seat='1'][data-wager='ante'] text");
  press(".area[data-seat='1'][data-word='horizontal'] rect");
  press(".area[data-seat='3'][data-wager='ante']");
  press(".rail");
  assert.deepEqual(
    pressed.mock.calls.map((call) => call.arguments),
    [
      ["ante", null],
      ["raise", "horizontal"],
    ],
  );
});

test("an own area, or the chips on it, may be taken back from; others' may not", () => {
  const { asked } = kept("double-cross-poker");
  const back = mock.fn();
  const { box } = scene(asked, { onTakeBack: back });
  const other = (selector) => {
    const event = new Event("contextmenu", { bubbles: true, cancelable: true });
    box.querySelector(selector).dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.equal(other(".area[data-seat='1'][data-wager='ante'] text"), true);
  assert.equal(other(".stack[data-seat='1'] .chip"), true);
  assert.equal(other(".area[data-seat='3'][data-wager='ante']"), false);
  assert.equal(other(".rail"), false);
  assert.deepEqual(
    back.mock.calls.map((call) => call.arguments),
    [["ante"], ["ante"]],
  );
});

test("chips on an own area are pressed as the area is; somebody who watches presses none", () => {
  const { asked } = kept("red-dog");
  const pressed = mock.fn();
  const press = (picture) =>
    scene(picture, { onArea: pressed })
      .box.querySelector(".stack[data-seat='1'] .chip")
      .dispatchEvent(new Event("click", { bubbles: true }));
  press(asked);
  press({ ...asked, you: { role: "public", seat: null, viewer: "public" } });
  assert.deepEqual(
    pressed.mock.calls.map((call) => call.arguments),
    [["original", null]],
  );
});

test("areas are printed with their names in short", () => {
  const names = (game) => {
    const { box } = scene(kept(game).asked);
    return texts(box, ".area[data-seat='1']");
  };
  assert.deepEqual(names("red-dog"), ["Original", "Raise"]);
  assert.deepEqual(names("winners-pot-poker"), ["Ante", "Bet", "Double", "JP"]);
  const mini = scene(kept("red-dog").asked, { width: 390 }).box;
  assert.deepEqual(texts(mini, ".area[data-seat='3']"), ["O", "R"]);
});

test("odds, limits and steps are printed, always with to", () => {
  const { box } = scene(kept("red-dog").asked);
  assert.deepEqual(texts(box, ".sign text"), ["Three of a kind", "pays 11 to 1"]);
  assert.deepEqual(texts(box, ".placard text"), [
    "TABLE LIMITS",
    "$5 to $500",
    "PLAY MONEY",
    "worth nothing",
  ]);
  assert.deepEqual(texts(box, ".scale .odds"), ["5 to 1", "4 to 1", "2 to 1", "1 to 1"]);
  assert.deepEqual(texts(box, ".scale .strong").slice(0, 2), ["1", "2"]);
  assert.deepEqual(texts(box, ".title"), ["RED DOG"]);
  assert.deepEqual(texts(box, ".place").filter(Boolean), [
    "Second card",
    "Third card",
    "First card",
  ]);
  const low = scene(kept("red-dog").asked, { width: 390 }).box;
  assert.deepEqual(texts(low, ".posted"), ["Limits: $5 to $500 · play money"]);
  const rows = scene(kept("winners-pot-poker").asked).box;
  assert.equal(texts(rows, ".sign text")[0], "Jacks plus pays");
  assert.ok(texts(rows, ".sign text").includes("Jacks or better"));
  assert.ok(texts(rows, ".sign .odds").includes("400 to 1"));
});

test("chips lie on their areas, and the pot and the dealer's stakes in the middle", () => {
  const { box } = scene(kept("winners-pot-poker").asked);
  assert.deepEqual(texts(box, ".chips .stack"), ["$5", "$5", "$5", "$5", "$5", "$5", "$5", "$10"]);
  assert.deepEqual(
    all(box, ".chips .stack").map((stack) => stack.dataset.seat ?? ""),
    ["1", "1", "3", "1", "3", "", "", ""],
  );
  assert.ok(
    texts(box, ".potted").some((text) => text.includes("POT") && text.includes("dealer's stakes")),
  );
  const { over } = kept("winners-pot-poker");
  const award = over.events.findIndex(({ kind }) => kind === "award");
  const full = scene(over, { model: fold(over.events.slice(0, award - 1)) });
  assert.ok(texts(full.box, ".chips .stack").some((sum) => Number(sum.slice(1)) > 40));
});

test("winnings lie against their stake and say what was won; on a small seat, upon it", () => {
  const { over } = kept("red-dog");
  const { box, drawn } = scene(over);
  const own = all(box, ".chips .stack[data-seat='1']");
  assert.deepEqual(own.map(words), ["", "+$80", "", "+$80"]);
  const { spots, chip: r } = drawn.g.seats[1];
  const [original, raise] = spots;
  const lies = (stack, x, y) =>
    assert.ok(stack.style.transform.startsWith(translated({ x, y })), stack.style.transform);
  lies(own[0], original.x, original.y);
  lies(own[1], original.x + 0.9 * r, original.y - 0.9 * r);
  lies(own[2], raise.x, raise.y);
  lies(own[3], raise.x, raise.y - 1.25 * r);
  const small = scene(over, { width: 390 }).box;
  assert.deepEqual(texts(small, ".chips .stack[data-seat='3']"), ["+$80", "+$80"]);
});

test("a wager of two spots is put half on each, and where a word says", () => {
  const { over } = kept("double-cross-poker");
  const raised = over.events.findLastIndex(({ wager, seat }) => wager === "raise" && seat === 1);
  const model = fold(over.events.filter(({ kind }) => kind === "wager").slice(0, raised));
  const { box } = scene(over, { model });
  const raise = model.chips["1|raise"];
  assert.deepEqual([raise.amount, raise.word], [1000, "vertical"]);
  assert.equal(texts(box, ".chips .stack[data-seat='1']").filter((sum) => sum === "$5").length, 4);
});

test("the marker, the button, the heap and the counts are marked", () => {
  const { drawn, box: dog } = scene(kept("red-dog").over);
  const { scale } = drawn.g;
  const at2 = { x: scale.x + (1.5 * scale.w) / 11, y: scale.y + 13 };
  assert.ok(dog.querySelector(".marker").style.transform.startsWith(translated(at2)));
  assert.deepEqual(texts(dog, ".marker"), ["2"]);
  assert.deepEqual(texts(dog, ".caption"), ["Discards 4", "Shoe 308"]);
  assert.ok(dog.querySelector(".heap"));
  assert.equal(dog.querySelector(".dealer-button"), null);
  const pot = scene(kept("winners-pot-poker").asked).box;
  assert.deepEqual(texts(pot, ".dealer-button"), ["D"]);
  assert.equal(scene(kept("red-dog").over, { width: 390 }).box.querySelector(".caption"), null);
  const at = (button) => {
    const { asked } = kept("winners-pot-poker");
    const model = { ...fold(asked.events), button };
    return scene(asked, { model }).box.querySelector(".dealer-button").style.transform;
  };
  assert.notEqual(at("seat 1"), at("dealer"));
  assert.notEqual(at("seat 1"), at("seat 3"));
  const empty = scene({ ...kept("red-dog").asked, rack: 0 }, { model: blank() }).box;
  assert.equal(empty.querySelector(".heap, .marker"), null);
});

test("the line that the dealer plays is shown on its places", () => {
  const { over } = kept("double-cross-poker");
  const { box } = scene(over, { model: { ...fold(over.events), line: "vertical" } });
  assert.deepEqual(
    all(box, ".place.played")
      .map((place) => place.dataset.place)
      .sort(),
    ["center", "far", "near"],
  );
});

test("own cards are seen face down; others' only where all cards are open", () => {
  const { asked } = kept("winners-pot-poker");
  assert.ok(scene(asked).box.querySelector("[data-at='seat 1#0'] .peek"));
  const dealt = fold(asked.events);
  dealt.places["seat 3"][0].card = "Qc";
  const seen = (picture, options) =>
    cardsAt(scene(picture, { model: dealt, ...options }).box, "seat 3")[0];
  assert.equal(seen(asked), "??");
  assert.equal(seen(asked, { all: true }), "Qc");
  assert.equal(seen({ ...asked, you: { role: "surveillance", viewer: "surveillance" } }), "Qc");
});

test("where your own cards will lie is written there until they come", () => {
  const { asked, wagering } = kept("double-down-stud");
  const hidden = (picture) =>
    scene(picture, { width: 390 }).box.querySelector(".hand-label").classList.contains("hidden");
  assert.equal(hidden(asked), true);
  assert.equal(hidden({ ...wagering, events: [] }), false);
});

test("the areas that a choice would use are lit, and its line of cards", () => {
  const { drawn, box } = scene(kept("double-cross-poker").asked);
  drawn.light("raise", "vertical");
  assert.deepEqual(
    all(box, ".area.lit").map(({ dataset }) => [dataset.seat, dataset.word]),
    [
      ["1", "vertical"],
      ["1", "vertical"],
    ],
  );
  assert.equal(all(box, ".place.lit").length, 3);
  drawn.light("ante", null);
  assert.deepEqual(
    all(box, ".lit").map(({ dataset }) => dataset.wager),
    ["ante"],
  );
  drawn.light(null, null);
  assert.equal(box.querySelector(".lit"), null);
});

test("what is lit stays with its seat when another one is laid out before it", () => {
  const { asked } = kept("red-dog");
  const { drawn, box } = scene(asked, { width: 390 });
  const lit = () => all(box, ".area.lit").map(({ dataset }) => [dataset.seat, dataset.wager]);
  drawn.light("raise", null);
  assert.deepEqual(lit(), [["1", "raise"]]);
  const seats = { ...asked.seats, 2: { ...asked.seats[3], name: "Cleo" } };
  drawn.show({ ...asked, seats }, feltOf("red-dog"), drawn.model);
  assert.deepEqual(lit(), [["1", "raise"]]);
  drawn.show({ ...asked, seats, you: { ...asked.you, seat: 2 } }, feltOf("red-dog"), drawn.model);
  assert.deepEqual(lit(), [["2", "raise"]]);
  drawn.light(null, null);
  assert.deepEqual(lit(), []);
});

test("the cloth is drawn again only when something on it has changed", () => {
  const { asked } = kept("red-dog");
  const { drawn, box } = scene(asked);
  const cloth = box.querySelector(".cloth .felt");
  drawn.show({ ...asked, rack: 9 }, feltOf("red-dog"), drawn.model);
  assert.equal(box.querySelector(".cloth .felt"), cloth);
  assert.equal(texts(box, ".caption")[0], "Discards 9");
  drawn.show(
    { ...asked, limits: { minimum: "10.00", maximum: "20.00" } },
    feltOf("red-dog"),
    drawn.model,
  );
  assert.ok(texts(box, ".placard text").includes("$10 to $20"));
  widen(390);
  drawn.fit();
  assert.equal(box.querySelector("svg").getAttribute("viewBox").split(" ")[2], "390");
});

const sizeOf = (box) =>
  box.querySelector("svg").getAttribute("viewBox").split(" ").slice(2).map(Number);

test("a felt that fills its box is laid out for its shape", () => {
  const { asked } = kept("red-dog");
  const filled = (width, height) => scene(asked, { width, height, filled: true });
  const shapes = [
    [1200, 600, "wide", false],
    [390, 500, "tall", true],
    [640, 300, "flat", true],
  ];
  for (const [width, height, shape, tall] of shapes) {
    const { box, stage, drawn } = filled(width, height);
    assert.equal(stage.dataset.shape, shape);
    assert.equal(box.querySelector("svg").classList.contains("tall"), tall);
    if (shape !== "wide") assert.equal(sizeOf(box)[0], width);
    drawn.close();
  }
});

test("a felt that is higher than its box is drawn smaller, down to four fifths", () => {
  const { asked } = kept("red-dog");
  const least = (options) => {
    const { box } = scene(asked, options);
    return [box.querySelector("svg").style.minHeight, sizeOf(box)[1]];
  };
  const [high, h] = least({ width: 390, height: 340, filled: true });
  assert.ok(h > 300);
  assert.equal(high, `${Math.floor(0.8 * h)}px`);
  assert.equal(least({ width: 1200, height: 300, filled: true })[0], "");
  assert.equal(least({ width: 390, height: 300 })[0], "");
});

test("a tall felt in a wide box is enlarged, and laid out for less", () => {
  const { asked } = kept("red-dog");
  const { box } = scene(asked, { width: 756, height: 1000, filled: true });
  assert.equal(sizeOf(box)[0], 540);
  const enlarged = box.querySelector("svg").style.minHeight;
  assert.equal(enlarged, `${Math.floor(0.8 * sizeOf(box)[1] * 1.4)}px`);
});

test("a window that only gets lower, as under a keyboard, changes nothing", () => {
  const { asked } = kept("red-dog");
  const { drawn, box, stage } = scene(asked, { width: 390, height: 600, filled: true });
  const [, high] = sizeOf(box);
  widen(390, 300);
  drawn.fit();
  assert.equal(sizeOf(box)[1], high);
  widen(640, 300);
  drawn.fit();
  assert.equal(stage.dataset.shape, "flat");
});

test("on a phone's side winnings lie upon their stake", () => {
  const { over } = kept("red-dog");
  const { box } = scene(over, { width: 640, height: 300, filled: true });
  assert.deepEqual(texts(box, ".chips .stack[data-seat='1']"), ["+$80", "+$80"]);
});

test("an empty scene has nothing to fit", () => {
  const box = document.createElement("div");
  const empty = new Scene(box);
  empty.fit();
  assert.equal(empty.own, null);
  assert.equal(box.querySelector("svg").hasAttribute("viewBox"), false);
});

// --- what moves -------------------------------------------------------------

/** Write down what is animated: the class of what moves, from where to where, how long. */
function recorded() {
  const moved = [];
  mock.method(Element.prototype, "animate", function animate(frames, { duration }) {
    moved.push({
      what: this.getAttribute("class") ?? this.firstElementChild?.getAttribute("class"),
      card: this.dataset.card ?? this.querySelector?.("[data-card]")?.dataset.card,
      from: frames[0].transform,
      to: frames[1].transform,
      duration,
    });
    return { finished: Promise.resolve() };
  });
  return moved;
}

test("a card flies from the shoe to its place, face down unless it is dealt face up", async () => {
  const moved = recorded();
  const { drawn, box } = scene(kept("red-dog").asked);
  await drawn.move({ kind: "deal", place: "middle", card: "5h", up: true }, 240);
  await drawn.move({ kind: "deal", place: "middle", card: "5h", up: false }, 240);
  await drawn.move({ kind: "deal", place: "nowhere", card: "5h" }, 240);
  assert.deepEqual(
    moved.map(({ card, duration }) => [card, duration]),
    [
      ["5h", 240],
      ["??", 240],
    ],
  );
  assert.ok(moved[0].from.startsWith(translated(drawn.g.shoe)));
  assert.ok(moved[0].to.startsWith(translated(drawn.g.places.middle)));
  assert.equal(box.querySelector(".flying").childElementCount, 0);
  await drawn.move({ kind: "burn", card: "??" }, 220);
  assert.ok(moved[2].to.startsWith(translated(drawn.g.rack)));
});

test("chips go between a seat and its area, the tray and the pot", async () => {
  const moved = recorded();
  const { drawn } = scene(kept("winners-pot-poker").asked);
  const { seats, tray, pot, stakes } = drawn.g;
  const spot = (wager) => seats[1].spots.find((one) => one.wager === wager);
  const way = async (event) => {
    await drawn.move({ amount: "5.00", ...event }, 100);
    const { from, to } = moved.at(-1);
    return [from, to].map((text) => text.split(" rotate")[0]);
  };
  assert.deepEqual(await way({ kind: "wager", seat: 1, wager: "bet" }), [
    translated(seats[1].plate),
    translated(spot("bet")),
  ]);
  assert.deepEqual(await way({ kind: "pay", seat: 1, wager: "jacks-plus" }), [
    translated(tray),
    translated(spot("jacks-plus")),
  ]);
  assert.deepEqual(await way({ kind: "to-pot", seat: 1, wager: "ante" }), [
    translated(spot("ante")),
    translated(pot),
  ]);
  const bet = { x: stakes.x, y: stakes.y };
  assert.deepEqual(await way({ kind: "to-pot", wager: "bet" }), [translated(bet), translated(pot)]);
  assert.deepEqual(await way({ kind: "award", seat: 1 }), [
    translated(pot),
    translated(seats[1].plate),
  ]);
  assert.deepEqual(await way({ kind: "award" }), [translated(pot), translated(tray)]);
  assert.deepEqual(await way({ kind: "stake", wager: "ante" }), [
    translated(tray),
    translated({ ...bet, x: stakes.x - stakes.pitch }),
  ]);
  assert.deepEqual(await way({ kind: "wager", seat: 99, wager: "bet" }), [
    translated(tray),
    translated(tray),
  ]);
});

test("a card that is turned folds away, and unfolds with its face", async () => {
  const moved = recorded();
  const { drawn } = scene(kept("double-down-stud").asked);
  await drawn.move({ kind: "turn", place: "hole", cards: ["9c"] }, 400);
  drawn.unfold({ kind: "turn", place: "hole" }, 400);
  assert.equal(moved.length, 2);
  assert.ok(moved.every(({ duration }) => duration === 200));
  assert.match(moved[0].to, /scaleX\(0\)$/);
  assert.match(moved[1].from, /scaleX\(0\)$/);
});

test("nothing moves for those who do not want it, or when there is no time", async () => {
  const moved = recorded();
  const { drawn } = scene(kept("red-dog").asked);
  const event = { kind: "deal", place: "middle", card: "5h" };
  await drawn.move(event, 29);
  drawn.unfold({ kind: "turn", place: "left" }, 29);
  still();
  await drawn.move(event, 400);
  drawn.unfold({ kind: "turn", place: "left" }, 400);
  still(false);
  await drawn.move({ kind: "announce", text: "No more bets" }, 700);
  assert.equal(moved.length, 0);
  await drawn.move(event, 30);
  drawn.unfold({ kind: "turn", place: "left" }, 30);
  assert.equal(moved.length, 2);
  await settle();
});
