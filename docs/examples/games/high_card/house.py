"""What the house may choose at a High Card table: an attribute is a key of the house file."""

from __future__ import annotations

from typing import Final

from croupier.rules import options as key
from croupier.rules.house import House
from croupier.rules.options import limits_agree


class HighCardHouse(House):
    """The keys of a High Card house file."""

    minimum: int = key.minimum()
    maximum: int = key.maximum()
    increment: int = key.increment()
    seats: int = key.seats(7, most=50)
    chip: int = key.chip()
    timeout: int = key.timeout()
    seat_kept: int = key.seat_kept()
    advice: bool = key.advice()
    positions_per_player: int = key.positions_per_player(None, "H-01")

    checks = (limits_agree,)


HOUSE: Final = HighCardHouse
