"""The tray of a table: filled, credited and counted by the floor; mistakes are corrected.

Nothing that was noted is ever changed. A correction is a new entry that names the one it corrects.
"""

from __future__ import annotations

import asyncio
from typing import Final

import sqlalchemy as sa

from croupier.journal.database import DatabaseStore
from croupier.journal.payloads import Noted
from croupier.nouns.money import dollars, parse_money
from croupier.nouns.reasons import MalformedError, Reason
from croupier.server import figures, reconciliation
from croupier.server.answers import Reply
from croupier.server.commands import Correct, Tray, cents
from croupier.server.errors import StaleError, unavailable
from croupier.server.live import LiveTable
from croupier.server.money import HOUSE, supply
from croupier.server.people import Caller
from croupier.server.reconciliation import CORRECTION, Chain, Movement, Shift
from croupier.server.snapshot import Figures
from croupier.stage.actions import Refusal

COUNT: Final = "count"


def move(live: LiveTable, command: Tray, caller: Caller) -> Reply:
    """Fill, credit or count the tray; a count ends one shift and begins the next."""
    live.need_open()
    stands = live.snapshot
    if command.act == COUNT:
        live.need_between()
        counted = parse_money(command.amount)
        need_confirmed(live, counted, command.expected)
        count(live, counted, caller.person, command.id)
        return {"tray": stands.tray}
    amount = cents(command.amount)
    if command.act == "fill":
        stands.tray += amount
    elif amount > stands.tray:
        raise Refusal(Reason(f"the tray holds only {dollars(stands.tray)}"))
    else:
        stands.tray -= amount
    live.note(command.act, amount=amount, by=caller.person, id=command.id)
    return {"tray": stands.tray}


def count(live: LiveTable, counted: int, by: str, id: str | None = None) -> None:
    """Set the tray to what was counted; a difference is part of the record."""
    live.note(COUNT, amount=counted, expected=live.snapshot.tray, by=by, id=id)
    live.snapshot.tray = counted


def need_confirmed(live: LiveTable, counted: int, expected: str | None) -> None:
    """Refuse a count that differs, unless whoever counted knows what the tray should hold."""
    holds = live.snapshot.tray
    if expected is not None and parse_money(expected) != holds:
        raise StaleError(f"the tray should hold {dollars(holds)} by now: look again")
    if expected is None and counted != holds:
        differs = dollars(abs(counted - holds))
        raise Refusal(
            Reason(
                f"the tray should hold {dollars(holds)}: {differs} is "
                f"{'missing' if counted < holds else 'too much'}. Count again, or confirm it "
                "with what is expected"
            )
        )


# --- mistakes -------------------------------------------------------------------------------------


async def correct(live: LiveTable, command: Correct, caller: Caller) -> Reply:
    """Note that an earlier fill, credit or count was wrong; the tray follows if it must.

    A wrong amount before a count that stands changes only what was expected then: what was counted
    has decided what the tray held.
    """
    why = command.why.strip()
    if not why:
        raise MalformedError("a correction needs a reason")
    chain = await asyncio.to_thread(_chain, live)
    before = reconciliation.shifts(chain)
    found = _find(chain, command)
    amount = _right(found, command, live, before)
    details = {
        "entry": found.entry,
        "corrects": found.what,
        "was": found.stands,
        "amount": amount,
        "why": why,
        "by": caller.person,
        "id": command.id,
    }
    noted = Noted("", CORRECTION, {k: v for k, v in details.items() if v is not None})
    chain = [*chain, (live.state + 1, noted)]
    after = reconciliation.shifts(chain)
    again = await asyncio.to_thread(_figures, live, chain) if found.what == COUNT else None
    live.note(CORRECTION, **noted.details)
    if again is not None:  # the shift may reach further back now, or less far
        live.snapshot.figures = again
    live.snapshot.tray += after[-1].expected - before[-1].expected
    if live.snapshot.open:
        supply(live, 0)
    return {"tray": live.snapshot.tray}


def _chain(live: LiveTable) -> Chain:
    store = live.pending.store
    assert isinstance(store, DatabaseStore)
    try:
        with store.engine.connect() as connection:
            return reconciliation.read(connection, live.id)
    except sa.exc.SQLAlchemyError:
        raise unavailable("the table's record cannot be read now") from None


def _figures(live: LiveTable, chain: Chain) -> Figures:
    store = live.pending.store
    assert isinstance(store, DatabaseStore)
    try:
        with store.engine.connect() as connection:
            return figures.from_chain(connection, live.id, live.snapshot.game, chain)
    except sa.exc.SQLAlchemyError:
        raise unavailable("the table's record cannot be read now") from None


def _find(chain: Chain, command: Correct) -> Movement:
    """The movement that is to be corrected, as it stands."""
    found = reconciliation.movements(chain).get(command.entry)
    if found is None or found.what not in reconciliation.CORRECTABLE:
        raise Refusal(Reason(f"entry {command.entry} is not a fill, a credit or a count"))
    if found.by == HOUSE:
        raise Refusal(Reason("this fill was made by the house itself because the tray was short"))
    if found.corrections and found.corrections[-1].entry > command.state:
        raise StaleError("this has been corrected since then: look again")
    return found


def _right(found: Movement, command: Correct, live: LiveTable, shifts: list[Shift]) -> int | None:
    """The right amount; None if what was noted did not happen."""
    amount = None
    if command.amount is not None:
        counts = found.what == COUNT
        amount = int(parse_money(command.amount) if counts else cents(command.amount))
    if amount == found.stands:
        how = "as not having happened" if amount is None else f"at {dollars(amount)}"
        raise Refusal(Reason(f"this {found.what} stands {how} already"))
    if amount is None and not live.snapshot.open and shifts[-2].count == found.entry:
        raise Refusal(
            Reason("the table is closed and cannot be counted again: say what was counted")
        )
    return amount
