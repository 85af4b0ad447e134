"""A progress bar with the time remaining, for a user who waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.mathematics.kept import Report, silent


@contextmanager
def watched(title: str) -> Iterator[Report]:
    """Show a progress bar on stderr until the work is done; silent unless stderr is a terminal."""
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
        TextColumn("elapsed,"),
        TimeRemainingColumn(),
        TextColumn("remaining"),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
