"""The recorder: what it writes, in which order, and what it refuses to write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest

from croupier import __version__, games
from croupier.journal import Journal, JournalError, Recorder, replay
from croupier.journal.entry import ACTION, CLOSE, EVENT, OPEN, TABLE
from croupier.journal.schema import write_event
from croupier.nouns.cards import parse_cards
from croupier.rules import house
from croupier.stage.actions import Refusal
from croupier.stage.round import Round
from croupier.stage.table import Table
from tests.journal.kept import Fresh

SAID = ("1 wager original 10", "dealer close", "1 raise 10")


def red_dog(options: dict[str, Any] | None = None, **more: Any) -> Table:
    return Table(
        games.load("red-dog"), house.build("red-dog", options), {1: 50_000, 2: 30_000}, **more
    )


def begin(table: Table, **more: Any) -> Round:
    return table.begin(parse_cards("7c 5h 9s 7d"), **more)


def kinds(journal: Journal, table: str = "pit 1") -> list[str]:
    return [entry.kind for entry in journal.store.since(table, 1)]


def test_a_round_is_written_act_by_act(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    round = begin(red_dog())
    assert recorder.begin_round(round) == 1
    shuffled = len(round.events)
    assert kinds(journal) == [OPEN, *[EVENT] * shuffled]
    events = recorder.act("1 wager original 10")
    assert kinds(journal)[1 + shuffled :] == [ACTION, *[EVENT] * len(events)]
    for said in SAID[1:]:
        recorder.act(said)
    recorder.end_round()
    assert kinds(journal)[-1] == CLOSE
    log = journal.round(1)
    assert log.actions == list(SAID)
    assert log.cards == ["7c", "5h", "9s", "7d"]
    assert [act.cards for act in log.said] == [[], ["7c", "5h", "9s"], ["7d"]]
    assert log.events == tuple(write_event(event) for event in round.events)
    assert log.closed is not None and log.closed.cards == log.cards
    assert log.closed.result["seats"]["1"]["net"] == "40.00"
    assert (log.outcome, log.house_net) == ("settled", "-40.00")


def test_a_round_is_stamped_with_time_release_rulebook_and_house(fresh: Fresh) -> None:
    journal = fresh()
    clock = datetime(2026, 5, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
    table = red_dog({"decks": 8})
    Recorder(journal, "pit 1", clock=lambda: clock).begin_round(begin(table))
    opened = journal.round(1).opened
    assert opened.stamp.time == "2026-05-01T10:00:00.000000Z"
    assert opened.stamp.product == __version__
    assert (opened.stamp.document, opened.stamp.version) == ("red-dog.ma", table.house.book.version)
    assert opened.stamp.fingerprint == table.house.fingerprint()
    assert opened.house == {"decks": 8}
    assert opened.bankrolls == {1: 50_000, 2: 30_000}


def test_the_clock_is_utc_and_of_now(fresh: Fresh) -> None:
    journal = fresh()
    Recorder(journal, "pit 1").begin_round(begin(red_dog()))
    stamped = datetime.fromisoformat(journal.round(1).opened.stamp.time)
    assert abs(datetime.now(UTC) - stamped) < timedelta(minutes=1)


def test_players_who_hold_seats_are_written_and_others_are_not(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(begin(red_dog({"positions_per_player": 2}, players={"Ann": [1, 2]})))
    assert journal.round(1).opened.players == {"Ann": [1, 2]}
    other = Recorder(journal, "pit 2")
    other.begin_round(begin(red_dog(players={"Bob": [2]})))
    assert journal.round(2).opened.players == {"Bob": [2]}
    Recorder(journal, "pit 3").begin_round(begin(red_dog()))
    assert journal.round(3).opened.players == {}


def test_a_refused_action_is_not_written(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(begin(red_dog()))
    before = kinds(journal)
    with pytest.raises(Refusal):
        recorder.act("1 raise 10")
    assert kinds(journal) == before


def test_the_words_after_a_window_that_ended_by_itself_are_part_of_the_round(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(begin(red_dog()))
    for said in SAID:
        recorder.act(said)
    assert recorder.act("dealer close") == []
    recorder.end_round()
    assert journal.round(1).actions[-1] == "dealer close"
    assert replay(journal.round(1)).same


def test_steps_that_are_held_back_are_written_as_they_are_done(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    round = begin(red_dog(), hold=lambda step: True)
    recorder.begin_round(round)
    assert kinds(journal) == [OPEN]
    while round.pending is not None:
        recorder.append(round.proceed())
    for said in SAID:
        recorder.act(said)
        while round.pending is not None:
            recorder.append(round.proceed())
    recorder.end_round()
    log = journal.round(1)
    assert log.actions == list(SAID)
    assert [act.cards for act in log.said if act.said is None] == [["7c"], ["5h"], ["9s"], ["7d"]]
    assert replay(log).same


def test_what_happens_between_rounds_is_written_too(fresh: Fresh) -> None:
    journal = fresh()
    table = red_dog()
    recorder = Recorder(journal, "pit 1")
    opening = table.open()
    recorder.note_opening(opening)
    recorder.note("buy-in", seat=1, amount=5_000)
    entries = list(journal.store.since("pit 1", 1))
    assert [(entry.kind, entry.round) for entry in entries] == [(TABLE, 0), (TABLE, 0)]
    first, second = (msgspec.json.decode(entry.payload) for entry in entries)
    assert first["what"] == "opening" and len(first["details"]["events"]) == len(opening.events)
    assert second["details"] == {"seat": 1, "amount": 5_000}


def test_rounds_are_numbered_through_the_journal_and_entries_through_the_table(
    fresh: Fresh,
) -> None:
    journal = fresh()
    for number, name in enumerate(("pit 1", "pit 2", "pit 1"), 1):
        recorder = Recorder(journal, name)
        assert recorder.begin_round(begin(red_dog())) == number
        for said in SAID:
            recorder.act(said)
        recorder.end_round()
    assert [(line.number, line.table) for line in journal.rounds()] == [
        (1, "pit 1"),
        (2, "pit 2"),
        (3, "pit 1"),
    ]
    numbers = [entry.number for entry in journal.store.since("pit 1", 1)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_driver_out_of_step_is_told_so(fresh: Fresh) -> None:
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    with pytest.raises(JournalError, match="no round has begun"):
        recorder.act(SAID[0])
    round = begin(red_dog())
    recorder.begin_round(round)
    with pytest.raises(JournalError, match="has not been ended"):
        recorder.begin_round(begin(red_dog()))
    with pytest.raises(JournalError, match="still open"):
        recorder.end_round()
    round.act(SAID[0])
    with pytest.raises(JournalError, match="left out"):
        recorder.append([])
    round.act("2 wager original 10")
    with pytest.raises(JournalError, match="before the next"):
        recorder.append(round.events[-2:])
    with pytest.raises(JournalError, match="from its beginning"):
        Recorder(journal, "pit 2").begin_round(round)


def test_an_unfinished_round_resumes(fresh: Fresh) -> None:
    with fresh() as journal:
        recorder = Recorder(journal, "pit 1")
        recorder.begin_round(begin(red_dog()))
        recorder.act(SAID[0])
        recorder.act(SAID[1])

        after = Recorder(journal, "pit 1")
        after.note("restart")
        again = begin(red_dog())
        log = journal.unfinished("pit 1")
        assert log is not None
        with pytest.raises(JournalError, match="not round 1"):
            after.resume_round(again)
        for said in log.actions:
            again.act(said)
        assert after.resume_round(again) == 1
        after.act(SAID[2])
        after.end_round()
        assert journal.unfinished("pit 1") is None
        with pytest.raises(JournalError, match="unfinished"):
            after.resume_round(again)
        assert journal.round(1).actions == list(SAID)
        assert replay(journal.round(1)).same and journal.verify().verified
