"""A table to test at: a program without animation, and what a person would read on its screen."""

from __future__ import annotations

import html
import re
from typing import Any

from textual.pilot import Pilot

from croupier.terminal.app import PlayApp, Welcome
from croupier.terminal.sitting import Keep, Sitting, start_of
from croupier.terminal.table_screen import TableScreen

_TEXT = re.compile(r'<text[^>]* y="([\d.]+)"[^>]*>([^<]*)</text>')


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


def an_app(sitting: Sitting | None = None, *, pace: str = "off", advice: bool = False) -> PlayApp:
    """The program, at the table; without a sitting, at its welcome."""
    welcome = Welcome("Red Dog", 7, 50000, lambda seats: a_sitting(seats=seats))
    return PlayApp(welcome, sitting, pace=pace, advice=advice)


def seen(app: PlayApp) -> str:
    """What is on the screen, line by line."""
    lines: dict[float, str] = {}
    for y, text in _TEXT.findall(app.export_screenshot()):
        lines[float(y)] = lines.get(float(y), "") + html.unescape(text).replace("\xa0", " ")
    return "\n".join(lines[y] for y in sorted(lines))


def at_table(app: PlayApp) -> TableScreen:
    """The table's screen."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


async def press(pilot: Pilot[None], keys: str) -> None:
    """Press keys that are written one after another, with blanks between them."""
    await pilot.press(*keys.split())
    await pilot.pause()
