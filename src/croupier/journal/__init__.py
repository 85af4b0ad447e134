"""The journal: what happened at the tables, append-only and hash-chained.

A driver writes with a :class:`Recorder`; everybody else reads: verify, replay, export. See
``docs/journal.md`` for what a chain proves and what it cannot.
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
    """Where this user's journal is, unless another is named."""
    import platformdirs

    return platformdirs.user_data_path("croupier") / "journal.db"


def memory_journal() -> Journal:
    """A journal that ends with the process."""
    return Journal(MemoryStore())


def open_journal(database: str | Path = "", *, create: bool = False) -> Journal:
    """A journal in an SQLite file or behind a database URL; the user's own if none is named.

    With ``create`` it can be written to, and is made if it is not there; otherwise it is only read.
    :class:`UnreadableError` if there is no journal, or none that this program understands.
    """
    from croupier.journal import database as sql  # late: it brings SQLAlchemy with it

    file: Path | None = Path(database) if database else default_path()
    if isinstance(database, str) and "://" in database:
        file = sql.file_of(database)
        if file is None:
            return Journal(sql.open_url(database, create=create))
    assert file is not None
    return Journal(sql.open_file(file, create=create), heads.beside(file))
