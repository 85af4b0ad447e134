/** The name plates of the seats: who sits there, with how much, and what the round brought. */

import { cents, dollars, signed } from "./money.js";
import { readable } from "./words.js";
import { s } from "./dom.js";

const shortened = (name, longest) =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name;

function freePlate({ seat, plate: { x, y, w, h } }, open) {
  return s(
    "g",
    {
      class: `plate free${open ? " open" : ""}`,
      transform: `translate(${x} ${y})`,
      "data-sit": open ? seat : null,
    },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 9 }),
    s("text", { y: 4, "font-size": 11.5 }, open ? `Sit · ${seat}` : `Seat ${seat}`),
  );
}

/** What a plate says of a seat in a word, if it says anything. */
function wordOf(sitting, phase) {
  if (sitting.joins) return "next round";
  if (sitting.leaving) return "leaving";
  if (sitting.ready && phase === "wagering") return "ready";
  return readable(sitting.state ?? "");
}

const ALIGNED = {
  start: (w, inset) => -w / 2 + inset,
  end: (w, inset) => w / 2 - inset,
  middle: () => 0,
};

function line(words, { w, y, size, className, anchor = "middle", inset = 0 }) {
  return s(
    "text",
    { class: className, x: ALIGNED[anchor](w, inset), y, "font-size": size, "text-anchor": anchor },
    words,
  );
}

/** One seat's plate; `open` if somebody may sit down there. */
export function drawPlate(place, picture, { own, folded, open }) {
  const { seat, plate } = place;
  const { x, y, w, h } = plate;
  const sitting = picture.seats[seat];
  if (!sitting) return freePlate(place, open);
  const mine = seat === own;
  const result = picture.result?.seats?.[seat];
  const net = result?.wagers?.length ? cents(result.net) : null;
  const classes = [
    "plate",
    net !== null && (net > 0 ? "up" : net < 0 ? "down" : "even"),
    mine && "me",
    (picture.awaits ?? []).includes(seat) && "asked",
    sitting.connected === false && "away",
    (sitting.state === "folded" || folded) && "folded",
  ];
  const word = wordOf(sitting, picture.phase);
  const said = net === null && word && (word.length < 11 || place.own) ? ` · ${word}` : "";
  const brought =
    net !== null && s("tspan", { class: "net" }, net ? `  ${signed(result.net)}` : "  even");
  const purse = [dollars(sitting.chips) + said, brought];
  const name = shortened(sitting.name ?? `Seat ${seat}`, place.mini ? 9 : place.own ? 24 : 13);
  const lines = place.own
    ? [
        line(`${name} (you, seat ${seat})`, {
          w,
          y: 5,
          size: 14,
          className: "name",
          anchor: "start",
          inset: 12,
        }),
        line(purse, { w, y: 5, size: 14, className: "purse", anchor: "end", inset: 12 }),
      ]
    : place.mini
      ? [
          line(name, { w, y: -1.5, size: 11, className: "name", anchor: "start", inset: 8 }),
          line(purse, { w, y: 10, size: 10.5, className: "purse", anchor: "start", inset: 8 }),
        ]
      : [
          line(mine ? `${name} (you)` : name, { w, y: -3, size: 12, className: "name" }),
          line(purse, { w, y: 11.5, size: 11.5, className: "purse" }),
        ];
  return s(
    "g",
    { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})` },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 9 }),
    lines,
  );
}
