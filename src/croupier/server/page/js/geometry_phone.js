/** A table on a phone, in pixels: the dealer above, other seats small, one's own large below. */

import { areasOf, cardWidth, cardsAcross, groupsOf, layGroup, reach, spotsOf } from "./geometry.js";

const GAP = 6;
const TITLE = 44;
const LARGEST = 0.35;
/** Below this width a plate has no room for more than a short name and a purse. */
export const NARROW_PLATE = 300;
/** From one of the dealer's stakes to the next. */
const STAKE = 38;

/** The dealer's places; returns how far down they reach. */
export function layPlaces(felt, geometry, y) {
  const width = geometry.w;
  const groups = groupsOf(felt);
  const alone = groups.some((group) => group.at === "middle");
  const total = groups.reduce((n, group) => n + cardsAcross(group, felt), 0);
  const columns = {
    middle: () => width / 2,
    right: (room) => 14 + room / 2,
    left: (room) => width - 14 - room / 2,
  };
  let bottom = y;
  for (const group of groups) {
    const room = alone ? width - 28 : ((width - 44) * cardsAcross(group, felt)) / total;
    const card = Math.min(alone ? 66 : 46, cardWidth(group, felt, room, 196, GAP));
    const top = group.rows.length > 1 || alone ? y : y + 44;
    const laid = layGroup(group, felt, { x: columns[group.at](room), y: top, card, gap: GAP });
    Object.assign(geometry.places, laid.places);
    bottom = Math.max(bottom, top + laid.height);
  }
  return bottom + (alone ? 26 : 12);
}

/** Scale and pot below them. */
export function layMiddle(felt, geometry, y) {
  const middle = geometry.w / 2;
  let below = y;
  for (const scale of felt.scales ?? []) {
    geometry.scale = { ...scale, x: 12, y: below + 12, w: geometry.w - 24, h: 42 };
    below += 78;
  }
  if (felt.page?.pot) {
    geometry.pot = { x: middle + 60, y: below + 28, r: 28 };
    geometry.stakes = { x: Math.max(middle - 120, STAKE + 22), y: below + 28, pitch: STAKE };
    below += 66;
  }
  return below;
}

/** Small seats have one spot for each wager, however many areas it has: in one row or in two. */
function miniSpots(felt, wagers, { x, y, room }) {
  const two = wagers.length > 3;
  const perRow = two ? 2 : wagers.length;
  const step = two ? Math.min((2 * room) / wagers.length, 24) : Math.min(room / wagers.length, 34);
  return areasOf(felt).map((area) => {
    const at = wagers.indexOf(area.wager);
    const row = Math.floor(at / perRow);
    const inRow = Math.min(perRow, wagers.length - row * perRow);
    return {
      wager: area.wager,
      word: area.word ?? null,
      of: 1,
      shape: area.shape ?? "circle",
      angle: 0,
      mini: true,
      x: x + ((at % perRow) - (inRow - 1) / 2) * step,
      y: y + (two ? row * 21 - 8 : 0),
      r: Math.min(two ? 9 : 10, step * 0.46),
    };
  });
}

/** The other seats, in rows of cells; the dealer's far left is on our right. */
function layOthers(felt, geometry, others, y) {
  const hand = felt.page?.hand ?? 0;
  const wagers = [...new Set(areasOf(felt).map((area) => area.wager))];
  const rows = Math.ceil(others.length / (geometry.w > 560 ? 4 : 3));
  const columns = Math.ceil(others.length / Math.max(rows, 1)) || 1;
  const cell = Math.min((geometry.w - 12) / columns, 190);
  const margin = (geometry.w - cell * columns) / 2;
  const height = hand || wagers.length > 2 ? 84 : 62;
  const many = hand > 2;
  [...others].reverse().forEach((seat, i) => {
    const x = margin + cell * ((i % columns) + 0.5);
    const top = y + Math.floor(i / columns) * (height + 4);
    const aside = hand ? cell * (many ? 0.26 : 0.22) : cell * 0.12;
    geometry.seats[seat] = {
      seat,
      mini: true,
      plate: { x, y: top + 14, w: cell - 6, h: 28 },
      frame: { x: x - cell / 2 + 3, y: top, w: cell - 6, h: height },
      spots: miniSpots(felt, wagers, {
        x: x + aside,
        y: top + height - (hand ? 24 : 17),
        room: cell * (hand ? 0.5 : 0.8),
      }),
      cards: {
        x: x - cell * (many ? 0.2 : 0.26),
        y: top + height - 27,
        card: many ? 24 : 25,
        step: many ? 10 : 20,
        n: hand,
        room: cell * (many ? 0.56 : 0.44),
      },
      chip: Math.min(7.5, cell * 0.062),
      button: { x: x + cell / 2 - 13, y: top + 5 },
    };
  });
  return y + rows * (height + 4) + 4;
}

/**
 * The viewer's own seat, `k` times its least size: areas on the left, cards on the right. Without
 * cards the areas lie side by side.
 */
function layOwn(felt, geometry, seat, y, k) {
  const width = geometry.w;
  const hand = felt.page?.hand ?? 0;
  const sideways = !hand;
  const extent = reach(felt, sideways);
  const [across, up] = [extent.right - extent.left, extent.up - extent.down];
  const pitch = Math.min(
    (hand ? 50 : 58) * k,
    ((hand ? 138 : 100) * k) / up,
    (width * (hand ? 0.5 : 0.9)) / across,
  );
  const inside = Math.max(up * pitch, hand ? 96 * k : 0);
  const height = inside + 44;
  const room = width - 26 - across * pitch;
  const card = Math.min(62 * k, hand > 2 ? room * 0.36 : room / Math.max(hand, 1) - 6);
  const left = hand ? 12 + across * pitch * 0.5 : width / 2;
  const body = y + 4 + inside / 2;
  const spots = [
    left - ((extent.right + extent.left) / 2) * pitch,
    body + ((extent.up + extent.down) / 2) * pitch,
  ];
  const plate = { x: width / 2, y: y + height - 18, w: width - 12, h: 30 };
  geometry.seats[seat] = {
    seat,
    own: true,
    plate,
    frame: { x: 4, y: y - 4, w: width - 8, h: height + 4 },
    spots: spotsOf(felt, ...spots, pitch, { sideways }),
    cards: {
      x: width - 10 - room / 2,
      y: body,
      card,
      step: hand > 2 ? card * 0.55 : card + 6,
      n: hand,
      room: room - 4,
    },
    chip: pitch * 0.4,
    // Between the name and the purse
    button: { x: width * (width < NARROW_PLATE ? 0.46 : 0.58), y: plate.y },
  };
  return y + height + 4;
}

/** What the box has left over goes to the title first, then to the viewer's own seat. */
function spend(least, height) {
  const spare = Math.max(0, height - least);
  if (spare < TITLE) return { title: 0, k: 1 };
  return { title: TITLE, k: 1 + Math.min(LARGEST, (spare - TITLE) / 200) };
}

/** The dealer's things at the upper edge of a table of this width. */
export function frameOf(width) {
  const middle = width / 2;
  const tray = { x: middle, y: 30, w: Math.min(170, width * 0.44), h: 34 };
  return {
    mode: "tall",
    w: width,
    places: {},
    seats: {},
    signs: [],
    tray,
    shoe: { x: width - 40, y: 34, k: 0.62 },
    rack: { x: 40, y: 34, k: 0.62 },
    limits: { x: middle, y: 61, flat: true },
    dealerButton: { x: middle + tray.w / 2 + 18, y: 30 },
  };
}

/** The seats below `y`, the viewer's own `k` times its least size; returns how far they reach. */
export function laySeats(felt, geometry, { seats, own }, y, k) {
  const others = seats.filter((seat) => seat !== own);
  const below = layOthers(felt, geometry, others, y);
  return seats.includes(own) ? layOwn(felt, geometry, own, below, k) : below;
}

export function layPhone(felt, { seats, own, width, height }) {
  const geometry = frameOf(width);
  const y = layMiddle(felt, geometry, layPlaces(felt, geometry, 80));
  const laid = (from, k) => laySeats(felt, geometry, { seats, own }, from, k);
  const { title, k } = spend(laid(y, 1), height);
  if (title) geometry.title = { x: width / 2, y: y + TITLE * 0.5, size: 16, curve: 14 };
  geometry.h = laid(y + title, k) + 6;
  return geometry;
}
