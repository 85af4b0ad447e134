/**
 * A house file to fill in: every option with its help and its clause, or the TOML itself; checked
 * before it is used.
 */

import { DraftEdge } from "./draft_edge.js";
import { alarm } from "./render.js";
import { api } from "./net.js";
import { session } from "./session.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { whyButton } from "./why.js";

const shown = (value) => (value === null || value === undefined ? "none" : String(value));

/** A field for one option, with the value that it has now. */
function field(table, { key, help, rule, finding, choices = [], default: usual }, now) {
  const id = `house-${key}`;
  const value = shown(now);
  const words = typeof usual === "boolean" ? ["true", "false"] : choices.map(shown);
  return html`<div class="option">
    <label for=${id}><b>${key}</b><small>${help}</small></label>
    ${
      words.length
        ? html`<select id=${id} name=${key} data-given=${value}>
            ${words.map(
              (word) => html`<option value=${word} ?selected=${word === value}>${word}</option>`,
            )}
          </select>`
        : html`<input
            id=${id}
            name=${key}
            data-given=${value}
            value=${value}
            placeholder=${shown(usual)}
          />`
    }
    ${whyButton(table, { rule, finding, line: `${key}: ${help}` })}
  </div>`;
}

/** The options of the posted odds, and of the readings of unclear clauses, as the others are. */
const oddsOptions = (payouts) =>
  Object.entries(payouts).flatMap(([wager, rows]) =>
    Object.entries(rows).map(([hand, least]) => ({
      key: hand ? `payouts.${wager}.${hand}` : `payouts.${wager}`,
      help: `at least ${least}`,
      default: least,
    })),
  );

const readingOptions = (rulings, issues) =>
  Object.entries(rulings).map(([finding, choices]) => ({
    key: `rulings.${finding}`,
    help: issues[finding] ?? "how an unclear clause is read",
    default: choices[0],
    choices,
    finding,
  }));

/** What is wrong with a house file, or that nothing is. */
export function verdictOf(table, { lawful, breaches, warnings }) {
  const line = (one) =>
    html`<li>
      <b>${one.key}</b> ${one.message}
      ${whyButton(table, { ...one, line: `${one.key}: ${one.message}` })}
    </li>`;
  const count = breaches.length === 1 ? "One breach" : `${breaches.length} breaches`;
  return html`<div class="verdict-box" role="status">
    ${
      lawful
        ? html`<p class="verdict good">✓ Lawful: this house may open.</p>`
        : html`<p class="verdict bad">✗ ${count}: this house may not open.</p>`
    }
    ${
      breaches.length
        ? html`<ul class="breaches">
            ${breaches.map(line)}
          </ul>`
        : null
    }
    ${
      warnings.length
        ? html`<p>Please note:</p>
            <ul class="warnings">
              ${warnings.map(line)}
            </ul>`
        : null
    }
  </div>`;
}

/**
 * The editor, in a `box` of its own; `read()` gives `{house}` or `{toml}` for the server. With
 * `token`, the verdict and the house edge follow what is edited.
 */
export class HouseEditor {
  /**
   * @param {object} about
   * @param {string} about.game
   * @param {string} about.rulebook
   * @param {string} about.title
   * @param {Record<string, any>} [about.values] what is chosen already
   * @param {(() => Promise<string | null>) | null} [about.token]
   * @param {boolean} [about.guests] whether the floor's policies on private tables hold, too
   * @param {boolean} [about.apart] whether the verdict is drawn elsewhere, as `outcome`
   * @param {(() => void) | null} [about.loaded] called when the options are there
   */
  constructor(about) {
    const { game, rulebook, title, values = {}, token = null, guests = false } = about;
    const { apart = false, loaded = null } = about;
    this.guests = guests;
    this.table = { game, rulebook, title };
    this.values = values;
    this.loaded = loaded;
    this.options = [];
    this.path = (more = "") => `/api/houses/${game}${more}?rulebook=${rulebook}`;
    this.edge =
      token &&
      new DraftEdge({
        path: this.path,
        token,
        read: () => this.read(),
        guests,
        show: ({ verdict = null, line = null }) =>
          this.show(
            html`${line} ${verdict && !verdict.lawful ? this.#verdict(verdict) : null}`,
            verdict?.breaches,
          ),
      });
    this.box = document.createElement("div");
    this.box.className = "house-editor";
    this.outcome = document.createElement("div");
    this.outcome.className = "house-outcome";
    this.outcome.setAttribute("aria-live", "polite");
    this.apart = apart;
    this.fields = html`<p>Reading the options…</p>`;
    this.show(null);
    this.#load();
  }

  /** A guest need not know which approvals a licensee would have to ask for. */
  #verdict(found) {
    return verdictOf(this.table, this.guests ? { ...found, warnings: [] } : found);
  }

  /** Draw the editor, with what was found out about the house as it is, and what is wrong in it. */
  show(result, breaches = []) {
    render(
      html`<div class="options" @input=${() => this.edge?.changed()}>${this.fields}</div>
        <details>
          <summary>Or paste a house file (TOML)</summary>
          <textarea
            rows="10"
            spellcheck="false"
            aria-label="House file"
            placeholder=${`croupier = 1\ngame = "${this.table.game}"\n`}
            @input=${() => this.edge?.changed()}
          ></textarea>
          <label
            >or choose a file<input type="file" accept=".toml" @change=${(e) => this.#open(e)}
          /></label>
        </details>
        <div class="buttons">
          <button type="button" @click=${() => this.check()}>Check against the rules</button>
        </div>
        ${this.apart ? null : this.outcome}`,
      this.box,
    );
    render(html`${result}`, this.outcome);
    const wrong = new Set(breaches.map(({ key }) => key));
    for (const input of this.box.querySelectorAll("[name]"))
      input.setAttribute("aria-invalid", String(wrong.has(input.getAttribute("name"))));
  }

  async #load() {
    try {
      const found = await api("GET", this.path());
      this.options = found.options;
      this.fields = this.#groups(found);
    } catch (error) {
      this.fields = alarm(error);
    }
    this.show(null);
    this.loaded?.();
    if (session.token) this.edge?.changed(0);
  }

  /** Fill in some options, as if they had been typed. */
  set(values) {
    for (const [key, value] of Object.entries(values)) {
      const input = /** @type {HTMLInputElement | null} */ (
        this.box.querySelector(`[name="${key}"]`)
      );
      if (input) input.value = value;
    }
    this.edge?.changed();
  }

  #groups({ options, payouts, rulings, issues = {} }) {
    const fields = (some) =>
      some.map((option) => field(this.table, option, this.values[option.key] ?? option.default));
    const group = (name, some) =>
      some.length
        ? html`<details>
            <summary>${name}</summary>
            ${fields(some)}
          </details>`
        : null;
    const other = options.filter((option) => !option.usual);
    return html`${fields(options.filter((option) => option.usual))}
    ${group("Equipment and procedure", other)} ${group("Odds", oddsOptions(payouts))}
    ${group("Readings of unclear clauses", readingOptions(rulings, issues))}`;
  }

  async #open({ target }) {
    this.box.querySelector("textarea").value = (await target.files[0]?.text()) ?? "";
    this.edge?.changed();
  }

  read() {
    const toml = this.box.querySelector("textarea").value;
    if (toml.trim()) return { toml };
    const house = { ...this.values };
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = this.box.querySelectorAll("[name]");
    for (const input of inputs)
      if (input.value !== input.dataset.given) house[input.name] = input.value;
    return { house };
  }

  async check() {
    try {
      const verdict = await api("POST", this.path("/check"), {
        body: { ...this.read(), ...(this.guests ? { private: true } : {}) },
      });
      this.show(this.#verdict(verdict), verdict.breaches);
    } catch (error) {
      this.refused(error);
    }
  }

  /** Show why the server did not take it. */
  refused(error) {
    const { breaches } = error;
    this.show(
      breaches?.length
        ? verdictOf(this.table, { lawful: false, breaches, warnings: [] })
        : html`<p class="complaint" role="alert">${error.message}</p>`,
      breaches,
    );
  }
}
