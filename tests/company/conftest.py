"""The documentation's example has house players as well, although it has no mathematics."""

from __future__ import annotations

from tests.conformance.conftest import example

__all__ = ["example"]
