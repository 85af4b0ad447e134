/** Coming back: passkeys, recovery codes, devices, and being forgotten. */

import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";

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
} from "./visits.js";
import { accountView } from "../../src/croupier/server/page/js/views/account.js";
import { comeBackDialog } from "../../src/croupier/server/page/js/come_back.js";
import {
  addPasskey,
  decoded,
  deviceName,
  encoded,
  hindrance,
  namedAddress,
  usePasskey,
} from "../../src/croupier/server/page/js/passkeys.js";
import { isDue, keepHint, played } from "../../src/croupier/server/page/js/keep_hint.js";
import { seatForm } from "../../src/croupier/server/page/js/views/seat.js";
import { session } from "../../src/croupier/server/page/js/session.js";

const people = kept("people");
const lobby = kept("lobby");
const CODE = "8KDG-AJ3A-DX9F-TVMN-A1FQ-4TYY-HWZ1";
const NEXT = "FNNH-CHCK-4YD4-T1A2-H9BV-RG9D-8RWM";
const BACK = {
  token: "new-token",
  role: "spectator",
  person: "p-3",
  name: "Dee",
  expires: "2026-03-14T20:00:19Z",
  seats: [],
};
const OPTIONS = {
  challenge: "AAEC",
  rpId: "localhost",
  user: { id: "cC0z", name: "Dee", displayName: "Dee" },
  excludeCredentials: [{ type: "public-key", id: "AQID" }],
};

const bytes = (...values) => Uint8Array.from(values).buffer;
const MADE = {
  rawId: bytes(1, 2, 3),
  response: { clientDataJSON: bytes(4), attestationObject: bytes(5) },
};
const FOUND = {
  rawId: bytes(1, 2, 3),
  response: {
    clientDataJSON: bytes(4),
    authenticatorData: bytes(5),
    signature: bytes(255, 254),
    userHandle: null,
  },
};

/** What the browser's passkeys do in a test. */
let credentials;
/** What the browser was asked for. */
let wanted;

beforeEach(() => {
  wanted = [];
  credentials = { create: async () => MADE, get: async () => FOUND };
  globalThis.PublicKeyCredential = class {};
  Object.defineProperty(navigator, "credentials", {
    configurable: true,
    value: {
      create: ({ publicKey }) => (wanted.push(publicKey), credentials.create()),
      get: ({ publicKey }) => (wanted.push(publicKey), credentials.get()),
    },
  });
  location.hash = "";
  localStorage.clear();
  enter("public");
});
afterEach(() => {
  depart();
  window.happyDOM.setURL("http://localhost/");
});

const failing = (name) => async () => {
  throw Object.assign(new Error("as the browser says it"), { name });
};
const lines = () => asked.map(({ method, path }) => `${method} ${path}`);

// --- passkeys ------------------------------------------------------------------------------------

test("passkeys need a name, a secure page and a browser that has them", () => {
  assert.equal(hindrance(), null);
  assert.equal(namedAddress(), null);
  for (const host of ["127.0.0.1", "[::1]", "192.0.2.7"]) {
    window.happyDOM.setURL(`http://${host}:8000/`);
    assert.equal(hindrance(), "address");
    const own = host === "192.0.2.7" ? null : "http://localhost:8000/";
    assert.equal(namedAddress(), own);
  }
  window.happyDOM.setURL("http://127.0.0.1/");
  assert.equal(namedAddress(), "http://localhost/");
  window.happyDOM.setURL("http://localhost/");
  delete globalThis.PublicKeyCredential;
  assert.equal(hindrance(), "browser");
});

test("bytes are sent as base64url", () => {
  assert.equal(encoded(bytes(251, 255, 0)), "-_8A");
  assert.equal(encoded(bytes(1)), "AQ");
  assert.deepEqual([...decoded("-_8A")], [251, 255, 0]);
});

test("a passkey is called after its device", () => {
  assert.equal(deviceName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"), "iPhone");
  assert.equal(deviceName("Mozilla/5.0 (X11; Linux x86_64)"), "Linux");
  assert.equal(deviceName("something else"), "Passkey");
});

test("a passkey is made as the server asks for it", async () => {
  answer({ "POST /api/me/passkey-options": OPTIONS, "POST /api/me/passkeys": [201, {}] });
  await addPasskey("mine");
  assert.deepEqual([...wanted[0].challenge], [0, 1, 2]);
  assert.deepEqual([...wanted[0].user.id], [112, 45, 51]);
  assert.deepEqual([...wanted[0].excludeCredentials[0].id], [1, 2, 3]);
  const { body, token } = asked.at(-1);
  const parts = { credential: "AQID", client_data: "BA", attestation: "BQ" };
  assert.deepEqual(body, { ...parts, label: deviceName() });
  assert.equal(token, "mine");
});

test("what the browser refuses is said in plain words", async () => {
  answer({ "POST /api/me/passkey-options": OPTIONS });
  for (const [name, said] of [
    ["NotAllowedError", /No passkey was used/],
    ["InvalidStateError", /has a passkey for this account already/],
    ["SecurityError", /as the browser says it/],
  ]) {
    credentials.create = failing(name);
    await assert.rejects(addPasskey("mine"), said);
  }
  answer({ "POST /api/session/passkey-options": OPTIONS });
  credentials.get = async () => null;
  await assert.rejects(usePasskey(), /No passkey was used/);
});

test("a passkey signs in, with its owner if the device says who that is", async () => {
  answer({
    "POST /api/session/passkey-options": OPTIONS,
    "POST /api/session/passkey": [201, BACK],
  });
  assert.deepEqual(await usePasskey(), BACK);
  const parts = { credential: "AQID", client_data: "BA", authenticator_data: "BQ" };
  assert.deepEqual(asked.at(-1).body, { ...parts, signature: "__4" });
  credentials.get = async () => ({
    ...FOUND,
    response: { ...FOUND.response, userHandle: bytes(112) },
  });
  await usePasskey();
  assert.equal(asked.at(-1).body.user_handle, "cA");
});

// --- coming back ---------------------------------------------------------------------------------

test("a stranger comes back with a passkey and finds the seats", async () => {
  answer({
    "POST /api/session/passkey-options": OPTIONS,
    "POST /api/session/passkey": [
      201,
      {
        ...BACK,
        seats: [
          { table: "red-dog-1", seat: 2 },
          { table: "gone", seat: 1 },
        ],
      },
    ],
    "POST /api/me/seats/red-dog-1/2": [201, { token: "seat-token" }],
    "POST /api/me/seats/gone/1": [403, { error: { kind: "forbidden", message: "not yours" } }],
    "GET /api/me": people.me,
    "GET /api/me/devices": { passkeys: [], recovery: null, devices: [] },
  });
  await visit(accountView);
  assert.match(words(root), /Been here before\?/);
  await press("Use a passkey");
  await settle(10);
  assert.equal(session.token, "new-token");
  assert.equal(session.person, "p-3");
  assert.deepEqual(session.tables, ["red-dog-1"]);
  assert.equal(session.at("red-dog-1"), "seat-token");
  assert.equal(words(root.querySelector("h1")), "You");
});

test("a recovery code is used, and the next one is shown once", async () => {
  answer({ "POST /api/session/recovery": [201, { ...BACK, recovery: NEXT }] });
  let back = 0;
  comeBackDialog(() => back++);
  assert.ok(control("Use the code", dialog()).disabled);
  await fill("Recovery code", ` ${CODE.toLowerCase()} `, dialog());
  await press("Use the code", dialog());
  assert.equal(asked[0].body.code, CODE.toLowerCase());
  assert.ok(asked[0].body.id.length >= 16);
  assert.equal(session.token, "new-token");
  assert.ok(session.kept);
  assert.deepEqual(texts("code", dialog()), [NEXT]);
  assert.equal(back, 0);
  await press("I have written it down", dialog());
  assert.equal(back, 1);
  assert.equal(document.querySelector("dialog"), null);
});

test("on the account's page the next code is shown under a welcome, not at the door", async () => {
  answer({
    "POST /api/session/recovery": [201, { ...BACK, recovery: NEXT }],
    "GET /api/me": people.me,
    "GET /api/me/devices": { passkeys: [], recovery: null, devices: [] },
  });
  await visit(accountView);
  await fill("Recovery code", CODE);
  await press("Use the code");
  assert.equal(words(root.querySelector("h1")), `Welcome back, ${BACK.name}`);
  assert.deepEqual(texts("code"), [NEXT]);
  await press("I have written it down");
  await settle(10);
  assert.equal(words(root.querySelector("h1")), "You");
});

test("a wrong code is said; a code is one request, also after the page was loaded again", async () => {
  refuse("POST /api/session/recovery", 401, { message: "this code opens nothing" });
  comeBackDialog(() => assert.fail("nobody is back"));
  await fill("Recovery code", CODE, dialog());
  await press("Use the code", dialog());
  assert.deepEqual(texts("[role=alert]", dialog()), ["this code opens nothing"]);
  await press("Use the code", dialog());
  assert.equal(asked[0].body.id, asked[1].body.id);
  assert.equal(session.token, null);
  dialog().remove();
  answer({ "POST /api/session/recovery": [201, { ...BACK, recovery: NEXT }] });
  comeBackDialog(() => {});
  await fill("Recovery code", CODE, dialog());
  await press("Use the code", dialog());
  assert.equal(asked.at(-1).body.id, asked[0].body.id);
  await press("I have written it down", dialog());
  comeBackDialog(() => {});
  await fill("Recovery code", NEXT, dialog());
  await press("Use the code", dialog());
  assert.notEqual(asked.at(-1).body.id, asked[0].body.id);
});

test("two presses at once are one request", async () => {
  let finish;
  credentials.get = () => new Promise((done) => (finish = done));
  answer({ "POST /api/session/passkey-options": OPTIONS });
  comeBackDialog(() => {});
  const button = control("Use a passkey", dialog());
  button.click();
  button.click();
  await settle();
  assert.equal(wanted.length, 1);
  finish(null);
  await settle();
  assert.match(words(dialog()), /No passkey was used/);
});

test("at an address of numbers the page says where passkeys work", () => {
  window.happyDOM.setURL("http://127.0.0.1:8000/");
  comeBackDialog(() => {});
  assert.ok(!offered("Use a passkey", dialog()));
  assert.match(words(dialog()), /Passkeys need the page's name.*Open it at/);
  assert.equal(
    control("http://localhost:8000/", dialog()).getAttribute("href"),
    "http://localhost:8000/",
  );
  for (const box of document.querySelectorAll("dialog")) box.remove();
  window.happyDOM.setURL("http://192.0.2.7/");
  comeBackDialog(() => {});
  assert.doesNotMatch(words(dialog()), /Open it at/);
  for (const box of document.querySelectorAll("dialog")) box.remove();
  window.happyDOM.setURL("http://localhost/");
  delete globalThis.PublicKeyCredential;
  comeBackDialog(() => {});
  assert.match(words(dialog()), /This browser has no passkeys\./);
});

test("whoever sits down may come back first", async () => {
  const table = lobby.lobby?.tables?.[0] ?? lobby.tables[0];
  answer({
    "POST /api/session/recovery": [201, { ...BACK, recovery: NEXT }],
    "GET /api/me": people.me,
  });
  let seated = 0;
  seatForm(table, 3, () => seated++);
  await press("Come back", dialog());
  await fill("Recovery code", CODE, dialog());
  await press("Use the code", dialog());
  await press("I have written it down", dialog());
  assert.equal(seated, 0);
  assert.match(words(dialog()), /Sit down at/);
  assert.ok(!offered("Come back", dialog()));
  document.querySelector("dialog").remove();
  // Somebody whose seat is at this table is there at once.
  session.leave();
  answer({
    "POST /api/session/recovery": [
      201,
      { ...BACK, recovery: NEXT, seats: [{ table: table.table, seat: 1 }] },
    ],
    [`POST /api/me/seats/${table.table}/1`]: [201, { token: "seat-token" }],
  });
  seatForm(table, 3, () => seated++);
  await press("Come back", dialog());
  await fill("Recovery code", CODE, dialog());
  await press("Use the code", dialog());
  await press("I have written it down", dialog());
  assert.equal(seated, 1);
});

// --- keeping an account --------------------------------------------------------------------------

const HERE = {
  token_id: "0123456789abcdef",
  how: "guest",
  role: "spectator",
  table: null,
  seat: null,
  created: "2026-02-12T20:00:19Z",
  used: "2026-02-12T20:10:19Z",
  expires: "2026-03-14T20:00:19Z",
  here: true,
};
const SEAT = {
  ...HERE,
  token_id: "fedcba9876543210",
  how: "seat",
  table: "red-dog-1",
  seat: 2,
  used: null,
  here: false,
};
const PHONE = {
  key: "00112233aabbccdd",
  label: "iPhone",
  site: "localhost",
  created: "2026-02-12T20:00:19Z",
  used: null,
};
const LISTED = {
  passkeys: [PHONE],
  recovery: { created: "2026-02-12T20:00:19Z" },
  devices: [HERE, SEAT],
};
const NOTHING = { passkeys: [], recovery: null, devices: [HERE] };

async function account(devices = LISTED) {
  enter("spectator", { name: "Dee", person: "p-3" });
  answer({
    "GET /api/me": { ...people.me, kept: Boolean(devices.recovery) },
    "GET /api/me/devices": devices,
  });
  await visit(accountView);
  asked.length = 0;
}

test("the account lists the ways back and the devices, and says what is new here", async () => {
  await account();
  assert.ok(session.kept);
  const listed = texts(".lines li");
  assert.match(listed[0], /^Passkey iPhone since .*, not used yet Remove…$/);
  assert.match(listed[1], /^Recovery code since/);
  assert.match(listed[2], /^Came in as a guest \(this browser\) since .*last used/);
  assert.match(listed[3], /^Seat 2 at red dog 1/i);
});

test("whoever has no way back is told so, and adds a passkey", async () => {
  await account(NOTHING);
  assert.equal(session.kept, false);
  assert.match(words(root), /tied to this browser/);
  answer({
    "POST /api/me/passkey-options": OPTIONS,
    "POST /api/me/passkeys": [201, PHONE],
    "GET /api/me/devices": { ...NOTHING, passkeys: [PHONE] },
  });
  await press("Add a passkey");
  await settle(10);
  assert.match(words(root), /You can come back on any device/);
  assert.ok(session.kept);
  assert.deepEqual(toasts(), [["The passkey is added.", "toast good"]]);
});

test("a recovery code is shown until it is written down, and can be copied", async () => {
  await account(NOTHING);
  const copied = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text) => copied.push(text) },
  });
  answer({
    "POST /api/me/recovery": [201, { code: CODE, created: PHONE.created }],
    "GET /api/me/devices": { ...NOTHING, recovery: { created: PHONE.created } },
  });
  await press("Make a recovery code");
  assert.deepEqual(texts("code"), [CODE]);
  assert.match(words(root), /It is shown only now/);
  await press("Copy");
  assert.deepEqual(copied, [CODE]);
  await press("I have written it down");
  assert.deepEqual(texts("code"), []);
  // Another one stops the first: that is asked for.
  await press("Make a new recovery code…");
  assert.match(words(dialog()), /stops working/);
  answer({ "POST /api/me/recovery": [201, { code: NEXT, created: PHONE.created }] });
  await press("Make a new code", dialog());
  assert.deepEqual(texts("code"), [NEXT]);
});

test("ways back are removed, after a question", async () => {
  await account();
  answer({
    [`DELETE /api/me/passkeys/${PHONE.key}`]: [204, null],
    "DELETE /api/me/recovery": [204, null],
  });
  await press("Remove the passkey iPhone");
  await press("Remove the passkey", dialog());
  await press("Remove the recovery code");
  answer({ "GET /api/me/devices": NOTHING });
  await press("Remove the code", dialog());
  assert.deepEqual(
    lines().filter((line) => line.startsWith("DELETE")),
    [`DELETE /api/me/passkeys/${PHONE.key}`, "DELETE /api/me/recovery"],
  );
  assert.equal(session.kept, false);
});

test("another device is signed out, or every other one", async () => {
  await account();
  session.take("red-dog-1", 2, "old-token");
  answer({
    [`DELETE /api/me/devices/${SEAT.token_id}`]: [204, null],
    "POST /api/me/sign-out": { ended: 2 },
    "GET /api/me": { ...people.me, kept: true, seats: [{ table: "red-dog-1", seat: 2 }] },
    "POST /api/me/seats/red-dog-1/2": [201, { token: "fresh-token" }],
  });
  await press("Sign out: Seat 2 at red dog 1");
  assert.ok(lines().includes(`DELETE /api/me/devices/${SEAT.token_id}`));
  await press("Sign out everywhere else");
  await settle(10);
  assert.deepEqual(asked.find(({ path }) => path === "/api/me/sign-out").body, { here: false });
  // The seats of this browser go on, with tokens of their own.
  assert.equal(session.at("red-dog-1"), "fresh-token");
});

test("everywhere means here too", async () => {
  await account();
  answer({ "POST /api/me/sign-out": { ended: 2 } });
  await press("Sign out everywhere…");
  assert.doesNotMatch(words(dialog()), /Nothing leads back/);
  await press("Sign out everywhere", dialog());
  assert.deepEqual(asked[0].body, { here: true });
  assert.equal(session.token, null);
  assert.deepEqual(toasts(), [["Signed out everywhere.", "toast"]]);
});

test("whoever can come back is signed out of this browser without a question", async () => {
  await account();
  answer({ "DELETE /api/session": [204, null] });
  await press("Sign out of this browser");
  assert.equal(session.token, null);
});

test("a seat that was lost meanwhile keeps nobody signed in", async () => {
  await account();
  session.take("red-dog-1", 2, "a seat's token that has ended");
  refuse("DELETE /api/session", 401, { kind: "unauthorized", message: "this token is over" });
  await press("Sign out of this browser");
  assert.deepEqual(toasts(), [["Signed out.", "toast"]]);
  assert.equal(session.token, null);
});

test("a server that cannot record it signs nobody out", async () => {
  await account();
  refuse("DELETE /api/session", 503, { kind: "journal", message: "nothing can be recorded now" });
  await press("Sign out of this browser");
  assert.notEqual(session.token, null);
});

test("being erased says first what stays", async () => {
  await account();
  answer({ "DELETE /api/me?everything=true": [204, null] });
  await press("Erase me…");
  assert.match(words(dialog()), /What stays: the rounds that you played, under the pseudonym p-3/);
  assert.deepEqual(lines(), []);
  await press("Erase me", dialog());
  assert.deepEqual(lines(), ["DELETE /api/me?everything=true"]);
  assert.equal(session.token, null);
  assert.deepEqual(toasts(), [["You are erased.", "toast"]]);
});

test("lists that cannot be read are said", async () => {
  enter("spectator");
  answer({ "GET /api/me": people.me });
  refuse("GET /api/me/devices", 503, { message: "nothing can be read now" });
  await visit(accountView);
  assert.deepEqual(texts("[role=alert]"), ["nothing can be read now"]);
});

// --- the hint ------------------------------------------------------------------------------------

test("once a round is played, a guest is told once that the chips are tied to the browser", () => {
  assert.equal(isDue(), false);
  played();
  assert.equal(isDue(), false); // a stranger has no chips
  enter("floor");
  assert.equal(isDue(), false);
  enter("spectator", { kept: true });
  assert.equal(isDue(), false);
  enter("spectator");
  assert.ok(isDue());
  let gone = 0;
  draw(keepHint(() => gone++));
  assert.match(words(root), /tied to this browser\. Keep this account/);
  assert.equal(control("Keep this account").getAttribute("href"), "#/me");
  control("Do not show this again").click();
  assert.equal(gone, 1);
  played();
  assert.equal(
    keepHint(() => {}),
    null,
  );
});

test("the fields are for codes, not for words", async () => {
  comeBackDialog(() => {});
  const typed = field("Recovery code", dialog());
  assert.equal(typed.getAttribute("autocomplete"), "off");
  assert.equal(typed.getAttribute("spellcheck"), "false");
});
