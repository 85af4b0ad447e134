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
  assert.deepEqual(texts("h3"), [
    "Dealing",
    "Irregularities",
    "Seats",
    "House players",
    "Tray",
    "House",
  ]);
});

test("a closed table needs no floor, and its money can still be read", () => {
  tableAt("wagering", { phase: "closed" });
  assert.match(words(root), /^This table is closed\. Open a new one on the floor's page\./);
  assert.equal(control("Its reconciliation").getAttribute("href"), "#/table/red-dog%203/money");
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
  assert.equal(control("Next step").parentElement, root.querySelector(".pending").parentElement);
  await press("Next step");
  assert.deepEqual(table.said, ["proceed"]);
  assert.ok(!offered("Close the wagers"));
});

const comes = () => words(root.querySelector(".next-up p"));

test("what comes next is always said, and its button keeps its place", () => {
  tableAt("wagering");
  assert.equal(comes(), "Next: the wagers are closed, when everybody has wagered.");
  tableAt("wagering", { dealing: "auto" });
  assert.equal(comes(), "Next: the wagers are closed, when all are ready or time is up.");
  tableAt("between", { seats: { 1: { name: "Ann", chips: "5.00" } } });
  assert.equal(comes(), "Next: a new round, in a moment or now.");
  tableAt("between");
  assert.equal(comes(), "Nobody sits here: a round needs a player.");
  assert.ok(!offered("Next round now"));
  const playing = { phase: "playing", next: [], awaits: [1] };
  tableAt("playing", playing);
  assert.equal(comes(), "Waiting for Ann to decide.");
  assert.equal(root.querySelector(".next-up button"), null);
  tableAt("playing", { ...playing, dealing: "steps", awaits: [1, 2], phase: "wagering" });
  assert.equal(comes(), "Waiting for Ann and seat 2 to place wagers.");
  assert.equal(control("Next step").disabled, true);
  tableAt("playing", { ...playing, awaits: undefined });
  assert.equal(comes(), "The dealer is at work.");
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

for (const [name, moment, body, done, sure] of [
  ["Next round now", "between", { act: "next-round" }, null],
  ["New dealer", "wagering", { act: "new-dealer" }, "A new dealer comes to the table."],
  [
    "Reshuffle…",
    "wagering",
    { act: "reshuffle" },
    "The cards are shuffled before the next round.",
    "Reshuffle",
  ],
])
  test(`the floor orders: ${name}`, async () => {
    const table = tableAt(moment, { seats: { 1: { name: "Ann", chips: "5.00" } } });
    await press(name);
    if (sure) {
      assert.deepEqual(table.sent, []);
      await press(sure, dialog());
    }
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
    "Face up card…",
    "Drawn in error…",
    "Exposed draw…",
    "Missed burn…",
    "Shuffler fault…",
  ]);
  const [first] = root.querySelectorAll(".reports li");
  const known = dog.irregularities.find(({ name }) => name === "face-up-card");
  assert.equal(words(first.querySelector("small")), `${capital(known.message)}.`);
  assert.ok(offered(`Why? ${known.rule}`, first));
  assert.deepEqual(table.said, []);
});

const capital = (text) => text[0].toUpperCase() + text.slice(1);

test("a report says which rule decides and what follows, and rules only then", async () => {
  const table = tableAt("wagering");
  const missed = dog.irregularities.find(({ name }) => name === "missed-burn");
  const rulings = [
    { finding: "R-99", issue: "Which card?", ruling: "The next one." },
    { finding: "R-98", issue: null, ruling: "Another matter." },
  ];
  answer({
    "GET /api/why/red-dog": { clause: { summary: "The card is burned late." }, findings: rulings },
  });
  table.game = {
    ...dog,
    irregularities: [{ ...missed, finding: "R-99" }],
  };
  draw(floorPanel(table));
  await press("Missed burn…");
  const said = words(dialog());
  assert.match(said, /^Report: missed burn\? ✕/);
  assert.ok(said.includes(`${capital(missed.message)}.`));
  assert.ok(said.includes(`What follows, by ${missed.rule}`));
  assert.match(said, /The card is burned late\. Our ruling R-99/);
  assert.deepEqual(texts("details .finding h3", dialog()), ["Our ruling R-98"]);
  assert.match(said, /cannot be taken back/);
  assert.deepEqual(table.said, []);
  await press("Cancel", dialog());
  assert.deepEqual([table.said, dialog()], [[], null]);
  await press("Missed burn…");
  await press("Apply the ruling", dialog());
  assert.deepEqual(table.said, ["dealer report missed-burn"]);
  assert.equal(dialog(), null);
  assert.deepEqual(toasts(), [
    ["Reported: missed burn. The ruling is below, and in the play by play.", "toast good"],
  ]);
});

test("a report that is refused says why in its window, and pressed twice it is made once", async () => {
  const table = tableAt("wagering", { reply: refused("too late", { rule: "6(d)" }) });
  answer({ "GET /api/why/red-dog": { clause: null, findings: [] } });
  await press("Missed burn…");
  await press("Apply the ruling", dialog());
  assert.match(words(dialog().querySelector(".complaint")), /^too late/);
  assert.ok(offered("Why? 6(d)", dialog()));
  table.said.length = 0;
  control("Apply the ruling", dialog()).click();
  control("Apply the ruling", dialog()).click();
  await settle();
  assert.equal(table.said.length, 1);
});

test("a report that names a seat says which, and one that is not known stands alone", async () => {
  const next = [{ actor: "dealer", verb: "report", args: ["new-thing", "seat", "3"] }];
  const table = tableAt("playing", { next });
  assert.equal(root.querySelector(".reports small"), null);
  await press("New thing seat 3…");
  assert.equal(dialog().querySelector(".why"), null);
  await press("Apply the ruling", dialog());
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

test("a seat is cashed out, once that is confirmed", async () => {
  const table = tableAt("wagering");
  await press("Cash out…");
  assert.match(words(dialog()), /Ann gives up seat 1, and \$490 goes to the account of Ann/);
  assert.deepEqual(table.sent, []);
  await press("Cash out Ann", dialog());
  assert.deepEqual(table.sent, [["floor", { act: "dismiss", seat: 1 }, "floor-token"]]);
  assert.deepEqual(toasts(), [["Seat 1 is cashed out.", "toast good"]]);
});

test("somebody without a name is cashed out too", async () => {
  tableAt("wagering", { seats: { 1: { name: null, chips: "12.50" } } });
  await press("Cash out…");
  assert.match(words(dialog()), /The player gives up seat 1/);
});

test("somebody is invited to a free seat, with a link that is copied", async () => {
  const copied = [];
  Object.defineProperty(navigator, "clipboard", {
    value: { writeText: async (text) => copied.push(text) },
    configurable: true,
  });
  const table = tableAt("wagering", { reply: () => invited });
  await press("Invite…", root.querySelectorAll(".seat-list li")[3]);
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
  await press("Invite…", root.querySelectorAll(".seat-list li")[3]);
  await press("Make the link", dialog());
  assert.deepEqual(toasts(), [["the seat is taken", "toast bad"]]);
  assert.equal(dialog().querySelector(".hash"), null);
});

// --- the tray ------------------------------------------------------------------------------------

test("fill, credit and count are forms of their own, each with its words", () => {
  tableAt("wagering");
  assert.match(words(part("Tray")), /It should hold \$9,500 now\./);
  assert.deepEqual(texts(".slip h4"), ["Fill", "Credit", "Count"]);
  assert.deepEqual(texts(".slip .hint"), [
    "Chips come from the cage into the tray.",
    "Chips go from the tray back to the cage.",
    "Say what you have counted in the tray, between rounds. It ends the shift.",
  ]);
  assert.equal(new Set(root.querySelectorAll(".slip input")).size, 3);
  const link = control("Reconciliation and corrections").getAttribute("href");
  assert.equal(link, "#/table/red-dog%203/money");
});

for (const [act, field_, title, after] of [
  ["fill", "Chips brought, in dollars", "Fill", "$10,500.25"],
  ["credit", "Chips taken away, in dollars", "Credit", "$8,499.75"],
])
  test(`a ${act} is confirmed with the tray before and after it`, async () => {
    const table = tableAt("wagering");
    await fill(field_, "1,000.25");
    await press(`${title}…`);
    assert.match(words(dialog()), new RegExp(`^${title} \\$1,000\\.25\\?`));
    assert.deepEqual(texts(".figures dd", dialog()), [
      "$9,500",
      act === "fill" ? "+$1,000.25" : "−$1,000.25",
      after,
    ]);
    assert.deepEqual(table.sent, []);
    await press("Cancel", dialog());
    assert.equal(field(field_).value, "1,000.25");
    await press(`${title}…`);
    await press(`${title} $1,000.25`, dialog());
    assert.deepEqual(table.sent, [["tray", { act, amount: "1000.25" }, "floor-token"]]);
    assert.deepEqual(toasts(), [[`${title} of $1,000.25 noted.`, "toast good"]]);
    assert.equal(dialog(), null);
    assert.equal(field(field_).value, "", "the same slip is not pressed again");
  });

test("a credit of more than the tray holds is not offered", async () => {
  tableAt("wagering");
  await fill("Chips taken away, in dollars", "9500.01");
  await press("Credit…");
  assert.match(words(dialog()), /The tray holds only \$9,500\./);
  assert.equal(control("Credit $9,500.01", dialog()).disabled, true);
});

test("a count that agrees ends the shift", async () => {
  const table = tableAt("wagering");
  await fill("Counted, in dollars", "$9500");
  await press("Count…");
  assert.deepEqual(texts(".figures dd", dialog()), ["$9,500", "$9,500", "none"]);
  assert.match(words(dialog()), /✓ The count agrees to the cent\./);
  assert.deepEqual(table.sent, []);
  await press("End the shift", dialog());
  const body = { act: "count", amount: "9500.00", expected: "9500.00" };
  assert.deepEqual(table.sent, [["tray", body, "floor-token"]]);
  assert.deepEqual(toasts(), [["Counted $9,500: the next shift has begun.", "toast good"]]);
});

test("a count that differs is confirmed by itself, with the difference in words", async () => {
  const table = tableAt("wagering");
  await fill("Counted, in dollars", "280");
  await press("Count…");
  assert.deepEqual(texts(".figures dd", dialog()), ["$9,500", "$280", "−$9,220"]);
  assert.match(words(dialog()), /\$9,220 is missing\. Is the amount typed right\?/);
  assert.equal(control("End it: $9,220 is missing", dialog()).disabled, true);
  await fill("Counted again: $9,220 is missing", true, dialog());
  await press("End it: $9,220 is missing", dialog());
  const body = { act: "count", amount: "280.00", expected: "9500.00" };
  assert.deepEqual(table.sent, [["tray", body, "floor-token"]]);
  await fill("Counted, in dollars", "9500.50");
  await press("Count…");
  assert.match(words(dialog()), /\$0\.50 is too much\./);
});

test("a tray that has changed meanwhile is said to have, in the window", async () => {
  tableAt("wagering", { reply: refused("the tray should hold $9,600 by now: look again") });
  await fill("Counted, in dollars", "9500");
  await press("Count…");
  await press("End the shift", dialog());
  assert.match(words(dialog().querySelector(".complaint")), /should hold \$9,600 by now/);
  assert.equal(field("Counted, in dollars").value, "9500");
});

test("what is not an amount is not taken for one", async () => {
  const table = tableAt("wagering");
  for (const [name, button, wrong] of [
    ["Counted, in dollars", "Count…", ""],
    ["Counted, in dollars", "Count…", "ten"],
    ["Counted, in dollars", "Count…", "-5"],
    ["Chips brought, in dollars", "Fill…", "0"],
    ["Chips brought, in dollars", "Fill…", "1.234"],
  ]) {
    await fill(name, wrong);
    await press(button);
    assert.equal(dialog(), null, wrong);
    assert.match(toasts().at(-1)[0], /^Write an amount in dollars/);
    assert.equal(document.activeElement, field(name));
  }
  assert.deepEqual(table.sent, []);
});

test("what is being typed stays when the table changes, and so does the focus", async () => {
  tableAt("wagering");
  await fill("Counted, in dollars", "12");
  field("Counted, in dollars").focus();
  tableAt("playing");
  assert.equal(field("Counted, in dollars").value, "12");
  assert.equal(document.activeElement, field("Counted, in dollars"));
  control("New dealer").focus();
  tableAt("between");
  assert.equal(document.activeElement, control("New dealer"));
});

test("a tray that nobody knows is empty", () => {
  tableAt("wagering", { tray: null });
  assert.match(words(part("Tray")), /It should hold \$0 now\./);
});

// --- the house, and the end ----------------------------------------------------------------------

async function changing(table, { change = "20" } = {}) {
  answer({ "GET /api/houses/red-dog?rulebook=ma": house.options });
  await press("Change the house file…");
  assert.match(words(dialog()), /^House of Right table/);
  const minimum = dialog().querySelector("[name=minimum]");
  assert.equal(minimum.value, "5");
  minimum.value = change;
  minimum.dispatchEvent(new Event("input", { bubbles: true }));
  return table;
}

const top = () => [...document.querySelectorAll("dialog")].at(-1);

test("another house is used from the next round, once its changes are confirmed", async () => {
  const table = await changing(tableAt("wagering"));
  await fill("a device that is no longer used has left the table", true, dialog());
  await press("Use it from the next round…", dialog());
  assert.deepEqual(table.sent, []);
  assert.match(words(top()), /^Change the house of Right table\?/);
  assert.match(words(top()), /minimum 5(\.00)? → 20/);
  await press("Use this house", top());
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

test("a house without a change, and one that was pasted, are said to be so", async () => {
  await changing(tableAt("wagering"), { change: "5" });
  await press("Use it from the next round…", dialog());
  assert.match(words(top()), /Nothing has been changed/);
  await press("Cancel", top());
  await fill("House file", 'croupier = 1\ngame = "red-dog"\n', dialog());
  await press("Use it from the next round…", dialog());
  assert.match(words(top()), /The house file that you have pasted/);
});

test("a house that nobody has described is the usual one", async () => {
  answer({ "GET /api/houses/red-dog?rulebook=ma": house.options });
  tableAt("wagering", { house: undefined });
  await press("Change the house file…");
  dialog().querySelector("[name=minimum]").value = "20";
  await press("Use it from the next round…", dialog());
  assert.match(words(top()), /minimum the usual → 20/);
});

test("a house that may not be used says why, and stays on the screen", async () => {
  await changing(tableAt("wagering", { reply: refused("no", house.unlawful) }));
  await press("Use it from the next round…", dialog());
  await press("Use this house", top());
  assert.equal(document.querySelectorAll("dialog").length, 1);
  assert.equal(texts(".breaches li", dialog()).length, 2);
  assert.equal(dialog().querySelector("[name=minimum]").value, "20");
  assert.deepEqual(toasts(), []);
});

test("a table is closed with the count of its tray", async () => {
  const table = tableAt("wagering", { tray: "9417.50" });
  await press("Close the table…");
  assert.match(words(dialog()), /^Close Right table\?/);
  const counted = "Counted in the tray, in dollars";
  assert.equal(field(counted, dialog()).value, "", "nobody has counted yet");
  assert.equal(control("Close the table", dialog()).disabled, true);
  await fill(counted, "9417", dialog());
  assert.match(words(dialog()), /\$0\.50 is missing/);
  assert.equal(control("Close the table", dialog()).disabled, true);
  await fill("Counted again: $0.50 is missing", true, dialog());
  await fill(counted, "9416", dialog());
  assert.equal(control("Close the table", dialog()).disabled, true, "another difference");
  await fill("Counted again: $1.50 is missing", true, dialog());
  await press("Close the table", dialog());
  const body = { count: "9416.00", expected: "9417.50" };
  assert.deepEqual(table.sent, [["close", body, "floor-token"]]);
  assert.equal(dialog(), null);
});

test("a table that may not be closed yet says why, with its ruling", async () => {
  tableAt("wagering", {
    tray: undefined,
    reply: refused("a round is being played", { finding: "X-11" }),
  });
  await press("Close the table…");
  await fill("Counted in the tray, in dollars", "0", dialog());
  await press("Close the table", dialog());
  await settle();
  assert.match(words(dialog().querySelector(".complaint")), /^a round is being played/);
  assert.ok(offered("Why? X-11", dialog()));
});
