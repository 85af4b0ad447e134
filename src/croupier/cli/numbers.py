"""Numbers as people type them."""

from __future__ import annotations

import re
from typing import Final

_WHOLE: Final = re.compile(r"(\d{1,18})(?:e(\d{1,2}))?", re.ASCII)


def whole_number(text: str) -> int:
    """Read a number of rounds as people write it.

    >>> whole_number("1e9"), whole_number("2_000"), whole_number("10,000,000")
    (1000000000, 2000, 10000000)
    """
    plain = text.replace(",", "").replace("_", "").lower()
    match = _WHOLE.fullmatch(plain)
    if match is None:
        raise ValueError(f"{text!r} is not a whole number such as 1000000 or 1e6")
    return int(match[1] + "0" * int(match[2] or 0))
