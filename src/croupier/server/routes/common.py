"""What the routes have in common: who calls, what a body may hold, how errors are described."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, StringConstraints

from croupier.server import commands, people
from croupier.server.errors import Problem, forbidden
from croupier.server.hall import Hall
from croupier.server.people import PUBLIC, Caller

Data = dict[str, Any]

# --- what bodies hold ------------------------------------------------------------------------------------

ActId = Annotated[str, StringConstraints(pattern=commands.ID_PATTERN)]
Money = Annotated[str, StringConstraints(pattern=commands.MONEY_PATTERN)]
Name = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]{1,40}$", strip_whitespace=True)
]
TableId = Annotated[str, Path(pattern=commands.TABLE_PATTERN)]
SeatNumber = Annotated[int, Path(ge=1, le=100)]
GAME_PATTERN = r"^[a-z-]{1,40}$"
RULEBOOK_PATTERN = r"^[a-z]{2}$"
GameName = Annotated[str, StringConstraints(pattern=GAME_PATTERN)]
GameInPath = Annotated[str, Path(pattern=GAME_PATTERN)]
RulebookName = Annotated[str, StringConstraints(pattern=RULEBOOK_PATTERN)]
RulebookInQuery = Annotated[str | None, Query(alias="rulebook", pattern=RULEBOOK_PATTERN)]
Keys = Annotated[dict[str, Any], "the keys of a house file, dotted or nested"]
Toml = Annotated[str, StringConstraints(max_length=32_000)]


class Body(BaseModel):
    """A body with nothing but what is described."""

    model_config = ConfigDict(extra="forbid")


# --- what answers hold -----------------------------------------------------------------------------------


class ErrorDetails(BaseModel):
    """What went wrong: ``kind`` for programs, ``message`` for people. ``rule`` is a clause of the rulebook and
    ``finding`` our ruling, where a rule is the reason."""

    kind: str
    message: str
    rule: str | None
    finding: str | None


class Error(BaseModel):
    """Why something was not done."""

    error: ErrorDetails
    breaches: list[Data] | None = None


_TEXTS = {
    400: "it cannot be understood",
    401: "no valid token",
    403: "not for this role",
    404: "there is no such thing",
    409: "the rules refuse it, or the table has moved on",
    413: "too large",
    422: "not as described",
    429: "too fast",
    503: "it cannot be recorded now",
}
ERRORS: dict[int | str, Data] = {
    code: {"model": Error, "description": text} for code, text in _TEXTS.items()
}

# --- who calls ------------------------------------------------------------------------------------------


def hall_of(request: Request) -> Hall:
    """The hall, for routes that ask for it as ``InHall``."""
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(hall_of)]
_bearer = HTTPBearer(auto_error=False, description="A token of this server.")
Credentials = Annotated[HTTPAuthorizationCredentials | None, Security(_bearer)]


def unknown_token() -> Problem:
    """A token was shown, and it is not good."""
    return Problem(401, "unauthorized", "this token is unknown, expired or revoked")


async def anybody(hall: InHall, request: Request, credentials: Credentials) -> Caller:
    """Whoever holds the token; the public if there is none. Whatever else is shown is refused."""
    if credentials is None and "authorization" not in request.headers:
        return PUBLIC
    caller = None if credentials is None else await hall.people.caller(credentials.credentials)
    if caller is None:
        raise unknown_token()
    return caller


Anybody = Annotated[Caller, Depends(anybody)]


async def known(caller: Anybody) -> Caller:
    """Somebody with a token: 401 for the public, 403 for an invitation, which does nothing but get accepted."""
    if not caller.known:
        raise Problem(401, "unauthorized", "a token is needed")
    if caller.role == people.INVITATION:
        raise forbidden("an invitation is only good for accepting it")
    return caller


Known = Annotated[Caller, Depends(known)]


def one_of(*roles: str) -> Any:
    """Somebody of one of these roles."""

    async def check(caller: Known) -> Caller:
        if caller.role not in roles:
            raise forbidden(f"this is for {' and '.join(roles)}")
        return caller

    return Depends(check)


MaySit = Annotated[Caller, one_of(people.SPECTATOR, people.PLAYER)]
"""Who works here does not play here."""
OnFloor = Annotated[Caller, one_of(people.FLOOR, people.ADMINISTRATOR)]
Administrator = Annotated[Caller, one_of(people.ADMINISTRATOR)]
ReadsRecords = Annotated[Caller, one_of(people.FLOOR, people.SURVEILLANCE, people.ADMINISTRATOR)]


async def at_seat(table: TableId, caller: Known) -> Caller:
    """A player of the table that a path names; whether the seat is still theirs is checked at the table."""
    if not commands.FOR_PLAYERS.admits(caller, table):
        raise forbidden(f"this is for {commands.FOR_PLAYERS.who}")
    return caller


AtSeat = Annotated[Caller, Depends(at_seat)]
