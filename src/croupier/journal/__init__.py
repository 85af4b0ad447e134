"""The journal: an append-only, hash-chained record of what happened at the tables.

A table's driver writes with a :class:`Recorder`. Everybody else only reads, to verify, replay or
export. See ``docs/journal.md`` for what a chain proves and what it cannot.
"""

from __future__ import annotations

from pathlib import Path

from croupier.journal import heads
from croupier.journal.entry import Entry, Head, JournalError, UnreadableError
from croupier.journal.export import to_record
from croupier.journal.journal import Journal
from croupier.journal.log import RoundLine, RoundLog
from croupier.journal.recorder import Recorder
from croupier.journal.replay import Replay, ReplayError, replay
from croupier.journal.store import MemoryStore
from croupier.journal.verify import Verdict

__all__ = [
    "Entry",
    "Head",
    "Journal",
    "JournalError",
    "Recorder",
    "Replay",
    "ReplayError",
    "RoundLine",
    "RoundLog",
    "UnreadableError",
    "Verdict",
    "default_path",
    "memory_journal",
    "open_journal",
    "replay",
    "to_record",
]


def default_path() -> Path:
    """Return the path of this user's own journal, the one used when no other is named."""
    import platformdirs

    return platformdirs.user_data_path("croupier") / "journal.db"


def memory_journal() -> Journal:
    """Return a journal in memory, which is lost when the process ends."""
    return Journal(MemoryStore())


def open_journal(database: str | Path = "", *, create: bool = False) -> Journal:
    """Open a journal in an SQLite file or behind a database URL; by default the user's own.

    With ``create`` the journal is writable, and is created if it does not exist. Otherwise it is
    read-only. Raises :class:`UnreadableError` if there is no journal or this program cannot read
    it.
    """
    from croupier.journal import database as sql  # late: it brings SQLAlchemy with it

    file: Path | None = Path(database) if database else default_path()
    if isinstance(database, str) and "://" in database:
        file = sql.file_of(database)
        if file is None:
            return Journal(sql.open_url(database, create=create))
    assert file is not None
    return Journal(sql.open_file(file, create=create), heads.beside(file))
