/**
 * In the chair: the felt as the dealer sees it, what may be done next, and the verdict on what was
 * done.
 */

import { Scene } from "../scene.js";
import { Touch } from "../touch.js";
import { alarm, find, page, submitted } from "../render.js";
import { api } from "../net.js";
import { ask as askFirst } from "../confirm.js";
import { attempt, tell } from "../shell.js";
import { capital, withSigns } from "../words.js";
import {
  CHOSEN_SEED,
  choiceList,
  citing,
  dealersFelt,
  drillQuestion,
  figureField,
  figureOf,
  lasting,
  nameOf,
  reportOf,
} from "../chair.js";
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

const titleOf = ({ lesson, what }) =>
  lesson ? `Lesson ${lesson.number}: ${lesson.title}` : nameOf(what);

/** Whether it is an exam that counts as practice. */
const practised = ({ what, counts_as: counted }) => what === "exam" && counted === "practice";

const box = (kind) => {
  const made = document.createElement("div");
  made.className = kind;
  return made;
};

/** How far the sitting has come, counted from 1, and the streak; an exam tells none. */
function progress({ at, of, allowed, level, over, kind, streak }, spent, now) {
  const each = kind === "drill" ? "Question" : "Step";
  const late = allowed && spent > allowed;
  return html`<progress max=${of} .value=${at} aria-label="Progress"></progress>
    <span>${over ? `${at} of ${of} done` : `${each} ${at + 1} of ${of}`}</span>
    ${over ? null : html`<span class="time"><span class="word">This ${each.toLowerCase()} </span>${lasting(now)}</span>`}
    ${
      level === "exam" && allowed
        ? html`<span class="allowed ${late ? "bad" : ""}"
            >${lasting(spent)} of ${lasting(allowed)}</span
          >`
        : null
    }
    ${
      streak
        ? html`<span class="streak">Streak <b>${streak.now}</b>, best ${streak.best}</span>`
        : null
    }`;
}

class Chair {
  constructor(root, game, picture) {
    this.draw = page(root, "chair");
    this.game = game;
    this.cloth = dealersFelt(game.felt);
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
    this.scene = this.drill ? null : new Scene(this.felt, { side: "dealer", filled: true });
    this.touch = this.scene
      ? new Touch(this.scene, { onPick: (i) => this.pick(i), onHold: () => this.show() })
      : null;
    this.look();
    this.keys = (event) => this.press(event);
    addEventListener("keydown", this.keys);
    this.clock = setInterval(() => this.tick(), 1000);
  }

  close() {
    removeEventListener("keydown", this.keys);
    clearInterval(this.clock);
    this.touch?.close();
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
    this.touch?.clear();
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
      // In an exam the dealer's own steps have no line: they would tell the right answers.
      log: events.filter(({ line }) => line !== undefined).map((event) => step(this.table, event)),
      words: inWords(picture, this.cloth, model, { own: null }),
      odds: oddsPanel(picture, this.game.felt),
    };
  }

  /** The felt, from the round's events alone, as at a live table. */
  look() {
    if (!this.scene || this.picture.over) return;
    const { choices, right } = this.picture.moment;
    this.scene.show(this.round.picture, this.cloth, this.round.model);
    this.touch.offer(choices, right);
    const log = find(this.felt.closest(".chair-room"), ".log");
    log.scrollTop = log.scrollHeight;
  }

  // --- what is shown ---------------------------------------------------------------------------

  show() {
    const { over } = this.picture;
    this.draw(over ? this.endPage() : this.drill ? this.drillPage() : this.roundPage());
  }

  head() {
    const { title, level } = this.picture;
    return html`<header class="chair-head">
      <h1>${titleOf(this.picture)}</h1>
      <span class="chair-kind"
        >${title}, ${level}${practised(this.picture) ? ", no certificate" : ""}</span
      >
      ${this.bar}
    </header>`;
  }

  endPage() {
    return html`<div class="chair-end">
      ${this.head()}
      <div class="chair-ask">${this.report()}</div>
    </div>`;
  }

  drillPage() {
    const { question, at } = this.picture;
    const ask = (choice, figure) => this.answer(choice, figure);
    return html`<div class="drill-page">
      ${this.head()}
      <div class="chair-ask">
        ${keyed(at, drillQuestion(question, ask))} ${this.ways(question.hint)}
      </div>
      <div class="chair-verdict" aria-live="polite">${this.verdict}</div>
    </div>`;
  }

  roundPage() {
    const { moment, lesson } = this.picture;
    const { situation, note, next, guide } = moment;
    return html`<div class="chair-room">
      ${this.head()}
      <div class="stage chair-stage">${this.felt} ${this.menu(moment)}</div>
      <section class="chair-ask" aria-label="What is asked">
        <div class="chair-situation">
          ${situation ? html`<p class="situation" role="alert">${withSigns(situation)}</p>` : null}
        </div>
        ${this.choices(moment)}
      </section>
      <section class="chair-told" tabindex="0" aria-label="Why">
        <div class="chair-verdict" aria-live="polite">${this.verdict}</div>
        ${
          note
            ? html`<div class="note">
                <p>${note.text}</p>
                ${this.told(note.told)}
              </div>`
            : null
        }
        ${next !== null && guide.length ? html`<div class="guide">${this.told(guide)}</div>` : null}
        ${lesson ? html`<p class="about hint">${lesson.text}</p>` : null}
      </section>
      <section class="chair-log" aria-label="So far">
        <ol class="log" tabindex="0" aria-label="What has happened">
          ${this.round.log}
        </ol>
        <div class="more">
          <details>
            <summary>The table in words</summary>
            <div class="chair-words">${this.round.words}</div>
          </details>
          <details>
            <summary>What is paid</summary>
            <div class="chair-odds">${this.round.odds}</div>
          </details>
        </div>
      </section>
    </div>`;
  }

  /** Beside the hand on the felt: what it can do there, if that is more than one thing. */
  menu({ choices }) {
    const { now = null, at = null } = this.touch ?? {};
    if (!now?.done.length || !at) return null;
    const { clientWidth: width, clientHeight: height } = this.felt;
    const left = Math.min(Math.max(at.x, 130), Math.max(width - 130, 130));
    const side = at.y > height / 2 ? `bottom: ${height - at.y + 14}px` : `top: ${at.y + 14}px`;
    return html`<div
      class="hand-menu"
      role="group"
      aria-label="With your hand there"
      .style="left: ${left}px; ${side}"
    >
      ${now.done.map(
        (i) =>
          html`<button @click=${() => this.pick(i)}>
            <kbd>${i + 1}</kbd><span>${withSigns(choices[i].label)}</span>
          </button>`,
      )}
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

  choices({ next, right, choices }) {
    const labelled = choices.map(({ verb, label }, i) => ({
      verb,
      label: withSigns(label),
      primary: i === right,
    }));
    return html`${
        next === null
          ? null
          : html`<div class="guide">
              <p class="next">Next: <b>${next}</b></p>
            </div>`
      }
      <h2>What do you do?</h2>
      ${choiceList(labelled, (i) => this.pick(i), this.touch?.now?.fits)}
      <p class="hand-line" aria-live="polite">${this.touch?.line}</p>
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
    const { game, rulebook, certificate } = this.picture;
    return html`${reportOf(this.picture, (cited) => whyButton(this.table, cited))}
      ${practised(this.picture) ? html`<p class="no-certificate">${CHOSEN_SEED}</p>` : null}
      <div class="buttons">
        ${
          certificate
            ? html`<a class="button primary" href="#/certificate/${certificate}"
                >The certificate, to print</a
              >`
            : null
        }
        <a class="button" href="#/train/${game}?rulebook=${rulebook}">Back to the course</a>
      </div>`;
  }

  /** The verdict; an exam has none before its end. */
  judge(verdict) {
    if (!verdict) {
      this.verdict = html`<p class="noted">Noted. The report comes at the end.</p>`;
      return;
    }
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
    const now = over ? 0 : (Date.now() - this.began) / 1000;
    render(progress(this.picture, Math.round(seconds + now), now), this.bar);
  }

  // --- what people do --------------------------------------------------------------------------

  get place() {
    return this.bar.closest(".chair").querySelector(".chair-ask");
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
    if (ctrlKey || metaKey || altKey || typing || target.closest?.("dialog")) return;
    if (key === "Escape") this.touch?.letGo();
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
    scrollTo({ top: 0 }); // on a phone, from a figure or a reason back to the felt
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

  /** Get up; from an exam only once that is confirmed, because it is lost then. */
  leave() {
    const go = async () => this.arrive(await this.ask("POST", "/leave"));
    if (this.picture.level !== "exam") return attempt(go);
    return askFirst("Leave the exam?", {
      body: () => html`<p>It counts as not passed.</p>`,
      act: go,
      label: "Leave the exam",
      kind: "danger",
    });
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
