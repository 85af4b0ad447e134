"""Double Cross Poker's kernel is its script's twin, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
from tests.support import typed

from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.games.double_cross_poker.mathematics.odds import ANALYSIS, decisions, table
from croupier.games.double_cross_poker.mathematics.solver_situations import canonical
from croupier.lab.simulate_job import Job
from croupier.nouns.cards import DECK
from croupier.nouns.hands import rank_three
from croupier.nouns.money import show_money
from croupier.stage.actions import Action

GAME = "double-cross-poker"
ALL = ANALYSIS.strategies
BOARD = ("left", "center", "right", "far", "near")
CASES = [
    Case(46_000, side=100),
    Case(6_000, ALL),
    Case(6_000, ALL, {"rulings.D-11": "near", "rulings.X-22": "literal"}, side=500, state="nj"),
    Case(8_000, ALL[:2], {"rulings.D-03": "category-only", "rulings.D-20": "push-ante-only"}),
    Case(
        8_000,
        ALL[1:],
        {
            "rulings.D-03": "top-card-only",
            "rulings.D-13": "simultaneous",
            "rulings.D-07": "does-not-count",
            "rulings.D-08": "straight-flush",
            "rulings.D-09": "all-different",
        },
        side=2500,
    ),
    Case(6_000, ALL, {"payout_limit": "60000", "maximum": "60000"}, stake=1_500_000, side=10_000),
    Case(
        6_000,
        ALL,
        {
            "payout_limit": "60000",
            "maximum": "60000",
            "rulings.D-02": "five-card-hand",
            "payouts.raise.pair": "7 to 2",
        },
        stake=1_500_000,
        side=10_000,
    ),
    Case(
        6_000,
        ALL,
        {
            "payout_limit": "60000",
            "maximum": "60000",
            "rulings.D-02": "all-wagers",
            "payouts.three-card.pair": "300 to 1",
        },
        stake=1_500_000,
        side=10_000,
    ),
    Case(
        6_000,
        ALL,
        {
            "dealing": "hand",
            "second_deck": True,
            "chip": "0.05",
            "minimum": "0.50",
            "increment": "0.05",
            "payouts.raise.high-card": "4 to 3",
        },
        stake=55,
        side=105,
    ),
    Case(
        1_500,
        ("optimal", "always-vertical") * 3 + ("never-fold",),
        {"dealing": "automated-shoe"},
        side=100,
    ),
    Case(500, ("optimal",) * 22, {"seats": 22}, side=100),
]


SAID = ("fold", "raise vertical", "raise horizontal", "raise vertical")


def decider(job: Job, strategy: str) -> Callable[..., str]:
    """Return a strategy's answer to a seat's cards with the far and the right card."""
    numbers = table(job.setting).situations.number
    chosen = decisions(job.setting, strategy).tolist()
    return lambda *cards: SAID[chosen[np.searchsorted(numbers, canonical(*cards))]]


def elections(
    job: Job, hands: list[list[int]], far: int, say: Callable[[str], Action]
) -> list[Action]:
    """Return the elections: winning three-card hands are exposed, others are not."""
    house = typed(job.setting.house, DoubleCrossHouse)
    found = []
    for seat, hand in enumerate(hands, 1):
        kind = rank_three(
            [DECK[n] for n in (*hand, far)],
            low_ace=house.D_07,
            suited_king_ace_two=house.D_08,
            unsuited=house.D_09,
        )
        found.append(
            say(f"{seat} {'expose' if kind.slug in house.payouts['three-card'] else 'keep'}")
        )
    return found


def check(job: Job, rounds: list[list[int]], nets: Iterable[list[int]]) -> None:
    """Play the rounds by the script and compare."""
    at, say = seated(job, shuffle=list), speaker(GAME)
    decide = [decider(job, name) for name in job.strategies]
    stake, side = show_money(job.stake), show_money(job.side)
    numbers = range(1, job.seats + 1)
    opening = [say(f"{seat} wager ante {stake}") for seat in numbers]
    if job.side:
        opening += [say(f"{seat} wager three-card {side}") for seat in numbers]
    opening.append(say("dealer close"))
    for number, (cards, kernel) in enumerate(zip(rounds, nets, strict=True)):
        *hands, dealer = [cards[n : n + 2] for n in range(0, 2 * job.seats + 2, 2)]
        board = dict(zip(BOARD, cards[2 * job.seats + 2 :], strict=True))
        places = {f"seat {seat}": hand for seat, hand in enumerate(hands, 1)}
        spots = {spot: [card] for spot, card in board.items()}
        dealing = Dealing(at, {**places, "dealer": dealer, **spots})
        dealing.act(opening)
        if job.side:
            dealing.act(elections(job, hands, board["far"], say))
        dealing.act(
            say(f"{seat} {choose(*hand, board['far'], board['right'])}")
            for seat, (hand, choose) in enumerate(zip(hands, decide, strict=True), 1)
        )
        compare(job, number, cards, kernel, script_nets(dealing.round))


def compared(job: Job, rounds: int) -> None:
    """Assert that every seat wins the same by kernel and script, in N rounds."""
    check(job, dealt(job, rounds), kernel_nets(job, rounds))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_wins_what_the_script_says(case: Case) -> None:
    compared(case.job(GAME), sized(case.rounds))


@pytest.mark.parametrize("case", CASES[:9], ids=str)
def test_great_hands_win_what_the_script_says(case: Case) -> None:
    job = case.job(GAME)
    rounds = stacked(job, 300)
    check(job, rounds, nets_of(job, rounds))


def test_the_cases_are_enough() -> None:
    assert sum(case.rounds for case in CASES) >= ENOUGH
