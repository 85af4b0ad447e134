"""Tokens and the connections that came with them: when a token ends, they are closed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import sqlalchemy as sa

from croupier.server import people
from croupier.server.company import Company
from croupier.server.hub import NO_TOKEN, Hub
from croupier.server.people import People

SWEEP: Final = 15.0
"""Seconds between looks at whether the tokens of open connections are still valid."""


class Sessions:
    """Ends sessions, here and in other processes."""

    def __init__(self, people: People, hub: Hub, company: Company) -> None:
        self._people = people
        self._hub = hub
        self._company = company
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look after open connections from now on."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    def stop(self) -> None:
        """Stop looking after them."""
        if self._sweeper is not None:
            self._sweeper.cancel()

    async def _sweep(self) -> None:
        """Close the connections whose tokens are no longer valid."""
        while True:
            await asyncio.sleep(SWEEP)
            held = {one.caller.token_id for one in self._hub.listeners if one.caller.known}
            if held:
                with suppress(sa.exc.SQLAlchemyError):
                    self._close(held - await self._people.still_valid(list(held)))

    async def revoke(self, token_id: str) -> bool:
        """Revoke a token and close its connections; False if there is no such token."""
        found = await self._people.revoke(token_id)
        self.close(token_id)
        self._company.revoked(token_id)
        return found

    def close(self, token_id: str) -> None:
        """Close the connections of a token."""
        self._close({token_id})

    def _close(self, token_ids: set[str]) -> None:
        self._hub.let_go(lambda caller: caller.token_id in token_ids, NO_TOKEN)

    async def first_tokens(self, renew: bool = False) -> dict[str, str]:
        """Tokens for the floor and the administrator, where nobody holds one yet or new ones are wanted."""
        made = {}
        for role in (people.FLOOR, people.ADMINISTRATOR):
            if renew or not await self._people.has_role(role):
                made[role] = (await self._people.issue(role, role.capitalize())).token
        return made
