"""Note which rounds each person has played, older rounds too, as the chain tells them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_AT_ONCE: Final = 500
"""How many rounds are read at a time, so that no chain is too long."""

_ENDS: Final = sa.text("""
SELECT closing.round, opening.table_id, opening.payload AS opened, closing.payload AS closed
FROM (SELECT round, payload FROM entries
    WHERE kind IN ('open-round', 'close-round') AND kind = 'close-round' AND round > :last
    ORDER BY round LIMIT :some) AS closing
LEFT JOIN entries AS opening ON opening.kind IN ('open-round', 'close-round')
  AND opening.kind = 'open-round' AND opening.round = closing.round
ORDER BY closing.round""").columns(
    round=sa.BigInteger, table_id=sa.String, opened=sa.LargeBinary, closed=sa.LargeBinary
)
"""The opening and the closing of each round that is over, by number.

The kinds are said twice, because the index is for the first condition.
"""

_FILL: Final = """
INSERT INTO played
  (person, nth, round, table_id, game, seats, time, net, total, sitting, staked)
WITH beginning AS (
  SELECT found.*, CASE WHEN lag(time) OVER (
      PARTITION BY person, table_id ORDER BY time, round) >= since
    THEN 0 ELSE 1 END AS begins
  FROM played_found AS found),
counted AS (
  SELECT beginning.*, sum(begins) OVER (PARTITION BY person ORDER BY time, round) AS begun
  FROM beginning)
SELECT person, row_number() OVER (PARTITION BY person ORDER BY time, round), round, table_id,
  game, seats, time, net, CAST(sum(net) OVER (PARTITION BY person ORDER BY time, round) AS bigint),
  CAST(max(CASE begins WHEN 1 THEN begun END) OVER (
    PARTITION BY person, table_id ORDER BY time, round) AS bigint),
  staked
FROM counted"""
"""Number the rounds of each person by their ends, add up the money, and number the sittings.

A sitting has the number of sittings that the person had begun by then. It lasts until the next one
begins at that table.
"""


def upgrade() -> None:
    """Create the table, fill it from the chains, and note from now on who is erased."""
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
    _fill(op.get_bind())
    op.create_index("played_round", "played", ["person", "round"])
    op.create_index("played_game", "played", ["person", "game", "nth"])
    op.create_index("played_table", "played", ["person", "table_id", "nth"])
    op.create_index("played_sitting", "played", ["person", "sitting", "nth"])


def _fill(connection: sa.Connection) -> None:
    """Lay the rounds aside in any order, so that the database can put them in order at once."""
    aside = op.create_table(
        "played_found",
        sa.Column("person", sa.String(40)),
        sa.Column("round", sa.BigInteger),
        sa.Column("table_id", sa.String(100)),
        sa.Column("game", sa.String(60)),
        sa.Column("seats", sa.String(60)),
        sa.Column("time", sa.String(30)),
        sa.Column("net", sa.BigInteger),
        sa.Column("staked", sa.BigInteger),
        sa.Column("since", sa.String(30)),
    )
    last = 0
    while ends := list(connection.execute(_ENDS, {"last": last, "some": _AT_ONCE})):
        rows = [row for one in ends for row in _rows(one)]
        if rows:
            connection.execute(aside.insert(), rows)
        last = ends[-1].round
    connection.execute(sa.text(_FILL))
    op.drop_table("played_found")


def _rows(ends: sa.Row[Any]) -> list[dict[str, Any]]:
    """What a round says of its players. A damaged one is left out; a check of the journal tells."""
    with suppress(ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return list(_read(ends, json.loads(ends.opened), json.loads(ends.closed)))
    return []


def _read(ends: sa.Row[Any], opened: Any, closed: Any) -> Iterator[dict[str, Any]]:
    result, time = closed["result"], closed["time"]
    since = datetime.fromisoformat(time) - timedelta(hours=1)
    for person, held in opened["players"].items():
        told = {number: result["seats"][str(number)] for number in sorted(held)}
        mine = {number: seat for number, seat in told.items() if seat["wagers"] or _net(seat)}
        if mine and not person.startswith("h-"):  # those of the house
            staked = 0 if result["outcome"] == "void" else sum(map(_staked, mine.values()))
            yield {
                "person": person,
                "round": ends.round,
                "table_id": ends.table_id,
                "game": opened["game"],
                "seats": ",".join(map(str, mine)),
                "time": time,
                "net": sum(map(_net, mine.values())),
                "staked": staked,
                "since": since.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            }


def _net(seat: Any) -> int:
    return _cents(seat["net"])


def _staked(seat: Any) -> int:
    wagers = seat["wagers"]
    return sum(_cents(one["amount"]) for one in wagers if one["outcome"] != "returned")


def _cents(dollars: str) -> int:
    return int(Decimal(dollars) * 100)
