"""Token buckets: how fast an address or a connection may come."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

KEPT: Final = 10_000
"""Addresses that are remembered. The one not heard from for longest is forgotten first."""


class Bucket:
    """Allows a ``burst`` at once, and ``rate`` a second on average."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Take ``cost`` out if that much is left; return whether it was."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Return the seconds until ``cost`` will be left."""
        return max(0.0, (cost - self._left) / self._rate)


class Buckets:
    """One bucket for each address, for the :data:`KEPT` latest addresses."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """Return the bucket of an address; it is full if the address is new or forgotten."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return bucket
