/** Practice for players: mistakes that are due, drills, lessons, and a score for each game. */

import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { bookMenu, chosenBook } from "../books.js";
import {
  ALONE,
  aboutTable,
  cardsOf,
  daysTo,
  inDays,
  lessonProgress,
  movement,
  rulesOf,
  valuesOf,
} from "../practice.js";
import { capital, labelled } from "../words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { lineChart } from "../chart.js";
import { session } from "../session.js";

const START = 1000;
/** Milliseconds until it is asked again whether rounds have been looked through, and how often. */
const [AGAIN, TRIES] = [4000, 30];

const exercise = (order) => `#/exercise?${new URLSearchParams(order)}`;

const counted = (count, one, many) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** Why there may be fewer of them than a review counts. */
const MERGED = html`<p class="hint">
  A mistake that you made again counts once here. The right choice with too little money is a
  mistake in a review, but not an exercise: exercises ask for no amounts.
</p>`;

/** Your own mistakes: what is due today comes first on the page. */
function mistakesCard({ mistakes, today, to_review: left }) {
  const { due, waiting, learnt, next } = mistakes;
  const looking = left
    ? html`<p class="hint">
        ${counted(left, "round is", "rounds are")} being looked through for mistakes.
      </p>`
    : null;
  const learned = learnt ? ` ${counted(learnt, "mistake is", "mistakes are")} learnt.` : "";
  if (due)
    return html`<section class="card practice-due">
      <h2>Your mistakes</h2>
      <p>
        <b>${counted(due, "mistake is", "mistakes are")} due today</b>, of ${waiting} that you
        practise.${learned}
      </p>
      ${looking} ${MERGED}
      <a class="button primary" href=${exercise({ source: "mistakes" })}>Practise them</a>
    </section>`;
  return html`<section class="card practice-due">
    <h2>Your mistakes</h2>
    <p>
      ${
        waiting || learnt
          ? `Nothing is due today.${next ? ` The next one comes back ${inDays(daysTo(next, today))}.` : ""}${learned}`
          : "You have no mistakes yet. When a decision at a table costs you money, it becomes an exercise here."
      }
    </p>
    ${looking} ${waiting || learnt ? MERGED : null}
    <div class="buttons"><a class="button" href="#/">Play at a table</a></div>
  </section>`;
}

/** Where practice is remembered, for a guest who has no way back yet. */
const rememberedHint = () =>
  session.isGuest && !session.kept
    ? html`<p class="hint">
        Your practice is remembered for you, in this browser.
        <a href="#/me">Keep this account</a> to find it on another device.
      </p>`
    : null;

/** The score of a game, and how it moved last. */
function scoreLine({ score, answered, right, history }) {
  const last = history.at(-1);
  return html`<p class="score-line">
    <span>Your score</span> <b class="score">${score}</b>
    ${last ? html`<span class=${last.moved < 0 ? "bad" : "good"}>${movement(last.moved)}</span>` : null}
    <span class="hint"
      >${
        answered
          ? `${right} of ${answered} right`
          : `Everybody begins with ${START}. Drills and lessons move it.`
      }</span
    >
  </p>`;
}

/** How the score moved, once there is something to see. */
function scoreChart({ history }) {
  if (history.length < 2) return null;
  const points = history.map(({ number, score }) => ({
    x: number,
    y: score,
    label: `answer ${number}`,
  }));
  return html`<section class="practice-chart">
    ${lineChart({ title: "Your score", lines: [{ name: "Score", points }], base: START })}
  </section>`;
}

const drillCard = (name, street, order) =>
  html`<li class="card lesson">
    <h3>${capital(name)}</h3>
    <p class="hint">Random deals, close ones more often than at a table.</p>
    <a
      class="button"
      data-key="drill-${street}"
      href=${exercise({ source: "drill", ...order, street })}
      aria-label="Begin the drill: ${name}"
      >Begin the drill</a
    >
  </li>`;

function lessonCard(game, row, next, order) {
  const { lesson, title, example, progress } = row;
  return html`<li class="card lesson" data-lesson=${lesson}>
    <h3>${lesson}. ${title}${next ? html`<span class="due">next</span>` : null}</h3>
    ${rulesOf(game.felt, row)}
    <details>
      <summary>An example</summary>
      ${cardsOf(game, example)}
      <p class="hint">${aboutTable(game, example)}</p>
      <p>${capital(labelled(game.felt, example.verdict.best))}. ${example.verdict.reason}</p>
      ${valuesOf(game.felt, { ...example.verdict, action: null })}
    </details>
    ${lessonProgress(progress, row)}
    <a
      class="button ${next ? "primary" : ""}"
      data-key="lesson-${lesson}"
      href=${exercise({ source: "lesson", ...order, lesson })}
      >Exercises of lesson ${lesson}</a
    >
  </li>`;
}

function lessonList(game, { lessons, alone, next }, order) {
  return html`${alone ? html`<p>${ALONE}</p>` : null}
    <ul class="plain lessons for-players">
      ${lessons.map((row) => lessonCard(game, row, row.lesson === next, order))}
    </ul>`;
}

function body(overview, chosen, lessons) {
  const { game, rulebook } = chosen;
  const here = overview.games.find((one) => one.game === game.game);
  const order = { game: game.game, rulebook };
  if (!here)
    return html`<p>The odds of ${game.title} are not known, so it cannot be practised.</p>`;
  return html`${scoreLine(here.score)}
    <h2>Drills</h2>
    <ul class="plain lessons for-players">
      ${here.streets.map((name, street) => drillCard(name, street, order))}
    </ul>
    <p class="hint">
      In a drill each choice is right equally often. Each exercise is the closest of one, two, four
      or eight random deals, and says so afterwards.
    </p>
    <h2>Lessons for players</h2>
    ${lessons}
    <p>
      <a href="#/train/${game.game}?rulebook=${rulebook}">Lessons for dealers</a> are in the
      dealer's chair.
    </p>
    ${scoreChart(here.score)}`;
}

/** The game that was played or practised last, as an address names it; the first one otherwise. */
async function lastGame({ games: all }) {
  const practised = all.map(({ game, score }) => ({ game, time: score.history.at(-1)?.time }));
  const { rounds } = await api("GET", "/api/me/rounds?limit=1", { token: session.token });
  const known = rounds.filter(({ game }) => all.some((one) => one.game === game));
  const latest = [...practised, ...known]
    .filter(({ time }) => time)
    .toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
    .at(-1);
  return latest?.game;
}

export function practiceView(root, { id, query }) {
  const draw = page(root);
  let [left, timer, tries] = [false, null, 0];
  const frame = (top, menu, rest) =>
    draw(
      html`<h1>Practice</h1>
        <p>
          Learn from your own mistakes, drill close decisions, and take lessons. Every answer is
          graded by what each choice is worth.
        </p>
        ${top} ${menu ? html`<nav class="segments" aria-label="Games">${menu}</nav>` : null}
        <div aria-live="polite">${rest}</div>`,
    );
  frame(null, null, html`<p>Looking for your practice…</p>`);
  document.title = "Practice · Croupier";

  let [chosen, lessons] = [null, html`<p>The lessons are being prepared…</p>`];
  let overview = null;
  const show = () => {
    if (left || !chosen) return;
    const top = html`${mistakesCard(overview)} ${rememberedHint()}`;
    frame(top, bookMenu("#/practice", chosen), body(overview, chosen, lessons));
  };
  /** Ask what there is; again after a while, as long as rounds are being looked through. */
  const look = async () => {
    overview = await api("GET", "/api/practice", { token: session.token });
    show();
    if (overview.to_review && !left && ++tries < TRIES)
      timer = setTimeout(() => look().catch(() => {}), AGAIN);
  };
  const learn = async () => {
    const { game, rulebook } = chosen;
    const path = `/api/practice/lessons/${game.game}?rulebook=${rulebook}`;
    const found = await api("GET", path, { token: session.token });
    lessons = lessonList(game, found, { game: game.game, rulebook });
  };
  (async () => {
    try {
      if (id || !session.token) chosen = await chosenBook({ id, query });
      await look();
      if (!chosen) {
        chosen = await chosenBook({ id: await lastGame(overview).catch(() => id), query });
        show();
      }
      await learn().catch((error) => (lessons = alarm(error)));
      show();
    } catch (error) {
      frame(null, null, alarm(error));
    }
  })();
  return () => {
    left = true;
    clearTimeout(timer);
  };
}
