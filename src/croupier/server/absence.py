"""Players who sit out: who they are, and since when. The table does not wait for them.

Whether somebody sits out follows from what they said or did not say in time, never from cards.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.journal.recorder import stamp
from croupier.server.live import LiveTable


def sits_out(live: LiveTable, seat: int) -> bool:
    """Whether the player of a seat sits out."""
    place = live.snapshot.seats.get(seat)
    return place is not None and bool(place.out)


def attending(live: LiveTable, seats: Iterable[int]) -> list[int]:
    """Those of the seats whose players do not sit out."""
    return [seat for seat in seats if not sits_out(live, seat)]


def sit_out(live: LiveTable, seat: int, by: str, id: str | None = None) -> None:
    """Let the player of a seat sit out from now on, and note it."""
    place = live.snapshot.seats.get(seat)
    if place is not None and not place.out:
        place.out = stamp()
        live.ready.discard(seat)
        live.note("away", seat=seat, person=place.person, by=by, id=id)


def come_back(live: LiveTable, seat: int, id: str | None = None) -> None:
    """Let the player of a seat take part again, and note it."""
    place = live.snapshot.seats[seat]
    if place.out:
        place.out = ""
        live.note("back", seat=seat, person=place.person, by=place.person, id=id)
