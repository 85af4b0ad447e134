/** Parts of the dealer's chair: a question of a drill, and the report at the end. */

import { capital, cardSign, suitName, withSigns } from "./words.js";
import { columns, submitted } from "./render.js";
import { keySign } from "./keys.js";
import { html } from "./vendor/lit-html/lit-html.js";

/** What a field for money or a count says of itself. */
export const figureField = (money) =>
  html`<input
    name="figure"
    inputmode=${money ? "decimal" : "numeric"}
    autocomplete="off"
    required
    aria-label=${money ? "How much, in dollars" : "How many"}
    placeholder=${money ? "0.00" : "0"}
  />`;

/** What was typed there, without its dollar sign. */
export const figureOf = (form) => form.elements.figure.value.trim().replace(/^\$/, "");

/** Seconds as people say them: "48 s", "3 min 5 s". */
export function lasting(seconds) {
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (!minutes) return `${rest} s`;
  return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
}

/**
 * Choices with the digits that pick them, and letters where they have some. Where a hand is on the
 * felt, those that it can mean are marked and the others step back.
 */
export const choiceList = (choices, pick, meant = null) =>
  html`<ol class="plain choices ${meant ? "narrowed" : ""}">
    ${choices.map(
      ({ label, verb, key, primary }, i) =>
        html`<li>
          <button
            class="${primary ? "primary" : ""} ${meant?.includes(i) ? "meant" : ""}"
            data-key="choice-${i}"
            data-verb=${verb ?? ""}
            @click=${() => pick(i)}
          >
            <kbd>${i + 1}</kbd><span>${label}</span>${keySign(key)}
          </button>
        </li>`,
    )}
  </ol>`;

const hand = ({ place, cards }) =>
  html`<dt>${place}</dt>
    <dd>
      ${cards.map((card) => html`<span class="face ${suitName(card)}">${cardSign(card)}</span>`)}
    </dd>`;

/** A question of a drill; `answer(choice, figure)` is called with what was chosen or typed. */
export function drillQuestion({ prompt, felt, facts, options }, answer) {
  return html`<div class="card drill">
    <h2>${withSigns(prompt)}</h2>
    ${felt.length ? html`<dl class="hands">${felt.map(hand)}</dl>` : null}
    ${
      facts.length
        ? html`<ul class="facts">
            ${facts.map((fact) => html`<li>${fact}</li>`)}
          </ul>`
        : null
    }
    ${
      options.length
        ? choiceList(
            options.map((label) => ({ label })),
            (i) => answer(i, null),
          )
        : html`<form class="inline" @submit=${submitted((form) => answer(0, figureOf(form)))}>
            <label>The amount${figureField(true)}</label>
            <button class="primary">Answer</button>
          </form>`
    }
  </div>`;
}

/** A felt with the places named as the dealer names them, not as the players do. */
export function dealersFelt(felt) {
  const places = new Set((felt.rows ?? []).flatMap((row) => row.places));
  const labels = Object.entries(felt.page?.labels ?? {}).filter(([name]) => !places.has(name));
  return { ...felt, page: { ...felt.page, labels: Object.fromEntries(labels) } };
}

/** What is cited: one of our rulings, or a clause. */
export const citing = (cited) => (/^[A-Z]-\d+$/.test(cited) ? { finding: cited } : { rule: cited });

const mistakeTable = (mistakes, each) =>
  html`<div class="scroll" tabindex="0">
    <table class="list">
      <caption>
        Mistakes
      </caption>
      ${columns([capital(each), "Verdict", "You", "The rules"])}
      <tbody>
        ${mistakes.map(
          (row) =>
            html`<tr>
              <td>${row.step ?? row.question}</td>
              <td>${row.mark ?? "wrong"}</td>
              <td>${withSigns(row.said)}</td>
              <td>${withSigns(row.should)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const studyList = (study, why) =>
  html`<div>
    <h3>To study again</h3>
    <ul class="plain told">
      ${study.map(
        ({ text, cited, missed }) =>
          html`<li>${text} ${why(citing(cited))} ${missed > 1 ? `${missed} times` : ""}</li>`,
      )}
    </ul>
  </div>`;

/** How fast the answers came, and the longest row of right ones. */
function paceOf({ streak, average, slowest }, each) {
  if (!slowest) return null;
  return html`<p class="pace">
    Best streak: <b>${streak}</b> in a row. <b>${average} s</b> for each ${each} on average; the
    slowest was number ${slowest.number}, with ${lasting(slowest.seconds)}.
  </p>`;
}

const NAMES = {
  "drill payouts": "Payout drill",
  "drill irregularities": "Flash cards",
  practice: "A round for practice",
  exam: "The exam",
};

/** What a trainee sat down to. */
export const nameOf = (what) => NAMES[what] ?? capital(what);

/** What came of a sitting. */
/** What is said of an exam whose questions can be known beforehand. */
export const CHOSEN_SEED =
  "You chose the seed, so this exam counts as practice and gives no certificate.";

export function reportOf({ report, level }, why) {
  const { study = [], percent } = report;
  const mistakes = report.mistakes ?? report.missed ?? [];
  const title = level !== "exam" ? "The end" : report.passed ? "Passed" : "Not passed";
  const share = percent === undefined ? "" : `, ${percent} percent`;
  const each = report.steps === undefined ? "question" : "step";
  return html`<section class="card report">
    <h2>${title}</h2>
    <p>
      ${report.right} of ${report.steps ?? report.questions} right${share}, in
      ${lasting(report.seconds)}.
    </p>
    ${paceOf(report, each)} ${mistakes.length ? mistakeTable(mistakes, each) : null}
    ${study.length ? studyList(study, why) : null}
  </section>`;
}
