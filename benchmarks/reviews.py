"""A person's review after 100,000 rounds: the first page, the last session, the costliest mistakes.

A few rounds are really played and reviewed; the others have their reviews under other numbers.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from benchmarks.stage import PLAYERS
from croupier import __version__, games
from croupier.equipment.shoe import ordered
from croupier.journal import Recorder, memory_journal, open_journal
from croupier.journal.database import DatabaseStore
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money
from croupier.review import review_round
from croupier.review.documents import WORST
from croupier.rules import house
from croupier.server import reviewed
from croupier.server.database import store_of
from croupier.server.people import Caller
from croupier.server.reviews import EDITION, figures_of
from croupier.server.schema import PLAYED, REVIEWS
from croupier.stage.table import Table

Data = dict[str, Any]

PERSON = "p-0123456789abcdef"
ROUNDS = 100_000
DIFFERENT = 50
"""How many rounds of each game are played and reviewed."""
GAMES = ("red-dog", "double-down-stud")
SITTING = 150
"""After how many rounds the person goes to another table."""
AT_ONCE = 5000
MOST_SECONDS = 0.2
"""How long a page may take."""
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def templates(game: str) -> list[Data]:
    """Play and review some rounds of a game."""
    journal = memory_journal()
    recorder = Recorder(journal, f"{game}-1")
    shuffles = itertools.count()
    table = Table(
        games.load(game),
        house.build(game, {"seats": 7}),
        {1: 10**9},
        players={PERSON: [1]},
        shuffle=lambda pack: ordered(pack, f"reviews {next(shuffles)}"),
    )
    for _ in range(DIFFERENT):
        round = table.begin()
        recorder.begin_round(round)
        plain = round.act

        def recorded(said: Any, act: Callable[[Any], Any] = plain) -> Any:
            events = act(said)
            recorder.append(events)
            return events

        with patch.object(round, "act", recorded):
            PLAYERS[game](round)
        recorder.end_round()
    return [review_round(journal.round(line.number), PERSON).as_dict() for line in journal.rounds()]


def reviews(kinds: list[list[Data]]) -> Iterator[Data]:
    """The reviews of the person's life."""
    for number in range(1, ROUNDS + 1):
        kind = kinds[number // SITTING % len(kinds)]
        found = kind[number % DIFFERENT] | {"round": number}
        found["decisions"] = [one | {"round": number} for one in found["decisions"]]
        yield found


def write(store: DatabaseStore, kinds: list[list[Data]]) -> tuple[Data, list[float]]:
    """Write every row; return the sums that they should come to, and the worst costs."""
    sums = dict.fromkeys((*reviewed.CHARTED, "cost"), 0.0) | {"decisions": 0, "right": 0}
    costs: list[float] = []
    total = 0
    all_reviews = reviews(kinds)
    while batch := list(itertools.islice(all_reviews, AT_ONCE)):
        played, kept = [], []
        for one in batch:
            number = one["round"]
            ended = stamp(BEGAN + timedelta(minutes=2 * number))
            total += (net := int(parse_money(f"{one['result']['value']:.2f}")))
            played.append(
                {
                    "person": PERSON,
                    "nth": number,
                    "round": number,
                    "table_id": one["table"],
                    "game": one["game"],
                    "seats": "1",
                    "time": ended,
                    "net": net,
                    "total": total,
                    "sitting": number // SITTING + 1,
                    "staked": 1000,
                }
            )
            figures = figures_of(one)
            kept.append(
                {"person": PERSON, "round": number, "begun": ended}
                | {"edition": EDITION, "release": __version__}
                | {"document": json.dumps(one).encode()}
                | figures
            )
            for name in (*reviewed.CHARTED, "cost"):
                sums[name] += one[name]["value"]
            sums["decisions"] += figures["decisions"]
            sums["right"] += figures["right"]
            costs += [d["cost"]["value"] for d in one["decisions"] if d["mistake"]]
        with store.engine.begin() as connection:
            connection.execute(sa.insert(PLAYED), played)
            connection.execute(sa.insert(REVIEWS), kept)
    return sums, nlargest(WORST, costs)


def timed(store: DatabaseStore, name: str, read: Callable[[sa.Connection], Data]) -> Data:
    """Read a page a few times; print how long the fastest took, and assert that."""
    fastest = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        with store.engine.connect() as connection:
            found = read(connection)
        size = len(json.dumps(found))
        fastest = min(fastest, time.perf_counter() - began)
    limit = f"{MOST_SECONDS * 1000:.0f} ms"
    print(f"  {name}: {fastest * 1000:.0f} ms, {size / 1000:.0f} kB (at most {limit})")
    assert fastest < MOST_SECONDS, f"{name}: {fastest:.3f} s"
    return found


def session(connection: sa.Connection) -> Data:
    """The first page: the last session, and which of its rounds must still be reviewed."""
    latest = reviewed.latest_sitting(connection, PERSON)
    rounds = reviewed.rounds_of(connection, PERSON, sitting=latest)
    assert reviewed.missing(connection, PERSON, rounds) == [], "nothing is computed twice"
    return reviewed.one_by_one(connection, Caller(person=PERSON), rounds, latest)


def earlier(connection: sa.Connection) -> Data:
    """A session of long ago."""
    rounds = reviewed.rounds_of(connection, PERSON, sitting=2)
    return reviewed.one_by_one(connection, Caller(person=PERSON), rounds, 2)


def close(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * max(1.0, abs(other))


def report() -> None:
    """Print how long each page takes, and assert what it says."""
    kinds = [templates(game) for game in GAMES]
    with TemporaryDirectory() as folder:
        store = store_of(open_journal(str(Path(folder) / "journal.db"), create=True))
        sums, worst = write(store, kinds)
        print(f"Review: {ROUNDS:,} rounds of one person")
        page = timed(store, "the last session", session)
        assert page["done"] == page["of"] == ROUNDS % SITTING + 1
        assert page["points"][-1]["round"] == ROUNDS
        assert close(page["points"][-1]["luck"], page["luck"]["value"])
        page = timed(store, "all of them", lambda c: reviewed.all_of(c, PERSON))
        assert page["done"] == page["of"] == ROUNDS
        for key in (*reviewed.CHARTED, "cost"):
            assert close(page[key]["value"], sums[key]), key
        assert page["right"] == {key: sums[key] for key in ("decisions", "right")}
        assert [one["cost"]["value"] for one in page["worst"]] == worst
        assert len(page["points"]) <= reviewed.MOST
        assert close(page["points"][-1]["luck"], sums["luck"])
        page = timed(store, "a session of long ago", earlier)
        assert page["done"] == page["of"] == SITTING


if __name__ == "__main__":
    report()
