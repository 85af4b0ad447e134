"""Numbers as people type them."""

from __future__ import annotations


def whole_number(text: str) -> int:
    """A number of rounds as people write it.

    >>> whole_number("1e9"), whole_number("2_000"), whole_number("10,000,000")
    (1000000000, 2000, 10000000)
    """
    plain = text.replace(",", "").replace("_", "").lower()
    digits, _, zeros = plain.partition("e")
    if not (digits.isascii() and digits.isdigit() and (not zeros or zeros.isdigit())):
        raise ValueError(f"{text!r} is no whole number such as 1000000 or 1e6")
    return int(digits + "0" * int(zeros or 0))
