"""What the commands print on."""

from __future__ import annotations

import sys

from rich import box
from rich.console import Console
from rich.table import Table


def paper() -> Console:
    """The terminal; lines of a file or a pipe are not folded, and brackets in a text are no markup."""
    width = None if sys.stdout.isatty() else 160
    return Console(file=sys.stdout, width=width, soft_wrap=True, markup=False)


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """A table in our style."""
    shown = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for column in columns:
        shown.add_column(column, justify="right" if column in right else "left")
    return shown
