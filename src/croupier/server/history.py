"""A person's own record: the rounds they played, what these came to, and all of them to take along.

The rows of :mod:`.played` say which rounds there are; the chain says what happened in them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa

from croupier.journal import Journal, JournalError
from croupier.journal.database import BOUNDS, ENTRIES, DatabaseStore
from croupier.journal.entry import CLOSE, Entry
from croupier.journal.payloads import Closed, decode
from croupier.nouns.money import show_money
from croupier.server import disputes, shown
from croupier.server.membership import hidden_from
from croupier.server.people import Caller
from croupier.server.reviews import is_current
from croupier.server.schema import PLAYED, REVIEWS, TABLES
from croupier.server.snapshot import Snapshot

Data = dict[str, Any]

BUCKETS: Final = 50
"""Into how many parts a chart divides the rounds. Each has its first, last, best and worst."""
MOST_TABLES: Final = 50
"""How many tables can be chosen from, those played at last first."""
MOST_KEPT: Final = 256
"""How many summaries are remembered."""
_ROUNDS: Final = 2**24
_MONEY: Final = 2**38
"""More rounds than one person plays, and more cents than one wins: both fit into one number."""


@dataclass(frozen=True)
class Wanted:
    """Which rounds of a person are asked for."""

    person: str
    game: str | None = None
    table: str | None = None
    first: str | None = None
    """A day or a moment in UTC; that day and later."""
    last: str | None = None
    """A day or a moment in UTC; up to the end of that day, or before that moment."""
    result: Literal["won", "lost"] | None = None

    def conditions(self) -> list[sa.ColumnElement[bool]]:
        """What holds of the rows."""
        return [PLAYED.c.person == self.person, *self._chosen(), *self._between()]

    def _chosen(self) -> Iterator[sa.ColumnElement[bool]]:
        if self.game is None and self.table is None:
            # Said so that the rows are read in their own order, not looked up through an index.
            yield PLAYED.c.nth > 0
        if self.game is not None:
            yield PLAYED.c.game == self.game
        if self.table is not None:
            yield PLAYED.c.table_id == self.table
        if self.result is not None:
            yield PLAYED.c.net > 0 if self.result == "won" else PLAYED.c.net < 0

    def _between(self) -> Iterator[sa.ColumnElement[bool]]:
        """Times are text of one form, and so are the bounds: the beginning of a time."""
        if self.first is not None:
            yield PLAYED.c.time >= self.first.removesuffix("Z")
        if self.last is not None:
            a_day = "T" not in self.last
            yield PLAYED.c.time < (f"{self.last}T24" if a_day else self.last.removesuffix("Z"))


class History:
    """The records of people. Every method reads the database: call it in a thread."""

    def __init__(self, journal: Journal) -> None:
        assert isinstance(journal.store, DatabaseStore)
        self._journal = journal
        self._engine = journal.store.engine
        self._summaries: dict[Wanted, tuple[int, Data]] = {}
        """Summaries by what was asked for, each with the newest round of that person."""
        self._lock = Lock()

    # --- rounds -----------------------------------------------------------------------------------

    def rounds(
        self, wanted: Wanted, before: int | None, limit: int, caller: Caller
    ) -> tuple[list[Data], bool]:
        """Rounds, newest first, and whether there are earlier ones; ``before`` is an ``nth``."""
        query = sa.select(PLAYED).where(*wanted.conditions())
        if before is not None:
            query = query.where(PLAYED.c.nth < before)
        with self._engine.connect() as connection:
            rows = list(connection.execute(query.order_by(PLAYED.c.nth.desc()).limit(limit + 1)))
            numbers = [row.round for row in rows[:limit]]
            names = names_of(connection, {row.table_id for row in rows[:limit]}, caller)
            asked = disputes.lines(connection, numbers, caller)
            reviews = _reviews(connection, wanted.person, numbers)
        lines = [
            _facts(row, names)
            | self._own_part(row)
            | {"disputes": asked.get(row.round, []), "review": reviews.get(row.round)}
            for row in rows[:limit]
        ]
        return lines, len(rows) > limit

    def _own_part(self, row: sa.Row[Any]) -> Data:
        try:
            log = self._journal.round(row.round)
        except JournalError:  # damaged: the verdict on the journal says where
            return {"seats": [], "felt": {}, "rulebook": None}
        return shown.own_part(log, _seats(row)) | {"rulebook": log.opened.rulebook}

    # --- what they came to ------------------------------------------------------------------------

    def summary(self, connection: sa.Connection, wanted: Wanted, caller: Caller) -> Data:
        """How many rounds, what they brought, the best and the worst, and a line of the money.

        ``games`` and ``tables`` are those of all rounds, to choose from. A summary is worked out
        again only after another round. The connection has one consistent view of the database.
        """
        newest = connection.scalar(_of(wanted.person, sa.func.max(PLAYED.c.nth))) or 0
        known = self._summaries.get(wanted)
        if known is None or known[0] != newest:
            known = newest, _summary(connection, wanted)
            self._keep(wanted, known)
        return known[1] | {"tables": _tables(connection, wanted.person, caller)}

    def _keep(self, wanted: Wanted, known: tuple[int, Data]) -> None:
        with self._lock:
            self._summaries.pop(wanted, None)
            self._summaries[wanted] = known
            while len(self._summaries) > MOST_KEPT:
                del self._summaries[next(iter(self._summaries))]

    # --- to take along ----------------------------------------------------------------------------

    def batch(
        self, wanted: Wanted, after: int, limit: int, caller: Caller
    ) -> tuple[list[Data], int]:
        """Some rounds after an ``nth``, oldest first, and the last ``nth``; 0 at the end."""
        query = sa.select(PLAYED).where(*wanted.conditions(), PLAYED.c.nth > after)
        with self._engine.connect() as connection:
            rows = list(connection.execute(query.order_by(PLAYED.c.nth).limit(limit)))
            names = names_of(connection, {row.table_id for row in rows}, caller)
            ends = _endings(connection, [row.round for row in rows])
        lines = [_facts(row, names) | {"seats": _ending(ends, row)} for row in rows]
        return lines, rows[-1].nth if rows else 0


def _seats(row: sa.Row[Any]) -> list[int]:
    return [int(seat) for seat in row.seats.split(",")]


def _facts(row: sa.Row[Any], names: dict[str, str]) -> Data:
    return {
        "nth": row.nth,
        "round": row.round,
        "table": row.table_id,
        "name": names.get(row.table_id, row.table_id),
        "game": row.game,
        "time": row.time,
        "sitting": row.sitting,
        "staked": show_money(row.staked),
        "net": show_money(row.net),
        "total": show_money(row.total),
    }


def names_of(connection: sa.Connection, tables: set[str], caller: Caller) -> dict[str, str]:
    """What tables are called now; those that the caller may not see are left out."""
    wanted = sa.select(TABLES).where(TABLES.c.table_id.in_(tables))
    hidden = hidden_from(caller)
    if hidden is not None:
        wanted = wanted.where(TABLES.c.table_id.not_in(hidden))
    return {row.table_id: Snapshot.decode(row.snapshot).name for row in connection.execute(wanted)}


# --- sums -----------------------------------------------------------------------------------------


def _of(person: str, *columns: Any) -> sa.Select[Any]:
    return sa.select(*columns).where(PLAYED.c.person == person)


def _summary(connection: sa.Connection, wanted: Wanted) -> Data:
    games = _by_game(connection, wanted)
    every = _each(wanted.person, PLAYED.c.game)
    all_games = sa.select(every.c.value).where(every.c.value.is_not(None))
    count = sum(game["rounds"] for game in games)
    best = max((game["best"] for game in games), default=None)
    worst = min((game["worst"] for game in games), default=None)
    chart = _chart(connection, wanted, count)
    return {
        "rounds": count,
        "staked": show_money(sum(game["staked"] for game in games)),
        "net": show_money(sum(game["net"] for game in games)),
        "best": _extreme(connection, wanted.person, best),
        "worst": _extreme(connection, wanted.person, worst),
        "by_game": [
            {key: game[key] for key in ("game", "rounds")}
            | {key: show_money(game[key]) for key in ("net", "staked")}
            for game in games
        ],
        "games": list(connection.scalars(all_games)),
        "chart": chart,
    }


def _whole(sum: sa.ColumnElement[Any]) -> sa.ColumnElement[int]:
    """A sum as whole cents; PostgreSQL makes it a decimal number."""
    return sa.cast(sum, sa.BigInteger)


def _reviews(connection: sa.Connection, person: str, rounds: Sequence[int]) -> dict[int, Data]:
    """What the reviews of some rounds say in short, in dollars; rounds without one are left out."""
    of = REVIEWS.c
    wanted = sa.select(of.round, of.decisions, of.right, of.cost_value, of.luck_value).where(
        of.person == person, of.round.in_(rounds), of.luck_value.is_not(None), is_current()
    )
    return {
        row.round: {
            "decisions": row.decisions,
            "right": row.right,
            "cost": row.cost_value,
            "luck": row.luck_value,
        }
        for row in connection.execute(wanted)
    }


def _by_game(connection: sa.Connection, wanted: Wanted) -> list[Data]:
    """How many rounds of each game, and what they brought, the most played first."""
    count, sum = sa.func.count().label("rounds"), sa.func.sum
    marked = PLAYED.c.net * _ROUNDS + PLAYED.c.nth
    query = sa.select(
        PLAYED.c.game,
        count,
        _whole(sum(PLAYED.c.net)).label("net"),
        _whole(sum(PLAYED.c.staked)).label("staked"),
        sa.func.max(marked).label("best"),
        sa.func.min(marked).label("worst"),
    )
    grouped = query.where(*wanted.conditions()).group_by(PLAYED.c.game)
    ordered = grouped.order_by(count.desc(), PLAYED.c.game)
    return [dict(row._mapping) for row in connection.execute(ordered)]


def _extreme(connection: sa.Connection, person: str, marked: int | None) -> Data | None:
    """The round behind a result that was marked with its ``nth``."""
    if marked is None:
        return None
    told = (PLAYED.c.nth, PLAYED.c.round, PLAYED.c.table_id, PLAYED.c.game, PLAYED.c.time)
    found = _of(person, *told).where(PLAYED.c.nth == marked % _ROUNDS)
    row = connection.execute(found).one()
    return dict(row._mapping) | {"net": show_money(marked // _ROUNDS)}


def _each(person: str, column: sa.Column[str]) -> sa.CTE:
    """The values of a column in a person's rows, found one after another by its index."""
    mine = _of(person, sa.func.min(column).label("value"))
    found = mine.cte("found", recursive=True)
    following = mine.where(column > found.c.value).scalar_subquery()
    return found.union_all(sa.select(following).where(found.c.value.is_not(None)))


def _tables(connection: sa.Connection, person: str, caller: Caller) -> list[Data]:
    """The tables at which a person played, the latest first."""
    found = _each(person, PLAYED.c.table_id)
    newest = _of(person, sa.func.max(PLAYED.c.nth)).where(PLAYED.c.table_id == found.c.value)
    latest = newest.scalar_subquery()
    query = sa.select(found.c.value).where(found.c.value.is_not(None))
    tables = list(connection.scalars(query.order_by(latest.desc()).limit(MOST_TABLES)))
    names = names_of(connection, set(tables), caller)
    return [{"table": table, "name": names.get(table, table)} for table in tables]


# --- the line of the money ------------------------------------------------------------------------


def _chart(connection: sa.Connection, wanted: Wanted, count: int) -> list[Data]:
    """At most four points for each part of the rounds: its first, last, highest and lowest."""
    total: dict[int, int] = {}
    for first, last, low, high in _parts(connection, wanted, count) if count else ():
        for marked in (first, last):
            total[marked // (2 * _MONEY)] = marked % (2 * _MONEY) - _MONEY
        for marked in (low, high):
            total[marked % _ROUNDS] = marked // _ROUNDS
    points = _of(wanted.person, PLAYED.c.nth, PLAYED.c.round, PLAYED.c.time)
    chosen = points.where(PLAYED.c.nth.in_(sorted(total))).order_by(PLAYED.c.nth)
    return [
        dict(row._mapping) | {"total": show_money(total[row.nth])}
        for row in connection.execute(chosen)
    ]


def _parts(connection: sa.Connection, wanted: Wanted, count: int) -> Iterator[Any]:
    """Of each part, its first and its last round and its extremes, with the money up to there.

    All rounds of a person are numbered without gaps and have their totals, so a part is a range of
    them. The totals of chosen rounds are added up first.
    """
    nth = PLAYED.c.nth
    if wanted == Wanted(wanted.person):
        for part in range(BUCKETS):
            between = nth > part * count // BUCKETS, nth <= (part + 1) * count // BUCKETS
            ends = _of(wanted.person, *_ends(nth, PLAYED.c.total)).where(*between)
            yield from (row for row in connection.execute(ends) if row[0] is not None)
        return
    place = sa.func.row_number().over(order_by=nth).label("place")
    total = _whole(sa.func.sum(PLAYED.c.net).over(order_by=nth)).label("total")
    one = sa.select(nth, place, total).where(*wanted.conditions()).subquery()
    part_of = ((one.c.place - 1) * BUCKETS) // count
    yield from connection.execute(sa.select(*_ends(one.c.nth, one.c.total)).group_by(part_of))


def _ends(nth: sa.ColumnElement[int], total: sa.ColumnElement[int]) -> list[Any]:
    """Money and ``nth`` as one number, so that the extremes say where they are."""
    by_nth, by_money = nth * (2 * _MONEY) + total + _MONEY, total * _ROUNDS + nth
    least, most = sa.func.min, sa.func.max
    return [least(by_nth), most(by_nth), least(by_money), most(by_money)]


# --- files ----------------------------------------------------------------------------------------


def _endings(connection: sa.Connection, rounds: Sequence[int]) -> dict[int, Closed]:
    wanted = sa.select(ENTRIES).where(BOUNDS, ENTRIES.c.kind == CLOSE, ENTRIES.c.round.in_(rounds))
    return {row.round: decode(Entry(*row), Closed) for row in connection.execute(wanted)}


def _ending(ends: dict[int, Closed], row: sa.Row[Any]) -> list[Data]:
    closed = ends.get(row.round)
    return [] if closed is None else shown.own_ending(closed, _seats(row))


COLUMNS: Final = (
    "Round",
    "Ended",
    "Table",
    "Table name",
    "Game",
    "Seats",
    "Wagers",
    "Hand",
    "Wagered",
    "Result",
    "Total",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def as_csv(lines: Iterable[Data]) -> str:
    """Rounds as lines of a table."""
    out = io.StringIO()
    csv.writer(out).writerows(_cells(line) for line in lines)
    return out.getvalue()


def csv_head() -> str:
    """The names of the columns."""
    out = io.StringIO()
    csv.writer(out).writerow(COLUMNS)
    return out.getvalue()


def _cells(line: Data) -> list[str | int]:
    seats = line["seats"]
    wagers = [
        f"{one['wager']} {one['amount']} {one['outcome']}" for s in seats for one in s["wagers"]
    ]
    hands = [seat["hand"].replace("-", " ") for seat in seats if seat.get("hand")]
    texts = (line["table"], line["name"], line["game"])
    return [
        line["round"],
        line["time"],
        *(safe_cell(text) for text in texts),
        ", ".join(str(seat["seat"]) for seat in seats),
        safe_cell("; ".join(wagers)),
        safe_cell("; ".join(hands)),
        line["staked"],
        line["net"],
        line["total"],
    ]


def as_json(lines: Iterable[Data], *, first: bool) -> str:
    """Rounds as members of a list; ``first`` if none stands before them."""
    members = ",\n".join(msgspec.json.encode(line).decode() for line in lines)
    return members if first or not members else f",\n{members}"
