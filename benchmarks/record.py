"""A person's own record after 100,000 rounds: its first page, what they came to, and a file of all.

The rows are written as the server writes them. A few hundred rounds are really played; the others
are these again, under numbers of their own. Only the newest are in the chain with all their
entries, the older ones with their beginning and their end.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from benchmarks.stage import PLAYERS
from croupier import games
from croupier.equipment.shoe import ordered
from croupier.journal import Journal, Recorder, memory_journal, open_journal
from croupier.journal.database import DatabaseStore, RowOf
from croupier.journal.entry import CLOSE, GENESIS, OPEN, Entry, Head, Item, chained
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money
from croupier.rules import house
from croupier.server import history, played
from croupier.server.database import store_of
from croupier.server.history import History, Wanted
from croupier.server.people import Caller
from croupier.server.schema import PLAYED
from croupier.stage.table import Table

PERSON = "p-0123456789abcdef"
ROUNDS = 100_000
DIFFERENT = 100
"""How many rounds of each game are played."""
WHOLE = 500
"""How many of the newest rounds have all their entries."""
SITTING = 100
"""After how many rounds the person goes to another table."""
PAGE = 20
MOST_SECONDS = 0.2
"""How long the first page may take, and what the rounds came to."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)

Template = tuple[Sequence[Any], list[Item]]


class Recording(Recorder):
    """Records what the players of the other benchmarks do."""

    def round(self, table: Table, game: str) -> RowOf:
        """Play a round; return the person's row."""
        round = table.begin()
        self.begin_round(round)
        act = round.act

        def recorded(said: Any) -> Any:
            events = act(said)
            self.append(events)
            return events

        with patch.object(round, "act", recorded):
            PLAYERS[game](round)
        number = self.number
        self.end_round()
        (row,) = played.of_round(round, number, f"{game}-1", self.ended)
        return row


def templates(game: str) -> list[Template]:
    """Rounds of one game: the person's row and the entries of each."""
    journal = memory_journal()
    recorder = Recording(journal, f"{game}-1")
    table = Table(
        games.load(game),
        house.build(game, {"seats": 7}),
        {1: 10**9},
        players={PERSON: [1]},
        shuffle=lambda pack: ordered(pack, f"record {next(SHUFFLES)}"),
    )
    rows = [recorder.round(table, game) for _ in range(DIFFERENT)]
    table.finish()
    found: list[Template] = []
    for row, line in zip(rows, journal.rounds(), strict=True):
        opening = next(journal.store.bounds(line.number))
        items: list[Item] = []
        for entry in journal.store.since(opening.table, opening.number):
            if entry.round > line.number:
                break
            items.append((0, entry.kind, entry.payload))
        found.append((row.values, items))
    return found


SHUFFLES = itertools.count()


def rounds() -> Iterator[tuple[RowOf, str, list[Item]]]:
    """The rounds of the person's life: the row, the table and the items of each."""
    kinds = [templates(game) for game in PLAYERS]
    for nth in range(1, ROUNDS + 1):
        row, items = kinds[nth // SITTING % len(kinds)][nth % DIFFERENT]
        person, _, table, game, seats, _, net, staked, _ = row
        ended = BEGAN + timedelta(minutes=2 * nth)
        since = stamp(ended - played.SITTING_LASTS)
        mine = (person, nth, table, game, seats, stamp(ended), net, staked, since)
        if nth <= ROUNDS - WHOLE:
            items = [item for item in items if item[1] in (OPEN, CLOSE)]
        yield RowOf(PLAYED, mine), table, [(nth, kind, payload) for _, kind, payload in items]


def write(store: DatabaseStore) -> list[int]:
    """Write the rounds, many at a time, over one connection; return what each brought."""
    heads: dict[str, Head] = {}
    nets = []
    with store.engine.connect() as connection:
        for batch in _many():
            entries: list[Entry] = []
            for row, table, items in batch:
                new = chained(table, heads.get(table, Head(0, GENESIS)), items)
                heads[table] = Head(new[-1].number, new[-1].hash)
                entries += new
                nets.append(row.values[6])
            store.append(entries, [row for row, _, _ in batch], connection)
    return nets


def _many() -> Iterator[list[tuple[RowOf, str, list[Item]]]]:
    all = rounds()
    while batch := list(itertools.islice(all, 200)):
        yield batch


def best(work: Callable[[], Any], runs: int = 5) -> tuple[float, Any]:
    """Return the seconds of the fastest of a few runs, and the answer.

    Time that other programs take does not count.
    """
    fastest, answer = float("inf"), None
    for _ in range(runs):
        start = time.process_time()
        answer = work()
        fastest = min(fastest, time.process_time() - start)
    return fastest, answer


def _summed(store: DatabaseStore, journal: Journal, wanted: Wanted) -> dict[str, Any]:
    """A summary of which nothing is remembered."""
    with store.engine.connect() as connection:
        return History(journal).summary(connection, wanted, Caller(person=PERSON))


def _file(record: History, wanted: Wanted) -> int:
    after, size = 0, 0
    while True:
        lines, after = record.batch(wanted, after, 500, Caller(person=PERSON))
        if not lines:
            return size
        size += history.as_csv(lines).count("\r\n")


def measure(journal: Journal) -> None:
    """Read the record, and check what it says."""
    store = store_of(journal)
    start = time.perf_counter()
    nets = write(store)
    print(f"Record: {ROUNDS:,} rounds of one person written in {time.perf_counter() - start:.0f} s")
    record, everything, caller = History(journal), Wanted(PERSON), Caller(person=PERSON)
    game = "winners-pot-poker"
    asked: list[tuple[str, Callable[[], Any], Callable[[Any], bool]]] = [
        (
            "first page",
            lambda: record.rounds(everything, None, PAGE, caller),
            lambda told: told[1] and [parse_money(r["net"]) for r in told[0]] == nets[:-21:-1],
        ),
        (
            "what they came to",
            lambda: _summed(store, journal, everything),
            lambda told: (
                parse_money(told["net"]) == sum(nets)
                and told["rounds"] == ROUNDS
                and len(told["chart"]) <= 200
                and parse_money(told["chart"][-1]["total"]) == sum(nets)
                and parse_money(told["best"]["net"]) == max(nets)
            ),
        ),
        (
            "first page of one game, won",
            lambda: record.rounds(replace(everything, game=game, result="won"), None, PAGE, caller),
            lambda told: all(parse_money(r["net"]) > 0 and r["game"] == game for r in told[0]),
        ),
        (
            "one game came to",
            lambda: _summed(store, journal, replace(everything, game=game)),
            lambda told: told["rounds"] == ROUNDS // len(PLAYERS),
        ),
        (
            "all that were lost came to",
            lambda: _summed(store, journal, replace(everything, result="lost")),
            lambda told: parse_money(told["net"]) == sum(net for net in nets if net < 0),
        ),
    ]
    for what, work, right in asked:
        seconds, told = best(work)
        assert right(told), what
        assert seconds < MOST_SECONDS, f"{what}: {seconds:.3f} s"
        print(f"  {what}: {seconds * 1000:.0f} ms (at most {MOST_SECONDS * 1000:.0f})")
    start = time.perf_counter()
    assert _file(record, everything) == ROUNDS
    print(f"  all as CSV: {time.perf_counter() - start:.1f} s")


def report() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "journal.db"
        with open_journal(file, create=True) as journal:
            measure(journal)


if __name__ == "__main__":
    report()
