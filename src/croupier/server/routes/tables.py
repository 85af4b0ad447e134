"""Tables: look, sit down, ask for advice; open a table and invite people to it."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from croupier.journal.entry import GREATEST
from croupier.nouns.money import MoneyError, parse_money
from croupier.server import sheets
from croupier.server.commands import Strategy, cents
from croupier.server.errors import Problem
from croupier.server.floorwork import read_keys
from croupier.server.hall import Hall
from croupier.server.messages import Advise, Look, LookBack, Terms
from croupier.server.openings import NewTable
from croupier.server.people import Caller
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Anybody,
    AtSeat,
    Body,
    Data,
    GameName,
    InHall,
    Keys,
    MaySit,
    Money,
    Name,
    OnFloor,
    RulebookName,
    SeatNumber,
    TableId,
    Toml,
)
from croupier.server.seating import sit_down

router = APIRouter(prefix="/api/tables", responses=ERRORS, tags=["tables"])

AmountInQuery = Annotated[str | None, Query(max_length=16)]
RoundInQuery = Annotated[int | None, Query(alias="round", ge=1, le=GREATEST)]
Hours = Annotated[float, Field(gt=0, le=24 * 365)]


class TakeSeat(Body):
    """How to sit down.

    Without ``buy_in`` the seat gets the usual amount, or the whole account if it holds less.
    """

    id: ActId
    name: Name | None = None
    buy_in: Money | None = None


class Invite(Body):
    """Which seat the link is for; the seat is not kept free meanwhile.

    ``buy_in`` is what the guest sits down with, unless they say otherwise. ``hours`` is how long
    the link works, 48 by default.
    """

    id: ActId
    seat: Annotated[int, Field(ge=1, le=100)]
    buy_in: Money | None = None
    hours: Hours | None = None


class OpenTable(Body):
    """A new table.

    Its house file comes as keys, as text, or as both; where both have a key, the text counts.
    Without ``tray`` the table begins with the usual amount. ``company`` says how each of its house
    players plays.
    """

    id: ActId
    game: GameName
    rulebook: RulebookName = "ma"
    name: Name | None = None
    house: Keys = Field(default_factory=dict)
    toml: Toml | None = None
    tray: Money | None = None
    dealing: Literal["auto", "steps"] = "auto"
    open_seats: bool = True
    company: Annotated[list[Strategy], Field(max_length=20)] = Field(default_factory=list)


async def _picture(hall: Hall, table: str, caller: Caller) -> Data:
    return await hall.pit.run(table, Look(caller))


@router.get("/{table}")
async def look(hall: InHall, table: TableId, caller: Anybody) -> Data:
    """Show the table as the caller sees it."""
    return await _picture(hall, table, caller)


@router.post("/{table}/seats/{seat}", status_code=201)
async def sit(
    hall: InHall, table: TableId, seat: SeatNumber, caller: MaySit, body: TakeSeat
) -> Data:
    """Sit down at an open seat."""
    if body.name:
        await hall.people.rename(caller.person, body.name)
    amount = cents(body.buy_in) if body.buy_in else None
    return await sit_down(hall, caller, table, seat, amount, id=body.id)


@router.get("/{table}/advice")
async def advice(
    hall: InHall, table: TableId, caller: AtSeat, amount: AmountInQuery = None
) -> Data:
    """Say what each choice is worth now, from what this seat may see.

    A choice that takes an amount is valued at ``amount``, or else at the most that may be said.
    """
    try:
        cents = None if amount is None else parse_money(amount)
    except MoneyError as error:
        raise Problem(422, "malformed", str(error)) from None
    return await hall.pit.run(table, Advise(caller, cents))


@router.get("/{table}/advice/after")
async def advice_after(
    hall: InHall, table: TableId, caller: AtSeat, number: RoundInQuery = None
) -> Data:
    """Say what the last decision of this seat was worth, what was best, and what it cost.

    The values are those of the moment before the decision, from what this seat saw then. ``round``
    names a round of this table; without it, it is the one on the felt.
    """
    return await hall.pit.run(table, LookBack(caller, number))


@router.get("/{table}/odds")
async def odds(hall: InHall, table: TableId, caller: Anybody) -> Data:
    """Show the house edge, the chance of each hand and the strategy card of this table's house.

    They are for best play and the least first wager. They take some seconds the first time:
    ``complete`` says whether they are there; until then, ask again. What cannot be known is null.
    """
    terms = await hall.pit.run(table, Terms(caller))
    return sheets.so_far(hall.sheets, terms["game"], terms["house"], terms["rulebook"])


# --- the floor ------------------------------------------------------------------------------------


@router.post("", status_code=201)
async def open_table(hall: InHall, caller: OnFloor, body: OpenTable) -> Data:
    """Open a table under a house file, which is checked first."""
    new = NewTable(
        body.game,
        body.rulebook,
        hall.settings.tray if body.tray is None else parse_money(body.tray),
        name=body.name or "",
        house=read_keys(body.game, body.house, body.toml),
        dealing=body.dealing,
        open_seats=body.open_seats,
        company=tuple(body.company),
    )
    table = await hall.openings.open(new, by=caller.person, id=body.id)
    return await _picture(hall, table, caller)


@router.post("/{table}/invitations", status_code=201)
async def invite(hall: InHall, table: TableId, caller: OnFloor, body: Invite) -> Data:
    """Invite somebody to a seat, with a link that works once."""
    seats = len((await _picture(hall, table, caller))["seats"])
    if body.seat > seats:
        raise Problem(409, "refused", f"this table has {seats} seats", finding="X-12")
    new = await hall.people.invite(
        table,
        body.seat,
        by=caller.person,
        id=body.id,
        hours=body.hours,
        buy_in=cents(body.buy_in) if body.buy_in else None,
    )
    return {
        "token": new.token,
        "link": f"/#invite={new.token}",
        "expires": new.caller.expires,
        "table": table,
        "seat": new.caller.seat,
    }
