"""What the entries of a round hold, as types: written by the recorder, read back for replay and export."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from croupier import __version__
from croupier.equipment.shoe import Shoe
from croupier.journal.entry import FORMAT, Entry, JournalError
from croupier.nouns.cards import Card
from croupier.rules.house import House
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from croupier.telling.result import round_result

T = TypeVar("T")


class Stamp(msgspec.Struct):
    """Under what a round was played: added outside the script, which knows no clock."""

    time: str
    """UTC."""
    product: str
    """The release of this program."""
    document: str
    version: int
    """Of the rulebook's data."""
    fingerprint: str
    """Of the house, every key in force."""
    format: int = FORMAT

    @classmethod
    def of(cls, house: House, time: str) -> Stamp:
        """For a round of this release: the rulebook and the house that are in force."""
        book = house.book
        return cls(time, __version__, book.document, book.version, house.fingerprint())


class ShoeState(msgspec.Struct, omit_defaults=True):
    """The shoe when a round began; the cards in it are told as they leave."""

    left: int
    back: str
    marker: int | None = None
    """How many cards leave before the cut card does."""
    wrong: list[tuple[int, str]] = []
    """Cards that lie wrong: how far ahead, and in what way."""
    known: list[int] = []
    """Those of them that were reported in an earlier round."""

    @classmethod
    def of(cls, shoe: Shoe, drawn: int) -> ShoeState:
        """The state before this many cards were drawn."""
        began = shoe.pos - drawn
        return cls(
            shoe.left + drawn,
            shoe.back,
            None if shoe.marker is None else shoe.marker - began,
            [(at - began, what) for at, what in sorted(shoe.wrong.items()) if at >= began],
            sorted(at - began for at in shoe.known if at >= began),
        )


class Opened(msgspec.Struct):
    """Everything a round depends on, but its cards and what is said in it."""

    stamp: Stamp
    game: str
    rulebook: str
    house: dict[str, Any]
    """The keys that differ from the defaults."""
    seats: list[tuple[int, int]]
    """Each seat and what it brought, in cents."""
    players: dict[str, list[int]]
    """Who holds which seats, where a seat is not a player of its own."""
    situation: dict[str, Any]
    shoe: ShoeState

    @property
    def bankrolls(self) -> dict[int, int]:
        """What each seat brought, by its number, as a layout takes it."""
        return dict(self.seats)

    @classmethod
    def of(cls, round: Round, time: str) -> Opened:
        """The inputs of a round in which nothing has been said yet."""
        layout = round.layout
        return cls(
            Stamp.of(layout.house, time),
            round.game.name,
            layout.book.state,
            layout.house.changed(),
            [(number, seat.brought) for number, seat in layout.seats.items()],
            _players(layout),
            dict(layout.situation),
            ShoeState.of(layout.shoe, len(round.cards)),
        )


def _players(layout: Layout) -> dict[str, list[int]]:
    held: dict[str, list[int]] = {}
    for number, seat in layout.seats.items():
        held.setdefault(seat.player, []).append(number)
    return {name: seats for name, seats in held.items() if [name] != [f"seat {n}" for n in seats]}


class Said(msgspec.Struct, omit_defaults=True):
    """One thing that was said; ``said`` is None if the dealer carried out what had been held back."""

    time: str
    said: str | None = None
    cards: list[Card] = []
    """Those that left the shoe for it."""
    by: str | None = None
    """Who said it at a live table: a person's pseudonym, or what spoke for them (``timeout``)."""
    id: str | None = None
    """The client's own number of what it said, by which a repetition is known."""


class Closed(msgspec.Struct):
    """How a round ended."""

    time: str
    cards: list[Card]
    """All that left the shoe, in order."""
    result: dict[str, Any]

    @classmethod
    def of(cls, round: Round, time: str) -> Closed:
        """The result without its events, which have entries of their own."""
        result = round_result(round)
        del result["events"]
        return cls(time, round.cards, result)


class Noted(msgspec.Struct, omit_defaults=True):
    """Something in the life of the table."""

    time: str
    what: str
    details: dict[str, Any] = {}


def decode(entry: Entry, type: type[T]) -> T:
    """An entry's payload; :class:`JournalError` if it is something else."""
    try:
        return msgspec.json.decode(entry.payload, type=type)
    except msgspec.DecodeError as error:
        raise JournalError(
            f"table {entry.table}, entry {entry.number}: cannot be read: {error}"
        ) from None
