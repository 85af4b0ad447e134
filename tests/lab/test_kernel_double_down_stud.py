"""Double Down Stud's kernel is its script's twin, round by round."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from tests.lab.twin import (
    ENOUGH,
    Case,
    Dealing,
    compare,
    dealt,
    kernel_nets,
    nets_of,
    script_nets,
    seated,
    speaker,
    stacked,
)
from tests.sizes import sized

from croupier.games.double_down_stud.mathematics.odds import ANALYSIS, doubled
from croupier.lab.simulate_job import Job
from croupier.nouns.money import show_money

GAME = "double-down-stud"
ALL = ANALYSIS.strategies
CASES = [
    Case(45_000),
    Case(10_000, ALL),
    Case(10_000, ALL, {"dealing": "shuffler", "second_deck": True, "chip": "0.50"}, stake=550),
    Case(10_000, ALL, {"cut": True, "payouts.hand.pair-of-jacks-or-better": "3 to 2"}, stake=1050),
    Case(10_000, ALL[:2], {"payout_limit": "100000", "maximum": "60000"}, stake=5_500_000),
    Case(
        10_000,
        ALL[1:],
        {"payout_limit": "100000", "maximum": "60000", "rulings.S-16": "wager"},
        stake=5_500_000,
    ),
    Case(
        4_000, ("optimal",) * 7, {"payouts.hand.flush": "17 to 2", "increment": "0.01"}, stake=501
    ),
    Case(1_000, (*ALL, *ALL), {"seats": 12}),
    Case(250, ("optimal",) * 47, {"seats": 47, "dealing": "shuffler"}),
]


def check(job: Job, rounds: list[list[int]], nets: Iterable[list[int]]) -> None:
    """Play the rounds by the script and compare."""
    table, say, decide = (
        seated(job, shuffle=list),
        speaker(GAME),
        [doubled(job.setting, name) for name in job.strategies],
    )
    stake = show_money(job.stake)
    numbers = range(1, job.seats + 1)
    opening = [*(say(f"{seat} wager original {stake}") for seat in numbers), say("dealer close")]
    for number, (cards, kernel) in enumerate(zip(rounds, nets, strict=True)):
        *own, hole, one, two, three = cards
        places = {f"seat {seat}": [card] for seat, card in enumerate(own, 1)}
        dealing = Dealing(table, {**places, "hole": [hole], "open": [one, two, three]})
        dealing.act(opening)
        for seat, (card, plan) in enumerate(zip(own, decide, strict=True), 1):
            known = (card, one, two, three)
            ranks = tuple(sorted(n >> 2 for n in known))
            suited = len({n & 3 for n in known}) == 1
            dealing.act(
                [say(f"{seat} double {stake}" if (ranks, suited) in plan else f"{seat} pass")]
            )
        compare(job, number, cards, kernel, script_nets(dealing.round))


def compared(job: Job, rounds: int) -> None:
    """Assert that every seat wins the same by kernel and script, in N rounds."""
    check(job, dealt(job, rounds), kernel_nets(job, rounds))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_wins_what_the_script_says(case: Case) -> None:
    compared(case.job(GAME), sized(case.rounds))


@pytest.mark.parametrize("case", CASES[:6], ids=str)
def test_great_hands_win_what_the_script_says(case: Case) -> None:
    job = case.job(GAME)
    rounds = stacked(job, 300)
    check(job, rounds, nets_of(job, rounds))


def test_the_cases_are_enough() -> None:
    assert sum(case.rounds for case in CASES) >= ENOUGH
