"""The record: rounds, replays, exports and disputes; reconciliation; packs; signed heads."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from croupier.journal import witness
from croupier.server import reconciliation
from croupier.server.commands import TABLE_PATTERN
from croupier.server.errors import not_found
from croupier.server.routes.common import ERRORS, Anybody, Data, InHall, ReadsRecords, TableId

router = APIRouter(prefix="/api", responses=ERRORS, tags=["record"])

MOST = 50
"""How many rounds a dispute or a page may have."""
NUMBERS = rf"^[0-9]{{1,15}}(,[0-9]{{1,15}}){{0,{MOST - 1}}}$"
"""Numbers of rounds, separated by commas."""

RoundNumber = Annotated[int, Path(ge=1, lt=2**53)]
Number = Annotated[int | None, Query(ge=1, lt=2**53)]
AtTable = Annotated[str | None, Query(pattern=TABLE_PATTERN)]


@router.get("/rounds")
async def rounds(
    hall: InHall,
    caller: Anybody,
    table: AtTable = None,
    before: Number = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = MOST,
) -> Data:
    """List rounds, newest first."""
    found, more = await asyncio.to_thread(hall.archive.rounds, table, before, limit, caller)
    return {"rounds": found, "more": more}


@router.get("/rounds/{number}")
async def one_round(hall: InHall, caller: Anybody, number: RoundNumber) -> Data:
    """Show a round as the caller may know it."""
    return await asyncio.to_thread(hall.archive.round, number, caller)


@router.get("/rounds/{number}/steps")
async def steps(hall: InHall, caller: Anybody, number: RoundNumber) -> Data:
    """Show the felt after every event, for replaying."""
    return await asyncio.to_thread(hall.archive.steps, number, caller)


@router.get(
    "/rounds/{number}/record",
    response_class=Response,
    responses={200: {"content": {"application/toml": {"schema": {"type": "string"}}}}},
)
async def record(hall: InHall, caller: ReadsRecords, number: RoundNumber) -> Response:
    """Export a round as a round record for ``croupier run``.

    An unfinished round is for surveillance only.
    """
    text = await asyncio.to_thread(hall.archive.record, number, caller)
    headers = {"Content-Disposition": f'attachment; filename="round-{number}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@router.get("/disputes")
async def dispute(
    hall: InHall,
    caller: Anybody,
    rounds: Annotated[str | None, Query(pattern=NUMBERS)] = None,
    table: AtTable = None,
    first: Annotated[int | None, Query(alias="from", ge=1, lt=2**53)] = None,
    last: Annotated[int | None, Query(alias="to", ge=1, lt=2**53)] = None,
) -> Data:
    """Show what was wagered, decided, dealt and paid in some rounds, each with its clause."""
    if rounds is not None:
        numbers = [int(number) for number in rounds.split(",")]
    elif table is not None and first is not None and last is not None:
        numbers = await asyncio.to_thread(hall.archive.numbers, table, first, last, MOST, caller)
    else:
        raise not_found("name some rounds, or a table with from and to")
    if not numbers:
        raise not_found("there are no such rounds")
    return await asyncio.to_thread(hall.archive.dispute, numbers, caller)


@router.get("/tables/{table}/packs")
async def packs(
    hall: InHall,
    table: TableId,
    caller: Anybody,
    last: Annotated[int, Query(ge=1, le=MOST)] = 10,
) -> Data:
    """Show everything that is needed to check fair dealing."""
    await hall.pit.need(table)
    packs = await asyncio.to_thread(hall.archive.packs, table, last, caller)
    return {"table": table, "packs": packs}


@router.get("/tables/{table}/reconciliation")
async def reconcile_table(hall: InHall, table: TableId, caller: ReadsRecords) -> Data:
    """Account for every cent of a table, shift by shift."""
    await hall.pit.need(table)
    return await hall.committer.read(
        lambda c: reconciliation.table_data(c, table, hall.people.name)
    )


@router.get("/reconciliation")
async def reconcile_house(hall: InHall, caller: ReadsRecords) -> Data:
    """Account for every cent of the house."""
    return await hall.committer.read(lambda c: reconciliation.house_data(c, hall.people.name))


@router.get("/tables")
async def closed_tables(hall: InHall, caller: ReadsRecords) -> Data:
    """List the tables that have been closed; the lobby lists the open ones."""
    return {"closed": await hall.committer.read(reconciliation.closed_tables)}


@router.get("/journal/verify")
async def verify(hall: InHall, caller: ReadsRecords) -> Data:
    """Return the verdict of ``croupier journal verify``."""
    return (await asyncio.to_thread(hall.journal.verify)).as_data()


@router.get("/journal/heads")
async def heads(hall: InHall, last: Annotated[int, Query(ge=1, le=1000)] = 100) -> Data:
    """Return signed heads and public keys, for an outside witness."""
    store = hall.store
    signed = await asyncio.to_thread(store.signed_heads)
    keys = await asyncio.to_thread(store.keys)
    return witness.document(keys, signed[-last:])
