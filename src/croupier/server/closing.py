"""The end of a table: seats are cashed out, the tray is counted, the cards are revealed."""

from __future__ import annotations

from croupier.nouns.money import parse_money
from croupier.server import money, people, tray
from croupier.server.answers import Reply
from croupier.server.commands import CloseTable
from croupier.server.errors import forbidden
from croupier.server.live import LiveTable
from croupier.server.people import Caller


def close(live: LiveTable, command: CloseTable, caller: Caller) -> Reply:
    """Close the table now, or after the round that is being played."""
    live.need_host(caller)
    if caller.role not in people.STAFF and command.count is not None:
        raise forbidden("the tray is counted by the floor: close the table without a count")
    if command.when == "after-round" and _is_played(live):
        _after_this_round(live, caller.person, command.id)
        return {"closing": True}
    live.need_between()
    counted = live.snapshot.tray if command.count is None else parse_money(command.count)
    tray.need_confirmed(live, counted, command.expected)
    _shut(live, counted, caller.person, command.id)
    return {"closing": False}


def soon(live: LiveTable, by: str) -> None:
    """Close the table as soon as no round is being played."""
    if _is_played(live):
        _after_this_round(live, by)
    else:
        _shut(live, live.snapshot.tray, by)


def after_round(live: LiveTable) -> None:
    """Close the table if somebody wanted it to close after the round."""
    if live.snapshot.closing:
        over = live.last
        _shut(live, live.snapshot.tray, live.snapshot.closing)
        live.last = over  # everybody still sees how it ended


def instead_of_the_round(live: LiveTable) -> None:
    """Close the table if somebody waits for the end of a round that has been given up."""
    if live.snapshot.open and live.snapshot.closing:
        soon(live, live.snapshot.closing)


def _is_played(live: LiveTable) -> bool:
    live.need_open()
    live.lay_aside()
    return bool(live.recorder.number)


def _after_this_round(live: LiveTable, by: str, id: str | None = None) -> None:
    if not live.snapshot.closing:
        live.snapshot.closing = by
        live.note("closing", by=by, id=id)


def _shut(live: LiveTable, counted: int, by: str, id: str | None = None) -> None:
    for seat in list(live.snapshot.seats):
        money.cash_out(live, seat)
    live.round = live.last = live.table = None
    live.reveal()
    tray.count(live, counted, by)
    live.note("close", by=by, id=id)
    live.snapshot.open, live.snapshot.closing, live.snapshot.dealer = False, "", ""
