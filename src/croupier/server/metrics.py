"""What the server counts, for Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

REGISTRY: Final = CollectorRegistry()
"""Ours alone: the library's own registry would add figures of the process and of Python."""

disable_created_metrics()  # when each figure began, which nobody asks for, beside every figure

_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128)


def _counter(name: str, about: str, *labels: str) -> Counter:
    return Counter(f"croupier_{name}", about, labels, registry=REGISTRY)


def _gauge(name: str, about: str) -> Gauge:
    return Gauge(f"croupier_{name}", about, registry=REGISTRY)


def _histogram(name: str, about: str, bounds: tuple[float, ...] = _SECONDS) -> Histogram:
    return Histogram(f"croupier_{name}", about, buckets=bounds, registry=REGISTRY)


def exposition() -> bytes:
    """Everything, as Prometheus reads it."""
    return generate_latest(REGISTRY)


REQUESTS: Final = _counter("requests", "HTTP requests.", "method", "status")
REQUEST_SECONDS: Final = _histogram("request_seconds", "Time to answer an HTTP request.")
FRAMES: Final = _counter("frames", "WebSocket frames received.", "type")
SOCKETS: Final = _gauge("sockets", "Open WebSockets.")
TABLES: Final = _gauge("tables", "Tables that are open at this process.")
ACTS: Final = _counter("acts", "Requests to tables, by outcome.", "outcome")
ACT_SECONDS: Final = _histogram("act_seconds", "Time from an action to its acknowledgement.")
ROUNDS: Final = _counter("rounds", "Rounds that have ended.", "game", "outcome")
COMMITS: Final = _histogram("commit_seconds", "Time of a commit.")
UNITS: Final = _histogram("commit_units", "Actions that shared a commit.", _SIZES)
ENTRIES: Final = _counter("journal_entries", "Entries written to the journal.")
RETURNS: Final = _counter("returns", "Ways back, by how they were tried.", "how", "outcome")
LIMITED: Final = _counter("limited", "Requests and frames that came too fast.")
