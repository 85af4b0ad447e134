/** The floor's panel beside a table: every order, and what is sent for it. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

import { answer, settle, words } from "./support.js";
import {
  control,
  depart,
  dialog,
  draw,
  enter,
  field,
  fill,
  kept,
  offered,
  press,
  root,
  texts,
  toasts,
} from "./visits.js";
import { Refused } from "../../src/croupier/server/page/js/net.js";
import { floorPanel } from "../../src/croupier/server/page/js/views/floor_table.js";
import { learn } from "../../src/croupier/server/page/js/vocabulary.js";

const moments = kept("floor");
const house = kept("house");
const { invited } = kept("people");
const { games } = kept("books");
const dog = games.games.find(({ game }) => game === "red-dog");
learn(games.kinds);

/** A table as its view gives it to the panel; what is said and sent is kept, `reply` answers. */
function tableAt(moment, { reply = () => ({}), ...more } = {}) {
  const picture = { ...structuredClone(moments[moment]), ...more };
  const table = {
    id: "red-dog 3",
    picture,
    game: dog,
    events: picture.events,
    said: [],
    sent: [],
    say: async (sentence) => reply(table.said.push(sentence)),
    send: async (path, body, token) => {
      table.sent.push([path, body, token]);
      return reply(path, body);
    },
    proceed: () => table.said.push("proceed"),
  };
  draw(floorPanel(table));
  return table;
}

const part = (title) =>
  [...root.querySelectorAll(".floor-part")].find((one) => words(one.querySelector("h3")) === title);
const refused =
  (message, more = {}) =>
  () => {
    throw new Refused({ message, ...more }, more.breaches);
  };

beforeEach(() => enter("floor"));
afterEach(depart);

test("the panel has a part for every work of the floor", () => {
  tableAt("wagering");
  assert.deepEqual(texts("h3"), ["Dealing", "Irregularities", "Seats", "Tray", "House"]);
});

test("a closed table needs no floor", () => {
  tableAt("wagering", { phase: "closed" });
  assert.equal(words(root), "This table is closed. Open a new one on the floor's page.");
});

// --- dealing -------------------------------------------------------------------------------------

test("the dealer deals by itself or step by step", async () => {
  const steps = tableAt("wagering");
  assert.equal(control("Step by step").getAttribute("aria-pressed"), "true");
  assert.equal(control("By itself").getAttribute("aria-pressed"), "false");
  await press("By itself");
  assert.deepEqual(steps.sent, [["floor", { act: "dealing", mode: "auto" }, "floor-token"]]);
  const auto = tableAt("playing");
  assert.equal(control("By itself").getAttribute("aria-pressed"), "true");
  assert.equal(control("Step by step").getAttribute("aria-pressed"), "false");
  await press("Step by step");
  assert.deepEqual(auto.sent, [["floor", { act: "dealing", mode: "steps" }, "floor-token"]]);
});

test("the step that waits is named with its clause, and is done", async () => {
  const table = tableAt("pending");
  assert.match(
    words(root.querySelector(".pending")),
    /^Next: The red batch comes in; the other goes into the device/,
  );
  assert.ok(offered("Why? 2(d)(4)", root.querySelector(".pending")));
  await press("Next step");
  assert.deepEqual(table.said, ["proceed"]);
  assert.ok(!offered("Close the wagers"));
});

test("the wagers are closed when they may be", async () => {
  const table = tableAt("wagering");
  assert.equal(root.querySelector(".pending"), null);
  assert.ok(!offered("Next step") && !offered("Next round now"));
  await press("Close the wagers");
  assert.deepEqual(table.said, ["dealer close"]);
  tableAt("between");
  assert.ok(!offered("Close the wagers"));
});

test("an offer to close that is somebody else's is not the dealer's", () => {
  tableAt("wagering", { next: [{ actor: "floor", verb: "close", args: [] }] });
  assert.ok(!offered("Close the wagers"));
});

for (const [name, moment, body, done] of [
  ["Next round now", "between", { act: "next-round" }, null],
  ["New dealer", "wagering", { act: "new-dealer" }, "A new dealer comes to the table."],
  ["Reshuffle", "wagering", { act: "reshuffle" }, "The cards are shuffled before the next round."],
])
  test(`the floor orders: ${name}`, async () => {
    const table = tableAt(moment);
    await press(name);
    assert.deepEqual(table.sent, [["floor", body, "floor-token"]]);
    assert.deepEqual(toasts(), done ? [[done, "toast good"]] : []);
  });

test("a recut is ordered where it is allowed", async () => {
  const table = tableAt("wagering");
  await press("Order a recut");
  assert.deepEqual(table.said, ["floor recut"]);
  assert.deepEqual(toasts(), [["The cards are cut again.", "toast good"]]);
  tableAt("between");
  assert.ok(!offered("Order a recut"));
  tableAt("wagering", { next: [{ actor: "dealer", verb: "recut", args: [] }] });
  assert.ok(!offered("Order a recut"));
});

test("a cash wager is confirmed by those who must", async () => {
  const table = tableAt("wagering", {
    next: [
      { actor: "dealer", verb: "confirm", args: ["4"] },
      { actor: "floor", verb: "confirm", args: ["4"] },
    ],
  });
  await press("Floor confirms the cash wager of seat 4");
  await press("Dealer confirms the cash wager of seat 4");
  assert.deepEqual(table.said, ["floor confirm 4", "dealer confirm 4"]);
});

test("an order that is refused says why, with its clause", async () => {
  tableAt("wagering", { reply: refused("not now", { rule: "4(a)" }) });
  await press("New dealer");
  assert.deepEqual(toasts(), [["not now [4(a)]", "toast bad"]]);
});

// --- irregularities ------------------------------------------------------------------------------

test("what may be reported is listed, with what it means and its clause", async () => {
  const table = tableAt("wagering");
  assert.match(words(part("Irregularities")), /What has gone wrong\?/);
  assert.deepEqual(texts(".reports li button:not(.why-button)"), [
    "Face up card",
    "Drawn in error",
    "Exposed draw",
    "Missed burn",
    "Shuffler fault",
  ]);
  const [first] = root.querySelectorAll(".reports li");
  const known = dog.irregularities.find(({ name }) => name === "face-up-card");
  assert.equal(words(first.querySelector("small")), known.message);
  assert.ok(offered(`Why? ${known.rule}`, first));
  await press("Missed burn");
  assert.deepEqual(table.said, ["dealer report missed-burn"]);
  assert.deepEqual(toasts(), [
    ["Reported: missed burn. The ruling is in the play by play.", "toast good"],
  ]);
});

test("a report that names a seat says which, and one that is not known stands alone", async () => {
  const next = [{ actor: "dealer", verb: "report", args: ["new-thing", "seat", "3"] }];
  const table = tableAt("playing", { next });
  assert.equal(root.querySelector(".reports small"), null);
  await press("New thing seat 3");
  assert.deepEqual(table.said, ["dealer report new-thing seat 3"]);
});

test("when nothing may be reported the panel says so", () => {
  tableAt("between");
  assert.match(words(part("Irregularities")), /Nothing can be reported at this moment\./);
  assert.equal(root.querySelector(".ruled"), null);
});

test("what was ruled in this round is read again", () => {
  const table = tableAt("reported");
  const [report] = table.events.filter(({ kind }) => kind === "report");
  assert.equal(words(root.querySelector(".ruled h4")), "Ruled in this round");
  assert.equal(texts(".ruled li").length, 1);
  assert.ok(words(root.querySelector(".ruled li")).startsWith(report.line));
});

// --- seats ---------------------------------------------------------------------------------------

test("the seats are listed with their chips", () => {
  tableAt("wagering");
  assert.deepEqual(texts(".seat-list li span").slice(0, 3), ["1 Ann, $490", "2 free", "3 free"]);
  assert.equal(texts(".seat-list li").length, 7);
  tableAt("wagering", { seats: { 1: { name: null, chips: "12.50" } } });
  assert.deepEqual(texts(".seat-list li span"), ["1 no name, $12.50"]);
});

test("seats are open to everybody, or not", async () => {
  const table = tableAt("wagering");
  assert.equal(field("Anybody may sit down").checked, true);
  await fill("Anybody may sit down", false);
  assert.deepEqual(table.sent, [["floor", { act: "seats", open: false }, "floor-token"]]);
  tableAt("wagering");
  assert.equal(field("Anybody may sit down").checked, true, "the table has not changed");
  tableAt("wagering", { open_seats: false });
  assert.equal(field("Anybody may sit down").checked, false);
});

test("a seat is cashed out", async () => {
  const table = tableAt("wagering");
  await press("Cash out");
  assert.deepEqual(table.sent, [["floor", { act: "dismiss", seat: 1 }, "floor-token"]]);
  assert.deepEqual(toasts(), [["Seat 1 is cashed out.", "toast good"]]);
});

test("somebody is invited to a free seat, with a link that is copied", async () => {
  const copied = [];
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async (text) => copied.push(text) },
    configurable: true,
  });
  const table = tableAt("wagering", { reply: () => invited });
  await press("Invite", root.querySelectorAll(".seat-list li")[3]);
  assert.match(words(dialog()), /^Invite somebody to seat 4/);
  assert.equal(field("Buy-in in dollars", dialog()).value, "500");
  await fill("Buy-in in dollars", "250.5", dialog());
  await press("Make the link", dialog());
  assert.deepEqual(table.sent, [["invitations", { seat: 4, buy_in: "250.50" }, "floor-token"]]);
  const link = `http://localhost${invited.link}`;
  assert.equal(words(dialog().querySelector(".hash")), link);
  assert.match(words(dialog()), /It works once\./);
  await press("Copy", dialog());
  assert.deepEqual(copied, [link]);
  assert.deepEqual(toasts(), [["Copied.", "toast"]]);
});

test("an invitation that is refused shows no link", async () => {
  tableAt("wagering", { reply: refused("the seat is taken") });
  await press("Invite", root.querySelectorAll(".seat-list li")[3]);
  await press("Make the link", dialog());
  assert.deepEqual(toasts(), [["the seat is taken", "toast bad"]]);
  assert.equal(dialog().querySelector(".hash"), null);
});

// --- the tray ------------------------------------------------------------------------------------

test("the tray is filled, credited and counted", async () => {
  const table = tableAt("wagering");
  assert.match(words(part("Tray")), /Holds \$9,500\./);
  await fill("Amount in dollars", "1000.25");
  for (const name of ["Fill", "Credit", "Count"]) await press(name);
  assert.deepEqual(
    table.sent,
    ["fill", "credit", "count"].map((act) => ["tray", { act, amount: "1000.25" }, "floor-token"]),
  );
  assert.deepEqual(
    toasts().map(([text]) => text),
    ["Fill noted.", "Credit noted.", "Count noted."],
  );
  const link = control("Reconciliation, to print").getAttribute("href");
  assert.equal(link, "#/table/red-dog%203/money");
});

test("what is being typed stays when the table changes, and so does the focus", async () => {
  tableAt("wagering");
  await fill("Amount in dollars", "12");
  field("Amount in dollars").focus();
  tableAt("playing");
  assert.equal(field("Amount in dollars").value, "12");
  assert.equal(document.activeElement, field("Amount in dollars"));
  control("New dealer").focus();
  tableAt("between");
  assert.equal(document.activeElement, control("New dealer"));
});

test("a tray that nobody knows is empty", () => {
  tableAt("wagering", { tray: null });
  assert.match(words(part("Tray")), /Holds \$0\./);
});

// --- the house, and the end ----------------------------------------------------------------------

async function changing(table) {
  answer({ "GET /api/houses/red-dog?rulebook=ma": house.options });
  await press("Change the house file");
  assert.match(words(dialog()), /^House of Right table/);
  const minimum = dialog().querySelector("[name=minimum]");
  assert.equal(minimum.value, "5");
  minimum.value = "20";
  minimum.dispatchEvent(new Event("input", { bubbles: true }));
  return table;
}

test("another house is used from the next round", async () => {
  const table = await changing(tableAt("wagering"));
  await fill("a device that is no longer used has left the table", true, dialog());
  await press("Use it from the next round", dialog());
  const [[path, body, token]] = table.sent;
  assert.deepEqual([path, token], ["floor", "floor-token"]);
  assert.deepEqual(body, {
    act: "house",
    house: { ...table.picture.house, minimum: "20" },
    devices_removed: true,
  });
  assert.deepEqual(toasts(), [["The new house is in force.", "toast good"]]);
  assert.equal(dialog(), null);
});

test("a house that may not be used says why, and stays on the screen", async () => {
  await changing(tableAt("wagering", { reply: refused("no", house.unlawful) }));
  await press("Use it from the next round", dialog());
  assert.equal(texts(".breaches li", dialog()).length, 2);
  assert.equal(dialog().querySelector("[name=minimum]").value, "20");
  assert.deepEqual(toasts(), []);
});

test("a table is closed with the count of its tray", async () => {
  const table = tableAt("wagering", { tray: "9417.50" });
  await press("Close the table");
  assert.match(words(dialog()), /^Close Right table\?/);
  assert.equal(field("Counted in the tray, in dollars", dialog()).value, "9417.5");
  await fill("Counted in the tray, in dollars", "9417", dialog());
  await press("Close the table", dialog());
  assert.deepEqual(table.sent, [["close", { count: "9417.00" }, "floor-token"]]);
  assert.equal(dialog(), null);
});

test("a table that may not be closed yet says why, with its ruling", async () => {
  tableAt("wagering", {
    tray: undefined,
    reply: refused("a round is being played", { finding: "X-11" }),
  });
  await press("Close the table");
  assert.equal(field("Counted in the tray, in dollars", dialog()).value, "0");
  await press("Close the table", dialog());
  await settle();
  assert.match(words(dialog().querySelector(".complaint")), /^a round is being played/);
  assert.ok(offered("Why? X-11", dialog()));
});
