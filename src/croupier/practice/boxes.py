"""Leitner's boxes, counted in days: a mistake that is answered right stays away longer each time.

>>> from datetime import date
>>> item, day = Item.new(date(2026, 7, 1)), date(2026, 7, 1)
>>> for right in (True, True, False, True):
...     item = item.answered(right, day)
...     print(item.box, item.due)
1 2026-07-02
2 2026-07-04
0 2026-07-01
1 2026-07-02
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

DAYS: Final = (0, 1, 3, 7, 16, 35)
"""How many days each box stays away. Whatever is right in the last box is learnt."""
LEARNT: Final = len(DAYS)


@dataclass(frozen=True)
class Item:
    """An exercise in its box, and the day on which it is due."""

    box: int
    due: date
    right: int = 0
    wrong: int = 0

    @classmethod
    def new(cls, today: date) -> Item:
        """Return an exercise that is due at once."""
        return cls(0, today)

    @property
    def learnt(self) -> bool:
        """Whether it need not come back."""
        return self.box >= LEARNT

    def is_due(self, today: date) -> bool:
        """Return whether it is to be asked on this day."""
        return not self.learnt and self.due <= today

    def answered(self, right: bool, today: date) -> Item:
        """Return the exercise after an answer: wrong puts it back into the first box."""
        if not right:
            return replace(self, box=0, due=today, wrong=self.wrong + 1)
        box = self.box + 1
        away = DAYS[box] if box < LEARNT else 0
        return replace(self, box=box, due=today + timedelta(days=away), right=self.right + 1)

    def made_again(self, today: date) -> Item:
        """Return the exercise after the same mistake at a table: it starts over."""
        return replace(self, box=0, due=today)
