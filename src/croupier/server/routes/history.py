"""The caller's own record: rounds, what they came to, and a file of them all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from croupier.server import history
from croupier.server.commands import TABLE_PATTERN
from croupier.server.hall import Hall
from croupier.server.history import Wanted
from croupier.server.people import Caller
from croupier.server.routes.common import ERRORS, GAME_PATTERN, Data, InHall, Known

router = APIRouter(prefix="/api/me", responses=ERRORS, tags=["record"])

MOST = 50
"""How many rounds a page may have."""
AT_ONCE = 500
"""How many rounds are read at a time for a file."""
DAY_PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z)?$"
"""A day, or a moment in UTC."""

Batches: TypeAlias = AsyncIterator[list[Data]]
"""Rounds, some at a time."""

Day = Annotated[str | None, Query(pattern=DAY_PATTERN)]


async def wanted(
    caller: Known,
    game: Annotated[str | None, Query(pattern=GAME_PATTERN)] = None,
    table: Annotated[str | None, Query(pattern=TABLE_PATTERN)] = None,
    first: Annotated[str | None, Query(alias="from", pattern=DAY_PATTERN)] = None,
    last: Annotated[str | None, Query(alias="to", pattern=DAY_PATTERN)] = None,
    result: Literal["won", "lost"] | None = None,
) -> Wanted:
    """Which of the caller's rounds are asked for."""
    return Wanted(caller.person, game, table, first, last, result)


Asked = Annotated[Wanted, Depends(wanted)]


@router.get("/rounds")
async def my_rounds(
    hall: InHall,
    caller: Known,
    asked: Asked,
    before: Annotated[int | None, Query(ge=1, lt=2**53)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 20,
) -> Data:
    """List the rounds that the caller played, newest first, each from the caller's side."""
    found, more = await asyncio.to_thread(hall.history.rounds, asked, before, limit, caller)
    return {"rounds": found, "more": more}


@router.get("/record")
async def my_record(hall: InHall, caller: Known, asked: Asked) -> Data:
    """Say what the caller's rounds came to, with a line of the money."""
    return await hall.committer.read(lambda c: hall.history.summary(c, asked, caller))


@router.get(
    "/record/export",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/csv": {"schema": {"type": "string"}}, "application/json": {}}}
    },
)
async def export(
    hall: InHall, caller: Known, asked: Asked, format: Literal["csv", "json"] = "csv"
) -> StreamingResponse:
    """Send all of these rounds as one file, the oldest first."""
    batches = _batches(hall, caller, asked)
    text = _csv(batches) if format == "csv" else _json(batches)
    kind = "text/csv" if format == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="my-rounds.{format}"'}
    return StreamingResponse(text, media_type=kind, headers=headers)


async def _batches(hall: Hall, caller: Caller, asked: Wanted) -> Batches:
    after = 0
    while True:
        lines, after = await asyncio.to_thread(hall.history.batch, asked, after, AT_ONCE, caller)
        if not lines:
            return
        yield lines


async def _csv(batches: Batches) -> AsyncIterator[str]:
    yield history.csv_head()
    async for lines in batches:
        yield await asyncio.to_thread(history.as_csv, lines)


async def _json(batches: Batches) -> AsyncIterator[str]:
    yield '{"rounds": [\n'
    first = True
    async for lines in batches:
        yield await asyncio.to_thread(history.as_json, lines, first=first)
        first = False
    yield "\n]}\n"
