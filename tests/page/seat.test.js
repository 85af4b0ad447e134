/** Sitting down: the form with the account beside it, and the page behind an invitation. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import {
  depart,
  dialog,
  enter,
  fill,
  kept,
  offered,
  press,
  refuse,
  root,
  texts,
  visit,
} from "./visits.js";
import { kept as keptTables } from "./tables.js";
import { due, soon } from "../../src/croupier/server/page/js/refill.js";
import { invitationView, seatForm } from "../../src/croupier/server/page/js/views/seat.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const [, dog] = kept("lobby").tables;
const PATH = "POST /api/tables/red-dog-1/seats/3";
const NAME = "Your name at the table";
const BUY_IN = "Buy-in, in dollars of play money";
const seated = mock.fn();

const main = () => dialog().querySelector("form > button.primary");
const submit = async (box = dialog()) => {
  box.querySelector("form").dispatchEvent(new Event("submit", { cancelable: true }));
  await settle();
};
const presets = (box = dialog()) => texts(".segments button", box);
const pressed = () => texts(".segments [aria-pressed=true]", dialog());

beforeEach(() => {
  enter("public");
  seated.mock.resetCalls();
});
afterEach(depart);

test("a stranger sits down with one press, and becomes a guest", async () => {
  answer({
    "POST /api/guests": { token: "guest", role: "player", name: null },
    [PATH]: [201, { seat: 3, token: "s3" }],
  });
  seatForm(dog, 3, seated);
  assert.match(words(dialog()), /^Sit down at Red Dog ✕ Seat 3 · \$5 to \$500 · play money/);
  assert.match(words(dialog()), /The house gives you play money to begin with/);
  assert.equal(words(main()), "Sit down with $500");
  assert.equal(document.activeElement, main());
  assert.deepEqual(presets(), ["Small $50", "Usual $500"]);
  await submit();
  assert.deepEqual(
    asked.map(({ method, path, body, token }) => [method, path, body.buy_in, body.name, token]),
    [
      ["POST", "/api/guests", undefined, undefined, null],
      ["POST", "/api/tables/red-dog-1/seats/3", "500.00", undefined, "guest"],
    ],
  );
  assert.equal(dialog(), null);
  assert.equal(seated.mock.callCount(), 1);
  assert.deepEqual(session.seat("red-dog-1"), { seat: 3, token: "s3" });
});

test("a refusal says why; sent again it is the same request, with what was changed", async () => {
  answer({
    "POST /api/guests": { token: "guest", role: "player", name: null },
    "GET /api/me": { balance: "400.00" },
    [PATH]: [409, keptTables("errors").taken],
  });
  seatForm(dog, 3, seated);
  await fill(NAME, "  Ann ", dialog());
  await submit();
  assert.equal(words(dialog().querySelector("[role=alert]")), "seat 1 is taken");
  assert.equal(words(main()), "Sit down with $400", "the account is known by now");
  answer({ [PATH]: [201, { seat: 3, token: "s3" }] });
  await fill(BUY_IN, "$250.50", dialog());
  await submit();
  const [first, second] = asked.filter(({ path }) => path.endsWith("/seats/3"));
  assert.deepEqual([first.body.name, first.body.buy_in], ["Ann", "500.00"]);
  assert.deepEqual([second.body.name, second.body.buy_in], ["Ann", "250.50"]);
  assert.equal(second.body.id, first.body.id);
  assert.equal(session.name, "Ann");
});

async function sittingWith(me) {
  enter("spectator", { name: "Dee" });
  answer({ "GET /api/me": me });
  seatForm(dog, 3, seated);
  assert.match(words(dialog()), /Looking into your account/);
  await settle();
}

test("the account and what stays in it are shown, and more than it is refused", async () => {
  await sittingWith({ balance: "1234.50" });
  assert.equal(dialog().querySelector("[name=name]").value, "Dee");
  const figures = () => texts("dd", dialog());
  assert.deepEqual(figures(), ["$1,234.50", "$734.50"]);
  assert.deepEqual(presets(), ["Small $50", "Usual $500", "All $1,234.50"]);
  assert.deepEqual(pressed(), ["Usual $500"]);
  await press("All $1,234.50", dialog());
  assert.deepEqual(figures(), ["$1,234.50", "$0"]);
  assert.equal(dialog().querySelector("[name=buy_in]").value, "1234.5");
  for (const [typed, said] of [
    ["2000", "Your account holds only $1,234.50"],
    ["4", "At least $5, for one wager"],
    ["", "How much do you sit down with?"],
    ["moon", "How much do you sit down with?"],
  ]) {
    await fill(BUY_IN, typed, dialog());
    assert.equal(words(main()), said);
    assert.equal(main().disabled, true);
    assert.equal(dialog().querySelector("[name=buy_in]").value, typed);
  }
  await fill(BUY_IN, "2000", dialog());
  assert.deepEqual(figures(), ["$1,234.50", "not enough"]);
  asked.length = 0;
  await submit();
  assert.equal(asked.length, 0);
});

test("somebody who has less than usual sits down with all of it", async () => {
  await sittingWith({ balance: "120.00" });
  assert.equal(words(main()), "Sit down with $120");
  assert.deepEqual(presets(), ["Small $50", "All $120"]);
});

test("somebody who has nothing is refilled where they sit down", async () => {
  await sittingWith({ balance: "0.00", refill: { amount: "500.00", wait: 0 } });
  assert.match(words(dialog()), /Your account holds \$0\./);
  assert.equal(dialog().querySelector("[name=buy_in]"), null);
  refuse("POST /api/me/refill", 409, { message: "too early" });
  await press("Take a free refill of $500", dialog());
  assert.equal(words(dialog().querySelector("[role=alert]")), "too early");
  answer({ "POST /api/me/refill": { amount: "500.00", balance: "500.00", wait: 3600 } });
  await press("Take a free refill of $500", dialog());
  assert.equal(asked.at(-1).token, "spectator-token");
  assert.equal(dialog().querySelector("[role=alert]"), null);
  assert.equal(words(main()), "Sit down with $500");
});

test("somebody who has nothing and must wait is told how long", async () => {
  await sittingWith({ balance: "0.00", refill: { amount: "500.00", wait: 1500 } });
  assert.match(words(dialog()), /The next free refill comes in 25 minutes\./);
  depart();
  await sittingWith({ balance: "0.00" });
  assert.equal(offered("Take a free refill of $500", dialog()), false);
});

test("an account that cannot be read stops nobody: the server knows", async () => {
  enter("spectator");
  refuse("GET /api/me", 503, { message: "busy" });
  seatForm(dog, 3, seated);
  await settle();
  assert.equal(main().disabled, false);
});

test("what is due is an amount, a time to wait, or nothing", () => {
  assert.deepEqual(due({ refill: { amount: "500.00", wait: 0 } }), { amount: 50000 });
  assert.deepEqual(due({ refill: { amount: "500.00", wait: 61 } }), { wait: 61 });
  assert.equal(due({ refill: { amount: "0.00", wait: 0 } }), null);
  assert.equal(due({}), null);
  assert.equal(soon(61), "in 2 minutes");
  assert.equal(soon(5), "in a minute");
});

// --- invitations ---------------------------------------------------------------------------------

const INVITED = {
  ...dog,
  name: "Friday night",
  seat: 3,
  free: true,
  host: "Flo",
  buy_in: "200.00",
  seats: 7,
  seats_taken: 2,
};

async function invitedTo(about, games = kept("books").games) {
  sessionStorage.setItem("invitation", "invited");
  answer({ "GET /api/invitations": about, "GET /api/games": games });
  await visit(invitationView);
}

test("an invitation names its game, host, seat and stake, and leads there in one press", async () => {
  await invitedTo(INVITED);
  assert.equal(asked[0].token, "invited");
  assert.equal(words(root.querySelector("h1")), "You are invited");
  assert.equal(words(root.querySelector(".invited h2")), "Red Dog");
  assert.match(words(root.querySelector(".invited .sentence")), /third card/);
  assert.equal(root.querySelector(".invited").dataset.cloth, "burgundy");
  assert.deepEqual(texts(".invited dd"), [
    "Flo",
    "3 at Friday night",
    "2 of 7 seats taken",
    "$5 to $500",
  ]);
  assert.deepEqual(presets(root), ["Small $50", "Usual $500", "As invited $200"]);
  refuse("POST /api/invitations/accept", 410, { message: "the link is spent" });
  await press("Take my seat with $200");
  assert.equal(words(root.querySelector("[role=alert]")), "the link is spent");
  answer({ "POST /api/invitations/accept": { table: "red-dog-1", seat: 3, token: "s3" } });
  await fill(NAME, "Ann");
  await press("Take my seat with $200");
  const { body, token } = asked.at(-1);
  assert.equal(token, "invited");
  assert.deepEqual([body.name, body.buy_in], ["Ann", "200.00"]);
  assert.equal(location.hash, "#/table/red-dog-1");
  assert.equal(session.at("red-dog-1"), "s3");
  assert.equal(sessionStorage.getItem("invitation"), null);
  location.hash = "";
});

test("how to play is told from the invitation; a game that is not known is still named", async () => {
  answer({ "GET /api/rules/red-dog?rulebook=ma": kept("books").rules });
  await invitedTo(INVITED);
  await press("How to play");
  assert.equal(words(dialog().querySelector("h2")), "How to play Red Dog");
  await invitedTo({ ...INVITED, game: "new-game", title: "New Game", host: null, buy_in: null });
  assert.equal(words(root.querySelector(".invited h2")), "New Game");
  assert.equal(texts(".invited dd")[0], "the house");
  assert.equal(offered("How to play"), false);
  assert.equal(offered("Take my seat with $500"), true);
});

test("an invitation to a seat that is taken says so", async () => {
  await invitedTo({ ...INVITED, free: false });
  assert.match(words(root), /This seat is taken, or the table is closed/);
  assert.equal(root.querySelector("form"), null);
});

test("an invitation that is over, or was opened already, says so", async () => {
  sessionStorage.setItem("invitation", "invited");
  refuse("GET /api/invitations", 401, { message: "this invitation has been used" });
  await visit(invitationView);
  assert.deepEqual(texts("[role=alert]"), ["this invitation has been used"]);
  sessionStorage.clear();
  await visit(invitationView);
  assert.match(words(root), /has been opened already/);
  assert.equal(root.querySelector("form"), null);
});

test("somebody whose chips lie at other tables is told where", async () => {
  enter("player");
  const seats = [{ table: "double-down-stud-1", seat: 2 }];
  answer({ "GET /api/me": { balance: "0.00", refill: { amount: "0.00", wait: 0 }, seats } });
  seatForm(dog, 3, seated);
  await settle();
  const link = dialog().querySelector("form a");
  assert.equal(words(link), "double down stud 1, seat 2");
  assert.equal(link.getAttribute("href"), "#/table/double-down-stud-1");
});
