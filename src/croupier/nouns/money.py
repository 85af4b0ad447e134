"""Money in whole cents, and odds as pairs of whole numbers.

>>> parse_money("2.50"), show_money(-350), dollars(100000)
(250, '-3.50', '$1,000')
>>> odds = Odds.parse("3 to 2")
>>> str(odds), odds.pay(1000), odds.pay(1), odds.pay(1, chip=50)
('3 to 2', 1500, 2, 50)
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache, total_ordering
from typing import Final, NewType

Cents = NewType("Cents", int)

_MONEY: Final = re.compile(r"([+-]?)(\d{1,12})(?:\.(\d+))?", re.ASCII)
_ODDS: Final = re.compile(r"(\d{1,9})(?:\s+to\s+(\d{1,9}))?", re.ASCII | re.IGNORECASE)


class MoneyError(ValueError):
    """Raised for a text that is not an amount of money, or not odds."""


def parse_money(text: object) -> Cents:
    """Return cents from dollars such as ``10`` or ``"2.50"``.

    More than two decimals and floats are refused.
    """
    if isinstance(text, bool) or not isinstance(text, str | int):
        raise MoneyError(f'{text!r} is not an amount: write dollars as "10" or "2.50"')
    match = _MONEY.fullmatch(str(text).strip().removeprefix("$"))
    if match is None:
        raise MoneyError(f'{text!r} is not an amount: write dollars as "10" or "2.50"')
    sign, whole, part = match.groups()
    if part is not None and len(part) > 2:
        raise MoneyError(f"{text!r} has more than two decimals: the smallest amount is a cent")
    cents = int(whole) * 100 + int((part or "0").ljust(2, "0"))
    return Cents(-cents if sign == "-" else cents)


@lru_cache(4096)
def show_money(cents: int) -> str:
    """Return an amount as JSON and records write it: ``"35.00"``, ``"-3.50"``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def dollars(cents: int) -> str:
    """Return an amount as people read it: ``$35``, ``$2.50``, ``-$1,000``."""
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def signed(cents: int) -> str:
    """Return what somebody won or lost: ``+$10``, ``-$5``, ``$0``."""
    return ("+" if cents > 0 else "") + dollars(cents)


def round_up(amount: Fraction, chip: int = 1) -> Cents:
    """Round up to a whole chip, because a payout may not be less than the odds (X-08)."""
    return Cents(-(-amount.numerator // (amount.denominator * chip)) * chip)


def round_down(amount: Fraction, chip: int = 1) -> Cents:
    """Round down to a whole chip, because a charge may not exceed its limit (X-08)."""
    return Cents(amount.numerator // (amount.denominator * chip) * chip)


@total_ordering
class Odds:
    """Odds: ``3 to 2`` wins three for every two staked, and the stake is returned as well."""

    __slots__ = ("_text", "stake", "win")

    def __init__(self, win: int, stake: int = 1) -> None:
        if win < 0 or stake < 1:
            raise MoneyError(f"{win} to {stake} are not odds")
        self.win = win
        self.stake = stake
        self._text = f"{win} to {stake}"

    @classmethod
    def parse(cls, text: str | int) -> Odds:
        """Read odds such as ``"3 to 2"``; a bare whole number ``5`` means ``5 to 1``."""
        if isinstance(text, str | int) and not isinstance(text, bool):
            match = _ODDS.fullmatch(str(text).strip())
            if match and int(match[2] or 1):
                return cls(int(match[1]), int(match[2] or 1))
        raise MoneyError(f'{text!r} are not odds: write them with "to", such as "3 to 2"')

    @property
    def ratio(self) -> Fraction:
        """What one unit wins, unrounded."""
        return Fraction(self.win, self.stake)

    def pay(self, amount: int, chip: int = 1) -> Cents:
        """Return the winnings on a stake, rounded up to the chip."""
        unit = self.stake * chip
        return Cents(-(-amount * self.win // unit) * chip)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Odds({self._text})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        return self.win * other.stake == other.win * self.stake

    def __lt__(self, other: Odds) -> bool:
        return self.win * other.stake < other.win * self.stake

    def __hash__(self) -> int:
        return hash(self.ratio)
