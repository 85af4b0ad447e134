"""What the floor decides about private tables, and how a house is measured against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules.house import House
from croupier.stage.actions import Refusal

MOST_MINUTES: Final = 24 * 60
MOST_TABLES: Final = 10_000
MOST_EACH: Final = 100
MOST_CENTS: Final = 99_999_999_999


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """The policy on private tables. Whoever is refused by it is told which part of it."""

    allowed: bool = True
    """Whether private tables may be opened."""
    per_host: Annotated[int, Meta(ge=1, le=MOST_EACH)] = 3
    """How many tables one host may have open."""
    in_all: Annotated[int, Meta(ge=0, le=MOST_TABLES)] = 200
    """How many may be open in the whole house."""
    maximum: Annotated[int, Meta(ge=1, le=MOST_CENTS)] = 100_000
    """The highest limit of any wager, in cents."""
    minutes: Annotated[float, Meta(gt=0, le=MOST_MINUTES)] = 15.0
    """How long a table without people stays open."""
    company: bool = True
    """Whether house players may keep them company."""
    games: list[str] | None = None
    """The games that may be played; None for all of them."""

    def need_game(self, game: str, title: str) -> None:
        """Refuse a table of a game that is not allowed, or any table if none is."""
        if not self.allowed:
            raise _against("private tables are not open at present")
        if self.games is not None and game not in self.games:
            raise _against(f"{title} is not played at private tables")

    def beyond(self, house: House) -> Iterator[tuple[str, str]]:
        """The limits of a house above the highest that is allowed: each key, and what is wrong."""
        for key, option in house.options.items():
            amount = house.values[key] if option.posted else None
            if amount is not None and amount > self.maximum:
                most = dollars(self.maximum)
                yield key, f"is {dollars(amount)}, and a private table goes to {most} at most"

    def need_limits(self, house: House) -> None:
        """Refuse a house with a limit above the highest that is allowed."""
        for key, words in self.beyond(house):
            raise _against(f"{key} {words}")

    def need_company(self, players: int) -> None:
        """Refuse house players where they are not allowed."""
        if players and not self.company:
            raise _against("private tables have no house players at present")


def _against(message: str) -> Refusal:
    return Refusal(Reason(f"{message} (the floor's policy)"))
