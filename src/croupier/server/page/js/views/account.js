/** Your account: a name, a balance of play money, the seats you hold. */

import { ComeBack } from "../come_back.js";
import { Keeping } from "./keeping.js";
import { alarm, page, submitted } from "../render.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { cents, dollars, wire } from "../money.js";
import { due, refillWords, soon, takeRefill } from "../refill.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";
import { shownCode } from "../recovery.js";

const ask = (method, path, body) => api(method, path, { token: session.token, body });

/** The door: give a name, or show a token. */
function entrance(root, draw) {
  const comeIn = (form) =>
    attempt(() => session.guest(form.elements.name.value.trim())).then(
      (done) => done && accountView(root),
    );
  const show = (form) => {
    location.hash = `#token=${encodeURIComponent(form.elements.token.value.trim())}`;
  };
  const back = document.createElement("div");
  const done = () => accountView(root);
  new ComeBack(back, done, (next) =>
    draw(
      html`<h1>Welcome back${session.name ? `, ${session.name}` : ""}</h1>
        <section class="card">${shownCode(next, done)}</section>`,
    ),
  );
  return html`<h1>Come in</h1>
    <form class="card" @submit=${submitted(comeIn)}>
      <p>
        Anybody may watch, and sit down where seats are open. No password, no address: only a name,
        if you like.
      </p>
      <label
        >Your name<input
          name="name"
          maxlength="40"
          autocomplete="nickname"
          placeholder="as others see it"
      /></label>
      <button class="primary">Come in as a guest</button>
    </form>
    <section class="card">
      <h2>Been here before?</h2>
      <p>Come back to your chips and your record.</p>
      ${back}
    </section>
    <form class="card" @submit=${submitted(show)}>
      <label
        >Or show a token<input
          name="token"
          type="password"
          autocomplete="off"
          placeholder="from a link that you were given"
      /></label>
      <button>Show it</button>
    </form>`;
}

async function signOut() {
  await ask("DELETE", "/api/session");
  session.leave();
  location.hash = "#/";
  toast("Signed out.");
}

async function rename(form) {
  const name = form.elements.name.value.trim();
  await ask("PUT", "/api/me", { name });
  session.rename(name);
}

async function forget(form) {
  await ask("DELETE", "/api/me");
  session.rename(null);
  form.elements.name.value = "";
}

/** A free refill, or when the next one comes. */
function refill(me, again) {
  const now = due(me);
  if (!now) return null;
  const take = () => attempt(() => takeRefill(session.token), "Refilled. Good luck!").then(again);
  return now.amount
    ? html`<p class="buttons">
        <button class="primary" @click=${take}>${refillWords(now.amount)}</button>
      </p>`
    : html`<p>The next free refill comes ${soon(now.wait)}.</p>`;
}

const WHO = {
  spectator: "a guest",
  player: "a player, by a link to one seat",
  dealer: "a dealer",
  floor: "on the floor",
};

/** The chips that lie where somebody sits, beside what the account holds. */
const atTables = ({ seats }) =>
  seats.length
    ? html`<dt>In chips where you sit</dt>
        <dd>${dollars(wire(seats.reduce((sum, { chips }) => sum + cents(chips), 0)))}</dd>`
    : null;

const figures = (me, again) =>
  html`<section class="card">
    <dl class="figures">
      <dt>In your account</dt>
      <dd>${dollars(me.balance ?? "0")}</dd>
      ${atTables(me)}
      <dt>You are</dt>
      <dd>${WHO[me.role] ?? me.role}</dd>
      <dt>In the record</dt>
      <dd class="hash">${me.person}</dd>
    </dl>
    ${refill(me, again)}
    <p class="hint">
      Play money: it cannot be bought, sold or exchanged for anything. Whoever runs out of it gets
      more, once an hour.
    </p>
  </section>`;

/** Somebody who came by a link to a seat only plays there: the name is not theirs to erase. */
const eraser = html`<button
  type="button"
  @click=${({ currentTarget }) =>
    attempt(
      () => forget(currentTarget.form),
      "Your name is erased. The record keeps only a pseudonym.",
    )}
>
  Erase my name
</button>`;

const naming = (me) =>
  html`<form
    class="card"
    @submit=${submitted((form) => attempt(() => rename(form), "Your name is changed."))}
  >
    <label>Your name<input name="name" maxlength="40" value=${me.name ?? ""} /></label>
    <div class="buttons">
      <button class="primary">Change</button>
      ${me.role === "player" ? null : eraser}
    </div>
  </form>`;

const seat = ({ table, seat: number, name, chips }) =>
  html`<li>
    <a href="#/table/${encodeURIComponent(table)}">Seat ${number} at ${name}</a>, ${dollars(chips)}
  </li>`;

const account = (me, again) =>
  html`${figures(me, again)} ${naming(me)}
    <section class="card">
      <h2>Your seats</h2>
      ${
        me.seats.length
          ? html`<ul class="plain">
              ${me.seats.map(seat)}
            </ul>`
          : html`<p>None at the moment.</p>`
      }
    </section>
    ${
      session.isGuest
        ? keeping()
        : html`<button @click=${() => attempt(signOut)}>Sign out of this browser</button>`
    }`;

/** The part that keeps the account draws itself. */
function keeping() {
  const box = document.createElement("div");
  box.className = "parts";
  new Keeping(box);
  return box;
}

async function lookUp(root, draw) {
  const frame = (body) =>
    html`<h1>You</h1>
      <div aria-live="polite">${body}</div>`;
  draw(frame(html`<p>Looking you up…</p>`));
  const { token } = session;
  try {
    const me = await ask("GET", "/api/me");
    if (session.token !== token) throw new Error("somebody else is here by now");
    session.keeps(Boolean(me.kept));
    if (session.isGuest) await session.claim(me.seats.filter(({ table }) => !session.seat(table)));
    draw(frame(account(me, () => lookUp(root, draw))));
  } catch (error) {
    if (session.token !== token) await lookUp(root, draw);
    else if (error.kind === "unauthorized") {
      session.leave();
      draw(entrance(root, draw));
    } else draw(frame(alarm(error)));
  }
}

export function accountView(root) {
  const draw = page(root, "narrow");
  if (session.token) lookUp(root, draw);
  else draw(entrance(root, draw));
}
