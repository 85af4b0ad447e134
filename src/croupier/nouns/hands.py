"""Hand rankings: five cards, short hands of two to four, and the three cards of a side wager.

The better hand is the greater one when hands are compared; suits never break a tie.

>>> from croupier.nouns.cards import parse_cards
>>> rank_hand(parse_cards("Kd 5h Kc 5s Kh")).describe()
'full house, kings full of fives'
>>> wheel = rank_hand(parse_cards("Ac 2d 3h 4s 5c"))
>>> wheel.describe(), wheel < rank_hand(parse_cards("2c 3d 4h 5s 6c"))
('straight, five high', True)
>>> rank_three(parse_cards("Ah 2c 3d")).slug
'straight'
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Final, Literal, NamedTuple

from croupier.nouns.cards import DECK, INDEX, RANK_NAMES, VALUE, Card, CardError

Comparison = Literal["standard", "top-card-only", "category-only"]
"""How hands of one category compare in Double Cross Poker (finding D-03, with D-04)."""
LowAce = Literal["counts", "does-not-count"]
"""Whether A-2-3 is a three-card straight (finding D-07)."""
SuitedKingAceTwo = Literal["flush", "straight-flush"]
"""What K-A-2 of one suit counts as in three cards (finding D-08)."""
Unsuited = Literal["not-all-same", "all-different"]
"""Which suits make a three-card straight "unsuited" (finding D-09)."""

Key = tuple["Category", tuple[int, ...]]


class _Kind(IntEnum):
    @functools.cached_property
    def slug(self) -> str:
        """The name in house files, records and JSON."""
        return self.name.lower().replace("_", "-")

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Category(_Kind):
    """The categories of hands; the better is the greater.

    >>> Category.FLUSH > Category.STRAIGHT, Category.TWO_PAIR.slug, str(Category.TWO_PAIR)
    (True, 'two-pair', 'two pair')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class ThreeCard(_Kind):
    """The categories of Double Cross Poker's three-card wager; the better is the greater."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """A ranked hand: ``==`` is a tie, ``>`` beats.

    ``key`` is the category and the ranks that decide within it, 2 to 14: groups before kickers,
    each from the highest down. A straight has only its highest card.

    >>> hand = rank_hand(("Jc", "9d", "Jh", "3s", "Ac"))
    >>> hand.category.slug, hand.ranks
    ('pair', (11, 14, 9, 3))
    """

    key: Key
    cards: tuple[Card, ...] = field(compare=False)

    @property
    def category(self) -> Category:
        """The category, which decides before the ranks do."""
        return self.key[0]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks that decide between hands of one category, the most important first."""
        return self.key[1]

    def describe(self, depth: int = 0) -> str:
        """Return the hand in words: ``pair of jacks``, ``two pair, aces and tens``.

        At least ``depth`` of its ranks are named, as many as decide against another hand.

        >>> rank_hand(("Jc", "9d", "Jh", "3s", "Ac")).describe(3)
        'pair of jacks, ace and nine kickers'
        >>> rank_hand(("Ac", "Qd", "9h", "5s", "4c")).describe(5)
        'ace, queen, nine, five, four high'
        """
        category, ranks = self.key
        words = [_WORDS[rank] for rank in ranks]
        if category in _BY_HIGH_CARDS:
            return _PHRASES[category](", ".join(words[: max(depth, 1)]))
        named = _PHRASES[category](*words)
        *others, last = words[_NAMED.get(category, 1) : depth] or [""]
        if not last:
            return named
        kickers = f"{', '.join(others)} and {last} kickers" if others else f"{last} kicker"
        return f"{named}, {kickers}"


_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORDS: Final = RANK_NAMES | dict(enumerate(_NUMBERS, start=2))


def _plural(rank: str) -> str:
    return rank + ("es" if rank == "six" else "s")


_BY_HIGH_CARDS: Final = (Category.HIGH_CARD, Category.FLUSH)
"""Categories in which every card may decide, from the highest down."""
_NAMED: Final = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
"""How many ranks the name of a category has, if more than one; the others are kickers."""
_PHRASES: Final[dict[Category, Callable[..., str]]] = {
    Category.HIGH_CARD: lambda top, *_: f"{top} high",
    Category.PAIR: lambda pair, *_: f"pair of {_plural(pair)}",
    Category.TWO_PAIR: lambda high, low, *_: f"two pair, {_plural(high)} and {_plural(low)}",
    Category.THREE_OF_A_KIND: lambda trips, *_: f"three of a kind, {_plural(trips)}",
    Category.STRAIGHT: lambda top: f"straight, {top} high",
    Category.FLUSH: lambda top, *_: f"flush, {top} high",
    Category.FULL_HOUSE: lambda of, by: f"full house, {_plural(of)} full of {_plural(by)}",
    Category.FOUR_OF_A_KIND: lambda quads, *_: f"four of a kind, {_plural(quads)}",
    Category.STRAIGHT_FLUSH: lambda top: f"straight flush, {top} high",
    Category.ROYAL_FLUSH: lambda _: "royal flush",
}

_GROUPS: Final = {
    (2, 1): Category.PAIR,
    (2, 2): Category.TWO_PAIR,
    (3, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}
_ACE: Final = 14
_KING: Final = 13
_WHEEL: Final = (_ACE, 5, 4, 3, 2)

# A hand is represented by one number. The low bits are its ranks as judge() reads them, the high
# bits the number of cards of each suit, three bits per suit.
_SUIT_SHIFT: Final = 32
_RANK_MASK: Final = (1 << _SUIT_SHIFT) - 1
_WEIGHT: Final[dict[Card, int]] = {
    card: 5 ** (INDEX[card] // 4) + (1 << _SUIT_SHIFT + 3 * (INDEX[card] % 4)) for card in DECK
}
_FIVE_SUITED: Final = frozenset(5 << 3 * suit for suit in range(4))


def rank_hand(cards: Sequence[Card]) -> Hand:
    """Rank two to five cards of one deck.

    Straights, flushes and full houses need five cards. Shorter hands can be pairs, two pair, three
    and four of a kind (finding W-13), and are compared with hands of the same length.

    >>> rank_hand(("Jc", "4d", "Jh")).describe()
    'pair of jacks'
    """
    try:
        total = sum(map(_WEIGHT.__getitem__, cards))
    except KeyError as unknown:
        raise CardError(f"{unknown.args[0]!r} cannot be ranked: it is not a known card") from None
    hand = tuple(cards)
    if not 2 <= len(hand) <= 5:
        raise CardError(f"a hand is ranked from two to five cards, not {len(hand)}")
    if len(set(hand)) < len(hand):
        raise CardError(f"a card occurs twice in {' '.join(hand)}: hands come from one deck")
    return Hand(judge(total & _RANK_MASK, total >> _SUIT_SHIFT in _FIVE_SUITED), hand)


@cache
def judge(rank_number: int, flush: bool) -> Key:
    """Return the key of a hand, from its ranks and whether five cards share a suit.

    The ranks are a number in base five: each digit counts the copies of a rank, from the deuce up.
    The result is cached, because hands repeat.
    """
    copies: dict[int, int] = {}
    for rank in range(2, 15):
        rank_number, copies[rank] = divmod(rank_number, 5)
    ranks = tuple(sorted(filter(copies.get, copies), key=lambda r: (copies[r], r), reverse=True))
    largest, second = sorted(copies.values(), reverse=True)[:2]
    if len(ranks) == 5:
        straight = ranks == _WHEEL or ranks[0] - ranks[4] == 4
        if straight:
            ranks = ranks[1:2] if ranks == _WHEEL else ranks[:1]
        if straight and flush:
            royal = ranks == (_ACE,)
            return (Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH), ranks
        if flush:
            return Category.FLUSH, ranks
        if straight:
            return Category.STRAIGHT, ranks
    return _GROUPS.get((largest, max(second, 1)), Category.HIGH_CARD), ranks


_DECIDING_RANKS: Final[dict[Comparison, tuple[int, int]]] = {
    "standard": (5, 5),
    "top-card-only": (1, 5),
    "category-only": (1, 0),
}


def comparison_key(hand: Hand, reading: Comparison = "standard") -> Key:
    """Return the key to compare hands by, under a reading of the missing tie-break (finding D-03).

    ``standard`` is poker. ``top-card-only`` compares high-card hands by their highest card only.
    ``category-only`` does the same, and lets all other hands of one category tie.

    >>> strong = rank_hand(("Ac", "Kd", "9h", "3s", "2c"))
    >>> weak = rank_hand(("As", "9d", "8h", "3c", "2d"))
    >>> comparison_key(strong) > comparison_key(weak)
    True
    >>> comparison_key(strong, "top-card-only") == comparison_key(weak, "top-card-only")
    True
    """
    category, ranks = hand.key
    high_card, others = _DECIDING_RANKS[reading]
    return category, ranks[: others if category else high_card]


class Told(NamedTuple):
    """A hand for people: the name of its category, and as many words as it takes."""

    hand: str
    words: str


def in_words(
    hands: Mapping[str, Hand], reading: Comparison = "standard", *, compared: bool = True
) -> dict[str, Told]:
    """Return hands in words, with the cards that decide between those that were compared.

    Hands of one category are told down to the first rank in which they differ, and equal hands to
    the last rank that counts, under the same readings as in :func:`comparison_key`.

    >>> mine, theirs = rank_hand(("Kc", "Kd", "Ah", "9s", "2c")), rank_hand(("Kh", "Ks", "Qh"))
    >>> [told.words for told in in_words({"1": mine, "dealer": theirs}).values()]
    ['pair of kings, ace kicker', 'pair of kings, queen kicker']
    """
    keys = {place: comparison_key(hand, reading) for place, hand in hands.items()}
    told = {}
    for place, hand in hands.items():
        category, ranks = keys[place]
        against = [
            other for rival, (kind, other) in keys.items() if rival != place and kind is category
        ]
        depth = max((_deciding(ranks, other) for other in against), default=0) if compared else 0
        told[place] = Told(category.slug, hand.describe(depth))
    return told


def _deciding(ranks: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Return how many ranks must be named to see which of two hands is better, or that none is."""
    for number, (mine, theirs) in enumerate(zip(ranks, other, strict=False), 1):
        if mine != theirs:
            return number
    return len(ranks)


def rank_three(
    cards: Sequence[Card],
    *,
    low_ace: LowAce = "counts",
    suited_king_ace_two: SuitedKingAceTwo = "flush",
    unsuited: Unsuited = "not-all-same",
) -> ThreeCard:
    """Rank three cards for Double Cross Poker's three-card wager, under the chosen readings.

    K-A-2 is never a straight. Whether it may be a straight flush is a separate reading (D-08).

    >>> rank_three(("Kh", "Ah", "2h")).slug
    'flush'
    >>> rank_three(("Kh", "Ah", "2h"), suited_king_ace_two="straight-flush").slug
    'straight-flush'
    >>> rank_three(("5h", "6h", "7c"), unsuited="all-different").slug
    'high-card'
    """
    if len(set(cards)) != 3 or not VALUE.keys() >= set(cards):
        raise CardError(f"a three-card hand has three known cards, not {' '.join(cards) or 'none'}")
    high, middle, low = sorted((VALUE[card] for card in cards), reverse=True)
    suits = len({card[1] for card in cards})
    if high == low:
        return ThreeCard.THREE_OF_A_KIND
    if middle in (high, low):
        return ThreeCard.PAIR
    run = high - low == 2 or ((high, middle, low) == (_ACE, 3, 2) and low_ace == "counts")
    if suits == 1:
        wrap = (high, middle, low) == (_ACE, _KING, 2) and suited_king_ace_two == "straight-flush"
        return ThreeCard.STRAIGHT_FLUSH if run or wrap else ThreeCard.FLUSH
    if run and (suits == 3 or unsuited == "not-all-same"):
        return ThreeCard.STRAIGHT
    return ThreeCard.HIGH_CARD
