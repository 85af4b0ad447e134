"""The floor's inbox: disputes come in, wait, and are ruled on."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from croupier.journal.recorder import stamp, utc_now
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules import rulebook
from croupier.rules.rulebook import CitationError
from croupier.server import disputes
from croupier.server.alerts import Alert, Level
from croupier.server.answers import find_answer
from croupier.server.archive import Archive
from croupier.server.cage import Cage
from croupier.server.commands import Lodge, Rule
from croupier.server.database import Committer
from croupier.server.disputes import UPHELD, About, Verdict
from croupier.server.errors import Problem, forbidden, not_found
from croupier.server.gate.buckets import Buckets
from croupier.server.history import names_of
from croupier.server.people import Caller
from croupier.server.pit import Pit
from croupier.server.schema import DISPUTES, PLAYED
from croupier.server.shown import Names
from croupier.stage.actions import Refusal

Data = dict[str, Any]

PAGE: Final = "#/disputes"
"""Where on the page disputes are listed."""
BURST: Final = 5
"""Disputes that a person may lodge one right after another."""
RATE: Final = 1 / 60
"""Disputes a second that a person may lodge on average."""
MOST: Final = 100
"""How many disputes of a kind a list has."""
PATIENCE: Final = 15
"""Minutes after which a dispute that waits is urgent."""
_ASKED: Final = ("round", "seat", "about", "words")
"""What a dispute keeps of the request that lodged it."""


class Wording(NamedTuple):
    """A ruling in words, and what it rests on."""

    verdict: Verdict
    words: str
    rule: str | None = None
    finding: str | None = None


class Inbox:
    """Takes disputes and rulings to the table of the round, and lists them."""

    def __init__(
        self, archive: Archive, pit: Pit, committer: Committer, cage: Cage, names: Names
    ) -> None:
        self._archive = archive
        self._cage = cage
        self._pit = pit
        self._committer = committer
        self._names = names
        self._buckets = Buckets(RATE, BURST)

    # --- lodging and ruling -----------------------------------------------------------------------

    async def lodge(
        self, round: int, seat: int, about: About, words: str, id: str, caller: Caller
    ) -> Data:
        """Ask the floor for a ruling about a round that the caller has played."""
        log = await asyncio.to_thread(self._archive.log, round, caller)
        if seat not in log.opened.players.get(caller.person, ()):
            raise forbidden(f"you did not play seat {seat} in round {round}")
        if await find_answer(self._committer, log.table, caller.person, id) is None:
            await self._need_room(caller, round)
        asked = Lodge(table=log.table, id=id, round=round, seat=seat, about=about, words=words)
        # Whoever asks may have left the seat since: they ask as the person they are.
        person = Caller(person=caller.person, token_id=caller.token_id)
        done = await self._pit.ask(log.table, asked, person)
        if not await self._is_of(done, asked):
            raise disputes.reused()
        return done

    async def _is_of(self, done: Data, asked: Lodge) -> bool:
        """Whether an answer belongs to a request: its id may have been used for another one."""
        if "dispute" not in done:
            return False
        row = await self._need(done["dispute"])
        return all(row._mapping[key] == getattr(asked, key) for key in _ASKED)

    async def _need_room(self, caller: Caller, round: int) -> None:
        await self._committer.read(lambda c: disputes.need_room(c, caller.person, round))
        bucket = self._buckets.of(caller.person)
        if not bucket.take():
            wait = max(1, math.ceil(bucket.wait()))
            raise Problem(429, "limited", f"too many disputes: wait {wait} s", wait=wait)

    async def rule(self, dispute: str, ruling: Wording, id: str, caller: Caller) -> Data:
        """Answer a dispute, once."""
        row = await self._need(dispute)
        known = await find_answer(self._committer, row.table_id, caller.person, id)
        if row.ruled is not None and known is None:
            raise disputes.answered()
        rule, finding = _grounds(row.game, row.rulebook, ruling)
        asked = Rule(
            table=row.table_id,
            id=id,
            dispute=dispute,
            round=row.round,
            verdict=ruling.verdict,
            words=ruling.words,
            rule=rule,
            finding=finding,
        )
        done = await self._pit.ask(row.table_id, asked, caller)
        if done.get("dispute") != dispute:
            raise disputes.reused()
        return done

    async def pay(self, dispute: str, amount: int, caller: Caller) -> None:
        """Put money right: pay from the cage into the player's account, once for each dispute.

        Only whoever upheld the dispute pays, so that two people do not pay the same.
        """
        row = await self._need(dispute)
        if row.verdict != UPHELD:
            raise Refusal(Reason("money is put right only where a dispute has been upheld"))
        if row.ruled_by != caller.person:
            raise forbidden("this is for whoever gave the ruling")
        if row.words is None:
            raise Refusal(Reason("the player has been erased: nobody can reach the account"))
        await self._need_bound(row, amount, caller)
        paid = await self._cage.deposit(
            row.person, amount, caller.person, disputes.payment(dispute)
        )
        if paid["amount"] != amount:
            raise Refusal(Reason(f"{dollars(paid['amount'])} has been paid already"))

    async def _need_bound(self, row: sa.Row[Any], amount: int, caller: Caller) -> None:
        """Refuse more than the round could have brought the player."""
        log = await asyncio.to_thread(self._archive.log, row.round, caller)
        if log.closed is None:
            message = f"round {row.round} is still being played: money is put right after it"
            raise Refusal(Reason(message))
        mine = sa.select(PLAYED.c.staked).where(
            PLAYED.c.person == row.person, PLAYED.c.round == row.round
        )
        staked = await self._committer.read(lambda c: c.scalar(mine)) or 0
        bound = disputes.bound(log, staked)
        if amount > bound.most:
            message = f"at most {dollars(bound.most)} can be paid for this round: {bound.why}"
            raise Refusal(Reason(message))

    async def _need(self, dispute: str) -> sa.Row[Any]:
        wanted = sa.select(DISPUTES).where(DISPUTES.c.dispute == dispute)
        row = await self._committer.read(lambda c: c.execute(wanted).first())
        if row is None:
            raise not_found("there is no such dispute")
        return row

    # --- listing ----------------------------------------------------------------------------------

    async def count(self) -> int:
        """How many disputes wait for a ruling."""
        return await self._committer.read(_count)

    async def show(self, dispute: str, caller: Caller) -> Data:
        """One dispute as a caller may see it."""
        wanted = sa.select(DISPUTES).where(DISPUTES.c.dispute == dispute)
        found = await self._committer.read(lambda c: self._listed(c, wanted, caller))
        if not found:
            raise not_found("there is no such dispute")
        return found[0]

    async def waiting(self, caller: Caller) -> Data:
        """What the floor has to answer, the longest wait first, and what it answered last."""
        waits = DISPUTES.c.ruled.is_(None)
        first = sa.select(DISPUTES).where(waits).order_by(DISPUTES.c.lodged).limit(MOST)
        last = sa.select(DISPUTES).where(~waits).order_by(DISPUTES.c.ruled.desc()).limit(MOST)

        def look(connection: sa.Connection) -> Data:
            return {
                "waiting": _count(connection),
                "open": self._listed(connection, first, caller),
                "answered": self._listed(connection, last, caller),
            }

        return await self._committer.read(look)

    async def mine(self, caller: Caller) -> Data:
        """What the caller has asked, the newest first, and how many rulings they have not seen."""
        own = DISPUTES.c.person == caller.person
        wanted = sa.select(DISPUTES).where(own).order_by(DISPUTES.c.lodged.desc()).limit(MOST)
        found = await self._committer.read(lambda c: self._listed(c, wanted, caller))
        fresh = [one for one in found if one["ruling"] and not one["ruling"]["seen"]]
        return {"disputes": found, "fresh": len(fresh)}

    async def seen(self, dispute: str, caller: Caller) -> None:
        """Note that the player has seen the ruling."""
        row = await self._need(dispute)
        if row.person != caller.person:
            raise not_found("there is no such dispute")
        if row.ruled is None or row.seen is not None:
            return
        this = DISPUTES.update().where(DISPUTES.c.dispute == dispute, DISPUTES.c.seen.is_(None))
        await self._committer.write(lambda c: c.execute(this.values(seen=stamp())))

    def _listed(
        self, connection: sa.Connection, wanted: sa.Select[Any], caller: Caller
    ) -> list[Data]:
        rows = connection.execute(wanted.where(disputes.may_see(caller))).all()
        found = disputes.described(connection, rows, caller, self._names)
        tables = names_of(connection, {one["table"] for one in found}, caller)
        return [one | {"table_name": tables.get(one["table"], one["table"])} for one in found]

    # --- alerts -----------------------------------------------------------------------------------

    async def alerts(self) -> Sequence[Alert]:
        """What the floor's page says while disputes wait."""
        waits = DISPUTES.c.ruled.is_(None)
        wanted = sa.select(sa.func.count(), sa.func.min(DISPUTES.c.lodged)).where(waits)
        count, oldest = await self._committer.read(lambda c: c.execute(wanted).one())
        if not count:
            return ()
        minutes = int((utc_now() - datetime.fromisoformat(oldest)).total_seconds() // 60)
        what = "one dispute waits" if count == 1 else f"{count} disputes wait"
        oldest_one = "" if count == 1 else "the oldest "
        long = f", {oldest_one}for {minutes} min" if minutes else ""
        sentence = f"{what} for a ruling{long}"
        level: Level = "urgent" if minutes >= PATIENCE else "warning"
        return [Alert("dispute", level, sentence, link=PAGE)]


def _grounds(game: str, state: str, ruling: Wording) -> tuple[str | None, str | None]:
    """The clause and the finding of a ruling, as the round's rulebook has them; one is needed."""
    book = rulebook.load(game, state)
    if ruling.rule is None and ruling.finding is None:
        raise Problem(400, "malformed", "a ruling names a clause, or a finding of ours")
    if ruling.finding is not None and ruling.finding not in book.findings:
        message = f"{book.title} has no finding {ruling.finding}"
        raise Problem(400, "malformed", message)
    try:
        rule = None if ruling.rule is None else book.clause(ruling.rule).id
    except CitationError as error:
        raise Problem(400, "malformed", str(error)) from None
    return rule, ruling.finding


def _count(connection: sa.Connection) -> int:
    waits = sa.select(sa.func.count()).where(DISPUTES.c.ruled.is_(None))
    return connection.scalar(waits) or 0
