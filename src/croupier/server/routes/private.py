"""Private tables: opened by anybody within the floor's policies, and entered by a link."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field, StringConstraints

from croupier import games
from croupier.nouns.money import show_money
from croupier.nouns.reasons import MalformedError
from croupier.server import people, policy
from croupier.server.books import find_book
from croupier.server.commands import MakeLink, Strategy, cents
from croupier.server.errors import Problem
from croupier.server.floorwork import read_keys
from croupier.server.live import CLOSED
from croupier.server.messages import Look, Preview
from croupier.server.openings import NewTable
from croupier.server.owners import accept_link, holder_of, make_link
from croupier.server.people import Caller, is_house_player
from croupier.server.policy import Policy
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Anybody,
    Body,
    Credentials,
    Data,
    GameName,
    InHall,
    Keys,
    Known,
    Money,
    Name,
    OnFloor,
    RulebookName,
    TableId,
    about_table,
    one_of,
)

router = APIRouter(prefix="/api", responses=ERRORS, tags=["private tables"])

MayOpen = Annotated[Caller, one_of(*(role for role in people.ROLES if role in people.SPEAKS))]
"""Everybody but surveillance."""
ShortToml = Annotated[str, StringConstraints(max_length=10_000)]
"""A house file with every key of the largest game has half of that."""


class OpenPrivateTable(Body):
    """A table of one's own; its house file comes as keys, as text, or as both.

    ``company`` says how each of its house players plays.
    """

    id: ActId
    game: GameName
    rulebook: RulebookName = "ma"
    name: Name | None = None
    house: Keys = Field(default_factory=dict)
    toml: ShortToml | None = None
    company: Annotated[list[Strategy], Field(max_length=20)] = Field(default_factory=list)


class AskLink(Body):
    """How long the link works: 48 hours unless ``hours`` says otherwise."""

    hours: Annotated[float, Field(gt=0, le=24 * 30)] | None = None


class AcceptLink(Body):
    """The link's token, and the name of a newcomer."""

    link: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    name: Name | None = None


class Decide(Body):
    """The policy on private tables, all of it; ``games`` is null if all games are allowed."""

    id: ActId
    allowed: bool
    per_host: Annotated[int, Field(ge=1, le=policy.MOST_EACH)]
    in_all: Annotated[int, Field(ge=0, le=policy.MOST_TABLES)]
    maximum: Money
    minutes: Annotated[int, Field(ge=1, le=policy.MOST_MINUTES)]
    company: bool
    games: Annotated[list[GameName], Field(max_length=50)] | None


@router.post("/private-tables", status_code=201)
async def open_private_table(hall: InHall, caller: MayOpen, body: OpenPrivateTable) -> Data:
    """Open a table of one's own, which only the people it admits and the staff can see."""
    find_book(body.game, body.rulebook)  # 404 for a game that is not there
    new = NewTable(
        body.game,
        body.rulebook,
        hall.settings.tray,
        name=body.name or "",
        house=read_keys(body.game, body.house, body.toml or None),
        company=tuple(body.company),
        host=caller.person,
    )
    table = await hall.openings.open(new, by=caller.person, id=body.id)
    return await hall.pit.run(table, Look(caller))


# --- links ----------------------------------------------------------------------------------------


@router.post("/tables/{table}/link", status_code=201)
async def new_link(hall: InHall, table: TableId, caller: Known, body: AskLink) -> Data:
    """Make the link to a private table, for its host; the link before it is revoked.

    The token is in this answer only.
    """
    return await make_link(hall, caller, table, body.hours)


@router.delete("/tables/{table}/link", status_code=204)
async def revoke_link(hall: InHall, table: TableId, caller: Known) -> Response:
    """Revoke the link to a private table; whoever was admitted by it stays."""
    await hall.pit.ask(table, MakeLink(table=table), caller)
    return Response(status_code=204)


@router.get("/links")
async def preview_link(hall: InHall, credentials: Credentials) -> Data:
    """Show what a link leads to; the link is the bearer token, and stays good."""
    if credentials is None:
        raise Problem(401, "unauthorized", "send the link's token as the bearer token")
    link, table = await holder_of(hall, credentials.credentials)
    picture = await hall.pit.run(table, Preview())
    seats = picture["seats"]
    company = [n for n, seat in seats.items() if seat and is_house_player(seat["person"])]
    free = [int(n) for n, seat in seats.items() if seat is None]
    return {
        **about_table(picture, "first_wager", "limits"),
        "host": picture["host"] and picture["host"]["name"],
        "open": picture["phase"] != CLOSED,
        "seats": len(seats),
        "free": free,
        "company": [int(n) for n in company],
        "people": len(seats) - len(free) - len(company),
        "buy_in": show_money(min(hall.settings.buy_in, hall.settings.stake)),
        "expires": link.expires,
    }


@router.post("/links/accept", status_code=201)
async def accept(hall: InHall, caller: Anybody, body: AcceptLink) -> Data:
    """Be admitted to the table of a link, which is in the body.

    The bearer token is the caller's own. Somebody without one becomes a guest, whose new token is
    in the answer.
    """
    return await accept_link(hall, body.link, caller, body.name)


# --- policies -------------------------------------------------------------------------------------


@router.get("/policies")
async def policies(hall: InHall) -> Data:
    """Show what the floor has decided about private tables."""
    return {"private_tables": _shown(await hall.policies.load())}


@router.put("/policies")
async def decide(hall: InHall, caller: OnFloor, body: Decide) -> Data:
    """Decide about private tables. Tables that are open already stay open."""
    unknown = set(body.games or ()) - set(games.names())
    if unknown:
        raise MalformedError(f"there is no game {sorted(unknown)[0]}")
    given = body.model_dump(exclude={"id", "maximum"})
    decided = Policy(**given, maximum=cents(body.maximum))
    await hall.policies.change(decided, by=caller.person, id=body.id)
    hall.pit.decided()
    return {"private_tables": _shown(hall.policies.now)}


def _shown(now: Policy) -> Data:
    return {
        "allowed": now.allowed,
        "per_host": now.per_host,
        "in_all": now.in_all,
        "maximum": show_money(now.maximum),
        "minutes": now.minutes,
        "company": now.company,
        "games": now.games,
    }
