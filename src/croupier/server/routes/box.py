"""Links that let people deal a table: made by its host or the floor, shown, and accepted."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends
from pydantic import Field, StringConstraints

from croupier.server import people
from croupier.server.commands import FOR_HOSTS, Admit, OfferBox
from croupier.server.errors import Problem, forbidden
from croupier.server.hall import Hall
from croupier.server.live import CLOSED
from croupier.server.messages import Preview
from croupier.server.people import Caller, new_token
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Anybody,
    Body,
    Credentials,
    Data,
    InHall,
    Known,
    Name,
    TableId,
    about_table,
)

router = APIRouter(prefix="/api", responses=ERRORS, tags=["session"])

MOST_HOURS: Final = 24 * 7
_MAY_DEAL: Final = frozenset({people.SPECTATOR, people.PLAYER, people.DEALER})
"""Whoever holds such a token deals as the person they are; the staff deal with a token of theirs
that is a dealer's."""


async def may_host(caller: Known) -> Caller:
    """Anybody but surveillance; the table itself knows who its host is."""
    if caller.role not in people.SPEAKS:
        raise forbidden(f"this is for {FOR_HOSTS.who}")
    return caller


MayHost = Annotated[Caller, Depends(may_host)]


class DealerLink(Body):
    """How long a dealer's link works, 48 hours by default."""

    id: ActId
    hours: Annotated[float, Field(gt=0, le=MOST_HOURS)] | None = None


class AcceptLink(Body):
    """The link that is accepted, and the name of somebody who is new here."""

    link: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,100}$")]
    name: Name | None = None


@router.post("/tables/{table}/dealer-link", status_code=201)
async def make_link(hall: InHall, table: TableId, caller: MayHost, body: DealerLink) -> Data:
    """Make a link for dealers of a table; the one before it is revoked."""
    await hall.pit.ask(table, OfferBox(table=table, id=body.id), caller)
    new = new_token(people.DEALER_LINK, caller.person, table=table, hours=body.hours)
    await hall.people.replace(new)
    return {
        "token": new.token,
        "link": f"/#deal={new.token}",
        "expires": new.caller.expires,
        "table": table,
    }


@router.get("/dealer-links")
async def preview(hall: InHall, credentials: Credentials) -> Data:
    """Show what a dealer's link is for; the link is the bearer token, and stays good."""
    link = await _link(hall, None if credentials is None else credentials.credentials)
    assert link.table is not None
    picture = await hall.pit.run(link.table, Preview())
    return {
        **about_table(picture, "dealer"),
        "open": picture["phase"] != CLOSED,
        "host": hall.people.name(link.person),
        "seats": len(picture["seats"]),
        "seats_taken": sum(one is not None for one in picture["seats"].values()),
        "expires": link.expires,
    }


@router.post("/dealer-links/accept", status_code=201)
async def accept(hall: InHall, caller: Anybody, body: AcceptLink) -> Data:
    """Accept a dealer's link: a token to deal its table, for the caller or for a new guest.

    At a private table the person is one of its guests from then on.
    """
    link = await _link(hall, body.link)
    assert link.table is not None
    if caller.known and caller.role not in _MAY_DEAL:
        raise forbidden("this is for guests: a dealer's token is not for the floor or surveillance")
    person = caller.person or await hall.people.create(body.name)
    if caller.known and body.name:
        await hall.people.rename(person, body.name)
    admit = Admit(table=link.table, link=link.token_id)
    await hall.pit.ask(link.table, admit, Caller(person=person))
    new = new_token(people.DEALER, person, table=link.table)
    await hall.people.add(new)
    return {
        "token": new.token,
        "role": people.DEALER,
        "person": person,
        "name": hall.people.name(person),
        "table": link.table,
        "expires": new.caller.expires,
    }


async def _link(hall: Hall, token: str | None) -> Caller:
    """The holder of a dealer's link."""
    if token is None:
        raise Problem(401, "unauthorized", "send the dealer's link as the bearer token")
    link = await hall.people.caller(token)
    if link is None:
        message = "this link is unknown, has been replaced by another or is over"
        raise Problem(401, "unauthorized", message)
    if link.role != people.DEALER_LINK:
        raise forbidden("this token is not a dealer's link")
    return link
