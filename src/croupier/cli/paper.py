"""The console that commands print on, and their style of table."""

from __future__ import annotations

import sys
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table


def paper(stream: TextIO | None = None) -> Console:
    """Return a console on a stream, by default stdout, that prints text as it is.

    Lines are never folded, brackets are not markup, and numbers are not coloured.
    """
    file = sys.stdout if stream is None else stream
    width = None if file.isatty() else 160
    return Console(file=file, width=width, soft_wrap=True, markup=False, highlight=False)


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """Return an empty table in our style; ``right`` are the columns to align right."""
    shown = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for column in columns:
        shown.add_column(column, justify="right" if column in right else "left")
    return shown
