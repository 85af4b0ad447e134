"""A sitting in the dealer's chair: a course asked step by step, judged and scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from croupier.chair.choices import choices
from croupier.chair.course import Course, Moment, Shown
from croupier.chair.guide import Told, guidance, told_of
from croupier.chair.moves import Move
from croupier.chair.streaks import Streak, pace_of, streak_of
from croupier.chair.verdict import Mark, Verdict, in_words, judge
from croupier.chair.wording import DUE
from croupier.nouns.reasons import MalformedError

PASS_MARK: Final = 80
"""The percentage that must be right to pass an exam, a lesson or a drill."""
ALLOWANCE: Final = 20
"""Seconds allowed per step of an exam; only the total counts."""


def percent_of(right: int, of: int) -> int:
    """Return a share of right answers in whole percent, to the nearest.

    It never reaches the pass mark, or 100, if the answers do not.

    >>> percent_of(2, 3), percent_of(43, 54), percent_of(299, 300)
    (67, 79, 99)
    """
    mark = 100 if 100 * right >= PASS_MARK * of else PASS_MARK
    nearest = (200 * right + of) // (2 * of)
    return nearest if 100 * right >= mark * of else min(nearest, mark - 1)


class Level(StrEnum):
    """How much help a trainee gets."""

    GUIDED = "guided"
    """The next step is shown, with its clauses and the physical acts."""
    COACHED = "coached"
    """A hint on request."""
    EXAM = "exam"
    """No help; scored and timed, with a report at the end."""


@dataclass(frozen=True)
class Answer:
    """One choice and the verdict on it."""

    moment: Moment
    verdict: Verdict
    seconds: float
    helped: bool


class Sitting:
    """A trainee's sitting: :attr:`moment` is the next thing to do, and :meth:`answer` does it.

    Whatever the trainee chooses, the round continues with the step that the rules call for.
    """

    def __init__(self, course: Course, level: Level = Level.GUIDED, *, seed: object = 0) -> None:
        self.course = course
        self.level = level
        self.answers: list[Answer] = []
        self._seed = seed
        self._left = [moment.number for moment in course.moments]
        self._hinted = False
        self._told: set[str] = set()

    @property
    def over(self) -> bool:
        """Whether no step is left; only then can the sitting be passed."""
        return not self._left

    @property
    def moment(self) -> Moment:
        """The moment to answer now; raises :class:`MalformedError` after the last."""
        if self.over:
            raise MalformedError("the last step of this sitting has already been done")
        return self.course.moments[self._left[0]]

    @property
    def choices(self) -> list[Move]:
        """The moves to choose from now."""
        done = {self.course.moments[number].move for number in self._ahead()}
        offered = choices(self.course, self.moment.number, self._seed)
        return [move for move in offered if move not in done]

    def _ahead(self) -> set[int]:
        """Return the later steps of a row that have already been done."""
        row = self.course.as_well(self.moment.number)
        return {moment.number for moment in row if moment.number not in self._left}

    @property
    def view(self) -> Mapping[str, Any]:
        """The table as it lies, without wagers that were already settled ahead of their turn."""
        moment = self.moment
        ahead = [self.course.moments[number] for number in self._ahead()]
        if not ahead:
            return moment.view
        seats = {
            n: dict(seat, wagers=dict(seat["wagers"])) for n, seat in moment.view["seats"].items()
        }
        for event in (event for m in ahead for event in m.done if "seat" in event):
            seats[str(event["seat"])]["wagers"].pop(event.get("wager", ""), None)
        return {**moment.view, "seats": seats}

    def guide(self) -> list[Told]:
        """Return the guided text before this step; a sitting shows each clause only once."""
        told = guidance(self.moment, self.course.house.book)
        return [one for one in told if one.cited not in self._told]

    def hint(self) -> str:
        """Return what kind of act is due and under which clause; raises in an exam."""
        if self.level is Level.EXAM:
            raise MalformedError("an exam gives no hints")
        self._hinted = True
        moment = self.moment
        told = next(told_of(moment.step, self.course.house.book), None)
        why = f" {told.text} ({told.cited})" if told else ""
        return f"{DUE.get(moment.move.verb, 'Something else is due now.')}{why}"

    def answer(self, move: Move, figure: int | None = None, seconds: float = 0.0) -> Verdict:
        """Judge a choice, with its figure if it has one, and carry out the right step."""
        moment = self.moment
        if move.figure and figure is None:
            raise MalformedError(f"{move.label}: give the {move.figure} too")
        verdict = judge(self.course, moment.number, move, figure, self._ahead())
        helped = self._hinted or self.level is Level.GUIDED
        self.answers.append(Answer(moment, verdict, seconds, helped))
        self._left.remove(verdict.met)
        self._told.update(one.cited for one in guidance(moment, self.course.house.book))
        self._hinted = False
        return verdict

    def done(self, verdict: Verdict) -> Sequence[Shown]:
        """Return the events of the step that was carried out."""
        return self.course.moments[verdict.met].done

    # --- what came of it --------------------------------------------------------------------------

    @property
    def right(self) -> int:
        """How many steps were answered right, with or without help."""
        return sum(answer.verdict.right for answer in self.answers)

    @property
    def streak(self) -> Streak:
        """How many steps in a row were answered right: now, and at best."""
        return streak_of(answer.verdict.right for answer in self.answers)

    @property
    def times(self) -> list[float]:
        """The seconds that each answer took."""
        return [answer.seconds for answer in self.answers]

    @property
    def clauses(self) -> list[str]:
        """Every clause and ruling that the course asks about, in order."""
        return list(dict.fromkeys(moment.item for moment in self.course.moments))

    @property
    def seconds(self) -> float:
        """The total time of the answers; :data:`ALLOWANCE` limits it in an exam."""
        return sum(answer.seconds for answer in self.answers)

    @property
    def learnt(self) -> dict[str, bool]:
        """Every clause that was asked, and whether it was answered right without help each time."""
        learnt: dict[str, bool] = {}
        for answer in self.answers:
            good = answer.verdict.right and not answer.helped
            learnt[answer.verdict.item] = learnt.get(answer.verdict.item, True) and good
        return learnt

    def study(self) -> list[dict[str, Any]]:
        """Return the clauses to study again, the most often missed first."""
        book = self.course.house.book
        missed = Counter(a.verdict.item for a in self.answers if not a.verdict.right)
        rows = []
        for item, times in missed.most_common():
            if item in book.clauses:
                rows.append({"cited": item, "text": book.clauses[item].summary, "missed": times})
            elif item in book.findings:
                rows.append({"cited": item, "text": book.findings[item].ruling, "missed": times})
        return rows

    def report(self) -> dict[str, Any]:
        """Return the score, the time, every mistake, and what to study again."""
        of = len(self.course)
        percent = percent_of(self.right, of) if of else 100
        allowed = ALLOWANCE * of
        in_time = self.level is not Level.EXAM or self.seconds <= allowed
        marks = Counter(str(answer.verdict.mark) for answer in self.answers)
        return {
            "game": self.course.game.name,
            "rulebook": self.course.house.book.state,
            "level": str(self.level),
            "steps": of,
            "answered": len(self.answers),
            "right": self.right,
            "percent": percent,
            "hints": sum(a.helped for a in self.answers) if self.level is Level.COACHED else 0,
            "seconds": round(self.seconds, 1),
            "allowed": allowed,
            "streak": self.streak.best,
            **pace_of(self.times),
            "passed": self.over and percent >= PASS_MARK and in_time,
            "marks": {str(mark): marks.get(str(mark), 0) for mark in Mark},
            "mistakes": [
                {
                    "step": answer.moment.number + 1,
                    "mark": str(answer.verdict.mark),
                    "said": answer.verdict.said,
                    "should": answer.verdict.should,
                    "cited": answer.verdict.item,
                }
                for answer in self.answers
                if not answer.verdict.right
            ],
            "study": self.study(),
        }


def called_for(sitting: Sitting) -> str:
    """Return the next step in words, as the guided level shows it."""
    moment = sitting.moment
    return in_words(moment.move, moment.figure)
