"""Words of the chair: announcements with a blank to fill, hints, and hands with their article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from croupier.rules.rulebook import Rulebook

_BLANK: Final = re.compile(r"\{\w+\}")

DUE: Final = {
    "announce": "You announce something now.",
    "ask": "You turn to a player now.",
    "report": "You report something now.",
    "rule": "You rule on something now.",
    "deal": "You go on with the deal now.",
    "burn": "You burn something now.",
    "turn": "You turn something over now.",
    "rack": "Something goes to the rack now.",
    "collect": "You collect something now.",
    "pay": "You settle a wager now.",
    "pot": "You move chips or the button now.",
    "judge": "You judge a hand now.",
    "mark": "You mark something now.",
    "count": "You count something now.",
    "shuffle": "You see to the cards before they are dealt.",
    "cut": "You see to the cut now.",
}
"""What a hint says of a step, by the verb of its act."""

DOING: Final = {
    "announce": "announcing",
    "ask": "asking the players",
    "report": "reporting what is wrong",
    "rule": "ruling",
    "deal": "dealing",
    "burn": "burning cards",
    "turn": "turning cards over",
    "rack": "racking cards",
    "collect": "collecting",
    "pay": "paying",
    "pot": "moving the pot and the button",
    "judge": "judging hands",
    "mark": "marking",
    "count": "counting",
    "shuffle": "preparing the cards",
    "cut": "cutting the cards",
    "remove-device": "removing a device",
}
"""The kinds of steps, by the verb of their act."""


def doing(verb: str) -> str:
    """Return a kind of step as a trainee reads it; a game's own verb stands for itself."""
    return DOING.get(verb, verb)


def with_article(hand: str) -> str:
    """Return the name of a hand as it stands in a sentence.

    >>> with_article("full house"), with_article("three of a kind"), with_article("ace high")
    ('a full house', 'three of a kind', 'ace high')
    """
    bare = hand.endswith(" high") or hand.split(" ")[0] in ("two", "three", "four", "five")
    return hand if bare else f"a {hand}"


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
