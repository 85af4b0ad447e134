/** Parts of the dealer's chair: a question of a drill, and the report at the end. */

import { cardSign, withSigns } from "./words.js";
import { columns, h } from "./dom.js";

/** A question of a drill; `answer(choice, figure)` is called with what was chosen or typed. */
export function drillQuestion(question, answer) {
  const field = h("input", {
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    "aria-label": "How much, in dollars",
    placeholder: "0.00",
  });
  return h(
    "div",
    { class: "card drill" },
    h("h2", null, withSigns(question.prompt)),
    question.felt.length > 0 &&
      h(
        "dl",
        { class: "hands" },
        question.felt.map(({ place, cards }) => [
          h("dt", null, place),
          h(
            "dd",
            null,
            cards.map((card) =>
              h("span", { class: `face ${/[dh]/.test(card[1]) ? "red" : ""}` }, cardSign(card)),
            ),
          ),
        ]),
      ),
    question.facts.length > 0 &&
      h(
        "ul",
        { class: "facts" },
        question.facts.map((fact) => h("li", null, fact)),
      ),
    question.options.length > 0
      ? h(
          "ol",
          { class: "plain choices" },
          question.options.map((option, i) =>
            h(
              "li",
              null,
              h(
                "button",
                { "data-key": `choice-${i}`, onclick: () => answer(i, null) },
                h("kbd", null, i + 1),
                h("span", null, option),
              ),
            ),
          ),
        )
      : h(
          "form",
          {
            class: "inline",
            onsubmit: (event) => {
              event.preventDefault();
              answer(0, field.value.trim().replace(/^\$/, ""));
            },
          },
          h("label", null, "You pay", field),
          h("button", { class: "primary" }, "Pay"),
        ),
  );
}

/** What came of a sitting. */
export function reportOf(picture, why) {
  const { report } = picture;
  const of = report.steps ?? report.questions;
  const mistakes = report.mistakes ?? report.missed ?? [];
  const cite = (cited) => why(/^[A-Z]-\d+$/.test(cited) ? { finding: cited } : { rule: cited });
  return h(
    "section",
    { class: "card report" },
    h("h2", null, picture.level === "exam" ? (report.passed ? "Passed" : "Not passed") : "The end"),
    h(
      "p",
      null,
      `${report.right} of ${of} right${report.percent === undefined ? "" : `, ${report.percent} percent`}, in ${Math.round(report.seconds)} seconds.`,
    ),
    mistakes.length > 0 &&
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "list" },
          h("caption", null, "Mistakes"),
          columns(["Step", "Verdict", "You", "The rules"]),
          h(
            "tbody",
            null,
            mistakes.map((row, i) =>
              h(
                "tr",
                null,
                h("td", null, row.step ?? i + 1),
                h("td", null, row.mark ?? "wrong"),
                h("td", null, withSigns(row.said)),
                h("td", null, withSigns(row.should)),
              ),
            ),
          ),
        ),
      ),
    (report.study ?? []).length > 0 &&
      h(
        "div",
        null,
        h("h3", null, "To study again"),
        h(
          "ul",
          { class: "plain told" },
          report.study.map((row) =>
            h(
              "li",
              null,
              row.text,
              " ",
              cite(row.cited),
              row.missed > 1 ? ` ${row.missed} times` : "",
            ),
          ),
        ),
      ),
  );
}
