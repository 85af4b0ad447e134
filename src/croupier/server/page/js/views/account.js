/** Who one is here: a name, a balance of play money, the seats one holds. */

import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { dollars } from "../money.js";
import { h } from "../dom.js";
import { session } from "../session.js";

function entrance(root) {
  const name = h("input", {
    name: "name",
    maxlength: 40,
    autocomplete: "nickname",
    placeholder: "as others see it",
  });
  const token = h("input", {
    name: "token",
    type: "password",
    autocomplete: "off",
    placeholder: "from a link that you were given",
  });
  root.replaceChildren(
    h(
      "div",
      { class: "page narrow" },
      h("h1", null, "Come in"),
      h(
        "form",
        {
          class: "card",
          onsubmit: (event) => {
            event.preventDefault();
            attempt(() => session.guest(name.value.trim())).then(
              (done) => done && accountView(root),
            );
          },
        },
        h(
          "p",
          null,
          "Everybody may watch, and sit down where seats are open. No password, no address: only a name, if you like.",
        ),
        h("label", null, "Your name", name),
        h("button", { class: "primary" }, "Come in as a guest"),
      ),
      h(
        "form",
        {
          class: "card",
          onsubmit: (event) => {
            event.preventDefault();
            location.hash = `#token=${encodeURIComponent(token.value.trim())}`;
          },
        },
        h("label", null, "Or show a token", token),
        h("button", null, "Show it"),
      ),
    ),
  );
}

export function accountView(root) {
  if (!session.token) return entrance(root);
  const body = h("div", { "aria-live": "polite" }, h("p", null, "Looking you up…"));
  root.replaceChildren(h("div", { class: "page narrow" }, h("h1", null, "You"), body));
  api("GET", "/api/me", { token: session.token })
    .then((me) => {
      const name = h("input", { value: me.name ?? "", maxlength: 40 });
      const rename = () =>
        attempt(async () => {
          await api("PUT", "/api/me", { token: session.token, body: { name: name.value.trim() } });
          session.rename(name.value.trim());
        }, "Your name is changed.");
      const forget = () =>
        attempt(async () => {
          await api("DELETE", "/api/me", { token: session.token });
          session.rename(null);
          name.value = "";
        }, "Your name is erased. The record keeps only a pseudonym.");
      const out = () =>
        attempt(async () => {
          await api("DELETE", "/api/session", { token: session.token });
          session.leave();
          location.hash = "#/";
          toast("Signed out.");
        });
      body.replaceChildren(
        h(
          "section",
          { class: "card" },
          h(
            "dl",
            { class: "figures" },
            h("dt", null, "Balance between sittings"),
            h("dd", null, dollars(me.balance ?? "0")),
            h("dt", null, "You are"),
            h("dd", null, me.role),
            h("dt", null, "In the record"),
            h("dd", { class: "hash" }, me.person),
          ),
          h(
            "p",
            { class: "hint" },
            "Play money: it cannot be bought, sold or exchanged for anything.",
          ),
        ),
        h(
          "form",
          {
            class: "card",
            onsubmit: (event) => {
              event.preventDefault();
              rename();
            },
          },
          h("label", null, "Your name", name),
          h(
            "div",
            { class: "buttons" },
            h("button", { class: "primary" }, "Change"),
            h("button", { type: "button", onclick: forget }, "Erase my name"),
          ),
        ),
        h(
          "section",
          { class: "card" },
          h("h2", null, "Your seats"),
          session.tables.length
            ? h(
                "ul",
                { class: "plain" },
                session.tables.map((table) =>
                  h(
                    "li",
                    null,
                    h(
                      "a",
                      { href: `#/table/${encodeURIComponent(table)}` },
                      `Seat ${session.seat(table).seat} at ${table}`,
                    ),
                  ),
                ),
              )
            : h("p", null, "None at the moment."),
        ),
        h("button", { onclick: out }, "Sign out of this browser"),
      );
    })
    .catch((error) => {
      if (error.kind === "unauthorized") {
        session.leave();
        entrance(root);
      } else body.replaceChildren(h("p", { role: "alert" }, error.message));
    });
}
