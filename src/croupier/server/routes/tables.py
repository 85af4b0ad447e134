"""At a table: looking, sitting down, speaking, leaving; and what the floor does there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field, StringConstraints

from croupier.nouns.money import parse_money, show_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import house as houses
from croupier.server import people
from croupier.server.errors import Problem, forbidden
from croupier.server.floorwork import read_house
from croupier.server.hall import Hall
from croupier.server.messages import Advise, Look
from croupier.server.people import Caller
from croupier.server.requests import (
    Close,
    Entropy,
    Floor,
    Leave,
    Proceed,
    Ready,
    Request,
    Say,
    TopUp,
    Tray,
)
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Anybody,
    AtSeat,
    Body,
    Data,
    InHall,
    Keys,
    Known,
    MaySit,
    Money,
    Name,
    OnFloor,
    Rulebook,
    SeatNumber,
    Sentence,
    Speaks,
    TableId,
    Toml,
    cents,
    seat_of,
)
from croupier.server.seating import sit_down

router = APIRouter(prefix="/api/tables", responses=ERRORS, tags=["tables"])

StateNumber = Annotated[int, Field(ge=0, lt=2**53)]
Hours = Annotated[float, Field(gt=0, le=24 * 365)]


class SitDown(Body):
    """How to sit down. Without ``buy_in`` with as much as is usual here, or all of the account if it holds less."""

    id: ActId
    name: Name | None = None
    buy_in: Money | None = None


class Act(Body):
    """A sentence, and the ``state`` of the table that its speaker saw: if what may be said has changed since, it is
    refused as stale."""

    id: ActId
    state: StateNumber
    said: Sentence


class IsReady(Body):
    """Whether the seat's wagers stand."""

    ready: bool = True


class Add(Body):
    """Some text that has a part in the order of the cards, which everybody can check afterwards."""

    id: ActId
    value: Annotated[str, StringConstraints(min_length=1, max_length=128)]


class Chips(Body):
    """How much to buy chips for, from the account."""

    id: ActId
    amount: Money


class GetUp(Body):
    """When to leave. With a wager on the table ``now`` is refused, and ``after-round`` waits until it is settled."""

    id: ActId
    when: Literal["now", "after-round"] = "now"


class GoOn(Body):
    """The ``state`` that the next step follows; if the table has gone on since, it is refused as stale."""

    id: ActId
    state: StateNumber


class Order(Body):
    """One of the floor's orders, with what belongs to it."""

    id: ActId
    act: Literal["next-round", "new-dealer", "reshuffle", "dealing", "house", "seats", "dismiss"]
    mode: Literal["auto", "steps"] | None = None
    house: Keys | None = None
    toml: Toml | None = None
    devices_removed: bool = False
    open: bool | None = None
    seat: Annotated[int, Field(ge=1, le=100)] | None = None


class TrayAct(Body):
    """``fill`` adds to the tray, ``credit`` takes from it; ``count`` says what it holds, and begins a new shift."""

    id: ActId
    act: Literal["fill", "credit", "count"]
    amount: Money


class Invite(Body):
    """Which seat the link is good for; nobody keeps it free meanwhile. ``buy_in`` is what its bearer sits down with,
    unless they say otherwise; ``hours`` is how long it is good, 48 by default."""

    id: ActId
    seat: Annotated[int, Field(ge=1, le=100)]
    buy_in: Money | None = None
    hours: Hours | None = None


class OpenTable(Body):
    """A new table. Its house file comes as keys, as text, or as both, where the text has the last word; without
    ``tray`` it begins with as much as is usual here."""

    id: ActId
    game: Annotated[str, StringConstraints(pattern=r"^[a-z-]{1,40}$")]
    rulebook: Rulebook = "ma"
    name: Name | None = None
    house: Keys = Field(default_factory=dict)
    toml: Toml | None = None
    tray: Money | None = None
    dealing: Literal["auto", "steps"] = "auto"
    open_seats: bool = True


class CloseTable(Body):
    """What was counted in the tray; without ``count`` it holds what it should."""

    id: ActId
    count: Money | None = None


# --- everybody -----------------------------------------------------------------------------------------------


async def _picture(hall: Hall, table: str, caller: Caller) -> Data:
    return await hall.run(table, Look(caller))


async def _ask(hall: Hall, table: str, request: Request, caller: Caller) -> Data:
    """An acknowledgement: what was asked for is durable."""
    reply = await hall.ask(table, request, caller)
    for key in ("chips", "cashed", "tray"):
        if key in reply:
            reply = reply | {key: show_money(reply[key])}
    return {"id": request.id, "duplicate": False} | reply


@router.get("/{table}")
async def look(hall: InHall, table: TableId, caller: Anybody) -> Data:
    """The table as the caller sees it."""
    return await _picture(hall, table, caller)


@router.post("/{table}/seats/{seat}", status_code=201)
async def sit(
    hall: InHall, table: TableId, seat: SeatNumber, caller: MaySit, body: SitDown
) -> Data:
    """Sit down at an open seat."""
    if body.name:
        await hall.people.rename(caller.person, body.name)
    amount = cents(body.buy_in) if body.buy_in else None
    return await sit_down(hall, caller, table, seat, amount, id=body.id)


# --- players -------------------------------------------------------------------------------------------------


def sentence(caller: Caller, table: str, said: str) -> str:
    """What a caller says, with the actor it is said by; refused if the caller does not speak for that actor."""
    if caller.role in people.STAFF:
        if said.split(" ", 1)[0].lower() not in ("dealer", "floor"):
            raise MalformedError(
                "write the actor first: the floor speaks for the dealer and itself"
            )
        return said
    if caller.role == people.PLAYER and caller.table == table:
        return f"{seat_of(caller)} {said}"
    raise forbidden("this is for the players of this table and the floor")


@router.post("/{table}/acts")
async def act(hall: InHall, table: TableId, caller: Known, body: Act) -> Data:
    """Say something; acknowledged when it is durable."""
    said = sentence(caller, table, body.said)
    return await _ask(
        hall, table, Say(by=caller.person, id=body.id, said=said, state=body.state), caller
    )


@router.post("/{table}/ready")
async def ready(hall: InHall, table: TableId, caller: AtSeat, body: IsReady) -> Data:
    """My wagers stand, or not yet."""
    return await _ask(
        hall, table, Ready(by=caller.person, seat=seat_of(caller), ready=body.ready), caller
    )


@router.post("/{table}/entropy")
async def entropy(hall: InHall, table: TableId, caller: Speaks, body: Add) -> Data:
    """Add to the shuffle, between its commitment and its first card."""
    return await _ask(hall, table, Entropy(by=caller.person, id=body.id, value=body.value), caller)


@router.post("/{table}/chips")
async def chips(hall: InHall, table: TableId, caller: AtSeat, body: Chips) -> Data:
    """More chips."""
    return await _ask(hall, table, TopUp(
        by=caller.person, id=body.id, seat=seat_of(caller), amount=cents(body.amount)), caller)  # fmt: skip


@router.post("/{table}/leave")
async def leave(hall: InHall, table: TableId, caller: AtSeat, body: GetUp) -> Data:
    """Get up and cash out."""
    reply = await _ask(hall, table, Leave(
        by=caller.person, id=body.id, seat=seat_of(caller),
        after_round=body.when == "after-round"), caller)  # fmt: skip
    return reply | {"balance": show_money(await hall.people.balance(caller.person) or 0)}


@router.get("/{table}/advice")
async def advice(hall: InHall, table: TableId, caller: AtSeat) -> Data:
    """What each choice is worth now, from what this seat may see."""
    return await hall.run(table, Advise(caller))


# --- the floor -----------------------------------------------------------------------------------------------


@router.post("", status_code=201)
async def open_table(hall: InHall, caller: OnFloor, body: OpenTable) -> Data:
    """Open a table under a house file, which is checked."""
    given = dict(houses.flatten(body.house))
    if body.toml is not None:
        given |= read_house(body.game, body.toml)
    tray = hall.settings.tray if body.tray is None else parse_money(body.tray)
    table = await hall.open_table(
        body.game, body.rulebook, body.name or "", given, tray=tray, dealing=body.dealing,
        open_seats=body.open_seats, by=caller.person, id=body.id,
    )  # fmt: skip
    return await _picture(hall, table, caller)


@router.post("/{table}/proceed")
async def proceed(hall: InHall, table: TableId, caller: OnFloor, body: GoOn) -> Data:
    """The dealer's next step, when dealing step by step."""
    return await _ask(hall, table, Proceed(by=caller.person, id=body.id, state=body.state), caller)


@router.post("/{table}/floor")
async def order(hall: InHall, table: TableId, caller: OnFloor, body: Order) -> Data:
    """An order of the floor."""
    if body.act == "dismiss":
        seat = _needed(body.seat, "seat")
        request: Request = Leave(by=caller.person, id=body.id, seat=seat, dismissed=True)
        return await _ask(hall, table, request, caller)
    details: dict[str, Any] = {}
    if body.act == "dealing":
        details["mode"] = _needed(body.mode, "mode")
    elif body.act == "seats":
        details["open"] = _needed(body.open, "open")
    elif body.act == "house":
        given = dict(houses.flatten(body.house or {}))
        if body.toml is not None:
            given |= read_house((await _picture(hall, table, caller))["game"], body.toml)
        details = {"house": given, "devices_removed": body.devices_removed}
    request = Floor(by=caller.person, id=body.id, act=body.act, details=details)
    return await _ask(hall, table, request, caller)


def _needed(value: Any, key: str) -> Any:
    if value is None:
        raise Problem(400, "malformed", f"this order needs {key!r}")
    return value


@router.post("/{table}/tray")
async def tray(hall: InHall, table: TableId, caller: OnFloor, body: TrayAct) -> Data:
    """A fill, a credit or a count."""
    amount = parse_money(body.amount) if body.act == "count" else cents(body.amount)
    return await _ask(hall, table, Tray(
        by=caller.person, id=body.id, act=body.act, amount=amount), caller)  # fmt: skip


@router.post("/{table}/invitations", status_code=201)
async def invite(hall: InHall, table: TableId, caller: OnFloor, body: Invite) -> Data:
    """An invitation to a seat: a link whose fragment is good once."""
    seats = len((await _picture(hall, table, caller))["seats"])
    if body.seat > seats:
        raise Problem(409, "refused", f"this table has {seats} seats", finding="X-12")
    new = await hall.people.invite(
        table, body.seat, by=caller.person, id=body.id, hours=body.hours,
        buy_in=cents(body.buy_in) if body.buy_in else None,
    )  # fmt: skip
    return {"token": new.token, "link": f"/#invite={new.token}", "expires": new.caller.expires,
            "table": table, "seat": new.caller.seat}  # fmt: skip


@router.post("/{table}/close")
async def close(hall: InHall, table: TableId, caller: OnFloor, body: CloseTable) -> Data:
    """Close a table between rounds: seats are cashed out, the tray is counted, the cards revealed."""
    count = None if body.count is None else parse_money(body.count)
    return await _ask(hall, table, Close(by=caller.person, id=body.id, count=count), caller)
