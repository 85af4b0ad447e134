"""Cards and boxes out of characters: blocks of lines that are put beside and above one another.

A block is a list of :class:`rich.text.Text` lines of one width. Nothing is said by colour alone: suits have
their signs, what is chosen has a mark, and a hidden card has a pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from croupier.cards import SUIT_SIGNS, UNKNOWN, Card

Block: TypeAlias = list[Text]

PAPER: Final = "#f7f3e8"
BLACK: Final = Style(color="#15181c", bgcolor=PAPER, bold=True)
RED: Final = Style(color="#b5121b", bgcolor=PAPER, bold=True)
EDGE: Final = Style(color="#8d8574", bgcolor=PAPER)
BACK: Final = Style(color="#c9d6f2", bgcolor="#27407a")
CLOTH: Final = Style(color="#7fb59a")
INK: Final = Style(color="#eef5ef")
GOLD: Final = Style(color="#f2c14e", bold=True)
FADED: Final = Style(dim=True)

Size: TypeAlias = tuple[int, int]
"""Width and height of a card, edges included."""
GRAND: Final[Size] = (13, 9)
LARGE: Final[Size] = (9, 7)
MEDIUM: Final[Size] = (7, 5)
SMALL: Final[Size] = (5, 3)


def rank_of(card: Card) -> str:
    return "10" if card[0] == "T" else card[0]


def short(card: Card) -> str:
    """A card in a line of text: ``10♥``; ``??`` stays as it is.

    >>> short(Card("Th")), short(UNKNOWN)
    ('10♥', '??')
    """
    return card if card == UNKNOWN else rank_of(card) + SUIT_SIGNS[card[1]]


def draw_card(card: Card | None, size: Size = MEDIUM) -> Block:
    """One card, its back if it is unknown, or the outline of the place if there is none."""
    width, height = size[0] - 2, size[1] - 2
    if card is None:
        top, side, bottom = "╭" + "╌" * width + "╮", "╎", "╰" + "╌" * width + "╯"
        body = [side + " " * width + side] * height
        return [Text(line, CLOTH) for line in (top, *body, bottom)]
    if card == UNKNOWN:
        face = ["╱╲" * width, "╲╱" * width]
        rows = [face[i % 2][:width] for i in range(height)]
        return _bordered([Text(row, BACK) for row in rows], width, BACK)
    ink = RED if card[1] in "dh" else BLACK
    rank, suit = rank_of(card), SUIT_SIGNS[card[1]]
    if height == 1:
        return _bordered([Text(f"{rank}{suit}".center(width), ink)], width, EDGE)
    rows = [" " * width] * height
    rows[0] = (rank.ljust(width - 1) if width < 7 else f" {rank}".ljust(width - 1)) + " "
    rows[height // 2] = suit.center(width)
    rows[-1] = rows[0][::-1] if len(rank) == 1 else rank.rjust(width - (width >= 7)).ljust(width)
    return _bordered([Text(row, ink) for row in rows], width, EDGE)


def draw_cards(cards: Sequence[Card], size: Size, least: int = 0) -> Block:
    """Several cards side by side, or the outlines of as many as there should be at least."""
    shown: list[Card | None] = [*cards]
    shown += [None] * (least - len(cards))
    return beside([draw_card(card, size) for card in shown], gap=0)


def _bordered(rows: Iterable[Text], width: int, edge: Style) -> Block:
    side = Text("│", edge)
    middle = [Text.assemble(side, row, side) for row in rows]
    return [Text("╭" + "─" * width + "╮", edge), *middle, Text("╰" + "─" * width + "╯", edge)]


def boxed(rows: Sequence[Text], title: str, width: int, style: Style = CLOTH) -> Block:
    """Rows in a frame with a title; the frame is double when the style is gold: chosen."""
    corners, bar, side = ("╔╗╚╝", "═", "║") if style is GOLD else ("╭╮╰╯", "─", "│")
    inner = width - 2
    named = f" {title} "[:inner]
    left = (inner - cell_len(named)) // 2
    top = corners[0] + bar * left + named + bar * (inner - left - cell_len(named)) + corners[1]
    edge = Text(side, style)
    middle = [Text.assemble(edge, fitted(row, inner), edge) for row in rows]
    return [Text(top, style), *middle, Text(corners[2] + bar * inner + corners[3], style)]


def fitted(text: Text, width: int, align: str = "center") -> Text:
    """A line cut or padded to a width."""
    line = text.copy()
    line.truncate(width)
    missing = width - line.cell_len
    left = {"left": 0, "center": missing // 2, "right": missing}[align]
    line.pad_left(left)
    line.pad_right(missing - left)
    return line


def wide(block: Block) -> int:
    """The width of a block."""
    return max((line.cell_len for line in block), default=0)


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Blocks from left to right, their tops aligned."""
    kept = [block for block in blocks if block]
    widths = [wide(block) for block in kept]
    lines = []
    for i in range(max(map(len, kept), default=0)):
        parts = [
            fitted(block[i] if i < len(block) else Text(), width, "left")
            for block, width in zip(kept, widths, strict=True)
        ]
        lines.append(Text(" " * gap).join(parts))
    return lines


def above(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Blocks from top to bottom, their middles aligned."""
    kept = [block for block in blocks if block]
    width = max(map(wide, kept), default=0)
    lines: Block = []
    for block in kept:
        if lines:
            lines += [Text(" " * width)] * gap
        lines += [fitted(line, width) for line in block]
    return lines


def flowed(blocks: Sequence[Block], width: int, gap: int = 1) -> Block:
    """Blocks side by side, in as many rows as the width asks for."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and wide(beside([*rows[-1], block], gap)) > width:
            rows.append([])
        rows[-1].append(block)
    return above([beside(row, gap) for row in rows])


def faded(block: Block) -> Block:
    """The same, but gone from the table."""
    return [Text.assemble(line, style=FADED) for line in block]


def clickable(block: Block, action: str) -> Block:
    """The same, but a click on it runs an action of the program."""
    meta = Style(meta={"@click": action})
    lines = []
    for line in block:
        line = line.copy()
        line.stylize(meta)
        lines.append(line)
    return lines
