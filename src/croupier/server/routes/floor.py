"""The floor sees the floor: every open table at a glance, with its figures and alerts."""

from __future__ import annotations

from fastapi import APIRouter

from croupier.server.routes.chair import InChairs
from croupier.server.routes.common import ERRORS, Data, InHall, OnFloor, ReadsRecords

router = APIRouter(prefix="/api", responses=ERRORS, tags=["floor"])


@router.get("/floor")
async def overview(hall: InHall, caller: ReadsRecords) -> Data:
    """Show every open table: who plays, what it has won, whom it waits for, and what is wrong.

    ``theory`` says what should have been won by the odds of best play, with the standard deviation,
    or why that is not known. A table that cannot be read has a ``problem`` instead of figures.
    """
    return await hall.overview.data(caller)


@router.get("/floor/dealers")
async def dealers(hall: InHall, chairs: InChairs, caller: OnFloor) -> Data:
    """List who has sat in the dealer's chair, with their results: the newest 200 rows."""
    return await chairs.dealers(hall.people.name)
