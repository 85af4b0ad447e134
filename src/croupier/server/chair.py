"""The dealer's chair: trainees' sittings and their progress, both kept in the database."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier import games
from croupier.chair import drills
from croupier.chair.answers import History
from croupier.chair.course import Moment, Shown
from croupier.chair.data import Lesson, told_with
from croupier.chair.drills import Drill
from croupier.chair.hands import touches
from croupier.chair.programme import EXAM, listing, next_lesson, paper_of, sat_in
from croupier.chair.progress import (
    Sat,
    Standing,
    create_tables,
    keep,
    read_answers,
    read_standing,
)
from croupier.chair.results import results
from croupier.chair.sitting import ALLOWANCE, Level, Sitting, called_for
from croupier.journal import Journal
from croupier.nouns.canonical import encode
from croupier.rules.rulebook import Rulebook
from croupier.server import shown, sittings, trained
from croupier.server.books import find_book
from croupier.server.certificates import Certificates
from croupier.server.database import Committer
from croupier.server.errors import not_found
from croupier.server.sittings import DRILL, LESSON, Plan, Seated, lines
from croupier.stage.events import declared

Data = dict[str, Any]
Names = Callable[[str | None], str | None]
Known = tuple[Standing, History]
"""What is kept of a person with one document."""

MOST: Final = 500
"""How many sittings are kept in memory; the others are rebuilt when they are asked for."""


@dataclass(frozen=True)
class SittingChoice:
    """What a trainee wants to sit down to."""

    game: str
    state: str | None
    what: str
    """``lesson``, ``exam``, ``practice`` or ``drill``."""
    lesson: int | None = None
    drill: str = drills.PAYOUTS
    level: Level | None = None
    seed: int | None = None
    questions: int = 10


class Chairs:
    """All sittings, whichever process they were begun in."""

    def __init__(self, committer: Committer, journal: Journal) -> None:
        self._committer = committer
        self._certificates = Certificates(journal, committer)
        self._seated: OrderedDict[str, Seated] = OrderedDict()
        create_tables(committer.store.engine)

    async def list(self, game: str, state: str | None, person: str) -> Data:
        """What there is to learn in a game, and how far a person has come."""
        book = find_book(game, state)
        known = await self._known(book, person)
        return await asyncio.to_thread(listing, book, *known)

    async def results(self, game: str, state: str | None, person: str, days: int | None) -> Data:
        """What came of a person's sittings in a game, over time."""
        book = find_book(game, state)
        known = await self._known(book, person)
        last = await self._committer.read(lambda c: trained.latest(c, person))
        found = await asyncio.to_thread(partial(results, book, *known, days=days))
        return {**found, "latest": last}

    async def dealers(self, names: Names) -> Data:
        """Everybody who has sat in the chair, with their results; the newest first."""
        rows = await self._committer.read(trained.people)
        return {"dealers": [{"name": names(row["person"]), **row} for row in rows]}

    async def begin(self, choice: SittingChoice, person: str) -> Seated:
        """Begin a sitting."""
        book = find_book(choice.game, choice.state)
        known = await self._known(book, person)
        seated = await asyncio.to_thread(_seat, choice, book, known, person)
        await self._committer.write(lambda connection: sittings.add(connection, seated))
        self._remember(seated)
        return seated

    async def find(self, id: str, person: str) -> Seated:
        """A sitting as it stands now; 404 if it is not this person's."""
        row = await self._committer.read(lambda connection: sittings.find(connection, id))
        if row is None or row.person != person:
            raise not_found("there is no such sitting, or it was left too long ago")
        seated = self._seated.get(id)
        if seated is None or seated.version != row.version:
            try:
                seated = await asyncio.to_thread(sittings.again, row)
            except (ValueError, LookupError):
                raise not_found("this sitting was begun before an update: begin again") from None
        self._remember(seated)
        return seated

    def _remember(self, seated: Seated) -> None:
        self._seated[seated.id] = seated
        self._seated.move_to_end(seated.id)
        while len(self._seated) > MOST:
            self._seated.popitem(last=False)

    async def answer(self, seated: Seated, at: int, choice: int, figure: str | None) -> Data | None:
        """Answer one step or one question; return the verdict, None in an exam."""
        done = seated.done
        if at != len(done.answers) or done.over or seated.left:
            raise sittings.stale()
        async with self._changing(seated):
            verdict = seated.answer(choice, figure)
            seated.story.left = done.over
        return None if seated.level is Level.EXAM else verdict

    async def hint(self, seated: Seated) -> str:
        """Give a hint, if the level allows any."""
        async with self._changing(seated):
            return seated.hint()

    async def leave(self, seated: Seated) -> None:
        """End a sitting; what was learnt is kept, once."""
        if not seated.left:
            async with self._changing(seated):
                seated.story.left = True

    @asynccontextmanager
    async def _changing(self, seated: Seated) -> AsyncIterator[None]:
        """Write down what changes in the block; if that fails, the sitting is read again."""
        yield
        try:
            await self._keep(seated)
        except BaseException:
            self._seated.pop(seated.id, None)
            raise
        seated.version += 1

    async def _keep(self, seated: Seated) -> None:
        """Write a sitting down; if it is an exam that was passed, the journal notes it too."""
        learnt = seated.left and seated.done.learnt
        sat = sat_in(seated.counts_as, seated.done) if learnt else None
        if sat is not None:
            seated.story.certificate = sat.certificate
        write = partial(_write, seated=seated, sat=sat)
        if sat is not None and sat.certificate:
            before, _ = await self._known(seated.book, seated.person)
            paper = paper_of(seated.book, sat, seated.person, before)
            await self._certificates.issue(seated.person, paper, write)
        else:
            await self._committer.write(write)

    async def certificate(self, number: str, names: Names) -> Data:
        """A passed exam as it is recorded; 404 if nothing is recorded under this number."""
        found = await self._certificates.find(number)
        name = names(found.trainee)
        return await asyncio.to_thread(self._certificates.data, found, name)

    async def certificate_file(self, number: str) -> bytes:
        """A certificate with its salt, to check offline; 404 if the journal has no note of it."""
        found = await self._certificates.find(number)
        if found.certificate is None:
            raise not_found("this certificate is not recorded in a journal")
        return msgspec.json.format(encode(found.certificate), indent=2)

    async def _known(self, book: Rulebook, person: str) -> Known:
        if not person:
            return Standing({}, ()), {}
        return await self._committer.read(
            lambda c: (
                read_standing(c, person, book.document),
                read_answers(c, person, book.document),
            )
        )


def _write(connection: sa.Connection, seated: Seated, sat: Sat | None) -> None:
    sittings.change(connection, seated)
    if sat is not None:
        keep(connection, seated.person, seated.book.document, sat, seated.done.learnt)


def drawn_seed() -> int:
    """A seed that nobody can try out beforehand."""
    return secrets.randbelow(2**53)


def _seat(choice: SittingChoice, book: Rulebook, known: Known, person: str) -> Seated:
    number = choice.lesson
    if choice.what == LESSON and number is None:
        one = next_lesson(book, *known)
        if one is None:
            raise not_found(f"{book.game} has no lessons")
        number = one.number
    plan = Plan(
        book.game,
        book.state,
        choice.what,
        lesson=number or 0,
        drill=choice.drill,
        level=choice.level,
        seed=drawn_seed() if choice.seed is None else choice.seed,
        questions=choice.questions,
        soon=tuple(known[0].due) if choice.seed is None else None,
    )
    return sittings.seat(secrets.token_urlsafe(12), person, plan)


# --- what is shown --------------------------------------------------------------------------------


def picture(seated: Seated) -> Data:
    """A sitting as the person in the chair sees it."""
    done = seated.done
    game = games.load(seated.book.game)
    data: Data = {
        "sitting": seated.id,
        "what": seated.what,
        "counts_as": seated.counts_as,
        "game": game.name,
        "title": game.title,
        "rulebook": seated.book.state,
        "level": str(seated.level),
        # Whoever has the program and the seed of an exam can work out its answers.
        "seed": None if seated.silent and seated.counts_as == EXAM else seated.seed,
        "at": len(done.answers),
        "over": seated.left,
        "seconds": round(done.seconds, 1),
        "took": round(done.times[-1], 1) if done.times else None,
        "streak": None if seated.silent else done.streak.as_dict(),
        "report": done.report() if seated.left else None,
        "certificate": seated.story.certificate or None,
    }
    if isinstance(done, Drill):
        return data | {
            "kind": DRILL,
            "of": len(done.questions),
            "question": _question(seated, done),
        }
    return data | {
        "kind": "course",
        "of": len(done.course),
        "allowed": ALLOWANCE * len(done.course),
        "lesson": _lesson(seated.lesson),
        "moment": None if seated.left else _moment(seated, done),
        "closing": lines(done.course.closing, done.course.game) if done.over else [],
    }


def _lesson(lesson: Lesson | None) -> Data | None:
    if lesson is None:
        return None
    return {"number": lesson.number, "title": lesson.title, "text": lesson.text}


def _moment(seated: Seated, sitting: Sitting) -> Data:
    moment = sitting.moment
    guided = sitting.level is Level.GUIDED
    choices = sitting.choices
    return {
        "round": moment.round,
        "situation": moment.situation or None,
        "note": _note(seated, sitting, moment),
        "next": called_for(sitting) if guided else None,
        "right": choices.index(moment.move) if guided else None,
        "guide": [one.as_dict() for one in sitting.guide()] if guided else [],
        "choices": [
            {
                "verb": move.verb,
                "label": move.label,
                "figure": move.figure or None,
                "touches": touches(move),
            }
            for move in choices
        ],
        "before": lines(moment.before, sitting.course.game),
        "events": _so_far(sitting, moment),
        "table": shown.practised(sitting),
    }


def _note(seated: Seated, sitting: Sitting, moment: Moment) -> Data | None:
    note = seated.notes.get(moment.number)
    if note is None or sitting.level is Level.EXAM:
        return None
    told = [one.as_dict() for one in told_with(note, seated.book)]
    return {"text": note.text, "told": told}


def _so_far(sitting: Sitting, moment: Moment) -> list[Data]:
    """The events of this round that have happened so far, for drawing the felt."""
    passed = {answer.verdict.met for answer in sitting.answers}
    game = sitting.course.game
    happened: list[Data] = []
    for one in sitting.course.moments:
        if one.round != moment.round:
            continue
        if one.number in passed:
            exam = sitting.level is Level.EXAM
            own = _silently(one.done) if exam else lines(one.done, game)
            happened += [*lines(one.before, game), *own]
        elif one is moment:
            happened += lines(one.before, game)
    return happened


_TELLING: Final = frozenset({"rule", "also", "finding", "text", "hand", "outcome"})


def _silently(steps: Sequence[Shown]) -> list[Data]:
    """The dealer's own steps in an exam: what lies on the felt now, without words or clauses."""
    seen = (step for step in steps if declared(step["kind"]).shown.effect)
    return [{key: step[key] for key in step if key not in _TELLING} for step in seen]


def _question(seated: Seated, drill: Drill) -> Data | None:
    if seated.left:
        return None
    question = drill.question
    hinted = seated.level is Level.GUIDED and question.hint
    return {
        "prompt": question.prompt,
        "options": list(question.options),
        "facts": [*question.facts, *([question.hint] if hinted else [])],
        "felt": shown.asked_about(question, seated.book.game),
        "hint": bool(question.hint) and seated.level is Level.COACHED,
    }
