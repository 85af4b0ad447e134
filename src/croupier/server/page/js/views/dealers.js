/** For the floor: everybody who has sat in the dealer's chair, with their results. */

import { BOOKS } from "../books.js";
import { alarm, columns, page } from "../render.js";
import { api } from "../net.js";
import { games } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";
import { when } from "../words.js";

const row = (one, title) =>
  html`<tr>
    <th scope="row">
      <a href="#/results/${one.game}?rulebook=${one.rulebook}&person=${one.person}"
        >${one.name ?? one.person}</a
      >
      ${one.dealer ? html`<small>deals here</small>` : null}
    </th>
    <td>${title}, ${BOOKS[one.rulebook] ?? one.rulebook}</td>
    <td class="number">${one.percent === null ? "" : `${one.percent} %`}</td>
    <td>${one.right} of ${one.answered} right</td>
    <td>${one.sittings} ${one.sittings === 1 ? "sitting" : "sittings"}</td>
    <td>
      ${
        one.certificate
          ? html`<a href="#/certificate/${one.certificate}">certificate</a>`
          : "no exam passed"
      }
    </td>
    <td>${when(one.ended)}</td>
  </tr>`;

const TITLES = ["Who", "Game", "Right", "Answers", "Sat", "Exam", "Last"];

const list = (rows, titleOf) =>
  rows.length
    ? html`<div class="scroll" tabindex="0">
        <table class="list stacked trained">
          ${columns(TITLES, ["Right"])}
          <tbody>
            ${rows.map((one) => row(one, titleOf(one.game)))}
          </tbody>
        </table>
      </div>`
    : html`<p>Nobody of these has sat in the chair.</p>`;

const button = (label, pressed, press) =>
  html`<button type="button" aria-pressed=${pressed} @click=${press}>${label}</button>`;

export function dealersView(root) {
  const draw = page(root);
  let all = [];
  let titles = new Map();
  let dealers = false;
  const titleOf = (game) => titles.get(game) ?? game;
  const only = (wanted) => () => {
    dealers = wanted;
    show(null);
  };
  const show = (notice) =>
    draw(
      html`<h1>Dealers in training</h1>
        <p>
          Everybody who has sat in the dealer's chair, the last first. Press a name for the results
          by clause and by kind of step.
        </p>
        <div class="segments" role="group" aria-label="Who">
          ${button("Everybody", !dealers, only(false))}
          ${button("Dealers of this house", dealers, only(true))}
        </div>
        <div class="card" aria-live="polite">
          ${notice ?? list(dealers ? all.filter((one) => one.dealer) : all, titleOf)}
        </div>`,
    );
  if (!session.isFloor) {
    draw(
      html`<h1>Dealers in training</h1>
        <p>This page is for the floor. <a href="#/results">Your own results</a></p>`,
    );
    return;
  }
  show(html`<p>Looking…</p>`);
  (async () => {
    try {
      const [known, answer] = await Promise.all([
        games(),
        api("GET", "/api/floor/dealers", { token: session.token }),
      ]);
      titles = new Map(known.map(({ game, title }) => [game, title]));
      all = answer.dealers;
      show(null);
    } catch (error) {
      show(alarm(error));
    }
  })();
}
