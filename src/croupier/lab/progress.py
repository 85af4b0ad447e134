"""A bar with the time that remains, on a terminal, for whoever waits."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.mathematics.kept import Report, silent


@contextmanager
def watched(title: str) -> Iterator[Report]:
    """A progress bar on stderr that goes away when the work is done; nothing where nobody looks."""
    if not sys.stderr.isatty():
        with silent(title) as report:
            yield report
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("passed,"),
        TimeRemainingColumn(),
        TextColumn("remain"),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
