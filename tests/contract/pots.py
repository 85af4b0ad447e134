"""Helpers for Winner's Pot Poker: rounds given by the hands that meet in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bench import Bench

POT = Bench("winners-pot-poker")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def reading(**readings: str) -> dict[str, Any]:
    """Turn ``reading(W_18="per-player")`` into keys of a house."""
    return {f"rulings.{name.replace('_', '-')}": value for name, value in readings.items()}


def stacked(hands: Mapping[int | str, str]) -> str:
    """Return cards that deal these hands in seat order, then to the dealer, who has the button.

    Hands of three or four cards have folded by then. Burns are cards that nobody holds.
    """
    held = {place: cards.split() for place, cards in hands.items()}
    burns = (card for card in DECK if all(card not in cards for cards in held.values()))
    order = [next(burns), *(cards[i] for i in range(3) for cards in held.values())]
    for i in (3, 4):
        order += [next(burns), *(cards[i] for cards in held.values() if len(cards) > i)]
    return " ".join(order)


def script(hands: Mapping[int | str, str], side: Mapping[int, str] | None = None) -> list[str]:
    """Return the actions: everybody antes, and hands of fewer than five cards fold in time."""
    held = {place: len(cards.split()) for place, cards in hands.items() if place != "dealer"}
    said = [f"{n} wager ante" for n in held]
    said += [f"{n} wager jacks-plus {amount}" for n, amount in (side or {}).items()]
    said += ["dealer close", *(f"{n} {'bet' if held[n] > 3 else 'fold'}" for n in held)]
    return said + [f"{n} {'double' if held[n] > 4 else 'fold'}" for n in held if held[n] > 3]


def contest(
    hands: Mapping[int | str, str], side: Mapping[int, str] | None = None, **house: Any
) -> dict[str, Any]:
    """Return the document of a round in which these hands meet."""
    result = POT.run(stacked(hands), script(hands, side), house=house, seats=6)
    assert result.code == 0, result.err
    return result.document


def nets(document: Mapping[str, Any]) -> str:
    """Return ``+25 -10 | -15``: the nets of the seats that wagered, then of the house."""
    seats = [seat["net"] for seat in document["seats"].values() if seat["wagers"]]
    return f"{' '.join(seats)} | {document['house']['net']}"


def seen(document: Mapping[str, Any]) -> set[str]:
    """Return every card that a document shows."""
    cards = [c for e in document["events"] for c in (e.get("card"), *(e.get("cards") or ()))]
    return {card for card in cards if card and card != "??"}


ANTES = "1 wager ante; 2 wager ante; 3 wager ante; "
CLOSED = ANTES + "dealer close; "
BETS = "1 bet; 2 bet; 3 bet; "
DOUBLES = "1 double; 2 double; 3 double; "

# Seat 1 has As Ad 5h, seat 2 Kd 9c 6d, seat 3 Qh 7d 8s, the dealer 3c 4s 9s. Then Th is burned and
# 2d 3h 4h Jc are dealt, 5c is burned and 6c 7c 8c Tc are dealt. Seat 1 has aces, seat 3 eights.
CARDS = "2c As Kd Qh 3c Ad 9c 7d 4s 5h 6d 8s 9s Th 2d 3h 4h Jc 5c 6c 7c 8c Tc Qc Kc Ac 3d 4d 5d"
FIRST = CLOSED.replace("dealer", "1 wager jacks-plus 5; dealer")
