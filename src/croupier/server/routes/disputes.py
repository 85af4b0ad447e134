"""Disputes: players ask the floor for a ruling, and the floor answers."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import Field, StringConstraints

from croupier.server.commands import cents
from croupier.server.disputes import MOST_WORDS, About, Verdict
from croupier.server.inbox import Wording
from croupier.server.routes.common import (
    ERRORS,
    ActId,
    Body,
    Data,
    InHall,
    Known,
    MaySit,
    Money,
    OnFloor,
    ReadsRecords,
)
from croupier.server.routes.records import RoundNumber

router = APIRouter(prefix="/api", responses=ERRORS, tags=["disputes"])

_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Characters that are not seen, or that change how others are seen."""
Words = Annotated[
    str,
    StringConstraints(pattern=rf"^[^{_CONTROL}]{{1,{MOST_WORDS}}}$", strip_whitespace=True),
]
Dispute = Annotated[str, Path(pattern=r"^d-[0-9a-f]{16}$")]
Citation = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9.()-]{1,40}$")]
FindingId = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}-[0-9]{1,3}$")]


class AskForRuling(Body):
    """What a player asks the floor to rule on."""

    id: ActId
    seat: Annotated[int, Field(ge=1, le=100)]
    about: About
    words: Words


class GiveRuling(Body):
    """The floor's answer: it names a clause of the round's rulebook, a finding of ours, or both."""

    id: ActId
    verdict: Verdict
    words: Words
    rule: Citation | None = None
    finding: FindingId | None = None


class Payment(Body):
    """What puts an upheld dispute right."""

    amount: Money


@router.post("/rounds/{number}/disputes", status_code=201)
async def lodge(hall: InHall, caller: MaySit, number: RoundNumber, body: AskForRuling) -> Data:
    """Ask the floor for a ruling about a round that the caller has played.

    A request that is repeated gets the same dispute; 409 if the id is another request's.
    """
    done = await hall.inbox.lodge(number, body.seat, body.about, body.words, body.id, caller)
    return await hall.inbox.show(done["dispute"], caller)


@router.get("/me/disputes")
async def mine(hall: InHall, caller: Known) -> Data:
    """List what the caller has asked the floor, with the rulings."""
    return await hall.inbox.mine(caller)


@router.post("/me/disputes/{dispute}/seen", status_code=204)
async def seen(hall: InHall, caller: Known, dispute: Dispute) -> Response:
    """Note that the caller has seen a ruling."""
    await hall.inbox.seen(dispute, caller)
    return Response(status_code=204)


@router.get("/floor/disputes")
async def waiting(hall: InHall, caller: ReadsRecords) -> Data:
    """List the disputes that wait for a ruling, and those that were answered last."""
    return await hall.inbox.waiting(caller)


@router.get("/floor/disputes/count")
async def count(hall: InHall, caller: ReadsRecords) -> Data:
    """Count the disputes that wait for a ruling."""
    return {"waiting": await hall.inbox.count()}


@router.post("/disputes/{dispute}/ruling", status_code=201)
async def rule(hall: InHall, caller: OnFloor, dispute: Dispute, body: GiveRuling) -> Data:
    """Answer a dispute, once; 409 if it has a ruling, or the id is another request's."""
    ruling = Wording(body.verdict, body.words, body.rule, body.finding)
    await hall.inbox.rule(dispute, ruling, body.id, caller)
    return await hall.inbox.show(dispute, caller)


@router.post("/disputes/{dispute}/payment")
async def pay(hall: InHall, caller: OnFloor, dispute: Dispute, body: Payment) -> Data:
    """Pay play money from the cage into the player's account, once for each upheld dispute.

    409 above the most that the player's wagers in that round can bring.
    """
    await hall.inbox.pay(dispute, cents(body.amount), caller)
    return await hall.inbox.show(dispute, caller)
