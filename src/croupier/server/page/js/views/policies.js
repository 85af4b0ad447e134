/** The floor's policies on private tables. */

import { alarm, submitted } from "../render.js";
import { api } from "../net.js";
import { amountOf, wire } from "../money.js";
import { fresh } from "../dom.js";
import { games } from "../games.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";
import { toast } from "../shell.js";

const number = (name, label, value, most) =>
  html`<label
    >${label}<input
      name=${name}
      type="number"
      min=${name === "in_all" ? 0 : 1}
      max=${most}
      required
      value=${value}
  /></label>`;

const check = (name, label, on, value = "on") =>
  html`<label class="check"
    ><input type="checkbox" name=${name} value=${value} ?checked=${on} /> ${label}</label
  >`;

/** What is written in the form, for the server. */
function decided(form, all) {
  const data = new FormData(form);
  const chosen = data.getAll("game").map(String);
  return {
    id: fresh(),
    allowed: data.has("allowed"),
    company: data.has("company"),
    per_host: Number(data.get("per_host")),
    in_all: Number(data.get("in_all")),
    minutes: Number(data.get("minutes")),
    maximum: wire(amountOf(String(data.get("maximum")))),
    games: chosen.length === all.length ? null : chosen,
  };
}

/** The form, in a box of its own. */
export async function policyPanel(box) {
  const show = (body) =>
    render(
      html`<h2>Private tables</h2>
        ${body}`,
      box,
    );
  show(html`<p>Looking…</p>`);
  try {
    const [all, { private_tables: now }] = await Promise.all([
      games(),
      api("GET", "/api/policies"),
    ]);
    show(policyForm(all, now, (problem) => show(policyForm(all, now, null, problem))));
  } catch (error) {
    show(alarm(error));
  }
}

function policyForm(all, now, failed, problem = null) {
  const save = async (form) => {
    const { maximum } = form.elements;
    if (!amountOf(maximum.value)) {
      toast("Write the highest limit in dollars, such as 1000 or 2.50.", "bad");
      maximum.focus();
      return;
    }
    try {
      await api("PUT", "/api/policies", { token: session.token, body: decided(form, all) });
      toast("The policies are in force. Tables that are open stay open.", "good");
    } catch (error) {
      (failed ?? (() => toast(error.message, "bad")))(error);
    }
  };
  return html`<form class="policies" @submit=${submitted(save)}>
    <p class="hint">
      Anybody may open a private table within these limits, without asking you. You see all of them
      above. Each decision is noted with your name.
    </p>
    ${check("allowed", "Private tables may be opened", now.allowed)}
    ${check("company", "House players may keep them company", now.company)}
    <div class="grid">
      ${number("per_host", "Open tables of one host", now.per_host, 100)}
      ${number("in_all", "Open private tables in all", now.in_all, 10000)}
      <label
        >Highest limit of a wager, $<input
          name="maximum"
          inputmode="decimal"
          required
          value=${now.maximum}
      /></label>
      ${number("minutes", "Minutes without people until a table closes", now.minutes, 1440)}
    </div>
    <fieldset>
      <legend>Games</legend>
      ${all.map(({ game, title }) =>
        check("game", title, !now.games || now.games.includes(game), game),
      )}
    </fieldset>
    ${problem ? alarm(problem) : null}
    <button class="primary">Use these policies</button>
  </form>`;
}
