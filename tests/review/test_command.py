"""``croupier review``, from the journal alone."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from croupier.journal import Recorder, open_journal
from tests.cli.driver import croupier
from tests.journal.rounds import random_table, sitting


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of some rounds at two tables, the last of them unfinished."""
    path = tmp_path_factory.mktemp("review") / "journal.db"
    random = Random(8)
    with open_journal(path, create=True) as journal:
        for name in ("red-dog", "double-down-stud"):
            for _ in sitting(random, random_table(random, name=name), journal, name, 10):
                pass
    return path


def test_all_rounds_of_everybody(database: Path) -> None:
    run = croupier("review", "--database", database, "--json")
    document = run.document
    assert run.code == 0 and run.err == ""
    contract = {"round", "game", "seat", "situation", "choices", "made", "best", "cost"}
    assert all(contract <= one.keys() for one in document["decisions"])
    assert {"result", "expected", "luck", "cost"} <= document.keys()
    assert {one["game"] for one in document["decisions"]} == {"red-dog", "double-down-stud"}
    cost = sum(Fraction(one["cost"]["exact"]) for one in document["decisions"])
    assert Fraction(document["cost"]["exact"]) == cost
    worth = sum(Fraction(one["worth"]["exact"]) for one in document["rounds"])
    assert Fraction(document["expected"]["exact"]) == worth - cost
    result = Fraction(document["result"]["exact"])
    assert Fraction(document["luck"]["exact"]) == result - worth + cost


def test_one_round_some_rounds_and_one_person(database: Path) -> None:
    def rounds(*args: object) -> set[int]:
        document = croupier("review", *args, "--database", database, "--json").document
        return {one["round"] for one in document["rounds"]}

    assert rounds("2") == {2}
    assert rounds("2", "--through", "4") == {2, 3, 4}
    everything = rounds()
    assert rounds("--person", "Ann") <= everything
    persons = croupier("review", "2", "--database", database, "--json").document["rounds"]
    assert [one["person"] for one in persons] == sorted({one["person"] for one in persons})


def test_a_person_is_found_by_name(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "named.db"
    path.write_bytes(database.read_bytes())
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text("create table people (person text, name text)"))
        connection.execute(sa.text("insert into people values ('Ann', 'Ann Lee')"))
    engine.dispose()
    run = croupier("review", "--person", "Ann Lee", "--database", path)
    assert run.code == 0 and "rounds: Ann Lee" in run.out
    same = croupier("review", "--person", "Ann", "--database", path, "--json").document
    assert croupier("review", "--person", "Ann Lee", "--database", path, "--json").document == same


def test_for_people(database: Path) -> None:
    run = croupier("review", "--database", database)
    assert run.code == 0
    for words in ("The costliest mistakes", "Right decisions:", "result", "expected", "luck"):
        assert words in run.out


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["300"], 1, "there is no round 300 in the journal"),
        (["--person", "Zoe"], 1, "the journal does not have Zoe in any finished round"),
        (["2", "--person", "Zoe"], 1, "the journal does not have Zoe in round 2"),
        (["0"], 1, "there is no round 0 in the journal"),
        (["two"], 2, "unable to parse string as an integer"),
        (["--seed", "-1"], 2, "greater than or equal to 0"),
    ],
)
def test_bad_input_gets_one_clear_line(
    database: Path, args: list[str], code: int, said: str
) -> None:
    run = croupier("review", *args, "--database", database)
    assert (run.code, run.out) == (code, "")
    assert run.err.count("\n") == 1 and said in run.err
    document = croupier("review", *args, "--database", database, "--json").document
    assert document["error"]["kind"] == ("journal" if code == 1 else "usage")


def test_without_a_journal(tmp_path: Path) -> None:
    run = croupier("review", "--database", tmp_path / "none.db")
    assert run.code == 2 and run.err.count("\n") == 1


def test_an_unfinished_round_is_left_out_unless_it_is_named(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "open.db"
    path.write_bytes(database.read_bytes())
    rounds = croupier("review", "--database", path, "--json").document["rounds"]
    with open_journal(path, create=True) as journal:
        table = random_table(Random(1), name="red-dog")
        recorder = Recorder(journal, "open")
        number = recorder.begin_round(table.begin())
    again = croupier("review", "--database", path, "--json")
    assert again.code == 0 and again.document["rounds"] == rounds
    named = croupier("review", number, "--database", path)
    assert (named.code, named.out) == (1, "") and f"round {number} is not over" in named.err


def test_a_journal_that_does_not_verify_is_not_reviewed(database: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.db"
    path.write_bytes(database.read_bytes())
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        forged = 'update entries set payload = replace(payload, \'"net":"\', \'"net":"9\')'
        connection.execute(sa.text(forged + " where kind = 'close-round'"))
    engine.dispose()
    for args in ([], ["2"]):
        run = croupier("review", *args, "--database", path, "--json")
        assert run.code == 1 and run.document["error"]["kind"] == "journal"
        assert run.err.count("\n") == 1


def test_the_same_decisions_at_another_house(database: Path) -> None:
    numbers = [
        one["round"]
        for one in croupier("review", "--database", database, "--json").document["decisions"]
        if one["game"] == "red-dog"
    ]
    own = croupier("review", numbers[0], "--database", database, "--json").document
    args = ("review", numbers[0], "--database", database, "--set", "decks=1", "--json")
    other = croupier(*args).document
    assert own["result"] == other["result"] and own["expected"] != other["expected"]
    assert other["decisions"][0]["house"] | {"decks": 1} == other["decisions"][0]["house"]
    refused = croupier("review", numbers[0], "--set", "decks=0", "--database", database)
    assert refused.code == 1 and "decks" in refused.err
