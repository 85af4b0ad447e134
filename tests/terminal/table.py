"""A table for tests: the program without animation, and the text on its screen."""

from __future__ import annotations

import html
import re
from typing import Any

from textual.pilot import Pilot

from croupier.terminal.app import PlayApp, Welcome
from croupier.terminal.sitting import Keep, Sitting, start_of
from croupier.terminal.table_screen import TableScreen
from tests.support import in_turn

_TEXT = re.compile(r'<text[^>]* x="([\d.]+)" y="([\d.]+)" textLength[^>]*>([^<]*)</text>')
_CELL, _LINE = 12.2, 24.4
"""The size of a character in a picture of the screen."""


def a_sitting(
    game: str = "red-dog",
    seats: dict[int, int] | None = None,
    seed: int | None = 7,
    keep: Keep = lambda saved: None,
    **given: Any,
) -> Sitting:
    """Return a sitting. Seed 5 deals 8♣ and 4♠, then 6♠. Seed 7 deals 9♥ and 5♠, then K♦."""
    held = {1: 50000} if seats is None else seats
    return Sitting(start_of(game, held, rulebook="ma", given=given, seed=seed), keep)


def say(sitting: Sitting, *lines: str) -> Sitting:
    """Say actions one after another, see ``in_turn``. The dealer does all that follows."""
    for text in in_turn(*lines):
        sitting.hurry()
        sitting.act(sitting.game.grammar.parse(text))
    sitting.hurry()
    return sitting


def a_dealt(seed: int) -> Sitting:
    """Return a round of Red Dog in its raise window, with $10 wagered."""
    return say(a_sitting(seed=seed), "1 wager original 10", "dealer close")


def an_app(
    sitting: Sitting | None = None,
    *,
    pace: str = "off",
    advice: bool = False,
    after: bool = False,
) -> PlayApp:
    """Return the program, at the table or, without a sitting, at its welcome."""
    welcome = Welcome("Red Dog", 7, 50000, lambda seats: a_sitting(seats=seats))
    return PlayApp(welcome, sitting, pace=pace, advice=advice, after=after)


def seen(app: PlayApp) -> str:
    """Return the text on the screen, every character in its column."""
    size = app.size
    grid = [[" "] * size.width for _ in range(size.height)]
    for x, y, text in _TEXT.findall(app.export_screenshot()):
        row, column = int(float(y) / _LINE), round(float(x) / _CELL)
        for i, character in enumerate(html.unescape(text).replace("\xa0", " ").rstrip("\n")):
            grid[row][column + i] = character
    return "\n".join("".join(row) for row in grid)


def where(app: PlayApp, text: str) -> tuple[int, int]:
    """Return the column and row of a text on the screen."""
    shown = seen(app)
    assert text in shown, shown
    row = next(i for i, line in enumerate(shown.splitlines()) if text in line)
    return shown.splitlines()[row].index(text), row


def at_table(app: PlayApp) -> TableScreen:
    """The table's screen."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def press(pilot: Pilot[None], keys: str) -> None:
    """Press keys, given as one text with blanks between them."""
    await pilot.press(*keys.split())
