"""Money at a table: chips bought and cashed, the tray filled, credited and counted. Every cent is an event."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.server import people
from croupier.server.live import LiveTable
from croupier.server.requests import Leave, Sit, TopUp, Tray
from croupier.server.schema import ACCOUNTS, TOKENS
from croupier.server.snapshot import Place
from croupier.stage.actions import Refusal

Reply = dict[str, Any]


# --- accounts between sittings -------------------------------------------------------------------------


def credit(person: str, amount: int) -> Also:
    """Money comes into an account, which is opened if need be."""

    def write(connection: sa.Connection) -> None:
        more = ACCOUNTS.update().where(ACCOUNTS.c.person == person)
        if not connection.execute(more.values(balance=ACCOUNTS.c.balance + amount)).rowcount:
            connection.execute(ACCOUNTS.insert().values(person=person, balance=amount))

    return write


def debit(person: str, amount: int) -> Also:
    """Money leaves an account; refused if it is not there."""

    def write(connection: sa.Connection) -> None:
        less = ACCOUNTS.update().where(ACCOUNTS.c.person == person, ACCOUNTS.c.balance >= amount)
        if not connection.execute(less.values(balance=ACCOUNTS.c.balance - amount)).rowcount:
            raise Refusal(Reason(f"the account does not hold {dollars(amount)} of play money"))

    return write


# --- seats ------------------------------------------------------------------------------------------------


def sit(live: LiveTable, asked: Sit) -> Reply:
    """A seat is taken, with chips for money from the account."""
    live.need_open()
    stands = live.snapshot
    most = live.house.seats
    if not 1 <= asked.seat <= most:
        raise Refusal(Reason(f"there is no seat {asked.seat}: this table has {most}", None, "X-12"))
    if asked.seat in stands.seats:
        raise Refusal(Reason(f"seat {asked.seat} is taken"))
    if not (stands.open_seats or asked.invited):
        raise Refusal(Reason("this table is by invitation"))
    held = len(stands.players().get(asked.by, ()))
    if held >= live.house.positions_per_player:
        raise Refusal(Reason("one player holds no more seats at this table", None, "X-13"))
    live.lay_aside()
    _supply(live, asked.amount)
    in_round = bool(live.recorder.number)
    stands.seats[asked.seat] = Place(asked.by, asked.amount, waits=in_round)
    stands.seats = dict(sorted(stands.seats.items()))
    stands.tray -= asked.amount
    live.note("buy-in", seat=asked.seat, person=asked.by, amount=asked.amount, id=asked.id)
    live.also.append(debit(asked.by, asked.amount))
    live.guarded = True
    if asked.invitation is not None:
        live.also.append(_spend(asked.invitation))
    if not in_round:
        live.prepare()
    return {"seat": asked.seat, "chips": asked.amount}


def _spend(invitation: str) -> Also:
    """An invitation is good once."""
    spent = TOKENS.update().where(TOKENS.c.token_id == invitation, TOKENS.c.revoked.is_(None))

    def write(connection: sa.Connection) -> None:
        if not connection.execute(spent.values(revoked=stamp())).rowcount:
            raise Refusal(Reason("this invitation has been used"))

    return write


def top_up(live: LiveTable, asked: TopUp) -> Reply:
    """More chips for a seat: for this round if nothing has been said in it, else for the next."""
    live.need_open()
    place = _place(live, asked.seat, asked.by)
    _supply(live, asked.amount)
    live.snapshot.tray -= asked.amount
    live.note("top-up", seat=asked.seat, person=asked.by, amount=asked.amount, id=asked.id)
    live.also.append(debit(asked.by, asked.amount))
    live.guarded = True
    if live.recorder.number and not place.waits:
        place.extra += asked.amount
    else:
        place.chips += asked.amount
        if not live.recorder.number:
            live.prepare()
    return {}


def leave(live: LiveTable, asked: Leave) -> Reply:
    """A seat is given up: now, unless its player has chips on the table, or when the round is over."""
    place = _place(live, asked.seat, None if asked.dismissed else asked.by)
    live.lay_aside()
    if live.in_play(asked.seat):
        if not asked.after_round:
            raise Refusal(Reason("who has a wager on the table remains seated until the end of the "
                                 "round", None, "X-11"))  # fmt: skip
        place.leaving = True
        live.note("leaving", seat=asked.seat, person=place.person, id=asked.id)
        return {"leaving": True}
    amount = cash_out(live, asked.seat, asked.id)
    live.lay_aside()
    if not live.recorder.number:
        if not live.snapshot.seats:
            _idle(live)
        live.prepare()
    return {"cashed": amount}


def cash_out(live: LiveTable, seat: int, id: str | None = None) -> int:
    """The seat's chips go to its player's account, and the seat is free."""
    place = live.snapshot.seats.pop(seat)
    amount = place.chips + place.extra
    live.note("cash-out", seat=seat, person=place.person, amount=amount, id=id)
    live.also += [credit(place.person, amount), people.revoke_seat(live.id, seat)]
    live.ready.discard(seat)
    return amount


def after_round(live: LiveTable) -> None:
    """Who wanted to leave leaves; the tray is filled if it has paid more than it held."""
    for seat in [n for n, place in live.snapshot.seats.items() if place.leaving]:
        cash_out(live, seat)
    if not live.snapshot.seats:
        _idle(live)
    _supply(live, 0)


def _idle(live: LiveTable) -> None:
    """Nobody plays (X-27)."""
    if "idle" in live.game.situation:
        live.snapshot.situation["idle"] = True


def _place(live: LiveTable, seat: int, person: str | None) -> Place:
    place = live.snapshot.seats.get(seat)
    if place is None or (person is not None and place.person != person):
        raise Refusal(Reason(f"seat {seat} is not yours", live.game.unseated.rule,
                             live.game.unseated.finding))  # fmt: skip
    return place


# --- the tray -----------------------------------------------------------------------------------------------


def _supply(live: LiveTable, needed: int) -> None:
    """A fill from the cage, when the tray does not hold what is needed of it."""
    short = needed - live.snapshot.tray
    if short > 0:
        live.snapshot.tray += short
        live.note("fill", amount=short, by="house")


def tray(live: LiveTable, asked: Tray) -> Reply:
    """A fill, a credit, or a count that ends one shift and begins the next."""
    live.need_open()
    stands = live.snapshot
    if asked.act == "fill":
        stands.tray += asked.amount
        live.note("fill", amount=asked.amount, by=asked.by, id=asked.id)
    elif asked.act == "credit":
        if asked.amount > stands.tray:
            raise Refusal(Reason(f"the tray holds only {dollars(stands.tray)}"))
        stands.tray -= asked.amount
        live.note("credit", amount=asked.amount, by=asked.by, id=asked.id)
    else:
        live.need_between()
        count(live, asked.amount, asked.by, asked.id)
    return {"tray": stands.tray}


def count(live: LiveTable, counted: int, by: str, id: str | None = None) -> None:
    """What was counted is what the tray holds from now on; a difference is part of the record."""
    live.note("count", amount=counted, expected=live.snapshot.tray, by=by, id=id)
    live.snapshot.tray = counted
