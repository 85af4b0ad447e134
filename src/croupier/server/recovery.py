"""Recovery codes: the way back for people whose browser has no passkey.

A code has 130 random bits, so nobody can try them all, not even with the hash. That is why a plain
SHA-256 is enough: slow hashes protect what people choose, which can be guessed.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from croupier.nouns.reasons import Reason
from croupier.stage.actions import Refusal

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32, without letters that look like digits."""
SYMBOLS: Final = 26
CHECKS: Final = 2
"""Symbols at the end that follow from the others, so that a slip of the pen is noticed."""
GROUP: Final = 4
PATTERN: Final = r"^[0-9A-Za-z \-]{28,60}$"
"""How a code may be typed."""

_MEANT: Final = str.maketrans("OIL", "011", " -")


def new_code() -> str:
    """Make a code, as it is shown to its owner: ``7ZK4-…``, seven groups of four.

    >>> len(new_code())
    34
    """
    number = secrets.randbits(5 * SYMBOLS)
    symbols = "".join(ALPHABET[number >> 5 * i & 31] for i in range(SYMBOLS))
    whole = symbols + _check(symbols)
    return "-".join(whole[i : i + GROUP] for i in range(0, len(whole), GROUP))


def read_code(typed: str) -> str:
    """Return a code without its dashes, as it was meant.

    >>> code = new_code()
    >>> read_code(code.lower().replace("-", " ").replace("0", "o")) == code.replace("-", "")
    True
    """
    symbols = typed.upper().translate(_MEANT)
    known = len(symbols) == SYMBOLS + CHECKS and set(symbols) <= set(ALPHABET)
    if not known or _check(symbols[:SYMBOLS]) != symbols[SYMBOLS:]:
        raise Refusal(Reason("this is not a recovery code: a character is missing or mistyped"))
    return symbols


def hash_code(code: str) -> bytes:
    """Return what is kept of a code."""
    return sha256(read_code(code).encode()).digest()


def _check(symbols: str) -> str:
    number = int.from_bytes(sha256(symbols.encode()).digest()[:2], "big")
    return "".join(ALPHABET[number >> 5 * i & 31] for i in range(CHECKS))
