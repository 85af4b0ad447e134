"""Opening tables, each under a checked house and a name that no other process gives."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sa

from croupier import games
from croupier.journal.entry import TakenError
from croupier.journal.recorder import stamp
from croupier.nouns.reasons import MalformedError, Reason
from croupier.rules import house
from croupier.server.answers import find_answer, keep_answer
from croupier.server.companions import companions
from croupier.server.company import Company
from croupier.server.database import Committer
from croupier.server.errors import unavailable
from croupier.server.gallery import Gallery
from croupier.server.live import create_table, usual_name
from croupier.server.membership import need_room
from croupier.server.money import HOUSE
from croupier.server.pit import Pit
from croupier.server.policies import Policies
from croupier.server.policy import Policy
from croupier.server.schema import ACTS, TABLES
from croupier.server.snapshot import Snapshot
from croupier.stage.actions import Refusal

OPENINGS: Final = "openings"
"""The name under which answers about opened tables are kept; no table has it."""
TRIES: Final = 5
"""How many names are tried; another process may have taken one."""


@dataclass(frozen=True)
class NewTable:
    """A table to open."""

    game: str
    rulebook: str
    tray: int
    name: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    dealing: str = "auto"
    open_seats: bool = True
    company: tuple[str, ...] = ()
    """How each of its house players plays."""
    host: str = ""
    """Whose private table it is; empty for a table that the floor opens for everybody."""


FIRST_COMPANY: Final = ("best", "card", "cautious", "loose")
"""House players at the first tables of games that are played against others."""


def _first_company(game: str) -> tuple[str, ...]:
    return FIRST_COMPANY if games.load(game).rivals else ()


class Openings:
    """Opens tables, one after another."""

    def __init__(
        self,
        pit: Pit,
        gallery: Gallery,
        company: Company,
        committer: Committer,
        policies: Policies,
    ) -> None:
        self._pit = pit
        self._gallery = gallery
        self._company = company
        self._committer = committer
        self._policies = policies
        self._one_at_a_time = asyncio.Lock()

    async def open(self, new: NewTable, *, by: str, id: str) -> str:
        """Open a table, once for each ``id``, and return its name.

        Raises :class:`HouseError` with every breach of its house. A private table is refused if it
        is against a policy of the floor.
        """
        game = games.load(new.game)
        if new.rulebook not in game.states:
            known = ", ".join(game.states)
            raise MalformedError(f"{new.game} has no rulebook {new.rulebook!r}, only {known}")
        policy = await self._policies.load() if new.host else None
        if policy is not None:
            policy.need_game(new.game, game.title)
        chosen = house.build(new.game, new.house, new.rulebook)
        if policy is not None:
            policy.need_limits(chosen)
            if len(new.company) > chosen.seats:
                raise Refusal(Reason(f"this table has {chosen.seats} seats", None, "X-12"))
            policy.need_company(len(new.company))
        async with self._one_at_a_time:
            for _ in range(TRIES):
                before = await find_answer(self._committer, OPENINGS, by, id)
                if before is not None:
                    return str(before["table"])
                table = await self._new_name(new.game)
                snapshot = Snapshot(
                    new.name or usual_name(game, table),
                    new.game,
                    new.rulebook,
                    chosen.changed(),
                    dealing=new.dealing,
                    open_seats=new.open_seats,
                    tray=new.tray,
                    company=companions(new.company),
                    host=new.host,
                    empty_since=stamp() if new.host else "",
                )
                with suppress(TakenError):
                    await self._open(table, snapshot, by, id, policy)
                    return table
        raise unavailable()

    async def first_tables(self, tray: int) -> list[str]:
        """Open a table for every document if there has never been a table.

        A newcomer can sit down at once. An opening that was interrupted is resumed.
        """
        async with self._committer.alone("first tables"):
            first = sa.select(ACTS.c.act_id).where(
                ACTS.c.table_id == OPENINGS, ACTS.c.person == HOUSE
            )
            begun = await self._committer.read(lambda connection: set(connection.scalars(first)))
            there = sa.select(sa.func.count()).select_from(TABLES)
            if not begun and await self._committer.read(lambda c: c.scalar(there)):
                return []
            wanted = {
                f"first:{game}:{state}": NewTable(game, state, tray, company=_first_company(game))
                for game in games.names()
                for state in games.load(game).states
            }
            return [
                await self.open(new, by=HOUSE, id=id)
                for id, new in wanted.items()
                if id not in begun
            ]

    async def _new_name(self, game: str) -> str:
        taken = await self._committer.read(lambda c: list(c.scalars(sa.select(TABLES.c.table_id))))
        ours = (table for table in taken if table.startswith(f"{game}-"))
        number = 1 + max((int(table.rpartition("-")[2]) for table in ours), default=0)
        while not await self._company.take(f"{game}-{number}"):
            number += 1
        return f"{game}-{number}"

    async def _open(
        self, table: str, snapshot: Snapshot, by: str, id: str, policy: Policy | None
    ) -> None:
        live = create_table(
            table, snapshot, self._committer.store, self._company.next_round, self._pit.next_order
        )
        live.note(
            "open",
            name=None if snapshot.host else snapshot.name,  # a guest's words can be erased
            house=snapshot.house,
            tray=snapshot.tray,
            host=snapshot.host or None,
            by=by,
            id=id,
        )
        also = [*live.take_writes(), keep_answer(OPENINGS, by, id, {"table": table})]
        if policy is not None:
            also.append(need_room(snapshot.host, policy))
        await self._committer.commit(live.pending.take(), also, alone=True, owner_of=table)
        live.notice()
        self._gallery.stirred(self._pit.employ(table, live))
        self._gallery.tell_lobby()
