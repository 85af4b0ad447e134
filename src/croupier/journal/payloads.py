"""The payloads of a round's entries as types.

The recorder writes them; replay and export read them back.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from croupier import __version__
from croupier.equipment.shoe import Shoe
from croupier.journal.entry import FORMAT, Entry, JournalError
from croupier.nouns import structs
from croupier.nouns.cards import Card
from croupier.rules.house import House
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from croupier.telling.result import round_result

T = TypeVar("T")


class Stamp(msgspec.Struct):
    """When a round was played, and under which rules.

    The recorder adds it, because the script has no clock.
    """

    time: str
    """The time in UTC."""
    product: str
    """The release of this program."""
    document: str
    version: int
    """The version of the rulebook's data."""
    fingerprint: str
    """The fingerprint of the house, over every key in force."""
    format: int = FORMAT

    @classmethod
    def of(cls, house: House, time: str) -> Stamp:
        """Return the stamp for a round of this release, with the rulebook and house in force."""
        book = house.book
        return cls(time, __version__, book.document, book.version, house.fingerprint())


class ShoeState(msgspec.Struct, omit_defaults=True):
    """The shoe when a round began, without its cards, which are recorded as they leave."""

    left: int
    back: str
    marker: int | None = None
    """How many cards leave before the cut card does."""
    wrong: list[tuple[int, str]] = []
    """Cards that lie wrong: how many cards ahead, and in what way."""
    known: list[int] = []
    """The cards among them that were reported in an earlier round."""

    @classmethod
    def of(cls, shoe: Shoe, drawn: int) -> ShoeState:
        """Return the shoe's state as it was before the last ``drawn`` cards left."""
        began = shoe.pos - drawn
        return cls(
            shoe.left + drawn,
            shoe.back,
            None if shoe.marker is None else shoe.marker - began,
            [(at - began, what) for at, what in sorted(shoe.wrong.items()) if at >= began],
            sorted(at - began for at in shoe.known if at >= began),
        )


class Opened(msgspec.Struct, omit_defaults=True):
    """Everything a round depends on, except its cards and what is said in it."""

    stamp: Stamp
    game: str
    rulebook: str
    house: dict[str, Any]
    """The keys that differ from the defaults."""
    seats: list[tuple[int, int]]
    """Each seat and its bankroll, in cents."""
    players: dict[str, list[int]]
    """The seats each player holds, for players who hold several seats or have a name."""
    situation: dict[str, Any]
    shoe: ShoeState
    dealer: str = ""
    """The person who dealt from its beginning; empty if the table dealt by itself."""

    @property
    def bankrolls(self) -> dict[int, int]:
        """Each seat's bankroll by seat number, as a layout takes it."""
        return dict(self.seats)

    @classmethod
    def of(cls, round: Round, time: str, dealer: str = "") -> Opened:
        """Return the inputs of a round in which nothing has been said yet."""
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
            dealer,
        )


def _players(layout: Layout) -> dict[str, list[int]]:
    held: dict[str, list[int]] = {}
    for number, seat in layout.seats.items():
        held.setdefault(seat.player, []).append(number)
    return {name: seats for name, seats in held.items() if [name] != [f"seat {n}" for n in seats]}


class Said(msgspec.Struct, omit_defaults=True):
    """One thing that was said; ``said`` is None if the dealer carried out a step held back."""

    time: str
    said: str | None = None
    cards: list[Card] = []
    """The cards that left the shoe for it."""
    by: str | None = None
    """Who said it at a live table: a person's pseudonym, or what acted for them (``timeout``)."""
    id: str | None = None
    """The client's own request id, by which a repeated request is recognised."""


class Closed(msgspec.Struct):
    """How a round ended."""

    time: str
    cards: list[Card]
    """All cards that left the shoe, in order."""
    result: dict[str, Any]

    @classmethod
    def of(cls, round: Round, time: str) -> Closed:
        """Return the result of a round without its events, which have entries of their own."""
        result = round_result(round)
        del result["events"]
        return cls(time, round.cards, result)


TIMEOUT = "timeout"
"""Who is recorded as speaking for a seat that did not answer in time (X-11)."""

DEALER_COMES = "dealer"
"""What is noted when a person begins to deal a live table; ``person`` says who."""


class Noted(msgspec.Struct, omit_defaults=True):
    """Something in the life of the table."""

    time: str
    what: str
    details: dict[str, Any] = {}


def decode(entry: Entry, type: type[T]) -> T:
    """Decode an entry's payload; raises :class:`JournalError` if it is not of this type."""
    try:
        return structs.decode(entry.payload, type)
    except msgspec.DecodeError as error:
        raise JournalError(
            f"table {entry.table}, entry {entry.number}: cannot be read: {error}"
        ) from None
