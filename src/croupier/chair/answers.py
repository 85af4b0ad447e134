"""The answers of a sitting as they are kept: the kind of step, the clause, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import msgspec

from croupier.chair.drills import PAYOUTS, Drill
from croupier.chair.guide import Told
from croupier.chair.sitting import Sitting, percent_of

History: TypeAlias = Mapping[int, Sequence["Answered"]]
"""The answers of a trainee's sittings, by the number of the sitting."""
NONE: Final[History] = {}

PAYS, RULES = "pay", "rule"
_STEPS: Final = {True: PAYS, False: RULES}
"""What the questions of a drill are about: payments, or rulings."""


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """One answer."""

    step: str
    """The kind of step: the verb of its act, such as ``pay``."""
    cited: str
    """The clause or the ruling that the step follows."""
    right: bool
    seconds: float
    helped: bool = False
    """Whether the step was shown or a hint was given."""


def answers_in(done: Sitting | Drill) -> tuple[Answered, ...]:
    """Return the answers of a sitting, in the order in which they were given."""
    if isinstance(done, Drill):
        step = _STEPS[done.kind == PAYOUTS]
        return tuple(
            Answered(step, _cited(q.clauses, q.item), value == q.right, round(seconds, 1))
            for q, value, seconds in done.answers
        )
    return tuple(
        Answered(
            done.course.moments[one.verdict.met].move.verb,
            one.verdict.item,
            one.verdict.right,
            round(one.seconds, 1),
            one.helped,
        )
        for one in done.answers
    )


def _cited(told: tuple[Told, ...], item: str) -> str:
    return told[0].cited if told else item


def newest_last(history: History) -> Iterator[Answered]:
    """Yield all answers in the order in which they were given."""
    for number in sorted(history):
        yield from history[number]


@dataclass
class Tally:
    """What came of the answers about one thing."""

    asked: int = 0
    right: int = 0
    helped: int = 0
    seconds: float = 0.0
    missed_last: bool = False
    """Whether the newest answer is wrong."""

    @property
    def wrong(self) -> int:
        """How many answers are wrong."""
        return self.asked - self.right

    def add(self, one: Answered) -> None:
        """Count an answer."""
        self.asked += 1
        self.right += one.right
        self.helped += one.helped
        self.seconds += one.seconds
        self.missed_last = not one.right

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, with the average time of an answer."""
        return {
            "asked": self.asked,
            "right": self.right,
            "percent": percent_of(self.right, self.asked) if self.asked else None,
            "helped": self.helped,
            "seconds": round(self.seconds / self.asked, 1) if self.asked else None,
        }


def by_clause(one: Answered) -> str:
    """Return what an answer is about."""
    return one.cited


def by_step(one: Answered) -> str:
    """Return the kind of step that an answer is about."""
    return one.step


def tallies(answers: Iterable[Answered], of: Callable[[Answered], str]) -> dict[str, Tally]:
    """Count answers, which come in order, by what they are about."""
    found: dict[str, Tally] = {}
    for one in answers:
        found.setdefault(of(one), Tally()).add(one)
    return found


def weakest_first(found: Mapping[str, Tally]) -> list[tuple[str, Tally]]:
    """Return the tallies with the smallest share of right answers first."""

    def weakness(row: tuple[str, Tally]) -> tuple[float, int, str]:
        name, tally = row
        return tally.right / tally.asked, -tally.asked, name

    return sorted(found.items(), key=weakness)
