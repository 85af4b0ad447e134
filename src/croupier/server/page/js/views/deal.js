/** A dealer's link, and the page behind it. */

import { alarm, find, page, submitted } from "../render.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { complaint, dialog } from "../why.js";
import { gameOf } from "../games.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { howToPlay } from "../guide.js";
import { session } from "../session.js";
import { when } from "../words.js";

/** Make a link for dealers of a table, in a window; `send` asks the table's server for it. */
export function dealersLink(send) {
  const box = document.createElement("div");
  const copy = (link) => () => navigator.clipboard?.writeText(link).then(() => toast("Copied."));
  const make = () =>
    attempt(async () => {
      const made = await send();
      draw(new URL(made.link, location.href).href, made.expires);
    });
  const draw = (link = null, expires = "") =>
    render(
      html`<p>
          Whoever opens the link may deal this table. Another link takes the place of this one.
        </p>
        <button class="primary" @click=${make}>Make the link</button>
        ${
          link
            ? html`<p class="hash" data-link=${link}>${link}</p>
                <p class="hint">Good until ${when(expires)}.</p>
                <button @click=${copy(link)}>Copy</button>`
            : null
        }`,
      box,
    );
  draw();
  return dialog("A link for a dealer", box);
}

// --- the page behind the link --------------------------------------------------------------------

const asked = (about, game) =>
  html`<section class="card invited" data-cloth=${game?.felt?.page?.cloth ?? "emerald"}>
    <h2>${about.title}</h2>
    ${game?.guide ? html`<p class="sentence">${game.guide.sentence}</p>` : null}
    <dl class="figures">
      <dt>Asked by</dt>
      <dd>${about.host ?? "the house"}</dd>
      <dt>The table</dt>
      <dd>${about.name}</dd>
      <dt>At the table</dt>
      <dd>${about.seats_taken} of ${about.seats} seats taken</dd>
      <dt>In the box</dt>
      <dd>${about.dealer ? (about.dealer.name ?? "somebody") : "nobody"}</dd>
    </dl>
    ${
      game?.guide
        ? html`<button type="button" @click=${() => howToPlay(game)}>How to play</button>`
        : null
    }
  </section>`;

/** The name under which somebody deals; one press is enough for somebody who has one. */
function form(problem, send) {
  return html`<form class="card" @submit=${submitted(send)}>
    <label
      >Your name in the box<input
        name="name"
        maxlength="40"
        autocomplete="nickname"
        placeholder="as others see it (optional)"
        .defaultValue=${session.name ?? ""}
    /></label>
    <p class="hint">
      You deal step by step or at a pace. The program says what is next and refuses what is out of
      order. Whoever deals a table does not play at it.
    </p>
    <div aria-live="polite">${problem ? complaint(null, problem) : null}</div>
    <button class="primary">To the table</button>
  </form>`;
}

export function dealView(root) {
  const draw = page(root, "invitation");
  const link = sessionStorage.getItem("deal");
  const show = (body) =>
    draw(
      html`<h1>You are asked to deal</h1>
        ${body}`,
    );
  if (!link) {
    show(html`<p>This link has been opened already. Ask for it again.</p>`);
    return;
  }
  const accept = async (name) => {
    const token = await session.guest(name);
    const body = { link, ...(name && name !== session.name ? { name } : {}) };
    const got = await api("POST", "/api/dealer-links/accept", { token, body });
    if (name) session.rename(name);
    session.deal(got.table, got.token);
    sessionStorage.removeItem("deal");
    location.hash = `#/table/${encodeURIComponent(got.table)}`;
  };
  const look = async () => {
    await session.check();
    const about = await api("GET", "/api/dealer-links", { token: link });
    const game = await gameOf(about.game).catch(() => undefined);
    const closed = html`<p>This table is closed. Ask for another link.</p>`;
    const again = (problem) =>
      show(
        html`<div class="invitation-parts">
          ${asked(about, game)}${about.open ? form(problem, send) : closed}
        </div>`,
      );
    const send = (sent) => accept(sent.elements.name.value.trim()).catch(again);
    again(null);
    find(root, "button.primary")?.focus();
  };
  show(html`<p>Looking up the table…</p>`);
  look().catch((error) => show(alarm(error)));
}
