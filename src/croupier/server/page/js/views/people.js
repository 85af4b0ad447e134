/** The administrator's page: tokens, names and balances. */

import { api } from "../net.js";
import { attempt } from "../shell.js";
import { cents, dollars, wire } from "../money.js";
import { columns, fresh, h } from "../dom.js";
import { session } from "../session.js";
import { when } from "../words.js";

const ask = (method, path, body) => api(method, path, { token: session.token, body });

function tokens(list, redraw) {
  return h(
    "table",
    { class: "list" },
    columns(["Role", "Who", "For", "Until", ""]),
    h(
      "tbody",
      null,
      list.map((token) =>
        h(
          "tr",
          null,
          h("td", null, token.role),
          h("td", null, token.name ?? token.person),
          h("td", null, token.table ? `${token.table}, seat ${token.seat}` : ""),
          h("td", null, token.revoked ? "revoked" : when(token.expires)),
          h(
            "td",
            null,
            !token.revoked &&
              h(
                "button",
                {
                  class: "quiet",
                  "aria-label": `Revoke the ${token.role} token of ${token.name ?? token.person}`,
                  onclick: () =>
                    attempt(() => ask("DELETE", `/api/tokens/${token.token_id}`), "Revoked.").then(
                      redraw,
                    ),
                },
                "Revoke",
              ),
          ),
        ),
      ),
    ),
  );
}

function people(list, redraw) {
  return h(
    "table",
    { class: "list" },
    columns(["Pseudonym", "Name", "Balance", ""]),
    h(
      "tbody",
      null,
      list.map((person) => {
        const amount = h("input", {
          inputmode: "decimal",
          value: "500",
          size: 6,
          "aria-label": `Amount for ${person.name ?? person.person}`,
        });
        return h(
          "tr",
          null,
          h("td", { class: "hash" }, person.person),
          h("td", null, person.name ?? "erased"),
          h("td", { class: "number" }, dollars(person.balance ?? "0")),
          h(
            "td",
            { class: "inline" },
            amount,
            h(
              "button",
              {
                class: "quiet",
                onclick: () =>
                  attempt(
                    () =>
                      ask("POST", `/api/people/${person.person}/deposit`, {
                        id: fresh(),
                        amount: wire(cents(amount.value)),
                      }),
                    "Play money deposited.",
                  ).then(redraw),
              },
              "Deposit",
            ),
            person.name &&
              h(
                "button",
                {
                  class: "quiet",
                  onclick: () =>
                    attempt(
                      () => ask("DELETE", `/api/people/${person.person}`),
                      "The name is erased.",
                    ).then(redraw),
                },
                "Erase name",
              ),
          ),
        );
      }),
    ),
  );
}

export function peopleView(root) {
  const made = h("div", { "aria-live": "polite" });
  const boxes = { tokens: h("div", { class: "scroll" }), people: h("div", { class: "scroll" }) };
  const role = h(
    "select",
    { "aria-label": "Role" },
    ["floor", "surveillance", "administrator", "spectator"].map((one) =>
      h("option", { value: one }, one),
    ),
  );
  const name = h("input", { "aria-label": "Name", placeholder: "name", maxlength: 40 });
  const redraw = () =>
    attempt(async () => {
      const [all, known] = await Promise.all([
        ask("GET", "/api/tokens"),
        ask("GET", "/api/people"),
      ]);
      boxes.tokens.replaceChildren(tokens(all.tokens, redraw));
      boxes.people.replaceChildren(people(known.people, redraw));
    });
  const issue = (event) => {
    event.preventDefault();
    attempt(async () => {
      const token = await ask("POST", "/api/tokens", {
        role: role.value,
        ...(name.value.trim() ? { name: name.value.trim() } : {}),
      });
      made.replaceChildren(
        h("p", null, "Give this link to that person; it is shown only now:"),
        h("p", { class: "hash" }, new URL(token.link, location.href).href),
      );
      await redraw();
    });
  };
  root.replaceChildren(
    h(
      "div",
      { class: "page" },
      h("h1", null, "People"),
      h(
        "section",
        { class: "card" },
        h("h2", null, "A new token"),
        h(
          "form",
          { class: "inline", onsubmit: issue },
          role,
          name,
          h("button", { class: "primary" }, "Issue"),
        ),
        made,
      ),
      h("section", { class: "card" }, h("h2", null, "Tokens"), boxes.tokens),
      h("section", { class: "card" }, h("h2", null, "People"), boxes.people),
    ),
  );
  redraw();
}
