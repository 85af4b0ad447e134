"""What a dealer can do, in words: every step of a script as a choice that a person can make.

>>> from croupier.stage.payments import Pay
>>> step = Pay("5(i)(2)", seat=2, wager="original", amount=4000, odds="4 to 1")
>>> move = of_step(step)
>>> move.label, move.figure, figure_of(step)
('Pay the original of seat 2', 'amount', 4000)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from croupier.stage.actions import DEALER
from croupier.stage.events import Act, Event, declared
from croupier.stage.payments import Void
from croupier.stage.preparing import Cut
from croupier.stage.vocabulary import Deal, Report, Turn, TurnCard
from croupier.telling.felt import readable

_IN_WORDS: Final = ("text", "place")


def act_of(kind: str) -> Act | None:
    """How a dealer names a kind of step; None for what is not the dealer's doing."""
    return declared(kind).act


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
    index: int | None = None
    text: str | None = None

    @property
    def act(self) -> Act:
        """How its kind is put; one that is not the dealer's goes by its own text."""
        return act_of(self.kind) or Act(self.kind, "{text}", _IN_WORDS)

    @property
    def verb(self) -> str:
        """The group it belongs to: announce, ask, deal, turn, collect, pay, …"""
        return self.act.verb

    @property
    def figure(self) -> str:
        """Which field has to be given as a figure with it; empty for most."""
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
            case "a_card":
                at_hand = move.place == DEALER or (move.place or "").startswith("seat ")
                return f"a card to {self['where']}" if at_hand else f"the {move.place} card"
            case "the_cards":
                if move.place == DEALER:
                    return "the dealer's cards"
                seat = (move.place or "").startswith("seat ")
                return f"the cards of {move.place}" if seat else f"the {move.place} card"
            case "face":
                return "face down" if move.up is False else "face up"
            case "wager":
                return readable(move.wager or "")
            case "the_stake":
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
    act = act_of(step.kind)
    told_by = act.told_by if act else _IN_WORDS
    return Move(step.kind, **{field: getattr(step, field, None) for field in told_by})


def together(moves: Sequence[Move]) -> Move:
    """Several moves of one kind for one seat as one: all wagers at once."""
    *most, last = (move.wager or "" for move in moves)
    wager = f"{', '.join(most)} and {last}" if most else last
    return replace(moves[0], wager=wager or None)


def figure_of(step: Event) -> int | None:
    """The figure that the dealer has to give with a step: cents, or a number; none with most."""
    act = act_of(step.kind)
    return getattr(step, act.figure) if act and act.figure else None


def is_dealers(step: Event, before: Event | None = None) -> bool:
    """Whether a step is for the dealer to do, given the one before it.

    A player who exposes a hand turns it; devices, supervisors and players do their own part.
    """
    if act_of(step.kind) is None or getattr(step, "by", None) not in (None, DEALER):
        return False
    if isinstance(step, Cut | Void) and step.seat is not None:
        return False
    if before is None or not isinstance(step, Deal | Turn | TurnCard):
        return True
    if isinstance(before, Report):  # the card that the report is about has moved by itself
        return before.name == "card-down"
    # A player who has just spoken about their own hand turns it over themselves.
    own = act_of(before.kind) is None and getattr(before, "seat", None) is not None
    return not (own and isinstance(step, Turn) and step.seat == getattr(before, "seat", None))
