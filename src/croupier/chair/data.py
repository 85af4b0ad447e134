"""The training data in a game's folder: its lessons, its irregularities, its payout drills.

All of it is optional: for a game without a ``lessons`` folder the program makes up rounds. A lesson
is a round record with notes, in a file whose name begins with its number::

    croupier = 1
    game = "red-dog"

    [lesson]
    title = "A plain round"
    level = "guided"                  # guided if absent; or coached, or exam
    opening = true                    # the table is opened first; false if absent
    text = "What this lesson is about."

    [[lesson.notes]]                  # in the order of the steps they are about
    step = "burn"                     # the first step of this name after the last note: Move.name
    text = "Why, and what to look at."
    clauses = ["4(b)"]                # clauses that are shown with the note

    [seats] …                         # and from here on the record's own keys

``irregularities.toml`` lists what can go wrong: what is seen, how it is reported and what the
ruling is. ``payouts.toml`` lists deals whose payments the trainee works out.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import tomli_w

from croupier import games
from croupier.chair.course import Course, Moment, walk
from croupier.chair.guide import Told, clause, guidance
from croupier.chair.players import Deal, amounts
from croupier.chair.sitting import Level
from croupier.nouns.reasons import MalformedError
from croupier.rules import house, shelf
from croupier.rules.rulebook import Rulebook
from croupier.telling import record

_FILE: Final = re.compile(r"(\d+)-.+\.toml")


@dataclass(frozen=True)
class Note:
    """A trainer's note on a step."""

    step: str
    text: str
    clauses: tuple[str, ...] = ()
    """Clauses in the catalogue's form."""


@dataclass(frozen=True)
class Lesson:
    """A round record with notes."""

    number: int
    title: str
    text: str
    record: record.Record
    level: Level = Level.GUIDED
    opening: bool = False
    notes: tuple[Note, ...] = ()

    def course(self) -> Course:
        """Return the lesson's course."""
        known = {s.report: s for s in situations(self.record.game) if s.report}
        return walk(self.record, opening=self.opening, situations=lambda said: seen(known, said))

    def noted(self, course: Course) -> dict[int, Note]:
        """Return the notes by the number of the moment they are about.

        Raises :class:`MalformedError` if there is no such moment.
        """
        found: dict[int, Note] = {}
        at = 0
        for note in self.notes:
            words = note.step.split()
            match = next((m for m in course.moments[at:] if _called(m, words)), None)
            if match is None:
                raise MalformedError(f"lesson {self.number}: no step {note.step!r} after step {at}")
            found[match.number] = note
            at = match.number + 1
        return found

    def taught(self, course: Course | None = None) -> dict[str, Told]:
        """Return every clause and ruling that the guided text of this lesson shows, in full."""
        course = course or self.course()
        book = course.house.book
        told = {one.cited: one for moment in course.moments for one in guidance(moment, book)}
        for note in self.notes:
            told |= {one.cited: one for one in told_with(note, book)}
        return told


def told_with(note: Note, book: Rulebook) -> list[Told]:
    """Return the clauses that are shown with a note."""
    return [clause(book, id) for id in note.clauses]


def _called(moment: Moment, words: list[str]) -> bool:
    return moment.move.name.split()[: len(words)] == words


@dataclass(frozen=True)
class Irregularity:
    """Something that goes wrong: what is seen, and what the rules say about it."""

    seen: str
    ruling: str
    rule: str | None = None
    """The clause, in the catalogue's form."""
    finding: str | None = None
    report: str = ""
    """How the dealer reports it, empty if there is no report; ``{seat}`` is a seat's number."""
    early: bool = False
    """Whether it comes to light before the wagers are closed."""
    exam: str = ""
    """Its part in the exam: ``face-up``, ``exposed`` or ``count``; empty if none."""
    outcome: str = ""
    """How the round ends for everybody: ``void``, or empty if it continues."""
    situation: Mapping[str, Any] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    """The house options that it needs, if it cannot happen at every table."""

    @property
    def cited(self) -> str:
        """What the ruling rests on: the clause, else the finding, else an empty text."""
        return self.rule or self.finding or ""

    def deal(self) -> Deal:
        """Return the plan of a round in which it happens."""
        return Deal(report=self.report, early=self.early, situation=self.situation)


@dataclass(frozen=True)
class PayoutDeal:
    """A deal whose payments the trainee works out."""

    about: str
    deal: Deal
    seats: tuple[int, ...]
    wagers: tuple[Mapping[str, int], ...]
    """The sets of wagers to choose from."""
    house: Mapping[str, Any] = field(default_factory=dict)


# --- loading --------------------------------------------------------------------------------------


def lessons(game: str, state: str = "") -> list[Lesson]:
    """Return a game's lessons in order, under one of its rulebooks."""
    found = games.load(game)
    state = state or found.states[0]
    if state not in found.states:
        raise MalformedError(f"{game} has no rulebook {state!r}, only {', '.join(found.states)}")
    read = [_lesson(name, text) for name, text in _files(game).items() if _FILE.fullmatch(name)]
    return sorted(
        (replace(one, record=replace(one.record, rulebook=state)) for one in read),
        key=lambda lesson: lesson.number,
    )


def lesson(game: str, number: int, state: str = "") -> Lesson:
    """Return one lesson by its number; raises :class:`MalformedError` if there is none."""
    course = lessons(game, state)
    for one in course:
        if one.number == number:
            return one
    there = f"its lessons are 1 to {len(course)}" if course else "it has no lessons"
    raise MalformedError(f"{game} has no lesson {number}: {there}")


def parse_lesson(text: str, number: int = 1, where: str = "lesson") -> Lesson:
    """Parse a lesson from its text, as a trainer writes it."""
    data = house.parse_toml(text, where)
    head = data.pop("lesson", None)
    if not isinstance(head, dict) or not isinstance(head.get("title"), str):
        raise MalformedError(f"{where}: has no [lesson] with a title")
    try:
        notes = tuple(
            Note(n["step"], n["text"], tuple(n.get("clauses", ()))) for n in head.pop("notes", ())
        )
        level = Level(head.pop("level", Level.GUIDED))
        title, told, opening = head.pop("title"), head.pop("text", ""), head.pop("opening", False)
    except (KeyError, TypeError, ValueError) as error:
        raise MalformedError(f"{where}: [lesson]: {error}") from None
    if head:
        raise MalformedError(f"{where}: [lesson]: unknown key {next(iter(head))!r}")
    rounds = record.parse(tomli_w.dumps(data), where)
    return Lesson(number, title, " ".join(told.split()), rounds, level, bool(opening), notes)


@functools.cache
def situations(game: str) -> tuple[Irregularity, ...]:
    """Return what can go wrong in a game, with the rulings.

    A game that carries no list of its own gets one from the irregularities it declares.
    """
    rows = _read(game, "irregularities.toml").get("situation")
    if rows is None:
        return tuple(
            Irregularity(_sentence(reason.message), "", reason.rule, reason.finding, name)
            for name, reason in games.load(game).irregularities.items()
        )
    return tuple(
        Irregularity(**row | {"house": dict(house.flatten(row.get("house", {})))}) for row in rows
    )


def _sentence(message: str) -> str:
    return f"{message[:1].upper()}{message[1:]}."


@functools.cache
def payout_deals(game: str) -> tuple[PayoutDeal, ...]:
    """Return the deals of a game's payout drill."""
    return tuple(_payout_deal(row) for row in _read(game, "payouts.toml").get("deal", ()))


def _payout_deal(row: Mapping[str, Any]) -> PayoutDeal:
    return PayoutDeal(
        about=row["about"],
        deal=Deal(
            cards=tuple(row["cards"].split()),
            says=tuple(row.get("says", ())),
            stay=True,
            situation=row.get("situation", {}),
        ),
        seats=tuple(row.get("seats", (1,))),
        wagers=tuple(amounts(wagers) for wagers in row["wagers"]),
        house=dict(house.flatten(row.get("house", {}))),
    )


def seen(known: Mapping[str, Irregularity], said: str) -> str:
    """Return what is seen when something is reported, given the words of the report."""
    for pattern, situation in known.items():
        match = re.fullmatch(re.escape(pattern).replace(r"\{seat\}", r"(\d+)"), said)
        if match:
            return situation.seen.format(seat=match[1] if match.groups() else "")
    return ""


def _lesson(name: str, text: str) -> Lesson:
    return parse_lesson(text, int(name.partition("-")[0]), name)


@functools.cache
def _files(game: str) -> dict[str, str]:
    lessons = shelf.files(game).joinpath("lessons")
    if not lessons.is_dir():
        return {}
    return {file.name: file.read_text("utf-8") for file in lessons.iterdir() if file.is_file()}


def _read(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads(_files(game).get(name, ""))
