"""Words for chances, hands and differences, in the reasons that games give for a best choice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.mathematics.analysis import Choice, Estimate, Value, is_certain, less
from croupier.nouns.cards import RANK_NAMES, VALUE, Card
from croupier.nouns.hands import Category, rank_hand
from croupier.nouns.money import dollars

_COUNTS: Final = {3: "three", 4: "four"}
_ACE: Final = max(VALUE.values())


def in_hundred(share: Fraction | float, digits: int = 0) -> str:
    """Return a chance as people say it.

    >>> in_hundred(Fraction(5, 7)), in_hundred(Fraction(1, 900)), in_hundred(Fraction(899, 900))
    ('71 in 100', 'fewer than 1 in 100', 'more than 99 in 100')
    """
    rounded = f"{float(100 * share):.{digits}f}"
    if float(rounded) == 0 and share > 0:
        return "fewer than 1 in 100"
    if float(rounded) == 100 and share < 1:
        return "more than 99 in 100"
    return f"{rounded} in 100"


def told_apart(one: Fraction | float, other: Fraction | float) -> tuple[str, str]:
    """Return two chances in a hundred, with a digit or two more if they are close.

    >>> told_apart(Fraction(1, 3), Fraction(2, 3)), told_apart(Fraction(1, 3), Fraction(331, 1000))
    (('33 in 100', '67 in 100'), ('33.3 in 100', '33.1 in 100'))
    """
    for digits in range(3):
        told = in_hundred(one, digits), in_hundred(other, digits)
        if one == other or told[0] != told[1]:
            break
    return told


def one_in(share: Fraction) -> str:
    """Return a chance as a small fraction, or else in a hundred.

    >>> one_in(Fraction(1, 2)), one_in(Fraction(1, 6)), one_in(Fraction(100, 253))
    ('half', '1 in 6', '40 in 100')
    """
    if share == Fraction(1, 2):
        return "half"
    small = share.denominator <= 20
    return f"{share.numerator} in {share.denominator}" if small else in_hundred(share)


def percent(share: Fraction) -> str:
    """Return a chance in percent: exactly if it is a whole number, otherwise as ``about 9 %``.

    >>> percent(Fraction(28, 310)), percent(Fraction(1, 2)), percent(Fraction(154, 309))
    ('about 9 %', '50 %', 'about 49.8 %')
    """
    value = 100 * share
    if value.denominator == 1:
        return f"{value} %"
    digits = 0 if 1 <= value <= 99 and abs(value - 50) >= 1 else 1
    return f"about {float(value):.{digits}f} %"


def listed(parts: Sequence[str]) -> str:
    """Return parts as a sentence lists them.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def amount(first_wagers: Fraction | float, stake: int) -> str:
    """Return first wagers in dollars without a sign, to the cent.

    A float is not exact: from ten dollars, it is told to the dollar.

    >>> amount(Fraction(-1, 3), 1000), amount(Fraction(1, 9000), 1000), amount(5.3333, 1000)
    ('$3.33', 'less than a cent', '$53')
    """
    cents = first_wagers * stake if first_wagers > 0 else -first_wagers * stake
    rounded = int(cents + Fraction(1, 2))
    if isinstance(cents, float) and cents >= 1000:
        rounded = 100 * round(cents / 100)
    return "less than a cent" if rounded == 0 and cents > 0 else dollars(rounded)


def difference(one: Value, other: Value) -> Fraction | float:
    """Return how much more one choice is worth than another, in first wagers.

    >>> difference(Fraction(1, 2), Fraction(-1))
    Fraction(3, 2)
    """
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one - other
    return float(one) - float(other)


def better(best: Choice, other: Choice, than: str, stake: int) -> str:
    """Return how much better the best choice is on average than another one.

    An estimate that differs by less than two standard errors is told as about as good.

    >>> better(Choice("stay", Fraction(0)), Choice("go", Fraction(-1)), "going", 500)
    '$5 better than going'
    >>> better(Choice("stay", Estimate(-0.99, 0.01)), Choice("go", Fraction(-1)), "going", 500)
    'about as good as going'
    """
    more = less(best.value, other.value)
    about = "about " if isinstance(more, Estimate) else ""
    if not is_certain(more):
        return f"{about}as good as {than}"
    return f"{about}{amount(difference(best.value, other.value), stake)} better than {than}"


def rank_of(card: Card) -> str:
    """Return a card's rank: ``9``, ``queen``."""
    return RANK_NAMES[VALUE[card]]


def held(cards: Sequence[Card]) -> str:
    """Return what two to four cards are so far, with three or more of a straight or a flush.

    >>> held(["Kd", "Kc", "7s"]), held(["Kd", "8d", "7d", "2d"]), held(["Ad", "2d", "3c"])
    ('a pair of kings', 'four cards of a flush, king high', 'three cards of a straight, ace high')
    """
    hand = rank_hand(cards)
    words = hand.describe()
    if hand.category > Category.PAIR:
        return words
    if hand.category == Category.PAIR:
        return f"a {words}"
    high, *_, low = hand.ranks
    wheel = high == _ACE and hand.ranks[1] <= 5
    drawn = [
        name
        for name, draws in (
            ("straight", high - low <= 4 or wheel),
            ("flush", len({card[1] for card in cards}) == 1),
        )
        if draws and len(cards) > 2
    ]
    return f"{_COUNTS[len(cards)]} cards of a {' '.join(drawn)}, {words}" if drawn else words
