/** Where everything lies: on the half-round of a desk, on a phone, and on a phone's side. */

import assert from "node:assert/strict";
import test from "node:test";

import { feltOf, kept } from "./tables.js";
import { layDesk } from "../../src/croupier/server/page/js/geometry_desk.js";
import { layFlat } from "../../src/croupier/server/page/js/geometry_flat.js";
import { layPhone } from "../../src/croupier/server/page/js/geometry_phone.js";
import * as geometry from "../../src/croupier/server/page/js/geometry.js";

const GAMES = ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"];
const near = (one, other) => assert.ok(Math.abs(one - other) < 0.01, `${one}, not ${other}`);
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

const desk = (game, seats = [1, 2, 3, 4, 5, 6]) => {
  const felt = feltOf(game);
  const odds = geometry.postedOdds(felt, kept(game).asked.payouts);
  return layDesk(felt, { seats, odds });
};
const phone = (game, { seats = [1, 2, 3, 4, 5, 6], own = 1, width = 390, height = 844 } = {}) =>
  layPhone(feltOf(game), { seats, own, width, height });
const flat = (game, { seats = [1, 2, 3, 4, 5, 6], own = 1, width = 640, height = 380 } = {}) =>
  layFlat(feltOf(game), { seats, own, width, height });

for (const game of GAMES)
  for (const [name, lay] of [
    ["a desk", desk],
    ["a phone", phone],
    ["a phone on its side", flat],
  ])
    test(`on ${name} ${game} lies inside its table and nothing covers another`, () => {
      const g = lay(game);
      const seats = Object.values(g.seats);
      assert.deepEqual(Object.keys(g.seats), ["1", "2", "3", "4", "5", "6"]);
      const spots = seats.flatMap((seat) =>
        seat.mini
          ? [...new Map(seat.spots.map((spot) => [spot.wager, spot])).values()]
          : seat.spots,
      );
      for (const { x, y, r } of spots)
        assert.ok(x - r >= 0 && x + r <= g.w && y - r >= 0 && y + r <= g.h, "a spot is outside");
      spots.forEach((spot, i) =>
        spots
          .slice(i + 1)
          .forEach((other) => assert.ok(apart(spot, other) >= spot.r + other.r - 1)),
      );
      for (const place of Object.values(g.places)) {
        const half = (place.n * place.card) / 2;
        assert.ok(place.x - half >= 0 && place.x + half <= g.w && place.y <= g.h);
      }
      for (const { plate } of seats)
        assert.ok(plate.x - plate.w / 2 >= 0 && plate.x + plate.w / 2 <= g.w && plate.y <= g.h);
    });

test("on a desk the button covers neither cards nor another plate", () => {
  for (const game of GAMES) {
    const { seats, h } = desk(game);
    for (const { button, cards, plate } of Object.values(seats)) {
      assert.ok(button.y - 11 > cards.y + cards.card * 0.7, "it lies below the cards");
      assert.ok(button.y + 11 < h);
      for (const other of Object.values(seats).filter((one) => one.plate !== plate)) {
        const across = Math.abs(button.x - other.plate.x) - other.plate.w / 2;
        const down = Math.abs(button.y - other.plate.y) - other.plate.h / 2;
        assert.ok(Math.max(across, down) > 11, "it is clear of the other plates");
      }
    }
  }
});

test("on a phone the button lies on a plate, clear of the cards", () => {
  for (const game of GAMES)
    for (const lay of [phone, flat])
      for (const { button, cards, plate } of Object.values(lay(game).seats)) {
        assert.ok(Math.abs(button.x - plate.x) + 10 <= plate.w / 2);
        assert.ok(Math.abs(button.y - plate.y) <= plate.h / 2);
        assert.ok(!cards.n || Math.abs(button.y - cards.y) > cards.card * 0.7 + 11);
      }
});

test("people sit opposite the dealer: the dealer's left is on our right", () => {
  const { places, seats } = desk("double-cross-poker");
  assert.ok(places.left.x > places.center.x && places.center.x > places.right.x);
  assert.ok(places.far.y > places.center.y && places.center.y > places.near.y);
  assert.ok(places.dealer.x > places.center.x);
  assert.ok(seats[1].plate.x > seats[6].plate.x);
  assert.equal(desk("red-dog").places.middle.x, 480);
});

test("the seats lie on an arc, lowest in the middle, and lean towards the dealer", () => {
  const { seats } = desk("red-dog", [1, 2, 3, 4, 5]);
  near(seats[3].plate.y, 563);
  near(seats[1].plate.y, seats[5].plate.y);
  assert.ok(seats[1].plate.y < seats[2].plate.y && seats[2].plate.y < seats[3].plate.y);
  assert.ok(seats[1].cards.angle < 0 && seats[5].cards.angle > 0);
  near(seats[1].plate.x - seats[2].plate.x, 128);
});

test("nine seats stand closer together, with smaller areas", () => {
  const few = desk("red-dog", [1, 2, 3]);
  const many = desk("red-dog", [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  near(many.seats[1].plate.x - many.seats[2].plate.x, 100);
  assert.ok(many.seats[1].chip < few.seats[1].chip);
  assert.equal(many.seats[1].plate.w, 94);
  assert.equal(few.seats[1].plate.w, 118);
});

test("odds are posted where no cards lie", () => {
  assert.deepEqual(
    desk("winners-pot-poker").signs.map(({ name, x }) => [name, x]),
    [["jacks-plus", 736]],
  );
  const cross = desk("double-cross-poker");
  assert.deepEqual(
    cross.signs.map(({ name, x, y }) => [name, x, y]),
    [
      ["raise", 402, 98],
      ["three-card", 558, 98],
      ["ante", 558, 98 + 5 * 15.5 + 56],
    ],
  );
  assert.deepEqual([cross.title.y, cross.title.size], [318, 18]);
  const alone = desk("red-dog").signs;
  assert.deepEqual([alone[0].name, alone[0].x, alone[0].y], ["three-of-a-kind", 736, 104]);
});

test("scale and pot lie below the cards in the middle", () => {
  const { scale, places } = desk("red-dog");
  assert.ok(scale.y > places.middle.y + (places.middle.card * 1.4) / 2);
  assert.deepEqual([scale.x, scale.w, scale.steps], [225, 510, [1, 11]]);
  const { pot, stakes, title } = desk("winners-pot-poker");
  const { dealer } = desk("winners-pot-poker").places;
  assert.equal(pot.x, 480);
  assert.ok(pot.y - pot.r > dealer.y + (dealer.card * 1.4) / 2);
  assert.ok(stakes.x < pot.x && title.y > pot.y);
});

test("posted are the felt's own tables, or all, and never what is a scale", () => {
  const { payouts } = kept("red-dog").asked;
  const names = (felt) => geometry.postedOdds(felt, payouts).map(([name]) => name);
  assert.deepEqual(names(feltOf("red-dog")), ["three-of-a-kind"]);
  assert.deepEqual(names({}), ["spread", "three-of-a-kind"]);
  assert.deepEqual(names({ payouts: { post: ["no-such"] } }), []);
});

test("a felt that says nothing of the page has its areas in a row, its rows in the middle", () => {
  const felt = { areas: { wagers: ["ante", "play"] }, rows: [{ places: ["dealer"] }] };
  assert.deepEqual(geometry.areasOf(felt), [
    { wager: "ante", spots: [[-0.55, 0]] },
    { wager: "play", spots: [[0.55, 0]] },
  ]);
  assert.deepEqual(geometry.groupsOf(felt), [{ at: "middle", rows: [["dealer"]] }]);
  assert.deepEqual(geometry.groupsOf({}), []);
  assert.deepEqual(geometry.areasOf({}), []);
});

test("cards lie side by side around the middle of their place, from the dealer's left", () => {
  const place = { x: 100, y: 50, card: 40, step: 44, n: 3, turned: true };
  assert.deepEqual(
    [0, 1, 2].map((i) => geometry.slot(place, i, 3).x),
    [144, 100, 56],
  );
  assert.deepEqual(geometry.slot({ ...place, turned: false }, 0, 1), {
    x: 56,
    y: 50,
    card: 40,
    angle: 0,
  });
});

test("a hand that needs more room than it has is pushed together", () => {
  const hand = { x: 100, y: 50, card: 40, step: 44, n: 2, room: 100 };
  near(geometry.slot(hand, 1, 2).x - geometry.slot(hand, 0, 2).x, 44);
  near(geometry.slot(hand, 3, 4).x - geometry.slot(hand, 2, 4).x, 20);
  assert.equal(geometry.slot({ ...hand, n: 1 }, 0, 1).x, 100);
  const leaning = geometry.slot({ ...hand, angle: 90 }, 1, 2);
  near(leaning.x, 100);
  near(leaning.y, 72);
  assert.equal(leaning.angle, 90);
});

test("the cards of a group are as large as its room allows, across and down", () => {
  const felt = { cards: { open: 3 } };
  const group = { rows: [["hole", "open"], ["hole"]] };
  assert.equal(geometry.cardsAcross(group, felt), 4);
  assert.equal(geometry.cardWidth(group, felt, 104, 1000, 8), 20);
  near(geometry.cardWidth(group, felt, 1000, 148, 8), 50);
  const open = geometry.layGroup({ rows: [["open"]] }, felt, { x: 0, y: 0, card: 10, gap: 2 });
  assert.equal(open.width, 32);
  const laid = geometry.layGroup(
    {
      rows: [
        ["a", "b"],
        ["c", ""],
      ],
    },
    {},
    { x: 0, y: 0, card: 10, gap: 2 },
  );
  assert.deepEqual([laid.width, laid.height], [22, 30]);
  assert.deepEqual(Object.keys(laid.places), ["c", "b", "a"]);
  near(laid.places.b.x, -6);
  near(laid.places.b.y, 23);
  assert.equal(laid.places.b.labelled, false);
});

test("areas turn with their seat, or lie sideways", () => {
  const felt = { page: { areas: [{ wager: "ante", spots: [[1, 0]] }] } };
  const [straight] = geometry.spotsOf(felt, 0, 0, 10);
  assert.deepEqual([straight.x, straight.y, straight.r, straight.shape], [10, 0, 4.5, "circle"]);
  const [turned] = geometry.spotsOf(felt, 0, 0, 10, { angle: 90 });
  near(turned.x, 0);
  near(turned.y, 10);
  const [sideways] = geometry.spotsOf(felt, 0, 0, 10, { sideways: true });
  near(sideways.y, -10);
  assert.deepEqual(geometry.reach(felt), { left: 0.5, right: 1.5, down: -0.5, up: 0.5 });
  assert.deepEqual(geometry.reach(felt, true), { left: -0.5, right: 0.5, down: 0.5, up: 1.5 });
});

test("on a phone your seat is large and below, the others small and above", () => {
  const { seats, w, h } = phone("double-cross-poker");
  assert.equal(w, 390);
  assert.equal(seats[1].own, true);
  assert.ok(
    Object.values(seats).every(
      (seat) => seat.own || (seat.mini && seat.plate.y < seats[1].frame.y),
    ),
  );
  assert.ok(seats[1].cards.card > seats[2].cards.card);
  assert.ok(seats[1].plate.y < h);
  assert.ok(seats[6].plate.x < seats[5].plate.x);
});

test("whoever only watches on a phone sees all seats small", () => {
  const { seats } = phone("red-dog", { own: null });
  assert.ok(Object.values(seats).every((seat) => seat.mini));
});

test("a high window spends its room on the title and on your seat", () => {
  const low = phone("red-dog", { height: 500 });
  const high = phone("red-dog", { height: 2000 });
  assert.equal(low.title, undefined);
  assert.equal(high.title.size, 16);
  assert.ok(high.h > low.h);
  assert.ok(high.seats[1].chip > low.seats[1].chip);
});

test("small seats have one spot for each wager, in two rows where there are four", () => {
  const rows = (game) => new Set(phone(game).seats[2].spots.map(({ y }) => y)).size;
  assert.equal(rows("winners-pot-poker"), 2);
  assert.equal(rows("double-cross-poker"), 1);
  const spots = phone("double-cross-poker").seats[2].spots;
  assert.equal(spots[1].x, spots[2].x);
  assert.ok(spots.every((spot) => spot.mini && spot.of === 1));
});

test("wide phones have four of the others in a row", () => {
  const rows = (width) =>
    new Set(
      Object.values(phone("red-dog", { width, own: 1 }).seats)
        .filter((s) => s.mini)
        .map((s) => s.plate.y),
    ).size;
  assert.deepEqual([rows(390), rows(700)], [2, 2]);
  const four = phone("red-dog", { width: 700, seats: [1, 2, 3, 4, 5] });
  assert.equal(new Set([2, 3, 4, 5].map((seat) => four.seats[seat].plate.y)).size, 1);
  assert.equal(
    new Set(
      [2, 3, 4, 5].map((seat) => phone("red-dog", { seats: [1, 2, 3, 4, 5] }).seats[seat].plate.y),
    ).size,
    2,
  );
});

test("an empty table on a phone is only the dealer's side", () => {
  const { seats, scale, pot, h } = phone("red-dog", { seats: [], own: null });
  assert.deepEqual(seats, {});
  assert.ok(scale.y < h);
  assert.equal(pot, undefined);
  assert.ok(phone("winners-pot-poker").pot.r === 28);
});

test("the dealer's stakes lie on the felt, also on the narrowest phone", () => {
  for (const width of [320, 390]) {
    const { stakes, pot } = phone("winners-pot-poker", { width });
    assert.ok(stakes.x - stakes.pitch >= 20, `the first at ${width}`);
    assert.ok(stakes.x + stakes.pitch + 20 < pot.x - pot.r, `the last at ${width}`);
  }
});

// --- the shape of a box -------------------------------------------------------

test("a box is wide, tall, or flat, by its width and what it is to its height", () => {
  const shape = (...box) => geometry.shapeOf(...box).shape;
  assert.equal(shape(1280, 560), "wide");
  assert.equal(shape(740, 500), "wide");
  assert.equal(shape(739, 500), "flat");
  assert.equal(shape(700, 560), "tall");
  assert.equal(shape(701, 560), "flat");
  assert.equal(shape(390, 500), "tall");
  assert.equal(shape(768, 700), "tall");
  assert.equal(shape(770, 700), "wide");
});

test("a box without a height of its own is wide or tall by its width alone", () => {
  assert.equal(geometry.shapeOf(1280, 0).shape, "wide");
  assert.equal(geometry.shapeOf(739, 0).shape, "tall");
});

test("a tall table grows with a box that is wider than a phone, by half at most", () => {
  const zoom = (...box) => geometry.shapeOf(...box).zoom;
  assert.equal(zoom(390, 600), 1);
  assert.equal(zoom(540, 800), 1);
  near(zoom(648, 900), 1.2);
  assert.equal(zoom(1000, 1200), 1.5);
  assert.equal(zoom(700, 500), 1);
  assert.equal(zoom(1280, 700), 1);
});

// --- a phone on its side ------------------------------------------------------

test("on a phone's side the dealer is on the left and all seats are on the right", () => {
  for (const game of GAMES)
    for (const width of [480, 560, 640, 720]) {
      const { places, seats, shoe, rack, tray, limits, scale, w } = flat(game, { width });
      const middle = Math.round(width * 0.55);
      assert.equal(w, width);
      for (const { x } of [...Object.values(places), shoe, rack, tray, limits])
        assert.ok(x < middle, `${game}: the dealer's things`);
      if (scale) assert.ok(scale.x + scale.w <= middle);
      for (const { frame, plate, spots, cards, button } of Object.values(seats)) {
        assert.ok(frame.x >= middle && frame.x + frame.w <= width, `${game}: a seat`);
        for (const { x } of [plate, cards, button, ...spots])
          assert.ok(x > middle && x < width, `${game}: what lies at a seat`);
      }
    }
});

test("on a phone's side your seat is below the others, and winnings lie upon their stake", () => {
  const { seats } = flat("double-cross-poker", { seats: [1, 2, 3] });
  assert.ok(seats[1].own && !seats[1].mini);
  assert.ok([2, 3].every((seat) => seats[seat].frame.y < seats[1].frame.y));
  assert.ok(Object.values(seats).every(({ stacked }) => stacked));
  assert.equal(phone("double-cross-poker").seats[1].stacked, undefined);
});

test("a box on its side that is high enough gives its room to your seat", () => {
  const seat = (height) => flat("double-down-stud", { seats: [1], height }).seats[1];
  assert.ok(seat(600).cards.card > seat(200).cards.card);
  assert.equal(flat("red-dog", { seats: [1], height: 600 }).h, 600);
  assert.ok(flat("red-dog", { height: 100 }).h > 100);
});

test("an empty table on its side is only the dealer's", () => {
  const { seats, h } = flat("winners-pot-poker", { seats: [], own: null });
  assert.deepEqual(seats, {});
  assert.ok(h >= 380);
});
