"""Reconciliation: accounts for every cent of a table, shift by shift, from its chain alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from croupier.journal.database import ENTRIES
from croupier.journal.entry import CLOSE, TABLE, Entry
from croupier.journal.payloads import Closed, Noted, decode
from croupier.nouns.money import parse_money, show_money
from croupier.server.schema import ACCOUNTS, TABLES
from croupier.server.snapshot import Snapshot

Data = dict[str, Any]

_CHIPS_OUT = ("buy-in", "top-up")


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
    lines: list[Data] = field(default_factory=list)

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

    def as_data(self) -> Data:
        """The shift as it is shown.

        It is balanced if the count is right and the tray has won what the rounds say.
        """
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
            "balanced": not self.difference and self.win == self.house_net,
            "lines": self.lines,
        }


def of_table(connection: sa.Connection, table: str) -> list[Shift]:
    """The shifts of a table."""
    wanted = sa.select(ENTRIES).where(
        ENTRIES.c.table_id == table, ENTRIES.c.kind.in_((TABLE, CLOSE))
    )
    shifts: list[Shift] = []
    for row in connection.execute(wanted.order_by(ENTRIES.c.number)):
        entry = Entry(*row)
        if entry.kind == CLOSE:
            closed = decode(entry, Closed)
            shifts[-1].rounds += 1
            shifts[-1].house_net += parse_money(closed.result["house"]["net"])
        else:
            _enter(shifts, decode(entry, Noted))
    return shifts


def _enter(shifts: list[Shift], note: Noted) -> None:
    about = note.details
    if note.what == "open":
        shifts.append(Shift(note.time, about["tray"], 0))
        return
    if not shifts or "amount" not in about:
        return
    now, amount = shifts[-1], int(about["amount"])
    now.lines.append(
        {
            "time": note.time,
            "what": note.what,
            "amount": show_money(amount),
            "seat": about.get("seat"),
            "person": about.get("person"),
            "by": about.get("by"),
        }
    )
    if note.what in _CHIPS_OUT:
        now.buy_ins += amount
    elif note.what == "cash-out":
        now.cash_outs += amount
    elif note.what == "fill":
        now.fills += amount
    elif note.what == "credit":
        now.credits += amount
    elif note.what == "count":
        now.counted, now.ended = amount, note.time
        shifts.append(Shift(note.time, amount, now.chips_at_seats))


def table_data(connection: sa.Connection, table: str) -> Data:
    """A table's reconciliation; the last shift is open while the table is."""
    shifts = of_table(connection, table)
    found = connection.scalar(sa.select(TABLES.c.snapshot).where(TABLES.c.table_id == table))
    stands = None if found is None else Snapshot.decode(found)
    if stands is not None and not stands.open and shifts and not shifts[-1].lines:
        shifts.pop()  # the count at the close does not begin a shift
    data = [shift.as_data() for shift in shifts]
    balanced = all(shift["balanced"] for shift in data)
    if stands is not None and shifts:
        at_seats = sum(place.chips + place.extra for place in stands.seats.values())
        balanced = balanced and at_seats == shifts[-1].chips_at_seats
        if stands.open:
            balanced = balanced and stands.tray == shifts[-1].expected
    return {"table": table, "shifts": data, "balanced": balanced}


def house_data(connection: sa.Connection) -> Data:
    """All money of the house: what the cage gave is at seats, in accounts, or won by the house."""
    tables = list(connection.scalars(sa.select(TABLES.c.table_id).order_by(TABLES.c.table_id)))
    shifts = {table: of_table(connection, table) for table in tables}
    at_seats = sum(all[-1].chips_at_seats for all in shifts.values() if all)
    house_net = sum(shift.house_net for all in shifts.values() for shift in all)
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
        "tables": [table_data(connection, table) for table in tables],
    }
