"""Cards and boxes made of characters: blocks of lines, put beside and above one another.

A line is a run of styled pieces. A block is a list of lines of the same width. Colour alone never
carries meaning: suits have their signs, the chosen area has a mark, and a hidden card has a
pattern.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from croupier.nouns.cards import SUIT_SIGNS, UNKNOWN, Card

StyledLine: TypeAlias = tuple[tuple[str, Style], ...]
Block: TypeAlias = list[StyledLine]

PAPER: Final = "#f7f3e8"
BLACK: Final = Style(color="#15181c", bgcolor=PAPER, bold=True)
RED: Final = Style(color="#b5121b", bgcolor=PAPER, bold=True)
EDGE: Final = Style(color="#8d8574", bgcolor=PAPER)
BACK: Final = Style(color="#c9d6f2", bgcolor="#27407a")
CLOTH: Final = Style(color="#7fb59a")
INK: Final = Style(color="#eef5ef")
BOLD: Final = Style(color="#eef5ef", bold=True)
GOLD: Final = Style(color="#f2c14e", bold=True)
MARKED: Final = GOLD + Style(reverse=True)
FADED: Final = Style(dim=True)
PLAIN: Final = Style()

Size: TypeAlias = tuple[int, int]
"""The width and height of a card, edges included."""
GRAND: Final[Size] = (13, 9)
LARGE: Final[Size] = (9, 7)
MEDIUM: Final[Size] = (7, 5)
SMALL: Final[Size] = (5, 3)


def line(text: str, style: Style = PLAIN) -> StyledLine:
    """Return a line in one style."""
    return ((text, style),)


def joined(lines: Iterable[StyledLine], gap: int = 0) -> StyledLine:
    """Join lines into one, from left to right."""
    between = line(" " * gap)
    parts = [part for one in lines for part in (between, one)][1:]
    return tuple(chain.from_iterable(parts))


def plain(one: StyledLine) -> str:
    """Return a line without its styles."""
    return "".join(text for text, _ in one)


def painted(block: Block) -> Text:
    """Return a block as one text that can be shown."""
    return Text("\n").join([Text.assemble(*one) for one in block])


# --- cards ----------------------------------------------------------------------------------------


def rank_of(card: Card) -> str:
    """Return a card's rank as printed on it."""
    return "10" if card[0] == "T" else card[0]


def short(card: Card) -> str:
    """Return a card for a line of text, such as ``10♥``; ``??`` stays as it is.

    >>> short(Card("Th")), short(UNKNOWN)
    ('10♥', '??')
    """
    return card if card == UNKNOWN else rank_of(card) + SUIT_SIGNS[card[1]]


def draw_card(card: Card | None, size: Size = MEDIUM) -> Block:
    """Draw a card, its back if it is unknown, or an outline if there is none."""
    width, height = size[0] - 2, size[1] - 2
    if card is None:
        body = ["╎" + " " * width + "╎"] * height
        outline = ["╭" + "╌" * width + "╮", *body, "╰" + "╌" * width + "╯"]
        return [line(row, CLOTH) for row in outline]
    if card == UNKNOWN:
        pattern = ["╱╲" * width, "╲╱" * width]
        return _bordered([pattern[i % 2][:width] for i in range(height)], BACK, BACK)
    return _bordered(_face(card, width, height), RED if card[1] in "dh" else BLACK, EDGE)


def _face(card: Card, width: int, height: int) -> list[str]:
    rank, suit = rank_of(card), SUIT_SIGNS[card[1]]
    if height == 1:
        return [f"{rank}{suit}".center(width)]
    inset = " " if width >= 7 else ""
    rows = [" " * width] * height
    rows[0] = f"{inset}{rank}".ljust(width)
    rows[height // 2] = suit.center(width)
    rows[-1] = f"{rank}{inset}".rjust(width)
    return rows


def _bordered(rows: Sequence[str], ink: Style, edge: Style) -> Block:
    bar = "─" * len(rows[0])
    middle: Block = [(("│", edge), (row, ink), ("│", edge)) for row in rows]
    return [line(f"╭{bar}╮", edge), *middle, line(f"╰{bar}╯", edge)]


def draw_cards(cards: Sequence[Card], size: Size, least: int = 0) -> Block:
    """Draw cards side by side, with outlines if there are fewer than ``least``."""
    shown: list[Card | None] = [*cards]
    shown += [None] * (least - len(cards))
    return beside([draw_card(card, size) for card in shown], gap=0)


# --- blocks ---------------------------------------------------------------------------------------


def boxed(rows: Sequence[StyledLine], title: str, width: int, *, chosen: bool = False) -> Block:
    """Draw rows in a frame with a title; a chosen frame is double and gold."""
    style = GOLD if chosen else CLOTH
    corners, bar, side = ("╔╗╚╝", "═", "║") if chosen else ("╭╮╰╯", "─", "│")
    inner = width - 2
    named = set_cell_size(f" {title} ", min(inner, cell_len(title) + 2))
    left = (inner - cell_len(named)) // 2
    top = corners[0] + bar * left + named + bar * (inner - left - cell_len(named)) + corners[1]
    edge = line(side, style)
    middle = [(*edge, *fitted(row, inner), *edge) for row in rows]
    return [line(top, style), *middle, line(corners[2] + bar * inner + corners[3], style)]


def long(one: StyledLine) -> int:
    """Return how many cells a line takes."""
    return sum(cell_len(text) for text, _ in one)


def wide(block: Block) -> int:
    """Return the width of a block."""
    return long(block[0]) if block else 0


def fitted(one: StyledLine, width: int) -> StyledLine:
    """Return a line cut to a width, or padded on both sides."""
    missing = width - long(one)
    if missing < 0:
        return _cut(one, width)
    if missing == 0:
        return one
    return (*line(" " * (missing // 2)), *one, *line(" " * (missing - missing // 2)))


def _cut(one: StyledLine, width: int) -> StyledLine:
    kept: list[tuple[str, Style]] = []
    for text, style in one:
        kept.append((set_cell_size(text, min(cell_len(text), width)), style))
        width -= cell_len(kept[-1][0])
    return tuple(kept)


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Put blocks from left to right, with their tops aligned."""
    kept = [(block, line(" " * wide(block))) for block in blocks if block]
    return [
        joined([block[i] if i < len(block) else blank for block, blank in kept], gap)
        for i in range(max((len(block) for block, _ in kept), default=0))
    ]


def above(blocks: Sequence[Block], gap: int = 0, least: int = 0, *, centred: bool = True) -> Block:
    """Put blocks from top to bottom, centred or aligned left, at least ``least`` cells wide."""
    kept = [block for block in blocks if block]
    width = max(least, *map(wide, kept), 0)
    lines: Block = []
    for block in kept:
        if lines:
            lines += [line(" " * width)] * gap
        missing = width - wide(block)
        before = missing // 2 if centred else 0
        left, right = line(" " * before), line(" " * (missing - before))
        lines += [(*left, *one, *right) for one in block] if missing else block
    return lines


def flowed(blocks: Sequence[Block], width: int, gap: int = 1, *, centred: bool = True) -> Block:
    """Put blocks side by side, in as many rows as the width requires."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and wide(beside([*rows[-1], block], gap)) > width:
            rows.append([])
        rows[-1].append(block)
    return above([beside(row, gap) for row in rows], centred=centred)


def restyled(block: Block, more: Style) -> Block:
    """Return the block with a style added."""
    return [tuple((text, style + more) for text, style in one) for one in block]


def faded(block: Block) -> Block:
    """Return the block faded, as gone from the table."""
    return restyled(block, FADED)


def clickable(block: Block, action: str) -> Block:
    """Return the block so that a click on it runs an action of the program."""
    return restyled(block, Style(meta={"@click": action}))
