"""Announcements with a blank, such as the spread or a hand: reading the blank and filling it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from croupier.rules.rulebook import Rulebook

_BLANK: Final = re.compile(r"\{\w+\}")


@dataclass(frozen=True)
class Blank:
    """An announcement with exactly one blank.

    >>> Blank("The spread is ", "").value("The spread is 3")
    '3'
    """

    before: str
    after: str

    def value(self, said: str | None) -> str | None:
        """Return what stands in the blank, None if these are other words."""
        said = said or ""
        inside = len(said) > len(self.before) + len(self.after)
        if inside and said.startswith(self.before) and said.endswith(self.after):
            return said[len(self.before) : len(said) - len(self.after)]
        return None

    def filled(self, value: str) -> str:
        """Return the announcement with this in its blank; the inverse of :meth:`value`."""
        return f"{self.before}{value}{self.after}"


def blanks(book: Rulebook) -> Iterator[Blank]:
    """Yield the announcements of a document that have one blank."""
    for words in book.announcements.values():
        parts = _BLANK.split(words.text)
        if len(parts) == 2:
            yield Blank(*parts)


def fixed(book: Rulebook) -> Iterator[str]:
    """Yield the announcements without a blank, except questions."""
    for words in book.announcements.values():
        if not _BLANK.search(words.text) and not words.text.endswith("?"):
            yield words.text
