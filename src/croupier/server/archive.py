"""Reads the journal for people: rounds, disputes, packs of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import sqlalchemy as sa

from croupier.journal import Journal, JournalError, RoundLog, to_record
from croupier.journal.database import BOUNDS, ENTRIES, DatabaseStore
from croupier.journal.disputes import DISPUTE, RULING
from croupier.journal.entry import ACTION, CLOSE, OPEN, TABLE, Entry
from croupier.journal.log import RoundLine
from croupier.journal.payloads import Closed, Noted, Opened, Said, decode
from croupier.nouns.cards import Card
from croupier.rules import rulebook
from croupier.rules.rulebook import Rulebook
from croupier.server import disputes, shown
from croupier.server.errors import Problem, forbidden, not_found
from croupier.server.history import names_of
from croupier.server.live import PRIVATE as PRIVATE_TABLE
from croupier.server.membership import hidden_from, is_hidden
from croupier.server.people import ROLES, SEES_RECORDS, Caller
from croupier.stage.events import SURVEILLANCE, Chapter, declared
from croupier.telling.record import write

Data = dict[str, Any]

PRIVATE: Final = frozenset(
    {"buy-in", "top-up", "cash-out", "fill", "credit", "count", "leaving", "away", "back"}
    | {"link", "link revoked", "admitted", "removed", DISPUTE, RULING}
)
"""Notes about money, attendance and disputes, which only the staff and surveillance may read."""


class Archive:
    """The journal as the pages of the record need it.

    Every method reads the database: call it in a thread.
    """

    def __init__(self, journal: Journal, names: shown.Names) -> None:
        assert isinstance(journal.store, DatabaseStore)
        self._journal = journal
        self._engine = journal.store.engine
        self._names = names

    # --- rounds -----------------------------------------------------------------------------------

    def rounds(
        self, table: str | None, before: int | None, limit: int, caller: Caller
    ) -> tuple[list[Data], bool]:
        """Summaries of rounds that a caller may know of, newest first, and whether there are more.

        Those of somebody else's private table are not listed.
        """
        wanted = sa.select(ENTRIES).where(ENTRIES.c.kind == OPEN)
        hidden = hidden_from(caller)
        if hidden is not None:
            wanted = wanted.where(ENTRIES.c.table_id.not_in(hidden))
        # One table's rounds are found from the end of its chain, all rounds by an index of theirs.
        if table is not None:
            wanted = wanted.where(ENTRIES.c.table_id == table).order_by(ENTRIES.c.number.desc())
        else:
            wanted = wanted.where(BOUNDS).order_by(ENTRIES.c.round.desc())
        if before is not None:
            wanted = wanted.where(ENTRIES.c.round < before)
        openings = self._entries(wanted.limit(limit + 1))
        numbers = [entry.round for entry in openings[:limit]]
        ended = ENTRIES.c.kind == CLOSE, ENTRIES.c.round.in_(numbers)
        ends = sa.select(ENTRIES).where(BOUNDS, *ended)
        closings = {entry.round: entry for entry in self._entries(ends)}
        lines = [_line(entry, closings.get(entry.round)) for entry in openings[:limit]]
        with self._engine.connect() as connection:
            asked = disputes.lines(connection, numbers, caller)
            names = names_of(connection, {line.table for line in lines}, caller)
        told = [
            self._short(line)
            | {
                "name": names.get(line.table, line.table),
                "disputes": asked.get(line.number, []),
            }
            for line in lines
        ]
        return told, len(openings) > limit

    def need_sight(self, table: str, caller: Caller) -> None:
        """Refuse a stranger at a private table."""
        with self._engine.connect() as connection:
            if is_hidden(connection, table, caller):
                raise forbidden(PRIVATE_TABLE)

    def log(self, number: int, caller: Caller) -> RoundLog:
        """One round; 404 if there is none, 403 for a stranger at a private table.

        Whoever played in a round may see it for ever.
        """
        try:
            log = self._journal.round(number)
        except JournalError:
            raise not_found(f"there is no round {number}") from None
        played = caller.known and caller.role in ROLES and caller.person in log.opened.players
        if not played:
            self.need_sight(log.table, caller)
        return log

    def _short(self, line: RoundLine) -> Data:
        return {
            "round": line.number,
            "table": line.table,
            "game": line.opened.game,
            "rulebook": line.opened.rulebook,
            "began": line.opened.stamp.time,
            "ended": None if line.closed is None else line.closed.time,
            "outcome": line.outcome,
            "seats": [seat for seat, _ in line.opened.seats],
            "house_net": line.house_net,
        }

    def _called(self, table: str, caller: Caller) -> str:
        with self._engine.connect() as connection:
            return names_of(connection, {table}, caller).get(table, table)

    def round(self, number: int, caller: Caller) -> Data:
        """Everything about a round that a caller may know."""
        log = self.log(number, caller)
        eyes = shown.eyes_on(log, caller)
        opened = log.opened
        said = [
            {"time": s.time, "said": s.said, "by": self._named(s.by)} for s in log.said if s.said
        ]
        with self._engine.connect() as connection:
            asked = disputes.lines(connection, [number], caller)
        return {
            **self._short(log),
            "disputes": asked.get(number, []),
            "name": self._called(log.table, caller),
            "viewer": eyes,
            "house": opened.house,
            "players": self._players(opened),
            "dealers": self._dealers(log),
            "situation": opened.situation,
            "said": said,
            **shown.recorded(log, eyes),
        }

    def steps(self, number: int, caller: Caller) -> Data:
        """The felt after every event of a round, as a caller may see it."""
        log = self.log(number, caller)
        eyes = shown.eyes_on(log, caller)
        return {
            **self._short(log),
            "viewer": eyes,
            "players": self._players(log.opened),
            "dealers": self._dealers(log),
            "steps": list(shown.steps(log, eyes)),
        }

    def record(self, number: int, caller: Caller) -> str:
        """A round as a round record, which has every card that has left the shoe."""
        log = self.log(number, caller)
        if shown.eyes_on(log, caller) != SURVEILLANCE:
            message = "this round is being played: its cards are for surveillance until it is over"
            raise Problem(409, "refused", message)
        return write(to_record([log]))

    def _players(self, opened: Opened) -> Data:
        held = {seat: person for person, seats in opened.players.items() for seat in seats}
        return {str(seat): self._names(held.get(seat)) for seat, _ in opened.seats}

    def _dealers(self, log: RoundLog) -> list[Data]:
        """The people who dealt a round; none if the table dealt by itself."""
        return [{"person": one, "name": self._names(one)} for one in log.dealers]

    def _named(self, person: str | None) -> str | None:
        return self._names(person) or person

    # --- disputes ---------------------------------------------------------------------------------

    def dispute(self, numbers: Sequence[int], caller: Caller) -> Data:
        """What was wagered, decided, dealt and paid in some rounds, each with its clause.

        What happened at the table between these rounds is added.
        """
        logs = [self.log(number, caller) for number in numbers]
        return {
            "rounds": [self._disputed(log, caller) for log in logs],
            "between": self._between(logs, caller),
        }

    def numbers(self, table: str, first: int, last: int, limit: int, caller: Caller) -> list[int]:
        """The numbers of a table's rounds, from one to another."""
        self.need_sight(table, caller)
        wanted = sa.select(ENTRIES.c.round).where(
            ENTRIES.c.table_id == table,
            ENTRIES.c.kind == OPEN,
            ENTRIES.c.round >= first,
            ENTRIES.c.round <= last,
        )
        with self._engine.connect() as connection:
            return list(connection.scalars(wanted.order_by(ENTRIES.c.round).limit(limit)))

    def _disputed(self, log: RoundLog, caller: Caller) -> Data:
        eyes = shown.eyes_on(log, caller)
        book = rulebook.load(log.opened.game, log.opened.rulebook)
        told = shown.recorded(log, eyes)
        with self._engine.connect() as connection:
            asked = disputes.of_round(connection, log.number, caller, self._names)
        chapters: dict[str, list[Data]] = {_named_chapter(chapter): [] for chapter in Chapter}
        for event in told["events"]:
            chapter = declared(event["kind"]).chapter
            chapters[_named_chapter(chapter)].append(event | _explained(event, book))
        return {
            **self._short(log),
            "name": self._called(log.table, caller),
            "viewer": eyes,
            "players": self._players(log.opened),
            "dealers": self._dealers(log),
            **chapters,
            "result": told["result"],
            "disputes": asked,
            "own": log.opened.players.get(caller.person, []) if caller.known else [],
        }

    def _between(self, logs: Sequence[RoundLog], caller: Caller) -> list[Data]:
        notes: list[Data] = []
        for table in sorted({log.table for log in logs}):
            ours = [log for log in logs if log.table == table]
            first = min(log.spoken[0] if log.spoken else log.end for log in ours)
            last = max(log.end for log in ours)
            wanted = sa.select(ENTRIES).where(
                ENTRIES.c.table_id == table,
                ENTRIES.c.kind == TABLE,
                ENTRIES.c.number > first - 10,
                ENTRIES.c.number <= last + 2,
            )
            for entry in self._entries(wanted.order_by(ENTRIES.c.number)):
                note = decode(entry, Noted)
                if note.what not in PRIVATE or caller.role in SEES_RECORDS:
                    notes.append(_noted(entry, note))
        return notes

    # --- packs of cards ---------------------------------------------------------------------------

    def packs(self, table: str, last: int, caller: Caller) -> list[Data]:
        """The last packs of a table: the commitment, what was added, revealed and dealt."""
        self.need_sight(table, caller)
        notes = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.kind == TABLE)
        newest: list[int] = []
        with self._engine.connect().execution_options(yield_per=100) as connection:
            for row in connection.execute(notes.order_by(ENTRIES.c.number.desc())):
                entry = Entry(*row)
                if decode(entry, Noted).what == "shuffle":
                    newest.append(entry.number)
                    if len(newest) == last:
                        break
        if not newest:
            return []
        wanted = sa.select(ENTRIES).where(
            ENTRIES.c.table_id == table,
            ENTRIES.c.kind.in_((TABLE, ACTION)),
            ENTRIES.c.number >= newest[-1],
        )
        return self._packs(self._entries(wanted.order_by(ENTRIES.c.number)))

    def _packs(self, entries: Iterable[Entry]) -> list[Data]:
        packs: list[Data] = []
        left: list[Card] = []
        for entry in entries:
            if entry.kind == ACTION:
                left += decode(entry, Said).cards
                continue
            note = decode(entry, Noted)
            about = note.details
            if note.what == "shuffle":
                left = []
                packs.append(_new_pack(note))
            elif not packs or about.get("pack") != packs[-1]["pack"]:
                continue
            elif note.what == "entropy":
                added = {"value": about["value"], "person": about["person"]}
                packs[-1]["entropy"].append(added | {"name": self._names(about["person"])})
            elif note.what == "seal":
                packs[-1] |= {"sealed": True, "counted": about["entropy"]}
            elif note.what == "reveal":
                secret = {"nonce": about["nonce"], "order": about["order"]}
                packs[-1] |= {"revealed": secret, "dealt": left}
        return packs

    def _entries(self, statement: sa.Select[Any]) -> list[Entry]:
        with self._engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(statement)]


def _line(opening: Entry, closing: Entry | None) -> RoundLine:
    closed = None if closing is None else decode(closing, Closed)
    return RoundLine(opening.round, opening.table, decode(opening, Opened), closed)


def _noted(entry: Entry, note: Noted) -> Data:
    return {
        "table": entry.table,
        "entry": entry.number,
        "round": entry.round or None,
        "time": note.time,
        "what": note.what,
        "details": _public(note.details),
    }


def _new_pack(note: Noted) -> Data:
    """A pack as its shuffle notes it; later notes fill in the rest."""
    return {
        "pack": note.details["pack"],
        "commitment": note.details["commitment"],
        "cards": note.details["cards"],
        "committed": note.time,
        "entropy": [],
        "counted": 0,
        "sealed": False,
        "revealed": None,
        "dealt": None,
    }


def _named_chapter(chapter: Chapter) -> str:
    return "notes" if chapter is Chapter.NOTED else chapter.value


def _explained(event: Data, book: Rulebook) -> Data:
    """The clause behind an event and the finding that decided it, in our words."""
    words: Data = {"summary": None, "ruling": None}
    if event["rule"] is not None and event["rule"] in book.clauses:
        words["summary"] = book.clauses[event["rule"]].summary
    if event.get("finding") in book.findings:
        words["ruling"] = book.findings[event["finding"]].ruling
    return words


def _public(details: Data) -> Data:
    """The details of a note that are of use to people."""
    return {k: v for k, v in details.items() if k not in ("id", "events", "order", "nonce")}
