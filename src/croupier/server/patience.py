"""Patience with those who guess: a few failures are free, then each try must wait longer."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

KEPT: Final = 10_000
"""How many names are remembered. The one not heard from for longest is forgotten first."""
_MOST_DOUBLINGS: Final = 40


@dataclass
class _Record:
    """What one name has tried."""

    failures: int = 0
    last: float = 0.0


class Patience:
    """After ``free`` failures a try must wait ``first`` seconds, and twice as long after each more.

    The wait is never longer than ``longest``, and failures are forgotten after ``memory`` seconds
    without another. A try counts as a failure before it is judged, so that many at once get no
    more than one after another would.
    """

    def __init__(
        self,
        *,
        free: int,
        first: float,
        longest: float,
        memory: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._free = free
        self._first = first
        self._longest = longest
        self._memory = memory
        self._clock = clock
        self._records: OrderedDict[str, _Record] = OrderedDict()

    def wait(self, name: str) -> float:
        """Return the seconds until this name may try again; 0 if it may now."""
        record = self._records.get(name)
        if record is None:
            return 0.0
        now = self._clock()
        if now - record.last > self._memory:
            del self._records[name]
            return 0.0
        beyond = record.failures - self._free
        if beyond < 0:
            return 0.0
        pause = min(self._longest, self._first * 2.0 ** min(beyond, _MOST_DOUBLINGS))
        return max(0.0, record.last + pause - now)

    def has_failed(self, name: str) -> bool:
        """Whether a failure of this name is remembered."""
        record = self._records.get(name)
        if record is None or self._clock() - record.last > self._memory:
            return False
        return record.failures > 0

    def tries(self, name: str) -> None:
        """Count a try, which fails unless :meth:`succeeded` takes it back."""
        record = self._records.pop(name, None) or _Record()
        record.failures += 1
        record.last = self._clock()
        self._records[name] = record
        if len(self._records) > KEPT:
            self._records.popitem(last=False)

    def succeeded(self, name: str) -> None:
        """Take the last try back. Earlier failures stay, so that nobody buys tries with a success.

        A person who guesses could otherwise use a right code of their own in between.
        """
        record = self._records.get(name)
        if record is not None:
            record.failures = max(0, record.failures - 1)


def neighbourhood(address: str) -> str:
    """Return whom to count a try against: an address, or a whole home network of IPv6."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False))
