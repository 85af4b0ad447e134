"""The moves of a dealer in words: every step of a script as a choice that a person can make.

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
    """Return how a dealer names a kind of step; None if the step is not the dealer's."""
    return declared(kind).act


_VERDICTS: Final = {"win": "it wins", "lose": "it loses", "push": "it ties"}


@dataclass(frozen=True)
class Move:
    """One thing that a dealer could do; figures do not count when moves are compared."""

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
        """How its kind is put into words; a step that is not the dealer's goes by its own text."""
        return act_of(self.kind) or Act(self.kind, "{text}", _IN_WORDS)

    @property
    def verb(self) -> str:
        """The group it belongs to: announce, ask, deal, turn, collect, pay, …"""
        return self.act.verb

    @property
    def figure(self) -> str:
        """The field that must be given with it as a figure; empty for most."""
        return self.act.figure

    @property
    def label(self) -> str:
        """What is done, as one would tell the dealer."""
        told = self.act.label.format_map(_Words(self))
        return told[:1].upper() + told[1:]

    @property
    def name(self) -> str:
        """Its name in a lesson's notes: kind, place or seat, wager, words."""
        where = self.place or (f"seat {self.seat}" if self.seat else None)
        return " ".join(filter(None, (self.kind, where, self.wager, self.text)))

    def at(self, seat: int) -> Move:
        """Return the same move for another seat."""
        place = f"seat {seat}" if (self.place or "").startswith("seat ") else self.place
        return replace(self, seat=self.seat and seat, place=place)


def reported(text: str) -> str:
    """Return the words of a report as one would say them.

    >>> reported("wrong-count seat 2"), reported("exposed-card dealer"), reported("stub-short")
    ('wrong count at seat 2', 'exposed card at the dealer', 'stub short')
    """
    name, _, where = text.partition(" ")
    if not where:
        return readable(name)
    if where in (DEALER, "board"):
        where = f"the {where}"
    return f"{readable(name)}{' at' if ' ' in where else ','} {where}"


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
                return reported(move.text or "")
            case "text":
                return move.text or readable(move.kind)
            case _:
                return str(getattr(move, key))


def of_step(step: Event) -> Move:
    """Return a step as a move."""
    act = act_of(step.kind)
    told_by = act.told_by if act else _IN_WORDS
    return Move(step.kind, **{field: getattr(step, field, None) for field in told_by})


def together(moves: Sequence[Move]) -> Move:
    """Join several moves of one kind for one seat into one, with all their wagers."""
    *most, last = (move.wager or "" for move in moves)
    wager = f"{', '.join(most)} and {last}" if most else last
    return replace(moves[0], wager=wager or None)


def figure_of(step: Event) -> int | None:
    """Return the figure that the dealer must give with a step: cents, or a number; else None."""
    act = act_of(step.kind)
    return getattr(step, act.figure) if act and act.figure else None


def is_dealers(step: Event, before: Event | None = None) -> bool:
    """Whether a step is for the dealer to do, given the one before it.

    Devices, supervisors and players do their own part; a player who exposes a hand turns it over.
    """
    if act_of(step.kind) is None or getattr(step, "by", None) not in (None, DEALER):
        return False
    if isinstance(step, Cut | Void) and step.seat is not None:
        return False
    if before is None or not isinstance(step, Deal | Turn | TurnCard):
        return True
    if isinstance(before, Report):  # the card that was reported has already moved
        return before.name == "card-down"
    # A player who has just spoken about their own hand turns it over themselves.
    own = act_of(before.kind) is None and getattr(before, "seat", None) is not None
    return not (own and isinstance(step, Turn) and step.seat == getattr(before, "seat", None))
