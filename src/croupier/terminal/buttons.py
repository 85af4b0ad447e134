"""Buttons made of characters: each shows its key, and a click on it presses that key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.style import Style

from croupier.terminal.chair import Press
from croupier.terminal.drawing import Block, clickable, flowed, line, long

CHOICE: Final = Style(color="#fffbe8", bgcolor="#16613f", bold=True)
ENTER: Final = Style(color="#17120a", bgcolor="#c79a2b", bold=True)
CHIP: Final = Style(color="#efe6d8", bgcolor="#3a2c23", bold=True)
KEY: Final = Style(reverse=True)


def draw_buttons(presses: Iterable[Press], width: int, *, tall: bool) -> Block:
    """Draw the buttons for all that may be pressed, in as many rows as they need."""
    blocks = []
    for press in presses:
        style = ENTER if press.primary else CHOICE
        text = f"{press.text} ⏎" if press.primary else press.text
        blocks.append(
            clickable(_button(press.key, text, style, tall), f"screen.press({press.key!r})")
        )
    return flowed(blocks, width, centred=False)


def draw_chips(buttons: Iterable[tuple[str, str, str]], width: int) -> Block:
    """Draw small buttons, given their key, text and what a click on them runs."""
    blocks = [clickable(_button(key, text, CHIP, False), run) for key, text, run in buttons]
    return flowed(blocks, width, centred=False)


def _button(key: str, text: str, style: Style, tall: bool) -> Block:
    face = (*line(" ", style), *line(key.upper(), style + KEY), *line(f" {text} ", style))
    if not tall:
        return [face]
    face = (*line(" ", style), *face, *line(" ", style))
    blank = line(" " * long(face), style)
    return [blank, face, blank]
