"""How to play: what a newcomer to a game is told, as data.

A game may have a ``guide.toml`` beside its rules. The page draws it: a card of six lines with
pictures, and a first round that is guided step by step. A game without one works without::

    sentence = "Will the third card fall between the first two?"  # what the game is
    minutes = 1                           # how long it takes to learn

    [[steps]]                             # the lines of the card, six of them
    text = "Put chips on Original."
    picture = [                           # things side by side, seen from the player's side
      { area = "original", chips = "10.00" },  # a betting area of the felt, with chips or without
      { cards = ["4c", "--", "7d"] },     # "??" lies face down, "--" is an empty place
      { cards = [["", "Ks"], ["9h", ""]] },  # rows of cards; "" leaves a gap
      { chips = "40.00", label = "pot" }, # chips that lie somewhere else
      { word = "+$80", tone = "good" },   # a word: good, bad or neither
    ]                                     # anything may have a ``label`` beneath it
    example = { cards = "2s 4c 7d 6h", said = ["1 wager original 10"], net = "80.00" }
                                          # a round that shows that the line is true: the cards as
                                          # they leave the shoe, what is said, what seat 1 gains

    [first_round]                         # what is told in the first round, by the moment
    wager = "Place your chips."           # before the first wager lies
    ready = "Say that you are ready."     # before the cards
    result = "That was a round."          # after it

    [first_round.decisions]               # by the verbs among which one chooses, in order
    "pass raise" = "Raise or pass?"

    [first_round.sometimes]               # the same, for what not every round asks

    [terms]                               # words of the game, by the clause that explains them;
    spread = "5(g)"                       # what the document defines is known without
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.nouns.cards import parse_cards
from croupier.rules import shelf

MOMENTS: Final = ("wager", "ready", "result")
"""The moments of a first round that every game has."""
TONES: Final = ("good", "bad")
_THINGS: Final = ({"cards"}, {"area"}, {"area", "chips"}, {"chips"}, {"word"}, {"word", "tone"})
_NOT_CARDS: Final = ("??", "--", "")


@dataclass(frozen=True)
class Example:
    """A round that shows that a line of the guide is true."""

    cards: tuple[str, ...]
    said: tuple[str, ...]
    net: str


@dataclass(frozen=True)
class Step:
    """A line of the card, with its picture."""

    text: str
    picture: tuple[Mapping[str, Any], ...]
    example: Example | None = None


@dataclass(frozen=True)
class Guide:
    """What a newcomer to a game is told."""

    sentence: str
    minutes: int
    steps: tuple[Step, ...]
    moments: Mapping[str, str]
    decisions: Mapping[str, str]
    """By the verbs, in order of the alphabet: those of every round, then the others."""
    terms: Mapping[str, str] = field(default_factory=dict)


@functools.cache
def load(name: str) -> Mapping[str, Any] | None:
    """Return the data of a game's guide; None if it has none."""
    file = shelf.files(name).joinpath("guide.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else None


def parse(data: Mapping[str, Any]) -> Guide:
    """Make a guide from the data of its file; raise ValueError for what the page cannot draw."""
    first = data["first_round"]
    sometimes = first.get("sometimes", {})
    return Guide(
        data["sentence"],
        data["minutes"],
        steps=tuple(_step(step) for step in data["steps"]),
        moments={moment: first[moment] for moment in MOMENTS},
        decisions={**first["decisions"], **sometimes},
        terms=dict(data.get("terms", {})),
    )


def _step(data: Mapping[str, Any]) -> Step:
    example = data.get("example")
    for thing in data["picture"]:
        _check(thing)
    return Step(
        data["text"],
        tuple(data["picture"]),
        example
        and Example(tuple(example["cards"].split()), tuple(example["said"]), example["net"]),
    )


def _check(thing: Mapping[str, Any]) -> None:
    """Raise ValueError unless the page can draw a thing of a picture.

    >>> _check({"cards": ["4c", "--"], "label": "first card"})
    >>> _check({"cards": ["4c"], "area": "ante"})
    Traceback (most recent call last):
    ...
    ValueError: a picture cannot show area, cards together
    """
    shown = set(thing) - {"label"}
    if shown not in _THINGS:
        raise ValueError(f"a picture cannot show {', '.join(sorted(shown))} together")
    if thing.get("tone", TONES[0]) not in TONES:
        raise ValueError(f"a word is {' or '.join(TONES)}, not {thing['tone']}")
    for card in cards_of(thing):
        if card not in _NOT_CARDS:
            parse_cards(card)


def cards_of(thing: Mapping[str, Any]) -> Iterator[str]:
    """Yield the cards of a thing in a picture, which may lie in rows."""
    for row in thing.get("cards", ()):
        yield from [row] if isinstance(row, str) else row
