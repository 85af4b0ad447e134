"""What a dealer can do, in words: every step of a script as a choice that a person can make.

>>> from croupier.stage.events import Event
>>> move = of_step(Event("pay", "5(i)(2)", seat=2, wager="original", amount=4000))
>>> move.label, move.figure, figure_of(Event("pay", amount=4000))
('Pay the original of seat 2', 'amount', 4000)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from croupier.stage.actions import DEALER
from croupier.stage.events import Event
from croupier.telling.felt import readable


@dataclass(frozen=True)
class Act:
    """How a kind of step is named, what tells one from another, and which figure has to be given."""

    verb: str
    label: str
    told_by: tuple[str, ...] = ()
    """The fields of the event that make it this step and no other."""
    figure: str = ""
    """``amount`` (money) or ``count`` (a number), where the dealer has to work it out."""


_TEXT: Final = ("text", "place", "seat")

ACTS: Final[Mapping[str, Act]] = {
    "announce": Act("announce", "Say “{text}”", ("text",)),
    "poll": Act("ask", "Ask seat {seat}: “{text}”", ("seat", "text")),
    "offer-cut": Act("ask", "Offer the cut to seat {seat}", ("seat",)),
    "deal": Act("deal", "Deal {card}, {face}", ("place", "up")),
    "burn": Act("burn", "Burn a card, face down to the rack"),
    "discard": Act("rack", "Put the next card in the rack: it is not used"),
    "disclose": Act("turn", "Show the table the burn card"),
    "turn": Act("turn", "Turn {cards} {face}", ("place", "up")),
    "turn-card": Act("turn", "Turn number {count} of {cards} {face}", ("place", "count", "up")),
    "take": Act("collect", "Take the {wager} of seat {seat}", ("seat", "wager")),
    "pay": Act("pay", "Pay the {wager} of seat {seat}", ("seat", "wager"), "amount"),
    "push": Act("pay", "Leave the {wager} of seat {seat}: a push", ("seat", "wager")),
    "return": Act("pay", "Give the {wager} back to seat {seat}", ("seat", "wager")),
    "collect": Act("collect", "Collect {cards} to the rack", ("place",)),
    "stub": Act("rack", "Put the rest of the cards in the rack, unseen"),
    "count": Act("count", "Count the cards", (), "count"),
    "mark": Act("mark", "Put the marker on the spread", (), "count"),
    "close": Act("deal", "Reach for the first card: wagers are locked"),
    "stake": Act("pot", "Put up the dealer's {wager} from the tray", ("wager",), "amount"),
    "unstake": Act("pot", "Take the dealer's stakes back to the tray"),
    "to-pot": Act("pot", "Move {stake} to the pot", ("seat", "wager")),
    "commission": Act("pot", "Take the commission from the pot to the tray", (), "amount"),
    "award": Act("pot", "Give {receiver} a part of the pot", ("seat",), "amount"),
    "button": Act("pot", "Put the button at {where}", ("place",)),
    "align": Act("judge", "Play the dealer's hand with the {place} cards", ("place",)),
    "compare": Act("judge", "Judge the hand of seat {seat}: {verdict}", ("seat", "outcome")),
    "cut": Act("cut", "Cut the cards"),
    "report": Act("report", "Report: {said}", ("text",)),
    "void": Act("rule", "Rule that the round is void"),
    "void-hand": Act("rule", "Rule that the hand of seat {seat} is void", ("seat",)),
    "marker": Act("cut", "Put the cut card in as the marker"),
    "cut-card": Act("rule", "Note the cut card: reshuffle after this round"),
    "reshuffle": Act("shuffle", "Have the cards shuffled again"),
    "remove-deck": Act("rule", "Remove the deck from the table"),
    "plug": Act("shuffle", "Plug: slip the unused cards in among the discards"),
    "riffle": Act("shuffle", "Riffle"),
    "rotate": Act("shuffle", "Turn: rotate one half of the cards and riffle it in"),
    "strip": Act("shuffle", "Strip: running cuts"),
    "confirm": Act("ask", "Confirm the verbal wager of seat {seat}", ("seat",)),
    "shuffle": Act("shuffle", "Shuffle the cards"),
    "spread": Act("shuffle", "Spread the cards", ("up", "place")),
    "inspect": Act("shuffle", "Inspect the {pack}cards", ("place",)),
    "receive": Act("shuffle", "Receive the {pack}cards", ("place",)),
    "face-down": Act("shuffle", "Turn the {pack}cards face down", ("place",)),
    "face-up": Act("shuffle", "Turn the cards face up"),
    "wash": Act("shuffle", "Wash the {pack}cards", ("place",)),
    "stack": Act("shuffle", "Stack the {pack}cards", ("place",)),
    "deck": Act("shuffle", "{text}", _TEXT),
    "batch": Act("shuffle", "{text}", _TEXT),
    "refeed": Act("shuffle", "{text}", _TEXT),
    "cover-card": Act("cut", "{text}", _TEXT),
    "complete-cut": Act("cut", "{text}", _TEXT),
    "cut-by-dealer": Act("cut", "{text}", _TEXT),
    "load": Act("deal", "{text}", _TEXT),
    "unload": Act("deal", "{text}", _TEXT),
    "in-hand": Act("deal", "{text}", _TEXT),
    "convert": Act("pay", "{text}", _TEXT),
    "correct": Act("rule", "{text}", _TEXT),
}  # fmt: skip
"""By kind of event; a kind that is not here is named by its own text."""

OTHERS: Final = frozenset({
    "wager", "withdraw", "pass", "fold", "expose", "keep", "play-on", "ask", "chosen", "warn", "view",
    "verify", "recut", "found", "burn-omitted", "lose", "preshuffled", "decks", "batches", "stop",
    "all-folded", "cut-due",
})  # fmt: skip
"""Kinds of events that are not the dealer's doing, or no doing at all."""

FREE: Final = frozenset({"take", "pay", "push", "return", "to-pot", "award"})
"""Kinds of which several in a row under one clause may be done in any order: no document prescribes one."""

TOGETHER: Final = frozenset({"take", "push", "return", "to-pot", "stake"})
"""Kinds of which several in a row for one seat under one clause are one move of the hand."""

_VERDICTS: Final = {"win": "it wins", "lose": "it loses", "push": "a tie"}


@dataclass(frozen=True)
class Move:
    """One thing that a dealer could do. Two moves are the same if all but their figures are."""

    kind: str
    seat: int | None = None
    wager: str | None = None
    place: str | None = None
    up: bool | None = None
    outcome: str | None = None
    count: int | None = None
    text: str | None = None

    @property
    def act(self) -> Act:
        """How its kind is put; one that :data:`ACTS` does not have goes by its own text."""
        return ACTS.get(self.kind) or Act(self.kind, "{text}", _TEXT)

    @property
    def verb(self) -> str:
        """The group it belongs to: announce, ask, deal, turn, collect, pay, …"""
        return self.act.verb

    @property
    def figure(self) -> str:
        """Which figure has to be given with it: ``amount``, ``count`` or none."""
        return self.act.figure

    @property
    def label(self) -> str:
        """What is done, as one would say it to the dealer."""
        told = self.act.label.format_map(_Words(self))
        return told[:1].upper() + told[1:]

    @property
    def name(self) -> str:
        """Its name in a lesson's notes: kind, place or seat, wager, words."""
        where = self.place or (f"seat {self.seat}" if self.seat else None)
        return " ".join(filter(None, (self.kind, where, self.wager, self.text)))

    def at(self, seat: int) -> Move:
        """The same for another seat."""
        place = f"seat {seat}" if (self.place or "").startswith("seat ") else self.place
        return replace(self, seat=self.seat and seat, place=place)


class _Words(dict[str, str]):
    def __init__(self, move: Move) -> None:
        super().__init__()
        self._move = move

    def __missing__(self, key: str) -> str:
        move = self._move
        match key:
            case "where":
                return "the dealer" if move.place == DEALER else str(move.place)
            case "card":
                at_hand = move.place == DEALER or (move.place or "").startswith("seat ")
                return f"a card to {self['where']}" if at_hand else f"the {move.place} card"
            case "cards":
                if move.place == DEALER:
                    return "the dealer's cards"
                seat = (move.place or "").startswith("seat ")
                return f"the cards of {move.place}" if seat else f"the {move.place} card"
            case "face":
                return "face down" if move.up is False else "face up"
            case "wager":
                return readable(move.wager or "")
            case "stake":
                return (
                    f"the {self['wager']} of seat {move.seat}"
                    if move.seat
                    else "the dealer's stakes"
                )
            case "receiver":
                return f"seat {move.seat}" if move.seat else "the tray"
            case "verdict":
                return _VERDICTS.get(move.outcome or "", str(move.outcome))
            case "pack":
                return f"{move.place} " if move.place else ""
            case "said":
                return readable(move.text or "")
            case "text":
                return move.text or readable(move.kind)
            case _:
                return str(getattr(move, key))


def of_step(step: Event) -> Move:
    """The move that a step is."""
    act = ACTS.get(step.kind)
    told_by = act.told_by if act else _TEXT
    return Move(step.kind, **{field: getattr(step, field) for field in told_by})


def together(moves: Sequence[Move]) -> Move:
    """Several moves of one kind for one seat as one: all wagers at once."""
    *most, last = (move.wager or "" for move in moves)
    wager = f"{', '.join(most)} and {last}" if most else last
    return replace(moves[0], wager=wager or None)


def figure_of(step: Event) -> int | None:
    """The figure that the dealer has to give with a step: cents, or a number; none with most."""
    act = ACTS.get(step.kind)
    return getattr(step, act.figure) if act and act.figure else None


def is_dealers(step: Event, before: Event | None = None) -> bool:
    """Whether a step is for the dealer to do, given the one before it.

    A player who exposes a hand turns it; devices, supervisors and players do their own part.
    """
    if step.kind in OTHERS or step.by not in (None, DEALER):
        return False
    if step.kind in ("cut", "void") and step.seat is not None:
        return False
    if before is None or step.kind not in ("deal", "turn", "turn-card"):
        return True
    if before.kind == "report":  # the card that the report is about has moved by itself
        return (before.text or "").startswith("card-down")
    return not (before.kind == "expose" and before.seat == step.seat)
