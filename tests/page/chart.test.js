/** Line charts: what is drawn, what is read out, what is picked. */

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { settle, words } from "./support.js";
import { html, render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { MOST, lineChart, thinned, ticks } from "../../src/croupier/server/page/js/chart.js";

let root;
let observed;

globalThis.ResizeObserver = class {
  constructor(tell) {
    observed = tell;
  }

  observe() {}
};

beforeEach(() => {
  root = document.createElement("main");
  document.body.replaceChildren(root);
});

const line = (name, values) => ({
  name,
  points: values.map((y, i) => ({
    x: i + 1,
    y,
    label: `after round ${i + 1}`,
    picks: `round ${i + 1}`,
  })),
});
const LINES = [line("Result", [10, -5.5, 20]), line("Luck", [10.25, -5, 20.5])];

function draw(changes = {}) {
  const chart = { title: "Money", lines: LINES, money: true, ...changes };
  render(html`<div>${lineChart(chart)}</div>`, root);
  return root.querySelector(".chart-plot");
}
const press = (plot, key) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  plot.dispatchEvent(event);
  return event;
};
const point = (plot, kind, clientX) =>
  plot.dispatchEvent(new MouseEvent(kind, { clientX, bubbles: true }));
const legend = () => words(root.querySelector(".chart-legend"));

test("an axis has round values, and zero", () => {
  assert.deepEqual(ticks(-5.5, 20.5), [-10, 0, 10, 20, 30]);
  assert.deepEqual(ticks(3, 9), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(-9, -3), [-10, -8, -6, -4, -2, 0]);
  assert.equal(ticks(0, 0).length > 1, true);
  for (const value of ticks(-1234, 98765)) assert.equal(Math.abs(value % 20000), 0);
});

test("a number that is not money has a real minus sign", () => {
  const plot = draw({ lines: [line("Score", [3, -2])], money: false });
  assert.equal(legend(), "After round 2 Score −2");
  assert.ok(Array.from(plot.querySelectorAll("text"), words).includes("−2"));
  assert.match(words(root.querySelector(".sr")), /^Score ends at −2\./);
});

test("an axis may lie around another value than zero", () => {
  const plot = draw({ lines: [line("Score", [1021, 998])], money: false, base: 1000 });
  const texts = Array.from(plot.querySelectorAll("text"), words);
  assert.deepEqual(texts.slice(0, -2), [
    "995",
    "1,000",
    "1,005",
    "1,010",
    "1,015",
    "1,020",
    "1,025",
  ]);
  assert.equal(plot.querySelectorAll(".chart-zero").length, 1);
});

test("no more than 200 points are drawn, the first and the last among them", () => {
  assert.deepEqual(thinned(3), [0, 1, 2]);
  const chosen = thinned(5000);
  assert.equal(chosen.length, MOST);
  assert.deepEqual([chosen[0], chosen.at(-1)], [0, 4999]);
  assert.equal(new Set(chosen).size, MOST);
});

test("a chart names its lines, its ends and its money, and has a zero line", () => {
  const plot = draw();
  assert.equal(words(root.querySelector("figcaption")), "Money");
  assert.equal(legend(), "After round 3 Result +$20 Luck +$20.50");
  const texts = Array.from(plot.querySelectorAll("text"), words);
  assert.deepEqual(texts, ["−$10", "$0", "$10", "$20", "$30", "After round 1", "After round 3"]);
  assert.equal(plot.querySelectorAll(".chart-zero").length, 1);
  const lines = Array.from(plot.querySelectorAll(".chart-line"), (one) =>
    one.getAttribute("class"),
  );
  assert.deepEqual(lines, ["chart-line line-1", "chart-line line-2"]);
  const [one, other] = root.querySelectorAll(".chart-sample .chart-point");
  assert.notEqual(one.firstElementChild.tagName, other.firstElementChild.tagName, "two shapes");
});

test("every value lies at its height: a higher one above a lower", () => {
  const plot = draw({ lines: [line("Result", [0, 10])] });
  const [, from, to] = /^M(\S+ \S+)L(\S+ \S+)$/.exec(
    plot.querySelector(".chart-line").getAttribute("d"),
  );
  const [[x1, y1], [x2, y2]] = [from, to].map((one) => one.split(" ").map(Number));
  assert.ok(x1 < x2 && y1 > y2);
  const zero = plot.querySelector(".chart-zero").getAttribute("d");
  assert.ok(zero.includes(` ${y1}H`), "the value 0 lies on the zero line");
});

test("the keys go from point to point, and say each", () => {
  const plot = draw();
  assert.equal(plot.getAttribute("role"), "slider");
  assert.equal(plot.getAttribute("aria-valuenow"), "3");
  const value = () => plot.getAttribute("aria-valuetext");
  assert.equal(value(), "After round 3: Result +$20, Luck +$20.50");
  assert.equal(press(plot, "ArrowLeft").defaultPrevented, true);
  assert.equal(value(), "After round 2: Result −$5.50, Luck −$5");
  assert.equal(legend(), "After round 2 Result −$5.50 Luck −$5");
  press(plot, "Home");
  press(plot, "ArrowDown");
  assert.match(value(), /^After round 1:/, "there is nothing before the first");
  press(plot, "ArrowUp");
  assert.match(value(), /^After round 2:/);
  press(plot, "PageUp");
  assert.match(value(), /^After round 3:/);
  press(plot, "PageDown");
  press(plot, "ArrowRight");
  press(plot, "End");
  assert.match(value(), /^After round 3:/);
  assert.equal(press(plot, "Tab").defaultPrevented, false);
});

test("a chosen point stays chosen when the page draws again; other points start at the end", () => {
  const plot = draw();
  press(plot, "Home");
  draw();
  assert.match(legend(), /^After round 1/);
  draw({ lines: [line("Result", [1, 2, 3, 4])] });
  assert.equal(legend(), "After round 4 Result +$4");
});

test("a point is picked with a key, a button or the pointer, by its place", () => {
  const onPick = mock.fn();
  const picked = () => onPick.mock.calls.map((call) => call.arguments[0]);
  const plot = draw({ onPick });
  press(plot, "Enter");
  press(plot, "ArrowLeft");
  press(plot, " ");
  root.querySelector("button").click();
  assert.equal(words(root.querySelector("button")), "Show round 2");
  assert.deepEqual(picked(), [2, 1, 1]);
  point(plot, "pointermove", 5);
  assert.match(legend(), /^After round 1/);
  point(plot, "click", 5);
  assert.deepEqual(picked(), [2, 1, 1, 0]);
  point(plot, "click", 635);
  assert.match(legend(), /^After round 3/, "a finger chooses first");
  assert.equal(picked().length, 4);
  point(plot, "click", 635);
  assert.equal(picked().at(-1), 2);
});

test("of many points the place among all is picked", () => {
  const onPick = mock.fn();
  const values = Array.from({ length: 1001 }, (_, i) => i);
  const plot = draw({ lines: [line("Result", values)], onPick });
  press(plot, "Enter");
  assert.equal(onPick.mock.calls[0].arguments[0], 1000);
  assert.equal(plot.querySelector(".chart-line").getAttribute("d").split("L").length, MOST);
});

test("without anybody who picks, there is no button, and a press does no harm", () => {
  const plot = draw();
  assert.equal(root.querySelector("button"), null);
  press(plot, "Enter");
});

test("the chart is told in words, and in figures when they are asked for", async () => {
  draw();
  assert.equal(
    words(root.querySelector("p.sr")),
    "Result ends at +$20. Its highest is +$20 (after round 3), its lowest −$5.50 (after round 2). " +
      "Luck ends at +$20.50. Its highest is +$20.50 (after round 3), its lowest −$5 (after round 2).",
  );
  const details = root.querySelector("details");
  assert.equal(root.querySelector("table"), null);
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await settle();
  const rows = Array.from(root.querySelectorAll("tr"), (row) => Array.from(row.children, words));
  assert.deepEqual(rows, [
    ["At", "Result", "Luck"],
    ["After round 1", "+$10", "+$10.25"],
    ["After round 2", "−$5.50", "−$5"],
    ["After round 3", "+$20", "+$20.50"],
  ]);
});

test("a chart is as wide as its place, in pixels", () => {
  const plot = draw();
  assert.equal(plot.getAttribute("viewBox"), "0 0 640 240");
  Object.defineProperty(root.querySelector("figure"), "clientWidth", { value: 288 });
  observed();
  assert.equal(plot.getAttribute("viewBox"), "0 0 288 240");
  observed();
  assert.equal(plot.getAttribute("viewBox"), "0 0 288 240");
});

test("one point, no points, a line that ends early, other things than money, much money", () => {
  const one = draw({ lines: [line("Result", [5])] });
  assert.deepEqual(Array.from(one.querySelectorAll("text"), words).slice(-1), ["After round 1"]);
  draw({ lines: [] });
  assert.equal(words(root), "Money There is nothing to draw yet.");
  draw({ lines: [line("All", [1, 2]), line("Some", [1])], money: false });
  assert.equal(legend(), "After round 2 All 2 Some none");
  const much = draw({ lines: [line("Result", [-40000, 20000])] });
  const texts = Array.from(much.querySelectorAll("text"), words);
  assert.deepEqual(texts.slice(0, 4), ["−$40k", "−$20k", "$0", "$20k"]);
  draw({ lines: [line("All", [1, 2]), line("Some", [1])] });
  root.querySelector("details").open = true;
  root.querySelector("details").dispatchEvent(new Event("toggle"));
  assert.equal(words(root.querySelectorAll("tbody td")[3]), "");
});
