/** One exercise after another: the cards, what may be done, and at once what it was worth. */

import { Keys, RESERVED, letters } from "../keys.js";
import { alarm, find, page } from "../render.js";
import { api } from "../net.js";
import { attempt, tell } from "../shell.js";
import {
  ALONE,
  MEANING,
  aboutTable,
  cardsOf,
  daysTo,
  hardness,
  inDays,
  lessonProgress,
  movement,
  rulesOf,
  saidOf,
  valuesOf,
  withCost,
  worth,
} from "../practice.js";
import { capital, labelled } from "../words.js";
import { choiceList } from "../chair.js";
import { gameOf } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { session } from "../session.js";

const TITLES = {
  mistakes: () => "Your mistakes",
  drill: () => "Drill",
  lesson: ({ lesson }) => `Lesson ${lesson}`,
};

/** What the address asks for, as the server wants it. */
function orderOf(query) {
  const order = { source: query.get("source") ?? "mistakes" };
  for (const name of ["game", "rulebook"]) if (query.get(name)) order[name] = query.get(name);
  for (const name of ["street", "lesson"])
    if (query.get(name)) order[name] = Number(query.get(name));
  return order;
}

/** Milliseconds after which it is said why the first exercise takes long. */
const LONG = 2000;

class Training {
  constructor(root, order) {
    this.draw = page(root, "practice");
    this.order = order;
    this.asked = null; // the exercise as the server shows it
    this.game = null;
    this.note = html`<p role="status">Dealing…</p>`;
    this.patience = setTimeout(() => this.explain(), LONG);
    this.number = 0;
    this.due = null; // how many mistakes were due when this one was asked
    this.lessons = null; // the lessons of the game, where one of them is asked about
    this.keys = new Keys(() => this.pressed);
    document.title = `${this.title} · Croupier`;
    this.show();
    this.next();
  }

  close() {
    this.closed = true;
    clearTimeout(this.patience);
    this.keys.close();
  }

  get title() {
    return (TITLES[this.order.source] ?? TITLES.mistakes)(this.order);
  }

  get back() {
    const { game, rulebook } = this.order;
    return game ? `#/practice/${game}${rulebook ? `?rulebook=${rulebook}` : ""}` : "#/practice";
  }

  /** The keys that do something now. */
  get pressed() {
    if (!this.asked) return [];
    if (this.asked.verdict)
      return [{ key: "Enter", label: "The next exercise", press: () => this.next() }];
    const each = this.asked.choices.map((action, i) => ({
      label: capital(labelled(this.game?.felt, action)),
      press: () => this.answer(i),
    }));
    const digits = each.map((one, i) => ({ ...one, key: String(i + 1) }));
    return [...digits, ...each.map((one, i) => ({ ...one, key: this.letters[i] }))].filter(
      ({ key }) => key,
    );
  }

  /** The letters that the choices have at a table. */
  get letters() {
    return letters(this.asked.choices, RESERVED);
  }

  /** What is asked, and which it is of those that are due. */
  get street() {
    const { title, street } = this.asked;
    const count = this.due && `${this.number} of ${this.number - 1 + this.due}. `;
    return `${count ?? ""}${title}: ${street}`;
  }

  // --- what is shown ---------------------------------------------------------------------------

  show() {
    if (this.closed) return;
    this.draw(
      html`<header class="practice-head">
          <h1>${this.title}</h1>
          <span>${this.asked ? this.street : ""}</span>
          <a href=${this.back}>Back to practice</a>
        </header>
        ${this.asked ? this.exercise(this.asked) : this.note}`,
    );
  }

  exercise(asked) {
    return html`${keyed(asked.exercise, cardsOf(this.game, asked))}
      <p class="hint">${aboutTable(this.game, asked)}</p>
      <section class="practice-ask" aria-label="What is asked">
        <h2>${asked.verdict ? "What it is worth" : "What do you do?"}</h2>
        ${asked.verdict ? this.verdict(asked) : this.choices(asked)}
      </section>`;
  }

  choices({ choices, costs = [] }) {
    const keys = this.letters;
    const labels = choices.map((action, i) => ({
      verb: action,
      key: keys[i],
      label: withCost(capital(labelled(this.game?.felt, action)), costs[i]),
    }));
    return choiceList(labels, (i) => this.answer(i));
  }

  verdict(asked) {
    const { verdict } = asked;
    return html`<div class="verdict-card ${verdict.right ? "good" : "bad"}">
        <p><b>${saidOf(this.game?.felt, verdict)}</b> ${verdict.reason}</p>
      </div>
      ${valuesOf(this.game?.felt, verdict)} ${MEANING} ${this.moved(asked)} ${this.rules(asked)}
      <div class="buttons">
        <button class="primary practice-next" @click=${() => this.next()}>
          Next<kbd aria-hidden="true">⏎</kbd>
        </button>
      </div>`;
  }

  /** What the answer has changed: the score, the lesson, or the box of a mistake. */
  moved({ verdict, asked, needed }) {
    const { score, lesson, mistake, closest_of: many } = verdict;
    return html`${
      score
        ? html`<p class="score-line">
            <span>Your score</span> <b class="score">${score.score}</b>
            <span class=${score.moved < 0 ? "bad" : "good"}>${movement(score.moved)}</span>
            <span class="hint">${hardness(score, many)}</span>
          </p>`
        : null
    }
    ${lesson ? lessonProgress(lesson, { asked, needed }) : null}
    ${mistake ? this.box(mistake) : null}`;
  }

  /** The lines of the lesson's strategy card, beside the verdict. */
  rules({ lesson, alone }) {
    const found = this.lessons?.find((one) => one.lesson === lesson);
    if (!found) return null;
    return html`<section class="lesson-rules">
      <h3>The lines of this lesson: the first that fits counts</h3>
      ${rulesOf(this.game?.felt, found)} ${alone ? html`<p class="hint">${ALONE}</p>` : null}
    </section>`;
  }

  box({ round, made, cost, due, today, learnt }) {
    return html`<p>
      ${learnt ? "Learnt: it does not come back." : `It comes back ${inDays(daysTo(due, today))}.`}
      In
      <a href="#/review/${round}">round ${round}</a> you chose
      <b>${labelled(this.game?.felt, made)}</b>, which cost ${worth(cost)}.
    </p>`;
  }

  /** The first exercise of a game is slow to come: say why. */
  explain() {
    this.note = html`<p role="status">
      Dealing… The first one of a game takes some seconds: its table is being read.
    </p>`;
    this.show();
  }

  // --- what people do --------------------------------------------------------------------------

  async next() {
    if (this.busy) return;
    this.busy = true;
    const first = this.number === 0;
    try {
      await session.guest();
      const asked = await this.ask("", this.order);
      this.game = (await gameOf(asked.game)) ?? null;
      this.asked = asked;
      this.due = asked.due;
      this.number += 1;
      if (asked.source === "lesson") this.learn(asked);
    } catch (error) {
      this.asked = null;
      this.note =
        error.kind === "missing" && this.order.source === "mistakes" ? this.end() : alarm(error);
    }
    clearTimeout(this.patience);
    this.busy = false;
    this.show();
    if (!first) this.focus(".choices button, .practice-end a");
  }

  /** Look up the lines of a lesson; without them the verdict stands alone. */
  async learn({ game, rulebook }) {
    if (this.lessons) return;
    const path = `/api/practice/lessons/${game}?rulebook=${rulebook}`;
    const found = await api("GET", path, { token: session.token }).catch(() => null);
    this.lessons = found?.lessons;
    this.show();
  }

  end() {
    return html`<section class="card practice-end">
      <h2>${this.number ? "Done for today" : "Nothing is due today"}</h2>
      <p>
        ${
          this.number
            ? "What you got right comes back later, and what you got wrong was asked again."
            : "Mistakes from your rounds become exercises here. Until then, drill close decisions."
        }
      </p>
      <div class="buttons">
        <a class="button primary" href="#/practice">To the drills and lessons</a>
        <a class="button" href="#/">Play at a table</a>
      </div>
    </section>`;
  }

  async answer(choice) {
    if (this.busy) return;
    this.busy = true;
    await attempt(async () => {
      this.asked = await this.ask(`/${this.asked.exercise}/answers`, { choice });
      const { verdict } = this.asked;
      const moved = verdict.score ? ` Score ${movement(verdict.score.moved)}.` : "";
      tell(`${saidOf(this.game?.felt, verdict)}${moved}`, true);
    });
    this.busy = false;
    this.show();
    this.focus(".practice-next", { preventScroll: true });
  }

  ask(more, body) {
    return api("POST", `/api/practice/exercises${more}`, { token: session.token, body });
  }

  focus(selector, how = {}) {
    if (!this.closed) find(document.querySelector(".page.practice"), selector)?.focus(how);
  }
}

export function exerciseView(root, { query }) {
  const training = new Training(root, orderOf(query));
  return () => training.close();
}
