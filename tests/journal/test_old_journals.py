"""A journal of release 0.1.0 verifies, replays and can be continued. See ``tests/kept``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.cli import main
from croupier.equipment.shoe import Shoe
from croupier.journal import (
    Journal,
    JournalError,
    Recorder,
    RoundLog,
    open_journal,
    replay,
    to_record,
)
from croupier.journal.resume import Pace, take_up, walk
from croupier.journal.standing import house_of
from croupier.nouns.cards import shoe_of, without
from croupier.telling import record
from croupier.telling.narrative import tell
from tests.journal.rounds import anything_legal
from tests.kept import WORDS, copied, differences, read

Data = dict[str, Any]

RELEASE = "0.1.0"
ACCEPTED = {
    ("in print", "collect"): 203,
    ("in print", "count"): 17,
    ("6", "pay"): 4,
    ("5", "count"): 1,
}
"""The corrections by which replays differ from the record, over all rounds: audit item, kind."""
LIMITED = frozenset({"odds", "rule"})
"""Fields that differ for a payment that a limit cut (audit, 6)."""


@pytest.fixture(scope="module")
def expected() -> Data:
    """Return what 0.1.0 said of the journal."""
    told: Data = read(RELEASE, "expected.json.gz")
    return told


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return copied(RELEASE, "journal.db", tmp_path / "journal.db")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RoundLog]]:
    """Return every round by its number."""
    copy = copied(RELEASE, "journal.db", tmp_path_factory.mktemp("old") / "journal.db")
    with open_journal(copy) as journal:
        yield {str(line.number): journal.round(line.number) for line in journal.rounds()}


def croupier(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Data:
    """Run a command and return its document."""
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words), "--json"])
    said = capsys.readouterr()
    assert not ended.value.code, said.err
    document: Data = json.loads(said.out)
    return document


# --- reading --------------------------------------------------------------------------------------


def test_it_holds_what_a_journal_can_hold(expected: Data) -> None:
    rounds = expected["rounds"].values()
    documents = {(game, state) for game in games.names() for state in games.load(game).states}
    reported: dict[tuple[str, str], set[str]] = {document: set() for document in documents}
    for one in rounds:
        for said in one["actions"]:
            if " report " in said:
                reported[one["game"], one["rulebook"]].add(said.split()[2])
    for (game, _), names in reported.items():
        assert names == set(games.load(game).irregularities)
    assert len(rounds) >= 120
    assert {one["outcome"] for one in rounds} == {"settled", "void", "open"}


def test_it_verifies_as_it_did(
    expected: Data, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = croupier(capsys, "journal", "verify", "--database", file, "--replay")
    assert said["verified"] and said["refused"] == []
    assert sum(one["events"] for one in said["corrected"]) == sum(ACCEPTED.values())
    assert differences(expected["verify"], said) == []


@pytest.mark.parametrize("viewer", ["surveillance", "public", "seat:1"])
def test_every_viewer_is_told_the_same(
    expected: Data, logs: dict[str, RoundLog], viewer: str
) -> None:
    assert list(logs) == list(expected["rounds"])
    for number, then in expected["rounds"].items():
        events = list(then["surveillance"])
        if viewer != "surveillance":
            for at, event in then[viewer].items():
                events[int(at)] = event
        assert differences(events, logs[number].told(viewer), at=f"round {number}") == []


def test_every_round_is_what_it_was(expected: Data, logs: dict[str, RoundLog]) -> None:
    for number, then in expected["rounds"].items():
        log = logs[number]
        now = {
            "table": log.table,
            "game": log.opened.game,
            "rulebook": log.opened.rulebook,
            "outcome": log.outcome,
            "actions": log.actions,
            "cards": log.cards,
            "result": None if log.closed is None else log.closed.result,
        }
        assert differences({key: then[key] for key in now}, now, at=f"round {number}") == []


def test_a_round_is_shown(expected: Data, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = croupier(capsys, "journal", "show", "--database", file)["rounds"]
    assert [str(row["round"]) for row in rounds] == list(expected["rounds"])
    for number in ("1", str(len(rounds))):
        shown = croupier(capsys, "journal", "show", number, "--database", file)
        assert differences(expected["rounds"][number]["surveillance"], shown["events"]) == []


# --- running again --------------------------------------------------------------------------------


def test_every_round_replays(logs: dict[str, RoundLog]) -> None:
    corrected: Counter[tuple[str, str]] = Counter()
    for log in logs.values():
        again = replay(log)
        assert again.same, again.problem
        corrected.update((one.audit, one.kind) for one in again.corrected)
    assert corrected == ACCEPTED


def test_a_difference_that_nobody_meant_is_found(logs: dict[str, RoundLog]) -> None:
    """Change every field of every event of some rounds in turn. No correction excuses a change."""
    done = [log for log in logs.values() if log.closed is not None]
    for log in done[::40]:
        for at, event in enumerate(log.events):
            for key, value in changed_fields(json.loads(event)):
                other = json.dumps({**json.loads(event), key: value}).encode()
                events = (*log.events[:at], other, *log.events[at + 1 :])
                try:
                    again = replay(replace(log, events=events))
                except JournalError:
                    continue  # not an event of today's vocabulary
                assert not again.same, f"round {log.number}, event {at}: {key}"


def changed_fields(event: Data) -> Iterator[tuple[str, Any]]:
    """Yield each field that says what happened, to whom and by which clause, with another value."""
    for key, value in event.items():
        if key in ("amount", "seat", "sees"):
            yield key, value + 1
        elif key in ("wager", "place", "outcome", "card", "odds", "by"):
            yield key, f"{value}x"
        elif key == "rule" and event["kind"] not in ("collect",):
            yield key, f"{value}(z)"
    yield "kind", "riffle"


def test_every_round_can_be_walked_event_by_event(logs: dict[str, RoundLog]) -> None:
    for log in logs.values():
        assert sum(1 for _ in walk(log)) == len(log.events) + 1


def _taken(ran: Data, then: Data) -> list[str]:
    kept = {key: then[key] for key in ("outcome", "seats", "house") if key in then}
    limited = "limited to that" in json.dumps([tell(event) for event in ran.get("events", ())])
    return differences(kept, ran, WORDS | LIMITED if limited else WORDS)


def test_exported_records_give_the_same_money(expected: Data, logs: dict[str, RoundLog]) -> None:
    for number, then in expected["rounds"].items():
        text = then["record"]["text"]
        kept = record.parse(text)
        made = record.parse(record.write(to_record([logs[number]])))
        assert (made.seats, made.rounds) == (kept.seats, kept.rounds), f"round {number}"
        assert _taken(record.run(kept), then["record"].get("gives") or then["result"]) == []


def test_whole_tables_are_exported(expected: Data, logs: dict[str, RoundLog]) -> None:
    in_order = sorted(logs.values(), key=lambda log: (log.table, log.number))
    for table, rounds in groupby(in_order, lambda log: log.table):
        then, of_table = expected["tables"].get(table), list(rounds)
        if then is None:
            assert len(of_table) == 1
        elif "refused" in then:
            with pytest.raises(JournalError, match="does not follow"):
                to_record(of_table)
        else:
            kept = record.parse(then["text"])
            assert record.parse(record.write(to_record(of_table))).rounds == kept.rounds
            assert _taken(record.run(kept), then["gives"]) == []


def test_records_run_from_the_command_line(
    expected: Data, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settled = {
        (one["game"], one["rulebook"]): (number, one)
        for number, one in expected["rounds"].items()
        if one["outcome"] == "settled"
    }
    assert len(settled) == 5
    for number, then in settled.values():
        out = tmp_path / f"round-{number}.toml"
        croupier(capsys, "journal", "export", number, "--database", file, "--out", out)
        assert _taken(croupier(capsys, "run", out), then["result"]) == []


# --- going on -------------------------------------------------------------------------------------


def _shoe(log: RoundLog) -> Shoe:
    """Return the shoe as the round began. Cards that had not left it are in any order."""
    house, state = house_of(log), log.opened.shoe
    game = games.load(log.opened.game)
    rest = without(shoe_of(game.decks(house)), log.cards)
    shoe = Shoe([*log.cards, *rest][: state.left], marker=state.marker, back=state.back)
    shoe.wrong, shoe.known = dict(state.wrong), set(state.known)
    return shoe


def _unfinished(journal: Journal) -> list[RoundLog]:
    tables = sorted({line.table for line in journal.rounds()})
    found = [journal.unfinished(table) for table in tables]
    return [log for log in found if log is not None]


def test_rounds_that_were_open_come_to_their_end(file: Path) -> None:
    with open_journal(file, create=True) as journal:
        before, open_then = journal.verify(), _unfinished(journal)
        assert {log.opened.game for log in open_then} == set(games.names())
        for log in open_then:
            random = Random(log.number)
            round = take_up(log, _shoe(log), Pace(waits=False))
            recorder = Recorder(journal, log.table)
            assert recorder.resume_round(round) == log.number
            while not round.over:
                recorder.act(anything_legal(random, round))
            recorder.end_round()
            money = [seat.net for seat in round.layout.seats.values()]
            assert sum(money) + round.layout.tray == 0
        assert _unfinished(journal) == []
        after = journal.verify()
        assert after.verified and after.unwitnessed == 0
        assert after.rounds == before.rounds and after.events > before.events
        for log in open_then:
            done = journal.round(log.number)
            assert done.events[: len(log.events)] == log.events
            assert replay(done).same
