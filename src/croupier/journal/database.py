"""Entries in a database: an SQLite file, or any other database by its URL.

This module is imported only when a database is opened.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from croupier.journal import at_once
from croupier.journal.entry import FORMAT, Entry, Head, JournalError, TakenError, UnreadableError
from croupier.journal.insertion import Insertion, insertion_of
from croupier.journal.signing import PublicKey, SignedHead
from croupier.journal.store import Row

METADATA: Final = sa.MetaData()

JOURNAL: Final = sa.Table(
    "journal",
    METADATA,
    sa.Column("format", sa.Integer, primary_key=True, autoincrement=False),
)
"""One row: the format of the entries."""

BOUNDS: Final = sa.text("kind IN ('open-round', 'close-round')")

ENTRIES: Final = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("previous", sa.LargeBinary(32), nullable=False),
    sa.Column("hash", sa.LargeBinary(32), nullable=False),
    # A round opens once and closes once, whichever process writes it.
    sa.Index(
        "entries_bounds",
        "round",
        "kind",
        unique=True,
        sqlite_where=BOUNDS,
        postgresql_where=BOUNDS,
    ),
    sqlite_with_rowid=False,
)
"""One row for each entry, in the order of the chains."""

SIGNING_KEYS: Final = sa.Table(
    "signing_keys",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("public", sa.LargeBinary(32), nullable=False),
    sa.Column("since", sa.String(30), nullable=False),
    sa.Column("signed_by", sa.String(64)),
    sa.Column("signature", sa.LargeBinary(64), nullable=False),
)
"""The public halves of the keys that have signed heads, each vouched for by the one before it."""

SIGNED_HEADS: Final = sa.Table(
    "signed_heads",
    METADATA,
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("statement", sa.LargeBinary, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("signature", sa.LargeBinary(64), nullable=False),
)
"""The heads signed from time to time, which are handed to an outside witness."""

_AS_FOUND: Final = sa.text(
    "SELECT table_id, number, round, kind, payload, previous, hash FROM entries"
    " ORDER BY table_id, number"
)
"""Without types, so that a damaged field is read as it is instead of failing on conversion."""


@dataclass(frozen=True, eq=False)
class RowOf:
    """A row of a table; the rows of one commit are inserted together.

    It has a value for every column, or else for what the table's ``Insertion`` is given.
    """

    table: sa.Table
    values: tuple[Any, ...]
    replaces: bool = False
    """Whether it replaces the row with the same key; otherwise that key must be free."""


Also: TypeAlias = RowOf | Callable[[sa.Connection], object]
"""Something else to write in the same transaction as the entries."""

_ONE_BY_ONE: Final = sa.text(
    "SELECT pg_advisory_xact_lock(place) FROM (SELECT DISTINCT hashtextextended(name, 0) AS place"
    " FROM unnest(CAST(:names AS text[])) AS name ORDER BY place) AS places"
)

_MANY: Final = 4096
_FEW: Final = 64
"""How many rows to fetch at a time: when everything is read, and when one round is."""


class DatabaseStore:
    """A store in a database that :func:`open_file` or :func:`open_url` has opened."""

    def __init__(self, engine: sa.Engine, where: str) -> None:
        self.engine = engine
        self._where = where

    def append(
        self, entries: Sequence[Entry], also: Sequence[Also] = (), over: sa.Connection | None = None
    ) -> None:
        """Add entries, of several tables if need be, and what must be written together with them.

        With ``over``, only that connection writes: if it is lost, nothing is written.
        """
        rows: defaultdict[tuple[sa.Table, bool], list[Sequence[Any]]] = defaultdict(list)
        rows[ENTRIES, False].extend(entries)
        others = []
        for write in also:
            if isinstance(write, RowOf):
                rows[write.table, write.replaces].append(write.values)
            else:
                others.append(write)
        try:
            with _clearly(self._where):
                if over is not None and not others and at_once.fits(over, rows):
                    at_once.write(over, rows)
                    return
                with self._writing(over) as connection:
                    for (table, replaces), those in rows.items():
                        _insert(connection, table, those, replaces)
                    for write in others:
                        write(connection)
        except IntegrityError:
            if not entries:
                raise
            first = entries[0]
            raise TakenError(
                f"{self._where}: table {first.table}: entry {first.number} or round {first.round} "
                "already exists: another process is writing to this journal"
            ) from None

    @contextmanager
    def _writing(self, over: sa.Connection | None) -> Iterator[sa.Connection]:
        if over is None:
            with self.engine.begin() as connection:
                yield connection
        else:
            with over.begin():
                yield over

    def rows(self) -> Iterator[Row]:
        """All rows, streamed so that no journal is too long, and untyped so that damage shows."""
        with _clearly(self._where), self.engine.connect() as connection:
            streamed = connection.execution_options(yield_per=_MANY)
            for chunk in streamed.execute(_AS_FOUND).partitions(_MANY):
                yield from chunk

    def since(self, table: str, number: int) -> Iterator[Entry]:
        """Entries are fetched a few at a time, as a caller who reads one round stops at its end."""
        chosen = ENTRIES.c.table_id == table, ENTRIES.c.number >= number
        return self._select(sa.select(ENTRIES).where(*chosen).order_by(ENTRIES.c.number))

    def last(self, table: str, *, in_round: bool = False) -> Entry | None:
        """One row, found by the index from the end of the chain."""
        newest = sa.select(ENTRIES).where(ENTRIES.c.table_id == table)
        if in_round:
            newest = newest.where(ENTRIES.c.round > 0)
        return next(self._select(newest.order_by(ENTRIES.c.number.desc()).limit(1)), None)

    def bounds(self, round: int | None = None) -> Iterator[Entry]:
        """Yield them from an index of their own; each round's opening comes before its closing."""
        wanted = sa.select(ENTRIES).where(BOUNDS)
        if round is not None:
            wanted = wanted.where(ENTRIES.c.round == round)
        return self._select(wanted.order_by(ENTRIES.c.round, ENTRIES.c.kind.desc()))

    def heads(self) -> dict[str, Head]:
        """Return the head of every table's chain."""
        ends = sa.select(ENTRIES.c.table_id, sa.func.max(ENTRIES.c.number).label("number"))
        end = ends.group_by(ENTRIES.c.table_id).subquery()
        last = sa.select(ENTRIES.c.table_id, ENTRIES.c.number, ENTRIES.c.hash).join(
            end, (ENTRIES.c.table_id == end.c.table_id) & (ENTRIES.c.number == end.c.number)
        )
        with _clearly(self._where), self.engine.connect() as connection:
            return {row.table_id: Head(row.number, row.hash) for row in connection.execute(last)}

    def newest_round(self) -> int:
        """Ask the database every time, because other processes write to it too."""
        with _clearly(self._where), self.engine.connect() as connection:
            newest = sa.select(sa.func.max(ENTRIES.c.round)).where(BOUNDS)
            return int(connection.scalar(newest) or 0)

    def keys(self) -> list[PublicKey]:
        """The keys by the time they came into use; none in a journal older than keys."""
        rows = self._if_there(sa.select(SIGNING_KEYS).order_by(SIGNING_KEYS.c.since))
        return [PublicKey(*row) for row in rows]

    def signed_heads(self) -> list[SignedHead]:
        """The signed heads by number; none in a journal older than signing."""
        rows = self._if_there(sa.select(SIGNED_HEADS).order_by(SIGNED_HEADS.c.number))
        return [SignedHead(*row) for row in rows]

    def last_signed(self) -> SignedHead | None:
        """Return the newest signed head, or None."""
        newest = sa.select(SIGNED_HEADS).order_by(SIGNED_HEADS.c.number.desc()).limit(1)
        return next((SignedHead(*row) for row in self._if_there(newest)), None)

    def _if_there(self, statement: sa.Select[Any]) -> list[Any]:
        """Select from a table that a journal of an earlier release may not have."""
        table = statement.get_final_froms()[0]
        assert isinstance(table, sa.Table)
        with _clearly(self._where), self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(table.name):
                return []
            return list(connection.execute(statement))

    def close(self) -> None:
        """Close every connection to the database."""
        self.engine.dispose()

    def _select(self, statement: sa.Select[Any]) -> Iterator[Entry]:
        with _clearly(self._where), self.engine.connect() as connection:
            for chunk in connection.execute(statement).partitions(_FEW):
                yield from (Entry(*row) for row in chunk)


def _insert(
    connection: sa.Connection, table: sa.Table, rows: Sequence[Sequence[Any]], replaces: bool
) -> None:
    """Insert rows into their table; with ``replaces`` they overwrite rows with the same key."""
    if not rows:
        return
    own = insertion_of(table)
    if own is not None:
        _insert_by(connection, table, own, rows)
        return
    names = table.columns.keys()
    statement: sa.Insert = table.insert()
    if replaces:
        dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
        insert = dialect.insert(table)
        given = {c.name: insert.excluded[c.name] for c in table.columns if not c.primary_key}
        statement = insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=given)
    connection.execute(statement, [dict(zip(names, row, strict=True)) for row in rows])


def _insert_by(
    connection: sa.Connection, table: sa.Table, insertion: Insertion, rows: Sequence[Sequence[Any]]
) -> None:
    """Insert rows by a table's own statement, which reads what the table holds.

    Where several processes write, the rows of one commit hold their places until its end. All
    processes take them in the same order, so that none waits for another in a circle.
    """
    values = [dict(zip(insertion.given, row, strict=True)) for row in rows]
    one_by_one(connection, table, (row[insertion.alone] for row in values))
    connection.execute(sa.text(insertion.statement), values)


def one_by_one(connection: sa.Connection, table: sa.Table, those: Iterable[str]) -> None:
    """Hold the places of some rows of such a table until this transaction has ended."""
    if connection.dialect.name == "postgresql":
        names = sorted({f"{table.name} {one}" for one in those})
        connection.execute(_ONE_BY_ONE, {"names": names})


def published(key: PublicKey) -> Also:
    """Return the write that puts a key's public half into the database."""
    row = SIGNING_KEYS.insert().values(
        key=key.key,
        public=key.public,
        since=key.since,
        signed_by=key.signed_by,
        signature=key.signature,
    )
    return lambda connection: connection.execute(row)


# --- opening --------------------------------------------------------------------------------------


def open_file(path: Path, *, create: bool) -> DatabaseStore:
    """Open an SQLite file; with ``create`` it is writable, and created if it does not exist."""
    if path.is_dir():
        raise UnreadableError(f"{path}: is a directory, not a journal")
    if not create and not path.exists():
        raise UnreadableError(f"{path}: there is no journal")
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(sa.URL.create("sqlite", database=str(path)))
        sa.event.listen(engine, "connect", _durable)
    else:
        engine = sa.create_engine(
            "sqlite://", creator=lambda: _read_only(path), poolclass=sa.pool.QueuePool
        )
    return _opened(engine, str(path), create=create)


def open_url(url: str, *, create: bool) -> DatabaseStore:
    """Open a database by its SQLAlchemy URL."""
    try:
        engine = sa.create_engine(url)
    except (ArgumentError, ValueError):  # ValueError: the port is not a number
        raise UnreadableError(f"{url.partition('://')[0]}://…: is not a database URL") from None
    except ImportError as error:
        raise UnreadableError(f"the driver for this database is not installed: {error}") from None
    return _opened(engine, engine.url.render_as_string(), create=create)


def file_of(url: str) -> Path | None:
    """Return the file that an SQLite URL names, None for other databases."""
    try:
        parsed = sa.make_url(url)
    except (ArgumentError, ValueError):
        return None
    return Path(parsed.database) if parsed.drivername == "sqlite" and parsed.database else None


def _opened(engine: sa.Engine, where: str, *, create: bool) -> DatabaseStore:
    try:
        with engine.begin() as connection:
            if create:
                one_at_a_time(connection)
            tables = sa.inspect(connection).get_table_names()
            if create and not tables:
                METADATA.create_all(connection)
                connection.execute(JOURNAL.insert().values(format=FORMAT))
                tables = list(METADATA.tables)
        if not {"journal", "entries"} <= set(tables):
            raise UnreadableError(f"{where}: is not a journal")
        with engine.connect() as connection:
            format = connection.scalar(sa.text("SELECT max(format) FROM journal"))
    except SQLAlchemyError as error:
        raise UnreadableError(f"{where}: cannot be read as a journal: {cause_of(error)}") from None
    if format != FORMAT:
        newer = isinstance(format, int) and format > FORMAT
        raise UnreadableError(
            f"{where}: format {format} is newer than this program, which reads {FORMAT}: update it"
            if newer
            else f"{where}: is not a journal: there is no format {format}"
        )
    return DatabaseStore(engine, where)


def one_at_a_time(connection: sa.Connection) -> None:
    """Let one server at a time change the schema of a database; the others wait for it."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('croupier schema'))"))


def _durable(connection: sqlite3.Connection, record: object) -> None:
    """Make a commit return only when it is on the disk, and do not let readers wait for writers."""
    for setting in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {setting}")


def _read_only(path: Path) -> sqlite3.Connection:
    """Return a connection that changes nothing and, where possible, leaves no files behind."""
    if path.with_name(f"{path.name}-wal").exists():
        mode = "mode=ro"  # a writer is active or crashed: the log holds entries the file does not
    elif os.access(path.parent, os.W_OK):
        mode = "mode=rw"  # SQLite cleans up after a connection that could write
    else:
        mode = "mode=ro&immutable=1"
    uri = f"file:{quote(str(path.absolute()))}?{mode}"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    connection.execute("PRAGMA query_only=1")
    return connection


@contextmanager
def _clearly(where: str) -> Iterator[None]:
    """Turn the database's errors into one line; an integrity error is left to the caller."""
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise JournalError(f"{where}: {cause_of(error)}") from None


def cause_of(error: SQLAlchemyError) -> str:
    """Return the database's own message, in one line."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(cause).split())
