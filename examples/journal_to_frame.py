"""Record rounds in a journal, check its chain, and read it into a data frame.

Any library that takes rows will do. This one uses pandas (pip install pandas). Given a journal, the
example reads that journal instead: python journal_to_frame.py journal.db
"""

import random
import sys
from typing import Any

import pandas

import croupier
from croupier.journal import memory_journal


def some_rounds() -> croupier.Journal:
    """Return a journal of twenty rounds, the same ones each time."""
    journal, order = memory_journal(), random.Random(7)
    recorder = croupier.Recorder(journal, "pit 3")
    table = croupier.open_table(
        "red-dog", {1: "500", 2: "500"}, shuffle=lambda pack: order.sample(pack, len(pack))
    )
    for _ in range(20):
        round = table.begin()
        recorder.begin_round(round)
        for said in ("1 wager original 10", "2 wager original 20", "dealer close"):
            recorder.act(said)
        for seat in (1, 2):
            if not round.over:
                recorder.act(f"{seat} pass")
        recorder.end_round()
    return journal


def rows(journal: croupier.Journal) -> list[dict[str, Any]]:
    """Yield one row for each wager of each finished round."""
    return [
        {"round": line.number, "table": line.table, "seat": int(seat), **wager}
        for line in journal.rounds()
        if line.closed
        for seat, result in line.closed.result["seats"].items()
        for wager in result["wagers"]
    ]


with croupier.open_journal(sys.argv[1]) if sys.argv[1:] else some_rounds() as journal:
    print(journal.verify())
    frame = pandas.DataFrame(rows(journal)).astype({"amount": float, "paid": float})
print(frame.head())
print(frame.groupby(["seat", "outcome"])[["amount", "paid"]].sum())
