"""One place decides what is best: of equal choices, the one that risks less money."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest
from tests.cli.driver import croupier
from tests.support import play

from croupier import lab
from croupier.games.double_cross_poker.mathematics import solver as double_cross
from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff
from croupier.games.double_cross_poker.mathematics.tables import showdowns
from croupier.games.red_dog.mathematics.solver import STRATEGIES as RAISES
from croupier.games.red_dog.mathematics.solver import OuterCards, Payouts, Shoe, situation
from croupier.games.winners_pot_poker.mathematics.solver import Terms, solve
from croupier.games.winners_pot_poker.mathematics.solver_advice import fourth_street
from croupier.games.winners_pot_poker.mathematics.tables import counts
from croupier.journal import RoundLog
from croupier.mathematics.analysis import Choice, Estimate, best_of
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import parse_cards
from croupier.server import advice as served
from croupier.terminal.advice import advice_for

NOTHING = Fraction(0)


def advised(game: str, hand: str, table: str, seen: str = "", **given: Any) -> list[Choice]:
    at = lab.setting(lab.lab_house(game, given), tables=Keeper())
    return lab.advise(at, *(parse_cards(cards) for cards in (hand, table, seen)))


def test_the_highest_value_is_best_whatever_it_stakes() -> None:
    choices = [
        Choice("fold", Fraction(-1)),
        Choice("raise", NOTHING, 2),
        Choice("call", NOTHING, 1),
    ]
    assert best_of(choices).action == "call"
    assert best_of(choices[:2]).action == "raise"
    assert best_of([Choice("bet", Estimate(-0.9, 0.1), 1), choices[0]]).action == "bet"
    assert best_of([Choice("bet", Estimate(-1.0, 0.1), 1), choices[0]]).action == "fold"


def test_of_equals_that_stake_the_same_the_first_is_best() -> None:
    choices = advised("double-cross-poker", "2c 2d", "2h 2s")
    assert choices[1].value == choices[2].value
    assert best_of(choices).action == "raise vertical"


# --- a raise in Red Dog worth exactly nothing: 24 of 48 cards win, at even money ------------------


def test_the_lab_passes() -> None:
    choices = advised("red-dog", "", "3c Td", "2c 2d", decks=1)
    assert choices == [Choice("raise", NOTHING, 1, 500), Choice("pass", NOTHING)]
    assert best_of(choices).action == "pass"


def test_the_command_passes() -> None:
    cards = ("--table", "3c Td", "--seen", "2c 2d")
    said = croupier("advise", "red-dog", *cards, "--set", "decks=1", "--json")
    assert said.document["best"] == "pass"


def test_the_solver_passes() -> None:
    even: OuterCards = situation(
        Shoe.of(1, parse_cards("3c Td 2c 2d")),
        1,
        8,
        Payouts(dict.fromkeys(range(1, 12), Fraction(1))),
    )
    assert even.passing == even.raising == 0
    assert not RAISES["optimal"](even.passing)


# --- a double in Double Down Stud worth exactly nothing -------------------------------------------


def test_the_terminal_marks_one_choice_only() -> None:
    round = play("double-down-stud", "2c Kd 3c 4d 5h", "1 wager original 10", "dealer close")
    assert advice_for(round, 1) == [("double $10", "+0"), ("pass", "+0 ★")]


def test_the_server_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    round = play("double-down-stud", "2c Kd 3c 4d 5h", "1 wager original 10", "dealer close")
    monkeypatch.setattr(served, "walk", lambda log: iter([round]))
    document = served._advice(cast("RoundLog", "a log"), 1)
    assert document is not None and document["best"] == "pass"
    assert {choice["ev"]["exact"] for choice in document["choices"]} == {"0"}


# --- the solvers that decide all situations at once -----------------------------------------------


def test_double_cross_folds_where_raises_add_nothing() -> None:
    table = Keeper().table(showdowns("standard"))
    level = Payoff(ante=1, win=(-1,) * 10, tie=-1, lose=-1, fold=-1)
    assert (double_cross.optimal(table, level) == double_cross.FOLD).all()
    worth = level.choices(*table.look_up(parse_cards("As Kd"), *parse_cards("Qs Ts")))
    assert set(worth.values()) == {Fraction(-1)}


def test_winners_pot_folds_where_a_double_adds_nothing() -> None:
    own, shown = parse_cards("As Kd 7c 2h"), parse_cards("9h 4c")
    wins, ties, ends = fourth_street(own, shown)
    level = Fraction(2 * ends, wins + ties) - 4
    first, second, third, fourth = own
    four, two = (first, second, third, fourth), (shown[0], shown[1])
    assert not solve(counts(), Terms(level, level)).doubles_on(four, two)
    above = level + Fraction(1, wins + ties)
    assert solve(counts(), Terms(above, above)).doubles_on(four, two)
