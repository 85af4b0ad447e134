"""What a report is made of: headings, paragraphs, tables and figures, for any kind of paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Heading:
    """A section begins, or a part of one."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Grid:
    """A table; ``wide`` are the columns that take what room is left, the others are as narrow as they can be."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int] = ()
    """The columns of numbers."""
    wide: Sequence[int] = ()
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A drawing, as SVG in two colour schemes, with what it shows in words."""

    name: str
    light: str
    dark: str
    caption: str


Block: TypeAlias = Heading | Paragraph | Grid | Figure


@dataclass(frozen=True)
class Sheet:
    """A report: the same inputs give the same blocks."""

    title: str
    subtitle: str
    headline: Sequence[tuple[str, str, str]]
    """The numbers one looks for first: value, name, denominator."""
    blocks: list[Block] = field(default_factory=list)
    footer: str = ""
