/**
 * Where everything lies, as numbers. The felt's data says left and right as the dealer stands.
 * People look at the table from the other side, so the dealer's places are turned by half a turn:
 * the dealer's right is on our left.
 */

import { ASPECT } from "./cards.js";

export const range = (n) => Array.from({ length: n }, (_, i) => i);

/** Below this width there is no room for the half-round with all its seats. */
const NARROW = 740;
/** The width for which a narrow table is laid out; a wider box enlarges it, as far as this. */
const [PHONE, LARGEST] = [540, 1.5];

/**
 * How a table is laid out in a box: `wide`, `tall` as on a phone, or `flat` as on a phone that lies
 * on its side; and how far it is enlarged. A box without a height of its own has height 0.
 */
export function shapeOf(width, height) {
  const broad = height ? width / height : 0;
  if (width < NARROW && broad > 1.25) return { shape: "flat", zoom: 1 };
  if (width < NARROW || (broad && broad < 1.1))
    return { shape: "tall", zoom: Math.max(1, Math.min(LARGEST, width / PHONE)) };
  return { shape: "wide", zoom: 1 };
}

/** The betting areas that a game prints in front of every seat. */
export function areasOf(felt) {
  return (
    felt.page?.areas ??
    (felt.areas?.wagers ?? []).map((wager, i, all) => ({
      wager,
      spots: [[(i - (all.length - 1) / 2) * 1.1, 0]],
    }))
  );
}

/** The groups of places; a felt that names none has its rows in the middle. */
export function groupsOf(felt) {
  const rows = (felt.rows ?? []).map((row) => row.places);
  return felt.page?.groups ?? (rows.length ? [{ at: "middle", rows }] : []);
}

/** The posted tables of odds that are not a scale. */
export function postedOdds(felt, payouts) {
  const scaled = new Set((felt.scales ?? []).map((scale) => scale.payouts));
  const names = felt.payouts?.post ?? Object.keys(payouts);
  return names
    .filter((name) => payouts[name] && !scaled.has(name))
    .map((name) => [name, Object.entries(payouts[name])]);
}

/** Turn a grid of places by half a turn, and find the middle of each. */
export function layGroup(group, felt, { x, y, card, gap }) {
  const height = card * ASPECT;
  const across = (place) => {
    const n = felt.cards?.[place] ?? 1;
    return n * card + (n - 1) * gap * 0.5;
  };
  const rows = [...group.rows].reverse().map((row) => [...row].reverse());
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = range(columns).map((i) => Math.max(...rows.map((row) => across(row[i] ?? ""))));
  const total = widths.reduce((sum, w) => sum + w, 0) + (columns - 1) * gap;
  const places = {};
  rows.forEach((row, j) => {
    let left = x - total / 2;
    row.forEach((place, i) => {
      if (place) {
        places[place] = {
          x: left + widths[i] / 2,
          y: y + height / 2 + j * (height + gap),
          card,
          step: card + gap * 0.5,
          n: felt.cards?.[place] ?? 1,
          turned: true,
          labelled: rows.length === 1,
        };
      }
      left += widths[i] + gap;
    });
  });
  return { places, width: total, height: rows.length * (height + gap) - gap };
}

/** How many cards lie side by side in the widest row of a group. */
export const cardsAcross = (group, felt) =>
  Math.max(...group.rows.map((row) => row.reduce((n, place) => n + (felt.cards?.[place] ?? 1), 0)));

/** The size of the cards of a group that has `room`. */
export function cardWidth(group, felt, room, tallest, gap) {
  const across = cardsAcross(group, felt);
  const down = group.rows.length;
  return Math.min(
    (room - (across - 1) * gap) / across,
    (tallest - (down - 1) * gap) / down / ASPECT,
  );
}

/** The spots of one seat's wagers around its middle, `pitch` apart, turned by `angle` degrees. */
export function spotsOf(felt, x, y, pitch, { angle = 0, sideways = false } = {}) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return areasOf(felt).flatMap((area) =>
    area.spots.map(([right, up]) => {
      const [dx, dy] = sideways ? [up * pitch * 1.4, -right * pitch] : [right * pitch, -up * pitch];
      return {
        wager: area.wager,
        word: area.word ?? null,
        of: area.spots.length,
        shape: area.shape ?? "circle",
        angle,
        x: x + dx * cos - dy * sin,
        y: y + dx * sin + dy * cos,
        r: pitch * 0.45,
      };
    }),
  );
}

/** How far a seat's areas reach from its middle: left, right, up, down, in pitches. */
export function reach(felt, sideways = false) {
  const spots = areasOf(felt).flatMap((area) => area.spots);
  const [xs, ys] = [spots.map((spot) => spot[0]), spots.map((spot) => spot[1])];
  const [low, high] = [
    (values) => Math.min(...values) - 0.5,
    (values) => Math.max(...values) + 0.5,
  ];
  if (sideways)
    return {
      left: Math.min(...ys) * 1.4 - 0.5,
      right: Math.max(...ys) * 1.4 + 0.5,
      down: low(xs),
      up: high(xs),
    };
  return { left: low(xs), right: high(xs), down: low(ys), up: high(ys) };
}

/** Where card `i` of `count` in a place lies. */
export function slot(spot, i, count) {
  const n = Math.max(count, spot.n ?? 1);
  const step = spot.room
    ? Math.min(spot.step, n > 1 ? (spot.room - spot.card) / (n - 1) : spot.step)
    : spot.step;
  const at = (i - (n - 1) / 2) * step * (spot.turned ? -1 : 1);
  const angle = ((spot.angle ?? 0) * Math.PI) / 180;
  return {
    x: spot.x + at * Math.cos(angle),
    y: spot.y + at * Math.sin(angle),
    card: spot.card,
    angle: spot.angle ?? 0,
  };
}
