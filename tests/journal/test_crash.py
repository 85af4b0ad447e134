"""A process killed while it writes leaves a journal that verifies, with all it acknowledged."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from croupier.journal import open_journal, replay

ROOT = Path(__file__).parents[2]

WRITER = """
import sys
from random import Random
from croupier.journal import open_journal, Recorder
from tests.journal.rounds import anything_legal, random_table

file, table, extra = sys.argv[1:]
random = Random(table)
journal = open_journal(file, create=True)
at = random_table(random)
at.bankrolls = dict.fromkeys(at.bankrolls, 10**9)
recorder = Recorder(journal, table)
exec(extra)
while True:
    round = at.begin()
    recorder.begin_round(round)
    while not round.over:
        recorder.act(anything_legal(random, round))
        print(journal.store.last(table).number, flush=True)
    recorder.end_round()
"""

DIES_BEFORE_COMMIT = """
import os, signal, sqlalchemy
commits = iter(range(10))
def die(connection):
    if next(commits) == 6:
        os.kill(os.getpid(), signal.SIGKILL)
sqlalchemy.event.listen(journal.store.engine, "commit", die)
"""

DIES_BEFORE_ITS_HEAD = """
import os, signal
from croupier.journal import heads
write, writes = heads.write, iter(range(10))
def die(file, kept):
    if next(writes) == 6:
        os.kill(os.getpid(), signal.SIGKILL)
    write(file, kept)
heads.write = die
"""


def killed(database: Path | str, table: str, extra: str = "", after: int | None = None) -> int:
    """Run a writer until it dies or is killed, and return what it acknowledged."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(database), table, extra],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    acknowledged = 0
    for count, line in enumerate(writer.stdout):
        acknowledged = int(line)
        if count == after:
            writer.kill()
    assert writer.wait(timeout=30) == -signal.SIGKILL
    writer.stdout.close()
    return acknowledged


def test_a_writer_killed_at_any_moment_loses_nothing_acknowledged(database: Path | str) -> None:
    acknowledged = {f"pit {n}": killed(database, f"pit {n}", after=n * 17) for n in (1, 2, 3)}
    with open_journal(database) as journal:
        verdict = journal.verify()
        assert verdict.verified, verdict
        for table, number in acknowledged.items():
            assert 0 < number <= verdict.heads[table].number
        for line in journal.rounds():
            assert replay(journal.round(line.number)).same


def test_a_transaction_that_was_not_committed_never_happened(database: Path | str) -> None:
    acknowledged = killed(database, "pit 1", DIES_BEFORE_COMMIT)
    with open_journal(database) as journal:
        verdict = journal.verify()
        assert verdict.verified and not verdict.unwitnessed
        assert verdict.heads["pit 1"].number == acknowledged
        last = list(journal.rounds())[-1].number
        assert replay(journal.round(last)).same


def test_a_commit_whose_head_was_not_kept_holds_and_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    acknowledged = killed(file, "pit 1", DIES_BEFORE_ITS_HEAD)
    with open_journal(file, create=True) as journal:
        verdict = journal.verify()
        assert verdict.verified and verdict.unwitnessed
        assert verdict.heads["pit 1"].number == acknowledged + verdict.unwitnessed
        journal.write("pit 1", [(0, "table", b"{}")])
        assert journal.verify().unwitnessed == 0
