"""A trainee's progress, kept in tables of its own in the journal's database."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.chair.answers import Answered
from croupier.chair.boxes import Item, due
from croupier.chair.certificate import (
    CHAIN,
    UNRECORDED,
    Certificate,
    Checked,
    Paper,
    check,
    new_salt,
    note_of,
)
from croupier.journal import Head, Journal, JournalError, heads, open_journal
from croupier.journal.database import DatabaseStore, cause_of, one_at_a_time
from croupier.journal.entry import TakenError, chained
from croupier.nouns import structs
from croupier.nouns.canonical import encode

METADATA: Final = sa.MetaData()

ITEMS: Final = sa.Table(
    "training_items",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("item", sa.String(100), primary_key=True),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.Integer, nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
)
"""The items that a trainee has been asked, and the box each is in."""

SITTINGS: Final = sa.Table(
    "training_sittings",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("sitting", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("what", sa.String(60), nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
    sa.Column("questions", sa.Integer, nullable=False),
    sa.Column("passed", sa.Boolean, nullable=False),
    sa.Column("ended", sa.String(30), nullable=False),
)
"""Every sitting of a trainee: a lesson, an exam or a drill."""

DETAILS: Final = sa.Table(
    "training_details",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("sitting", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("certificate", sa.String(40), unique=True),
    sa.Column("clauses", sa.Text, nullable=False),
)
"""What is known of a sitting besides its score, from 0.2.0 on.

It is a table of its own, so that sittings of 0.1.0 are read as they are. A passed exam has a
certificate and the list of its clauses, in JSON.
"""

ANSWERS: Final = sa.Table(
    "training_answers",
    METADATA,
    sa.Column("trainee", sa.String(60), primary_key=True),
    sa.Column("document", sa.String(60), primary_key=True),
    sa.Column("sitting", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("given", sa.Integer, nullable=False),
    sa.Column("answers", sa.LargeBinary, nullable=False),
)
"""The answers of the newest sittings: how many, and each of them, in JSON.

Sittings from before this table was made have none.
"""

CERTIFICATES: Final = sa.Table(
    "training_certificates",
    METADATA,
    sa.Column("number", sa.String(40), primary_key=True),
    sa.Column("trainee", sa.String(60), nullable=False, index=True),
    sa.Column("certificate", sa.LargeBinary, nullable=False),
)
"""What each certificate says, with its salt and the place of its note in the journal."""

_TABLES: Final = (ITEMS, SITTINGS, DETAILS, ANSWERS, CERTIFICATES)

_TRIES: Final = 5
"""How often a note is written while others write to its chain."""

REMEMBERED: Final = 200
"""How many sittings of a trainee with a document keep their answers, the newest ones."""


@dataclass(frozen=True)
class Sat:
    """The stored result of a sitting."""

    what: str
    """``lesson 2``, ``exam``, ``drill payouts``."""
    right: int
    questions: int
    passed: bool
    ended: str = ""
    seconds: float | None = None
    """The total time of the answers; None for a sitting of 0.1.0."""
    streak: int | None = None
    """The longest row of right answers; None for a sitting of 0.1.0."""
    certificate: str = ""
    """The number of the certificate; empty unless it is a passed exam."""
    clauses: tuple[str, ...] = ()
    """What a passed exam asked about."""
    answers: tuple[Answered, ...] = ()
    """Every answer, if the sitting is about to be stored; :func:`read_answers` reads them."""


@dataclass(frozen=True)
class Standing:
    """A trainee's progress with one document."""

    items: Mapping[str, Item]
    sittings: tuple[Sat, ...]

    @property
    def now(self) -> int:
        """The number of the sitting that comes next."""
        return len(self.sittings) + 1

    @property
    def due(self) -> list[str]:
        """The items that are due now, the lowest boxes first."""
        return due(self.items, self.now)

    def times(self, what: str) -> int:
        """Return how often a lesson, an exam or a drill was sat."""
        return sum(one.what == what for one in self.sittings)

    def best(self, what: str) -> Sat | None:
        """Return the best sitting of a lesson, an exam or a drill, None if there is none."""
        sat = [one for one in self.sittings if one.what == what and one.questions]
        return max(sat, key=lambda one: (one.passed, one.right / one.questions), default=None)

    def best_streak(self, what: str) -> int | None:
        """Return the longest row of right answers; None if none is known."""
        known = (one.streak for one in self.sittings if one.what == what)
        return max((streak for streak in known if streak is not None), default=None)

    def best_time(self, what: str) -> float | None:
        """Return the shortest time in seconds of a sitting that was passed; None if there is none.

        A sitting that was not passed is quick too.
        """
        known = (one.seconds for one in self.sittings if one.what == what and one.passed)
        return min((seconds for seconds in known if seconds is not None), default=None)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data with the items and what is due now, but only the number of sittings."""
        return {
            "sittings": len(self.sittings),
            "due": self.due,
            "items": {
                name: {"box": i.box, "due": i.due, "right": i.right, "wrong": i.wrong}
                for name, i in self.items.items()
            },
        }


def create_tables(engine: sa.Engine) -> None:
    """Create the tables if they do not exist; raises :class:`JournalError` if that fails."""
    with _clearly(), engine.begin() as connection:
        one_at_a_time(connection)
        METADATA.create_all(connection)


@contextmanager
def _clearly() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        message = f"progress cannot be kept in this database: {cause_of(error)}"
        raise JournalError(message) from None


def read_standing(connection: sa.Connection, trainee: str, document: str) -> Standing:
    """Read a trainee's progress with a document such as ``red-dog.ma``."""
    key = {"trainee": trainee, "document": document}
    items = connection.execute(sa.select(ITEMS).where(*_is(ITEMS, key)).order_by(ITEMS.c.item))
    sat = connection.execute(_SAT.where(*_is(SITTINGS, key)).order_by(SITTINGS.c.sitting))
    return Standing(
        {row.item: Item(row.box, row.due, row.right, row.wrong) for row in items},
        tuple(map(_sat, sat)),
    )


_SAME: Final = [SITTINGS.c[name] == DETAILS.c[name] for name in ("trainee", "document", "sitting")]
_SAT: Final = sa.select(
    SITTINGS, DETAILS.c.seconds, DETAILS.c.streak, DETAILS.c.certificate, DETAILS.c.clauses
).outerjoin_from(SITTINGS, DETAILS, sa.and_(*_SAME))


def _sat(row: Any) -> Sat:
    return Sat(
        row.what,
        row.right,
        row.questions,
        row.passed,
        row.ended,
        row.seconds,
        row.streak,
        row.certificate or "",
        tuple(json.loads(row.clauses or "[]")),
    )


@dataclass(frozen=True)
class Certified:
    """A passed exam, as it was recorded when it was taken."""

    trainee: str
    document: str
    sat: Sat
    certificate: Certificate | None = None
    """What its note in the journal is compared with; None if it has no note."""


def find_certificate(connection: sa.Connection, number: str) -> Certified | None:
    """Return the exam that a certificate stands for; None if there is none or it was erased."""
    row = connection.execute(_SAT.where(DETAILS.c.certificate == number)).first()
    if row is None:
        return None
    wanted = sa.select(CERTIFICATES.c.certificate).where(CERTIFICATES.c.number == number)
    kept = connection.scalar(wanted)
    paper = None if kept is None else structs.decode(kept, Certificate)
    return Certified(row.trainee, row.document, _sat(row), paper)


def keep_certificate(connection: sa.Connection, trainee: str, certificate: Certificate) -> None:
    """Store a certificate whose note is written in the same transaction."""
    row = {"number": certificate.paper.number, "trainee": trainee}
    values = {**row, "certificate": encode(certificate)}
    connection.execute(CERTIFICATES.insert().values(values))


def read_answers(
    connection: sa.Connection, trainee: str, document: str
) -> dict[int, tuple[Answered, ...]]:
    """Read the answers of a trainee's newest sittings, by the number of the sitting."""
    key = {"trainee": trainee, "document": document}
    rows = connection.execute(sa.select(ANSWERS).where(*_is(ANSWERS, key)))
    return {row.sitting: structs.decode(row.answers, tuple[Answered, ...]) for row in rows}


def keep(
    connection: sa.Connection, trainee: str, document: str, sat: Sat, learnt: Mapping[str, bool]
) -> None:
    """Store a finished sitting and move the items that were asked in it to their new boxes."""
    before = read_standing(connection, trainee, document)
    now = before.now
    key = {"trainee": trainee, "document": document}
    ended = sat.ended or now_in_words()
    row = {
        "sitting": now,
        "what": sat.what,
        "right": sat.right,
        "questions": sat.questions,
        "passed": sat.passed,
        "ended": ended,
    }
    connection.execute(SITTINGS.insert().values(**key, **row))
    details = {
        "sitting": now,
        "seconds": sat.seconds or 0.0,
        "streak": sat.streak or 0,
        "certificate": sat.certificate or None,
        "clauses": json.dumps(sat.clauses),
    }
    connection.execute(DETAILS.insert().values(**key, **details))
    _keep_answers(connection, key, now, sat.answers)
    for name, right in learnt.items():
        item = before.items.get(name, Item()).answered(right, now)
        values = {"box": item.box, "due": item.due, "right": item.right, "wrong": item.wrong}
        if name in before.items:
            kept = ITEMS.update().where(*_is(ITEMS, key), ITEMS.c.item == name)
            connection.execute(kept.values(values))
        else:
            connection.execute(ITEMS.insert().values(**key, item=name, **values))


def _keep_answers(
    connection: sa.Connection, key: Mapping[str, str], sitting: int, answers: Sequence[Answered]
) -> None:
    old = ANSWERS.delete().where(*_is(ANSWERS, key), ANSWERS.c.sitting <= sitting - REMEMBERED)
    connection.execute(old)
    row = {"sitting": sitting, "given": len(answers), "answers": encode(answers)}
    connection.execute(ANSWERS.insert().values(**key, **row))


def now_in_words() -> str:
    """Return the time in the form in which the ends of sittings are kept."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def erase(connection: sa.Connection, trainee: str) -> None:
    """Delete everything that is stored about a trainee."""
    for table in _TABLES:
        connection.execute(table.delete().where(table.c.trainee == trainee))


class Progress:
    """The progress of all trainees in one database; open it with :func:`open_progress`."""

    def __init__(self, engine: sa.Engine, journal: Journal | None = None) -> None:
        self.engine = engine
        self._journal = journal
        """Where passed exams are noted; None if they are not."""
        create_tables(engine)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        self.engine.dispose()

    def standing(self, trainee: str, document: str) -> Standing:
        """Return a trainee's progress with a document."""
        with _clearly(), self.engine.connect() as connection:
            return read_standing(connection, trainee, document)

    def keep(self, trainee: str, document: str, sat: Sat, learnt: Mapping[str, bool]) -> Standing:
        """Store a sitting; returns the trainee's progress after it."""
        with _clearly(), self.engine.begin() as connection:
            keep(connection, trainee, document, sat, learnt)
            return read_standing(connection, trainee, document)

    def answers(self, trainee: str, document: str) -> dict[int, tuple[Answered, ...]]:
        """Return the answers of a trainee's newest sittings."""
        with _clearly(), self.engine.connect() as connection:
            return read_answers(connection, trainee, document)

    def certify(
        self, trainee: str, document: str, sat: Sat, learnt: Mapping[str, bool], paper: Paper
    ) -> Checked:
        """Store a passed exam with a note of it in the journal; say where the note stands.

        A server may write to the chain at the same time: the note then goes behind its entries.
        """
        if self._journal is None:
            self.keep(trainee, document, sat, learnt)
            return UNRECORDED
        store = self._journal.store
        assert isinstance(store, DatabaseStore)
        salt = new_salt()
        for attempt in range(_TRIES):
            (entry,) = chained(CHAIN, self._journal.tail(CHAIN), [note_of(paper, salt)])
            made = Certificate(paper, salt, entry.number)

            def write(connection: sa.Connection, made: Certificate = made) -> None:
                keep(connection, trainee, document, sat, learnt)
                keep_certificate(connection, trainee, made)

            try:
                store.append([entry], [write])
            except TakenError:
                if attempt == _TRIES - 1:
                    raise
                continue
            if self._journal.head_file is not None:
                heads.write(self._journal.head_file, {CHAIN: Head(entry.number, entry.hash)})
            break
        return check(made, store)

    def find(self, number: str) -> Certified | None:
        """Return the exam that a certificate stands for; None if there is none."""
        with _clearly(), self.engine.connect() as connection:
            return find_certificate(connection, number)

    def erase(self, trainee: str) -> None:
        """Delete everything that is stored about a trainee."""
        with _clearly(), self.engine.begin() as connection:
            erase(connection, trainee)


def _is(table: sa.Table, key: Mapping[str, str]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]


def open_progress(database: str | Path = "") -> Progress:
    """Open the store of trainees' progress, in the journal's database; create it if missing."""
    journal = open_journal(database, create=True)
    assert isinstance(journal.store, DatabaseStore)
    return Progress(journal.store.engine, journal)
