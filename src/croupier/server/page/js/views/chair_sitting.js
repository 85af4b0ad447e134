/**
 * In the chair: the felt as the dealer sees it, what may be done next, and the verdict on what was
 * done.
 */

import { Scene } from "../scene.js";
import { alarm, find, page, submitted } from "../render.js";
import { api } from "../net.js";
import { attempt, tell } from "../shell.js";
import { capital, withSigns } from "../words.js";
import { choiceList, citing, drillQuestion, figureField, figureOf, reportOf } from "../chair.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { inWords, oddsPanel, step } from "../sides.js";
import { keyed } from "../vendor/lit-html/directives/keyed.js";
import { session } from "../session.js";
import { whenCalm } from "../calm.js";
import { whyButton } from "../why.js";

const MARKS = {
  right: "good",
  early: "warn",
  late: "warn",
  "wrong order": "warn",
  "wrong amount": "warn",
  "not called for": "bad",
  wrong: "bad",
};

const TITLES = {
  "drill payouts": "Payout drill",
  "drill irregularities": "Flash cards",
  practice: "A round for practice",
  exam: "The exam",
};

const titleOf = ({ lesson, what }) =>
  lesson ? `Lesson ${lesson.number}: ${lesson.title}` : (TITLES[what] ?? capital(what));

const box = (kind) => {
  const made = document.createElement("div");
  made.className = kind;
  return made;
};

/** How far the sitting has come and, in an exam, how much time is left. */
function progress({ at, of, allowed, level }, spent) {
  return html`<progress max=${of} .value=${at} aria-label="Progress"></progress>
    <span>${at} of ${of}</span>
    ${
      level === "exam" && allowed
        ? html`<span class=${spent > allowed ? "bad" : ""}>· ${spent} s of ${allowed} s</span>`
        : null
    }`;
}

class Chair {
  constructor(root, game, picture) {
    this.draw = page(root, "wide-page chair");
    this.game = game;
    this.picture = picture;
    this.began = Date.now();
    this.round = null;
    this.verdict = null;
    this.hint = "";
    this.figure = null; // the choice for which a figure is asked
    this.bar = box("chair-bar"); // drawn every second, by itself
    this.felt = box("felt-box");
    this.drill = picture.kind === "drill";
    document.title = `${titleOf(picture)} · Croupier`;
    this.take(picture);
    this.scene = this.drill ? null : new Scene(this.felt, { side: "dealer" });
    this.look();
    this.keys = (event) => this.press(event);
    addEventListener("keydown", this.keys);
    this.clock = setInterval(() => this.tick(), 1000);
  }

  close() {
    removeEventListener("keydown", this.keys);
    clearInterval(this.clock);
    this.scene?.close();
  }

  get path() {
    return `/api/chair/sittings/${this.picture.sitting}`;
  }

  get table() {
    const { game, rulebook, title } = this.picture;
    return { game, rulebook, title };
  }

  // --- what is known ---------------------------------------------------------------------------

  /** A new moment: its hint has not been asked for, and no figure. */
  take(picture) {
    Object.assign(this, { picture, began: Date.now(), hint: "", figure: null });
    if (picture.moment) this.round = this.see(picture.moment);
    this.show();
    this.tick();
  }

  /** The round so far, made once for each moment: the table, the steps, and both in words. */
  see({ events, table }) {
    const model = fold(events);
    const picture = {
      ...this.table,
      ...table,
      first_wager: this.game.first_wager,
      phase: "playing",
      awaits: [],
      you: null,
      result: null,
    };
    return {
      model,
      picture,
      log: events.map((event) => step(this.table, event)),
      words: inWords(picture, this.game.felt, model, { own: null, dealer: true }),
      odds: oddsPanel(picture, this.game.felt),
    };
  }

  /** The felt, from the round's events alone, as at a live table. */
  look() {
    if (!this.scene || this.picture.over) return;
    this.scene.show(this.round.picture, this.game.felt, this.round.model);
    const log = this.felt.closest(".replay").querySelector(".log");
    log.scrollTop = log.scrollHeight;
  }

  // --- what is shown ---------------------------------------------------------------------------

  show() {
    const { title, level, lesson } = this.picture;
    this.draw(
      html`<h1>${titleOf(this.picture)}</h1>
        <p>${title}, ${level}. ${lesson?.text}</p>
        ${this.bar} ${this.drill ? this.drillPage() : this.roundPage()}`,
    );
  }

  drillPage() {
    const { over, question, at } = this.picture;
    const ask = (choice, figure) => this.answer(choice, figure);
    return html`<div class="drill-page">
      <div class="chair-verdict" aria-live="polite">${this.verdict}</div>
      <div class="chair-ask">
        ${
          over
            ? this.report()
            : html`${keyed(at, drillQuestion(question, ask))} ${this.ways(question.hint)}`
        }
      </div>
    </div>`;
  }

  roundPage() {
    const { over, moment } = this.picture;
    const situation = !over && moment.situation;
    return html`<div class="replay">
      <div>
        <div class="stage small">${this.felt}</div>
        <div class="chair-situation">
          ${situation ? html`<p class="situation" role="alert">${withSigns(situation)}</p>` : null}
        </div>
        <div class="chair-verdict" aria-live="polite">${this.verdict}</div>
        <div class="chair-ask">${over ? this.report() : this.choices(moment)}</div>
      </div>
      <div>
        <h2>What has happened</h2>
        <ol class="log replay-log">
          ${this.round?.log}
        </ol>
        <details>
          <summary>The table in words</summary>
          <div class="chair-words">${this.round?.words}</div>
        </details>
        <details>
          <summary>What is paid</summary>
          <div class="chair-odds">${this.round?.odds}</div>
        </details>
      </div>
    </div>`;
  }

  told(told) {
    return html`<ul class="plain told">
      ${told.map(
        ({ text, cited, physical }) =>
          html`<li class=${physical ? "physical" : ""}>
            ${physical ? html`<span class="hands-tag">hands</span>` : null}${text}
            ${whyButton(this.table, citing(cited))}
          </li>`,
      )}
    </ul>`;
  }

  choices({ note, next, guide, right, choices }) {
    const labelled = choices.map(({ verb, label }, i) => ({
      verb,
      label: withSigns(label),
      primary: i === right,
    }));
    return html`${
        note
          ? html`<div class="note">
              <p>${note.text}</p>
              ${this.told(note.told)}
            </div>`
          : null
      }
      ${
        next === null
          ? null
          : html`<div class="guide">
              <p class="next">Next: <b>${next}</b></p>
              ${this.told(guide)}
            </div>`
      }
      <h2>What do you do?</h2>
      ${choiceList(labelled, (i) => this.pick(i))}
      <div class="figure-box">
        ${this.figure === null ? null : keyed(this.figure, this.figureForm(this.figure))}
      </div>
      ${this.ways(this.picture.level === "coached")}`;
  }

  figureForm(i) {
    const { label, figure } = this.picture.moment.choices[i];
    const money = figure === "amount";
    return html`<form class="inline" @submit=${submitted((form) => this.answer(i, figureOf(form)))}>
      <label>${withSigns(label)}: how ${money ? "much" : "many"}?${figureField(money)}</label>
      <button class="primary">Do it</button>
    </form>`;
  }

  /** What else a trainee may do. */
  ways(hints) {
    return html`<div class="buttons">
        ${hints ? html`<button class="quiet" @click=${() => this.askHint()}>A hint</button>` : null}
        <button class="quiet" @click=${() => this.leave()}>Get up</button>
      </div>
      <p class="chair-hint" aria-live="polite">${this.hint}</p>`;
  }

  report() {
    const { game, rulebook } = this.picture;
    return html`${reportOf(this.picture, (cited) => whyButton(this.table, cited))}
      <div class="buttons">
        <a class="button" href="#/train/${game}?rulebook=${rulebook}">Back to the course</a>
      </div>`;
  }

  judge(verdict) {
    const { mark, should, message, done = [] } = verdict;
    const right = mark === "right";
    const why = right ? "" : message.replace(/^[^:.]*[:.] ?/, "");
    tell(right ? "Right." : `${capital(mark)}. ${should}`, !right);
    this.verdict = html`<div class="verdict-card ${MARKS[mark] ?? ""}" data-mark=${mark}>
      <p><b>${capital(mark)}</b>${why ? `: ${withSigns(why)}` : ""}</p>
      ${right ? null : html`<p>What should have happened: <b>${withSigns(should)}</b></p>`}
      ${done.map((event) => html`<p class="hint">${withSigns(event.line)}</p>`)}
      ${right ? null : this.told(verdict.told)}
    </div>`;
  }

  tick() {
    const { seconds, over } = this.picture;
    const spent = Math.round(seconds + (over ? 0 : (Date.now() - this.began) / 1000));
    render(progress(this.picture, spent), this.bar);
  }

  // --- what people do --------------------------------------------------------------------------

  get place() {
    return this.bar.parentElement.querySelector(".chair-ask");
  }

  /** A choice; where a figure belongs to it, that is asked for first. */
  pick(i) {
    if (!this.picture.moment.choices[i].figure) return this.answer(i, null);
    this.figure = i;
    this.show();
    return find(this.place, ".figure-box input").focus();
  }

  press({ key, target, ctrlKey, metaKey, altKey }) {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName ?? "");
    if (ctrlKey || metaKey || altKey || typing) return;
    if (/^[1-9]$/.test(key)) find(this.place, `.choices li:nth-child(${key}) button`)?.click();
  }

  ask(method, more = "", body = undefined) {
    return api(method, this.path + more, { token: session.token, body });
  }

  /** Where the sitting stands now; it waits for a button that is being pressed. */
  async arrive(picture) {
    await new Promise(whenCalm);
    this.take(picture);
    this.look();
  }

  async answer(choice, figure) {
    if (this.busy) return;
    this.busy = true;
    const body = { at: this.picture.at, choice, ...(figure === null ? {} : { figure }) };
    await attempt(async () => {
      try {
        const { verdict, picture } = await this.ask("POST", "/answers", body);
        this.judge(verdict);
        await this.arrive(picture);
        const first = find(this.place, ".choices button, form input, a.button");
        first?.focus({ preventScroll: true });
      } catch (error) {
        if (error.kind === "stale") await this.arrive(await this.ask("GET"));
        throw error;
      }
    });
    this.busy = false;
  }

  async askHint() {
    await attempt(async () => {
      ({ hint: this.hint } = await this.ask("POST", "/hint"));
      this.show();
    });
  }

  async leave() {
    await attempt(async () => this.arrive(await this.ask("POST", "/leave")));
  }
}

export function sittingView(root, { id }) {
  let [chair, left] = [null, false];
  const draw = page(root);
  draw(html`<p>Taking the chair…</p>`);
  (async () => {
    try {
      const picture = await api("GET", `/api/chair/sittings/${encodeURIComponent(id)}`, {
        token: session.token,
      });
      const game = await gameOf(picture.game);
      if (!left) chair = new Chair(root, game, picture);
    } catch (error) {
      draw(
        html`<h1>The dealer's chair</h1>
          ${alarm(error)}
          <p><a href="#/train">To the lessons</a></p>`,
      );
    }
  })();
  return () => {
    left = true;
    chair?.close();
  };
}
