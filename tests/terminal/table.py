"""A table to test at: a program without animation, and what a person would read on its screen."""

from __future__ import annotations

import html
import re
from typing import Any

from textual.pilot import Pilot

from croupier.terminal.app import PlayApp, Welcome
from croupier.terminal.sitting import Keep, Sitting, start_of
from croupier.terminal.table_screen import TableScreen

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
    """A sitting; seed 5 deals 8♣ and 4♠, then 6♠; seed 7 deals 9♥ and 5♠, then K♦."""
    held = {1: 50000} if seats is None else seats
    return Sitting(start_of(game, held, rulebook="ma", given=given, seed=seed), keep)


def say(sitting: Sitting, *lines: str) -> Sitting:
    """Say lines one after another, the dealer doing all that follows."""
    for text in lines:
        sitting.hurry()
        sitting.act(sitting.game.grammar.parse(text))
    sitting.hurry()
    return sitting


def a_dealt(seed: int) -> Sitting:
    """A round of Red Dog in its raise window, $10 wagered."""
    return say(a_sitting(seed=seed), "1 wager original 10", "dealer close")


def an_app(sitting: Sitting | None = None, *, pace: str = "off", advice: bool = False) -> PlayApp:
    """The program, at the table; without a sitting, at its welcome."""
    welcome = Welcome("Red Dog", 7, 50000, lambda seats: a_sitting(seats=seats))
    return PlayApp(welcome, sitting, pace=pace, advice=advice)


def seen(app: PlayApp) -> str:
    """What is on the screen: every line of it, every character in its column."""
    size = app.size
    grid = [[" "] * size.width for _ in range(size.height)]
    for x, y, text in _TEXT.findall(app.export_screenshot()):
        row, column = int(float(y) / _LINE), round(float(x) / _CELL)
        for i, character in enumerate(html.unescape(text).replace("\xa0", " ").rstrip("\n")):
            grid[row][column + i] = character
    return "\n".join("".join(row) for row in grid)


def where(app: PlayApp, text: str) -> tuple[int, int]:
    """Column and row at which a text is seen."""
    shown = seen(app)
    assert text in shown, shown
    row = next(i for i, line in enumerate(shown.splitlines()) if text in line)
    return shown.splitlines()[row].index(text), row


def at_table(app: PlayApp) -> TableScreen:
    """The table's screen."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def press(pilot: Pilot[None], keys: str) -> None:
    """Press keys that are written one after another, with blanks between them."""
    await pilot.press(*keys.split())
