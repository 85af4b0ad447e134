"""The rounds that each person has played: a row for each, in the commit that ends the round.

The chain has everything that these rows say. They are there so that a person's record opens as
quickly after a hundred thousand rounds as after ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from croupier.journal.database import RowOf
from croupier.journal.log import RoundLine
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money
from croupier.server.people import is_house_player
from croupier.server.schema import PLAYED
from croupier.stage.round import Round

SITTING_LASTS: Final = timedelta(hours=1)
"""How long after a round the next one at that table still belongs to the same sitting."""

Row: TypeAlias = tuple[str, int, str, str, str, str, int, int, str]
"""What is given of a round one person played, in the order of the table's ``Insertion``."""


class InSeat(NamedTuple):
    """What came of one seat in a round, in cents."""

    person: str
    seat: int
    net: int
    wagers: tuple[int, ...]


def of_round(round: Round, number: int, table: str, time: str) -> list[RowOf]:
    """The writes for a round that has just ended: one for each person who wagered in it."""
    seats = [
        InSeat(seat.player, n, seat.net, tuple(one.amount for one in seat.wagers.values()))
        for n, seat in round.layout.seats.items()
    ]
    return [RowOf(PLAYED, row) for row in _rows(number, table, round.game.name, time, seats)]


def recorded(line: RoundLine) -> list[Row]:
    """The rows of a round in the chain; none while it has no result."""
    if line.closed is None:
        return []
    game, time = line.opened.game, line.closed.time
    return list(_rows(line.number, line.table, game, time, _recorded_seats(line)))


def _recorded_seats(line: RoundLine) -> Iterator[InSeat]:
    assert line.closed is not None
    results = line.closed.result["seats"]
    for person, seats in line.opened.players.items():
        for number in seats:
            seat = results[str(number)]
            wagers = tuple(int(parse_money(one["amount"])) for one in seat["wagers"])
            yield InSeat(person, number, int(parse_money(seat["net"])), wagers)


def _rows(number: int, table: str, game: str, time: str, seats: Iterable[InSeat]) -> Iterator[Row]:
    held: dict[str, list[InSeat]] = {}
    for one in sorted(seats, key=lambda one: one.seat):
        if (one.wagers or one.net) and not is_house_player(one.person):
            held.setdefault(one.person, []).append(one)
    since = stamp(datetime.fromisoformat(time) - SITTING_LASTS)
    for person, mine in held.items():
        names = ",".join(str(one.seat) for one in mine)
        net, staked = sum(one.net for one in mine), sum(sum(one.wagers) for one in mine)
        yield person, number, table, game, names, time, net, staked, since
