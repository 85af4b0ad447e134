"""Money at a table: chips are bought and cashed. Every cent that moves is noted in its chain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.server import figures, people
from croupier.server.absence import come_back
from croupier.server.answers import Reply
from croupier.server.commands import Sit, TopUp, cents
from croupier.server.live import LiveTable
from croupier.server.people import Caller
from croupier.server.schema import ACCOUNTS, TOKENS
from croupier.server.snapshot import TakenSeat
from croupier.stage.actions import Refusal

HOUSE: Final = figures.HOUSE
"""The person on record for what the server does by itself."""

# --- accounts between sittings --------------------------------------------------------------------


def credit(person: str, amount: int) -> Callable[[sa.Connection], None]:
    """The write that adds money to an account, which is opened if need be."""

    def write(connection: sa.Connection) -> None:
        more = ACCOUNTS.update().where(ACCOUNTS.c.person == person)
        if not connection.execute(more.values(balance=ACCOUNTS.c.balance + amount)).rowcount:
            connection.execute(ACCOUNTS.insert().values(person=person, balance=amount))

    return write


def debit(person: str, amount: int) -> Also:
    """The write that takes money from an account; refused if the account holds less."""

    def write(connection: sa.Connection) -> None:
        less = ACCOUNTS.update().where(ACCOUNTS.c.person == person, ACCOUNTS.c.balance >= amount)
        if not connection.execute(less.values(balance=ACCOUNTS.c.balance - amount)).rowcount:
            raise Refusal(Reason(f"the account does not hold {dollars(amount)} of play money"))

    return write


# --- seats ----------------------------------------------------------------------------------------


def sit(live: LiveTable, asked: Sit, caller: Caller) -> Reply:
    """Let a person take a seat, with chips bought from the account."""
    person = caller.person
    live.need_open()
    stands = live.snapshot
    most = live.house.seats
    if not 1 <= asked.seat <= most:
        raise Refusal(Reason(f"there is no seat {asked.seat}: this table has {most}", None, "X-12"))
    holder = stands.seats.get(asked.seat)
    if holder is not None and (asked.strategy or not holder.strategy):
        raise Refusal(Reason(f"seat {asked.seat} is taken"))
    if not (stands.open_seats or asked.invitation or asked.strategy):
        raise Refusal(Reason("seats at this table are by invitation only"))
    live.need_welcome(person)  # until the end of the round, they have the seat that they had
    if person == stands.dealer:
        raise Refusal(Reason("whoever deals this table does not play at it: leave the box first"))
    held = len(stands.players().get(person, ()))
    if held >= live.house.positions_per_player:
        raise Refusal(Reason("a player may not hold more seats at this table", None, "X-13"))
    live.lay_aside()
    if holder is not None:
        _make_room(live, asked.seat)
    supply(live, asked.amount)
    in_round = bool(live.recorder.number)
    stands.seats[asked.seat] = TakenSeat(
        person, asked.amount, waits=in_round, strategy=asked.strategy
    )
    stands.seats = dict(sorted(stands.seats.items()))
    stands.tray -= asked.amount
    if stands.host and asked.invitation and person not in stands.guests:
        stands.guests.append(person)
    live.note(
        "buy-in",
        seat=asked.seat,
        person=person,
        amount=asked.amount,
        strategy=asked.strategy or None,
        id=asked.id,
    )
    live.also.append(debit(person, asked.amount))
    live.guarded = True
    if asked.invitation is not None:
        live.also.append(_spend(asked.invitation))
    if not in_round:
        live.prepare()
    return {"seat": asked.seat, "chips": asked.amount}


def _make_room(live: LiveTable, seat: int) -> None:
    """Let a house player leave a seat that a person wants.

    With chips on the table, they play the round to its end, and the person joins the next one.
    """
    stands = live.snapshot
    if not live.in_play(seat):
        cash_out(live, seat, reason="a person sits down")
        return
    place = stands.seats.pop(seat)
    stands.departing[seat] = place
    live.note("leaving", seat=seat, person=place.person, reason="a person sits down")


def _spend(invitation: str) -> Also:
    """The write that uses up an invitation; refused if it has been used."""
    spent = TOKENS.update().where(TOKENS.c.token_id == invitation, TOKENS.c.revoked.is_(None))

    def write(connection: sa.Connection) -> None:
        if not connection.execute(spent.values(revoked=stamp())).rowcount:
            raise Refusal(Reason("this invitation has been used"))

    return write


def top_up(live: LiveTable, command: TopUp, caller: Caller) -> Reply:
    """Buy more chips for a seat: for this round if nothing has been said in it, else the next."""
    live.need_open()
    seat, person, amount = caller.own_seat, caller.person, cents(command.amount)
    place = _place(live, seat, person)
    come_back(live, seat)
    supply(live, amount)
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
    """Give up a seat: now, or after the round if its player has chips on the table.

    ``person`` must hold the seat. The floor, which may cash out anybody, passes None.
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
    return {"cashed": vacate(live, seat, id=id)}


def vacate(live: LiveTable, seat: int, *, id: str | None = None, reason: str | None = None) -> int:
    """Cash out a seat without chips on the table, and lay out a round for the others."""
    amount = cash_out(live, seat, id, reason)
    live.lay_aside()
    if not live.recorder.number:
        if not live.snapshot.seats:
            _idle(live)
        live.prepare()
    return amount


def cash_out(live: LiveTable, seat: int, id: str | None = None, reason: str | None = None) -> int:
    """Move the seat's chips to its player's account and free the seat; return the amount."""
    place = live.snapshot.seats.pop(seat)
    live.ready.discard(seat)
    if not place.strategy:
        live.also.append(people.revoke_seat(live.id, seat))
    return _cash(live, seat, place, id, reason)


def _cash(
    live: LiveTable,
    seat: int,
    place: TakenSeat,
    id: str | None = None,
    reason: str | None = None,
) -> int:
    amount = place.chips + place.extra
    live.note("cash-out", seat=seat, person=place.person, amount=amount, reason=reason, id=id)
    live.also.append(credit(place.person, amount))
    return amount


def after_round(live: LiveTable) -> None:
    """Cash out the players who wanted to leave; fill the tray if it has paid more than it held."""
    for seat, place in live.snapshot.departing.items():
        _cash(live, seat, place)
    live.snapshot.departing = {}
    for seat in [n for n, place in live.snapshot.seats.items() if place.leaving]:
        cash_out(live, seat)
    if not live.snapshot.seats:
        _idle(live)
    supply(live, 0)


def _idle(live: LiveTable) -> None:
    """Note that nobody plays (X-27)."""
    if "idle" in live.game.situation:
        live.snapshot.situation["idle"] = True


def _place(live: LiveTable, seat: int, person: str | None) -> TakenSeat:
    place = live.snapshot.seats.get(seat)
    if place is None or (person is not None and place.person != person):
        unseated = live.game.unseated
        raise Refusal(Reason(f"seat {seat} is not yours", unseated.rule, unseated.finding))
    return place


# --- the tray -------------------------------------------------------------------------------------


def supply(live: LiveTable, needed: int) -> None:
    """Fill the tray from the cage if it holds less than is needed."""
    short = needed - live.snapshot.tray
    if short > 0:
        live.snapshot.tray += short
        live.note("fill", amount=short, by=HOUSE)
