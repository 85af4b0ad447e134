"""A trainee's results over time: by sitting, by clause and by kind of step."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, Final

from croupier.chair.answers import (
    NONE,
    History,
    Tally,
    by_clause,
    by_step,
    newest_last,
    tallies,
    weakest_first,
)
from croupier.chair.guide import told
from croupier.chair.programme import suggested
from croupier.chair.progress import Sat, Standing
from croupier.chair.sitting import percent_of
from croupier.chair.wording import doing
from croupier.rules.rulebook import Rulebook

MONTH: Final = 30
"""The days of the shorter span for which results are shown."""
SHOWN: Final = 200
"""How many sittings are shown, the newest ones."""


def results(
    book: Rulebook,
    standing: Standing,
    history: History = NONE,
    *,
    days: int | None = None,
    now: datetime.datetime | None = None,
) -> dict[str, Any]:
    """Return what came of the sittings of the last days, or of all of them.

    The suggestion goes by everything that is known, whatever span is shown.
    """
    since = "" if days is None else _ago(now or datetime.datetime.now(datetime.UTC), days)
    sat = {n: one for n, one in enumerate(standing.sittings, 1) if one.ended >= since}
    chosen = {n: history[n] for n in sat if n in history}
    given = list(newest_last(chosen))
    sittings = list(_sittings(sat, chosen))
    upcoming = suggested(book, standing, history)
    return {
        "game": book.game,
        "title": book.title,
        "rulebook": book.state,
        "document": book.document,
        "days": days,
        "answered": sum(row["answered"] for row in sittings),
        "right": sum(row["right"] for row in sittings),
        "percent": _percent(sittings),
        "earlier": sum(n not in chosen for n in sat),
        "sittings": sittings[-SHOWN:],
        "clauses": list(_clauses(book, tallies(given, by_clause))),
        "kinds": [
            {"kind": kind, "title": doing(kind), **tally.as_dict()}
            for kind, tally in weakest_first(tallies(given, by_step))
        ],
        "suggested": None if upcoming is None else upcoming.as_dict(),
    }


def _ago(now: datetime.datetime, days: int) -> str:
    return (now - datetime.timedelta(days=days)).isoformat(timespec="seconds")


def _percent(sittings: list[dict[str, Any]]) -> int | None:
    answered = sum(row["answered"] for row in sittings)
    return percent_of(sum(row["right"] for row in sittings), answered) if answered else None


def _sittings(sat: Mapping[int, Sat], history: History) -> Iterator[dict[str, Any]]:
    for number, one in sat.items():
        answered = len(history[number]) if number in history else one.questions
        yield {
            "sitting": number,
            "what": one.what,
            "ended": one.ended,
            "answered": answered,
            "right": one.right,
            "percent": percent_of(one.right, answered) if answered else None,
            "seconds": one.seconds,
            "passed": one.passed,
            "certificate": one.certificate or None,
        }


def _clauses(book: Rulebook, found: Mapping[str, Tally]) -> Iterator[dict[str, Any]]:
    """Yield what was asked about with its text, the weakest first."""
    for cited, tally in weakest_first(found):
        yield {"cited": cited, "text": text_of(book, cited), **tally.as_dict()}


def text_of(book: Rulebook, cited: str) -> str | None:
    """Return a clause or a ruling in our words; None if the document has it no more."""
    clauses = [cited] if cited in book.clauses else []
    return next((one.text for one in told(book, clauses, cited)), None)
