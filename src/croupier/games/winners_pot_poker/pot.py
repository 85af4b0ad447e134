"""The winner's pot: the commission, the shares, the odd cents (10(h)).

Money is in cents throughout, rounded to the house's chip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.nouns.money import round_down


@dataclass(frozen=True)
class Split:
    """How a pot is divided; the parts add up to the total."""

    dealer: int
    """The dealer's share, on which no commission is taken."""
    commission: int
    seats: dict[int, int]
    """What each winning seat is awarded, after commission."""
    odd: int = 0
    """Odd cents that go to the house (W-20)."""
    favoured: frozenset[int] = frozenset()
    """The seats whose award includes odd cents."""


def commission(house: WinnersPotHouse, base: int) -> int:
    """10(h)(2): return the percentage or the fixed amount, whichever is less, rounded down (X-08).

    If only a fixed amount is set, ten percent is the other (W-16).
    """
    percent, fixed = house.commission_percent, house.commission_fixed
    share = Fraction(10 if percent is None else percent) * base / 100
    return round_down(share if fixed is None else min(share, Fraction(fixed)), house.chip)


def divide(
    house: WinnersPotHouse, total: int, seats: Sequence[int], dealer: bool, stake: int
) -> Split:
    """Divide the pot among the best hands: those of the seats and, with ``dealer``, the dealer's.

    ``seats`` run clockwise from the button. ``stake`` is what one seat has put into the pot (W-17).
    """
    if not seats:
        return Split(total, 0, {})
    share = round_down(Fraction(total, len(seats) + 1), house.chip) if dealer else 0
    rest = total - share
    if len(seats) == 1 and not dealer:
        taken = commission(house, rest if house.W_17 == "pot" else rest - stake)
        return Split(0, taken, {seats[0]: rest - taken})
    if dealer and house.W_19 == "waive":
        return _equally(house, share, 0, rest, seats)
    if house.W_18 == "once":
        taken = commission(house, rest)
        return _equally(house, share, taken, rest - taken, seats)
    gross = _equally(house, share, 0, rest, seats)
    each = {n: commission(house, amount) for n, amount in gross.seats.items()}
    net = {n: amount - each[n] for n, amount in gross.seats.items()}
    return Split(share, sum(each.values()), net, gross.odd, gross.favoured)


def _equally(
    house: WinnersPotHouse, dealer: int, taken: int, amount: int, seats: Sequence[int]
) -> Split:
    """Divide an amount equally; odd chips go one by one to the seats from the button (W-20)."""
    each = round_down(Fraction(amount, len(seats)), house.chip)
    odd = amount - each * len(seats)
    if house.W_20 == "house":
        return Split(dealer, taken, dict.fromkeys(seats, each), odd)
    awards: dict[int, int] = {}
    left = odd
    for number in seats:
        more = min(left, house.chip)
        awards[number] = each + more
        left -= more
    return Split(dealer, taken, awards, favoured=frozenset(n for n in seats if awards[n] > each))
