"""Tables that give the player the edge, and the least setting that does not."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import lab
from croupier.lab.soundness import unsound
from croupier.mathematics.analysis import Question, Setting
from croupier.mathematics.kept import Keeper
from croupier.rules.house import Breach

KEEPER = Keeper()


def at(game: str, given: dict[str, Any] | None = None) -> Setting:
    return lab.setting(lab.lab_house(game, given), tables=KEEPER)


def warned(game: str, given: dict[str, Any]) -> dict[str, Breach]:
    return {breach.key: breach for breach in unsound(at(game, given))}


@pytest.mark.parametrize(
    "game", ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"]
)
def test_a_table_by_default_is_sound(game: str) -> None:
    assert not list(unsound(at(game)))


def test_a_small_fixed_commission_is_mended_by_the_least_sound_one() -> None:
    (breach,) = unsound(at("winners-pot-poker", {"commission.fixed": "1"}))
    assert (breach.key, breach.rule) == ("commission.fixed", "10(h)(2)(i)")
    assert "5.3345 % of the ante" in breach.message and "$1.64" in breach.message
    for fixed, ahead in (("1.63", True), ("1.64", False)):
        table = at("winners-pot-poker", {"commission.fixed": fixed})
        assert (lab.odds(table, Question(brief=True)).figures.ev > 0) == ahead


def test_a_small_percentage_is_mended_by_the_least_sound_one() -> None:
    found = warned("winners-pot-poker", {"commission.percent": "3", "commission.fixed": "1"})
    assert "percentage is 4.1," in found["commission.percent"].message
    for percent, ahead in (("4.09", True), ("4.1", False)):
        table = at("winners-pot-poker", {"commission.percent": percent})
        assert (lab.odds(table, Question(brief=True)).figures.ev > 0) == ahead


def test_where_chips_swallow_the_commission_nothing_mends_it() -> None:
    found = warned("winners-pot-poker", {"ante": "0.01"})
    assert "no single setting fixes it" in found["ante"].message


@pytest.mark.parametrize(
    ("game", "key", "posted", "best", "rule"),
    [
        ("red-dog", "payouts.spread.1", "8 to 1", "7 to 1", "5(i)(2)"),
        ("double-down-stud", "payouts.hand.two-pair", "4 to 1", "2 to 1", "10(b)"),
        ("double-cross-poker", "payouts.three-card.straight", "7 to 1", "6 to 1", "11(c)"),
        ("winners-pot-poker", "payouts.jacks-plus.two-pair", "20 to 1", "12 to 1", "11(b)"),
    ],
)
def test_payouts_that_are_too_good_are_named(
    game: str, key: str, posted: str, best: str, rule: str
) -> None:
    (breach,) = unsound(at(game, {key: posted}))
    assert (breach.key, breach.rule) == (key, rule)
    assert f"{best} would leave none" in breach.message
    assert not list(unsound(at(game, {key: best})))
    assert list(unsound(at(game, {key: f"{int(best.split()[0]) + 1} to 1"})))
