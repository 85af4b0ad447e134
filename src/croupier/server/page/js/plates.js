/** The name plates of the seats: who sits there, with how much, and what the round brought. */

import { cents, dollars, signed } from "./money.js";
import { NARROW_PLATE } from "./geometry_phone.js";
import { houseWord } from "./strategies.js";
import { ownResult } from "./result.js";
import { readable } from "./words.js";
import { nothing, svg } from "./vendor/lit-html/lit-html.js";

const shortened = (name, longest) =>
  name.length > longest ? `${name.slice(0, longest - 1)}…` : name;

const rim = ({ w, h }) => svg`<rect x=${-w / 2} y=${-h / 2} width=${w} height=${h} rx="9" />`;

const freePlate = ({ seat, plate }, open) =>
  svg`<g
    class="plate free${open ? " open" : ""}"
    transform="translate(${plate.x} ${plate.y})"
    data-sit=${open ? seat : nothing}
  >
    ${rim(plate)}
    <text y="4" font-size="11.5">${open ? `Sit · ${seat}` : `Seat ${seat}`}</text>
  </g>`;

/** How far from the left edge a seat's number stands, and what begins beside it. */
const NUMBER = { x: 11, width: 19 };

/** The number of a seat: calls and steps name seats by it. */
const numberOf = ({ seat, own, mini, plate: { w } }) =>
  svg`<text
    class="seat-number"
    x=${NUMBER.x - w / 2}
    y=${own ? 5 : mini ? -1.5 : -3}
    font-size=${own ? 13 : 11}
  ><title>Seat ${seat}</title>${seat}</text>`;

/** The sign of a house player, behind the name: their names are short. */
const houseSign = ({ w }, strategy) =>
  svg`<path
    class="house-sign"
    transform="translate(${w / 2 - 11} -5) scale(0.8)"
    d="M0 -7 7 -1H5V5H-5V-1H-7Z"
  ><title>${houseWord(strategy)}</title></path>`;

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
  middle: (w, inset) => inset,
};

const line = (words, { w, y, size, className, anchor = "middle", inset = 0 }) =>
  svg`<text
    class=${className}
    x=${ALIGNED[anchor](w, inset)}
    y=${y}
    font-size=${size}
    text-anchor=${anchor}
  >${words}</text>`;

/** The two lines of a plate: one's own on a phone, a small one on a phone, and one on a desk. */
function linesOf({ own, mini, plate: { w } }, name, purse, mine) {
  const left = { w, anchor: "start", inset: NUMBER.width };
  const both = (first, second) => [
    line(first.text, { className: "name", ...first }),
    line(purse, { className: "purse", ...second }),
  ];
  if (own)
    return both(
      {
        ...left,
        text: w < NARROW_PLATE || /\)$/.test(name) ? name : `${name} (you)`,
        y: 5,
        size: 14,
      },
      { w, y: 5, size: 14, anchor: "end", inset: 12 },
    );
  if (mini)
    return both(
      { ...left, text: name, y: -1.5, size: 11 },
      { ...left, y: 10, size: 10.5, inset: 8 },
    );
  return both(
    { w, text: mine && !/\)$/.test(name) ? `${name} (you)` : name, y: -3, size: 12, inset: 6 },
    { w, y: 11.5, size: 11.5, inset: 0 },
  );
}

/** How many letters of a name fit, also with a word behind it. */
function longestName({ own, mini, plate: { w } }, followed) {
  if (own) return w < NARROW_PLATE ? 9 : 18;
  if (mini) return w < 90 ? 6 : 9;
  return followed ? 6 : 10;
}

/** What the round brought, behind what somebody has. */
const brought = (net, amount) => svg`<tspan class="net"> ${net ? signed(amount) : "even"}</tspan>`;

/**
 * One seat's plate; `open` if somebody may sit down there, also in a house player's place.
 * @param {any} place
 * @param {import("./types.d.ts").Picture} picture
 * @param {{own: number | null, folded?: boolean, open?: boolean}} how
 */
export function drawPlate(place, picture, { own, folded, open }) {
  const { seat, plate } = place;
  const sitting = picture.seats[seat];
  if (!sitting) return freePlate(place, open);
  const mine = seat === own;
  const result = mine ? ownResult(picture) : picture.result?.seats?.[seat];
  const net = result?.wagers?.length ? cents(result.net) : null;
  const classes = [
    "plate",
    net !== null && (net > 0 ? "up" : net < 0 ? "down" : "even"),
    mine && "me",
    (picture.awaits ?? []).includes(seat) && "asked",
    ((sitting.connected === false && !sitting.strategy) || sitting.out) && "away",
    (sitting.state === "folded" || folded) && "folded",
    sitting.strategy && "house",
    sitting.strategy && open && "open",
  ];
  const word = wordOf(sitting, picture.phase);
  const said = net === null && word && (word.length < 11 || place.own) ? ` · ${word}` : "";
  const purse = [dollars(sitting.chips) + said, net === null ? null : brought(net, result.net)];
  const called = shortened(sitting.name ?? `Seat ${seat}`, longestName(place, mine || sitting.out));
  const name = sitting.out ? `${called} (out)` : called;
  return svg`<g
    class=${classes.filter(Boolean).join(" ")}
    transform="translate(${plate.x} ${plate.y})"
    data-sit=${sitting.strategy && open ? seat : nothing}
  >
    ${rim(plate)} ${numberOf(place)} ${linesOf(place, name, purse, mine)}
    ${sitting.strategy ? houseSign(plate, sitting.strategy) : null}
  </g>`;
}
