"""Sessions: guests, names, and accepting an invitation to a seat."""

from __future__ import annotations

from fastapi import APIRouter, Response

from croupier.nouns.money import show_money
from croupier.server import people
from croupier.server.answers import find_answer
from croupier.server.commands import cents
from croupier.server.devices import GUEST, INVITED
from croupier.server.errors import Problem, forbidden
from croupier.server.hall import Hall
from croupier.server.live import CLOSED
from croupier.server.messages import Preview
from croupier.server.owners import find_heirs
from croupier.server.people import Caller, NewToken
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Body,
    Credentials,
    Data,
    InHall,
    Known,
    Money,
    Name,
    about_table,
    need_guest,
    need_own,
)
from croupier.server.seating import sit_down

router = APIRouter(prefix="/api", responses=ERRORS, tags=["session"])


class Guest(Body):
    """A newcomer, named or not."""

    name: Name | None = None


class Accept(Body):
    """How to sit down.

    Without ``buy_in`` the guest gets the amount in the invitation, or else the usual amount. With
    an ``id``, the request may be repeated if no answer came.
    """

    id: ActId | None = None
    name: Name | None = None
    buy_in: Money | None = None


class AskRefill(Body):
    """A request for play money."""

    id: ActId


class Rename(Body):
    """The name to be shown from now on."""

    name: Name


@router.post("/guests", status_code=201)
async def come_in(hall: InHall, body: Guest) -> Data:
    """Come in as a guest, who may watch and sit down where seats are open."""
    return _door_token(hall, await hall.people.issue(people.SPECTATOR, body.name, how=GUEST))


def _door_token(hall: Hall, new: NewToken) -> Data:
    """A token with which somebody comes in, not for one seat only."""
    caller = new.caller
    return {
        "token": new.token,
        "role": caller.role,
        "person": caller.person,
        "name": hall.people.name(caller.person),
        "expires": caller.expires,
    }


@router.get("/me")
async def who_am_i(hall: InHall, caller: Known) -> Data:
    """Show what the server knows of the holder of this token."""
    return await _me(hall, caller)


async def _me(hall: Hall, caller: Caller) -> Data:
    balance = await hall.people.balance(caller.person)
    seats = await hall.people.seats_of(caller.person)
    refill = await hall.cage.refill_for(caller.person)
    return {
        "role": caller.role,
        "person": caller.person,
        "name": hall.people.name(caller.person),
        "table": caller.table,
        "seat": caller.seat,
        "expires": caller.expires,
        "balance": show_money(hall.settings.stake if balance is None else balance),
        "refill": {"amount": show_money(refill.amount), "wait": refill.wait},
        "seats": [held._asdict() | {"chips": show_money(held.chips)} for held in seats],
        "kept": await hall.returning.has_way(caller.person),
    }


@router.post("/me/refill")
async def refill_me(hall: InHall, caller: Known, body: AskRefill) -> Data:
    """Bring the caller's play money, with the chips at seats, back up; at most once an hour."""
    if caller.role not in people.SPEAKS:
        raise forbidden("this is for everybody but surveillance")
    given = await hall.cage.refill(caller.person, body.id)
    return {
        "amount": show_money(given["amount"]),
        "balance": show_money(await hall.people.balance(caller.person) or 0),
        "wait": (await hall.cage.refill_for(caller.person)).wait,
        "duplicate": given.get("duplicate", False),
    }


@router.put("/me")
async def rename_me(hall: InHall, caller: Known, body: Rename) -> Data:
    """Change the name."""
    await hall.people.rename(caller.person, body.name)
    return await _me(hall, caller)


@router.delete("/me", status_code=204)
async def forget_me(hall: InHall, caller: Known, everything: bool = False) -> Response:
    """Erase the name and what was learnt and practised; a seat's token is not enough.

    With ``everything``, a guest is forgotten: passkeys and the recovery code are deleted, seats are
    given up, private tables passed on or closed, and every token ends. The chips stay with the
    pseudonym. The journal has only that, and still verifies.
    """
    if everything:
        need_guest(caller)
        await find_heirs(hall, caller.person)
        hall.reviews.forget(caller.person)
        await hall.devices.erase(caller)
    else:
        need_own(caller)
        hall.reviews.forget(caller.person)
        await hall.people.erase(caller.person)
    return Response(status_code=204)


@router.delete("/session", status_code=204)
async def go(hall: InHall, caller: Known) -> Response:
    """Revoke this token."""
    await hall.devices.sign_out(caller, caller.token_id)
    return Response(status_code=204)


@router.get("/invitations")
async def preview(hall: InHall, credentials: Credentials) -> Data:
    """Show what an invitation is for; the invitation is the bearer token, and stays good."""
    caller = await _invited(hall, credentials, None)
    assert caller.table is not None and caller.seat is not None
    picture = await hall.pit.run(caller.table, Preview())
    seats = picture["seats"]
    holder = seats.get(str(caller.seat))
    free = holder is None or people.is_house_player(holder["person"])  # who leaves it to a person
    usual = min(hall.settings.buy_in, hall.settings.stake)
    return {
        **about_table(picture, "first_wager", "limits"),
        "seat": caller.seat,
        "free": free and picture["phase"] != CLOSED,
        "host": hall.people.name(await hall.people.host_of(caller)),
        "buy_in": show_money(usual if caller.buy_in is None else caller.buy_in),
        "seats": len(seats),
        "seats_taken": sum(one is not None for one in seats.values()),
        "expires": caller.expires,
    }


@router.post("/invitations/accept", status_code=201)
async def accept(hall: InHall, credentials: Credentials, body: Accept) -> Data:
    """Take the seat that an invitation is for; the invitation is the bearer token.

    ``guest`` is a token of the same person that is not for one seat only.
    """
    caller = await _invited(hall, credentials, body.id)
    assert caller.table is not None and caller.seat is not None
    if body.name:
        await hall.people.rename(caller.person, body.name)
    amount = cents(body.buy_in) if body.buy_in else caller.buy_in
    id = body.id or f"invitation:{caller.token_id}"
    seated = await sit_down(
        hall, caller, caller.table, caller.seat, amount, id=id, invitation=caller.token_id
    )
    new = people.new_token(people.SPECTATOR, caller.person, how=INVITED)
    await hall.people.add(new)
    return seated | {"guest": _door_token(hall, new)}


async def _invited(hall: Hall, credentials: Credentials, id: str | None) -> Caller:
    """The holder of an invitation, which works once.

    A guest who accepted it under an ``id`` that nobody else knows may not have got the answer. They
    may ask again while the seat is theirs.
    """
    if credentials is None:
        raise Problem(401, "unauthorized", "send the invitation as the bearer token")
    token = credentials.credentials
    caller = await hall.people.caller(token)
    if caller is None and id is not None:
        spent = await hall.people.caller(token, spent=True)
        if spent is not None and spent.role == people.INVITATION and spent.table is not None:
            said = await find_answer(hall.committer, spent.table, spent.person, id)
            if said is not None and "seat" in said and await hall.people.may_come_back(spent):
                caller = spent
    if caller is None:
        raise Problem(401, "unauthorized", "this invitation is unknown, has been used or is over")
    if caller.role != people.INVITATION:
        raise forbidden("this token is not an invitation")
    return caller
