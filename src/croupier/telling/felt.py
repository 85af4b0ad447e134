"""The felt: how a game's table looks, as data.

A game may have a ``felt.toml`` beside its rules; the terminal and the page draw the same file. All
of it is optional, and a game without one gets :func:`plain`. Rows go from top to bottom. Left,
right, far and near are as in the documents, seen from the dealer's side::

    title = "Red Dog"                     # printed on the cloth; the game's title if absent

    [[rows]]                              # rows of places where cards lie; "" leaves a gap
    places = ["left", "middle", "right"]

    [cards]                               # how many cards a place holds, if more than one
    dealer = 2

    [labels]                              # names of places, wagers or sentences for people
    middle = "third card"
    "ask burn" = "ask to see the burn"

    [areas]                               # the betting areas of every seat
    wagers = ["original", "raise"]
    positions = 7                         # the most seats that are printed; no limit if absent

    [[scales]]                            # steps with a marker on one of them
    label = "spread"
    steps = [1, 11]                       # the first and the last
    payouts = "spread"                    # the house's payouts, by step or range ("4-11")
    marker = "mark"                       # the kind of event that puts the marker on a step

    [payouts]                             # which of the house's payouts are posted; all if absent
    post = ["spread", "three-of-a-kind"]

    [page]                                # what only the browser draws
    cloth = "burgundy"                    # the colour: burgundy, navy, emerald or violet
    hand = 2                              # how many cards a seat may hold
    pot = true                            # there is a pot, and the dealer has stakes in it

    [page.labels]                         # names that depend on the viewer's side of the table:
    left = "first card"                   # those of the players, for whom the page is drawn

    [page.called]                         # a wager in a sentence; its label and “wager” if absent
    ante = "ante"

    [page.printed]                        # the name of a hand in the posted odds, if it is too long
    pair-of-jacks-or-better = "jacks or better"

    [[page.groups]]                       # places that lie together, as rows, instead of ``rows``
    at = "left"                           # left, middle or right of the dealer
    rows = [["dealer"]]

    [page.lines]                          # places that a word of the seat joins into a line
    vertical = ["far", "center", "near"]

    [[page.areas]]                        # where a wager lies in front of its seat
    wager = "raise"
    word = "vertical"                     # if a word of the seat decides where
    spots = [[0, 1], [0, -1]]             # right of the seat's middle, and towards the dealer
    shape = "box"                         # circle (if absent), box or diamond

A place whose name ends in a seat's number is that seat's hand and needs no row.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.rules import shelf
from croupier.stage.game import Game

_SEAT = re.compile(r"(?:^|\D)(\d+)$")


@dataclass(frozen=True)
class Scale:
    """A line of steps, what they pay, and the kind of event that puts the marker on one."""

    label: str
    steps: tuple[int, ...]
    payouts: str = ""
    marker: str = "mark"


@dataclass(frozen=True)
class Felt:
    """What is drawn on the cloth of a game."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    cards: Mapping[str, int] = field(default_factory=dict)
    wagers: tuple[str, ...] = ()
    positions: int | None = None
    """The most seats that the cloth has room for; None if there is no limit."""
    scales: tuple[Scale, ...] = ()
    payouts: tuple[str, ...] = ()
    """The house's payouts that are posted, in order; all if empty."""
    labels: Mapping[str, str] = field(default_factory=dict)
    page_labels: Mapping[str, str] = field(default_factory=dict)
    """Names of places as the players see them, from the other side of the table."""

    def label(self, name: str) -> str:
        """Return the name of a place, a wager or a sentence for people.

        >>> felt = Felt("A game", labels={"middle": "third card"})
        >>> felt.label("middle"), felt.label("jacks-plus")
        ('third card', 'jacks plus')
        """
        return self.labels.get(name) or readable(name)


def readable(name: str) -> str:
    """Return an internal name as people read it: hyphens become blanks, except between figures.

    >>> readable("straight-flush"), readable("4-11")
    ('straight flush', '4–11')
    """
    return re.sub(r"(?<=\d)-(?=\d)", "–", name).replace("-", " ")


def seat_of(place: str) -> int | None:
    """Return the seat whose hand lies in a place; None if the place belongs to the table.

    >>> seat_of("seat 3"), seat_of("left")
    (3, None)
    """
    match = _SEAT.search(place)
    return int(match[1]) if match else None


@functools.cache
def load(name: str) -> Mapping[str, Any] | None:
    """Return the data of a game's felt file; None if it has none."""
    file = shelf.files(name).joinpath("felt.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else None


def parse(data: Mapping[str, Any], title: str) -> Felt:
    """Make a felt from the data of its file."""
    return Felt(
        data.get("title", title),
        rows=tuple(tuple(row["places"]) for row in data.get("rows", ())),
        cards=dict(data.get("cards", {})),
        wagers=tuple(data.get("areas", {}).get("wagers", ())),
        positions=data.get("areas", {}).get("positions"),
        scales=tuple(
            Scale(
                scale["label"],
                tuple(range(scale["steps"][0], scale["steps"][1] + 1)),
                scale.get("payouts", ""),
                scale.get("marker", "mark"),
            )
            for scale in data.get("scales", ())
        ),
        payouts=tuple(data.get("payouts", {}).get("post", ())),
        labels=dict(data.get("labels", {})),
        page_labels=dict(data.get("page", {}).get("labels", {})),
    )


def plain(game: Game) -> Felt:
    """Make a felt for a game without one: an area for every wager that its sentences name."""
    wagers: dict[str, None] = {}
    for sentence in game.grammar.sentences("seat"):
        match sentence.split():
            case ["wager", name, *_] | [name, "AMOUNT"]:
                wagers[name] = None
            case _:
                pass
    return Felt(game.title, wagers=tuple(wagers))


def of(game: Game) -> Felt:
    """Return the felt to draw for a game."""
    data = load(game.name)
    return plain(game) if data is None else parse(data, game.title)
