/** A table as one sees it on a desk: the half-round with all its seats, 960 wide and 600 high. */

import { ASPECT } from "./cards.js";
import { cardWidth, groupsOf, layGroup, reach, spotsOf } from "./geometry.js";

const [WIDE, HIGH, MID] = [960, 600, 480];
const TOP = 92;
const COLUMNS = { right: 232, middle: MID, left: 736 };
const ROW = 15.5;

/** How large the cards and the areas of a seat are, by the number of cards that it may hold. */
const HANDS = [
  { card: 0, pitch: 46 },
  { card: 52, pitch: 42 },
  { card: 43, pitch: 35 },
];
const LARGE_HAND = { card: 41, pitch: 31 };

/** The dealer's places; returns how far down the middle is taken. */
function layPlaces(felt, geometry) {
  let under = TOP - 8;
  for (const group of groupsOf(felt)) {
    const room = group.at === "middle" ? 300 : 190;
    const card = Math.min(group.rows.length > 1 ? 47 : 64, cardWidth(group, felt, room, 210, 8));
    const laid = layGroup(group, felt, { x: COLUMNS[group.at], y: TOP, card, gap: 8 });
    Object.assign(geometry.places, laid.places);
    if (group.at === "middle") under = TOP + laid.height + 30;
  }
  return under;
}

/** Scale and pot, below the cards in the middle. */
function layMiddle(felt, geometry, under) {
  for (const scale of felt.scales ?? [])
    geometry.scale = { ...scale, x: MID - 255, y: under + 12, w: 510, h: 44 };
  if (!felt.page?.pot) return;
  geometry.pot = { x: MID, y: under + 52, r: 46 };
  geometry.stakes = { x: MID - 112, y: under + 52, pitch: 34 };
  geometry.title.y = under + 150;
}

/** The posted odds, where no cards lie: side by side in the middle, or one in each free column. */
function laySigns(felt, geometry, odds) {
  const taken = groupsOf(felt).map((group) => group.at);
  const inMiddle = !taken.includes("middle");
  const free = inMiddle
    ? [MID]
    : ["left", "right"].filter((at) => !taken.includes(at)).map((at) => COLUMNS[at]);
  const tables = odds.filter(([, rows]) => rows.length > 1);
  tables.forEach(([name, rows], i) => {
    const x = inMiddle ? MID + (i - (tables.length - 1) / 2) * 156 : free[i % free.length];
    geometry.signs.push({ name, rows, x, y: 98, w: inMiddle ? 146 : 176, row: ROW, size: 11 });
  });
  const last = geometry.signs.at(-1);
  const below = last ? last.y + last.rows.length * ROW + 56 : 104;
  odds
    .filter(([, rows]) => rows.length === 1)
    .forEach(([name, rows], i) => {
      geometry.signs.push({
        name,
        rows,
        x: last?.x ?? COLUMNS.left,
        y: below + i * 40,
        w: 150,
        row: ROW,
        size: 11,
      });
    });
  if (tables.length && inMiddle) Object.assign(geometry.title, { y: 318, size: 18 });
}

/** The button lies on the near corner of a plate: above it are the cards. */
const onPlate = ({ x, y, w, h }) => ({ x: x + w / 2 - 6, y: y + h / 2 });

/** The seats on the arc, from the dealer's far left, which is on our right. */
function laySeats(felt, geometry, seats) {
  const hand = felt.page?.hand ?? 0;
  const usual = HANDS[hand] ?? LARGE_HAND;
  const between = Math.min(128, 800 / Math.max(seats.length - 1, 1));
  const smaller = Math.min(1, between / 124);
  const extent = reach(felt);
  const [across, up] = [extent.right - extent.left, extent.up - extent.down];
  const pitch = Math.min(usual.pitch, 122 / across, (hand ? 112 : 110) / up) * smaller;
  const card = Math.min(usual.card, between * 0.42) * smaller;
  seats.forEach((seat, i) => {
    const x = MID + ((seats.length - 1) / 2 - i) * between;
    const foot = 563 - 104 * ((x - MID) / 400) ** 2;
    const angle = (-(x - MID) / 400) * 9;
    const lean = (y) => x + Math.tan((angle * Math.PI) / 180) * (foot - y);
    const cardsAt = foot - 20 - (card * ASPECT) / 2;
    const middle = foot - (hand ? card * ASPECT + 26 : 24) + extent.down * pitch;
    const aside = ((extent.left + extent.right) / 2) * pitch * 0.6;
    const plate = { x, y: foot, w: Math.min(118, between - 6), h: 34 };
    geometry.seats[seat] = {
      seat,
      plate,
      spots: spotsOf(felt, lean(middle) - aside, middle, pitch, { angle }),
      cards: {
        x: lean(cardsAt),
        y: cardsAt,
        card,
        step: card * (hand > 2 ? 0.52 : 0.92),
        n: hand,
        room: between - 8,
        angle,
      },
      chip: pitch * 0.4,
      button: onPlate(plate),
    };
  });
}

export function layDesk(felt, { seats, odds }) {
  const geometry = {
    mode: "wide",
    w: WIDE,
    h: HIGH,
    places: {},
    seats: {},
    signs: [],
    tray: { x: MID, y: 46, w: 204, h: 44 },
    shoe: { x: 884, y: 66, k: 1 },
    rack: { x: 76, y: 66, k: 1 },
    limits: { x: 270, y: 46 },
    money: { x: 690, y: 46 },
    title: { x: MID, y: 356, size: 21, curve: 34 },
    dealerButton: { x: 300, y: 132 },
  };
  layMiddle(felt, geometry, layPlaces(felt, geometry));
  laySigns(felt, geometry, odds);
  laySeats(felt, geometry, seats);
  return geometry;
}
