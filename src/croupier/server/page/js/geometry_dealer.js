/**
 * A table from the dealer's side: the picture that the players have, turned by half a turn. The
 * tray is nearest, the dealer's left is on our left, and seat 1 is far left. Whatever is read stays
 * upright: cards, plates, signs.
 */

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

/** A seat on the arc. Its cards keep their order: turned, each would cover the next one's index. */
function turnSeat(point, seat) {
  return {
    ...seat,
    low: LOW,
    plate: point(seat.plate),
    spots: seat.spots.map(point),
    cards: point(seat.cards),
    button: point(seat.button),
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

const each = (entries, change) =>
  Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, change(one)]));

const maybe = (change, at) => (at ? change(at) : at);

/** The geometry of the players' side, seen from the dealer's. */
function turn(g) {
  const { point, box, line } = turning(g);
  const { flat } = g.limits;
  return {
    ...g,
    turned: true,
    caption: CAPTION,
    places: each(g.places, turnPlace(point)),
    seats: each(g.seats, (seat) => (seat.frame ? moveSeat(box, seat) : turnSeat(point, seat))),
    signs: g.signs.map((sign) => turnSign(g, point, sign)),
    tray: point(g.tray),
    shoe: point(g.shoe),
    rack: point(g.rack),
    limits: flat ? line(g.limits, 11) : point(g.limits),
    money: maybe(point, g.money),
    dealerButton: point(g.dealerButton),
    scale: maybe(box, g.scale),
    pot: maybe(point, g.pot),
    stakes: maybe(point, g.stakes),
    title: maybe(({ curve, ...at }) => ({ ...line(at, at.size), curve: -curve }), g.title),
  };
}

/**
 * A felt from the dealer's side; `lay` lays it out for the players. A phone's layout has no title
 * there: its height is needed for the choices.
 */
export const layDealer = (lay, felt, options) => turn(lay(felt, { ...options, height: 0 }));
