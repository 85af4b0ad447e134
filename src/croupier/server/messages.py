"""Errands for a table, and the letters of processes that share a database."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from croupier.server.commands import TableRequest
from croupier.server.errors import Problem
from croupier.server.people import Caller

Data = dict[str, Any]

# --- errands --------------------------------------------------------------------------------------


class Do(msgspec.Struct, tag=True):
    """Carry out a request; a player's only while they hold the seat."""

    request: TableRequest
    caller: Caller


class Look(msgspec.Struct, tag=True):
    """Show the table as a caller sees it."""

    caller: Caller


class Preview(msgspec.Struct, tag=True):
    """Show the table as the public would see it, to somebody who holds a link or an invitation."""


class Advise(msgspec.Struct, tag=True):
    """Say what each choice of the caller's seat is worth."""

    caller: Caller
    amount: int | None = None
    """The amount in cents at which to value the choices that take one."""


class LookBack(msgspec.Struct, tag=True):
    """Say what the last decision of the caller's seat was worth."""

    caller: Caller
    round: int | None = None
    """The round that it was made in; None for the one on the felt."""


class Terms(msgspec.Struct, tag=True):
    """Say which house a table plays by, to somebody who may see it."""

    caller: Caller


class Survey(msgspec.Struct, tag=True):
    """Say how the table stands, for the floor's page."""

    caller: Caller


Errand: TypeAlias = Do | Look | Preview | Advise | LookBack | Terms | Survey


# --- messages -------------------------------------------------------------------------------------


class Sent(msgspec.Struct, tag=True):
    """An errand, for the process that owns the table."""

    table: str
    number: int
    errand: Errand


class Failed(msgspec.Struct):
    """A problem, in a form that can be sent."""

    status: int
    kind: str
    message: str
    rule: str | None = None
    finding: str | None = None
    breaches: list[Data] | None = None

    @classmethod
    def of(cls, problem: Problem) -> Failed:
        """Make a problem ready to be sent."""
        return cls(
            problem.status,
            problem.kind,
            problem.message,
            problem.rule,
            problem.finding,
            problem.breaches,
        )

    def problem(self) -> Problem:
        """The problem again, to be raised where the errand came from."""
        return Problem(
            self.status,
            self.kind,
            self.message,
            rule=self.rule,
            finding=self.finding,
            breaches=self.breaches,
        )


class Done(msgspec.Struct, tag=True):
    """The result of an errand, or why it failed."""

    number: int
    data: Data = {}
    failed: Failed | None = None


class Watch(msgspec.Struct, tag=True):
    """A connection of the sender's wants to watch a table."""

    table: str
    listener: int
    caller: Caller


class Unwatch(msgspec.Struct, tag=True):
    """A connection of the sender's stops watching a table."""

    table: str
    listener: int


class Tell(msgspec.Struct, tag=True):
    """A message for connections of the receiver's."""

    listeners: list[int]
    text: str


class Owns(msgspec.Struct, tag=True):
    """The sender has taken a table."""

    table: str


class Lobby(msgspec.Struct, tag=True):
    """The sender's tables, as the lobby lists them, with those who may see each."""

    lines: list[Data]


class Named(msgspec.Struct, tag=True):
    """A person has another name, or none."""

    person: str
    name: str | None


class Revoked(msgspec.Struct, tag=True):
    """A token is no longer valid: connections that use it are to be closed."""

    token_id: str


class Decided(msgspec.Struct, tag=True):
    """The floor has changed a policy."""


class Hello(msgspec.Struct, tag=True):
    """The sender has started, or may have missed letters."""


class Bye(msgspec.Struct, tag=True):
    """The sender is stopping and has freed its tables."""


Letter: TypeAlias = (
    Sent | Done | Watch | Unwatch | Tell | Owns | Lobby | Named | Revoked | Decided | Hello | Bye
)
