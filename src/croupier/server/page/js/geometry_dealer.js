/**
 * A table from the dealer's side: the picture that the players have, turned by half a turn. The
 * tray is nearest, the dealer's left is on our left, and seat 1 is far left. Whatever is read stays
 * upright: cards, plates, signs.
 */

import { layDesk } from "./geometry_desk.js";
import { layPhone } from "./geometry_phone.js";

/** Baselines lie below the middle of a line of text by about this part of its size. */
const BASELINE = 0.7;
/** The head of a table of odds, above and below its first baseline. */
const SIGN = { above: 11, head: 21, single: 20 };
/** Above the shoe and the rack, where their counts are written: below them is the rail. */
const CAPTION = -50;
/** Stacks rise away from the dealer, towards the plates: no higher than this many chips. */
const LOW = 3;

/** How to turn what lies on a table of this size. */
function turning({ w, h }) {
  const point = (at) => ({ ...at, x: w - at.x, y: h - at.y });
  const box = (at) => ({ ...at, x: w - at.x - at.w, y: h - at.y - at.h });
  const line = (at, size) => ({ ...point(at), y: h - at.y + size * BASELINE });
  return { point, box, line };
}

/** The cards of a place lie from the dealer's left to the right, as the record counts them. */
const turnPlace = (point) => (place) => ({ ...point(place), turned: false });

function turnSign({ h }, point, sign) {
  const many = sign.rows.length > 1;
  const below = many ? SIGN.head + (sign.rows.length - 1) * sign.row : SIGN.single;
  return { ...point(sign), y: h - (sign.y + below) + SIGN.above };
}

/** The button lies on the far corner of a plate: below it are the cards. */
const onPlate = ({ x, y, w, h }) => ({ x: x + w / 2 - 6, y: y - h / 2 });

/** A seat on the arc. Its cards keep their order: turned, each would cover the next one's index. */
function turnSeat(point, seat) {
  return {
    ...seat,
    low: LOW,
    plate: point(seat.plate),
    spots: seat.spots.map(point),
    cards: point(seat.cards),
    button: onPlate(point(seat.plate)),
  };
}

/** A small seat goes to its place across the table as it is. */
function moveSeat(box, seat) {
  const to = box(seat.frame);
  const [dx, dy] = [to.x - seat.frame.x, to.y - seat.frame.y];
  const moved = (at) => ({ ...at, x: at.x + dx, y: at.y + dy });
  return {
    ...seat,
    frame: to,
    plate: moved(seat.plate),
    spots: seat.spots.map(moved),
    cards: moved(seat.cards),
    button: moved(seat.button),
  };
}

/** Where the dealer speaks: beside the tray, between the placard or the tray and the rack. */
function speechSpot(tray, rack, limits, flat) {
  const [left, right] = [flat ? tray.x + tray.w / 2 : limits.x + 61, rack.x - 38 * rack.k];
  const w = Math.min(86, right - left - 8);
  return { x: (left + right) / 2, y: tray.y, w, h: tray.h };
}

const each = (entries, change) =>
  Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, change(one)]));

/** A little nearer to the tray: the names of the places are just above. */
const below = (at) => ({ ...at, y: at.y + 3.5 });

const maybe = (change, at) => (at ? change(at) : at);

/** The geometry of the players' side, seen from the dealer's. */
function turn(g) {
  const { point, box, line } = turning(g);
  const { flat } = g.limits;
  const [tray, rack, limits] = [
    point(g.tray),
    point(g.rack),
    flat ? below(line(g.limits, 11)) : point(g.limits),
  ];
  return {
    ...g,
    turned: true,
    words: speechSpot(tray, rack, limits, flat),
    caption: CAPTION,
    places: each(g.places, turnPlace(point)),
    seats: each(g.seats, (seat) => (seat.frame ? moveSeat(box, seat) : turnSeat(point, seat))),
    signs: g.signs.map((sign) => turnSign(g, point, sign)),
    tray,
    shoe: point(g.shoe),
    rack,
    limits,
    money: maybe(point, g.money),
    dealerButton: point(g.dealerButton),
    scale: maybe(box, g.scale),
    pot: maybe(point, g.pot),
    stakes: maybe(point, g.stakes),
    title: maybe(({ curve, ...at }) => ({ ...line(at, at.size), curve: -curve }), g.title),
  };
}

/**
 * A phone's layout for a box that is lower than it: wider, so that its things are drawn larger. It
 * has no title: its height is needed for the choices.
 */
function layInto(felt, options) {
  const { width, height } = options;
  const lay = (w) => layPhone(felt, { ...options, width: Math.round(w), height: 0 });
  const first = lay(width);
  return height && first.h > height ? lay((first.h * width) / height) : first;
}

/** A felt from the dealer's side; `shape` is that of its box. */
export const layDealer = (shape, felt, options) =>
  turn(shape === "wide" ? layDesk(felt, options) : layInto(felt, options));
