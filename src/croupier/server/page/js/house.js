/** A house file to fill in: every option with its help and its clause, or the TOML itself; checked before it is used. */

import { api } from "./net.js";
import { fresh, h } from "./dom.js";
import { whyButton } from "./why.js";

const shown = (value) => (value === null || value === undefined ? "none" : String(value));

/** A field for one option. */
function field(table, option, value) {
  const id = `o-${fresh()}`;
  const common = {
    id,
    name: option.key,
    "data-key": `house-${option.key}`,
    "data-given": shown(value),
  };
  const flag = typeof option.default === "boolean";
  const choices = flag ? ["true", "false"] : (option.choices ?? []).map(shown);
  const input = choices.length
    ? h(
        "select",
        common,
        choices.map((choice) => {
          const one = h("option", { value: choice }, choice);
          one.selected = choice === shown(value);
          return one;
        }),
      )
    : h("input", { ...common, value: shown(value), placeholder: shown(option.default) });
  return h(
    "div",
    { class: "option" },
    h("label", { for: id }, h("b", null, option.key), h("small", null, option.help)),
    input,
    whyButton(table, {
      rule: option.rule,
      finding: option.finding,
      line: `${option.key}: ${option.help}`,
    }),
  );
}

function odds(table, payouts, values) {
  return Object.entries(payouts).flatMap(([wager, rows]) =>
    Object.entries(rows).map(([hand, least]) => {
      const key = hand ? `payouts.${wager}.${hand}` : `payouts.${wager}`;
      return field(
        table,
        { key, help: `at least ${least}`, default: least, choices: [] },
        values[key] ?? least,
      );
    }),
  );
}

const readings = (table, rulings, values) =>
  Object.entries(rulings).map(([finding, choices]) =>
    field(
      table,
      {
        key: `rulings.${finding}`,
        help: "how an unclear clause is read",
        default: choices[0],
        choices,
        finding,
      },
      values[`rulings.${finding}`] ?? choices[0],
    ),
  );

/** What is wrong with a house file, or that nothing is. */
export function verdictOf(table, { lawful, breaches, warnings }) {
  const line = (one) =>
    h(
      "li",
      null,
      h("b", null, one.key),
      ` ${one.message} `,
      whyButton(table, { ...one, line: `${one.key}: ${one.message}` }),
    );
  return h(
    "div",
    { class: "verdict-box", role: "status" },
    lawful
      ? h("p", { class: "verdict good" }, "✓ Lawful: this house may open.")
      : h(
          "p",
          { class: "verdict bad" },
          `✗ ${breaches.length === 1 ? "One breach" : `${breaches.length} breaches`}: this house may not open.`,
        ),
    breaches?.length > 0 && h("ul", { class: "breaches" }, breaches.map(line)),
    warnings?.length > 0 && [
      h("p", null, "To be known:"),
      h("ul", { class: "warnings" }, warnings.map(line)),
    ],
  );
}

/** The editor; `read()` gives `{house}` or `{toml}` for the server. */
export class HouseEditor {
  constructor(box, { game, rulebook, title, values = {} }) {
    Object.assign(this, { box, table: { game, rulebook, title }, values });
    this.result = h("div", { "aria-live": "polite" });
    this.fields = h("div", { class: "options" }, h("p", null, "Reading the options…"));
    this.toml = h("textarea", {
      rows: 10,
      spellcheck: "false",
      "aria-label": "House file",
      "data-key": "house-toml",
      placeholder: `croupier = 1\ngame = "${game}"\n`,
    });
    this.byHand = h(
      "details",
      null,
      h("summary", null, "Or paste a house file (TOML)"),
      this.toml,
      h(
        "label",
        null,
        "or choose a file",
        h("input", {
          type: "file",
          accept: ".toml",
          onchange: async (event) => {
            this.toml.value = (await event.target.files[0]?.text()) ?? "";
          },
        }),
      ),
    );
    box.replaceChildren(
      this.fields,
      this.byHand,
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", "data-key": "house-check", onclick: () => this.check() },
          "Check against the rules",
        ),
      ),
      this.result,
    );
    this.#load();
  }

  async #load() {
    const { game, rulebook } = this.table;
    try {
      const known = await api("GET", `/api/houses/${game}?rulebook=${rulebook}`);
      const value = (option) => this.values[option.key] ?? option.default;
      const group = (name, fields, open = false) =>
        fields.length > 0 && h("details", { open }, h("summary", null, name), fields);
      const usual = known.options.filter((option) => option.usual);
      const others = known.options.filter((option) => !option.usual);
      this.fields.replaceChildren(
        ...[
          ...usual.map((option) => field(this.table, option, value(option))),
          group(
            "Equipment and procedure",
            others.map((option) => field(this.table, option, value(option))),
          ),
          group("Odds", odds(this.table, known.payouts, this.values)),
          group("Readings of unclear clauses", readings(this.table, known.rulings, this.values)),
        ].filter(Boolean),
      );
    } catch (error) {
      this.fields.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  }

  read() {
    if (this.toml.value.trim()) return { toml: this.toml.value };
    const house = { ...this.values };
    for (const input of this.fields.querySelectorAll("[name]"))
      if (input.value !== input.dataset.given) house[input.name] = input.value;
    return { house };
  }

  async check() {
    const { game, rulebook } = this.table;
    try {
      this.show(
        await api("POST", `/api/houses/${game}/check?rulebook=${rulebook}`, { body: this.read() }),
      );
    } catch (error) {
      this.result.replaceChildren(h("p", { class: "complaint", role: "alert" }, error.message));
    }
  }

  show(verdict) {
    this.result.replaceChildren(verdictOf(this.table, verdict));
  }

  /** Show why the server did not take it. */
  refused(error) {
    if (error.breaches?.length)
      this.show({ lawful: false, breaches: error.breaches, warnings: [] });
    else this.result.replaceChildren(h("p", { class: "complaint", role: "alert" }, error.message));
  }
}
