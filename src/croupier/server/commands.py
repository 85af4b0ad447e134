"""What a client may ask of a table: one set of commands for both transports.

A frame of the WebSocket is a command as it stands. A request over HTTP is the same command, with
its type and its table in the path. :func:`need` checks who may give it; the process that owns the
table carries it out.
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
Note = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]{1,200}$")]
Strategy = Literal["best", "card", "cautious", "loose"]
EntryNumber = Annotated[int, Meta(ge=1, lt=2**53)]
Person = Annotated[str, Meta(pattern=r"^p-[0-9a-f]{16}$")]


# --- who may give them ----------------------------------------------------------------------------


class Rank(NamedTuple):
    """The callers who may give a command."""

    admits: Callable[[Caller, str], bool]
    who: str


def _plays(caller: Caller, table: str) -> bool:
    return caller.role == people.PLAYER and caller.table == table


def _works(caller: Caller, table: str) -> bool:
    return caller.role in people.STAFF


def _deals(caller: Caller, table: str) -> bool:
    """A dealer's token is for one table, or for every table that the floor has opened."""
    return caller.role == people.DEALER and caller.table in (None, table)


FOR_PLAYERS: Final = Rank(_plays, "the players of this table")
FOR_FLOOR: Final = Rank(_works, "the floor")
FOR_DEALERS: Final = Rank(_deals, "the dealers of this table")
"""The table itself knows who is in the box, and checks that (:meth:`.LiveTable.need_box`)."""
FOR_DEALERS_AND_FLOOR: Final = Rank(
    lambda caller, table: _deals(caller, table) or _works(caller, table),
    "the dealer of this table and the floor",
)
FOR_TABLE_AND_FLOOR: Final = Rank(
    lambda caller, table: _plays(caller, table) or _deals(caller, table) or _works(caller, table),
    "the players and the dealer of this table, and the floor",
)
FOR_HOSTS: Final = Rank(
    lambda caller, table: caller.role in people.SPEAKS, "the host of this table and the floor"
)
"""The table itself knows who its host is, and checks that (:meth:`.LiveTable.need_host`)."""
FOR_BOX: Final = Rank(FOR_HOSTS.admits, "the dealer and the host of this table, and the floor")
FOR_PEOPLE: Final = Rank(
    lambda caller, table: caller.role in people.SPEAKS, "everybody but surveillance"
)


def need(command: type[TableCommand], table: str, caller: Caller) -> None:
    """Refuse a caller who may not give a command: 401 without a token, 403 for the wrong role."""
    if not caller.known:
        raise Problem(401, "unauthorized", "a token is needed")
    if not command.by.admits(caller, table):
        raise forbidden(f"this is for {command.by.who}")


# --- the commands ---------------------------------------------------------------------------------


class TableCommand(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A command to one table.

    A command with an ``id`` is carried out once, however often the same person sends it.
    """

    by: ClassVar[Rank]
    path: ClassVar[str]
    """The last part of its address over HTTP."""

    table: TableName


class Say(TableCommand, tag="act"):
    """Say a sentence of the game.

    ``state`` is the state of the table that the speaker saw. The sentence is refused as stale if
    the speaker's choices have changed since. A player leaves the seat out; the dealer writes
    ``dealer`` first, and the floor writes the actor (``dealer`` or ``floor``). While a person
    deals, nobody else speaks for the dealer.
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


class Away(TableCommand, tag="away"):
    """Sit out, or come back.

    The table does not wait for a player who sits out. Any sentence of the seat, ``ready`` or more
    chips bring the player back, too.
    """

    by = FOR_PLAYERS
    path = "away"

    id: CommandId
    away: bool = True


class Entropy(TableCommand, tag="entropy"):
    """Add some text to the shuffle, between its commitment and its first card.

    The text takes part in the order of the cards, which everybody can check afterwards.
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

    With a wager on the table, ``now`` is refused and ``after-round`` waits until it is settled.
    """

    by = FOR_PLAYERS
    path = "leave"

    id: CommandId
    when: Literal["now", "after-round"] = "now"


class Proceed(TableCommand, tag="proceed"):
    """Let the dealer take the next step, when dealing step by step.

    ``state`` is the state of the table before the step. If the table has moved on, the command is
    refused as stale. Between rounds, a person who deals lays out the next one with it.
    """

    by = FOR_DEALERS_AND_FLOOR
    path = "proceed"

    id: CommandId
    state: StateNumber


class TakeBox(TableCommand, tag="box"):
    """Deal this table from now on.

    The table then waits for this person before each step, and nothing closes by itself. Refused
    while somebody else deals, and to a player of this table.
    """

    by = FOR_DEALERS
    path = "box"

    id: CommandId


class LeaveBox(TableCommand, tag="leave-box"):
    """Give the box back: the table deals as it did before.

    The host and the floor relieve the person who deals with it.
    """

    by = FOR_BOX
    path = "leave-box"

    id: CommandId


class SetCompany(TableCommand, tag="company"):
    """Choose the house players of the table: how each of them plays, one entry for each.

    They sit down as far as there are free seats, and leave a seat when a person wants it.
    """

    by = FOR_HOSTS
    path = "company"

    id: CommandId
    strategies: Annotated[list[Strategy], Meta(max_length=20)]


class Remove(TableCommand, tag="remove"):
    """Remove a person from a private table: whoever holds a seat, or somebody who watches.

    With chips on the table they stay until the end of the round. The links to the table are
    revoked, that for dealers too, and no other link admits them again.
    """

    by = FOR_HOSTS
    path = "remove"

    id: CommandId
    seat: SeatNumber | None = None
    person: Person | None = None


class HandOver(TableCommand, tag="hand-over"):
    """Make somebody else at a private table its host."""

    by = FOR_HOSTS
    path = "host"

    id: CommandId
    person: Person


class SetHouse(TableCommand, tag="house"):
    """Change the house of a private table between rounds, within the floor's policies."""

    by = FOR_HOSTS
    path = "house"

    id: CommandId
    house: dict[str, Any] | None = None
    toml: Annotated[str, Meta(max_length=32_000)] | None = None
    devices_removed: bool = False


class FloorOrder(TableCommand, tag="floor"):
    """Give one of the floor's orders, with the fields that it needs."""

    by = FOR_FLOOR
    path = "floor"

    id: CommandId
    act: Literal[
        "next-round", "new-dealer", "reshuffle", "dealing", "house", "seats", "dismiss", "relieve"
    ]
    mode: Literal["auto", "steps"] | None = None
    house: dict[str, Any] | None = None
    toml: Annotated[str, Meta(max_length=32_000)] | None = None
    devices_removed: bool = False
    open: bool | None = None
    seat: SeatNumber | None = None


class Tray(TableCommand, tag="tray"):
    """Fill, credit or count the tray.

    ``fill`` adds to the tray and ``credit`` takes from it. ``count`` says what it holds and begins
    a new shift. A count that differs from what the tray should hold must send that along as
    ``expected``. It is refused as stale if the tray should hold something else by then.
    """

    by = FOR_FLOOR
    path = "tray"

    id: CommandId
    act: Literal["fill", "credit", "count"]
    amount: Amount
    expected: Amount | None = None


class Correct(TableCommand, tag="correct"):
    """Correct a fill, a credit or a count that was noted by mistake.

    ``entry`` is its number in the table's chain, and ``why`` stays in the chain with it. ``amount``
    is the right amount. Without it, what was noted did not happen; a count that did not happen
    reopens its shift. ``state`` is the state of the table whose reconciliation was looked at; the
    correction is refused as stale if the entry has been corrected since.
    """

    by = FOR_FLOOR
    path = "corrections"

    id: CommandId
    entry: EntryNumber
    state: StateNumber
    why: Note
    amount: Amount | None = None


class CloseTable(TableCommand, tag="close"):
    """Close the table, between rounds or ``after-round``; the host of a private table may, too.

    All seats are cashed out, the tray is counted and the cards are revealed. ``count`` is what the
    floor counted in the tray; without it, the tray is taken to hold what it should. ``expected``
    confirms a difference, as for a count of the tray.
    """

    by = FOR_HOSTS
    path = "close"

    id: CommandId
    when: Literal["now", "after-round"] = "now"
    count: Amount | None = None
    expected: Amount | None = None


Command: TypeAlias = (
    Say
    | Ready
    | Away
    | Entropy
    | TopUp
    | LeaveSeat
    | Proceed
    | TakeBox
    | LeaveBox
    | SetCompany
    | Remove
    | HandOver
    | SetHouse
    | FloorOrder
    | Tray
    | Correct
    | CloseTable
)
"""Any command that a client may give, over either transport."""
COMMANDS: Final[tuple[type[Command], ...]] = (
    Say,
    Ready,
    Away,
    Entropy,
    TopUp,
    LeaveSeat,
    Proceed,
    TakeBox,
    LeaveBox,
    SetCompany,
    Remove,
    HandOver,
    SetHouse,
    FloorOrder,
    Tray,
    Correct,
    CloseTable,
)


# --- what the server itself asks ------------------------------------------------------------------


class Sit(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Take a seat, with chips bought from the person's account."""

    table: str
    id: str
    seat: int
    amount: int
    invitation: str | None = None
    """The id of the invitation that this uses up."""
    strategy: str = ""
    """How a house player plays; empty for a person."""


class OfferBox(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Ask whether the caller may make a link for dealers of this table, and note that they do."""

    table: str
    id: str


class MakeLink(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Make the link to a private table, which replaces the one before."""

    table: str
    hash: bytes = b""
    """The hash of the new link's token; empty to revoke the old link only."""
    token_id: str = ""
    expires: str = ""
    id: None = None


class Admit(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Admit a person who has come by a link of a private table, to play or to deal."""

    table: str
    link: str
    """The id of the link's token."""
    id: None = None


class Forget(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Find another host for a private table, because its host was erased."""

    table: str
    person: str
    id: None = None


class Lodge(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Note that the caller asks the floor for a ruling about a round of theirs."""

    table: str
    id: str
    round: int
    seat: int
    about: str
    words: str


class Rule(msgspec.Struct, tag=True, kw_only=True, frozen=True):
    """Note the floor's ruling in a dispute."""

    table: str
    id: str
    dispute: str
    round: int
    verdict: str
    words: str
    rule: str | None = None
    """The clause of the round's rulebook."""
    finding: str | None = None


NEXT: Final = "next"
"""The pause after a round is over."""
CLOSE: Final = "close"
"""The time for wagers is over."""
ANSWER: Final = "answer"
"""The time for a decision is over."""
IDLE: Final = "idle"
"""Nobody has wagered for a long time."""
RELIEVE: Final = "relieve"
"""The person who deals has kept the table waiting."""
FREE: Final = "free"
"""A seat has been kept long enough, or a private table has been without people or its host."""


class Tick(msgspec.Struct, frozen=True):
    """The table's clock has run out."""

    turn: int
    """Which setting of the clock ran out; a tick of an older setting is ignored."""
    what: str
    """What it ran for, as above."""
    id: None = None


TableRequest: TypeAlias = Command | Sit | OfferBox | MakeLink | Admit | Forget | Lodge | Rule
"""What is asked of a table on somebody's behalf; it may travel to the process that owns it."""


def cents(amount: str) -> int:
    """Return an amount in cents; refuse zero."""
    parsed = parse_money(amount)
    if parsed <= 0:
        raise MalformedError("an amount must be more than zero")
    return parsed
