"""Rows of which the database itself works out some columns, from the rows that are there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

_INSERTION: Final = "insertion"
_NAMED: Final = re.compile(r":(\w+)")


@dataclass(frozen=True)
class Insertion:
    """How rows are put into such a table."""

    given: tuple[str, ...]
    """What is given with each row, in this order."""
    statement: str
    """The statement for one row, with ``:name`` for what is given; every database takes it."""
    alone: str
    """Of rows that have the same value here, the database adds one after another."""

    def with_names(self, name: Callable[[int], str]) -> str:
        """Return the statement with other names for what is given, each by its place."""
        return _NAMED.sub(lambda found: name(self.given.index(found[1])), self.statement)

    @property
    def info(self) -> dict[str, Any]:
        """What a table says of itself to be filled in this way."""
        return {_INSERTION: self}


def insertion_of(table: sa.Table) -> Insertion | None:
    """How rows are put into a table; None where every column is given."""
    found: Insertion | None = table.info.get(_INSERTION)
    return found


def given_columns(table: sa.Table) -> tuple[str, ...]:
    """What must be given with each row of a table."""
    insertion = insertion_of(table)
    return tuple(table.columns.keys()) if insertion is None else insertion.given
