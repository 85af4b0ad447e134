"""Winner's Pot Poker's kernel is its script's twin: streets, button, pots and bonus."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
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

from croupier.games.winners_pot_poker.mathematics.odds import solution
from croupier.games.winners_pot_poker.mathematics.solver import Solution
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.games.winners_pot_poker.rotation import seats_from
from croupier.lab.simulate_job import Job
from croupier.nouns.money import show_money
from croupier.stage.actions import DEALER

GAME = "winners-pot-poker"
BOTH = ("optimal", "never-fold")
CASES = [
    Case(56_000),
    Case(10_000, side=100),
    Case(8_000, BOTH, {"commission.percent": "7.5", "ante": "3.37"}, stake=337, side=250),
    Case(
        6_000,
        BOTH,
        {"dealing": "automated-shoe", "rulings.W-01": "far-left", "commission.fixed": "2"},
    ),
    Case(
        6_000,
        BOTH,
        {
            "dealing": "hand",
            "second_deck": True,
            "rulings.W-02": "first-position",
            "rulings.X-22": "literal",
            "ante": "0.33",
        },
        stake=33,
        side=100,
    ),
    Case(
        5_000,
        ("never-fold",) * 3,
        {
            "rulings.W-17": "winnings",
            "rulings.W-18": "per-player",
            "rulings.W-20": "house",
            "ante": "1.01",
        },
        stake=101,
    ),
    Case(
        5_000,
        ("optimal", *BOTH),
        {"rulings.W-19": "waive", "ante": "1", "chip": "0.25", "rulings.W-13": "lose"},
        stake=100,
        side=100,
    ),
    Case(
        5_000,
        (*BOTH, *BOTH),
        {
            "commission.percent": "none",
            "commission.fixed": "0.33",
            "rulings.W-18": "per-player",
            "ante": "0.07",
        },
        stake=7,
        side=5000,
    ),
    Case(3_000, ("card", "pair-or-king", "optimal"), side=100),
    Case(2_000, ("never-fold",) * 6, {"ante": "0.01", "chip": "0.01"}, stake=1, side=100),
    Case(500, (*BOTH, *BOTH, *BOTH, *BOTH), {"seats": 8}, side=100),
]


def bets(play: Solution, own: list[int], dealers: list[int]) -> bool:
    """Tell whether a player bets with three cards."""
    return bool(play.bets[third_state(np.array(own[:3]), dealers[2])])


def doubles(play: Solution, own: list[int], dealers: list[int]) -> bool:
    """Tell whether a player doubles with four cards."""
    return bool(play.doubles[fourth_state(np.array(own[:4]), dealers[2], dealers[3])])


def check(job: Job, rounds: list[list[int]], nets: Iterable[list[int]]) -> None:
    """Play the rounds by the script and compare."""
    table, say = seated(job, shuffle=list), speaker(GAME)
    plays = [solution(job.setting, name) for name in job.strategies]
    side = show_money(job.side)
    numbers = range(1, job.seats + 1)
    opening = [say(f"{seat} wager ante") for seat in numbers]
    if job.side:
        opening += [say(f"{seat} wager jacks-plus {side}") for seat in numbers]
    opening.append(say("dealer close"))
    for number, (cards, kernel) in enumerate(zip(rounds, nets, strict=True)):
        *hands, dealers = [cards[n : n + 5] for n in range(0, len(cards), 5)]
        places = {f"seat {seat}": hand for seat, hand in enumerate(hands, 1)}
        dealing = Dealing(table, {**places, "dealer": dealers})
        dealing.act(opening)
        button = number % (job.seats + 1)
        staying = seats_from(numbers, button or DEALER)
        for verb, stays in (("bet", bets), ("double", doubles)):
            left = [seat for seat in staying if stays(plays[seat - 1], hands[seat - 1], dealers)]
            dealing.act(say(f"{seat} {verb if seat in left else 'fold'}") for seat in staying)
            staying = left
        compare(job, number, cards, kernel, script_nets(dealing.round))


def compared(job: Job, rounds: int) -> None:
    """Assert that every seat wins the same by kernel and script, in N rounds."""
    check(job, dealt(job, rounds), kernel_nets(job, rounds))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_wins_what_the_script_says(case: Case) -> None:
    compared(case.job(GAME), sized(case.rounds))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_great_hands_win_what_the_script_says(case: Case) -> None:
    job = case.job(GAME)
    rounds = stacked(job, 200)
    check(job, rounds, nets_of(job, rounds))


ROYALS = [[4 * rank + suit for rank in range(8, 13)] for suit in range(4)]
LOW = [[4 * rank + suit for rank in (0, 2, 4, 6, 7)] for suit in range(4)]


@pytest.mark.parametrize("reading", ["cap-shared", "literal-full-max"])
@pytest.mark.parametrize("royals", [1, 2, 3, 4])
@pytest.mark.parametrize("side", [100, 70_000])
def test_several_royal_flushes_share_the_limit__11_c(reading: str, royals: int, side: int) -> None:
    house = {"rulings.W-23": reading, "jacks_plus.maximum": "1000"}
    job = Case(1, ("never-fold",) * 4, house, side=side).job(GAME)
    hands = [ROYALS[n] if n < royals else LOW[n] for n in range(4)]
    dealer = [4 * rank + n % 4 for n, rank in enumerate((1, 3, 5, 1, 5))]
    rounds = [[card for hand in (*hands, dealer) for card in hand]]
    check(job, rounds, nets_of(job, rounds))


def test_the_cases_are_enough() -> None:
    assert sum(case.rounds for case in CASES) >= ENOUGH
