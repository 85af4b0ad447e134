"""What covers each clause: a test, an act of the dealer, a stated reason, or nothing yet.

The test suite makes the index of tests, which ships with the package. A document that is not in the
index has no tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final, Literal, TypeAlias, TypedDict

import msgspec

from croupier.nouns import structs
from croupier.rules import rulebook
from croupier.rules.rulebook import Clause, RulebookError

Index: TypeAlias = Mapping[str, Mapping[str, list[str]]]
"""The tests that show each clause, by document and clause."""

Standing: TypeAlias = Literal["tested", "physical", "administrative", "open"]

Figure: TypeAlias = Literal["total", "tested", "physical", "administrative", "open"]
FIGURES: Final[tuple[Figure, ...]] = ("total", "tested", "physical", "administrative", "open")

INDEX_FILE: Final = "clause_index.json"


class Count(TypedDict):
    """How many clauses of a document have each kind of coverage."""

    document: str
    total: int
    tested: int
    physical: int
    administrative: int
    open: int


@cache
def index() -> Index:
    """Return the tests of every clause, as shipped; empty if no index has been made."""
    file = resources.files(__package__).joinpath(INDEX_FILE)
    try:
        return structs.decode(file.read_bytes(), dict[str, dict[str, list[str]]])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError as error:
        raise RulebookError(f"{INDEX_FILE}: {error}") from None


def tests_of(document: str, clause: str, tests: Index | None = None) -> list[str]:
    """Return the tests that show a clause, which is named by its document's own id."""
    return (index() if tests is None else tests).get(document, {}).get(clause, [])


def standing(document: str, clause: Clause, tests: Index | None = None) -> Standing:
    """Return ``tested`` if a test shows the clause, else what its data says, else ``open``."""
    if tests_of(document, clause.id, tests):
        return "tested"
    return clause.coverage if clause.coverage != "tested" else "open"


def count(tests: Index | None = None) -> list[Count]:
    """Count the clauses of every document by kind of coverage."""
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
    """Return the clauses of a document that nothing covers yet."""
    book = rulebook.load(game, state)
    return [c.id for c in book.clauses.values() if standing(book.document, c, tests) == "open"]
