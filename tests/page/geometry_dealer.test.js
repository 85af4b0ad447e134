/** The table from the dealer's side: the same things, across the table, and all of them upright. */

import assert from "node:assert/strict";
import test from "node:test";

import { feltOf, kept } from "./tables.js";
import { layDealer } from "../../src/croupier/server/page/js/geometry_dealer.js";
import { layDesk } from "../../src/croupier/server/page/js/geometry_desk.js";
import { layPhone } from "../../src/croupier/server/page/js/geometry_phone.js";
import { postedOdds, slot } from "../../src/croupier/server/page/js/geometry.js";

const GAMES = ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"];

const options = (game, more = {}) => ({
  seats: [1, 2, 3, 4, 5, 6],
  odds: postedOdds(feltOf(game), kept(game).asked.payouts),
  own: null,
  width: 390,
  height: 844,
  ...more,
});
const desk = (game) => layDealer("wide", feltOf(game), options(game));
const phone = (game, more) => layDealer("tall", feltOf(game), options(game, more));

for (const game of GAMES)
  for (const [name, lay] of [
    ["a desk", desk],
    ["a phone", phone],
  ]) {
    test(`on ${name} the dealer of ${game} has the tray nearest and seat 1 far left`, () => {
      const g = lay(game);
      const seats = Object.values(g.seats);
      assert.ok(seats.every(({ plate, cards }) => plate.y < g.tray.y && cards.y < g.tray.y));
      assert.ok(Object.values(g.places).every(({ y }) => y < g.tray.y));
      assert.ok(g.seats[1].plate.x < g.seats[2].plate.x);
      assert.ok(g.shoe.x < g.w / 2 && g.rack.x > g.w / 2, "the shoe is at the dealer's left");
    });

    test(`on ${name} nothing of ${game} lies outside or on top of something else`, () => {
      const g = lay(game);
      const seats = Object.values(g.seats);
      const spots = seats.flatMap((seat) =>
        seat.mini
          ? [...new Map(seat.spots.map((spot) => [spot.wager, spot])).values()]
          : seat.spots,
      );
      for (const { x, y, r } of spots)
        assert.ok(x - r >= 0 && x + r <= g.w && y - r >= 0 && y + r <= g.h);
      spots.forEach((spot, i) =>
        spots
          .slice(i + 1)
          .forEach((other) =>
            assert.ok(Math.hypot(spot.x - other.x, spot.y - other.y) >= spot.r + other.r - 1),
          ),
      );
      const lowest = Math.max(...spots.map(({ y, r }) => y + r));
      const signs = g.signs.map(({ y, rows, row }) => [y - 11, y + 21 + (rows.length - 1) * row]);
      for (const [top, bottom] of signs) assert.ok(top > lowest - 40 && bottom < g.h - 20);
      for (const { y, card } of Object.values(g.places))
        assert.ok(y + card * 0.7 <= g.tray.y - g.tray.h / 2, "cards lie above the tray");
    });
  }

test("left and right, near and far are the dealer's own", () => {
  for (const { places } of [desk("double-cross-poker"), phone("double-cross-poker")]) {
    assert.ok(places.left.x < places.center.x && places.center.x < places.right.x);
    assert.ok(places.far.y < places.center.y && places.center.y < places.near.y);
  }
  const { left, middle, right } = desk("red-dog").places;
  assert.ok(left.x < middle.x && middle.x < right.x);
});

test("the cards of a place lie from the dealer's left to the right", () => {
  const { dealer } = desk("winners-pot-poker").places;
  const xs = [0, 1, 2, 3, 4].map((i) => slot(dealer, i, 5).x);
  assert.deepEqual(
    xs,
    [...xs].sort((a, b) => a - b),
  );
});

test("a seat's own areas are seen from across the table, its cards can be read", () => {
  const [seen, own] = [desk("red-dog"), layDesk(feltOf("red-dog"), options("red-dog"))];
  const spot = (g) => g.seats[3].spots.map(({ wager, x, y }) => [wager, x, y]);
  assert.deepEqual(
    spot(seen),
    spot(own).map(([wager, x, y]) => [wager, own.w - x, own.h - y]),
  );
  const cards = desk("winners-pot-poker").seats[1].cards;
  assert.ok(slot(cards, 0, 5).x < slot(cards, 1, 5).x, "no card covers the next one's index");
});

test("scale, pot, title and odds stand where the dealer reads them", () => {
  const { scale, places, title } = desk("red-dog");
  assert.deepEqual([scale.x, scale.w], [225, 510]);
  assert.ok(scale.y + scale.h < places.middle.y - places.middle.card * 0.7);
  assert.ok(title.curve < 0 && title.y < scale.y);
  const { pot, stakes, places: dealt } = desk("winners-pot-poker");
  assert.ok(pot.y + pot.r < dealt.dealer.y - dealt.dealer.card * 0.7 && stakes.x > pot.x);
  assert.equal(phone("red-dog").title, undefined, "a phone has no room for a title");
});

test("in a low box the layout is wider, so that it is drawn larger", () => {
  const roomy = phone("double-cross-poker");
  const low = layDealer(
    "flat",
    feltOf("double-cross-poker"),
    options("double-cross-poker", { height: 250 }),
  );
  assert.ok(low.w > roomy.w && low.w / low.h > roomy.w / roomy.h);
  assert.ok(Math.min(390 / low.w, 250 / low.h) >= 250 / roomy.h);
});

test("the dealer speaks beside the tray, and the button lies on the corner of a plate", () => {
  for (const g of [...GAMES.map(desk), ...GAMES.map((game) => phone(game))]) {
    const { words, tray, rack } = g;
    assert.ok(words.x - words.w / 2 > tray.x + tray.w / 2, "it does not cover the tray");
    assert.ok(words.x + words.w / 2 < rack.x - 38 * rack.k, "it does not cover the rack");
    assert.ok(words.w > 20);
  }
  const { plate, button, cards } = desk("winners-pot-poker").seats[2];
  assert.ok(button.y < plate.y && button.y + 11 < cards.y - cards.card * 0.7);
});

test("on a phone the seats go across the table as they are", () => {
  const [seen, own] = [
    phone("double-cross-poker"),
    layPhone(feltOf("double-cross-poker"), options("double-cross-poker", { height: 0 })),
  ];
  for (const n of [1, 6]) {
    const [here, there] = [seen.seats[n], own.seats[n]];
    assert.equal(here.plate.y - here.frame.y, there.plate.y - there.frame.y);
    assert.equal(here.frame.y, own.h - there.frame.y - there.frame.h);
  }
  assert.equal(seen.h, own.h);
});
