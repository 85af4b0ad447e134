"""Many reviews as one: a sitting, the last rounds, or all that a person has played.

Every function reads the database: call it in a thread.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Final

import sqlalchemy as sa

from croupier.lab.documents import number
from croupier.review.documents import WORST, decisions_of, share_right, sums, worst
from croupier.server.history import names_of
from croupier.server.people import Caller
from croupier.server.reviews import ADDED, EDITION, FAILED, is_current
from croupier.server.schema import PLAYED, REVIEWS

Data = dict[str, Any]

MOST: Final = 200
"""How many rounds of a sitting are reviewed, and how many points a chart has."""
CHARTED: Final = ("result", "expected", "luck")


def latest_sitting(connection: sa.Connection, person: str) -> int | None:
    """The number of the sitting of somebody's last round; None if they never played.

    Whoever plays at two tables may have begun another one since: :func:`newest_sitting`.
    """
    last = sa.select(PLAYED.c.sitting).where(PLAYED.c.person == person)
    return connection.scalar(last.order_by(PLAYED.c.nth.desc()).limit(1))


def newest_sitting(connection: sa.Connection, person: str) -> int | None:
    """The number of the sitting that somebody began last; None if they never played."""
    newest = sa.select(PLAYED.c.sitting).where(PLAYED.c.person == person)
    return connection.scalar(newest.order_by(PLAYED.c.sitting.desc()).limit(1))


def rounds_of(
    connection: sa.Connection, person: str, *, sitting: int | None = None, last: int = MOST
) -> Sequence[sa.Row[Any]]:
    """The last rounds of a person, or of one of their sittings, the oldest first."""
    wanted = sa.select(PLAYED).where(PLAYED.c.person == person)
    if sitting is not None:
        wanted = wanted.where(PLAYED.c.sitting == sitting)
    return connection.execute(wanted.order_by(PLAYED.c.nth.desc()).limit(last)).all()[::-1]


def one_by_one(
    connection: sa.Connection,
    caller: Caller,
    rounds: Sequence[sa.Row[Any]],
    sitting: int | None,
) -> Data:
    """What the reviews of a caller's rounds say together, with every decision in short."""
    person = caller.person
    wanted = sa.select(REVIEWS.c.round, REVIEWS.c.document).where(
        REVIEWS.c.person == person,
        REVIEWS.c.round.in_([row.round for row in rounds]),
        is_current(),
    )
    found = {
        row.round: json.loads(row.document)
        for row in connection.execute(wanted)
        if row.document is not None
    }
    reviews = [found[row.round] for row in rounds if row.round in found]
    good = [review for review in reviews if FAILED not in review]
    decisions = decisions_of(good)
    last = rounds[-1] if rounds else None
    at = None if last is None else last.table_id
    return {
        "sitting": sitting,
        "latest": newest_sitting(connection, person),
        "table": at,
        "name": at and names_of(connection, {at}, caller).get(at, at),
        "game": None if last is None else last.game,
        "began": rounds[0].time if rounds else None,
        "ended": None if last is None else last.time,
        "of": len(rounds),
        "left_out": 0 if sitting is None else _left_out(connection, person, rounds, sitting),
        "done": len(reviews),
        "failed": len(reviews) - len(good),
        **{name: number(value) for name, value in sums(good).items()},
        "right": share_right(decisions),
        "worst": _costliest(decisions),
        "points": _points(good),
        "decisions": [_short(n, one) for review in good for n, one in _numbered(review)],
    }


def _left_out(
    connection: sa.Connection, person: str, rounds: Sequence[sa.Row[Any]], sitting: int
) -> int:
    """How many rounds of a sitting are before these."""
    if not rounds:
        return 0
    mine = PLAYED.c.person == person, PLAYED.c.sitting == sitting
    earlier = sa.select(sa.func.count()).where(*mine, PLAYED.c.nth < rounds[0].nth)
    return connection.scalar(earlier) or 0


def missing(connection: sa.Connection, person: str, rounds: Iterable[sa.Row[Any]]) -> list[int]:
    """Those of some rounds that are not reviewed, the latest first."""
    numbers = [row.round for row in rounds][::-1]
    known = sa.select(REVIEWS.c.round).where(
        REVIEWS.c.person == person,
        REVIEWS.c.round.in_(numbers),
        REVIEWS.c.document.is_not(None),
        is_current(),
    )
    there = set(connection.scalars(known))
    return [number for number in numbers if number not in there]


def _numbered(review: Data) -> Iterable[tuple[int, Data]]:
    return enumerate(review["decisions"])


def _short(n: int, decision: Data) -> Data:
    """A decision in a list: ``n`` is its place in its round."""
    kept = ("round", "street", "made", "best", "right", "mistake")
    return {"n": n, "cost": decision["cost"]["value"]} | {key: decision[key] for key in kept}


def _costliest(decisions: Sequence[Data]) -> list[Data]:
    """The costliest mistakes, the worst first."""
    return [decisions[place] for place in worst(decisions)]


def _points(reviews: Sequence[Data]) -> list[Data]:
    """The running sums after each round, for a chart."""
    sums = {name: list(accumulate(review[name]["value"] for review in reviews)) for name in CHARTED}
    return [
        {"round": review["round"]} | {name: sums[name][i] for name in CHARTED}
        for i, review in enumerate(reviews)
    ]


# --- all rounds -----------------------------------------------------------------------------------


def all_of(connection: sa.Connection, person: str) -> Data:
    """What all the reviews of a person say together, from their figures alone."""
    of = sa.select(PLAYED.c.nth).where(PLAYED.c.person == person)
    buckets = _buckets(connection, person)
    totals = {name: sum(bucket[name] for bucket in buckets) for name in _SUMMED}
    sums = {name: list(accumulate(bucket[name] for bucket in buckets)) for name in CHARTED}
    return {
        "of": connection.scalar(of.order_by(PLAYED.c.nth.desc()).limit(1)) or 0,
        "done": totals["rounds"],
        **{name: {"exact": None, "value": totals[name]} for name in ADDED},
        "right": {"decisions": totals["decisions"], "right": totals["right"]},
        "worst": _worst_of_all(connection, person),
        "points": [
            {"round": bucket["last"]} | {name: sums[name][i] for name in CHARTED}
            for i, bucket in enumerate(buckets)
        ],
    }


_SUMMED: Final = (*ADDED, "decisions", "right", "rounds")


def _buckets(connection: sa.Connection, person: str) -> Sequence[sa.RowMapping]:
    """The sums of neighbouring rounds, in as many groups as a chart has points at most."""
    mine = (
        REVIEWS.c.person == person,
        REVIEWS.c.edition == EDITION,
        REVIEWS.c.luck_value.is_not(None),
    )
    ends = sa.select(sa.func.min(REVIEWS.c.round), sa.func.max(REVIEWS.c.round)).where(*mine)
    first, last = connection.execute(ends).one()
    if first is None:
        return []
    width = (last - first) // MOST + 1
    bucket = (REVIEWS.c.round - first) // width
    wanted = sa.select(
        sa.func.max(REVIEWS.c.round).label("last"),
        sa.func.count().label("rounds"),
        *(sa.func.sum(REVIEWS.c[f"{name}_value"]).label(name) for name in ADDED),
        sa.func.sum(REVIEWS.c.decisions).label("decisions"),
        sa.func.sum(REVIEWS.c.right).label("right"),
    )
    grouped = wanted.where(*mine).group_by(bucket).order_by(bucket)
    return connection.execute(grouped).mappings().all()


def _worst_of_all(connection: sa.Connection, person: str) -> list[Data]:
    """The costliest mistakes: they are in the rounds that have the costliest one each."""
    wanted = sa.select(REVIEWS.c.document).where(
        REVIEWS.c.person == person, REVIEWS.c.worst_value > 0, REVIEWS.c.edition == EDITION
    )
    costliest = wanted.order_by(REVIEWS.c.worst_value.desc()).limit(WORST)
    found = [json.loads(written) for written in connection.scalars(costliest)]
    return _costliest(decisions_of(found))
