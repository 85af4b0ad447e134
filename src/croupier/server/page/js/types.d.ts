/** What the server tells a page, as far as the page reads it; amounts are text, "20.00". */

/** Something that may be said now: a verb and its words, amounts as bounds or as the one amount. */
export interface Offer {
  actor: string;
  verb: string;
  args: (string | { least: string; most: string; step: string })[];
  /** What saying it stakes; absent if nothing, or if an amount is to be chosen. */
  cost?: string;
  /** The state of the table at which it was offered. */
  state?: number;
}

/** Somebody at a table. */
export interface Seat {
  name: string | null;
  chips: string;
  state?: string;
  wagers?: Record<string, string>;
  connected?: boolean;
  ready?: boolean;
  /** Sits, and plays from the next round on. */
  joins?: boolean;
  leaving?: boolean;
  /** Sits out: the table does not wait. */
  out?: boolean;
  /** When the seat is given up. */
  freed_at?: string | null;
  /** How a house player plays; null for a person. */
  strategy?: string | null;
  /** The house player who still plays this round at the seat, by name. */
  leaver?: string | null;
  /** Chips that have been bought and count from the next round on. */
  coming?: string | null;
}

/** One step of a round. What else it has depends on its kind. */
export interface TableEvent {
  n?: number;
  kind: string;
  rule?: string;
  finding?: string;
  also?: string[];
  line?: string;
  text?: string;
  seat?: number;
  wager?: string;
  amount?: string;
  place?: string;
  card?: string;
  cards?: string[];
  /** Which card of a place is turned, from 1. */
  index?: number;
  up?: boolean;
  /** The step of a scale on which a marker is put. */
  at?: number;
}

/** How a kind of event is shown: its effect on the felt, the way of its chips, milliseconds. */
export interface Shown {
  effect: string;
  flow: [from: string, to: string] | null;
  pace: number;
  tone: string;
  told: boolean;
  speech: string;
  chapter?: string;
}

/** What a round brought. */
export interface Result {
  outcome: string;
  seats?: Record<
    string,
    {
      net: string;
      hand: string | null;
      /** The hand down to the card that decides: "pair of kings, ace kicker". */
      hand_words?: string | null;
      /** net = returned − staked. */
      staked?: string;
      returned?: string;
      /** What was taken from the share of the pot before it was handed over. */
      commission?: string;
      wagers: {
        wager: string;
        amount: string;
        outcome: string;
        odds: string | null;
        paid: string;
        rule: string;
      }[];
    }
  >;
  /** Every hand that was judged and that this viewer may see, by seat or "dealer". */
  hands?: Record<string, { hand: string; words: string }>;
  pot?: { total: string; shares: Record<string, string> };
  house?: { net: string; commission?: string };
}

/** A table as one viewer may see it. */
export interface Picture {
  table?: string;
  name?: string;
  game: string;
  title: string;
  rulebook: string;
  state?: number;
  phase: string;
  round?: number | null;
  /** The seats that are asked. */
  awaits?: number[];
  /** The person who deals; null if the table deals by itself. */
  dealer?: { person: string; name: string | null } | null;
  /** Whether the round cannot go on without that person. */
  awaits_dealer?: boolean;
  /** Who kept the table waiting and was relieved in this round. */
  relieved?: { name: string | null; line: string; finding: string } | null;
  seats: Record<string, Seat | null>;
  open_seats?: boolean;
  /** Whether only those whom its host admits may see it. */
  private?: boolean;
  host?: { person: string; name: string | null } | null;
  /** Whether it closes after the round. */
  closing?: boolean;
  /** Whom a link has admitted; for the host and the staff. */
  guests?: { person: string; name: string | null }[];
  /** How each of its house players plays; for the host and the staff. */
  company?: string[];
  /** Seconds until the house goes on by itself. */
  deadline?: number | null;
  next?: Offer[];
  pending?: { line: string } | null;
  result?: Result | null;
  /** Whether the finished round lies on the felt while the next wagers are taken. */
  stays?: boolean;
  /** The number of the last finished round. */
  last?: number | null;
  /** What was decided for somebody in this round because time ran out. */
  timeouts?: { seat: number; said: string; line: string; rule?: string; finding?: string }[];
  you?: { role: string; seat: number | null; viewer: string; host?: boolean } | null;
  events?: TableEvent[];
  advice?: boolean;
  first_wager: string;
  limits: Record<string, string>;
  payouts: Record<string, Record<string, string>>;
  house?: Record<string, any>;
  left: number;
  rack: number;
  button?: string | number | null;
}

/** The cloth of a game, as its `felt.toml` has it. */
export type Felt = Record<string, any>;

/** What lies on the felt. */
export interface Model {
  /** By place. */
  places: Record<string, { card: string; up: boolean; gone: boolean }[]>;
  /** By "seat|wager", in cents; `word` says on which of several spots. */
  chips: Record<string, { seat: number; wager: string; amount: number; word?: string }>;
  /** By "seat|wager": cents beside the stake. */
  won: Record<string, number>;
  /** The dealer's own, by wager. */
  stakes: Record<string, number>;
  pot: number;
  button: string | null;
  /** By kind of event: the step of a scale on which it put its marker. */
  marks: Record<string, number>;
  /** By seat. */
  folded: Record<string, boolean>;
  /** The line of places that the dealer plays. */
  line: string | null;
}
