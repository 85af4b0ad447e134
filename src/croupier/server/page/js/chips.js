/** Chips, drawn from above, in stacks. */

import { s } from "./dom.js";
import { chipName, dollars, stack } from "./money.js";

const TALLEST = 7;

/** One chip of a colour around its middle; `label` is written on it. */
export function drawChip(colour, r, label = "") {
  return s(
    "g",
    { class: `chip ${colour}`, "text-anchor": "middle" },
    s("circle", { class: "edge", r }),
    s("circle", {
      class: "spots",
      r: r * 0.85,
      "stroke-width": r * 0.3,
      "stroke-dasharray": `${r * 0.445} ${r * 0.445}`,
    }),
    s("circle", { class: "middle", r: r * 0.66 }),
    label &&
      s(
        "text",
        { class: "value", y: r * 0.27, "font-size": r * (label.length > 2 ? 0.56 : 0.74) },
        label,
      ),
  );
}

/** An amount as a stack, with the sum on it, or with other words, or with none. */
export function drawStack(amount, r, { label = true, tallest = TALLEST } = {}) {
  const colours = stack(amount);
  const shown = colours.slice(-tallest);
  const rise = r * 0.26;
  const text = label === true ? dollars(amount) : label || "";
  const size = r * (label === true ? 0.86 : 0.76);
  const width = Math.max(text.length * size * 0.6 + r * 0.6, r * 1.7);
  const y = -(shown.length - 1) * rise;
  return s(
    "g",
    { class: "stack" },
    s("ellipse", { class: "shade", cx: r * 0.12, cy: r * 0.16, rx: r, ry: r }),
    shown.map((colour, i) => {
      const chip = drawChip(colour, r);
      chip.setAttribute("transform", `translate(0 ${-i * rise})`);
      return chip;
    }),
    label &&
      s(
        "g",
        { class: label === true ? "sum" : "sum won", transform: `translate(0 ${y})` },
        s("rect", { x: -width / 2, y: -r * 0.55, width, height: r * 1.1, rx: r * 0.55 }),
        s("text", { y: size * 0.35, "font-size": size }, text),
      ),
  );
}

/** A chip with its value, as something to press. */
export const chipPicture = (value, colour, size = 44) =>
  s(
    "svg",
    { width: size, height: size, viewBox: "-22 -22 44 44", "aria-hidden": "true" },
    drawChip(colour, 20, chipName(value)),
  );
