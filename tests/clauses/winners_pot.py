"""Helpers for Winner's Pot Poker: whole rounds given by hands, not by the order of the deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.nouns.cards import DECK
from croupier.stage.round import Round
from tests.support import play

GAME = "winners-pot-poker"
DOC = "winners-pot-poker.ma"
CLOSE = "dealer close"
DEALER = "dealer"

NOTHING = "2c 7d 9h Js 4c"
"""Jack high."""
THIRD, FOURTH = 3, 4
"""The streets on which a player may fold."""

Place = int | str


def around(seats: Iterable[int], button: Place) -> list[Place]:
    """Return the places after the button, clockwise, by the plain words of 7(d)."""
    ring: list[Place] = [*sorted(seats), DEALER]
    at = ring.index(button) + 1
    return ring[at:] + ring[:at]


def deck(
    hands: Mapping[int, str],
    dealer: str = NOTHING,
    *,
    folds: Mapping[int, int] | None = None,
    button: Place = DEALER,
    packets: bool = False,
) -> str:
    """Return the cards in dealing order.

    Burns are cards that nobody holds. A hand gets no more cards after it has folded. A hand of two
    or three cards is dead after them.
    """
    cards: dict[Place, list[str]] = {n: hand.split() for n, hand in hands.items()}
    cards[DEALER] = dealer.split()
    held = {card for hand in cards.values() for card in hand}
    burns = (card for card in DECK if card not in held)
    order = around(hands, button)
    out: list[str] = [next(burns)]
    if packets:
        out += [card for place in order for card in cards[place][:3]]
    else:
        out += [
            cards[place][street]
            for street in range(3)
            for place in order
            if len(cards[place]) > street
        ]
    if order[0] == DEALER:
        order = [*order[1:], DEALER]  # later streets start with a player
    out_at = {**(folds or {})}
    for street in (THIRD, FOURTH):
        left = [
            p
            for p in order
            if len(cards[p]) > street and (p == DEALER or out_at.get(int(p), 9) > street)
        ]
        if left == [DEALER]:
            break
        out += [next(burns), *(cards[place][street] for place in left)]
    return " ".join(out)


def antes(*seats: int) -> list[str]:
    return [f"{n} wager ante" for n in seats]


def decisions(
    seats: Iterable[int], folds: Mapping[int, int] | None = None, button: Place = DEALER
) -> list[str]:
    """Return everybody's decisions in turn: bet and double, or fold on the street named."""
    out_at = folds or {}
    order = [int(place) for place in around(seats, button) if place != DEALER]
    third = [f"{n} {'fold' if out_at.get(n) == THIRD else 'bet'}" for n in order]
    stayed = [n for n in order if out_at.get(n) != THIRD]
    return third + [f"{n} {'fold' if out_at.get(n) == FOURTH else 'double'}" for n in stayed]


def contest(
    hands: Mapping[int, str],
    dealer: str = NOTHING,
    *,
    folds: Mapping[int, int] | None = None,
    jacks: Mapping[int, str] | None = None,
    button: Place = DEALER,
    packets: bool = False,
    options: Mapping[str, Any] | None = None,
    **situation: Any,
) -> Round:
    """Play a round to its end, with antes of $5 unless the house says otherwise."""
    return play(
        GAME,
        deck(hands, dealer, folds=folds, button=button, packets=packets),
        *antes(*hands),
        *(f"{n} wager jacks-plus {amount}" for n, amount in (jacks or {}).items()),
        CLOSE,
        *decisions(hands, folds, button),
        seats=dict.fromkeys(hands, 10_000_000),
        options=options,
        button=button,
        **situation,
    )
