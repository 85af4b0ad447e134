"""Figures for Prometheus, in its text format: counters, gauges, histograms, and nothing else."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Final

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128)


class _Figure(ABC):
    """Something that is counted, by labels where it has any."""

    def __init__(self, name: str, about: str, kind: str, labels: Sequence[str] = ()) -> None:
        self.name = name
        self.about = about
        self.kind = kind
        self._labels = tuple(labels)
        self._lock = threading.Lock()
        ALL.append(self)

    @abstractmethod
    def samples(self) -> Iterator[str]:
        """Its lines."""

    def _labelled(self, values: tuple[str, ...], extra: str = "") -> str:
        pairs = [f'{k}="{v}"' for k, v in zip(self._labels, values, strict=True)]
        if extra:
            pairs.append(extra)
        return "{" + ",".join(pairs) + "}" if pairs else ""


ALL: Final[list[_Figure]] = []


class Counter(_Figure):
    """Only grows."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        super().__init__(name, about, "counter", labels)
        self._values: dict[tuple[str, ...], int] = {} if labels else {(): 0}

    def add(self, amount: int = 1, *labels: str) -> None:
        """Count so many more, under a value for each label, in the labels' order."""
        with self._lock:
            self._values[labels] = self._values.get(labels, 0) + amount

    def value(self, *labels: str) -> int:
        """How many have been counted under these values."""
        return self._values.get(labels, 0)

    def samples(self) -> Iterator[str]:
        """A line for every set of values that something was counted under."""
        for labels, value in sorted(self._values.items()):
            yield f"{self.name}{self._labelled(labels)} {value}"


class Gauge(_Figure):
    """Asked when somebody looks."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__(name, about, "gauge")
        self.ask: Callable[[], float] = lambda: 0

    def samples(self) -> Iterator[str]:
        """One line: what ``ask`` says now."""
        yield f"{self.name} {self.ask():g}"


class Histogram(_Figure):
    """How often each size occurred."""

    def __init__(self, name: str, about: str, bounds: Sequence[float] = _SECONDS) -> None:
        super().__init__(name, about, "histogram")
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        """Something of this size has occurred."""
        with self._lock:
            self._counts[bisect_left(self._bounds, value)] += 1
            self._sum += value

    def samples(self) -> Iterator[str]:
        """How many were no larger than each bound, then their sum and their number."""
        total = 0
        for bound, count in zip((*self._bounds, float("inf")), self._counts, strict=True):
            total += count
            shown = "+Inf" if bound == float("inf") else f"{bound:g}"
            le = f'le="{shown}"'
            yield f"{self.name}_bucket{self._labelled((), le)} {total}"
        yield f"{self.name}_sum {self._sum:g}"
        yield f"{self.name}_count {total}"


def exposition() -> str:
    """Everything, as Prometheus reads it."""
    lines = []
    for figure in ALL:
        lines.append(f"# HELP {figure.name} {figure.about}")
        lines.append(f"# TYPE {figure.name} {figure.kind}")
        lines.extend(figure.samples())
    return "\n".join(lines) + "\n"


REQUESTS: Final = Counter("croupier_requests_total", "HTTP requests.", "method", "status")
REQUEST_SECONDS: Final = Histogram("croupier_request_seconds", "Time to answer an HTTP request.")
FRAMES: Final = Counter("croupier_frames_total", "WebSocket frames received.", "type")
SOCKETS: Final = Gauge("croupier_sockets", "Open WebSockets.")
TABLES: Final = Gauge("croupier_tables", "Tables that are open at this process.")
ACTS: Final = Counter(
    "croupier_acts_total", "What was asked of tables, by what came of it.", "outcome"
)
ACT_SECONDS: Final = Histogram(
    "croupier_act_seconds", "Time from an action to its acknowledgement."
)
ROUNDS: Final = Counter("croupier_rounds_total", "Rounds that have ended.", "game", "outcome")
COMMITS: Final = Histogram("croupier_commit_seconds", "Time of a commit.")
UNITS: Final = Histogram("croupier_commit_units", "Actions that shared a commit.", _SIZES)
ENTRIES: Final = Counter("croupier_journal_entries_total", "Entries written to the journal.")
LIMITED: Final = Counter("croupier_limited_total", "Requests and frames that came too fast.")
