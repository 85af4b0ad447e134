"""The notary: signs how far all chains go, at intervals and at the end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from croupier.journal import JournalError
from croupier.journal.database import SIGNED_HEADS, published
from croupier.journal.entry import Head
from croupier.journal.recorder import stamp
from croupier.journal.signing import PublicKey, SignedHead, Signer
from croupier.server.database import Committer


class Notary:
    """Signs with the newest key in a directory; makes the first key if there is none."""

    def __init__(self, committer: Committer, directory: Path, seconds: float) -> None:
        self._committer = committer
        self._directory = directory
        self._seconds = seconds
        self._signer: Signer | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find or make the key, make sure that it is announced, and begin to sign."""
        async with self._committer.alone("keys"):
            self._signer = Signer.load(self._directory)
            announced = await asyncio.to_thread(self._committer.store.keys)
            if self._signer is None or self._signer.key not in {key.key for key in announced}:
                await self._announce(announced)
        self._task = asyncio.create_task(self._keep_signing(), name="notary")

    async def _announce(self, announced: list[PublicKey]) -> None:
        """Announce our key.

        Refuse if another key signed this journal before: ours, not signed by it, proves nothing.
        """
        if announced:
            raise JournalError(
                f"{self._directory}: the key {announced[-1].key} that signed this journal is "
                "missing: bring it back, or run croupier journal rotate where it is"
            )
        now = stamp()
        self._signer = self._signer or Signer.create(self._directory, now)
        await self._committer.write(published(self._signer.announce(now)))

    async def stop(self) -> None:
        """Sign one last time if possible, then stop."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            with suppress(Exception):
                await self.sign()

    async def _keep_signing(self) -> None:
        while True:
            await asyncio.sleep(self._seconds)
            with suppress(Exception):  # whatever cannot be signed now is signed next time
                await self.sign()

    async def sign(self) -> SignedHead | None:
        """Sign a new head; None if nothing has happened since the last one."""
        assert self._signer is not None
        store = self._committer.store
        earlier = await asyncio.to_thread(store.last_signed)
        heads: dict[str, Head]
        if earlier is None:
            heads = await asyncio.to_thread(store.heads)
        else:
            heads = dict(earlier.heads)
        for table, tail in list(self._committer.tails.items()):
            if table not in heads or heads[table].number < tail.number:
                heads[table] = tail
        if not heads or (earlier is not None and heads == earlier.heads):
            return None
        number = 1 if earlier is None else earlier.number + 1
        signed = self._signer.head(number, stamp(), heads)
        row = SIGNED_HEADS.insert().values(
            number=signed.number,
            statement=signed.statement,
            key=signed.key,
            signature=signed.signature,
        )
        await self._committer.write(lambda connection: connection.execute(row))
        return signed
