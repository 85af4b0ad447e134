"""What a game's folder carries for training: its lessons, its irregularities, its payout drills.

All of it is optional; a game without a ``lessons`` folder is trained on rounds that are made up. A lesson
is a round record with notes, in a file that begins with its number::

    croupier = 1
    game = "red-dog"

    [lesson]
    title = "A plain round"
    level = "guided"                  # guided if absent; or coached, or exam
    opening = true                    # the table is opened first; false if absent
    text = "What this lesson is about."

    [[lesson.notes]]                  # in the order of the steps they are about
    step = "burn"                     # the first step so called after the note before; see Move.name
    text = "Why, and what to look at."
    clauses = ["4(b)"]                # clauses that are told with the note

    [seats] …                         # and from here on the record's own keys

``irregularities.toml`` lists what can go wrong: what is seen, how it is reported and what the ruling is.
``payouts.toml`` lists deals whose payments are asked for.
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
    """What a trainer adds to a step."""

    step: str
    text: str
    clauses: tuple[str, ...] = ()
    """In the catalogue's form."""


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
        """The lesson as it is put to a trainee."""
        known = {s.report: s for s in situations(self.record.game) if s.report}
        return walk(self.record, opening=self.opening, situations=lambda said: seen(known, said))

    def noted(self, course: Course) -> dict[int, Note]:
        """The notes by the number of the moment they are about; :class:`MalformedError` if one has none."""
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
        """Every clause and ruling that the guided text of this lesson tells, in full."""
        course = course or self.course()
        book = course.house.book
        told = {one.cited: one for moment in course.moments for one in guidance(moment, book)}
        for note in self.notes:
            told |= {one.cited: one for one in told_with(note, book)}
        return told


def told_with(note: Note, book: Rulebook) -> list[Told]:
    """The clauses that a note tells."""
    return [clause(book, id) for id in note.clauses]


def _called(moment: Moment, words: list[str]) -> bool:
    return moment.move.name.split()[: len(words)] == words


@dataclass(frozen=True)
class Situation:
    """Something that goes wrong: what is seen, and what the rules say about it."""

    seen: str
    ruling: str
    rule: str | None = None
    """The clause, in the catalogue's form."""
    finding: str | None = None
    report: str = ""
    """How the dealer reports it; ``{seat}`` is a seat's number. Nothing where there is no report."""
    early: bool = False
    """Whether it comes to light before the wagers are closed."""
    exam: str = ""
    """Its part in the exam: ``face-up``, ``exposed`` or ``count``."""
    outcome: str = ""
    """How the round ends for everybody: ``void``, or not at all."""
    situation: Mapping[str, Any] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)
    """Where it can happen, if not at every table."""

    @property
    def cited(self) -> str:
        """What the ruling rests on: the clause, else the finding, else nothing."""
        return self.rule or self.finding or ""

    def deal(self) -> Deal:
        """A round in which it happens."""
        return Deal(report=self.report, early=self.early, situation=self.situation)


@dataclass(frozen=True)
class PayoutDeal:
    """A deal whose payments are asked for."""

    about: str
    deal: Deal
    seats: tuple[int, ...]
    wagers: tuple[Mapping[str, int], ...]
    """The amounts to choose from, each a whole set."""
    house: Mapping[str, Any] = field(default_factory=dict)


# --- loading ------------------------------------------------------------------------------------------


def lessons(game: str, state: str = "") -> list[Lesson]:
    """A game's course in order, under one of its rulebooks."""
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
    """One lesson by its number; :class:`MalformedError` if there is none."""
    course = lessons(game, state)
    for one in course:
        if one.number == number:
            return one
    there = f"there are 1 to {len(course)}" if course else "there are none"
    raise MalformedError(f"{game} has no lesson {number}: {there}")


def parse_lesson(text: str, number: int = 1, where: str = "lesson") -> Lesson:
    """A lesson from its text, as a trainer writes it."""
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
def situations(game: str) -> tuple[Situation, ...]:
    """What can go wrong in a game, and the rulings; from its irregularities if it carries no list."""
    rows = _read(game, "irregularities.toml").get("situation")
    if rows is None:
        return tuple(
            Situation(f"{reason.message[:1].upper()}{reason.message[1:]}.", "", reason.rule,
                      reason.finding, name)
            for name, reason in games.load(game).irregularities.items()
        )  # fmt: skip
    return tuple(
        Situation(**row | {"house": dict(house.flatten(row.get("house", {})))}) for row in rows
    )


@functools.cache
def payout_deals(game: str) -> tuple[PayoutDeal, ...]:
    """The deals of a game's payout drill."""
    return tuple(
        PayoutDeal(
            row["about"],
            Deal(cards=tuple(row["cards"].split()), says=tuple(row.get("says", ())), stay=True,
                 situation=row.get("situation", {})),
            tuple(row.get("seats", (1,))),
            tuple(amounts(wagers) for wagers in row["wagers"]),
            dict(house.flatten(row.get("house", {}))),
        )
        for row in _read(game, "payouts.toml").get("deal", ())
    )  # fmt: skip


def seen(known: Mapping[str, Situation], said: str) -> str:
    """What is seen when something is reported, by the words of the report."""
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
