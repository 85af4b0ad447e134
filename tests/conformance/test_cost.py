"""What a sentence costs: every offer that stakes a fixed amount says how much."""

from __future__ import annotations

from random import Random
from typing import Any

from croupier.nouns.money import parse_money, show_money
from croupier.stage.actions import Amount, Offer
from croupier.stage.layout import Layout
from croupier.stage.round import Round, priced_offer
from tests.conformance.found import every_game
from tests.conformance.tables import (
    LONGEST,
    Seating,
    anything_legal,
    at,
    seatings,
    spoken,
    watching,
)


class Purse:
    """What a seat spends, step by step; what it is paid meanwhile does not count."""

    def __init__(self) -> None:
        self.seat: Any = None
        self.spent = self._held = 0

    def open(self, round: Round, number: int) -> None:
        self.seat = round.layout.seats[number]
        self.spent, self._held = 0, self.seat.bankroll

    def look(self, layout: Layout, step: Any) -> None:
        if self.seat is not None and self.seat in layout.seats.values():
            self.spent += max(0, self._held - self.seat.bankroll)
            self._held = self.seat.bankroll


def some_offer(random: Random, round: Round) -> Offer | None:
    """Return something that a seat may say, preferably without an amount to choose."""
    offers = [o for n in round.layout.seats for o in round.legal(n)]
    priced = [offer for offer in offers if not chosen_amount(offer)]
    return random.choice(priced or offers) if offers else None


def chosen_amount(offer: Offer) -> bool:
    return any(isinstance(part, Amount) for part in offer.args)


@every_game
def test_a_seat_pays_exactly_what_its_sentence_says_it_costs(game: str) -> None:
    purse, said = Purse(), 0
    with watching(purse.look):
        for seating in seatings(game, 30, "cost"):
            with at(seating):
                for round in seating.rounds(2):
                    said += _paid(seating, round, purse)
    assert said > 100


def _paid(seating: Seating, round: Round, purse: Purse) -> int:
    random, said = seating.random("cost"), 0
    for _ in range(LONGEST):
        if round.over:
            break
        offer = some_offer(random, round) if random.random() < 0.5 else None
        if offer is None:
            purse.seat = None
            seating.act(round, anything_legal(random, round))
            continue
        cost = priced_offer(offer).get("cost")
        purse.open(round, int(offer.actor))
        seating.act(round, spoken(random, offer))
        if chosen_amount(offer):
            assert cost is None, f"{offer} has a price, and an amount to choose"
        else:
            spent = show_money(purse.spent) if purse.spent else None
            assert cost == spent, f"{offer} costs {cost}, and took {spent}"
            assert cost is None or parse_money(cost) > 0
            said += 1
    return said
