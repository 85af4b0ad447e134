"""The parts of a report in any format: headings, paragraphs, tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Heading:
    """The heading of a section, or of a part of one."""

    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str


@dataclass(frozen=True)
class Grid:
    """A table; its ``wide`` columns share the room that is left, the others are kept narrow."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int] = ()
    """The columns of numbers."""
    wide: Sequence[int] = ()
    note: str = ""


@dataclass(frozen=True)
class Figure:
    """A drawing as SVG in two colour schemes, with a caption that says what it shows."""

    name: str
    light: str
    dark: str
    caption: str


Block: TypeAlias = Heading | Paragraph | Grid | Figure


@dataclass(frozen=True)
class Sheet:
    """A report; the same inputs give the same blocks."""

    title: str
    subtitle: str
    headline: Sequence[tuple[str, str, str]]
    """The numbers that readers look for first: value, name, denominator."""
    blocks: list[Block] = field(default_factory=list)
    footer: str = ""
