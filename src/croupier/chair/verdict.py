"""The verdict on a choice, compared with what the rules call for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from croupier.chair.course import Course, Moment
from croupier.chair.guide import Told, told_of
from croupier.chair.moves import Move
from croupier.chair.wording import blanks
from croupier.nouns.money import dollars
from croupier.rules.rulebook import Rulebook
from croupier.stage.vocabulary import Announce


class Mark(StrEnum):
    """How a choice compares with the step that was called for."""

    RIGHT = "right"
    EARLY = "early"
    """It comes later in this round, after other steps."""
    LATE = "late"
    """Its time has passed in this round."""
    ORDER = "wrong order"
    """The right act under the right clause, but another seat or place comes first."""
    AMOUNT = "wrong amount"
    UNCALLED = "not called for"
    """This round does not call for it at all."""


@dataclass(frozen=True)
class Verdict:
    """The mark, what should have happened, and the clauses for it in our words."""

    mark: Mark
    message: str
    said: str
    should: str
    item: str
    """The clause or ruling to study."""
    told: tuple[Told, ...]
    met: int
    """The number of the moment whose step was carried out."""

    @property
    def right(self) -> bool:
        """Whether the choice was right, including its figure."""
        return self.mark is Mark.RIGHT

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as sent to a client, without :attr:`met`."""
        return {
            "mark": str(self.mark),
            "message": self.message,
            "said": self.said,
            "should": self.should,
            "item": self.item,
            "told": [told.as_dict() for told in self.told],
        }


_MESSAGES: Final = {
    Mark.RIGHT: "Right.",
    Mark.EARLY: "Too early: that comes later in this round.",
    Mark.LATE: "Too late: the time for that has passed in this round.",
    Mark.ORDER: "Wrong order: another seat or place comes first.",
    Mark.AMOUNT: "Wrong amount.",
    Mark.UNCALLED: "Not called for: nothing in this round asks for that.",
}


def in_words(move: Move, figure: int | None) -> str:
    """Return a move in words, with its figure.

    >>> in_words(Move("pay", seat=1, wager="raise"), 1500)
    'Pay the raise of seat 1: $15'
    """
    if figure is None:
        return move.label
    return f"{move.label}: {dollars(figure) if move.figure == 'amount' else figure}"


def judge(
    course: Course,
    at: int,
    move: Move,
    figure: int | None = None,
    ahead: Collection[int] = (),
) -> Verdict:
    """Compare what was chosen at a moment with what was called for.

    ``ahead`` are later moments of a row whose steps have already been done, as is allowed.
    """
    here = course.moments[at]
    open_now = (m for m in (here, *course.as_well(at)) if m.number not in ahead)
    due = next((m for m in open_now if m.move == move), None)
    if due is None:
        mark, due = _misplaced(course, here, move, ahead), here
    else:
        mark = Mark.RIGHT if due.figure in (None, figure) else Mark.AMOUNT
    return Verdict(
        mark=mark,
        message=_message(mark, here),
        said=in_words(move, figure if move.figure else None),
        should=in_words(due.move, due.figure),
        item=due.item,
        told=tuple(told_of(due.step, course.house.book)),
        met=due.number,
    )


def _misplaced(course: Course, here: Moment, move: Move, ahead: Collection[int]) -> Mark:
    same = [m for m in (*course.earlier(here.number), *course.later(here.number)) if m.move == move]
    coming = [m for m in same if m.number > here.number and m.number not in ahead]
    if coming:
        return Mark.ORDER if any(map(here.alike, coming)) else Mark.EARLY
    if same:
        return Mark.LATE
    if _other_number(course.house.book, here.move, move):
        return Mark.AMOUNT
    return Mark.UNCALLED


def _message(mark: Mark, here: Moment) -> str:
    message = _MESSAGES[mark]
    return message if mark is Mark.RIGHT or not here.situation else f"{message} {here.situation}"


def _other_number(book: Rulebook, one: Move, other: Move) -> bool:
    """Whether two announcements differ only in a number, such as that of the spread."""
    if not one.kind == other.kind == Announce.kind:
        return False
    values = ((blank.value(one.text), blank.value(other.text)) for blank in blanks(book))
    return any(a is not None and b is not None and a.isdigit() and b.isdigit() for a, b in values)
