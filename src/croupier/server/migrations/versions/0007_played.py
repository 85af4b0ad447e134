"""Note which rounds each person has played, older rounds too, as the chain tells them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import sqlalchemy as sa
from alembic import op

from croupier.journal import JournalError
from croupier.journal.database import BOUNDS, ENTRIES
from croupier.journal.entry import CLOSE, OPEN, Entry
from croupier.journal.insertion import insertion_of
from croupier.journal.log import lines
from croupier.server import played
from croupier.server.schema import PLAYED

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_AT_ONCE: Final = 500
"""How many rounds are read at a time, so that no chain is too long."""


def upgrade() -> None:
    """Create the table, and fill it with the rounds in the chains.

    Its rows are added for people who are not erased, so that must be noted first.
    """
    op.add_column("people", sa.Column("erased", sa.String(30)))
    op.create_table(
        "played",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("nth", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(100), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("seats", sa.String(60), nullable=False),
        sa.Column("time", sa.String(30), nullable=False),
        sa.Column("net", sa.BigInteger, nullable=False),
        sa.Column("total", sa.BigInteger, nullable=False),
        sa.Column("sitting", sa.BigInteger, nullable=False),
        sa.Column("staked", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("played_round", "played", ["person", "round"])
    op.create_index("played_game", "played", ["person", "game", "nth"])
    op.create_index("played_table", "played", ["person", "table_id", "nth"])
    insertion = insertion_of(PLAYED)
    assert insertion is not None
    connection, statement = op.get_bind(), sa.text(insertion.statement)
    for rounds in _rounds(connection):
        rows = [row for bounds in rounds for row in _rows(bounds)]
        if rows:
            given = [dict(zip(insertion.given, row, strict=True)) for row in rows]
            connection.execute(statement, given)


def _rounds(connection: sa.Connection) -> Iterator[list[tuple[Entry, ...]]]:
    """The opening and the closing of each round that has both, many at a time, by number."""
    last, ends = 0, sa.select(ENTRIES).where(BOUNDS, ENTRIES.c.kind == CLOSE)
    while True:
        some = ends.where(ENTRIES.c.round > last).order_by(ENTRIES.c.round).limit(_AT_ONCE)
        closings = {row.round: Entry(*row) for row in connection.execute(some)}
        if not closings:
            return
        began = ENTRIES.c.kind == OPEN, ENTRIES.c.round.in_(closings)
        openings = connection.execute(sa.select(ENTRIES).where(BOUNDS, *began))
        yield [
            (opening, closings[opening.round])
            for opening in sorted((Entry(*row) for row in openings), key=lambda one: one.round)
        ]
        last = max(closings)


def _rows(bounds: tuple[Entry, ...]) -> list[played.Row]:
    """What a round says of its players; nothing if it is damaged, which a check will tell."""
    with suppress(JournalError, LookupError, ValueError):
        return [row for line in lines(bounds) for row in played.recorded(line)]
    return []
