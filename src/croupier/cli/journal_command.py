"""The commands ``journal verify``, ``show``, ``export``, ``heads`` and ``rotate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import msgspec

from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper, table
from croupier.journal import (
    Journal,
    JournalError,
    ReplayError,
    RoundLine,
    RoundLog,
    UnreadableError,
    Verdict,
    chain_file,
    open_journal,
    replay,
    signing,
    to_record,
    witness,
)
from croupier.journal.disputes import DISPUTE, about_round
from croupier.journal.payloads import Noted
from croupier.nouns.money import dollars, parse_money, signed
from croupier.telling import record
from croupier.telling.narrative import cited, tell

P = ParamSpec("P")


def reported(command: Callable[P, int | None]) -> Callable[P, int | None]:
    """Wrap a command so that errors of the journal become one line and their exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int | None:
        as_json = bool(kwargs["as_json"])
        try:
            return command(*args, **kwargs)
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] != "cryptography":
                raise
            hint = "signed heads need cryptography: pip install 'croupier[server]'"
            return report_error("refused", hint, as_json=as_json)
        except JournalError as error:
            return report_error("journal", str(error), as_json=as_json, code=error.code)

    return run


@reported
def verify(
    database: str, *, head: Path | None = None, again: bool = False, as_json: bool
) -> int | None:
    """``journal verify``: check the chains, and with ``again`` also run every round again."""
    with open_journal(database) as journal:
        if head is not None and not head.is_file():
            raise UnreadableError(f"{head}: there is no such file of heads to compare with")
        verdict = journal.verify(head)
        document = verdict.as_data()
        if not verdict.verified:
            return _unverified(str(verdict), document, as_json)
        notes = [] if verdict.unwitnessed == 0 else [_unwitnessed(verdict)]
        if verdict.packs or verdict.signed:
            notes.append(
                f"{verdict.packs:,} packs were dealt as they were committed to; "
                f"{verdict.signed:,} signed heads agree"
            )
        if again:
            replayed = [_replayed(journal, line) for line in journal.rounds()]
            differing = [row for row in replayed if "at" in row]
            document["replayed"] = sum("refused" not in row for row in replayed)
            document["refused"] = [row for row in replayed if "refused" in row]
            if differing:
                document |= {"verified": False, **differing[0]}
                where = f"table {differing[0]['table']}, entry {differing[0]['at']}"
                return _unverified(f"{where}: {differing[0]['problem']}", document, as_json)
            notes += [row["refused"] for row in document["refused"]]
            corrected = Counter(about for row in replayed for about in row.get("corrected", ()))
            document["corrected"] = [
                {"about": about, "events": times} for about, times in corrected.items()
            ]
            notes.append(f"{document['replayed']} rounds, run again, give the same events")
            notes += [f"corrected since: {about} ({n} events)" for about, n in corrected.items()]
    if as_json:
        print_json(document)
        return None
    out = paper()
    tables = f"{len(verdict.heads)} table{'s'[: len(verdict.heads) != 1]}"
    out.print(f"verified: {verdict.events:,} entries, {verdict.rounds:,} rounds, {tables}")
    out.print(f"head {verdict.head}")
    for note in notes:
        out.print(note)
    return None


def _unverified(message: str, document: dict[str, Any], as_json: bool) -> int:
    return report_error("journal", message, as_json=as_json, document=document)


def _unwitnessed(verdict: Verdict) -> str:
    if verdict.unwitnessed is None:
        return "no heads are kept beside the journal, so a cut at its end would not show"
    return f"{verdict.unwitnessed:,} entries are newer than the heads kept beside the journal"


def _replayed(journal: Journal, line: RoundLine) -> dict[str, Any]:
    try:
        result = replay(journal.round(line.number))
    except ReplayError as error:
        return {"round": line.number, "refused": str(error)}
    if result.same:
        return {"round": line.number, "corrected": [one.about for one in result.corrected]}
    return {"table": line.table, "at": result.at, "problem": result.problem}


@reported
def heads(database: str, *, out: Path | None = None, as_json: bool) -> int | None:
    """``journal heads``: print what an outside witness keeps."""
    with open_journal(database) as journal:
        kept = witness.document(journal.store.keys(), journal.store.signed_heads())
    text = msgspec.json.format(msgspec.json.encode(kept)).decode()
    if out is None:
        print(text)
    else:
        out.write_text(text + "\n", "utf-8")
    return None


@reported
def rotate(database: str, *, data: Path | None = None, as_json: bool) -> int | None:
    """``journal rotate``: make a new key, vouched for by the old one."""
    from croupier.journal.database import DatabaseStore, published
    from croupier.journal.recorder import stamp

    with open_journal(database) as journal:
        announced = journal.store.keys()
    directory = signing.directory_of(journal.head_file, data)
    signer = signing.Signer.load(directory)
    if signer is None or all(signer.key != key.key for key in announced):
        raise JournalError(f"{directory}: holds no key that has signed this journal")
    since = stamp()
    with open_journal(database, create=True) as journal:
        store = journal.store
        assert isinstance(store, DatabaseStore)
        new = signer.succeeded(directory, since, lambda key: store.append((), [published(key)]))
    if as_json:
        print_json(new.as_data())
    else:
        paper().print(
            f"key {new.key}, vouched for by {signer.key}, signs from the server's next start on"
        )
    return None


@reported
def show(database: str, number: int | None, *, as_json: bool) -> int | None:
    """``journal show``: list all rounds, or show one step by step."""
    with open_journal(database) as journal:
        if number is not None:
            log = journal.round(number)
            asked = [note for _, note in about_round(journal, log)]
            if as_json:
                print_json(_round_data(log) | {"disputes": [_note_data(note) for note in asked]})
            else:
                _print_round(log)
                _print_disputes(asked)
            return None
        lines = list(journal.rounds())
    if as_json:
        print_json({"rounds": [_line_data(line) for line in lines]})
        return None
    columns = ("round", "table", "time (UTC)", "game", "outcome", "house")
    shown = table(*columns, right=("round", "house"))
    for line in lines:
        time = line.opened.stamp.time[:19].replace("T", " ")
        net = "" if line.house_net is None else signed(parse_money(line.house_net))
        shown.add_row(str(line.number), line.table, time, line.opened.game, line.outcome, net)
    out = paper()
    out.print(shown if lines else "no round has been recorded")
    return None


@reported
def export(
    database: str,
    number: int | None,
    *,
    through: int | None = None,
    at: str | None = None,
    chain: str | None = None,
    out: Path | None = None,
    as_json: bool,
) -> int | None:
    """``journal export``: print rounds as a record that ``croupier run`` can carry out.

    With ``chain``, print the entries of one chain instead, each on a line of its own.
    """
    if chain is not None:
        _export_chain(database, chain, out, as_json)
        return None
    with open_journal(database) as journal:
        logs = _chosen(journal, number, through, at)
    text = record.write(to_record(logs))
    if out is not None:
        out.write_text(text, "utf-8")
    if as_json:
        rounds = [log.number for log in logs]
        print_json({"table": logs[0].table, "rounds": rounds, "record": text})
    elif out is None:
        print(text, end="")
    return None


def _export_chain(database: str, chain: str, out: Path | None, as_json: bool) -> None:
    with open_journal(database) as journal:
        entries = list(journal.store.since(chain, 1))
    if not entries:
        raise JournalError(f"there is no chain {chain!r} in the journal")
    text = chain_file.write(entries)
    if out is not None:
        out.write_text(text, "utf-8")
    if as_json:
        print_json({"chain": chain, "entries": len(entries), "head": entries[-1].hash.hex()})
    elif out is None:
        print(text, end="")


def _chosen(
    journal: Journal, number: int | None, through: int | None, at: str | None
) -> list[RoundLog]:
    """Return one round, a range of them, or all rounds of a table.

    If no table is named, there must be only one.
    """
    if number is not None and through is None:
        return [journal.round(number)]
    lines = list(journal.rounds())
    place = at
    if number is not None:
        place = journal.round(number).table
    elif place is None:
        tables = sorted({line.table for line in lines})
        if len(tables) > 1:
            raise JournalError(f"name a round, or a --table: {', '.join(tables)}")
        place = tables[0] if tables else None
    low, high = number or 0, through
    numbers = [
        line.number
        for line in lines
        if line.table == place and low <= line.number and (high is None or line.number <= high)
    ]
    if not numbers:
        raise JournalError(
            "there is no such round in the journal" if lines else "the journal is empty"
        )
    return [journal.round(n) for n in numbers]


# --- data and words -------------------------------------------------------------------------------


def _line_data(line: RoundLine) -> dict[str, Any]:
    opened = line.opened
    return {
        "round": line.number,
        "table": line.table,
        "time": opened.stamp.time,
        "game": opened.game,
        "rulebook": opened.rulebook,
        "outcome": line.outcome,
        "house": None if line.house_net is None else {"net": line.house_net},
    }


def _round_data(log: RoundLog) -> dict[str, Any]:
    closed = log.closed
    return {
        **_line_data(log),
        **({} if closed is None else closed.result),
        "stamp": msgspec.to_builtins(log.opened.stamp),
        "closed": None if closed is None else closed.time,
        "cards": log.cards,
        "actions": log.actions,
        "dealers": list(log.dealers),
        "events": log.told(),
    }


def _print_round(log: RoundLog) -> None:
    out = paper()
    stamp = log.opened.stamp
    rules = f"{log.opened.game}, {stamp.document} version {stamp.version}"
    program = f"croupier {stamp.product}, house {stamp.fingerprint[:16]}"
    out.print(f"Round {log.number} at table {log.table}: {rules}", style="bold")
    out.print(f"{stamp.time}, {program}", style="dim")
    if log.dealers:
        out.print(f"dealt by {' and '.join(log.dealers)}", style="dim")
    for event in log.told():
        out.print(f"{cited(event):>14}  {tell(event)}")
    out.print()
    if log.closed is None:
        out.print("The round is unfinished in the journal.")
        return
    for number, seat in log.closed.result["seats"].items():
        wagers = "; ".join(
            f"{w['wager']} {dollars(parse_money(w['amount']))} {w['outcome']}"
            + (f" at {w['odds']}" if w["odds"] else "")
            for w in seat["wagers"]
        )
        details = f" ({wagers})" if wagers else ""
        out.print(f"seat {number}: {signed(parse_money(seat['net']))}{details}")
    out.print(f"{log.outcome}; the house nets {signed(parse_money(log.house_net or '0'))}")


def _note_data(note: Noted) -> dict[str, Any]:
    """A note about a dispute or a ruling; of the words, the chain holds a digest."""
    return {"what": note.what, "time": note.time, **note.details}


def _print_disputes(notes: list[Noted]) -> None:
    out = paper()
    if notes:
        out.print()
    for note in notes:
        about = note.details
        if note.what == DISPUTE:
            told = f"{about['person']} at seat {about['seat']} asked about: {about['about']}"
        else:
            grounds = ", ".join(about[key] for key in ("rule", "finding") if key in about)
            told = f"{about['by']} ruled: {about['verdict']}, {grounds}"
        out.print(f"{note.what} {about['dispute']}: {told}")
        out.print(f"{note.time}, digest of the words {about['words'][:16]}", style="dim")
