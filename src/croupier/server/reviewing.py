"""Reviews of rounds, computed in a process of its own, one after another.

A round whose review took too long or crashed may be asked for again.
"""

from __future__ import annotations

import pickle
from base64 import b64encode
from typing import Any, Final

from croupier.journal import RoundLog
from croupier.server.child import Child

Data = dict[str, Any]

SECONDS: Final = 300.0
"""How long the review of one round may take; a machine that is busy needs longer."""
COMMAND: Final = ("-m", "croupier.server.reviewer")


class Reviewing(Child):
    """Reviews one round at a time; whoever asks meanwhile waits."""

    def __init__(self, seconds: float = SECONDS, command: tuple[str, ...] = COMMAND) -> None:
        super().__init__(command, seconds)

    async def review(self, log: RoundLog, person: str) -> Data:
        """Review a round for a person; ``{"failed": why}`` if the round cannot be reviewed.

        Raises what :meth:`ask` raises, which says nothing of the round.
        """
        found: Data = await self.ask(b64encode(pickle.dumps((log, person))))
        return found
