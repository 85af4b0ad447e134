"""Preparing a house is one thing, deciding another: nobody waits for a table to be solved."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.company import STRATEGIES, SeatView, decide, look, solved, warm
from croupier.games.winners_pot_poker.mathematics import tables
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import House, build, standard
from croupier.stage.actions import Offer
from croupier.stage.table import Table


@pytest.fixture(autouse=True)
def unprepared() -> Iterator[None]:
    """Begin and end without a prepared house."""
    solved.forget()
    yield
    solved.forget()


def asked(house: House, *cards: str) -> SeatView:
    """Return what seat 1 sees when it is first asked, with these cards on top."""
    game = games.load(house.book.game)
    round = Table(game, house, {1: 10**9}).begin(cards=cards)
    for said in (f"1 wager {game.first_wager} 10", "dealer close"):
        round.act(said)
    return look(round, 1)


def test_a_house_that_was_not_prepared_is_played_as_the_standard_house() -> None:
    generous = build("red-dog", {"payouts.spread.1": "20 to 1"})
    view = asked(generous, "2c", "5h", "7d")
    assert decide(view, "best") == "pass"
    warm(generous)
    assert decide(view, "best") == decide(view, "card") == "raise 10"
    assert decide(asked(standard("red-dog"), "2c", "5h", "7d"), "best") == "pass"


def test_a_decision_never_solves_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    warm(standard("winners-pot-poker"))

    def never(*args: object) -> None:
        raise AssertionError("a decision must not wait for this")

    monkeypatch.setattr(tables, "count_all", never)
    monkeypatch.setattr(tables, "solve", never)
    odd = build("winners-pot-poker", {"commission.percent": "6.5", "ante": "10"})
    view = asked(odd)
    began = time.perf_counter()
    assert {decide(view, name) for name in STRATEGIES} <= {"bet", "fold"}
    assert time.perf_counter() - began < 0.5


def test_a_decision_does_not_wait_while_another_house_is_being_solved() -> None:
    """Even if the standard house is not prepared yet: it has a place of its own."""
    view = asked(build("winners-pot-poker", {"commission.percent": "6.5", "ante": "10"}))
    with ThreadPoolExecutor(1) as pool, solved._any_house.lock:
        said = pool.submit(decide, view, "best").result(timeout=10)
    assert said in {"bet", "fold"}


def test_the_houses_used_last_stay_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "MOST", 3)
    houses = [build("red-dog", {"minimum": str(n)}) for n in range(5, 11)]
    for house in houses:
        warm(house)
    assert len(solved._prepared) == 3
    kept = [solved._find(solved._key(house)) is not None for house in houses]
    assert kept == [False] * 3 + [True] * 3


def test_threads_may_decide_and_prepare_at_once() -> None:
    view = asked(standard("double-down-stud"), "7c")
    generous = [build("double-down-stud", {"minimum": str(n)}) for n in (5, 6, 7)]
    names = [Random(n).choice(list(STRATEGIES)) for n in range(300)]
    with ThreadPoolExecutor(8) as pool:
        warming = [pool.submit(warm, house) for house in generous * 3]
        said = list(pool.map(lambda name: decide(view, name), names))
        for done in warming:
            done.result()
    assert said == [decide(view, name) for name in names]


def test_without_the_packages_of_the_lab_house_players_are_told_what_is_missing() -> None:
    """Warm says so; a decision falls back to what needs no mathematics."""
    program = """
import sys
sys.modules["numpy"] = None
from croupier import games
from croupier.company import STRATEGIES, decide, look, warm
from croupier.lab import LabMissingError
from croupier.rules.house import standard
from croupier.stage.table import Table
for name, wager in (("double-down-stud", "original"), ("winners-pot-poker", "ante")):
    try:
        warm(standard(name))
    except LabMissingError as error:
        print(error)
    round = Table(games.load(name), standard(name), {1: 10**6}).begin()
    round.act(f"1 wager {wager} 5")
    round.act("dealer close")
    print([decide(look(round, 1), strategy) for strategy in STRATEGIES])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert "double-down-stud needs numpy: pip install" in lines[0], done.stderr
    assert lines[1] == "['pass', 'pass', 'pass', 'double 5']"
    assert "winners-pot-poker needs numpy: pip install" in lines[2]
    assert lines[3] == "['fold', 'fold', 'fold', 'bet']"


def test_a_view_does_not_change() -> None:
    view: Any = asked(standard("red-dog"), "2c", "5h", "7d")
    with pytest.raises(FrozenInstanceError):
        view.seat = 2
    assert isinstance(view.offers, tuple) and all(type(o) is Offer for o in view.offers)
    assert hash(view.situation) is not None


def test_what_cannot_be_answered_is_refused_in_one_line() -> None:
    round = Table(games.load("red-dog"), standard("red-dog"), {1: 10**9}).begin()
    with pytest.raises(MalformedError, match="seat 1 has nothing to decide"):
        decide(look(round, 1), "best")
    view = asked(standard("red-dog"), "2c", "5h", "7d")
    with pytest.raises(MalformedError, match="do not play 'wild': they play best, card, caut"):
        decide(view, "wild")


def test_decisions_without_a_value_are_what_is_usual() -> None:
    red_dog = Table(games.load("red-dog"), standard("red-dog"), {1: 10**9}).begin()
    for said in ("1 wager original 10", "dealer close"):
        red_dog.act(said)
    while red_dog.over:  # consecutive cards or a pair: nothing to decide
        red_dog = Table(games.load("red-dog"), standard("red-dog"), {1: 10**9}).begin()
        for said in ("1 wager original 10", "dealer close"):
            red_dog.act(said)
    red_dog.act("dealer report early-third-card")
    assert {decide(look(red_dog, 1), name) for name in STRATEGIES} == {"play-on"}
    cross = Table(games.load("double-cross-poker"), standard("double-cross-poker"), {1: 10**9})
    round = cross.begin()
    for said in ("1 wager ante 10", "1 wager three-card 5", "dealer close"):
        round.act(said)
    assert {decide(look(round, 1), name) for name in STRATEGIES} == {"expose"}


def test_whoever_cannot_pay_declines() -> None:
    cross = Table(games.load("double-cross-poker"), standard("double-cross-poker"), {1: 1000})
    round = cross.begin()
    for said in ("1 wager ante 10", "dealer close"):
        round.act(said)
    assert {decide(look(round, 1), name) for name in STRATEGIES} == {"fold"}
    dog = Table(games.load("red-dog"), standard("red-dog"), {1: 1200})
    poor = dog.begin(cards=["2c", "5h", "7d"])
    for said in ("1 wager original 10", "dealer close"):
        poor.act(said)
    assert decide(look(poor, 1), "loose") == "raise 2"


def test_every_game_says_which_strategy_of_odds_each_of_them_is() -> None:
    for name in games.names():
        if name == "high-card":
            continue
        analysis = games.odds_of(name)
        assert list(analysis.company) == list(STRATEGIES)
        assert set(analysis.company.values()) <= set(analysis.strategies)
        assert set(analysis.company.values()) <= set(games.kernel_of(name).strategies)
