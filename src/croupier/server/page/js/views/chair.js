/**
 * The dealer's chair: the lessons of a game, and how far a trainee has come. With `?seed=3`
 * everybody gets the same exam and drills; that exam gives no certificate.
 */

import { api } from "../net.js";
import { attempt } from "../shell.js";
import { alarm, columns, page } from "../render.js";
import { bookMenu, chosenBook } from "../books.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { CHOSEN_SEED, citing, lasting } from "../chair.js";
import { session } from "../session.js";
import { capital, when } from "../words.js";
import { whyButton } from "../why.js";

const LEVELS = [
  ["", "as the lesson says"],
  ["guided", "guided: the next step is shown"],
  ["coached", "coached: hints on request"],
  ["exam", "exam: no help"],
];

const OTHERS = {
  exam: [
    "The exam",
    "Three rounds in which things go wrong, without help. The verdicts come at the end, with a certificate if you pass.",
    { what: "exam" },
  ],
  practice: [
    "A round for practice",
    "A round that the program makes up; hints on request.",
    { what: "practice" },
  ],
  "drill payouts": [
    "Payout drill",
    "Hands and wagers are shown; type what you pay.",
    { what: "drill", drill: "payouts" },
  ],
  "drill irregularities": [
    "Flash cards",
    "Something goes wrong: choose the ruling.",
    { what: "drill", drill: "irregularities" },
  ],
};

/** Sit down to something; the page goes to the sitting. */
async function sitDown(order) {
  await attempt(async () => {
    await session.guest();
    const seated = await api("POST", "/api/chair", { token: session.token, body: order });
    location.hash = `#/chair/${seated.sitting}`;
  });
}

/** The best score, the shortest time of those that were passed, and the longest streak. */
function best({ percent, passed, seconds, streak }) {
  if (percent === null) return "not yet";
  return [
    `${percent} percent`,
    passed && "passed",
    seconds !== null && `in ${lasting(seconds)}`,
    streak && `${streak} right in a row`,
  ]
    .filter(Boolean)
    .join(", ");
}

const examRow = (row) =>
  html`<tr>
    <td>${when(row.ended)}</td>
    <td>${row.right} of ${row.questions}, ${row.percent} percent</td>
    <td>${row.seconds === null ? "" : lasting(row.seconds)}</td>
    <td>${row.streak ?? ""}</td>
    <td>${row.passed ? "passed" : "not passed"}</td>
    <td>
      ${row.certificate ? html`<a href="#/certificate/${row.certificate}">certificate</a>` : null}
    </td>
  </tr>`;

/** The exams that were taken, the newest first. */
const examTable = (exams) =>
  html`<h2>Your exams</h2>
    <div class="scroll" tabindex="0">
      <table class="list exams">
        ${columns(["When", "Score", "Time", "Best streak", "Result", "To print"])}
        <tbody>
          ${[...exams].reverse().map(examRow)}
        </tbody>
      </table>
    </div>`;

const lessonCard = (row, next, begin) =>
  html`<li class="card lesson" data-lesson=${row.lesson}>
    <h3>${row.lesson}. ${row.title}${next ? html`<span class="due">next</span>` : null}</h3>
    <p>${row.text}</p>
    <p class="hint">
      ${row.steps} steps, ${row.level}. Best: ${best(row)}.
      ${row.due.length ? `To study again: ${row.due.join(", ")}.` : ""}
    </p>
    <button class=${next ? "primary" : ""} data-key="lesson-${row.lesson}" @click=${begin}>
      Begin lesson ${row.lesson}
    </button>
  </li>`;

function otherCard(row, order) {
  const [title, text, what] = OTHERS[row.what];
  const chosen = row.what === "exam" && order.seed !== undefined;
  return html`<li class="card lesson">
    <h3>${title}</h3>
    <p>${text}</p>
    ${chosen ? html`<p class="no-certificate">${CHOSEN_SEED}</p>` : null}
    <p class="hint">Best: ${best(row)}.</p>
    <button data-key=${row.what} @click=${() => sitDown({ ...order, ...what })}>
      Begin: ${title.toLowerCase()}
    </button>
  </li>`;
}

function soFar({ sittings, due }) {
  if (!sittings) return "You have not sat in this chair yet: begin with the first lesson.";
  const times = sittings === 1 ? "1 time" : `${sittings} times`;
  const review = due.length
    ? `${due.length} points are due for review.`
    : "Nothing is due for review.";
  return `You have sat down ${times}. ${review}`;
}

/** The lesson that helps most now, with the reason; what is missed is told on request. */
function upcoming({ suggested, game, rulebook, title }) {
  if (!suggested) return null;
  const { lesson, title: name, why, cited } = suggested;
  const told = cited ? whyButton({ game, rulebook, title }, citing(cited)) : null;
  return html`<p class="suggested">
    <b>Next: lesson ${lesson}, ${name}.</b> ${capital(why)}. ${told}
  </p>`;
}

function course(answer, order) {
  let level = "";
  const begin = (lesson) =>
    sitDown({ ...order, what: "lesson", lesson, ...(level ? { level } : {}) });
  return html`<p>${soFar(answer)}</p>
    ${upcoming(answer)}
    ${
      answer.sittings
        ? html`<p>
            <a href="#/results/${answer.game}?rulebook=${answer.rulebook}"
              >Your results over time, by clause and by kind of step</a
            >
          </p>`
        : null
    }
    <h2>The course</h2>
    <label class="help-level"
      >Help in the lessons
      <select aria-label="How much help" @change=${({ target }) => (level = target.value)}>
        ${LEVELS.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
      </select></label
    >
    <ul class="plain lessons">
      ${answer.lessons.map((row) =>
        lessonCard(row, row.lesson === answer.next, () => begin(row.lesson)),
      )}
    </ul>
    <h2>Exam, practice and drills</h2>
    <ul class="plain lessons">
      ${answer.others.map((row) => otherCard(row, order))}
    </ul>
    ${answer.exams.length ? examTable(answer.exams) : null}`;
}

export function chairView(root, { id, query }) {
  const draw = page(root);
  let menu = null;
  const show = (body) =>
    draw(
      html`<h1>The dealer's chair</h1>
        <p>
          The program plays the players; you deal. Choose each next step as the rules call for it:
          every mistake is explained with its clause, and the round goes on.
        </p>
        <p>Here you learn to deal. <a href="#/practice">Practice for players</a> is next door.</p>
        <nav class="segments" aria-label="Games">${menu}</nav>
        <div aria-live="polite">${body}</div>`,
    );
  show(html`<p>Looking for the lessons…</p>`);
  document.title = "The dealer's chair · Croupier";
  (async () => {
    try {
      const chosen = await chosenBook({ id, query });
      menu = bookMenu("#/train", chosen);
      const { rulebook } = chosen;
      const { game } = chosen.game;
      const { token } = session;
      const answer = await api("GET", `/api/chair/${game}?rulebook=${rulebook}`, { token });
      const seed = /^\d{1,15}$/.exec(query.get("seed") ?? "");
      show(
        course(
          { ...answer, title: chosen.game.title },
          { game, rulebook, ...(seed ? { seed: Number(seed[0]) } : {}) },
        ),
      );
    } catch (error) {
      show(alarm(error));
    }
  })();
}
