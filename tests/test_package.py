"""The package as a new user meets it: its names, its weight, its start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier import library

HEAVY = ("numpy", "numba", "matplotlib", "fastapi", "sqlalchemy", "textual", "dask", "distributed")


def fresh(program: str, *arguments: str) -> str:
    """Return what a program prints in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_every_name_is_there_and_documented() -> None:
    assert croupier.__all__ == sorted(croupier.__all__)
    for name in croupier.__all__:
        assert getattr(croupier, name) is getattr(library, name)
        assert getattr(croupier, name).__doc__, name
    assert set(croupier.__all__) <= set(dir(croupier))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    name = "roulette"
    with pytest.raises(AttributeError, match=r"module 'croupier' has no attribute 'roulette'"):
        getattr(croupier, name)


def test_the_package_is_typed() -> None:
    assert (Path(croupier.__file__).parent / "py.typed").is_file()


def test_importing_it_imports_nothing() -> None:
    """Not even ``typing``, compared with an interpreter that has imported nothing."""
    brought = (
        "import sys; before = set(sys.modules); import croupier; print(*set(sys.modules) - before)"
    )
    assert set(fresh(brought).split()) <= {"croupier", "__future__"}


def test_a_round_takes_none_of_the_extras() -> None:
    played = """
import sys, croupier
round = croupier.open_table("red-dog", {1: "500"}).begin(cards=["7c", "5h", "9s", "7d"])
for said in ("1 wager original 10", "dealer close", "1 raise 10"):
    round.act(said)
assert round.layout.seats[1].net == 4000
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""
    assert fresh(played, *HEAVY) == ""


def test_a_house_of_another_game_is_refused() -> None:
    chosen = croupier.build_house("red-dog")
    with pytest.raises(
        croupier.MalformedError, match="is a house for red-dog, not for double-down-stud"
    ):
        croupier.open_table("double-down-stud", {1: "100"}, chosen)


def test_a_house_file_must_name_its_game(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("croupier = 1\ndecks = 8\n", "utf-8")
    with pytest.raises(croupier.MalformedError, match="names no game"):
        croupier.read_house(file)
    file.write_text('croupier = 1\ngame = "red-dog"\ndecks = 8\n', "utf-8")
    assert croupier.read_house(file)["decks"] == 8


def test_the_state_is_the_first_of_the_game_unless_said() -> None:
    assert croupier.load_rulebook("double-cross-poker").state == "ma"
    assert croupier.load_rulebook("double-cross-poker", "nj").state == "nj"


def test_odds_and_advice_for_a_house_that_only_the_lab_knows() -> None:
    one = croupier.odds("red-dog", {"decks": "infinite"}).figures
    six = croupier.odds("red-dog").figures
    assert one.house_edge != six.house_edge
    never = croupier.odds("red-dog", strategy="never-raise").figures
    assert never.house_edge > six.house_edge
    choices = croupier.advise("red-dog", table=["2c", "Kd"], seen="2d 2h")
    assert {choice.action for choice in choices} == {"raise", "pass"}


def test_a_simulation_by_one_call() -> None:
    result = croupier.simulate("red-dog", 2_000, {"decks": 8}, seats=2, seed=7)
    assert result.rounds == 2_000 and sum(result.hands.outcomes.values()) == 4_000
    again = croupier.simulate("red-dog", 2_000, {"decks": 8}, seats=2, seed=7)
    assert again.ev == result.ev
