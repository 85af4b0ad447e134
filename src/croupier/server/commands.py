"""What may be asked of a table: one set of commands for both transports.

A frame of the WebSocket is a command as it stands. A request over HTTP is the same command; its type and
its table stand in the path. :func:`need` says who may give it, and the process that owns the table carries
it out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError
from croupier.server import people
from croupier.server.errors import Problem, forbidden
from croupier.server.people import Caller

TABLE_PATTERN: Final = r"^[a-z0-9-]{1,60}$"
ID_PATTERN: Final = r"^[A-Za-z0-9_.:-]{1,64}$"
MONEY_PATTERN: Final = r"^[0-9]{1,9}(\.[0-9]{1,2})?$"

TableName = Annotated[str, Meta(pattern=TABLE_PATTERN)]
CommandId = Annotated[str, Meta(pattern=ID_PATTERN)]
StateNumber = Annotated[int, Meta(ge=0, lt=2**53)]
SeatNumber = Annotated[int, Meta(ge=1, le=100)]
Amount = Annotated[str, Meta(pattern=MONEY_PATTERN)]
Words = Annotated[str, Meta(pattern=r"^[A-Za-z0-9 .+-]{1,100}$")]


# --- who may give them ----------------------------------------------------------------------------------


class Rank(NamedTuple):
    """The callers that a command is for."""

    admits: Callable[[Caller, str], bool]
    who: str


def _plays(caller: Caller, table: str) -> bool:
    return caller.role == people.PLAYER and caller.table == table


def _works(caller: Caller, table: str) -> bool:
    return caller.role in people.STAFF


FOR_PLAYERS: Final = Rank(_plays, "the players of this table")
FOR_FLOOR: Final = Rank(_works, "the floor")
FOR_TABLE_AND_FLOOR: Final = Rank(
    lambda caller, table: _plays(caller, table) or _works(caller, table),
    "the players of this table and the floor",
)
FOR_PEOPLE: Final = Rank(
    lambda caller, table: caller.role in people.SPEAKS, "people who may do more than look"
)


def need(command: type[TableCommand], table: str, caller: Caller) -> None:
    """Refuse a caller whom a command is not for: 401 for the public, 403 for the wrong role."""
    if not caller.known:
        raise Problem(401, "unauthorized", "a token is needed")
    if not command.by.admits(caller, table):
        raise forbidden(f"this is for {command.by.who}")


# --- the commands ---------------------------------------------------------------------------------------


class TableCommand(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """Something that a caller asks of one table.

    A command with an ``id`` is carried out once, however often the same person sends it.
    """

    by: ClassVar[Rank]
    path: ClassVar[str]
    """The last part of its address over HTTP."""

    table: TableName


class Say(TableCommand, tag="act"):
    """Say a sentence of the game.

    ``state`` is the state of the table that the speaker saw: if what may be said has changed since, the
    sentence is refused as stale. A player leaves the seat out; the floor writes the actor.
    """

    by = FOR_TABLE_AND_FLOOR
    path = "acts"

    id: CommandId
    state: StateNumber
    said: Words


class Ready(TableCommand, tag="ready"):
    """Say that the seat's wagers stand, or that they do not yet."""

    by = FOR_PLAYERS
    path = "ready"

    ready: bool = True
    id: CommandId | None = None


class Entropy(TableCommand, tag="entropy"):
    """Add some text to the shuffle, between its commitment and its first card.

    It has a part in the order of the cards, which everybody can check afterwards.
    """

    by = FOR_PEOPLE
    path = "entropy"

    id: CommandId
    value: Annotated[str, Meta(min_length=1, max_length=128)]


class TopUp(TableCommand, tag="chips"):
    """Buy more chips for the seat, from the player's account."""

    by = FOR_PLAYERS
    path = "chips"

    id: CommandId
    amount: Amount


class LeaveSeat(TableCommand, tag="leave"):
    """Give up the seat and cash out.

    With a wager on the table ``now`` is refused, and ``after-round`` waits until it is settled.
    """

    by = FOR_PLAYERS
    path = "leave"

    id: CommandId
    when: Literal["now", "after-round"] = "now"


class Proceed(TableCommand, tag="proceed"):
    """Let the dealer take the next step, when dealing step by step.

    ``state`` is the state that the step follows; if the table has moved on, it is refused as stale.
    """

    by = FOR_FLOOR
    path = "proceed"

    id: CommandId
    state: StateNumber


class FloorOrder(TableCommand, tag="floor"):
    """Give one of the floor's orders, with what belongs to it."""

    by = FOR_FLOOR
    path = "floor"

    id: CommandId
    act: Literal["next-round", "new-dealer", "reshuffle", "dealing", "house", "seats", "dismiss"]
    mode: Literal["auto", "steps"] | None = None
    house: dict[str, Any] | None = None
    toml: Annotated[str, Meta(max_length=32_000)] | None = None
    devices_removed: bool = False
    open: bool | None = None
    seat: SeatNumber | None = None


class Tray(TableCommand, tag="tray"):
    """Fill, credit or count the tray.

    ``fill`` adds to the tray, ``credit`` takes from it; ``count`` says what it holds and begins a new shift.
    """

    by = FOR_FLOOR
    path = "tray"

    id: CommandId
    act: Literal["fill", "credit", "count"]
    amount: Amount


class CloseTable(TableCommand, tag="close"):
    """Close the table between rounds: seats are cashed out, the tray is counted, the cards are revealed.

    ``count`` is what was counted in the tray; without it the tray holds what it should.
    """

    by = FOR_FLOOR
    path = "close"

    id: CommandId
    count: Amount | None = None


Command: TypeAlias = (
    Say | Ready | Entropy | TopUp | LeaveSeat | Proceed | FloorOrder | Tray | CloseTable
)
"""What a client may ask of a table, over either transport."""
COMMANDS: Final[tuple[type[Command], ...]] = (
    Say,
    Ready,
    Entropy,
    TopUp,
    LeaveSeat,
    Proceed,
    FloorOrder,
    Tray,
    CloseTable,
)


# --- what the server itself asks ------------------------------------------------------------------------


class Sit(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Take a seat with chips from the person's account."""

    table: str
    id: str
    seat: int
    amount: int
    invitation: str | None = None
    """The id of the invitation that is spent by it."""


class Tick(msgspec.Struct, frozen=True):
    """The table's clock has run out."""

    turn: int
    """Which setting of the clock this was; an older one is ignored."""
    what: str
    id: None = None


TableRequest: TypeAlias = Command | Sit
"""What is asked of a table for somebody, and may travel to the process that owns it."""


def cents(amount: str) -> int:
    """An amount of money above zero, in cents."""
    parsed = parse_money(amount)
    if parsed <= 0:
        raise MalformedError("an amount must be more than zero")
    return parsed
