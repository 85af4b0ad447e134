"""The journal in a database: durable, one writer, and clear about what it cannot read."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from croupier.journal import (
    JournalError,
    Recorder,
    UnreadableError,
    default_path,
    memory_journal,
    open_journal,
)
from croupier.journal.database import DatabaseStore
from tests.journal.kept import Kept
from tests.journal.rounds import play, random_table, sitting
from tests.postgres import Postgres


def test_a_database_and_memory_hold_the_same_chains(database: Path | str) -> None:
    found = []
    for journal in (memory_journal(), open_journal(database, create=True)):
        with journal:
            for name in ("b", "a"):
                random = Random(1)
                for _ in sitting(random, random_table(random), journal, name, rounds=2):
                    pass
            rows = [(row[0], row[1], row[2], row[3]) for row in journal.store.rows()]
            lines = [(line.number, line.table, line.outcome) for line in journal.rounds()]
            found.append([rows, lines, [journal.round(n).events for n in range(1, 5)]])
    assert found[0] == found[1]


def test_the_file_is_written_ahead_and_synchronised_in_full(tmp_path: Path) -> None:
    with open_journal(tmp_path / "journal.db", create=True) as journal:
        assert isinstance(journal.store, DatabaseStore)
        with journal.store.engine.connect() as connection:
            assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
            assert connection.scalar(sa.text("PRAGMA synchronous")) == 2


def test_a_journal_is_continued_where_it_ended(database: Path | str) -> None:
    random = Random(4)
    table = random_table(random)
    for _ in range(3):
        with open_journal(database, create=True) as journal:
            play(random, table, Recorder(journal, "pit 1"))
            table.finish()
    with open_journal(database) as journal:
        verdict = journal.verify()
        assert verdict.verified and verdict.rounds == 3
        assert verdict.unwitnessed == (0 if isinstance(database, Path) else None)


def test_a_file_is_made_with_its_folders_and_may_be_named_by_its_url(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "down" / "journal.db"
    with open_journal(file, create=True) as journal:
        journal.write("pit 1", [(0, "table", b"{}")])
    with open_journal(f"sqlite:///{file}") as journal:
        assert journal.verify().unwitnessed == 0


def test_reading_leaves_nothing_behind_and_changes_nothing(recorded: Path) -> None:
    before = {file.name: file.read_bytes() for file in recorded.parent.iterdir()}
    with open_journal(recorded) as journal:
        assert journal.verify().verified
        assert list(journal.rounds())
        with pytest.raises(JournalError, match="readonly"):
            journal.write("pit 1", [(0, "table", b"{}")])
    assert {file.name: file.read_bytes() for file in recorded.parent.iterdir()} == before


def test_a_journal_on_read_only_media_is_read_as_it_is(
    journal_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with open_journal(journal_file) as journal:
        assert journal.verify().verified
        names = {file.name for file in journal_file.parent.iterdir()}
        assert names == {journal_file.name, f"{journal_file.name}.head"}


def test_what_a_writer_has_not_closed_yet_can_be_read(database: Path | str) -> None:
    random = Random(4)
    with open_journal(database, create=True) as writer:
        play(random, random_table(random), Recorder(writer, "pit 1"))
        with open_journal(database) as reader:
            assert reader.verify().rounds == 1


def test_two_writers_keep_to_their_tables(database: Path | str) -> None:
    random = Random(4)
    with open_journal(database, create=True) as one, open_journal(database, create=True) as two:
        recorders = [Recorder(one, "pit 1"), Recorder(two, "pit 2")]
        tables = [random_table(random), random_table(random)]
        for _ in range(2):
            for recorder, table in zip(recorders, tables, strict=True):
                play(random, table, recorder)
        verdict = one.verify()
        assert verdict.verified and verdict.rounds == 4 and not verdict.unwitnessed
        intruder = Recorder(two, "pit 1")
        intruder.note("here")
        before = one.verify().events
        with pytest.raises(JournalError, match="another process is writing"):
            recorders[0].note("there")
        assert one.verify().events == before


def test_a_number_taken_by_another_round_is_refused_whole(database: Path | str) -> None:
    with open_journal(database, create=True) as journal:
        journal.write("pit 1", [(1, "open-round", b"{}")])
        with pytest.raises(JournalError, match="round 1 already exists"):
            journal.write("pit 2", [(1, "open-round", b"{}"), (1, "event", b"{}")])
        assert journal.verify().events == 1


def test_there_is_no_journal_where_none_was_made(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="there is no journal"):
        open_journal(tmp_path / "journal.db")
    assert not list(tmp_path.iterdir())
    with pytest.raises(UnreadableError, match="directory"):
        open_journal(tmp_path)


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("content", [b"croupier = 1\n", b"SQLite format 3\0" + bytes(2000)])
def test_another_file_is_not_a_journal_and_stays_as_it_is(
    tmp_path: Path, content: bytes, create: bool
) -> None:
    file = tmp_path / "journal.db"
    file.write_bytes(content)
    with pytest.raises(UnreadableError, match="cannot be read as a journal"):
        open_journal(file, create=create)
    assert file.read_bytes() == content


def test_an_empty_database_is_not_a_journal_to_read(database: Path | str) -> None:
    if isinstance(database, Path):
        database.touch()
    with pytest.raises(UnreadableError, match="is not a journal"):
        open_journal(database)


@pytest.mark.parametrize("create", [True, False])
def test_another_database_is_not_a_journal(database: Path | str, create: bool) -> None:
    url = f"sqlite:///{database}" if isinstance(database, Path) else database
    with sa.create_engine(url, poolclass=sa.NullPool).begin() as connection:
        connection.execute(sa.text("CREATE TABLE songs (title TEXT)"))
    with pytest.raises(UnreadableError, match="is not a journal"):
        open_journal(database, create=create)


@pytest.mark.postgres
def test_a_server_that_is_not_there_is_named_in_one_line(postgres: Postgres) -> None:
    with pytest.raises(UnreadableError, match="cannot be read as a journal") as refused:
        open_journal(postgres.url("nowhere"))
    assert "\n" not in str(refused.value) and "nowhere" in str(refused.value)


@pytest.mark.postgres
def test_of_many_processes_at_an_empty_database_one_makes_the_journal(postgres: Postgres) -> None:
    url = postgres.database()
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: open_journal(url, create=True), range(8)))
    for journal in opened:
        assert journal.verify().verified
        journal.close()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE journal SET format = 2", "format 2 is newer"),
        ("UPDATE journal SET format = 0", "no format 0"),
        ("DELETE FROM journal", "no format None"),
        ("DROP TABLE entries", "is not a journal"),
    ],
)
def test_another_format_is_refused(kept: Kept, change: str, why: str) -> None:
    kept.tamper(change)
    with pytest.raises(UnreadableError, match=why):
        kept.open()


@pytest.mark.parametrize("url", ["nonsense://x", "postgresql+nodriver://host/x", "sqlite+odd:///x"])
def test_a_database_that_cannot_be_reached_is_named_without_its_password(url: str) -> None:
    secret = url.replace("://", "://me:secret@")
    with pytest.raises(UnreadableError) as refused:
        open_journal(secret)
    assert "secret" not in str(refused.value)


def test_odd_characters_in_a_path_are_just_a_path(tmp_path: Path) -> None:
    file = tmp_path / "a b?c#d%20é.db"
    with open_journal(file, create=True) as journal:
        journal.write("pit 1", [(0, "table", b"{}")])
    with open_journal(file) as journal:
        assert journal.verify().events == 1
    assert {f.name for f in tmp_path.iterdir()} == {file.name, f"{file.name}.head"}


def test_heads_that_cannot_be_kept_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    with open_journal(file, create=True) as journal:
        journal.head_file = tmp_path / "gone" / "journal.db.head"
        with pytest.raises(JournalError, match="cannot be kept"):
            journal.write("pit 1", [(0, "table", b"{}")])


def test_the_users_own_journal_is_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / name)
    assert default_path() == tmp_path / "croupier" / "journal.db"
    with open_journal(create=True) as journal:
        journal.write("pit 1", [(0, "table", b"{}")])
    with open_journal() as journal:
        assert journal.verify().events == 1
    assert default_path().exists()
