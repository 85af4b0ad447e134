"""The state of a table outside its rounds, kept beside the chain so that it can be resumed."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.shoe import Shoe
from croupier.journal.fairness import Order
from croupier.nouns import structs


class TakenSeat(msgspec.Struct, omit_defaults=True):
    """A seat with the person who holds it."""

    person: str
    chips: int
    """In cents, as of the beginning of the round."""
    extra: int = 0
    """Chips bought during the round, which the player gets after it."""
    waits: bool = False
    """Whether the player sat down after the round had begun, and joins the next one."""
    leaving: bool = False
    """Whether the player leaves after the round."""
    out: str = ""
    """Since when the player sits out; empty if they do not."""


class Contribution(msgspec.Struct, array_like=True):
    """Text that a person added to a shuffle."""

    person: str
    value: str


class Pack(msgspec.Struct, omit_defaults=True):
    """The pack of cards in play, without their order."""

    number: int
    size: int
    commitment: str
    entropy: list[Contribution] = []
    sealed: bool = False
    """Whether it is too late to add anything to the shuffle."""
    counted: int = 0
    """How many contributions came in time."""
    used: int = 0
    """How many cards left it in earlier rounds."""
    back: str = ""
    marker: int | None = None
    wrong: list[tuple[int, str]] = []
    known: list[int] = []

    @property
    def fresh(self) -> bool:
        """Whether none of its cards has been in play."""
        return not self.used and not self.sealed

    def contributions(self) -> list[str]:
        """The contributions that count towards the order."""
        return [one.value for one in self.entropy[: self.counted]]

    def shoe(self, order: Order) -> Shoe:
        """The shoe with these cards, as it stands between rounds."""
        shoe = Shoe(order.dealt(self.contributions()), marker=self.marker, back=self.back)
        shoe.pos = self.used
        shoe.wrong, shoe.known = dict(self.wrong), set(self.known)
        return shoe

    def follow(self, shoe: Shoe) -> None:
        """Take over where a shoe stands after a round."""
        self.used, self.back, self.marker = shoe.pos, shoe.back, shoe.marker
        self.wrong, self.known = sorted(shoe.wrong.items()), sorted(shoe.known)


class Snapshot(msgspec.Struct, omit_defaults=True):
    """A table between rounds, and what waits for the next one."""

    name: str
    game: str
    rulebook: str
    house: dict[str, Any]
    """The keys of the house file that differ from the defaults."""
    open: bool = True
    open_seats: bool = True
    dealing: str = "auto"
    """``auto``, or ``steps`` if the dealer waits for the floor before each step."""
    seats: dict[int, TakenSeat] = {}
    tray: int = 0
    situation: dict[str, Any] = {}
    coming: dict[str, Any] = {}
    """What is to hold for the round after the one being played."""
    aside: int = 0
    """The number of the last round that was laid aside; it is never resumed."""
    rounds: int = 0
    last: int = 0
    """The journal's number of the last finished round; 0 if there is none."""
    shoes: int = 0
    packs: int = 0
    pack: Pack | None = None

    def encode(self) -> bytes:
        """Encode the snapshot for the table's row."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Snapshot:
        """Decode a row; fields that an older version did not write have their defaults."""
        return structs.decode(data, cls)

    def players(self) -> dict[str, list[int]]:
        """The seats that each person holds."""
        held: dict[str, list[int]] = {}
        for number, place in sorted(self.seats.items()):
            held.setdefault(place.person, []).append(number)
        return held
