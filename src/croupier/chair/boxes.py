"""Leitner's boxes, counted in sittings: what a trainee gets wrong comes back sooner.

An item answered right moves on one box and stays away twice as long. An item answered wrong goes
back to the first box and is due in the next sitting.

>>> item = Item()
>>> for right in (True, True, False, True):
...     item = item.answered(right, sitting=10)
...     print(item.box, item.due)
2 12
3 14
1 11
2 12
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

LAST_BOX: Final = 5


@dataclass(frozen=True)
class Item:
    """A clause, a payout or a ruling in its box, and the sitting in which it is due."""

    box: int = 1
    due: int = 0
    right: int = 0
    wrong: int = 0

    def answered(self, right: bool, sitting: int) -> Item:
        """Return the item after it was answered in a sitting."""
        if not right:
            return replace(self, box=1, due=sitting + 1, wrong=self.wrong + 1)
        box = min(self.box + 1, LAST_BOX)
        return replace(self, box=box, due=sitting + 2 ** (box - 1), right=self.right + 1)


def due(items: Mapping[str, Item], sitting: int) -> list[str]:
    """Return the names of the items that are due in a sitting, the lowest boxes first."""
    waiting = [name for name, item in items.items() if item.due <= sitting]
    return sorted(waiting, key=lambda name: (items[name].box, items[name].due, name))
