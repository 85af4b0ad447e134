/** A table of one's own: opening it, the link to it, the host's panel, and the floor's policies. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach, describe } from "node:test";

import { answer, asked, settle, words } from "./support.js";
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
  refuse,
  root,
  texts,
  toasts,
  visit,
  waiting,
} from "./visits.js";
import { CALM, edgeLine } from "../../src/croupier/server/page/js/draft_edge.js";
import { Refused } from "../../src/croupier/server/page/js/net.js";
import { hostPanel } from "../../src/croupier/server/page/js/views/host.js";
import { joinView } from "../../src/croupier/server/page/js/views/join.js";
import { lobbyView } from "../../src/croupier/server/page/js/views/lobby.js";
import { ownView } from "../../src/croupier/server/page/js/views/own.js";
import { policyPanel } from "../../src/croupier/server/page/js/views/policies.js";
import { render } from "../../src/croupier/server/page/js/vendor/lit-html/lit-html.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const own = kept("private");
const house = kept("house");
const { games } = kept("books");

/** Wait until the server has been asked about what was edited; long timers hold no test. */
async function calm() {
  for (let ms = 0; ms < CALM + 60; ms += 50) await new Promise((done) => setTimeout(done, 50));
  await settle();
}
const sent = (method, path) =>
  asked.filter((one) => one.method === method && one.path.startsWith(path));
const submit = async (form) => {
  form.dispatchEvent(new Event("submit", { cancelable: true, bubbles: true }));
  await settle();
};

beforeEach(() => {
  sessionStorage.clear();
  location.hash = "#/own";
  enter("spectator", { name: "Ann" });
  answer({
    "GET /api/games": games,
    "GET /api/policies": own.policies,
    "GET /api/houses/red-dog?rulebook=ma": house.options,
    "GET /api/houses/double-cross-poker?rulebook=ma": { ...house.options, options: [] },
    "GET /api/houses/double-cross-poker?rulebook=nj": { ...house.options, options: [] },
    "POST /api/houses/red-dog/check": house.lawful,
    "POST /api/houses/red-dog/edge": own.edge,
    "POST /api/houses/double-cross-poker/check": house.lawful,
    "POST /api/houses/double-cross-poker/edge": { edge: null, wager: null, standard: null },
    "POST /api/private-tables": [201, own.opened],
    "GET /api/me": { balance: "1000.00", seats: [] },
  });
});
afterEach(depart);

describe("opening", () => {
  const open = () => submit(root.querySelector("form.own"));

  async function redDog() {
    await visit(ownView);
    await fill("Game", "red-dog");
    await settle();
  }

  test("the page says what it waits for, and what may be chosen", async () => {
    assert.match(await waiting(ownView), /Looking at what the house offers/);
    assert.equal(words(root.querySelector("h1")), "A table of your own");
    assert.deepEqual(texts("legend"), ["The game", "The stakes and the house", "House players"]);
    assert.match(words(root), /closes by itself after 15 minutes/);
    assert.ok(field("Rulebook"));
    await redDog();
    assert.ok(!root.querySelector("[name=rulebook]"));
    assert.match(words(root), /No limit may be above \$1,000/);
  });

  test("as it stands, one press opens it with the usual house", async () => {
    await redDog();
    await fill("Name of the table", "Ann and friends");
    await open();
    const [{ body, token }] = sent("POST", "/api/private-tables");
    assert.deepEqual(
      [body.game, body.rulebook, body.name, body.house, body.company, token],
      ["red-dog", "ma", "Ann and friends", {}, [], "spectator-token"],
    );
    assert.equal(location.hash, "#/table/red-dog-1");
    assert.match(toasts()[0][0], /is open\. Invite somebody/);
  });

  test("a stranger says a name and becomes a guest when it opens", async () => {
    enter("public");
    answer({ "POST /api/guests": { token: "guest", role: "spectator", name: "Zoe" } });
    await redDog();
    assert.equal(sent("POST", "/api/guests").length, 0);
    await fill("Your name", "Zoe");
    await open();
    assert.equal(sent("POST", "/api/guests")[0].body.name, "Zoe");
    assert.equal(sent("POST", "/api/private-tables")[0].token, "guest");
  });

  test("a guest who was made to ask about the odds gets the name, too", async () => {
    enter("public");
    answer({
      "POST /api/guests": { token: "guest", role: "spectator", name: null },
      "PUT /api/me": {},
    });
    await redDog();
    root.querySelector("[name=minimum]").dispatchEvent(new Event("input", { bubbles: true }));
    await calm();
    assert.equal(sent("POST", "/api/houses/red-dog/edge")[0].token, "guest");
    await fill("Your name", "Zoe");
    await open();
    assert.deepEqual(sent("PUT", "/api/me")[0].body, { name: "Zoe" });
    assert.equal(session.name, "Zoe");
  });

  test("stakes are chosen with one press, and none is above the floor's limit", async () => {
    await redDog();
    const stakes = () => texts(".own .segments button");
    assert.deepEqual(stakes(), ["Small $1–$100", "Usual $5–$500", "High $10–$1,000"]);
    await press("Small $1–$100");
    assert.equal(root.querySelector("[name=minimum]").value, "1.00");
    assert.equal(words(root.querySelector("[aria-pressed=true]")), "Small $1–$100");
    await open();
    assert.equal(sent("POST", "/api/private-tables")[0].body.house.maximum, "100.00");
    const { private_tables: now } = own.policies;
    answer({ "GET /api/policies": { private_tables: { ...now, maximum: "500.00" } } });
    await redDog();
    assert.equal(stakes().length, 2);
  });

  test("house players are added, told apart by how they play, and sent away", async () => {
    await redDog();
    await press("Add a house player");
    await press("Add a house player");
    await fill("How house player 2 plays", "loose");
    assert.match(words(root), /Plays as well as its own cards.*never folds/);
    await press("Without house player 1");
    assert.equal(field("How house player 1 plays").value, "loose");
    for (let i = 0; i < 5; i++) await press("Add a house player");
    assert.ok(control("Add a house player").disabled);
    await open();
    assert.deepEqual(sent("POST", "/api/private-tables")[0].body.company, Array(6).fill("loose"));
  });

  test("while odds are edited, the edge stands beside the usual one", async () => {
    await redDog();
    await calm();
    const line = () => words(root.querySelector(".edge-line"));
    assert.match(line(), /House edge 1\.79 % of the original, less than usual \(usual: 2\.80 %\)/);
    const input = root.querySelector('[name="payouts.spread.1"]');
    for (const value of ["6 to 1", "7 to 1"]) {
      input.value = value;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const before = sent("POST", "/api/houses/red-dog/edge").length;
    await calm();
    const edges = sent("POST", "/api/houses/red-dog/edge").slice(before);
    assert.deepEqual(
      edges.map(({ body, token }) => [body.house, token]),
      [[{ "payouts.spread.1": "7 to 1" }, "spectator-token"]],
    );
  });

  test("the floor's policies are checked, too, and asking why opens no table", async () => {
    await redDog();
    await calm();
    assert.equal(sent("POST", "/api/houses/red-dog/check").at(-1).body.private, true);
    root.querySelector(".why-button").click();
    await settle();
    assert.ok(dialog());
    dialog().remove();
    assert.equal(sent("POST", "/api/private-tables").length, 0);
    assert.equal(root.querySelector(".why-button").type, "button");
  });

  test("an unlawful choice names its clause at once, and has no edge", async () => {
    await redDog();
    await calm();
    answer({ "POST /api/houses/red-dog/check": house.unlawful });
    const input = root.querySelector('[name="payouts.spread.1"]');
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await calm();
    assert.match(words(root.querySelector(".verdict")), /breaches: this house may not open/);
    assert.ok(root.querySelector(".breaches .why-button"));
    const [{ key }] = house.unlawful.breaches;
    const marked = [...root.querySelectorAll("[aria-invalid=true]")].map(({ name }) => name);
    assert.ok(
      marked.every((name) => house.unlawful.breaches.some((one) => one.key === name)),
      key,
    );
    assert.ok(marked.length, "the fields that are wrong are marked");
    assert.equal(root.querySelector(".warnings"), null);
    assert.equal(root.querySelector(".edge-line"), null);
    refuse("POST /api/houses/red-dog/check", 503, { message: "busy" });
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await calm();
    assert.match(words(root.querySelector(".house-outcome")), /busy/);
  });

  test("an edge that a newer question has replaced says nothing", async () => {
    await redDog();
    await calm();
    const before = words(root.querySelector(".edge-line"));
    refuse("POST /api/houses/red-dog/edge", 409, { kind: "stale", message: "newer" });
    root.querySelector("[name=minimum]").dispatchEvent(new Event("input", { bubbles: true }));
    await calm();
    assert.doesNotMatch(words(root.querySelector(".house-outcome")), /newer/);
    assert.ok(before);
  });

  test("an edge is told in words", () => {
    const told = (answered) => {
      render(edgeLine(answered), root);
      return words(root);
    };
    const edge = (value) => ({ value });
    assert.match(told({ edge: null }), /not known/);
    assert.match(told({ edge: edge(0.02), standard: edge(0.02), wager: "ante" }), /as usual\.$/);
    assert.match(
      told({ edge: edge(0.03), standard: edge(0.02), wager: "ante" }),
      /more than usual/,
    );
    const gift = told({ edge: edge(-0.01), standard: edge(0.02), wager: "ante" });
    assert.match(gift, /the players have the edge/);
  });

  test("a refusal is shown, with its breaches or in one line", async () => {
    await redDog();
    refuse("POST /api/private-tables", 409, { message: "close one first (the floor's policy)" });
    await open();
    assert.match(words(root.querySelector(".house-outcome")), /close one first/);
    const { breaches } = house.refused;
    refuse("POST /api/private-tables", 409, { message: "no" }, { breaches });
    await open();
    assert.ok(root.querySelector(".breaches"));
  });

  test("where the floor does not allow it, or all games, the page says so", async () => {
    const { private_tables: now } = own.policies;
    const decide = (more) =>
      answer({ "GET /api/policies": { private_tables: { ...now, ...more } } });
    decide({ allowed: false });
    await visit(ownView);
    assert.match(words(root), /The floor has closed this for now/);
    decide({ games: ["red-dog"], company: false });
    await visit(ownView);
    assert.deepEqual(texts("[name=game] option"), ["Red Dog"]);
    assert.match(words(root), /allows no house players/);
    refuse("GET /api/policies", 503, { message: "busy" });
    await visit(ownView);
    assert.deepEqual(texts("[role=alert]"), ["busy"]);
    enter("surveillance");
    await visit(ownView);
    assert.match(words(root), /opens no table/);
  });

  test("another rulebook is another house", async () => {
    await visit(ownView);
    await fill("Game", "double-cross-poker");
    await fill("Rulebook", "nj");
    await open();
    assert.equal(sent("POST", "/api/private-tables")[0].body.rulebook, "nj");
  });
});

describe("the lobby", () => {
  test("a private table says whose it is, and everybody is offered one of their own", async () => {
    answer({ "GET /api/lobby": own.lobby, "GET /api/edges": { edges: {}, complete: true } });
    await visit(lobbyView);
    const ours = [...root.querySelectorAll(".table-card")].find((card) =>
      words(card).includes("Ann and friends"),
    );
    assert.equal(words(ours.querySelector(".whose")), "private, host Ann");
    assert.equal(control("Open a table").getAttribute("href"), "#/own");
    enter("floor");
    await visit(lobbyView);
    assert.ok(!offered("Open a table"));
  });
});

describe("the link", () => {
  const go = async (preview = own.preview) => {
    sessionStorage.setItem("join", "the-link");
    answer({
      "GET /api/links": preview,
      "POST /api/links/accept": [201, own.joined],
      "POST /api/tables/red-dog-1/seats/4": [201, own.seat],
      "POST /api/tables/red-dog-1/seats/6": [201, { ...own.seat, seat: 6 }],
    });
    await visit(joinView);
  };
  const sitDown = () => submit(root.querySelector("form.seat-form"));

  test("it shows the game, the host and the stakes before anything is done", async () => {
    await go();
    assert.equal(words(root.querySelector("h1")), "Ann invites you");
    assert.deepEqual(texts(".invited dd"), [
      "Ann",
      "Ann and friends",
      "one person; 6 of 7 seats free",
      "$5 to $500, play money",
    ]);
    assert.equal(sent("GET", "/api/links")[0].token, "the-link");
    assert.equal(sent("POST", "/api/links").length, 0);
    await press("How to play");
    assert.ok(dialog());
  });

  test("a stranger is admitted as a guest, and sits where they choose", async () => {
    enter("public");
    await go();
    await fill("Your name at the table", "Cay");
    const seat = root.querySelector(".which-seat select");
    seat.value = "6";
    seat.dispatchEvent(new Event("change"));
    await sitDown();
    const [accepted] = sent("POST", "/api/links/accept");
    assert.deepEqual([accepted.body, accepted.token], [{ link: "the-link", name: "Cay" }, null]);
    const [sat] = sent("POST", "/api/tables/red-dog-1/seats/6");
    assert.equal(sat.token, own.joined.token);
    assert.equal(sat.body.buy_in, "500.00");
    assert.equal(location.hash, "#/table/red-dog-1");
    assert.equal(session.name, "Cay");
    assert.equal(sessionStorage.getItem("join"), null);
  });

  test("somebody whose token has ended comes in again, or comes back", async () => {
    refuse("GET /api/me", 401, { kind: "unauthorized", message: "expired" });
    await go();
    assert.equal(session.token, null);
    await press("Come back");
    assert.match(words(dialog()), /Recovery code/);
    dialog().remove();
    await sitDown();
    assert.equal(sent("POST", "/api/links/accept")[0].token, null);
    assert.equal(location.hash, "#/table/red-dog-1");
  });

  test("a server that is away for a moment ends no session", async () => {
    refuse("GET /api/me", 503, { kind: "journal", message: "busy" });
    await go();
    assert.equal(session.token, "spectator-token");
  });

  test("somebody who sits there already is led back", async () => {
    session.take("red-dog-1", 2, "seat-token");
    await go();
    assert.match(words(root), /You sit at this table already, on seat 2/);
    assert.equal(control("Back to your seat").getAttribute("href"), "#/table/red-dog-1");
    assert.equal(root.querySelector("form"), null);
  });

  test("somebody who is known keeps the token they have", async () => {
    await go();
    answer({ "POST /api/links/accept": [201, { ...own.joined, token: null }] });
    await sitDown();
    assert.equal(sent("POST", "/api/links/accept")[0].token, "spectator-token");
    assert.equal(sent("POST", "/api/tables")[0].token, "spectator-token");
  });

  test("a seat that has just been taken is told, and another is offered", async () => {
    await go();
    refuse("POST /api/tables/red-dog-1/seats/4", 409, { message: "seat 4 is taken" });
    answer({ "GET /api/links": { ...own.preview, free: [6] } });
    await sitDown();
    assert.equal(root.querySelector(".which-seat select").value, "6");
    assert.match(words(root), /seat 4 is taken/);
  });

  test("one may only watch, and must where no seat is free", async () => {
    await go();
    await press("Only watch");
    assert.equal(location.hash, "#/table/red-dog-1");
    assert.equal(sent("POST", "/api/tables").length, 0);
    await go({ ...own.preview, free: [], host: null, people: 7, company: [] });
    assert.equal(words(root.querySelector("h1")), "You are invited");
    assert.match(words(root), /7 people; 0 of 7 seats free/);
    assert.match(words(root), /Every seat is taken/);
  });

  test("a closed table, the staff, and a link that is over or lost", async () => {
    await go({ ...own.preview, open: false });
    assert.match(words(root), /This table is closed/);
    enter("floor");
    await go();
    assert.equal(control("To the table").getAttribute("href"), "#/table/red-dog-1");
    refuse("GET /api/links", 401, { message: "this link is over" });
    sessionStorage.setItem("join", "old");
    await visit(joinView);
    assert.deepEqual(texts("[role=alert]"), ["this link is over"]);
    sessionStorage.clear();
    await visit(joinView);
    assert.match(words(root), /has been opened already/);
  });
});

describe("the host's panel", () => {
  /** A table as its view gives it to the panel; `reply` answers what is sent. */
  function tableAt({ reply = () => ({}), ...more } = {}) {
    const table = {
      id: "red-dog-1",
      token: "host-token",
      picture: { ...structuredClone(own.host), ...more },
      hostState: {},
      sent: [],
      send: async (path, body, token) => {
        table.sent.push([path, body, token]);
        return reply(path, body);
      },
      side: { refresh: () => draw(hostPanel(table)) },
    };
    draw(hostPanel(table));
    return table;
  }

  beforeEach(() => {
    answer({
      "POST /api/tables/red-dog-1/link": [201, own.link],
      "DELETE /api/tables/red-dog-1/link": [204, null],
    });
  });

  const guestCalled = (name) => own.host.guests.find((guest) => guest.name === name).person;

  test("it has a part for each of the host's powers", () => {
    tableAt();
    assert.deepEqual(texts("h3"), ["Invite", "People", "House players", "The dealer", "The table"]);
    tableAt({ phase: "closed" });
    assert.match(words(root), /This table is closed/);
  });

  test("a link is made, copied and revoked; it stays on the page only", async () => {
    tableAt();
    await press("Make a link");
    const [{ body, token }] = sent("POST", "/api/tables/red-dog-1/link");
    assert.deepEqual([body, token], [{}, "host-token"]);
    const shown = root.querySelector("[data-link]");
    const { href } = new URL(own.link.link, "http://localhost/");
    assert.equal(words(shown), href);
    let written = null;
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => (written = text) },
      configurable: true,
    });
    await press("Copy the link");
    assert.equal(written, href);
    await press("Revoke the link");
    assert.equal(root.querySelector("[data-link]"), null);
    assert.equal(sent("DELETE", "/api/tables/red-dog-1/link").length, 1);
    refuse("POST /api/tables/red-dog-1/link", 403, { message: "this is for the host" });
    await press("Make a link");
    assert.equal(toasts().at(-1)[0], "this is for the host");
  });

  test("people are listed with their seats, and removed once that is confirmed", async () => {
    const table = tableAt({ reply: () => ({ leaving: true }) });
    table.hostState.link = { url: "x", expires: "2026-03-14T20:00:00Z" };
    assert.deepEqual(texts(".guest-list li > span"), ["Bob seat 3, $500", "Cay not seated"]);
    await press("Remove Bob");
    assert.match(words(dialog()), /cannot come back.*after the round.*make a new one/);
    assert.deepEqual(table.sent, []);
    await press("Remove Bob", dialog());
    assert.deepEqual(table.sent, [["remove", { person: guestCalled("Bob") }, "host-token"]]);
    assert.equal(table.hostState.link, null);
    assert.equal(toasts().at(-1)[0], "Bob leaves after this round.");
    table.send = async () => {
      throw new Refused({ message: "this person is not at the table" });
    };
    await press("Remove Cay");
    assert.doesNotMatch(words(dialog()), /after the round/);
    await press("Remove Cay", dialog());
    assert.match(words(dialog()), /not at the table/);
  });

  test("whoever deals is a guest, is listed, and may be removed", async () => {
    const dan = { person: "p-7", name: "Dan" };
    const table = tableAt({ guests: [dan], dealer: dan });
    assert.equal(texts(".guest-list li > span").at(-1), "Dan not seated");
    await press("Remove Dan");
    await press("Remove Dan", dialog());
    assert.deepEqual(table.sent, [["remove", { person: "p-7" }, "host-token"]]);
  });

  test("the table is handed over, and an empty one says so", async () => {
    const table = tableAt();
    await press("Make host: Cay");
    await press("Hand over to Cay", dialog());
    assert.deepEqual(table.sent, [["host", { person: guestCalled("Cay") }, "host-token"]]);
    tableAt({ guests: [{ person: "p-99", name: null }], seats: { 1: null } });
    await press("Remove no name");
    await press("Remove this guest", dialog());
    tableAt({ guests: [], seats: { 1: { person: "h-1", name: "Ada", chips: "5.00" } } });
    assert.match(words(root), /Nobody but the host is here yet/);
  });

  test("house players are chosen again", async () => {
    const table = tableAt();
    assert.ok(!offered("Use these"));
    await press("Add a house player");
    await press("Use these");
    assert.deepEqual(table.sent, [
      ["company", { strategies: ["best", "loose", "loose"] }, "host-token"],
    ]);
    assert.equal(table.hostState.company, null);
  });

  test("the house is changed within the rules, by the host", async () => {
    const table = tableAt();
    await press("Change the house…");
    await settle();
    await press("Use it from the next round…", dialog());
    const [, confirm] = document.querySelectorAll("dialog");
    await press("Use this house", confirm);
    const [[path, body, token]] = table.sent;
    assert.deepEqual([path, token, body.devices_removed], ["house", "host-token", false]);
    assert.equal(body.house.minimum, "5");
  });

  test("the table is closed, after the round if one is played", async () => {
    const table = tableAt({ reply: () => ({ closing: true }), closing: true });
    assert.match(words(root), /It closes after this round/);
    await press("Close the table…");
    await press("Close the table", dialog());
    assert.deepEqual(table.sent, [["close", { when: "after-round" }, "host-token"]]);
    assert.equal(toasts().at(-1)[0], "The table closes after this round.");
    tableAt({ reply: () => ({ closing: false }) });
    await press("Close the table…");
    await press("Close the table", dialog());
    assert.equal(toasts().at(-1)[0], "The table is closed.");
  });

  test("the floor acts with its own token", async () => {
    enter("floor");
    const table = tableAt();
    await press("Remove Bob");
    await press("Remove Bob", dialog());
    assert.equal(table.sent[0][2], "floor-token");
  });
});

describe("the floor's policies", () => {
  const panel = async () => {
    const box = document.createElement("section");
    root.replaceChildren(box);
    await policyPanel(box);
    await settle();
  };

  test("they are shown as they are, and decided as the form says", async () => {
    enter("floor");
    answer({ "PUT /api/policies": own.policies });
    await panel();
    assert.equal(field("Private tables may be opened").checked, true);
    assert.equal(field("Open tables of one host").value, "3");
    await fill("Highest limit of a wager, $", "250");
    await fill("House players may keep them company", false);
    await fill("Double Cross Poker", false);
    await submit(root.querySelector("form"));
    const [{ body, token }] = sent("PUT", "/api/policies");
    const { id, ...decided } = body;
    assert.ok(id);
    assert.equal(token, "floor-token");
    assert.deepEqual(decided, {
      allowed: true,
      company: false,
      per_host: 3,
      in_all: 200,
      minutes: 15,
      maximum: "250.00",
      games: ["red-dog"],
    });
    assert.match(toasts().at(-1)[0], /are in force/);
  });

  test("a refusal is shown beside the button, and policies that cannot be read say why", async () => {
    enter("floor");
    refuse("PUT /api/policies", 422, { message: "minutes: too few" });
    await panel();
    await submit(root.querySelector("form"));
    assert.deepEqual(texts("[role=alert]"), ["minutes: too few"]);
    await submit(root.querySelector("form"));
    assert.equal(toasts().at(-1)[0], "minutes: too few");
    refuse("GET /api/policies", 503, { message: "busy" });
    await panel();
    assert.deepEqual(texts("[role=alert]"), ["busy"]);
  });
});
