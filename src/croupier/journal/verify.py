"""Verification: walk every chain from its beginning and say where and how it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.journal import heads
from croupier.journal.entry import GENESIS, OPEN, Head, JournalError, digest
from croupier.journal.store import Row


@dataclass(frozen=True)
class Verdict:
    """How far the chains hold and, where one breaks, why."""

    events: int
    """The number of entries that hold, up to the first that does not."""
    rounds: int
    heads: Mapping[str, Head] = field(default_factory=dict)
    """How far each table's chain holds."""
    table: str | None = None
    at: int | None = None
    """The number of the first entry that does not hold, in its table."""
    problem: str | None = None
    unwitnessed: int | None = None
    """How many entries are newer than the kept heads; None if there were no heads to compare."""
    packs: int = 0
    """How many packs were committed to, revealed, and found to be the cards dealt."""
    signed: int = 0
    """How many signed heads agree with the chains."""

    @property
    def verified(self) -> bool:
        """Whether the chains hold and agree with everything they were compared with."""
        return self.problem is None

    @property
    def head(self) -> str:
        """One hash for everything that holds."""
        return heads.fingerprint(self.heads)

    def as_data(self) -> dict[str, Any]:
        """Return the verdict for JSON, with place and problem only if something is wrong."""
        data: dict[str, Any] = {
            "verified": self.verified,
            "events": self.events,
            "rounds": self.rounds,
            "head": self.head,
            "heads": heads.as_data(self.heads),
            "unwitnessed": self.unwitnessed,
            "packs": self.packs,
            "signed": self.signed,
        }
        if not self.verified:
            data |= {"table": self.table, "at": self.at, "problem": self.problem}
        return data

    def __str__(self) -> str:
        if self.verified:
            return f"{self.events} entries of {self.rounds} rounds hold"
        where = "" if self.table is None else f"table {self.table}, entry {self.at}: "
        return f"{where}{self.problem}"


_DAMAGE = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError)
"""The errors that reading a damaged field may raise."""


def verify(
    rows: Iterable[Row],
    witnessed: Mapping[str, Head] | None = None,
    audit: Callable[[Row], str | None] = lambda row: None,
) -> Verdict:
    """Check every chain, and compare it with the heads that were kept, if any.

    ``audit`` is called with every entry that holds, and returns what else is wrong with it, or
    None.

    Entries beyond a kept head are fine, because a crash may come between a commit and the writing
    of its head. If a kept head is beyond the end of its chain, entries were cut off.
    """
    kept = witnessed or {}
    found: dict[str, Head] = {}
    events = rounds = 0
    table: Any = None
    number, previous = 0, GENESIS
    expected: Head | None = None

    def broken(at: int, problem: str) -> Verdict:
        return Verdict(events, rounds, found, None if table is None else str(table), at, problem)

    try:
        for row in rows:
            name, n, round, kind, payload, before, hash = row
            if name != table:
                table, number, previous = name, 0, GENESIS
                expected = kept.get(table)
            number += 1
            if (
                n != number
                or before != previous
                or hash != digest(previous, table, number, round, kind, payload)
            ):
                return broken(*_explain(row, number, previous))
            if expected is not None and expected.number == number and expected.hash != hash:
                return broken(
                    number,
                    "is not what the head kept beside the journal names: "
                    "the chain was rewritten, or the head was changed",
                )
            problem = audit(row)
            if problem is not None:
                return broken(number, problem)
            previous = hash
            found[table] = Head(number, hash)
            events += 1
            rounds += kind == OPEN
    except JournalError as error:
        return broken(number + 1, str(error))
    except _DAMAGE:
        return broken(number, "is damaged: a field is not what it should be")
    for table, head in sorted(kept.items()):
        reached = found[table].number if table in found else 0
        if reached < head.number:
            return broken(
                reached + 1,
                f"{_span(reached + 1, head.number)} cut off: the head kept "
                f"beside the journal is at {head.number}",
            )
    newer = events - sum(head.number for head in kept.values())
    return Verdict(events, rounds, found, unwitnessed=None if witnessed is None else newer)


def _span(first: int, last: int) -> str:
    return f"entry {first} is" if first == last else f"entries {first} to {last} are"


def _explain(row: Row, number: int, previous: bytes) -> tuple[int, str]:
    """Return where and how the chain seems to have been broken at this row."""
    table, n, round, kind, payload, before, hash = row
    if not isinstance(n, int):
        return number, "is damaged: its number is not a number"
    if n > number:
        return number, f"{_span(number, n - 1)} missing"
    if n < number:
        return n, f"does not belong here: entry {number} was expected"
    if hash == digest(previous, table, n, round, kind, payload):
        return n, "has been changed: its link to the entry before it is wrong"
    if isinstance(before, bytes) and hash == digest(before, table, n, round, kind, payload):
        return n, f"does not follow entry {n - 1}, which has been replaced" if n > 1 else (
            "does not begin a chain: entries before it were removed"
        )
    return n, "has been changed or moved: it does not match its hash"
