"""What holds each clause: a test, an act of the dealer, a stated reason, or nothing yet.

The index of tests is made by the test suite and shipped with the package; a document that it does not
name has no tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, Literal, TypeAlias, TypedDict

import msgspec

from croupier.rules import rulebook
from croupier.rules.rulebook import Clause, RulebookError

Index: TypeAlias = Mapping[str, Mapping[str, list[str]]]
"""Document to clause to the tests that show it."""

Standing: TypeAlias = Literal["tested", "physical", "administrative", "open"]

Figure: TypeAlias = Literal["total", "tested", "physical", "administrative", "open"]
FIGURES: Final[tuple[Figure, ...]] = ("total", "tested", "physical", "administrative", "open")

INDEX_FILE: Final = "clause_index.json"


class Count(TypedDict):
    """How many clauses of a document stand where."""

    document: str
    total: int
    tested: int
    physical: int
    administrative: int
    open: int


@cache
def index() -> Index:
    """The tests of every clause, as shipped; empty where no index has been made."""
    file = resources.files(__package__).joinpath(INDEX_FILE)
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, list[str]]])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        raise RulebookError(f"{INDEX_FILE}: {error}") from None


def tests_of(document: str, clause: str, tests: Index | None = None) -> list[str]:
    """The tests that show a clause, by its document's own id."""
    return (index() if tests is None else tests).get(document, {}).get(clause, [])


def standing(document: str, clause: Clause, tests: Index | None = None) -> Standing:
    """Tested if a test shows it; else what its data says it is; else open."""
    if tests_of(document, clause.id, tests):
        return "tested"
    return clause.coverage if clause.coverage != "tested" else "open"


def count(tests: Index | None = None) -> list[Count]:
    """The clauses of every document, counted by where they stand."""
    rows = []
    for game, state in rulebook.documents():
        book = rulebook.load(game, state)
        row = Count(
            document=book.document,
            total=len(book.clauses),
            tested=0,
            physical=0,
            administrative=0,
            open=0,
        )
        for clause in book.clauses.values():
            row[standing(book.document, clause, tests)] += 1
        rows.append(row)
    return rows


def open_clauses(game: str, state: str = "", tests: Index | None = None) -> list[str]:
    """The clauses of a document that nothing holds yet."""
    book = rulebook.load(game, state)
    return [c.id for c in book.clauses.values() if standing(book.document, c, tests) == "open"]
