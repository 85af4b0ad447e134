"""How one table stands, as the process that keeps it tells the floor's page."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from croupier.journal.recorder import stamp, utc_now
from croupier.nouns import structs
from croupier.server import people, waits
from croupier.server.absence import freed_at
from croupier.server.keeper import TableKeeper
from croupier.server.live import LiveTable
from croupier.server.snapshot import Figures

Data = dict[str, Any]


class Out(msgspec.Struct):
    """A seat whose player sits out."""

    seat: int
    person: str
    chips: int
    freed: str
    """When the seat is given up."""
    seconds: float
    """How long that is from now."""


class Standing(msgspec.Struct):
    """A table as its keeper sees it; money in cents."""

    table: str
    name: str
    game: str
    title: str
    rulebook: str
    house: dict[str, Any]
    """The keys of the house file that differ from the defaults."""
    first_wager: str
    phase: str
    dealing: str
    seats: int
    people: int
    company: int
    host: str
    dealer: str
    empty_since: str
    tray: int
    rounds: int
    """How many rounds it has finished since it was opened."""
    figures: Figures
    lately: int
    """How many rounds have ended in the last hour."""
    watched: float
    """For how many seconds of that hour its keeper has watched it."""
    per_hour: float | None
    waits: list[Data]
    out: list[Out]
    failed: float | None
    """Seconds since something went wrong and the table was set up again."""


def survey(keeper: TableKeeper, live: LiveTable) -> Data:
    """The standing of a table, ready to be sent."""
    now = asyncio.get_running_loop().time()
    stands, tempo = live.snapshot, keeper.pulse.tempo(now)
    players = [place.person for place in stands.seats.values()]
    company = sum(people.is_house_player(person) for person in players)
    moved = 0 if live.round is None else live.round.layout.tray
    standing = Standing(
        table=live.id,
        name=stands.name,
        game=stands.game,
        title=live.game.title,
        rulebook=stands.rulebook,
        house=stands.house,
        first_wager=live.game.first_wager,
        phase=live.phase,
        dealing=stands.dealing,
        seats=live.house.seats,
        people=len(players) - company,
        company=company,
        host=stands.host,
        dealer=stands.dealer,
        empty_since=stands.empty_since,
        tray=stands.tray + moved,
        rounds=stands.rounds,
        figures=stands.figures,
        lately=tempo.rounds,
        watched=tempo.seconds,
        per_hour=tempo.per_hour,
        waits=waits.in_words(keeper.pulse.waiting(now)),
        out=_out(live),
        failed=keeper.pulse.failed_ago(now),
    )
    # As text: plain data would have to spell out the figures' keys, which are numbers.
    return {"standing": msgspec.json.encode(standing).decode()}


def read(data: Data) -> Standing:
    """The standing of a table, as it was sent."""
    return structs.decode(data["standing"], Standing)


def _out(live: LiveTable) -> list[Out]:
    now, found = utc_now(), list[Out]()
    for number, place in live.snapshot.seats.items():
        freed = freed_at(live, place)
        if freed is not None:
            left = max(0.0, (freed - now).total_seconds())
            chips = place.chips + place.extra
            found.append(Out(number, place.person, chips, stamp(freed), round(left, 1)))
    return found
