/** Fair dealing: what is committed now, what one can add, and the check of every pack that has left play. */

import { api } from "../net.js";
import { attempt } from "../shell.js";
import { cardSign } from "../words.js";
import { check, hex, possible } from "../fairness.js";
import { h } from "../dom.js";

/** The panel beside the table. */
export function fairPanel(table) {
  const { fair } = table.picture;
  const link = h(
    "a",
    { href: `#/table/${encodeURIComponent(table.id)}/fair` },
    "Check the packs that have left play",
  );
  if (!fair) return h("div", null, h("p", null, "No pack is in play."), link);
  const input = h("input", {
    maxlength: 128,
    "data-key": "entropy",
    "aria-label": "Your part of the shuffle",
    placeholder: "any words, dice, a coin…",
  });
  const random = () => {
    input.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  };
  const add = async (event) => {
    event.preventDefault();
    if (
      input.value &&
      (await attempt(
        () => table.line.ask({ type: "entropy", table: table.id, value: input.value }),
        "Mixed into the shuffle.",
      ))
    )
      input.value = "";
  };
  return h(
    "div",
    { class: "fair-panel" },
    h(
      "p",
      null,
      `Pack ${fair.pack}, ${fair.cards} cards. Its order was fixed before the first wager and is sealed in this number:`,
    ),
    h("p", { class: "hash" }, fair.commitment),
    h(
      "p",
      null,
      fair.sealed
        ? "The first card has left: the order is sealed."
        : "Until the first card leaves, anybody may mix something in, and so nobody alone knows the order.",
    ),
    !fair.sealed &&
      h(
        "form",
        { class: "inline", onsubmit: add },
        input,
        h("button", { type: "button", onclick: random }, "Random"),
        h("button", null, "Mix in"),
      ),
    fair.entropy.length > 0 &&
      h(
        "ul",
        { class: "plain" },
        fair.entropy.map((one) =>
          h(
            "li",
            null,
            h("b", null, one.name ?? one.person),
            ": ",
            h("span", { class: "hash" }, one.value),
          ),
        ),
      ),
    link,
  );
}

async function verdict(pack, box) {
  if (!pack.revealed) return;
  try {
    const found = await check(pack);
    const good = found.every((one) => one.good);
    box.replaceChildren(
      h(
        "p",
        { class: good ? "verdict good" : "verdict bad", role: "status" },
        good
          ? "✓ Checked here: this pack was dealt as committed."
          : "✗ This pack was not dealt as committed.",
      ),
      h(
        "ul",
        { class: "checks" },
        found.map((one) =>
          h(
            "li",
            { class: one.good ? "good" : "bad" },
            h("b", null, `${one.good ? "✓" : "✗"} ${one.what}. `),
            one.detail,
          ),
        ),
      ),
      h(
        "details",
        null,
        h("summary", null, `The ${pack.dealt.length} cards dealt`),
        h("p", { class: "dealt" }, pack.dealt.map(cardSign).join(" ")),
      ),
    );
  } catch (error) {
    box.replaceChildren(h("p", { role: "alert" }, `The check did not run: ${error.message}`));
  }
}

/** The page of a table's packs. */
export function fairView(root, { id }) {
  const packs = h(
    "div",
    { class: "packs", "aria-live": "polite" },
    h("p", null, "Fetching the packs…"),
  );
  root.replaceChildren(
    h(
      "div",
      { class: "page" },
      h("h1", null, "Was it dealt fairly?"),
      h(
        "p",
        null,
        "Before the first wager the house commits to an order of the cards by a hash that gives nothing away. Players may mix in something of their own. When the pack leaves play all is revealed, and this page computes it again, in your browser.",
      ),
      possible()
        ? null
        : h(
            "p",
            { class: "complaint", role: "alert" },
            "This browser computes hashes only on pages from https or from this machine itself. The command “croupier journal verify” makes the same check.",
          ),
      packs,
      h("p", null, h("a", { href: `#/table/${encodeURIComponent(id)}` }, "Back to the table")),
    ),
  );
  api("GET", `/api/tables/${encodeURIComponent(id)}/packs`)
    .then((answer) => {
      packs.replaceChildren(
        ...[...answer.packs].reverse().map((pack) => {
          const box = h(
            "div",
            { class: "result" },
            h(
              "p",
              { class: "hint" },
              pack.revealed ? "Checking…" : "Still in play: its order is revealed when it leaves.",
            ),
          );
          if (pack.revealed && possible()) verdict(pack, box);
          return h(
            "section",
            { class: "card pack" },
            h("h2", null, `Pack ${pack.pack}`),
            h("p", { class: "hash" }, pack.commitment),
            box,
          );
        }),
      );
      if (!answer.packs.length)
        packs.replaceChildren(h("p", null, "No pack has been shuffled at this table yet."));
    })
    .catch((error) => packs.replaceChildren(h("p", { role: "alert" }, error.message)));
}
