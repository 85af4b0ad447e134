"""Why something is not so: what cannot be understood, and what the rules do not allow."""

from __future__ import annotations

from typing import NamedTuple


class MalformedError(ValueError):
    """Input that cannot be understood, said in one line with its place."""


class Reason(NamedTuple):
    """Why not: the clause, or the finding where the documents are silent, and a line for people."""

    message: str
    rule: str | None = None
    finding: str | None = None
