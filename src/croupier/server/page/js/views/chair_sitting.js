/** In the chair: the felt as the dealer sees it, what may be done next, and the verdict on what was done. */

import { Scene } from "../scene.js";
import { api } from "../net.js";
import { attempt, tell } from "../shell.js";
import { capital, withSigns } from "../words.js";
import { drillQuestion, reportOf } from "../chair.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { h, swap } from "../dom.js";
import { inWords, oddsPanel, step } from "../sides.js";
import { session } from "../session.js";
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

class Chair {
  constructor(root, game, picture) {
    this.game = game;
    this.verdict = null;
    this.hint = null;
    const box = Object.fromEntries(
      ["felt", "situation", "verdict", "ask", "log", "words", "odds", "bar"].map((name) => [
        name,
        h("div", { class: `chair-${name}` }),
      ]),
    );
    box.felt.className = "felt-box";
    box.log = h("ol", { class: "log replay-log" });
    box.verdict.setAttribute("aria-live", "polite");
    this.box = box;
    const title = picture.lesson
      ? `Lesson ${picture.lesson.number}: ${picture.lesson.title}`
      : (TITLES[picture.what] ?? capital(picture.what));
    root.replaceChildren(
      h(
        "div",
        { class: "page wide-page chair" },
        h("h1", null, title),
        h("p", null, `${picture.title}, ${picture.level}. `, picture.lesson?.text ?? ""),
        box.bar,
        picture.kind === "drill"
          ? h("div", null, box.verdict, box.ask)
          : h(
              "div",
              { class: "replay" },
              h(
                "div",
                null,
                h("div", { class: "stage small" }, box.felt),
                box.situation,
                box.verdict,
                box.ask,
              ),
              h(
                "div",
                null,
                h("h2", null, "What has happened"),
                box.log,
                h("details", null, h("summary", null, "The table in words"), box.words),
                h("details", null, h("summary", null, "What is paid"), box.odds),
              ),
            ),
      ),
    );
    document.title = `${title} · Croupier`;
    this.scene = picture.kind === "drill" ? null : new Scene(box.felt);
    if (picture.kind === "drill") box.ask.parentElement.classList.add("drill-page");
    this.keys = (event) => this.press(event);
    addEventListener("keydown", this.keys);
    this.clock = setInterval(() => this.tick(), 1000);
    this.show(picture);
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
    return { game: this.picture.game, rulebook: this.picture.rulebook, title: this.picture.title };
  }

  show(picture) {
    this.picture = picture;
    this.began = Date.now();
    this.tick();
    if (picture.over) return this.finish();
    if (picture.kind === "drill")
      return this.ask(
        drillQuestion(picture.question, (choice, figure) => this.answer(choice, figure)),
        this.ways(picture.question.hint),
        h("p", { class: "chair-hint", "aria-live": "polite" }),
      );
    this.draw(picture.moment);
    this.choose(picture.moment);
  }

  /** The felt, from the round's events alone, as at a live table. */
  draw(moment) {
    const model = fold(moment.events);
    const picture = {
      ...this.table,
      ...moment.table,
      first_wager: this.game.first_wager,
      phase: "playing",
      awaits: [],
      you: null,
      result: null,
    };
    this.scene.show(picture, this.game.felt, model);
    this.box.words.replaceChildren(inWords(picture, this.game.felt, model, { own: null }));
    this.box.odds.replaceChildren(oddsPanel(picture, this.game.felt));
    this.box.log.replaceChildren(...moment.events.map((event) => step(this.table, event)));
    this.box.log.scrollTop = this.box.log.scrollHeight;
    swap(
      this.box.situation,
      moment.situation &&
        h("p", { class: "situation", role: "alert" }, withSigns(moment.situation)),
    );
  }

  told(told) {
    return h(
      "ul",
      { class: "plain told" },
      told.map((one) =>
        h(
          "li",
          { class: one.physical ? "physical" : "" },
          one.physical && h("span", { class: "hands-tag" }, "hands"),
          one.text,
          " ",
          whyButton(
            this.table,
            /^[A-Z]-\d+$/.test(one.cited) ? { finding: one.cited } : { rule: one.cited },
          ),
        ),
      ),
    );
  }

  choose(moment) {
    const guided = moment.next !== null;
    this.ask(
      moment.note &&
        h("div", { class: "note" }, h("p", null, moment.note.text), this.told(moment.note.told)),
      guided &&
        h(
          "div",
          { class: "guide" },
          h("p", { class: "next" }, "Next: ", h("b", null, moment.next)),
          this.told(moment.guide),
        ),
      h("h2", null, "What do you do?"),
      h(
        "ol",
        { class: "plain choices" },
        moment.choices.map((choice, i) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                class: guided && i === moment.right ? "primary" : "",
                "data-key": `choice-${i}`,
                "data-verb": choice.verb,
                onclick: () => this.pick(i),
              },
              h("kbd", null, i + 1),
              h("span", null, withSigns(choice.label)),
            ),
          ),
        ),
      ),
      h("div", { class: "figure-box" }),
      this.ways(this.picture.level === "coached"),
      h("p", { class: "chair-hint", "aria-live": "polite" }),
    );
  }

  /** What else one may do in the chair. */
  ways(hints) {
    return h(
      "div",
      { class: "buttons" },
      hints && h("button", { class: "quiet", onclick: () => this.askHint() }, "A hint"),
      h("button", { class: "quiet", onclick: () => this.leave() }, "Get up"),
    );
  }

  ask(...content) {
    swap(this.box.ask, ...content);
  }

  /** A choice; where a figure belongs to it, that is asked for first. */
  pick(i) {
    const choice = this.picture.moment?.choices[i];
    if (!choice) return;
    if (!choice.figure) return this.answer(i, null);
    const money = choice.figure === "amount";
    const field = h("input", {
      inputmode: money ? "decimal" : "numeric",
      autocomplete: "off",
      required: true,
      "aria-label": money ? "How much, in dollars" : "How many",
      placeholder: money ? "0.00" : "0",
    });
    const form = h(
      "form",
      {
        class: "inline",
        onsubmit: (event) => {
          event.preventDefault();
          this.answer(i, field.value.trim().replace(/^\$/, ""));
        },
      },
      h("label", null, `${withSigns(choice.label)}: how ${money ? "much" : "many"}?`, field),
      h("button", { class: "primary" }, "Do it"),
    );
    this.box.ask.querySelector(".figure-box").replaceChildren(form);
    field.focus();
  }

  press(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "")
    )
      return;
    if (/^[1-9]$/.test(event.key))
      this.box.ask.querySelectorAll(".choices button")[Number(event.key) - 1]?.click();
  }

  async answer(choice, figure) {
    if (this.busy) return;
    this.busy = true;
    const body = { at: this.picture.at, choice, ...(figure === null ? {} : { figure }) };
    await attempt(async () => {
      const { verdict, picture } = await api("POST", `${this.path}/answers`, {
        token: session.token,
        body,
      }).catch(async (error) => {
        if (error.kind === "stale")
          this.show(await api("GET", this.path, { token: session.token }));
        throw error;
      });
      this.judge(verdict);
      this.show(picture);
      this.box.ask
        .querySelector(".choices button, form input, a.button")
        ?.focus({ preventScroll: true });
    });
    this.busy = false;
  }

  judge(verdict) {
    const right = verdict.mark === "right";
    const why = right ? "" : verdict.message.replace(/^[^:.]*[:.] ?/, "");
    tell(right ? "Right." : `${capital(verdict.mark)}. ${verdict.should}`, !right);
    swap(
      this.box.verdict,
      h(
        "div",
        { class: `verdict-card ${MARKS[verdict.mark] ?? ""}`, "data-mark": verdict.mark },
        h("p", null, h("b", null, capital(verdict.mark)), why && `: ${withSigns(why)}`),
        !right &&
          h("p", null, "What should have happened: ", h("b", null, withSigns(verdict.should))),
        (verdict.done ?? []).map((event) => h("p", { class: "hint" }, withSigns(event.line))),
        !right && this.told(verdict.told),
      ),
    );
  }

  async askHint() {
    await attempt(async () => {
      const { hint } = await api("POST", `${this.path}/hint`, { token: session.token });
      this.box.ask.querySelector(".chair-hint").textContent = hint;
    });
  }

  async leave() {
    await attempt(async () =>
      this.show(await api("POST", `${this.path}/leave`, { token: session.token })),
    );
  }

  tick() {
    const { at, of, allowed, level, seconds, over } = this.picture ?? {};
    if (of === undefined) return;
    const spent = Math.round(seconds + (over ? 0 : (Date.now() - this.began) / 1000));
    this.box.bar.replaceChildren(
      h("progress", { max: of, value: at, "aria-label": "Progress" }),
      h("span", null, ` ${at} of ${of}`),
      level === "exam" && allowed
        ? h("span", { class: spent > allowed ? "bad" : "" }, ` · ${spent} s of ${allowed} s`)
        : "",
    );
  }

  finish() {
    if (this.scene) swap(this.box.situation);
    this.ask(
      reportOf(this.picture, (cited) => whyButton(this.table, cited)),
      h(
        "div",
        { class: "buttons" },
        h(
          "a",
          {
            class: "button",
            href: `#/train/${this.picture.game}?rulebook=${this.picture.rulebook}`,
          },
          "Back to the course",
        ),
      ),
    );
  }
}

export function sittingView(root, { id }) {
  let chair = null;
  root.replaceChildren(h("div", { class: "page" }, h("p", null, "Taking the chair…")));
  (async () => {
    try {
      const picture = await api("GET", `/api/chair/sittings/${encodeURIComponent(id)}`, {
        token: session.token,
      });
      chair = new Chair(root, await gameOf(picture.game), picture);
    } catch (error) {
      root.replaceChildren(
        h(
          "div",
          { class: "page" },
          h("h1", null, "The dealer's chair"),
          h("p", { role: "alert" }, error.message),
          h("p", null, h("a", { href: "#/train" }, "To the lessons")),
        ),
      );
    }
  })();
  return () => chair?.close();
}
