"""Administration: tokens, people and deposits at the cage."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from croupier.nouns.money import show_money
from croupier.server.commands import cents
from croupier.server.errors import not_found
from croupier.server.routes.common import (
    ERRORS,
    PERSON_PATTERN,
    ActId,
    Administrator,
    Body,
    Data,
    InHall,
    Money,
    Name,
    OnFloor,
)
from croupier.server.routes.tables import Hours

router = APIRouter(prefix="/api", responses=ERRORS, tags=["administration"])

Person = Annotated[str, Path(pattern=PERSON_PATTERN)]
TokenId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


class IssueToken(Body):
    """What a new token is for; without ``hours`` it lasts as long as its role's tokens do."""

    role: Literal["spectator", "dealer", "floor", "surveillance", "administrator"]
    name: Name | None = None
    hours: Hours | None = None


class Deposit(Body):
    """How much play money an account gets, once for each ``id``."""

    id: ActId
    amount: Money


@router.get("/tokens")
async def tokens(hall: InHall, caller: Administrator) -> Data:
    """List all tokens, without what would let anybody use them."""
    return {"tokens": await hall.people.tokens()}


@router.post("/tokens", status_code=201)
async def make_token(hall: InHall, caller: Administrator, body: IssueToken) -> Data:
    """Issue a token for a new person; it is shown only this once."""
    new = await hall.people.issue(body.role, body.name, body.hours)
    return {
        "token": new.token,
        "token_id": new.caller.token_id,
        "role": body.role,
        "person": new.caller.person,
        "expires": new.caller.expires,
        "link": f"/#token={new.token}",
    }


@router.delete("/tokens/{token_id}", status_code=204)
async def revoke(hall: InHall, caller: Administrator, token_id: TokenId) -> Response:
    """Revoke a token at once."""
    if not await hall.sessions.revoke(token_id):
        raise not_found("there is no such token")
    return Response(status_code=204)


@router.get("/people")
async def people(hall: InHall, caller: Administrator) -> Data:
    """List all people, with names and balances."""
    rows = await hall.people.all()
    for row in rows:
        row["balance"] = None if row["balance"] is None else show_money(row["balance"])
    return {"people": rows}


@router.delete("/people/{person}", status_code=204)
async def erase(hall: InHall, caller: Administrator, person: Person) -> Response:
    """Erase a name and what was learnt in the chair.

    The chain has only the pseudonym, and still verifies.
    """
    if not await hall.people.exists(person):
        raise not_found(f"there is no person {person}")
    hall.reviews.forget(person)
    await hall.people.erase(person)
    return Response(status_code=204)


@router.post("/people/{person}/deposit")
async def deposit(hall: InHall, caller: OnFloor, person: Person, body: Deposit) -> Data:
    """Put play money from the cage into an account."""
    if not await hall.people.exists(person):
        raise not_found(f"there is no person {person}")
    reply = await hall.cage.deposit(person, cents(body.amount), caller.person, body.id)
    return {
        "balance": show_money(await hall.people.balance(person) or 0),
        "duplicate": reply.get("duplicate", False),
    }
