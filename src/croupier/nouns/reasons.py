"""Why something is refused: input that cannot be understood, or that the rules do not allow."""

from __future__ import annotations

from typing import NamedTuple


class MalformedError(ValueError):
    """Raised for input that cannot be understood; the message is one line that says where."""


class Reason(NamedTuple):
    """A reason against something: a line for people, and its clause or finding."""

    message: str
    rule: str | None = None
    finding: str | None = None
