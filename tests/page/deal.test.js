/** A dealer's link: made by the floor or a host, and the page behind it. */

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import {
  control,
  depart,
  dialog,
  draw,
  enter,
  fill,
  kept,
  press,
  root,
  toasts,
  visit,
} from "./visits.js";
import { Refused } from "../../src/croupier/server/page/js/net.js";
import { dealView, dealersLink } from "../../src/croupier/server/page/js/views/deal.js";
import { floorPanel } from "../../src/croupier/server/page/js/views/floor_table.js";
import { learn } from "../../src/croupier/server/page/js/vocabulary.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const { games } = kept("books");
learn(games.kinds);
const moments = kept("floor");
const dog = games.games.find(({ game }) => game === "red-dog");

const about = {
  table: "red-dog-1",
  name: "Red Dog 1",
  game: "red-dog",
  title: "Red Dog",
  rulebook: "ma",
  phase: "wagering",
  dealer: null,
  open: true,
  host: "Hannah",
  seats: 7,
  seats_taken: 2,
};

afterEach(() => {
  depart();
  session.leave();
  sessionStorage.clear();
  location.hash = "";
});

async function behind(more = {}) {
  sessionStorage.setItem("deal", "the-link");
  answer({ "GET /api/dealer-links": { ...about, ...more }, "GET /api/games": games });
  await visit(dealView);
  await settle();
}

test("the page behind a dealer's link says who asks, and for which table", async () => {
  await behind({ dealer: { name: "Eve" } });
  assert.equal(asked[0].token, "the-link");
  assert.equal(words(root.querySelector("h1")), "You are asked to deal");
  assert.match(words(root), /Asked by Hannah .* Red Dog 1 .* 2 of 7 seats taken .* Eve/);
  assert.equal(document.activeElement, control("To the table"));
});

test("a newcomer accepts it with one press, as a guest with a name", async () => {
  await behind();
  answer({
    "POST /api/guests": { token: "guest", role: "spectator", person: "p-1", name: "Dan" },
    "POST /api/dealer-links/accept": { token: "box", table: "red-dog-1", role: "dealer" },
  });
  await fill("Your name in the box", "Dan");
  await press("To the table");
  const [guest, accepted] = asked.filter(({ method }) => method === "POST");
  assert.deepEqual(guest.body, { name: "Dan" });
  assert.deepEqual([accepted.token, accepted.body.link], ["guest", "the-link"]);
  assert.equal(session.at("red-dog-1"), "box");
  assert.equal(location.hash, "#/table/red-dog-1");
  assert.equal(sessionStorage.getItem("deal"), null);
});

test("somebody whose token has ended accepts it as a newcomer", async () => {
  enter("spectator");
  answer({ "GET /api/me": [401, { error: { kind: "unauthorized", message: "expired" } }] });
  await behind();
  assert.equal(session.token, null);
});

test("a refusal is shown, and the link stays", async () => {
  enter("floor");
  await behind();
  answer({ "POST /api/dealer-links/accept": [403, { error: { message: "this is for guests" } }] });
  await press("To the table");
  assert.match(words(root.querySelector("[role=alert]")), /this is for guests/);
  assert.equal(sessionStorage.getItem("deal"), "the-link");
});

test("a link to a closed table, that is over or was opened already says so", async () => {
  await behind({ open: false });
  assert.match(words(root), /This table is closed/);
  sessionStorage.setItem("deal", "old");
  answer({ "GET /api/dealer-links": [401, { error: { message: "this link is over" } }] });
  await visit(dealView);
  assert.match(words(root.querySelector("[role=alert]")), /this link is over/);
  sessionStorage.clear();
  await visit(dealView);
  assert.match(words(root), /opened already/);
});

test("a dealer's link is made in a window", async () => {
  enter("floor");
  const box = dealersLink(async () => ({ link: "/#deal=secret" }));
  [...box.querySelectorAll("button")].find((one) => words(one) === "Make the link").click();
  await settle();
  assert.match(box.querySelector("[data-link]").dataset.link, /\/#deal=secret$/);
  assert.equal(words([...box.querySelectorAll("button")].at(-1)), "Copy");
});

// --- the floor -----------------------------------------------------------------------------------

function tableAt(more, reply = () => ({})) {
  const picture = { ...structuredClone(moments.wagering), ...more };
  const table = {
    id: "red-dog-1",
    picture,
    game: dog,
    events: picture.events,
    sent: [],
    send: async (path, body, token) => {
      table.sent.push([path, body, token]);
      return reply();
    },
    say: async () => {},
    proceed: () => table.sent.push("proceed"),
  };
  draw(floorPanel(table));
  return table;
}

test("the floor sees who deals and relieves them", async () => {
  enter("floor");
  const pending = { line: "The left card is dealt", rule: "5(c)" };
  const table = tableAt({ dealer: { name: "Dan" }, pending, dealing: "steps" });
  assert.match(words(root.querySelector(".in-the-box")), /Dealt by Dan/);
  assert.match(words(root.querySelector(".next-up")), /The left card is dealt/);
  assert.equal(control("Next step").disabled, true);
  await press("Relieve…");
  await press("Relieve Dan", dialog());
  assert.deepEqual(table.sent, [["leave-box", {}, "floor-token"]]);
});

test("the floor asks somebody to deal", async () => {
  enter("floor");
  const table = tableAt({ dealer: null }, () => ({ link: "/#deal=x" }));
  assert.match(words(root.querySelector(".in-the-box")), /Nobody is in the box/);
  await press("A link for a dealer…");
  await press("Make the link", dialog());
  assert.deepEqual(table.sent, [["dealer-link", {}, "floor-token"]]);
});

test("a link that is refused is not shown", async () => {
  enter("floor");
  tableAt({ dealer: null }, () => {
    throw new Refused({ message: "the table is closed" });
  });
  await press("A link for a dealer…");
  await press("Make the link", dialog());
  assert.equal(dialog().querySelector("[data-link]"), null);
  assert.deepEqual(toasts(), [["the table is closed", "toast bad"]]);
});
