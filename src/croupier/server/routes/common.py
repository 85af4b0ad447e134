"""What the routes share: the caller, the types of bodies, the description of errors."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, StringConstraints

from croupier.server import commands, people
from croupier.server.errors import Problem, forbidden, unknown_token
from croupier.server.hall import Hall
from croupier.server.people import PUBLIC, Caller

Data = dict[str, Any]

# --- what bodies hold -----------------------------------------------------------------------------

ActId = Annotated[str, StringConstraints(pattern=commands.ID_PATTERN)]
Money = Annotated[str, StringConstraints(pattern=commands.MONEY_PATTERN)]
Name = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]{1,40}$", strip_whitespace=True)
]
TableId = Annotated[str, Path(pattern=commands.TABLE_PATTERN)]
SeatNumber = Annotated[int, Path(ge=1, le=100)]
PERSON_PATTERN = r"^p-[0-9a-f]{16}$"
GAME_PATTERN = r"^[a-z-]{1,40}$"
RULEBOOK_PATTERN = r"^[a-z]{2}$"
GameName = Annotated[str, StringConstraints(pattern=GAME_PATTERN)]
GameInPath = Annotated[str, Path(pattern=GAME_PATTERN)]
RulebookName = Annotated[str, StringConstraints(pattern=RULEBOOK_PATTERN)]
RulebookInQuery = Annotated[str | None, Query(alias="rulebook", pattern=RULEBOOK_PATTERN)]
Keys = Annotated[dict[str, Any], "the keys of a house file, dotted or nested"]
Toml = Annotated[str, StringConstraints(max_length=32_000)]


_ABOUT_THE_TABLE: Final = ("table", "name", "game", "title", "rulebook", "phase")


def about_table(picture: Data, *more: str) -> Data:
    """Return what every link and invitation says of its table, and these keys of its picture."""
    return {key: picture[key] for key in (*_ABOUT_THE_TABLE, *more)}


class Body(BaseModel):
    """A body that may have only the fields described."""

    model_config = ConfigDict(extra="forbid")


# --- what answers hold ----------------------------------------------------------------------------


class ErrorDetails(BaseModel):
    """What went wrong: ``kind`` is for programs, ``message`` for people.

    If a rule is the reason, ``rule`` is a clause of the rulebook and ``finding`` our ruling. A
    refill that comes too early says how many seconds to ``wait``.
    """

    kind: str
    message: str
    rule: str | None
    finding: str | None
    wait: int | None = None


class Error(BaseModel):
    """Why something was not done."""

    error: ErrorDetails
    breaches: list[Data] | None = None


_TEXTS = {
    400: "the request cannot be understood",
    401: "no valid token",
    403: "not for this role",
    404: "not found",
    409: "refused by the rules, or the table has moved on",
    413: "too large",
    422: "the request is not as described",
    429: "too many requests",
    503: "nothing can be recorded now",
}
ERRORS: dict[int | str, Data] = {
    code: {"model": Error, "description": text} for code, text in _TEXTS.items()
}

# --- who calls ------------------------------------------------------------------------------------


def hall_of(request: Request) -> Hall:
    """The hall; routes ask for it as ``InHall``."""
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]
_bearer = HTTPBearer(auto_error=False, description="A token of this server.")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


async def anybody(hall: InHall, request: Request, credentials: Credentials) -> Caller:
    """The holder of the token; the public if none was sent.

    An invalid token is refused, and so is a link or an invitation, which is no more than that.
    """
    if credentials is None and "authorization" not in request.headers:
        return PUBLIC
    caller = None if credentials is None else await hall.people.caller(credentials.credentials)
    if caller is None:
        raise unknown_token()
    if caller.role not in people.ROLES:
        raise forbidden("this token is a link: it can only be accepted")
    return caller


Anybody = Annotated[Caller, Depends(anybody)]


async def known(caller: Anybody) -> Caller:
    """The holder of a token: 401 for the public."""
    if not caller.known:
        raise Problem(401, "unauthorized", "a token is needed")
    return caller


Known = Annotated[Caller, Depends(known)]


def one_of(*roles: str) -> Any:
    """The holder of a token of one of these roles."""

    async def check(caller: Known) -> Caller:
        if caller.role not in roles:
            raise forbidden(f"this is for {' and '.join(roles)}")
        return caller

    return Depends(check)


def need_own(caller: Caller) -> None:
    """Refuse a seat's token, which may come from a link that somebody else had first."""
    if caller.role == people.PLAYER:
        raise forbidden("a seat's token is not enough: come with your own")


def need_guest(caller: Caller) -> Caller:
    """Refuse whoever does not come with a guest's own token."""
    need_own(caller)
    if caller.role != people.SPECTATOR:
        raise forbidden("this is for guests: the staff's tokens come from the administrator")
    return caller


async def guest(caller: Known) -> Caller:
    """The holder of a guest's own token."""
    return need_guest(caller)


AsGuest = Annotated[Caller, Depends(guest)]
MaySit = Annotated[Caller, one_of(people.SPECTATOR, people.PLAYER)]
"""Staff may not play here."""
OnFloor = Annotated[Caller, one_of(people.FLOOR, people.ADMINISTRATOR)]
Administrator = Annotated[Caller, one_of(people.ADMINISTRATOR)]
ReadsRecords = Annotated[Caller, one_of(people.FLOOR, people.SURVEILLANCE, people.ADMINISTRATOR)]


async def at_seat(table: TableId, caller: Known) -> Caller:
    """A player of the table in the path; the table checks whether the seat is still theirs."""
    if not commands.FOR_PLAYERS.admits(caller, table):
        raise forbidden(f"this is for {commands.FOR_PLAYERS.who}")
    return caller


AtSeat = Annotated[Caller, Depends(at_seat)]
