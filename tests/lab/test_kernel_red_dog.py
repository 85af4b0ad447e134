"""Red Dog's kernel is its script's twin, round by round through whole shoes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest
from tests.lab.twin import ENOUGH, Case, compare, kernel_nets, script_nets, seated, speaker
from tests.sizes import sized

from croupier.games.red_dog.mathematics.odds import payouts, raises
from croupier.games.red_dog.mathematics.solver import Shoe, situation
from croupier.lab.simulate_job import Job, prepared
from croupier.lab.streams import shuffle, stream
from croupier.mathematics.kernels import Shoes
from croupier.nouns.cards import DECK, Card, without
from croupier.nouns.money import show_money

GAME = "red-dog"
FOUR = ("optimal", "never-raise", "always-raise", "counting")
CASES = [
    Case(30_000),
    Case(10_000, FOUR),
    Case(10_000, (*FOUR, "card"), {"decks": 1}, stake=1050),
    Case(8_000, FOUR, {"decks": 2, "rulings.R-08": "reshuffle-now"}),
    Case(8_000, FOUR, {"decks": 1, "rulings.R-08": "reshuffle-now", "marker_from_back": "0.3"}),
    Case(8_000, FOUR, {"dealing": "continuous", "decks": 3}),
    Case(8_000, FOUR, {"shuffle_after_round": "always", "decks": 8}),
    Case(
        8_000,
        FOUR,
        {"marker_from_back": "0.2", "payouts.spread.1": "11 to 2", "chip": "0.50"},
        550,
    ),
    Case(6_000, ("optimal",) * 7, {"payouts.spread.3": "5 to 2", "increment": "0.25"}, 725),
    Case(
        6_000,
        ("counting", "optimal"),
        {
            "rulings.R-14": "enhanceable",
            "payouts.three-of-a-kind": "25 to 2",
            "minimum": "0.25",
            "increment": "0.05",
            "decks": 1,
        },
        35,
    ),
]


def shoes(job: Job, each: int = 16) -> Iterator[list[Card]]:
    """Yield the shoes that the kernel deals, with the cards behind the last round at the end."""
    source = prepared(job).source
    assert isinstance(source, Shoes)
    cards = np.empty((each, source.cards), np.uint8)
    first = 0
    while True:
        shuffle(stream(job.seed, 0), first, source.decks, cards)
        for row in cards.tolist():
            order = [DECK[n] for n in row]
            yield [*order, *without(list(DECK) * source.decks, order)]
        first += each


def deciders(job: Job) -> list[Callable[[list[Card], list[Card]], bool]]:
    """Return for each seat whether it raises, given two cards and those seen since the shuffle."""
    decks = job.setting.house["decks"]
    pays = payouts(job.setting)

    def gain(seen: list[Card], ranks: tuple[int, int]) -> bool:
        return situation(Shoe.of(decks, seen), *ranks, pays).passing > 0

    @cache
    def plain(strategy: str, ranks: tuple[int, int]) -> bool:
        left = Shoe.of(decks).without(*ranks)
        now = situation(left, *ranks, pays)
        return now.spread > 0 and raises(job.setting, strategy)(now)

    def decider(strategy: str) -> Callable[[list[Card], list[Card]], bool]:
        def decide(two: list[Card], before: list[Card]) -> bool:
            ranks = DECK.index(two[0]) // 4, DECK.index(two[1]) // 4
            return gain(before + two, ranks) if strategy == "counting" else plain(strategy, ranks)

        return decide

    return [decider(strategy) for strategy in job.strategies]


def compared(job: Job, rounds: int) -> None:
    """Assert that every seat wins the same by kernel and script, in N rounds."""
    order = shoes(job)
    table = seated(job, shuffle=lambda pack: next(order))
    say, decide = speaker(GAME), deciders(job)
    stake = show_money(job.stake)
    seen: list[Card] = []
    for number, kernel in enumerate(kernel_nets(job, rounds)):
        made = table.shoes
        round = table.begin()
        if table.shoes != made:
            seen = []
        for seat in range(1, job.seats + 1):
            round.act(say(f"{seat} wager original {stake}"))
        round.act(say("dealer close"))
        if not round.over:
            two = [*round.layout.cards_at("left"), *round.layout.cards_at("right")]
            for seat, raises in enumerate(decide, 1):
                round.act(say(f"{seat} raise {stake}" if raises(two, seen) else f"{seat} pass"))
        burns = sum(event.kind == "burn" for event in round.events)
        seen += round.cards[burns:]
        compare(job, number, [DECK.index(card) for card in round.cards], kernel, script_nets(round))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_wins_what_the_script_says(case: Case) -> None:
    compared(case.job(GAME), sized(case.rounds))


def test_the_cases_are_enough() -> None:
    assert sum(case.rounds for case in CASES) >= ENOUGH
