"""What can be asked of a table, as data: checked where it comes in, carried out by the table's owner.

Plain structs, so that a request can travel to whichever process owns the table.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec


class Asked(msgspec.Struct, tag=True, kw_only=True, omit_defaults=True):
    """A request by somebody whose right to it has been checked."""

    by: str
    """The person's pseudonym."""
    id: str | None = None
    """The client's number of it; nothing for what may be done twice without harm."""


class Say(Asked):
    """A sentence of the game, actor included."""

    said: str
    state: int


class Proceed(Asked):
    """The dealer's next step."""

    state: int


class Ready(Asked):
    """A seat's wagers stand, or not yet."""

    seat: int
    ready: bool


class Entropy(Asked):
    """Something that a person adds to the shuffle."""

    value: str


class Sit(Asked):
    """A seat is taken with chips from the person's account."""

    seat: int
    amount: int
    invited: bool
    invitation: str | None = None
    """The token that is spent by it."""


class TopUp(Asked):
    """More chips for a seat, from its player's account."""

    seat: int
    amount: int


class Leave(Asked):
    """A seat is given up and its chips cashed."""

    seat: int
    after_round: bool = False
    dismissed: bool = False


class Tray(Asked):
    """``fill``, ``credit`` or ``count``."""

    act: str
    amount: int


class Floor(Asked):
    """One of the floor's orders, by name."""

    act: str
    details: dict[str, Any] = {}


class Close(Asked):
    """The table closes; what was counted in the tray, if it was."""

    count: int | None = None


class Tick(Asked):
    """Time has run out for whoever was asked at that state."""

    state: int
    what: str


Request: TypeAlias = (
    Say | Proceed | Ready | Entropy | Sit | TopUp | Leave | Tray | Floor | Close | Tick
)
