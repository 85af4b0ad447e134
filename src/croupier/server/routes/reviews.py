"""Reviews: what each decision cost and what was luck, of a round, a sitting or of all rounds."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response
from pydantic import Field, StringConstraints

from croupier.journal import RoundLog
from croupier.server import erasure, reviewed, shares
from croupier.server.errors import Problem, forbidden, not_found
from croupier.server.hall import Hall
from croupier.server.history import names_of
from croupier.server.people import SEES_RECORDS, Caller, is_house_player
from croupier.server.routes.common import ERRORS, Body, Data, InHall, Known, need_own
from croupier.server.routes.records import RoundNumber

router = APIRouter(prefix="/api", responses=ERRORS, tags=["review"])

PATIENCE: Final = 3.0
"""Seconds that a request waits for a review; after that the page asks again."""
MOST: Final = 50
"""How many of the last rounds may be asked for."""

SHARED: Final = "shared"
"""Who asks for the reviews of shared rounds: people without a name."""
ERASED: Final = not_found("the player at that seat has been erased: the round is not reviewed")

Sitting = Annotated[int, Query(ge=1, lt=2**53)]
Last = Annotated[int, Query(ge=1, le=MOST)]
SeatToReview = Annotated[int | None, Query(ge=1, le=100)]


class AskReview(Body):
    """Which rounds to review: a sitting, or the last ones; without either, the last sitting."""

    sitting: Annotated[int, Field(ge=1, lt=2**53)] | None = None
    last: Annotated[int, Field(ge=1, le=MOST)] | None = None


class Shared(Body):
    """The token of a link to a shared round."""

    token: Annotated[str, StringConstraints(min_length=1, max_length=200)]


# --- one round ------------------------------------------------------------------------------------


@router.get("/rounds/{number}/review")
async def review_round(
    hall: InHall, caller: Known, number: RoundNumber, seat: SeatToReview = None
) -> Data:
    """Review a finished round that the caller played; the staff names a seat.

    ``ready`` is false while it is being computed: ask again.
    """
    person = await _whose(hall, caller, number, seat)
    mine = {"shared": await hall.shares.has(person, number)} if person == caller.person else {}
    told = await _reviewed(hall, person, number, caller.person, f"round {number}")
    if told["ready"]:
        table = told["review"]["table"]
        names = await hall.committer.read(lambda c: names_of(c, {table}, caller))
        told["name"] = names.get(table, table)
    return {"round": number} | told | mine


async def _reviewed(hall: Hall, person: str, number: int, asker: str, name: str) -> Data:
    kept = await hall.reviews.of(person, number, PATIENCE, asker)
    if kept is None or kept.document is None:
        return {"ready": False}
    if kept.failed is not None:
        raise Problem(409, "unreviewed", f"{name} cannot be reviewed: {kept.failed}")
    return {"ready": True, "review": kept.document}


async def _whose(hall: Hall, caller: Caller, number: int, seat: int | None) -> str:
    """Whose decisions of a round a caller may see: their own, or for the staff anybody's."""
    log = await asyncio.to_thread(hall.archive.log, number, caller)
    if log.closed is None:
        raise Problem(409, "refused", f"round {number} is reviewed when it is over")
    if caller.role in SEES_RECORDS:
        person = _holder(log, seat)
        if await hall.committer.read(lambda c: erasure.was_erased(c, person)):
            raise ERASED
        return person
    if caller.person not in log.opened.players:
        raise forbidden("a round is reviewed for those who played it")
    return caller.person


def _holder(log: RoundLog, seat: int | None) -> str:
    """The person at a seat, by default at the first one."""
    held = log.opened.players.items()
    people = sorted((seats, one) for one, seats in held if not is_house_player(one))
    for seats, person in people:
        if seat is None or seat in seats:
            return person
    raise not_found("nobody was there whose round is reviewed: house players' rounds are not")


# --- many rounds ----------------------------------------------------------------------------------


@router.post("/me/review")
async def begin_review(hall: InHall, caller: Known, body: AskReview) -> Data:
    """Have a sitting or the last rounds reviewed; gives what is ready by now."""
    sitting = await _sitting(hall, caller.person, body.sitting, body.last)
    rounds = await hall.committer.read(
        lambda c: reviewed.rounds_of(
            c, caller.person, sitting=sitting, last=body.last or reviewed.MOST
        )
    )
    wanted = await hall.committer.read(lambda c: reviewed.missing(c, caller.person, rounds))
    hall.reviews.begin(caller.person, wanted)
    return await my_reviews(hall, caller, sitting, body.last)


@router.get("/me/reviews")
async def my_reviews(
    hall: InHall, caller: Known, sitting: Sitting | None = None, last: Last | None = None
) -> Data:
    """Show what is reviewed of a sitting, of the last rounds, or without either of all rounds."""
    person = caller.person
    if sitting is None and last is None:
        return await hall.committer.read(lambda c: reviewed.all_of(c, person))
    most = last or reviewed.MOST
    return await hall.committer.read(
        lambda c: reviewed.one_by_one(
            c, caller, reviewed.rounds_of(c, person, sitting=sitting, last=most), sitting
        )
    )


async def _sitting(hall: Hall, person: str, sitting: int | None, last: int | None) -> int | None:
    """The sitting that is asked for: the last one if nothing else is."""
    if sitting is not None or last is not None:
        return sitting
    latest = await hall.committer.read(lambda c: reviewed.latest_sitting(c, person))
    if latest is None:
        raise not_found("you have not played a round yet")
    return latest


# --- shared rounds --------------------------------------------------------------------------------


@router.post("/rounds/{number}/share", status_code=201)
async def share_round(hall: InHall, caller: Known, number: RoundNumber) -> Data:
    """Make a link that shows this round as the caller's seat saw it; the one before it ends.

    The token is in this answer only.
    """
    if caller.role in SEES_RECORDS:
        raise forbidden("a round is shared by those who played it")
    await _whose(hall, caller, number, None)
    need_own(caller)
    token = await hall.shares.make(caller.person, number)
    return {"round": number, "token": token, "link": f"/#/shared/{token}"}


@router.delete("/rounds/{number}/share", status_code=204)
async def end_share(hall: InHall, caller: Known, number: RoundNumber) -> Response:
    """End the link to a round; nobody can open it any more."""
    need_own(caller)
    await hall.shares.end(caller.person, number)
    return Response(status_code=204)


@router.get("/me/shares")
async def my_shares(hall: InHall, caller: Known) -> Data:
    """List the rounds that the caller shares."""
    return {"shares": await hall.shares.of(caller.person)}


@router.post("/shared")
async def open_shared(hall: InHall, body: Shared) -> Data:
    """Show a shared round and its review; the link's token is in the body."""
    share = await hall.shares.find(body.token)
    told = await asyncio.to_thread(hall.shares.show, share)
    review = await _reviewed(hall, share.person, share.round, SHARED, "this round")
    if review["ready"]:
        review["review"] = shares.anonymous(review["review"])
    return told | review
