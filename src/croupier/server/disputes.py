"""Disputes: a player asks the floor for a ruling about a round, and the floor answers once.

Both are notes in the chain of the table where the round was played, closed or not. The chain holds
digests of the words; the words are in the database beside it until the player is erased.
"""

from __future__ import annotations

import math
import secrets
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa

from croupier.journal import disputes as chain
from croupier.journal.database import ENTRIES, Also
from croupier.journal.disputes import DISPUTE, RULING, digest
from croupier.journal.entry import TABLE, Entry
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Noted, decode
from croupier.journal.recorder import stamp, utc_now
from croupier.journal.standing import ReplayError, house_of
from croupier.nouns import structs
from croupier.nouns.money import dollars, show_money
from croupier.nouns.reasons import Reason
from croupier.rules.house import standard
from croupier.server.answers import Reply
from croupier.server.cage import CHAIN as CAGE
from croupier.server.commands import Lodge, Rule
from croupier.server.live import LiveTable
from croupier.server.locks import key
from croupier.server.people import SEES_RECORDS, Caller
from croupier.server.schema import ACTS, DISPUTES, TOKENS
from croupier.server.shown import Names
from croupier.stage.actions import Refusal

Data = dict[str, Any]

About = Literal["payment", "cards", "decision", "wagers", "other"]
"""What a dispute is about; ``decision``: mine was not heard, or came too late."""
Verdict = Literal["upheld", "not-upheld", "explained"]

UPHELD: Final = "upheld"

MOST_WORDS: Final = 500
"""How many characters the words of a dispute, or of a ruling, may have."""
MOST_OPEN: Final = 5
"""How many disputes of one person may wait for their ruling."""
LEAST_ODDS: Final = 1000
"""A wrong is put right with up to these odds to 1, also at a house that pays less."""
_SALT: Final = 16

Notes: TypeAlias = Mapping[tuple[str, int], Noted]
"""Notes in the chains, by table and number."""

# --- writing --------------------------------------------------------------------------------------


def lodge(live: LiveTable, asked: Lodge, caller: Caller) -> Reply:
    """Note a dispute, also at a table that has been closed since."""
    dispute, salt = f"d-{secrets.token_hex(8)}", secrets.token_bytes(_SALT)
    noted = chain.Lodged(
        dispute,
        caller.person,
        asked.round,
        asked.seat,
        asked.about,
        digest(salt, asked.words),
        asked.id,
    )
    live.note(DISPUTE, **msgspec.structs.asdict(noted))
    row = {
        "dispute": dispute,
        "person": caller.person,
        "table_id": live.id,
        "game": live.snapshot.game,
        "rulebook": live.snapshot.rulebook,
        "round": asked.round,
        "seat": asked.seat,
        "about": asked.about,
        "lodged": stamp(),
        "entry": live.state,
        "words": asked.words,
        "salt": salt,
    }
    live.also.append(_lodged(row, caller.token_id))
    live.guarded = True
    return {"dispute": dispute}


def _lodged(row: Data, token_id: str) -> Also:
    valid = sa.select(TOKENS.c.token_id).where(
        TOKENS.c.token_id == token_id, TOKENS.c.revoked.is_(None)
    )

    def write(connection: sa.Connection) -> None:
        # Whoever is being erased leaves no more words behind.
        if connection.scalar(valid.with_for_update()) is None:
            raise Refusal(Reason("you have signed out meanwhile"))
        if connection.dialect.name == "postgresql":
            alone = sa.func.pg_advisory_xact_lock(key("disputes", row["person"]))
            connection.execute(sa.select(alone))
        need_room(connection, row["person"], row["round"])
        connection.execute(DISPUTES.insert().values(row))

    return write


def need_room(connection: sa.Connection, person: str, round: int) -> None:
    """Refuse a second open dispute about a round, and too many about others."""
    waiting = sa.select(DISPUTES.c.round).where(
        DISPUTES.c.person == person, DISPUTES.c.ruled.is_(None)
    )
    rounds = list(connection.scalars(waiting))
    if round in rounds:
        message = "you have asked about this round already: wait for the floor's ruling"
        raise Refusal(Reason(message))
    if len(rounds) >= MOST_OPEN:
        message = f"{MOST_OPEN} of your disputes wait for their rulings: wait for one of them"
        raise Refusal(Reason(message))


def rule(live: LiveTable, asked: Rule, caller: Caller) -> Reply:
    """Note the floor's ruling; a dispute that has one is refused."""
    salt = secrets.token_bytes(_SALT)
    noted = chain.Ruled(
        asked.dispute,
        asked.round,
        asked.verdict,
        digest(salt, asked.words),
        caller.person,
        asked.rule,
        asked.finding,
        asked.id,
    )
    live.note(RULING, **msgspec.structs.asdict(noted))
    # Nobody could erase the floor's words about a player who has been erased before.
    remembered = DISPUTES.c.words.is_not(None)
    answer = {
        "verdict": asked.verdict,
        "rule": asked.rule,
        "finding": asked.finding,
        "ruled": stamp(),
        "ruled_by": caller.person,
        "ruling_entry": live.state,
        "ruling_words": sa.case((remembered, sa.literal(asked.words))),
        "ruling_salt": sa.case((remembered, sa.literal(salt))),
    }
    waiting = DISPUTES.update().where(
        DISPUTES.c.dispute == asked.dispute, DISPUTES.c.ruled.is_(None)
    )

    def write(connection: sa.Connection) -> None:
        if not connection.execute(waiting.values(answer)).rowcount:
            raise answered()

    live.also.append(write)
    live.guarded = True
    return {"dispute": asked.dispute}


def payment(dispute: str) -> str:
    """The id under which the cage pays what a dispute puts right."""
    return f"dispute:{dispute}"


def answered() -> Refusal:
    """409: somebody on the floor has ruled already."""
    return Refusal(Reason("this dispute has its ruling: nothing is added to it"))


def reused() -> Refusal:
    """409: the id of a request stands for another request of the same person at that table."""
    return Refusal(Reason("this id belongs to another request"))


# --- money ----------------------------------------------------------------------------------------


class Bound(NamedTuple):
    """The most that the cage pays for a dispute, in cents, and why no more."""

    most: int
    why: str


def bound(log: RoundLog, staked: int) -> Bound:
    """The most for a player who wagered this much, in cents, in a round.

    It is the wagers, paid at the highest odds of the house or at 1,000 to 1 if these are higher,
    with the wagers themselves. The table's minimum counts where less was wagered, because the
    dispute may be about a wager that was not taken.
    """
    try:
        house = house_of(log)
    except ReplayError:
        house = standard(log.opened.game, log.opened.rulebook)
    odds = (math.ceil(odds.ratio) for table in house.payouts.values() for odds in table.values())
    times = 1 + max(LEAST_ODDS, *odds)
    base = max(staked, house.minimum)
    of = "which the player wagered" if staked >= base else "the table's minimum"
    return Bound(times * base, f"{times:,} times {dollars(base)}, {of}")


# --- reading --------------------------------------------------------------------------------------


def may_see(caller: Caller) -> sa.ColumnElement[bool]:
    """The disputes that a caller may see: the staff and surveillance all, others their own."""
    if caller.role in SEES_RECORDS:
        return sa.true()
    return DISPUTES.c.person == caller.person if caller.known else sa.false()


def lines(
    connection: sa.Connection, rounds: Iterable[int], caller: Caller
) -> dict[int, list[Data]]:
    """What the record says of disputes beside each round, without words."""
    found: defaultdict[int, list[Data]] = defaultdict(list)
    wanted = sa.select(DISPUTES).where(DISPUTES.c.round.in_(list(rounds)), may_see(caller))
    for row in connection.execute(wanted.order_by(DISPUTES.c.lodged)):
        found[row.round].append(
            {key: row._mapping[key] for key in ("dispute", "seat", "about", *_VERDICT)}
        )
    return found


_VERDICT: Final = ("verdict", "rule", "finding")


def of_round(connection: sa.Connection, round: int, caller: Caller, names: Names) -> list[Data]:
    """The disputes about a round that a caller may see, with their words and rulings."""
    wanted = sa.select(DISPUTES).where(DISPUTES.c.round == round, may_see(caller))
    rows = connection.execute(wanted.order_by(DISPUTES.c.lodged)).all()
    return described(connection, rows, caller, names)


def described(
    connection: sa.Connection, rows: Sequence[sa.Row[Any]], caller: Caller, names: Names
) -> list[Data]:
    """Disputes as they are shown, each compared with the chain."""
    notes = _notes(connection, rows)
    return [
        _described(row, caller, names)
        | {"matches": _matches(row, notes), "ruling": _ruling(connection, row, caller, names)}
        for row in rows
    ]


def _described(row: sa.Row[Any], caller: Caller, names: Names) -> Data:
    waited = (utc_now() - datetime.fromisoformat(row.lodged)).total_seconds()
    return {
        "dispute": row.dispute,
        "round": row.round,
        "table": row.table_id,
        "game": row.game,
        "rulebook": row.rulebook,
        "seat": row.seat,
        "person": row.person,
        "name": names(row.person),
        "about": row.about,
        "words": row.words,
        "lodged": row.lodged,
        "entry": row.entry,
        "waits": max(0, round(waited)) if row.ruled is None else None,
    }


def _ruling(
    connection: sa.Connection, row: sa.Row[Any], caller: Caller, names: Names
) -> Data | None:
    if row.ruled is None:
        return None
    ruling = {
        "verdict": row.verdict,
        "rule": row.rule,
        "finding": row.finding,
        "words": row.ruling_words,
        "time": row.ruled,
        "entry": row.ruling_entry,
        "seen": row.seen is not None,
        "paid": _paid(connection, row),
    }
    if caller.role in SEES_RECORDS:
        ruling["by"] = {"person": row.ruled_by, "name": names(row.ruled_by)}
    return ruling


def _paid(connection: sa.Connection, row: sa.Row[Any]) -> str | None:
    """What the cage has paid to put it right; None if nothing."""
    if row.verdict != UPHELD:
        return None
    wanted = sa.select(ACTS.c.reply).where(
        ACTS.c.table_id == CAGE,
        ACTS.c.person == row.ruled_by,
        ACTS.c.act_id == payment(row.dispute),
    )
    found = connection.scalar(wanted)
    return None if found is None else show_money(structs.decode(found, Reply)["amount"])


# --- proof ----------------------------------------------------------------------------------------


def _notes(connection: sa.Connection, rows: Iterable[sa.Row[Any]]) -> Notes:
    """The notes that these disputes and rulings left in the chains."""
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for row in rows:
        numbers[row.table_id] += [n for n in (row.entry, row.ruling_entry) if n is not None]
    found: dict[tuple[str, int], Noted] = {}
    for table, wanted in numbers.items():
        entries = sa.select(ENTRIES).where(
            ENTRIES.c.table_id == table, ENTRIES.c.kind == TABLE, ENTRIES.c.number.in_(wanted)
        )
        for entry in (Entry(*one) for one in connection.execute(entries)):
            found[table, entry.number] = decode(entry, Noted)
    return found


def _matches(row: sa.Row[Any], notes: Notes) -> bool | None:
    """Whether a dispute is what the chain notes; None if its words are gone and the rest is."""
    facts = {"dispute": row.dispute, "person": row.person, "round": row.round}
    facts |= {"seat": row.seat, "about": row.about}
    lodged = notes.get((row.table_id, row.entry))
    told = [_agrees(lodged, DISPUTE, facts, row.words, row.salt)]
    if row.ruled is not None:
        facts = {"dispute": row.dispute, "round": row.round, "by": row.ruled_by}
        facts |= {key: row._mapping[key] for key in _VERDICT}
        ruled = notes.get((row.table_id, row.ruling_entry))
        told.append(_agrees(ruled, RULING, facts, row.ruling_words, row.ruling_salt))
    return False if False in told else None if None in told else True


def _agrees(
    note: Noted | None, what: str, facts: Data, words: str | None, salt: bytes | None
) -> bool | None:
    if note is None or note.what != what:
        return False
    if any(note.details.get(key) != value for key, value in facts.items()):
        return False
    if words is None or salt is None:
        return None
    return chain.matches(str(note.details.get("words")), bytes(salt), words)
