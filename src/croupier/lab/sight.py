"""What a player sees, as four things that a person can write down: hand, table, seen, players.

In a game in which players meet each other, ``seen`` begins with the other players still in, in the
order of their seats: as many open cards as lie on the table, then ``??`` if that player has stayed
on this street. Players who are out and have left wagers in the pot follow, each with as many cards
and ``?? ??``; which of them held which does not matter. Any other cards come last. If ``seen``
begins with ``??``, nothing is known of the other players' hands.

>>> from croupier.nouns.cards import parse_cards
>>> now = read(parse_cards("As Kd 7c"), parse_cards("9h"), parse_cards("Qd ?? 2c 4s"), players=3)
>>> now.others.open, now.others.decided, now.seen
((('Qd',), ('2c',)), (True, False), ('4s',))
>>> cards, players = written(now)
>>> " ".join(cards), players
('Qd ?? 2c 4s', 3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from croupier.mathematics.analysis import SEED, Others, Situation
from croupier.nouns.cards import UNKNOWN, Card

STAYED = 1
OUT = 2
"""How often ``??`` stands after a player's open cards."""


def known(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards without those that nobody has seen."""
    return tuple(card for card in cards if card != UNKNOWN)


def read(
    hand: Iterable[Card],
    table: Iterable[Card],
    seen: Iterable[Card],
    *,
    players: int = 1,
    seed: int = SEED,
) -> Situation:
    """Return the situation that somebody has written down.

    Cards that nobody has seen (``??``) are left out. If the other players' open cards are not all
    there, nothing is known of their hands.
    """
    own, laid, written = known(hand), known(table), tuple(seen)
    count = players - 1
    rivals = _Rivals.read(written, count, len(laid)) if count else None
    if rivals is None:
        others = Others(((),) * count, (False,) * count)
        return Situation(own, laid, known(written), others, seed=seed)
    return Situation(own, laid, rivals.seen, rivals.others, seed=seed)


def written(now: Situation) -> tuple[tuple[Card, ...], int]:
    """Return what somebody writes down for ``seen`` and ``players`` in a situation."""
    street, others = len(now.table), now.others
    out = others.left // street
    sure = all(len(cards) == street for cards in others.open)
    if not sure or others.left % street or out * street > len(now.seen):
        cards = (*(card for cards in others.open for card in cards), *now.seen)
        return (UNKNOWN, *cards), 1 + len(others.open)
    seen: list[Card] = []
    for shown, decided in zip(others.open, others.decided, strict=True):
        seen += [*shown, *[UNKNOWN] * (STAYED if decided else 0)]
    for at in range(0, out * street, street):
        seen += [*now.seen[at : at + street], *[UNKNOWN] * OUT]
    return (*seen, *now.seen[out * street :]), 1 + len(others.open) + out


def as_written(now: Situation, seed: int = SEED) -> Situation:
    """Return a situation as it is after it has been written down and read again.

    So whoever values it gives the number that anybody gets who types it in.
    """
    seen, players = written(now)
    found = read(now.hand, now.table, seen, players=players, seed=seed)
    return replace(found, stake=now.stake, coupon=now.coupon, amount=now.amount)


@dataclass(frozen=True)
class _Rivals:
    """The other players, and the cards seen besides theirs."""

    others: Others
    seen: tuple[Card, ...]

    @classmethod
    def read(cls, written: tuple[Card, ...], count: int, street: int) -> _Rivals | None:
        """Read the players and their open cards; None if some are missing."""
        shown: list[tuple[Card, ...]] = []
        decided: list[bool] = []
        gone: list[Card] = []
        left = at = 0
        for _ in range(count):
            cards = written[at : at + street]
            if len(known(cards)) != street:
                return None
            at += street
            marks = 0
            while marks < OUT and written[at + marks : at + marks + 1] == (UNKNOWN,):
                marks += 1
            at += marks
            if marks == OUT:
                gone += cards
                left += street
            else:
                shown.append(cards)
                decided.append(marks == STAYED)
        others = Others(tuple(shown), tuple(decided), left)
        return cls(others, (*gone, *known(written[at:])))
