/** What is happening, in one line for everybody and one line more. */

import { capital, labelled, list, readable } from "./words.js";
import { cents, dollars } from "./money.js";
import { choicesOf } from "./offers.js";

/** What a wager is called in a sentence: "original wager", unless the felt has a name for it. */
export const wagerName = (felt, wager) =>
  felt.page?.called?.[wager] ?? `${labelled(felt, wager)} wager`;

/** What lies on one of the viewer's areas, in cents. */
export function placed(picture, wager) {
  return cents(picture.seats[picture.you?.seat]?.wagers?.[wager] ?? "0");
}

/** Which table this is, and which round. */
export function whereOf({ name, title, round }) {
  return [name, name.startsWith(title) ? null : title, round ? `round ${round}` : null]
    .filter(Boolean)
    .join(" · ");
}

/** What the dealer would ask, from what may be said. */
function questionOf(game, offers) {
  const labels = choicesOf(offers, game)
    .filter((choice) => !choice.aside)
    .map((choice) => choice.label.toLowerCase());
  return labels.length ? `${capital(labels.join(", ").replace(/, ([^,]*)$/, " or $1"))}?` : "";
}

function wagering({ picture, felt }) {
  const me = picture.seats[picture.you?.seat];
  if (!me || me.joins) {
    const names = Object.values(picture.seats).flatMap((seat) =>
      seat ? [seat.name ?? "somebody"] : [],
    );
    return [
      "Wagers, please",
      names.length ? `At the table: ${list(names)}.` : "Nobody sits here yet.",
    ];
  }
  if (!placed(picture, picture.first_wager)) {
    const wager = wagerName(felt, picture.first_wager);
    return [`Place your ${wager}`, "The dealer closes when all are ready, or time is up."];
  }
  return me.ready
    ? ["You are in", "Waiting for the others."]
    : ["Your wager stands", "Say ready, or change it."];
}

function between({ picture }) {
  const { result, seats, you } = picture;
  if (!Object.values(seats).some(Boolean)) return ["The table is open", "Nobody sits here yet."];
  if (!result) return ["Between rounds", "The next round is being prepared."];
  const own = result.seats?.[you?.seat];
  const voided = result.outcome === "void" ? "The round is void" : null;
  if (!own?.wagers?.length)
    return [voided ?? "The round is over", "The next one begins in a moment."];
  const net = cents(own.net);
  const came =
    net > 0
      ? `You win ${dollars(net)}`
      : net < 0
        ? `You lose ${dollars(-net)}`
        : "Even: nothing won or lost";
  return [
    voided ?? came,
    `${own.hand ? `${capital(readable(own.hand))}. ` : ""}The next round begins in a moment.`,
  ];
}

function playing({ picture, game, question }) {
  const me = picture.you?.seat ?? null;
  const asked = picture.awaits ?? [];
  if (asked.includes(me)) return ["Your turn", question ?? questionOf(game, picture.next ?? [])];
  if (!asked.length) return ["The dealer is at work", ""];
  const names = asked.map((seat) => picture.seats[seat]?.name ?? `seat ${seat}`);
  return [
    `${capital(list(names))} ${asked.length > 1 ? "decide" : "decides"}`,
    "The dealer waits.",
  ];
}

/**
 * `[what, more]` for a table view.
 * @param {object} table
 * @param {import("./types.d.ts").Picture} table.picture
 * @param {import("./types.d.ts").Felt} table.felt
 * @param {any} table.game
 * @param {boolean} table.busy cards or chips are still moving
 * @param {string | null} table.question what the dealer has asked the player's seat
 */
export function statusOf(table) {
  const { picture, busy } = table;
  if (busy && picture.phase !== "wagering") return ["The dealer is at work", ""];
  if (picture.phase === "closed") return ["This table is closed", "The floor opens another."];
  if (picture.pending) return ["The dealer waits for the floor", picture.pending.line];
  return { wagering, between, playing }[picture.phase](table);
}
