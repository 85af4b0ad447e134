"""Reconciliation: accounts for every cent of a table, shift by shift, from its chain alone.

What was noted by mistake is corrected by a later entry. The last correction of an entry counts, and
the shifts are added up as if it had been noted right. A count that did not happen ends no shift.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sa

from croupier.journal.database import ENTRIES
from croupier.journal.entry import CLOSE, TABLE, Entry
from croupier.journal.payloads import Closed, Noted, decode
from croupier.nouns.money import parse_money, show_money
from croupier.server.schema import ACCOUNTS, TABLES
from croupier.server.snapshot import Snapshot

Data = dict[str, Any]
Names = Callable[[str | None], str | None]
Chain = list[tuple[int, Noted | Closed]]
"""The entries of a table that bear on its money, with their numbers."""

CORRECTION: Final = "correction"
CORRECTABLE: Final = ("fill", "credit", "count")
"""What the floor notes, and may have noted by mistake."""
_SUMS: Final = {
    "buy-in": "buy_ins",
    "top-up": "buy_ins",
    "cash-out": "cash_outs",
    "fill": "fills",
    "credit": "credits",
}

NOT_COUNTED: Final = "not counted yet"
RECONCILES: Final = "reconciles"
DIFFERS: Final = "does not reconcile"


@dataclass(frozen=True)
class Correction:
    """What was noted about an earlier entry."""

    entry: int
    time: str
    by: str
    why: str
    amount: int | None
    """The right amount; None if what was noted did not happen."""

    def as_data(self, names: Names) -> Data:
        """The correction as it is shown."""
        return {
            "entry": self.entry,
            "time": self.time,
            "by": self.by,
            "name": names(self.by),
            "why": self.why,
            "amount": None if self.amount is None else show_money(self.amount),
        }


@dataclass
class Movement:
    """Money that moved, or was counted: an entry of the chain with its corrections."""

    entry: int
    time: str
    what: str
    amount: int
    seat: int | None
    person: str | None
    by: str | None
    corrections: list[Correction] = field(default_factory=list)

    @property
    def stands(self) -> int | None:
        """The amount that counts; None if it did not happen."""
        return self.corrections[-1].amount if self.corrections else self.amount

    def as_data(self, names: Names) -> Data:
        """The movement as it is shown."""
        return {
            "entry": self.entry,
            "time": self.time,
            "what": self.what,
            "amount": show_money(self.amount),
            "stands": None if self.stands is None else show_money(self.stands),
            "seat": self.seat,
            "person": self.person,
            "by": self.by,
            "name": names(self.person or self.by),
            "corrections": [one.as_data(names) for one in self.corrections],
        }


@dataclass
class Shift:
    """The time from one count of the tray to the next; all sums are in cents."""

    began: str
    opening: int
    chips_before: int
    """Chips at the seats when the shift began."""
    ended: str | None = None
    fills: int = 0
    credits: int = 0
    buy_ins: int = 0
    cash_outs: int = 0
    house_net: int = 0
    rounds: int = 0
    counted: int | None = None
    count: int | None = None
    """The entry of the count that ended it."""
    lines: list[Movement] = field(default_factory=list)

    @property
    def expected(self) -> int:
        """What the tray should hold: bought chips left it, and what the house won came back."""
        return self.opening + self.fills - self.credits - self.buy_ins + self.house_net

    @property
    def chips_at_seats(self) -> int:
        """What the players should hold.

        They began with and bought some chips, cashed some, and lost what the house won.
        """
        return self.chips_before + self.buy_ins - self.cash_outs - self.house_net

    @property
    def win(self) -> int:
        """What the table won, computed from the tray and the drop, not from the rounds."""
        holds = self.expected if self.counted is None else self.counted
        return holds - self.opening - self.fills + self.credits + self.buy_ins

    @property
    def difference(self) -> int:
        """What was counted less what was expected; 0 before the count."""
        return 0 if self.counted is None else self.counted - self.expected

    @property
    def verdict(self) -> str:
        """Whether the count is right and the tray has won what the rounds say.

        Nothing is said of a shift that nobody has counted.
        """
        if self.counted is None:
            return NOT_COUNTED
        return DIFFERS if self.difference or self.win != self.house_net else RECONCILES

    def as_data(self, names: Names) -> Data:
        """The shift as it is shown; ``balanced`` is None before the count."""
        money = {
            "opening": self.opening,
            "fills": self.fills,
            "credits": self.credits,
            "buy_ins": self.buy_ins,
            "cash_outs": self.cash_outs,
            "house_net": self.house_net,
            "expected": self.expected,
            "difference": self.difference,
            "drop": self.buy_ins,
            "win": self.win,
            "chips_at_seats": self.chips_at_seats,
        }
        return {
            "began": self.began,
            "ended": self.ended,
            "rounds": self.rounds,
            **{key: show_money(cents) for key, cents in money.items()},
            "counted": None if self.counted is None else show_money(self.counted),
            "balanced": None if self.counted is None else self.verdict == RECONCILES,
            "verdict": self.verdict,
            "lines": [line.as_data(names) for line in self.lines],
        }


def _nameless(person: str | None) -> None:
    """Nobody's name, for readers who have only the chain."""


def read(connection: sa.Connection, table: str) -> Chain:
    """Everything in a table's chain that bears on its money."""
    wanted = sa.select(ENTRIES).where(
        ENTRIES.c.table_id == table, ENTRIES.c.kind.in_((TABLE, CLOSE))
    )
    entries = [Entry(*row) for row in connection.execute(wanted.order_by(ENTRIES.c.number))]
    return [
        (entry.number, decode(entry, Closed) if entry.kind == CLOSE else decode(entry, Noted))
        for entry in entries
    ]


def movements(chain: Chain) -> dict[int, Movement]:
    """Every movement by the number of its entry, with its corrections."""
    found: dict[int, Movement] = {}
    for number, note in chain:
        if isinstance(note, Closed):
            continue
        about = note.details
        if note.what == CORRECTION:
            right = Correction(number, note.time, about["by"], about["why"], about.get("amount"))
            found[about["entry"]].corrections.append(right)
        elif "amount" in about:
            found[number] = Movement(
                number,
                note.time,
                note.what,
                int(about["amount"]),
                about.get("seat"),
                about.get("person"),
                about.get("by"),
            )
    return found


def shifts(chain: Chain) -> list[Shift]:
    """The shifts of a table, with everything corrected; the last one is open."""
    moved = movements(chain)
    found: list[Shift] = []
    for number, note in chain:
        if isinstance(note, Closed):
            found[-1].rounds += 1
            found[-1].house_net += parse_money(note.result["house"]["net"])
        elif note.what == "open":
            found.append(Shift(note.time, note.details["tray"], 0))
        elif found and number in moved:
            _enter(found, moved[number])
    return found


def _enter(shifts: list[Shift], movement: Movement) -> None:
    now, amount = shifts[-1], movement.stands
    now.lines.append(movement)
    if amount is None:
        return
    if movement.what == "count":
        now.counted, now.ended, now.count = amount, movement.time, movement.entry
        shifts.append(Shift(movement.time, amount, now.chips_at_seats))
    elif movement.what in _SUMS:
        key = _SUMS[movement.what]
        setattr(now, key, getattr(now, key) + amount)


def table_data(connection: sa.Connection, table: str, names: Names = _nameless) -> Data:
    """A table's reconciliation; the last shift is open while the table is.

    ``balanced`` says that no count differs, and that the table holds what its chain says.
    """
    chain = read(connection, table)
    return _table_data(connection, table, chain, shifts(chain), names)


def _table_data(
    connection: sa.Connection, table: str, chain: Chain, found: list[Shift], names: Names
) -> Data:
    row = connection.scalar(sa.select(TABLES.c.snapshot).where(TABLES.c.table_id == table))
    stands = None if row is None else Snapshot.decode(row)
    if stands is not None and not stands.open and found and not found[-1].lines:
        found = found[:-1]  # the count at the close does not begin a shift
    balanced = all(shift.verdict != DIFFERS for shift in found)
    if stands is not None and found:
        balanced = balanced and stands.chips() == found[-1].chips_at_seats
        if stands.open:
            balanced = balanced and stands.tray == found[-1].expected
    return {
        "table": table,
        "name": None if stands is None else stands.name,
        "open": stands is not None and stands.open,
        "state": chain[-1][0] if chain else 0,
        "shifts": [shift.as_data(names) for shift in found],
        "balanced": balanced,
    }


def house_data(connection: sa.Connection, names: Names = _nameless) -> Data:
    """All money of the house: what the cage gave is at seats, in accounts, or won by the house."""
    tables = list(connection.scalars(sa.select(TABLES.c.table_id).order_by(TABLES.c.table_id)))
    chains = {table: read(connection, table) for table in tables}
    found = {table: shifts(chain) for table, chain in chains.items()}
    at_seats = sum(all[-1].chips_at_seats for all in found.values() if all)
    house_net = sum(shift.house_net for all in found.values() for shift in all)
    deposits = 0
    cage = sa.select(ENTRIES).where(ENTRIES.c.table_id == "cage", ENTRIES.c.kind == TABLE)
    for row in connection.execute(cage):
        deposits += int(decode(Entry(*row), Noted).details["amount"])
    accounts = int(connection.scalar(sa.select(sa.func.sum(ACCOUNTS.c.balance))) or 0)
    return {
        "deposits": show_money(deposits),
        "accounts": show_money(accounts),
        "chips_at_seats": show_money(at_seats),
        "house_net": show_money(house_net),
        "balanced": deposits == accounts + at_seats + house_net,
        "tables": [
            _table_data(connection, table, chains[table], found[table], names) for table in tables
        ],
    }


def closed_tables(connection: sa.Connection) -> list[Data]:
    """The tables that have been closed, the latest first."""
    rows = connection.execute(sa.select(TABLES))
    stands = {row.table_id: Snapshot.decode(row.snapshot) for row in rows}
    listed = [
        {
            "table": table,
            "name": one.name,
            "game": one.game,
            "rulebook": one.rulebook,
            "rounds": one.rounds,
            "closed": _closed_at(connection, table),
        }
        for table, one in stands.items()
        if not one.open
    ]
    return sorted(listed, key=lambda table: str(table["closed"]), reverse=True)


def _closed_at(connection: sa.Connection, table: str) -> str | None:
    """When a table was closed; only corrections may follow in its chain."""
    wanted = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.kind == TABLE)
    for row in connection.execute(wanted.order_by(ENTRIES.c.number.desc())):
        note = decode(Entry(*row), Noted)
        if note.what == "close":
            return note.time
    return None
