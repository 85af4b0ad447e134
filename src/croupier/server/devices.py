"""Where a person is signed in, signing out there, and being forgotten."""

from __future__ import annotations

import secrets
from contextlib import suppress
from functools import partial
from typing import Any, Final

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp
from croupier.server import erasure
from croupier.server.commands import LeaveBox, LeaveSeat
from croupier.server.database import Committer
from croupier.server.door import Door
from croupier.server.errors import Problem, forbidden, not_found
from croupier.server.messages import Look
from croupier.server.people import (
    LINKS,
    PLAYER,
    Caller,
    People,
    end_oldest,
    forgets,
    need_token,
    new_token,
    stands_of,
)
from croupier.server.pit import Pit
from croupier.server.schema import CHALLENGES, PASSKEYS, PLAYED, RECOVERY, TOKENS
from croupier.server.sessions import Sessions
from croupier.stage.actions import Refusal

Data = dict[str, Any]


GUEST: Final = "guest"
"""How a token was got: by coming in as a guest."""
INVITED: Final = "invitation"
"""By accepting an invitation."""
SEAT: Final = "seat"
"""By sitting down."""
LINK: Final = "link"
"""By a link that the house made, or before this was noted."""


class Devices:
    """The tokens of one person, as they see them: each is a browser, or a seat played from one."""

    def __init__(
        self, committer: Committer, people: People, sessions: Sessions, pit: Pit, door: Door
    ) -> None:
        self._committer = committer
        self._people = people
        self._sessions = sessions
        self._pit = pit
        self._door = door

    async def list(self, caller: Caller) -> list[Data]:
        """Where the caller is signed in, the newest first."""
        held = sa.select(TOKENS).where(_valid(caller.person)).order_by(TOKENS.c.created.desc())
        rows = await self._committer.read(lambda c: list(c.execute(held)))
        return [
            {
                "token_id": row.token_id,
                "how": row.how or (SEAT if row.role == PLAYER else LINK),
                "role": row.role,
                "table": row.table_id,
                "seat": row.seat,
                "created": row.created,
                "used": row.used,
                "expires": row.expires,
                "here": row.token_id == caller.token_id,
            }
            for row in rows
        ]

    # --- signing out ------------------------------------------------------------------------------

    async def sign_out(self, caller: Caller, token_id: str) -> None:
        """Sign out one of the caller's devices, at once."""
        this = _valid(caller.person) & (TOKENS.c.token_id == token_id)
        if not await self._end(caller, this, "signed out", device=token_id):
            raise not_found("there is no such device")

    async def sign_out_everywhere(self, caller: Caller, *, here: bool) -> int:
        """Sign out every device of the caller, at once; return how many tokens that ended.

        Without ``here``, the token that asks for it stays good.
        """
        these = _valid(caller.person)
        if not here:
            these &= TOKENS.c.token_id != caller.token_id
        how = "everywhere" if here else "everywhere else"
        return await self._end(caller, these, "signed out", how=how)

    async def _end(
        self,
        caller: Caller,
        these: sa.ColumnElement[bool],
        what: str,
        *also: Also,
        first: Also | None = None,
        **details: Any,
    ) -> int:
        """Revoke tokens in one commit with its entry, and close their connections everywhere."""
        before = () if first is None else (first,)
        ended: set[str] = set()
        held = sa.select(TOKENS.c.token_id).where(these)
        gone = TOKENS.update().where(these).values(revoked=stamp())

        def revoke(connection: sa.Connection) -> None:
            # First wait for another process that may be adding a token with one of these.
            connection.execute(held.with_for_update())
            ended.clear()
            ended.update(connection.scalars(gone.returning(TOKENS.c.token_id)))

        person = caller.person
        writes = (*before, need_token(caller), revoke, *also)
        await self._door.note(what, *writes, person=person, **details)
        self._sessions.end(ended)
        return len(ended)

    # --- seats ------------------------------------------------------------------------------------

    async def seat_token(self, caller: Caller, table: str, seat: int) -> Data:
        """Give the holder of a seat another token for it; the table's owner says who holds it."""
        picture = await self._pit.run(table, Look(caller))
        place = picture["seats"].get(str(seat))
        if place is None or place["person"] != caller.person:
            raise forbidden("this seat is not yours")
        new = new_token(PLAYER, caller.person, table=table, seat=seat)
        also = [need_token(caller), new.write, end_oldest(new.caller)]
        await self._committer.commit((), also, alone=True)
        return {
            "token": new.token,
            "role": PLAYER,
            "person": caller.person,
            "table": table,
            "seat": seat,
            "expires": new.caller.expires,
        }

    # --- being forgotten --------------------------------------------------------------------------

    async def erase(self, caller: Caller) -> None:
        """Forget a person: name, chair, passkeys, code and every token.

        Their seats are given up, after the round where chips are in play, and so is the box. The
        chips go to the account of the pseudonym, which nobody can reach any more. The chains stay
        as they are, and the list of the rounds that the person played goes; nothing that is still
        under way is kept. A table that does not
        answer keeps nobody from being forgotten: it gives up the seat of somebody who stays away.
        """
        person = caller.person
        every = (TOKENS.c.person == person) & TOKENS.c.revoked.is_(None)
        held = sa.select(TOKENS.c.token_id).where(every)
        # A seat's token ends when the seat is given up, and its connections must be closed too.
        tokens = await self._committer.read(lambda c: list(c.scalars(held)))
        for leave, holder in await self._committer.read(partial(_places, person)):
            with suppress(Refusal, Problem):
                await self._pit.ask(leave.table, leave, holder)
        hold = partial(erasure.hold, person=person)

        def forget(connection: sa.Connection) -> None:
            erasure.mark(connection, person)
            for kept in (PASSKEYS, RECOVERY, CHALLENGES, PLAYED):
                connection.execute(kept.delete().where(kept.c.person == person))

        await self._end(caller, every, "erased", forget, forgets(person), first=hold)
        self._sessions.end(tokens)
        self._people.nameless(person)


def _places(person: str, connection: sa.Connection) -> list[tuple[LeaveSeat | LeaveBox, Caller]]:
    """How a person gives up each seat and each box that the tables' records give them."""
    found: list[tuple[LeaveSeat | LeaveBox, Caller]] = []
    for table, stands in stands_of(connection, person):
        id = f"erase-{secrets.token_hex(8)}"
        for seat, place in stands.seats.items():
            if place.person == person:
                leave = LeaveSeat(table=table, id=f"{id}-{seat}", when="after-round")
                found.append((leave, Caller(PLAYER, person, table=table, seat=seat)))
        if stands.dealer == person:
            found.append((LeaveBox(table=table, id=id), Caller(person=person)))
    return found


def _valid(person: str) -> sa.ColumnElement[bool]:
    """The tokens that are somebody's devices: neither over nor a link for others."""
    return (
        (TOKENS.c.person == person)
        & TOKENS.c.revoked.is_(None)
        & (TOKENS.c.expires > stamp())
        & TOKENS.c.role.not_in(LINKS)
    )
