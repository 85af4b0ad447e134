"""Players who sit out: who they are, since when, and until when their seats are kept.

The table does not wait for them. Whether somebody sits out follows from what they said or did not
say in time, never from cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from croupier.journal.payloads import TIMEOUT
from croupier.journal.recorder import stamp, utc_now
from croupier.server.live import LiveTable
from croupier.server.snapshot import TakenSeat


def sits_out(live: LiveTable, seat: int) -> bool:
    """Whether the player of a seat sits out."""
    place = live.snapshot.playing(seat)
    return place is not None and bool(place.out)


def attending(live: LiveTable, seats: Iterable[int]) -> list[int]:
    """Those of the seats whose players do not sit out."""
    return [seat for seat in seats if not sits_out(live, seat)]


def sit_out(live: LiveTable, seat: int, by: str, id: str | None = None) -> None:
    """Let the player of a seat sit out from now on, and note it.

    The clock means whoever plays the round; a person means themselves.
    """
    stands = live.snapshot
    place = stands.playing(seat) if by == TIMEOUT else stands.seats.get(seat)
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


# --- seats that are given up ----------------------------------------------------------------------


def freed_at(live: LiveTable, place: TakenSeat) -> datetime | None:
    """When a seat is given up; None while its player does not sit out."""
    if not place.out:
        return None
    return datetime.fromisoformat(place.out) + timedelta(minutes=live.house.seat_kept)


def seconds_kept(live: LiveTable) -> float | None:
    """How long it is until a seat is given up; None if none is.

    A seat with chips on the table is kept until the end of its round.
    """
    ends = _ends(live).values()
    return max(0.0, (min(ends) - utc_now()).total_seconds()) if ends else None


def overdue(live: LiveTable) -> list[int]:
    """The seats that are to be given up now."""
    now = utc_now()
    return [seat for seat, end in _ends(live).items() if end <= now]


def _ends(live: LiveTable) -> dict[int, datetime]:
    ends = {seat: freed_at(live, place) for seat, place in live.snapshot.seats.items()}
    return {n: end for n, end in ends.items() if end is not None and not live.in_play(n)}
