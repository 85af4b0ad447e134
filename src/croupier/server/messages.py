"""Errands for a table, whichever process owns it, and what processes that share a database tell each other."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from croupier.server.commands import TableRequest
from croupier.server.errors import Problem
from croupier.server.people import Caller

Data = dict[str, Any]

# --- errands ----------------------------------------------------------------------------------------------


class Do(msgspec.Struct, tag=True):
    """Have a request carried out; for a player, only as long as the seat is held."""

    request: TableRequest
    caller: Caller


class Look(msgspec.Struct, tag=True):
    """The table as a caller sees it."""

    caller: Caller


class Advise(msgspec.Struct, tag=True):
    """What each choice of the caller's seat is worth."""

    caller: Caller


Errand: TypeAlias = Do | Look | Advise


# --- messages ---------------------------------------------------------------------------------------------


class Sent(msgspec.Struct, tag=True):
    """An errand, to whoever owns the table."""

    table: str
    number: int
    errand: Errand


class Failed(msgspec.Struct):
    """A problem on its way."""

    status: int
    kind: str
    message: str
    rule: str | None = None
    finding: str | None = None
    breaches: list[Data] | None = None

    @classmethod
    def of(cls, problem: Problem) -> Failed:
        """What is to be sent of a problem."""
        return cls(
            problem.status,
            problem.kind,
            problem.message,
            problem.rule,
            problem.finding,
            problem.breaches,
        )

    def problem(self) -> Problem:
        """The problem as it was, to be raised where the errand came from."""
        return Problem(
            self.status,
            self.kind,
            self.message,
            rule=self.rule,
            finding=self.finding,
            breaches=self.breaches,
        )


class Done(msgspec.Struct, tag=True):
    """What came of an errand."""

    number: int
    data: Data = {}
    failed: Failed | None = None


class Watch(msgspec.Struct, tag=True):
    """A connection of the sender's wants to be told of a table."""

    table: str
    listener: int
    caller: Caller


class Unwatch(msgspec.Struct, tag=True):
    """A connection of the sender's stops watching a table."""

    table: str
    listener: int


class Tell(msgspec.Struct, tag=True):
    """A message to connections of the receiver's."""

    listeners: list[int]
    text: str


class Owns(msgspec.Struct, tag=True):
    """The sender has taken a table."""

    table: str


class Lobby(msgspec.Struct, tag=True):
    """The sender's lines of the lobby, all of them."""

    lines: list[Data]


class Named(msgspec.Struct, tag=True):
    """Somebody has another name, or none."""

    person: str
    name: str | None


class Revoked(msgspec.Struct, tag=True):
    """A token is no longer valid: connections that came with it are closed."""

    token_id: str


class Hello(msgspec.Struct, tag=True):
    """The sender has come, or has not heard everything."""


class Bye(msgspec.Struct, tag=True):
    """The sender goes, and has let its tables go."""


Letter: TypeAlias = (
    Sent | Done | Watch | Unwatch | Tell | Owns | Lobby | Named | Revoked | Hello | Bye
)
