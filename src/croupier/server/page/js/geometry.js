/**
 * Where everything lies, as numbers. The felt's data says left and right as the dealer stands; people look at the
 * table from the other side, so the dealer's places are turned by half a turn: the dealer's right is on our left.
 */

import { ASPECT } from "./cards.js";

const range = (n) => Array.from({ length: n }, (_, i) => i);

/** The betting areas that a game prints in front of every seat. */
export function areasOf(felt) {
  return felt.page?.areas ?? (felt.areas?.wagers ?? []).map((wager, i, all) => ({ wager, spots: [[(i - (all.length - 1) / 2) * 1.1, 0]] }));
}

/** The groups of places; a felt that names none has its rows in the middle. */
function groupsOf(felt) {
  const rows = (felt.rows ?? []).map((row) => row.places);
  return felt.page?.groups ?? (rows.length ? [{ at: "middle", rows }] : []);
}

/** The posted tables of odds that are no scale. */
export function postedOdds(felt, payouts) {
  const scaled = new Set((felt.scales ?? []).map((scale) => scale.payouts));
  const names = felt.payouts?.post ?? Object.keys(payouts);
  return names.filter((name) => payouts[name] && !scaled.has(name)).map((name) => [name, Object.entries(payouts[name])]);
}

/** Turn a grid of places by half a turn and give every place its middle; `n` cards of a place lie side by side. */
function layGroup(group, felt, { x, y, card, gap }) {
  const height = card * ASPECT;
  const wide = (place) => {
    const n = felt.cards?.[place] ?? 1;
    return n * card + (n - 1) * gap * 0.5;
  };
  const rows = [...group.rows].reverse().map((row) => [...row].reverse());
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = range(columns).map((i) => Math.max(...rows.map((row) => wide(row[i] ?? ""))));
  const total = widths.reduce((sum, w) => sum + w, 0) + (columns - 1) * gap;
  const places = {};
  rows.forEach((row, j) => {
    let left = x - total / 2;
    row.forEach((place, i) => {
      if (place) {
        places[place] = { x: left + widths[i] / 2, y: y + height / 2 + j * (height + gap), card, step: card + gap * 0.5, n: felt.cards?.[place] ?? 1, turned: true, labelled: rows.length === 1 };
      }
      left += widths[i] + gap;
    });
  });
  return { places, width: total, height: rows.length * (height + gap) - gap };
}

/** The size of the cards of a group that has `room`. */
function cardWidth(group, felt, room, tallest, gap) {
  const across = Math.max(...group.rows.map((row) => row.reduce((n, place) => n + (felt.cards?.[place] ?? 1), 0)));
  const down = group.rows.length;
  return Math.min((room - (across - 1) * gap) / across, (tallest - (down - 1) * gap) / down / ASPECT);
}

/** The spots of one seat's wagers around its middle, `pitch` apart, turned by `angle` degrees. */
function spotsOf(felt, x, y, pitch, { angle = 0, sideways = false } = {}) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return areasOf(felt).flatMap((area) =>
    area.spots.map(([right, up], i) => {
      const [dx, dy] = sideways ? [up * pitch * 1.4, -right * pitch] : [right * pitch, -up * pitch];
      return { wager: area.wager, word: area.word ?? null, of: area.spots.length, i, shape: area.shape ?? "circle", angle,
        x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos, r: pitch * 0.45 };
    }));
}

/** How far a seat's areas reach from its middle: left, right, up, down, in pitches. */
function reach(felt, sideways = false) {
  const spots = areasOf(felt).flatMap((area) => area.spots);
  const [xs, ys] = [spots.map((spot) => spot[0]), spots.map((spot) => spot[1])];
  const [low, high] = [(values) => Math.min(...values) - 0.5, (values) => Math.max(...values) + 0.5];
  if (sideways) return { left: Math.min(...ys) * 1.4 - 0.5, right: Math.max(...ys) * 1.4 + 0.5, down: low(xs), up: high(xs) };
  return { left: low(xs), right: high(xs), down: low(ys), up: high(ys) };
}

/** Where card `i` of `count` in a place lies. */
export function slot(spot, i, count) {
  const n = Math.max(count, spot.n ?? 1);
  const step = spot.room ? Math.min(spot.step, n > 1 ? (spot.room - spot.card) / (n - 1) : spot.step) : spot.step;
  const at = (i - (n - 1) / 2) * step * (spot.turned ? -1 : 1);
  const angle = ((spot.angle ?? 0) * Math.PI) / 180;
  return { x: spot.x + at * Math.cos(angle), y: spot.y + at * Math.sin(angle), card: spot.card, angle: spot.angle ?? 0 };
}

/** A table as one sees it on a desk: the half-round with all its seats. */
function wide(felt, seats, odds) {
  const [W, H, MID] = [960, 600, 480];
  const count = seats.length;
  const between = Math.min(128, 800 / Math.max(count - 1, 1));
  const k = Math.min(1, between / 124);
  const drop = (x) => 104 * ((x - MID) / 400) ** 2;
  const hand = felt.page?.hand ?? 0;
  const geometry = { mode: "wide", w: W, h: H, places: {}, seats: {}, signs: [],
    tray: { x: MID, y: 46, w: 204, h: 44 }, shoe: { x: 884, y: 66, k: 1 }, rack: { x: 76, y: 66, k: 1 },
    limits: { x: 270, y: 46 }, money: { x: 690, y: 46 }, title: { x: MID, y: 356, size: 21, curve: 34 } };
  const columns = { right: 232, middle: MID, left: 736 };
  const groups = groupsOf(felt);
  let under = 84;
  for (const group of groups) {
    const gap = 8;
    const card = Math.min(group.rows.length > 1 ? 47 : 64, cardWidth(group, felt, group.at === "middle" ? 300 : 190, 210, gap));
    const laid = layGroup(group, felt, { x: columns[group.at], y: 92, card, gap });
    Object.assign(geometry.places, laid.places);
    if (group.at === "middle") under = 92 + laid.height + 30;
  }
  for (const scale of felt.scales ?? []) {
    geometry.scale = { ...scale, x: MID - 255, y: under + 12, w: 510, h: 44 };
    under += 84;
  }
  if (felt.page?.pot) {
    geometry.pot = { x: MID, y: under + 52, r: 46 };
    geometry.stakes = { x: MID - 112, y: under + 52, pitch: 34 };
    geometry.title.y = under + 150;
  }
  const free = ["middle", "left", "right"].filter((at) => !groups.some((group) => group.at === at));
  const columnsFree = free.includes("middle") ? [columns.middle] : free.map((at) => columns[at]);
  const signs = odds.filter(([, rows]) => rows.length > 1);
  const short = odds.filter(([, rows]) => rows.length === 1);
  signs.forEach(([name, rows], i) => {
    const one = columnsFree.length === 1;
    const x = one ? columnsFree[0] + (i - (signs.length - 1) / 2) * 156 : columnsFree[i % columnsFree.length];
    geometry.signs.push({ name, rows, x, y: 98, w: one ? 146 : 176, row: 15.5, size: 11 });
  });
  const last = geometry.signs.at(-1);
  short.forEach(([name, rows], i) => geometry.signs.push({ name, rows, x: last?.x ?? columns.left, y: (last ? last.y + last.rows.length * last.row + 56 : 104) + i * 40, w: 150, row: 15.5, size: 11 }));
  if (signs.length && free.includes("middle")) geometry.title.y = 366;
  const extent = reach(felt);
  const pitch = Math.min([46, 42, 31][hand] ?? 31, 122 / (extent.right - extent.left), (hand ? 88 : 110) / (extent.up - extent.down)) * k;
  seats.forEach((seat, i) => {
    const x = MID + ((count - 1) / 2 - i) * between;
    const foot = 563 - drop(x);
    const angle = (-(x - MID) / 400) * 9;
    const card = Math.min([0, 52, 43][hand] ?? 41, between * 0.42) * (k < 1 ? k : 1);
    const cardsY = foot - 20 - (card * ASPECT) / 2;
    const rise = hand ? card * ASPECT + 26 : 24;
    const middle = foot - rise - (-extent.down) * pitch;
    const tilt = Math.tan((angle * Math.PI) / 180);
    geometry.seats[seat] = {
      seat, x, plate: { x, y: foot, w: Math.min(118, between - 6), h: 34 },
      spots: spotsOf(felt, x + tilt * (foot - middle) - ((extent.left + extent.right) / 2) * pitch * 0.6, middle, pitch, { angle }),
      cards: { x: x + tilt * (foot - cardsY), y: cardsY, card, step: hand > 2 ? card * 0.52 : card * 0.92, n: hand, room: between - 8, angle },
      chip: pitch * 0.4, button: { x: x + between * 0.36, y: foot - 26 },
    };
  });
  geometry.dealerButton = { x: 300, y: 132 };
  return geometry;
}

/** A table on a phone: the dealer's side above, the others small, one's own seat large below. */
function tall(felt, seats, odds, own, width) {
  const W = width;
  const MID = W / 2;
  const gap = 6;
  const hand = felt.page?.hand ?? 0;
  const geometry = { mode: "tall", w: W, places: {}, seats: {}, signs: [],
    tray: { x: MID, y: 30, w: Math.min(170, W * 0.44), h: 34 }, shoe: { x: W - 40, y: 34, k: 0.62 }, rack: { x: 40, y: 34, k: 0.62 },
    limits: { x: MID, y: 61, flat: true } };
  let y = 80;
  const groups = groupsOf(felt);
  const middle = groups.find((group) => group.at === "middle");
  const sides = groups.filter((group) => group.at !== "middle");
  const total = groups.reduce((n, group) => n + Math.max(...group.rows.map((row) => row.reduce((m, p) => m + (felt.cards?.[p] ?? 1), 0))), 0);
  let bottom = y;
  for (const group of groups) {
    const across = Math.max(...group.rows.map((row) => row.reduce((n, place) => n + (felt.cards?.[place] ?? 1), 0)));
    const room = middle ? W - 28 : ((W - 44) * across) / total;
    const card = Math.min(middle ? 66 : 46, cardWidth(group, felt, room, 196, gap));
    const x = group.at === "middle" ? MID : group.at === "right" ? 14 + room / 2 : W - 14 - room / 2;
    const laid = layGroup(group, felt, { x, y: group.rows.length > 1 || middle ? y : y + 44, card, gap });
    Object.assign(geometry.places, laid.places);
    bottom = Math.max(bottom, (group.rows.length > 1 || middle ? y : y + 44) + laid.height);
  }
  y = bottom + (sides.length ? 12 : 26);
  for (const scale of felt.scales ?? []) {
    geometry.scale = { ...scale, x: 12, y: y + 12, w: W - 24, h: 42 };
    y += 78;
  }
  if (felt.page?.pot) {
    geometry.pot = { x: MID + 60, y: y + 28, r: 28 };
    geometry.stakes = { x: MID - 120, y: y + 28, pitch: 38 };
    y += 66;
  }
  geometry.dealerButton = { x: MID + geometry.tray.w / 2 + 18, y: 30 };
  const others = seats.filter((seat) => seat !== own);
  const rows = Math.ceil(others.length / (W > 560 ? 4 : 3));
  const columns = Math.ceil(others.length / Math.max(rows, 1)) || 1;
  const cell = Math.min((W - 12) / columns, 190);
  const margin = (W - cell * columns) / 2;
  const cellHeight = hand || areasOf(felt).length > 2 ? 84 : 62;
  const wagers = [...new Set(areasOf(felt).map((area) => area.wager))];
  [...others].reverse().forEach((seat, i) => {
    const x = margin + cell * ((i % columns) + 0.5);
    const top = y + Math.floor(i / columns) * (cellHeight + 4);
    const card = hand > 2 ? 24 : 25;
    const side = hand ? x + cell * (hand > 2 ? 0.26 : 0.2) : x;
    const span = hand ? cell * 0.42 : cell * 0.8;
    const step = Math.min(span / wagers.length, 34);
    geometry.seats[seat] = {
      seat, x, mini: true, plate: { x, y: top + 14, w: cell - 6, h: 28 }, frame: { x: x - cell / 2 + 3, y: top, w: cell - 6, h: cellHeight },
      spots: miniSpots(felt, wagers, { x: hand ? side : x + cell * 0.12, y: top + cellHeight - (hand ? 24 : 17), step: wagers.length > 3 ? Math.min(step * 2, 24) : step, two: wagers.length > 3 }),
      cards: { x: hand > 2 ? x - cell * 0.2 : x - cell * 0.26, y: top + cellHeight - 27, card, step: hand > 2 ? 10 : 20, n: hand, room: cell * (hand > 2 ? 0.56 : 0.44) },
      chip: 7.5, button: { x: x + cell / 2 - 13, y: top + 5 },
    };
  });
  y += rows * (cellHeight + 4) + 4;
  if (own !== null && seats.includes(own)) {
    const extent = reach(felt, !hand);
    const pitch = Math.min(hand ? 50 : 58, (hand ? 138 : 100) / (extent.up - extent.down), (hand ? W * 0.5 : W * 0.9) / (extent.right - extent.left));
    const height = Math.max((extent.up - extent.down) * pitch, hand ? 96 : 0) + 44;
    const room = W - 26 - (extent.right - extent.left) * pitch;
    const card = Math.min(62, hand > 2 ? room * 0.36 : room / Math.max(hand, 1) - 6);
    const left = hand ? 12 + (extent.right - extent.left) * pitch * 0.5 : MID;
    const body = y + 4 + (height - 44) / 2;
    geometry.seats[own] = {
      seat: own, x: MID, own: true, plate: { x: MID, y: y + height - 18, w: W - 12, h: 30 }, frame: { x: 4, y: y - 4, w: W - 8, h: height + 4 },
      spots: spotsOf(felt, left - ((extent.right + extent.left) / 2) * pitch, body + ((extent.up + extent.down) / 2) * pitch, pitch, { sideways: !hand }),
      cards: { x: W - 10 - room / 2, y: body, card, step: hand > 2 ? card * 0.55 : card + 6, n: hand, room: room - 4 },
      chip: pitch * 0.4, button: { x: W - 24, y: y + 8 },
    };
    y += height + 4;
  }
  geometry.h = y + 6;
  return geometry;
}

/** Small seats have one spot for every wager, however many areas it has. */
function miniSpots(felt, wagers, { x, y, step, two }) {
  const perRow = two ? 2 : wagers.length;
  return areasOf(felt).flatMap((area) => {
    const at = wagers.indexOf(area.wager);
    const row = Math.floor(at / perRow);
    const inRow = Math.min(perRow, wagers.length - row * perRow);
    return [{ wager: area.wager, word: area.word ?? null, of: 1, i: 0, shape: area.shape ?? "circle", angle: 0, mini: true,
      x: x + ((at % perRow) - (inRow - 1) / 2) * step, y: y + (two ? row * 21 - 8 : 0), r: two ? 9 : 10 }];
  });
}

/** The numbers for a felt in a box of this width; `own` is the viewer's seat or null. */
export function layOut(felt, { seats, payouts, own, width }) {
  const odds = postedOdds(felt, payouts);
  return width < 740 ? tall(felt, seats, odds, own, width) : wide(felt, seats, odds);
}
