/** What is happening, in one line for everybody and one line more. */

import { cameTo, detailsOf, ownResult } from "./result.js";
import { capital, labelled, list, withSigns } from "./words.js";
import { cents } from "./money.js";
import { choicesOf } from "./offers.js";
import { dealtBy } from "./dealing.js";

/** What a wager is called in a sentence: "original wager", unless the felt has a name for it. */
export const wagerName = (felt, wager) =>
  felt.page?.called?.[wager] ?? `${labelled(felt, wager)} wager`;

/** What lies on one of the viewer's areas, in cents. */
export function placed(picture, wager) {
  return cents(picture.seats[picture.you?.seat]?.wagers?.[wager] ?? "0");
}

/**
 * That a table is private, and whose it is; null for a public one.
 * @param {{private?: boolean, host?: {name: string | null} | null, you?: any}} table
 */
export function whose({ private: own, host, you = null }) {
  if (!own) return null;
  return you?.host
    ? "private, you are the host"
    : `private, host ${host?.name ?? "without a name"}`;
}

/** Which table this is, whose, which round, and who deals it. */
export function whereOf(picture) {
  const { name, title, round, dealer = null } = picture;
  return [
    name,
    whose(picture),
    dealtBy({ dealer }),
    name.startsWith(title) ? null : title,
    round ? `round ${round}` : null,
  ]
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

const clock = (time) =>
  new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** What was decided for the viewer in this round because time ran out; null if nothing was. */
function decidedFor({ timeouts = [], you }) {
  const last = timeouts.findLast(({ seat }) => seat === you?.seat);
  if (!last) return null;
  const { line, rule, finding } = last;
  return { line: withSigns(line), cited: { rule, finding, line: withSigns(line) } };
}

/** The names of those who played the round that lies on the felt, as far as they are still here. */
const namesOf = ({ result, seats }) =>
  Object.fromEntries(
    Object.keys(result.seats)
      .filter((seat) => seats[seat]?.name && !seats[seat].joins)
      .map((seat) => [seat, seats[seat].name]),
  );

/** What the last round brought the viewer, for somebody whose felt others have cleared by now. */
export function latelyOf(table) {
  const brought = broughtOf(table);
  return brought && `The last round: ${lowered(brought.what)}. ${brought.more}`;
}

const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** What the round that lies on the felt brought the viewer; null if there was none. */
function broughtOf({ picture, felt }) {
  const { result, you } = picture;
  const own = ownResult(picture);
  if (!own?.wagers?.length) return null;
  const late = decidedFor(picture);
  const details = detailsOf(result, felt, you.seat, namesOf(picture));
  return {
    what: result.outcome === "void" ? "The round is void" : cameTo(cents(own.net)),
    more: late ? `${late.line}. ${details}` : details,
    cited: late?.cited,
  };
}

/** Somebody who sits out hears how long the seat is kept. */
const sitsOut = ({ freed_at: freed }) => ({
  what: "You are sitting out",
  more: `You missed an answer, or asked for it: the table does not wait for you. ${
    freed ? `Your seat is kept until ${clock(freed)}. ` : ""
  }Place a wager to come back.`,
});

/** Somebody who has sat down during a round hears what they wait for. */
const joining = ({ leaver }, more = "This round is played without you.") => ({
  what: "You are in from the next round",
  more: leaver
    ? `${leaver}, a house player, plays this round to its end and leaves you the seat.`
    : more,
});

function wagering(table) {
  const { picture, felt } = table;
  const me = picture.seats[picture.you?.seat];
  if (!me || me.joins) {
    const names = Object.values(picture.seats).flatMap((seat) =>
      seat ? [seat.name ?? "somebody"] : [],
    );
    const there = names.length ? `At the table: ${list(names)}.` : "Nobody sits here yet.";
    return me ? joining(me, there) : { what: "Wagers, please", more: there };
  }
  if (picture.awaits_dealer && !picture.next?.length)
    return {
      what: `${picture.dealer?.name ?? "The dealer"} deals`,
      more: "Wagers are taken in a moment.",
    };
  if (me.ready) {
    const asked = (picture.awaits ?? []).filter((seat) => seat !== picture.you.seat);
    const others = asked.map((seat) => picture.seats[seat]?.name ?? `seat ${seat}`);
    if (picture.dealer && !others.length)
      others.push(`${picture.dealer.name ?? "the dealer"}, who deals`);
    return { what: "You are in", more: `Waiting for ${list(others) || "the others"}.` };
  }
  if (!picture.stays && placed(picture, picture.first_wager))
    return { what: "Your wager stands", more: "Deal, add chips, or take some back." };
  const brought = picture.stays ? broughtOf(table) : null;
  if (me.out && brought)
    return { ...brought, more: `${brought.more} You are sitting out: place a wager to come back.` };
  if (me.out) return sitsOut(me);
  if (table.dock?.purse.empty)
    return { what: "You have no chips left", more: table.dock.purse.told };
  if (brought) return brought;
  return {
    what: `Place your ${wagerName(felt, picture.first_wager)}`,
    more: table.lately ?? "Press the spot on the felt, or deal with the least.",
  };
}

function between(table) {
  const { result, seats } = table.picture;
  if (!Object.values(seats).some(Boolean))
    return { what: "The table is open", more: "Nobody sits here yet." };
  if (!result) return { what: "Between rounds", more: "The next round is being prepared." };
  const what = result.outcome === "void" ? "The round is void" : "The round is over";
  return broughtOf(table) ?? { what, more: "The next one begins in a moment." };
}

function playing({ picture, game, question }) {
  const me = picture.you?.seat ?? null;
  if (picture.seats[me]?.joins) return joining(picture.seats[me]);
  const asked = picture.awaits ?? [];
  const late = decidedFor(picture);
  if (asked.includes(me))
    return { what: "Your turn", more: question ?? questionOf(game, picture.next ?? []) };
  const told = late ? { more: `${late.line}.`, cited: late.cited } : null;
  if (!asked.length) return { what: "The dealer is at work", more: "", ...told };
  const names = asked.map((seat) => picture.seats[seat]?.name ?? `seat ${seat}`);
  return {
    what: `${capital(list(names))} ${asked.length > 1 ? "decide" : "decides"}`,
    more: "The dealer waits.",
    ...told,
  };
}

/**
 * `{what, more, cited}` for a table view; `cited` has the rule behind it, if one decided.
 * @param {object} table
 * @param {import("./types.d.ts").Picture} table.picture
 * @param {import("./types.d.ts").Felt} table.felt
 * @param {any} table.game
 * @param {boolean} table.busy cards or chips are still moving
 * @param {string | null} [table.lately] what the last round brought, as long as it is of interest
 * @param {string | null} table.question what the dealer has asked the player's seat
 * @param {any} [table.dealing] what the viewer does who deals
 * @param {any} [table.dock] where the player's chips are counted
 * @returns {{what: string, more: string, cited?: any}}
 */
export function statusOf(table) {
  const { picture, busy } = table;
  if (table.dealing?.now) return table.dealing.status();
  if (busy && (picture.phase !== "wagering" || picture.stays))
    return { what: "The dealer is at work", more: "" };
  if (picture.phase === "closed")
    return { what: "This table is closed", more: "There are others in the lobby." };
  if (picture.pending && picture.dealer)
    return { what: `${picture.dealer.name ?? "The dealer"} deals`, more: picture.pending.line };
  if (picture.pending)
    return { what: "The dealer waits for the floor", more: picture.pending.line };
  return { wagering, between, playing }[picture.phase](table);
}
