/** A table on a phone that lies on its side: the dealer on the left, the seats on the right. */

import { frameOf, layMiddle, layPlaces, laySeats } from "./geometry_phone.js";

/** The part of the width that the dealer's side takes. */
const DEALER = 0.55;
const EDGE = 6;

const right = (dx) => (at) => at && { ...at, x: at.x + dx };

/** A seat that was laid out at the left edge, moved to the right. */
function moved(seat, by) {
  const go = right(by);
  return {
    ...seat,
    stacked: true, // there is no room for winnings beside a stake
    plate: go(seat.plate),
    frame: go(seat.frame),
    cards: go(seat.cards),
    button: go(seat.button),
    spots: seat.spots.map(go),
  };
}

export function layFlat(felt, { seats, own, width, height }) {
  const dealer = Math.round(width * DEALER);
  const geometry = frameOf(dealer);
  geometry.limits.y = 72; // below the rack and the shoe, which are near
  geometry.dealerButton = { x: 20, y: 72 };
  const table = layMiddle(felt, geometry, layPlaces(felt, geometry, 84));
  const players = { w: width - dealer, seats: {} };
  const laid = (k) => laySeats(felt, players, { seats, own }, EDGE, k);
  const spare = height - laid(1) - EDGE;
  const reaches = laid(1 + Math.min(0.35, Math.max(0, spare / 200)));
  for (const [seat, place] of Object.entries(players.seats))
    geometry.seats[seat] = moved(place, dealer);
  return { ...geometry, w: width, h: Math.max(table, reaches, height) };
}
