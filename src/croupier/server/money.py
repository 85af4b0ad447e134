"""Money at a table: chips bought and cashed, the tray filled, credited and counted. Every cent is an event."""

from __future__ import annotations

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp
from croupier.nouns.money import dollars, parse_money
from croupier.nouns.reasons import Reason
from croupier.server import people
from croupier.server.answers import Reply
from croupier.server.commands import Sit, TopUp, Tray, cents
from croupier.server.live import LiveTable
from croupier.server.people import Caller
from croupier.server.schema import ACCOUNTS, TOKENS
from croupier.server.snapshot import TakenSeat
from croupier.stage.actions import Refusal

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


def sit(live: LiveTable, asked: Sit, caller: Caller) -> Reply:
    """A person takes a seat, with chips for money from the account."""
    person = caller.person
    live.need_open()
    stands = live.snapshot
    most = live.house.seats
    if not 1 <= asked.seat <= most:
        raise Refusal(Reason(f"there is no seat {asked.seat}: this table has {most}", None, "X-12"))
    if asked.seat in stands.seats:
        raise Refusal(Reason(f"seat {asked.seat} is taken"))
    if not (stands.open_seats or asked.invitation):
        raise Refusal(Reason("this table is by invitation"))
    held = len(stands.players().get(person, ()))
    if held >= live.house.positions_per_player:
        raise Refusal(Reason("one player may hold no more seats at this table", None, "X-13"))
    live.lay_aside()
    _supply(live, asked.amount)
    in_round = bool(live.recorder.number)
    stands.seats[asked.seat] = TakenSeat(person, asked.amount, waits=in_round)
    stands.seats = dict(sorted(stands.seats.items()))
    stands.tray -= asked.amount
    live.note("buy-in", seat=asked.seat, person=person, amount=asked.amount, id=asked.id)
    live.also.append(debit(person, asked.amount))
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


def top_up(live: LiveTable, command: TopUp, caller: Caller) -> Reply:
    """More chips for a seat: for this round if nothing has been said in it, else for the next."""
    live.need_open()
    seat, person, amount = caller.own_seat, caller.person, cents(command.amount)
    place = _place(live, seat, person)
    _supply(live, amount)
    live.snapshot.tray -= amount
    live.note("top-up", seat=seat, person=person, amount=amount, id=command.id)
    live.also.append(debit(person, amount))
    live.guarded = True
    if live.recorder.number and not place.waits:
        place.extra += amount
    else:
        place.chips += amount
        if not live.recorder.number:
            live.prepare()
    return {}


def leave(
    live: LiveTable, seat: int, person: str | None, *, id: str, after_round: bool = False
) -> Reply:
    """A seat is given up: now, or after the round if its player has chips on the table.

    ``person`` must hold the seat; None for the floor, which may cash out anybody.
    """
    place = _place(live, seat, person)
    live.lay_aside()
    if live.in_play(seat):
        if not after_round:
            message = "a player with a wager on the table stays seated until the end of the round"
            raise Refusal(Reason(message, None, "X-11"))
        place.leaving = True
        live.note("leaving", seat=seat, person=place.person, id=id)
        return {"leaving": True}
    amount = cash_out(live, seat, id)
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
    """Players who wanted to leave do; the tray is filled if it has paid more than it held."""
    for seat in [n for n, place in live.snapshot.seats.items() if place.leaving]:
        cash_out(live, seat)
    if not live.snapshot.seats:
        _idle(live)
    _supply(live, 0)


def _idle(live: LiveTable) -> None:
    """Nobody plays (X-27)."""
    if "idle" in live.game.situation:
        live.snapshot.situation["idle"] = True


def _place(live: LiveTable, seat: int, person: str | None) -> TakenSeat:
    place = live.snapshot.seats.get(seat)
    if place is None or (person is not None and place.person != person):
        unseated = live.game.unseated
        raise Refusal(Reason(f"seat {seat} is not yours", unseated.rule, unseated.finding))
    return place


# --- the tray -----------------------------------------------------------------------------------------------


def _supply(live: LiveTable, needed: int) -> None:
    """A fill from the cage, when the tray does not hold what is needed of it."""
    short = needed - live.snapshot.tray
    if short > 0:
        live.snapshot.tray += short
        live.note("fill", amount=short, by="house")


def tray(live: LiveTable, command: Tray, caller: Caller) -> Reply:
    """A fill, a credit, or a count that ends one shift and begins the next."""
    live.need_open()
    stands = live.snapshot
    if command.act == "count":
        live.need_between()
        count(live, parse_money(command.amount), caller.person, command.id)
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
    """What was counted is what the tray holds from now on; a difference is part of the record."""
    live.note("count", amount=counted, expected=live.snapshot.tray, by=by, id=id)
    live.snapshot.tray = counted
