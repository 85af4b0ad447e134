"""Who has sat in the dealer's chair, for the floor."""

from __future__ import annotations

from typing import Any, Final

import sqlalchemy as sa

from croupier.chair.programme import EXAM
from croupier.chair.progress import ANSWERS, DETAILS, SITTINGS
from croupier.chair.sitting import percent_of
from croupier.journal.recorder import stamp
from croupier.server.people import DEALER
from croupier.server.schema import PEOPLE, TOKENS

Data = dict[str, Any]

MOST: Final = 200
"""How many rows the floor sees: the people and documents with the newest sittings."""

_GIVEN: Final = sa.func.coalesce(ANSWERS.c.given, SITTINGS.c.questions)
_PASSED: Final = sa.and_(SITTINGS.c.what == EXAM, SITTINGS.c.passed)
_SAME: Final = sa.and_(
    *(SITTINGS.c[name] == ANSWERS.c[name] for name in ("trainee", "document", "sitting"))
)
_ROWS: Final = (
    sa.select(
        SITTINGS.c.trainee,
        SITTINGS.c.document,
        sa.func.count().label("sittings"),
        sa.func.sum(SITTINGS.c.right).label("right"),
        sa.func.sum(_GIVEN).label("answered"),
        sa.func.sum(sa.case((_PASSED, 1), else_=0)).label("passed"),
        sa.func.max(SITTINGS.c.ended).label("ended"),
    )
    .select_from(SITTINGS)
    .join(PEOPLE, PEOPLE.c.person == SITTINGS.c.trainee)
    .outerjoin(ANSWERS, _SAME)
    .group_by(SITTINGS.c.trainee, SITTINGS.c.document)
    .order_by(sa.desc("ended"), SITTINGS.c.trainee, SITTINGS.c.document)
    .limit(MOST)
)


def people(connection: sa.Connection) -> list[Data]:
    """Return who has sat in the chair, one row for each document, the newest first."""
    rows = list(connection.execute(_ROWS))
    who = {row.trainee for row in rows}
    deals = sa.select(TOKENS.c.person).where(
        TOKENS.c.person.in_(who),
        TOKENS.c.role == DEALER,
        TOKENS.c.revoked.is_(None),
        TOKENS.c.expires > stamp(),
    )
    dealers = set(connection.scalars(deals))
    passed = sa.select(DETAILS.c.trainee, DETAILS.c.document, DETAILS.c.certificate).where(
        DETAILS.c.trainee.in_(who), DETAILS.c.certificate.is_not(None)
    )
    newest = {
        (one.trainee, one.document): one.certificate
        for one in connection.execute(passed.order_by(DETAILS.c.sitting))
    }
    return [
        _row(row, row.trainee in dealers, newest.get((row.trainee, row.document))) for row in rows
    ]


def latest(connection: sa.Connection, person: str) -> Data | None:
    """Return the game and the rulebook in which a person sat in the chair last."""
    mine = sa.select(SITTINGS.c.document).where(SITTINGS.c.trainee == person)
    document = connection.scalar(mine.order_by(SITTINGS.c.ended.desc()).limit(1))
    return None if document is None else _named(document)


def _named(document: str) -> Data:
    game, _, rulebook = document.rpartition(".")
    return {"game": game, "rulebook": rulebook}


def _row(row: sa.Row[Any], dealer: bool, certificate: str | None) -> Data:
    right, answered = int(row.right), int(row.answered)
    return {
        "person": row.trainee,
        "dealer": dealer,
        **_named(row.document),
        "sittings": row.sittings,
        "answered": answered,
        "right": right,
        "percent": percent_of(right, answered) if answered else None,
        "passed": int(row.passed),
        "certificate": certificate,
        "ended": row.ended,
    }
