"""The rounds that each person has played: a row for each, in the commit that ends the round.

The chain has everything that these rows say. They are there so that a person's record opens as
quickly after a hundred thousand rounds as after ten. Migration 0007 makes the same rows of the
rounds in the chains.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from croupier.journal.database import RowOf
from croupier.journal.recorder import stamp
from croupier.server.people import is_house_player
from croupier.server.schema import PLAYED
from croupier.stage.layout import Seat
from croupier.stage.round import VOID, Round

SITTING_LASTS: Final = timedelta(hours=1)
"""How long after a round the next one at that table still belongs to the same sitting."""

_RETURNED: Final = "returned"
"""The outcome of a wager that was given back."""


def of_round(round: Round, number: int, table: str, time: str) -> list[RowOf]:
    """The writes for a round that has just ended: one for each person who wagered in it."""
    held: dict[str, list[Seat]] = {}
    for _, seat in sorted(round.layout.seats.items()):
        if (seat.wagers or seat.net) and not is_house_player(seat.player):
            held.setdefault(seat.player, []).append(seat)
    since = stamp(datetime.fromisoformat(time) - SITTING_LASTS)
    rows = []
    for person, mine in held.items():
        names = ",".join(str(seat.number) for seat in mine)
        net = sum(seat.net for seat in mine)
        staked = 0 if round.outcome == VOID else sum(map(_staked, mine))
        values = (person, number, table, round.game.name, names, time, net, staked, since)
        rows.append(RowOf(PLAYED, values))
    return rows


def _staked(seat: Seat) -> int:
    """What a seat wagered, without the wagers that it got back."""
    return sum(one.amount for one in seat.wagers.values() if one.outcome != _RETURNED)
