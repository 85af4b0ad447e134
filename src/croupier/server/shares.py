"""Finished rounds that a person shows to others: to whoever has the link, until they end it.

The link's token is kept as a hash. It comes to the page behind the ``#`` of an address, which
browsers do not send, and to the server in the body of a request.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from croupier.journal import Journal
from croupier.journal.recorder import stamp
from croupier.nouns.reasons import Reason
from croupier.server import erasure, shown
from croupier.server.database import Committer
from croupier.server.errors import not_found
from croupier.server.people import PLAYER, Caller
from croupier.server.schema import SHARES
from croupier.stage.actions import Refusal

Data = dict[str, Any]

MOST: Final = 100
"""How many rounds one person may share at once."""
FEW: Final = Reason(f"you share {MOST} rounds already: end one of those links first")
UNKNOWN: Final = not_found("this link is unknown, or whoever made it has ended it")


class Share(NamedTuple):
    """A round that somebody shares."""

    person: str
    round: int


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()


def _of(person: str, number: int) -> sa.ColumnElement[bool]:
    return (SHARES.c.person == person) & (SHARES.c.round == number)


class Shares:
    """Makes, finds and ends links."""

    def __init__(self, journal: Journal, committer: Committer) -> None:
        self._journal = journal
        self._committer = committer

    async def make(self, person: str, number: int) -> str:
        """Share a round: gives the token, which is told once; the link before it ends."""
        token = secrets.token_urlsafe(32)
        row = {"hash": _hash(token), "person": person, "round": number, "created": stamp()}
        others = sa.select(sa.func.count()).where(SHARES.c.person == person)

        def write(connection: sa.Connection) -> None:
            # Whoever is being erased leaves no link behind, and two links are made one by one.
            erasure.need_person(connection, person)
            connection.execute(SHARES.delete().where(_of(person, number)))
            if (connection.scalar(others) or 0) >= MOST:
                raise Refusal(FEW)
            connection.execute(SHARES.insert().values(row))

        await self._committer.write(write)
        return token

    async def end(self, person: str, number: int) -> None:
        """End the link to a round; nothing happens if there is none."""
        gone = SHARES.delete().where(_of(person, number))
        await self._committer.write(lambda connection: connection.execute(gone))

    async def find(self, token: str) -> Share:
        """What a token leads to; 404 if it leads nowhere."""
        wanted = _hash(token)
        row = await self._committer.read(
            lambda c: c.execute(sa.select(SHARES).where(SHARES.c.hash == wanted)).first()
        )
        if row is None or not hmac.compare_digest(bytes(row.hash), wanted):
            raise UNKNOWN
        return Share(row.person, row.round)

    async def has(self, person: str, number: int) -> bool:
        """Whether a person shares a round."""
        wanted = sa.select(SHARES.c.round).where(_of(person, number))
        return await self._committer.read(lambda c: c.scalar(wanted)) is not None

    async def of(self, person: str) -> list[Data]:
        """The rounds that a person shares, the latest link first."""
        mine = sa.select(SHARES.c.round, SHARES.c.created).where(SHARES.c.person == person)
        rows = await self._committer.read(
            lambda c: c.execute(mine.order_by(SHARES.c.created.desc())).all()
        )
        return [{"round": row.round, "created": row.created} for row in rows]

    def show(self, share: Share) -> Data:
        """A shared round as the seat saw it, without its number and anybody's name.

        Whoever knows the number can look up who played. Reads the database.
        """
        log = self._journal.round(share.round)
        eyes = shown.eyes_on(log, Caller(PLAYER, share.person))
        opened = log.opened
        mine = opened.players[share.person]
        return {
            "game": opened.game,
            "rulebook": opened.rulebook,
            "began": minute(opened.stamp.time),
            "outcome": log.outcome,
            "seats": [seat for seat, _ in opened.seats],
            "mine": mine,
            "viewer": eyes,
            "house": opened.house,
            "result": shown.recorded(log, eyes)["result"],
            "steps": [_nameless(step, mine) for step in shown.steps(log, eyes)],
        }


_NAMING: Final = ("round", "table", "person")
"""What would lead from a review to whose it is."""


def _nameless(step: Data, mine: Sequence[int]) -> Data:
    """A step without the pseudonyms of those at the seats, and without others' bankrolls."""
    seats = {
        number: _without(seat, ("player",) if int(number) in mine else ("player", "bankroll"))
        for number, seat in step["seats"].items()
    }
    return step | {"seats": seats, "event": _without(step["event"], _NAMING)}


def anonymous(review: Data) -> Data:
    """A review without whose it is, without the table and without the round's number."""
    decisions = [_without(decision, _NAMING) for decision in review["decisions"]]
    told = _without(review, _NAMING)
    return told | {"time": minute(review["time"]), "decisions": decisions}


def minute(time: str) -> str:
    """A moment to the minute: the exact time of a round is as good as its number."""
    return f"{time[:16]}:00Z"


def _without(data: Data, names: Iterable[str]) -> Data:
    return {key: value for key, value in data.items() if key not in names}
