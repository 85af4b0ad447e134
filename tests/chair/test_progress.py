"""Progress in the journal's database: boxes, sittings, and items that come back sooner."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from croupier.chair.boxes import LAST_BOX, Item, due
from croupier.chair.certificate import new_number
from croupier.chair.progress import (
    ITEMS,
    SITTINGS,
    Sat,
    find_certificate,
    open_progress,
)
from croupier.journal import UnreadableError, open_journal
from croupier.journal.database import DatabaseStore

RD = "red-dog.ma"
LESSON = Sat("lesson 1", 8, 10, True)


def test_what_was_got_wrong_comes_back_sooner(database: Path | str) -> None:
    with open_progress(database) as progress:
        standing = progress.keep("Ann", RD, LESSON, {"5(g)": True, "5(i)": False})
        assert standing.due == ["5(i)"]
        standing = progress.keep("Ann", RD, LESSON, {"5(i)": False})
        assert standing.due == ["5(i)", "5(g)"]
        standing = progress.keep("Ann", RD, LESSON, {"5(i)": True, "5(g)": True})
        assert standing.due == []
        assert standing.items["5(g)"] == Item(box=3, due=7, right=2, wrong=0)
        assert standing.items["5(i)"] == Item(box=2, due=5, right=1, wrong=2)


def test_an_item_that_is_always_right_stays_away_longer_and_longer() -> None:
    item, away = Item(), []
    for sitting in range(6):
        item = item.answered(True, sitting)
        away.append(item.due - sitting)
    assert away == [2, 4, 8, 16, 16, 16] and item.box == LAST_BOX


def test_the_worst_comes_first() -> None:
    items = {
        "a": Item(box=3, due=1),
        "b": Item(box=1, due=2),
        "c": Item(box=1, due=1),
        "d": Item(due=9),
    }
    assert due(items, 2) == ["c", "b", "a"]


def test_progress_survives_and_belongs_to_each_trainee(database: Path | str) -> None:
    with open_progress(database) as progress:
        progress.keep("Ann", RD, LESSON, {"5(g)": False})
        progress.keep("Ben", RD, LESSON, {"5(g)": True})
    with open_progress(database) as progress:
        assert progress.standing("Ann", RD).due == ["5(g)"]
        assert progress.standing("Ben", RD).due == []
        assert progress.standing("Ann", "double-down-stud.ma").items == {}
        progress.erase("Ann")
        assert progress.standing("Ann", RD).sittings == ()
        assert len(progress.standing("Ben", RD).sittings) == 1


def test_the_best_sitting_is_remembered(database: Path | str) -> None:
    with open_progress(database) as progress:
        for right, passed in ((3, False), (9, True), (5, False)):
            standing = progress.keep("Ann", RD, Sat("exam", right, 10, passed), {"x": True})
        best = standing.best("exam")
        assert best is not None and (best.right, best.passed) == (9, True) and best.ended
        assert standing.best("lesson 1") is None


def test_streaks_and_times_are_kept_and_the_best_told(database: Path | str) -> None:
    with open_progress(database) as progress:
        for right, passed, seconds, streak in (
            (9, True, 70.5, 6),
            (3, False, 10.0, 2),
            (10, True, 64.0, 10),
            (8, True, 90.0, 4),
        ):
            sat = Sat("exam", right, 10, passed, seconds=seconds, streak=streak)
            standing = progress.keep("Ann", RD, sat, {"x": True})
        assert standing.best_streak("exam") == 10
        assert standing.best_time("exam") == 64.0, "a sitting that was not passed does not count"
        assert standing.best_time("lesson 1") is None and standing.best_streak("lesson 1") is None


def test_a_certificate_is_found_by_its_number(database: Path | str) -> None:
    number = new_number()
    sat = Sat("exam", 9, 10, True, seconds=70.0, streak=9, certificate=number, clauses=("5(g)",))
    with open_progress(database) as progress:
        progress.keep("Ann", RD, sat, {"5(g)": True})
        with progress.engine.connect() as connection:
            found = find_certificate(connection, number)
            assert found is not None and (found.trainee, found.document) == ("Ann", RD)
            assert found.sat.clauses == ("5(g)",) and found.sat.ended
            assert find_certificate(connection, new_number()) is None


def test_sittings_of_0_1_0_are_read_as_they_are(database: Path | str) -> None:
    """A database that was made before streaks, times and certificates were kept."""
    with open_journal(database, create=True) as journal:
        store = journal.store
        assert isinstance(store, DatabaseStore)
        ITEMS.create(store.engine)
        SITTINGS.create(store.engine)
        old = {"what": "exam", "right": 9, "questions": 10, "passed": True, "ended": "2025-01-02"}
        with store.engine.begin() as connection:
            row = {"trainee": "Ann", "document": RD, "sitting": 1, **old}
            connection.execute(SITTINGS.insert().values(**row))
    with open_progress(database) as progress:
        (sat,) = progress.standing("Ann", RD).sittings
        assert sat == Sat("exam", 9, 10, True, "2025-01-02")
        assert sat.seconds is None and sat.streak is None and sat.certificate == ""
        progress.keep("Ann", RD, Sat("exam", 8, 10, True, seconds=5.0, streak=3), {"x": True})
        standing = progress.standing("Ann", RD)
        assert standing.best_streak("exam") == 3 and standing.now == 3


def test_progress_lies_beside_the_journal_and_leaves_it_whole(database: Path | str) -> None:
    with open_progress(database) as progress:
        progress.keep("Ann", RD, LESSON, {"5(g)": False})
    with open_journal(database) as journal:
        assert journal.verify().problem is None
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    tables = sa.inspect(sa.create_engine(url, poolclass=sa.NullPool)).get_table_names()
    assert {"entries", "journal", "training_items", "training_sittings"} <= set(tables)


def test_a_journal_that_is_there_already_takes_progress_too(database: Path | str) -> None:
    open_journal(database, create=True).close()
    with open_progress(database) as progress:
        assert progress.standing("Ann", RD).now == 1


def test_no_progress_is_kept_in_something_else(tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    engine = sa.create_engine(f"sqlite:///{other}")
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE things (n INTEGER)"))
    with pytest.raises(UnreadableError):
        open_progress(other)
