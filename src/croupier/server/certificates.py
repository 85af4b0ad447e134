"""Certificates of the dealer's chair: noted in a chain of their own, and compared with it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any, Final

from croupier.chair.certificate import (
    CHAIN,
    UNRECORDED,
    Certificate,
    Paper,
    check,
    new_salt,
    note_of,
)
from croupier.chair.progress import Certified, find_certificate, keep_certificate
from croupier.chair.results import text_of
from croupier.chair.sitting import ALLOWANCE, PASS_MARK, percent_of
from croupier.chair.wording import doing
from croupier.journal import Journal
from croupier.journal.database import Also
from croupier.journal.entry import TakenError
from croupier.rules import rulebook
from croupier.server.database import Committer
from croupier.server.errors import not_found, unavailable
from croupier.server.pending import Pending

Data = dict[str, Any]

_TRIES: Final = 5


class Certificates:
    """Writes the chain of certificates, and reads what it holds."""

    def __init__(self, journal: Journal, committer: Committer) -> None:
        self._journal = journal
        self._committer = committer
        self._one_at_a_time = asyncio.Lock()

    async def issue(self, person: str, paper: Paper, also: Also) -> None:
        """Note a passed exam in the chain, in one commit with what is written about it."""
        salt = new_salt()
        async with self._one_at_a_time:
            for _ in range(_TRIES):
                head = await asyncio.to_thread(self._journal.tail, CHAIN)
                pending = Pending(self._journal.store, CHAIN, head, self._journal.next_round)
                pending.write(CHAIN, [note_of(paper, salt)])
                made = Certificate(paper, salt, pending.head.number)
                keep = partial(keep_certificate, trainee=person, certificate=made)
                with suppress(TakenError):
                    await self._committer.commit(pending.take(), [also, keep], alone=True)
                    return
        raise unavailable()

    async def find(self, number: str) -> Certified:
        """The exam that a certificate stands for; 404 if there is none or it was erased."""
        found = await self._committer.read(lambda c: find_certificate(c, number))
        if found is None:
            raise not_found(
                f"there is no such certificate: no passed exam is recorded here under {number}"
            )
        return found

    def data(self, found: Certified, name: str | None) -> Data:
        """What a certificate says, and whether the journal holds it; reads the journal."""
        game, _, state = found.document.rpartition(".")
        book, kept, sat = rulebook.load(game, state), found.certificate, found.sat
        paper = None if kept is None else kept.paper
        seconds, streak = (paper or sat).seconds, (paper or sat).streak
        steps = sat.questions if paper is None else paper.steps
        right = (paper or sat).right
        checked = UNRECORDED if kept is None else check(kept, self._journal.store)
        return {
            "certificate": sat.certificate if paper is None else paper.number,
            "name": name,
            "game": game,
            "title": book.title,
            "rulebook": state,
            "document": found.document,
            "jurisdiction": book.jurisdiction,
            "version": book.version if paper is None else paper.version,
            "revised": paper is not None and paper.rules != book.digest,
            "ended": (paper or sat).ended,
            "right": right,
            "steps": steps,
            "percent": percent_of(right, steps),
            "pass_mark": PASS_MARK,
            "seconds": seconds,
            "allowed": ALLOWANCE * steps,
            "streak": streak,
            "earlier": None if paper is None else paper.earlier,
            "clauses": [
                {"cited": cited, "text": text_of(book, cited)} for cited in (paper or sat).clauses
            ],
            "kinds": [
                {"kind": kind, "title": doing(kind)} for kind in (paper.kinds if paper else ())
            ],
            "verification": checked.as_dict(),
        }
