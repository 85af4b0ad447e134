"""The state of a table outside its rounds, kept beside the chain so that it can be resumed."""

from __future__ import annotations

from typing import Any, TypeAlias

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
    strategy: str = ""
    """How a house player plays; empty for a person."""


class Companion(msgspec.Struct, array_like=True):
    """A house player whom the table keeps, seated or not."""

    person: str
    strategy: str


class Staked(msgspec.Struct, array_like=True):
    """Wagers of one kind over many rounds, with the sums from which their deviation follows."""

    amount: int = 0
    """In cents."""
    squares: float = 0.0
    """The squares of the single wagers, added up."""
    wholes: float = 0.0
    """The squares of what was staked together in each round, added up."""


Stakes: TypeAlias = dict[str, dict[int, Staked]]
"""By wager and, for the first wager, by how many seats played the round; otherwise under 0."""


class Takings(msgspec.Struct, omit_defaults=True):
    """What the house has taken from some of the players since the last count, in cents."""

    drop: int = 0
    """Chips bought."""
    cashed: int = 0
    """Chips cashed."""
    won: int = 0
    """What the house won, less what it lost."""
    staked: Stakes = {}
    """What they wagered, except in void rounds."""


class Figures(msgspec.Struct, omit_defaults=True):
    """What has happened at the table since the last count."""

    since: str = ""
    """When the shift began; empty at a table that an earlier release has written."""
    rounds: int = 0
    fills: int = 0
    """How often the house filled the tray by itself because it was short."""
    most: int = 0
    """The most that was staked in one round, in cents."""
    changed: bool = False
    """Whether the house has been changed since, so that no one edge is right for all rounds."""
    people: Takings = msgspec.field(default_factory=Takings)
    company: Takings = msgspec.field(default_factory=Takings)
    """The house players, whose money is not people's."""
    staked: Stakes = {}
    """The wagers of both."""


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
    host: str = ""
    """Whose private table it is; empty for a table that the floor opened for everybody."""
    guests: list[str] = []
    """The people whom a link has admitted to a private table."""
    barred: list[str] = []
    """The people whom the host has removed; no link admits them again."""
    dealer: str = ""
    """The person who deals; empty if the table deals by itself."""
    company: list[Companion] = []
    """The house players whom the table keeps, as far as there are seats for them."""
    departing: dict[int, TakenSeat] = {}
    """House players who play the round to its end while a person has taken their seat."""
    figures: Figures = msgspec.field(default_factory=Figures)
    empty_since: str = ""
    """Since when no person has sat at a private table; empty while one does."""
    host_away: str = ""
    """Since when the host of a private table has neither sat nor dealt while other people sat."""
    closing: str = ""
    """Who wants the table to close after the round; empty if nobody does."""

    def encode(self) -> bytes:
        """Encode the snapshot for the table's row."""
        return msgspec.json.encode(self)

    @classmethod
    def decode(cls, data: bytes) -> Snapshot:
        """Decode a row; fields that an older version did not write have their defaults."""
        return structs.decode(data, cls)

    def playing(self, seat: int) -> TakenSeat | None:
        """Who plays a seat's round: a house player who still has to leave, or the seat's player."""
        return self.departing.get(seat) or self.seats.get(seat)

    def chips(self) -> int:
        """What everybody at the table holds, in cents, as of the beginning of the round."""
        everybody = (*self.seats.values(), *self.departing.values())
        return sum(place.chips + place.extra for place in everybody)

    def players(self) -> dict[str, list[int]]:
        """The seats that each person holds."""
        held: dict[str, list[int]] = {}
        for number, place in sorted(self.seats.items()):
            held.setdefault(place.person, []).append(number)
        return held
