"""A kernel is its script's twin: a few hundred rounds under random houses.

Games without a kernel are skipped. The game's own test of its kernel
(``tests/lab/test_kernel_*.py``) says what the kernel's cards mean. It is found by its name, and
compares tens of thousands of rounds itself.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from random import Random

from croupier import games
from croupier.lab.simulate import job_for
from croupier.lab.simulate_job import Job, prepared
from croupier.nouns.money import show_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import house, shelf
from croupier.stage.round import Round
from croupier.stage.table import Table
from tests.conformance.found import every_game
from tests.conformance.houses import drawn, seats_of

LAB = Path(__file__).parent.parent / "lab"
RICH = 10**9
ROUNDS = 150
HOUSES = 2
"""Random houses of each rulebook, beside the default one. Each needs its own tables."""


def twin_of(game: str) -> Callable[[Job, int], None]:
    """Return the module that compares the kernel of a game with its script."""
    for file in sorted(LAB.glob("test_kernel_*.py")):
        module = importlib.import_module(f"tests.lab.{file.stem}")
        if game == module.GAME:
            compared: Callable[[Job, int], None] = module.compared
            return compared
    raise AssertionError(f"{game} has a kernel, and no test in {LAB} compares it with its script")


def least(round: Round, wager: str | None) -> int:
    """Return the least wager that the script accepts from the first seat now, 0 if none."""
    for offer in round.legal(1):
        if offer.verb == "wager" and offer.args[:1] == (wager,):
            for amount in offer.action().args[1:2]:
                return int(amount)
    return 0


@every_game
def test_the_kernel_wins_what_the_script_says(game: str) -> None:
    if not shelf.files(game).joinpath("kernel").is_dir():
        return
    compared, kernel = twin_of(game), games.kernel_of(game)
    for state in games.load(game).states:
        random = Random(f"{game}/{state}")
        standard, *others = drawn(game, state).houses
        random.shuffle(others)
        tried = 0
        for number, keys in enumerate([standard, *others]):
            chosen = house.build(game, keys, state)
            round = Table(games.load(game), chosen, {1: RICH}).begin()
            stake = least(round, games.load(game).first_wager)
            round.act(f"1 wager {games.load(game).first_wager} {show_money(stake)}")
            side = least(round, kernel.side_wager) if number % 2 else 0
            seats = min(random.randint(1, 2), seats_of(chosen))
            strategies = [random.choice(kernel.strategies) for _ in range(seats)]
            try:
                job = job_for(chosen, seats=seats, strategies=strategies, wager=stake, side=side)
                prepared(job)
            except MalformedError:
                continue  # such as payouts too great for exact sums
            compared(job, ROUNDS)
            tried += 1
            if tried > HOUSES:
                break
        assert tried * ROUNDS >= 300
