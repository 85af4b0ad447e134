"""A table's figures since the last count: drop, win and wagers, people's apart from house players'.

They are kept as money moves, from the notes that the table writes into its chain and from each
round as it ends. The chain says the same, but reading it takes longer the longer a table is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from croupier import games
from croupier.journal.database import ENTRIES
from croupier.journal.entry import CLOSE, OPEN, Entry
from croupier.journal.payloads import Closed, Noted, Opened, decode
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money
from croupier.server import people, reconciliation
from croupier.server.reconciliation import Chain
from croupier.server.snapshot import Figures, Staked, Stakes, Takings
from croupier.stage.round import VOID, Round

HOUSE: Final = "house"
"""The person on record for what the server does by itself."""
BEGINS: Final = ("open", "count")
"""The notes that begin a shift."""
BOUGHT: Final = ("buy-in", "top-up")


class Played(NamedTuple):
    """What a seat did in a round."""

    person: str
    won: int
    """What the house won from it, in cents."""
    wagers: Mapping[str, int]


def noted(
    figures: Figures, what: str, details: Mapping[str, Any], time: str | None = None
) -> Figures:
    """The figures after something has been noted in the chain; a count begins new ones."""
    if what in BEGINS:
        return Figures(since=time or stamp())
    if what in BOUGHT:
        _of(figures, details["person"]).drop += details["amount"]
    elif what == "cash-out":
        _of(figures, details["person"]).cashed += details["amount"]
    elif what == "fill" and details["by"] == HOUSE:
        figures.fills += 1
    elif what == "house":
        figures.changed = True
    return figures


def round_ended(figures: Figures, round: Round) -> None:
    """Add a round that has just ended."""
    seats = round.layout.seats.values()
    played = [
        Played(
            seat.player,
            -seat.net,
            {wager.name: wager.amount for wager in seat.wagers.values()},
        )
        for seat in seats
    ]
    _enter(figures, round.game.first_wager, round.outcome, played)


def _enter(figures: Figures, first: str, outcome: str, seats: Iterable[Played]) -> None:
    figures.rounds += 1
    # What a void round has settled may stand, but its wagers were not at risk to the end.
    played = [one._replace(wagers={}) if outcome == VOID else one for one in seats]
    players = sum(first in one.wagers for one in played)
    whole: list[tuple[str, int]] = []
    for company in (False, True):
        group = [one for one in played if people.is_house_player(one.person) == company]
        wagers = [wager for one in group for wager in one.wagers.items()]
        takings = figures.company if company else figures.people
        takings.won += sum(one.won for one in group)
        takings.staked = _added(takings.staked, wagers, first, players)
        whole += wagers
    figures.staked = _added(figures.staked, whole, first, players)
    figures.most = max(figures.most, sum(amount for _, amount in whole))


def _added(stakes: Stakes, wagers: list[tuple[str, int]], first: str, players: int) -> Stakes:
    """The stakes with the wagers of one more round."""
    for name in dict.fromkeys(name for name, _ in wagers):
        amounts = [amount for wager, amount in wagers if wager == name]
        key = players if name == first else 0
        so_far = stakes.get(name, {}).get(key) or Staked()
        more = Staked(
            so_far.amount + sum(amounts),
            so_far.squares + sum(amount * amount for amount in amounts),
            so_far.wholes + sum(amounts) ** 2,
        )
        stakes = {**stakes, name: {**stakes.get(name, {}), key: more}}
    return stakes


def _of(figures: Figures, person: str) -> Takings:
    return figures.company if people.is_house_player(person) else figures.people


# --- from the chain -------------------------------------------------------------------------------


def from_chain(connection: sa.Connection, table: str, game: str, chain: Chain) -> Figures:
    """The figures of the shift that is open now, from the chain alone.

    ``chain`` is what :func:`.reconciliation.read` returns, perhaps with a note that is about to be
    written: a count that did not happen begins no shift.
    """
    moved = reconciliation.movements(chain)
    notes = {number: note for number, note in chain if isinstance(note, Noted)}
    begins = [
        number
        for number, note in notes.items()
        if note.what in BEGINS and (number not in moved or moved[number].stands is not None)
    ]
    first = games.load(game).first_wager
    figures, began = Figures(), max(begins, default=0)
    opened: dict[int, Opened] = {}
    rounds = _rounds(connection, table, began)
    for number in sorted({n for n in notes if n >= began} | set(rounds)):
        entry = rounds.get(number)
        if entry is None:
            note = notes[number]
            if note.what not in BEGINS or number == began:
                figures = noted(figures, note.what, note.details, note.time)
        elif entry.kind == OPEN:
            opened[entry.round] = decode(entry, Opened)
        elif entry.round in opened:
            closed = decode(entry, Closed)
            played = _recorded(opened[entry.round], closed)
            _enter(figures, first, closed.result["outcome"], played)
    return figures


def _rounds(connection: sa.Connection, table: str, after: int) -> dict[int, Entry]:
    bounds = sa.select(ENTRIES).where(
        ENTRIES.c.table_id == table, ENTRIES.c.number > after, ENTRIES.c.kind.in_((OPEN, CLOSE))
    )
    return {row.number: Entry(*row) for row in connection.execute(bounds)}


def _recorded(opened: Opened, closed: Closed) -> Iterable[Played]:
    held = {seat: person for person, seats in opened.players.items() for seat in seats}
    for number, seat in closed.result["seats"].items():
        wagers = {wager["wager"]: int(parse_money(wager["amount"])) for wager in seat["wagers"]}
        yield Played(held.get(int(number), ""), -parse_money(seat["net"]), wagers)
