"""Sessions: when a token ends, the connections that were opened with it are closed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import sqlalchemy as sa

from croupier.server import people
from croupier.server.company import Company
from croupier.server.hub import NO_TOKEN, Hub
from croupier.server.people import People

SWEEP: Final = 15.0
"""Seconds between checks that the tokens of open connections are still valid."""
REMEMBERED: Final = 10_000
"""How many of the tokens that ended last are remembered."""


class Sessions:
    """Ends sessions, in this process and in others."""

    def __init__(self, people: People, hub: Hub, company: Company) -> None:
        self._people = people
        self._hub = hub
        self._company = company
        self._sweeper: asyncio.Task[None] | None = None
        self._ended: OrderedDict[str, None] = OrderedDict()

    def start(self) -> None:
        """Start checking open connections."""
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    def stop(self) -> None:
        """Stop checking."""
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
        self.end((token_id,))
        return found

    def end(self, token_ids: Iterable[str]) -> None:
        """Close the connections of tokens that have been revoked, here and elsewhere."""
        for token_id in token_ids:
            self.close(token_id)
            self._company.revoked(token_id)

    def close(self, token_id: str) -> None:
        """Close the connections of this process that use a token."""
        self._ended[token_id] = None
        if len(self._ended) > REMEMBERED:
            self._ended.popitem(last=False)
        self._close({token_id})

    def has_ended(self, token_id: str) -> bool:
        """Whether a token was revoked just now, perhaps while its connection was being opened."""
        return token_id in self._ended

    def _close(self, token_ids: set[str]) -> None:
        self._hub.let_go(lambda caller: caller.token_id in token_ids, NO_TOKEN)

    async def first_tokens(self, renew: bool = False) -> dict[str, str]:
        """Issue tokens for the floor and the administrator.

        A role for which somebody holds a valid token gets a new one only if ``renew`` is set.
        """
        made = {}
        for role in (people.FLOOR, people.ADMINISTRATOR):
            if renew or not await self._people.has_role(role):
                made[role] = (await self._people.issue(role, role.capitalize())).token
        return made
