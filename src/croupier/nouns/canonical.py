"""Canonical bytes: the same data gives the same bytes, for hashes and comparisons."""

from __future__ import annotations

from typing import Final

import msgspec

_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


def encode(data: object) -> bytes:
    """Return data as canonical JSON."""
    return _ENCODER.encode(data)
