"""Where a table stands outside of its rounds: what is kept beside the chain so that it can be taken up."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.shoe import Shoe
from croupier.journal.fairness import Order


class TakenSeat(msgspec.Struct, omit_defaults=True):
    """A seat that is taken."""

    person: str
    chips: int
    """In cents, as they stood when the round began."""
    extra: int = 0
    """Bought during the round, to be had after it."""
    waits: bool = False
    """Sat down after the round had begun, and is in the next one."""
    leaving: bool = False
    """Gets up after the round."""


class Contribution(msgspec.Struct, array_like=True):
    """Entropy that somebody added."""

    person: str
    value: str


class Pack(msgspec.Struct, omit_defaults=True):
    """The cards in play, but not their order."""

    number: int
    size: int
    commitment: str
    entropy: list[Contribution] = []
    sealed: bool = False
    """Whether what players add comes too late."""
    counted: int = 0
    """So many contributions were in time."""
    used: int = 0
    """How many cards have left it in earlier rounds."""
    back: str = ""
    marker: int | None = None
    wrong: list[tuple[int, str]] = []
    known: list[int] = []

    @property
    def fresh(self) -> bool:
        """Whether no card of it has been in play."""
        return not self.used and not self.sealed

    def contributions(self) -> list[str]:
        """What counts towards the order."""
        return [one.value for one in self.entropy[: self.counted]]

    def shoe(self, order: Order) -> Shoe:
        """The shoe as it stands between rounds."""
        shoe = Shoe(order.dealt(self.contributions()), marker=self.marker, back=self.back)
        shoe.pos = self.used
        shoe.wrong, shoe.known = dict(self.wrong), set(self.known)
        return shoe

    def follow(self, shoe: Shoe) -> None:
        """Keep where a shoe stands after a round."""
        self.used, self.back, self.marker = shoe.pos, shoe.back, shoe.marker
        self.wrong, self.known = sorted(shoe.wrong.items()), sorted(shoe.known)


class Snapshot(msgspec.Struct, omit_defaults=True):
    """A table between rounds, and what waits for the next one."""

    name: str
    game: str
    rulebook: str
    house: dict[str, Any]
    """The keys that differ from the defaults."""
    open: bool = True
    open_seats: bool = True
    dealing: str = "auto"
    """``auto``, or ``steps`` when the floor lets the dealer go on step by step."""
    seats: dict[int, TakenSeat] = {}
    tray: int = 0
    situation: dict[str, Any] = {}
    coming: dict[str, Any] = {}
    """What holds for the round after the one being played."""
    aside: int = 0
    """The number of the last round that was laid aside: it is not gone on with."""
    rounds: int = 0
    shoes: int = 0
    packs: int = 0
    pack: Pack | None = None

    def encode(self) -> bytes:
        """As it is kept in the table's row."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Snapshot:
        """From the row; what an older version did not write has its default."""
        return msgspec.json.decode(data, type=cls)

    def players(self) -> dict[str, list[int]]:
        """Who holds which seats."""
        held: dict[str, list[int]] = {}
        for number, place in sorted(self.seats.items()):
            held.setdefault(place.person, []).append(number)
        return held
