"""Export: rounds of the journal become records that run, with the same events and money."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.journal import JournalError, Recorder, RoundLog, to_record
from croupier.journal.schema import write_event
from croupier.nouns.cards import parse_cards
from croupier.rules import house
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.telling import record
from croupier.telling.record import Running
from croupier.telling.result import round_result
from tests.journal.kept import Fresh, on_every_store
from tests.journal.rounds import random_table, sitting
from tests.support import in_turn


def run_again(logs: list[RoundLog]) -> list[Round]:
    text = record.write(to_record(logs))
    running = Running(record.parse(text))
    running.run()
    assert running.refusal is None, running.refusal
    return running.rounds


def told(log: RoundLog, *, batch: bool = True) -> list[bytes]:
    return [event for event in log.events if batch or b'"kind":"batch"' not in event]


def recorded(round: Round, *, batch: bool = True) -> list[bytes]:
    return [write_event(event) for event in round.events if batch or event.kind != "batch"]


def money(log: RoundLog) -> dict[str, str]:
    assert log.closed is not None
    return {number: seat["net"] for number, seat in log.closed.result["seats"].items()}


def nets(round: Round) -> dict[str, str]:
    return {number: seat["net"] for number, seat in round_result(round)["seats"].items()}


@on_every_store
def test_every_round_runs_by_itself_and_gives_the_same(fresh: Fresh, game: str) -> None:
    """A record says where the round stood, and the batch's colour if the game has a key for it."""
    batch = "back" in games.load(game).situation
    random = Random(0)
    journal = fresh()
    for _ in sitting(random, random_table(random, {}, game), journal, rounds=8):
        pass
    for line in journal.rounds():
        log = journal.round(line.number)
        [again] = run_again([log])
        assert recorded(again, batch=batch) == told(log, batch=batch)
        assert nets(again) == money(log)


@on_every_store
def test_the_rounds_of_a_table_run_together_and_carry_over(fresh: Fresh, game: str) -> None:
    random = Random(0)
    journal = fresh()
    for _ in sitting(random, random_table(random, {}, game), journal, rounds=8):
        pass
    logs = [journal.round(line.number) for line in journal.rounds()]
    rounds = run_again(logs)
    assert [recorded(again) for again in rounds] == [told(log) for log in logs]
    assert [nets(again) for again in rounds] == [money(log) for log in logs]


def test_some_rounds_of_a_table_run_together_from_the_middle_of_the_shoe(fresh: Fresh) -> None:
    random = Random(11)
    journal = fresh()
    table = random_table(random, {"decks": 1, "shuffler": "manual"})
    for _ in sitting(random, table, journal, rounds=30):
        pass
    logs = [journal.round(line.number) for line in journal.rounds()]
    assert {log.opened.situation.get("shoe") for log in logs[1:]} == {"new", "mid"}
    for start in range(0, len(logs) - 3, 2):
        part = logs[start : start + 4]
        assert [recorded(again) for again in run_again(part)] == [told(log) for log in part]


def red_dog(options: dict[str, Any] | None = None) -> Table:
    return Table(games.load("red-dog"), house.build("red-dog", options), {1: 50_000, 2: 50_000})


def play(recorder: Recorder, table: Table, cards: str, *said: str, **situation: Any) -> None:
    recorder.begin_round(table.begin(parse_cards(cards), situation=situation))
    for words in in_turn(*said):
        recorder.act(words)
    recorder.end_round()
    table.finish()


def test_a_card_reported_in_one_round_and_found_in_the_next_is_written_face_up(
    fresh: Fresh,
) -> None:
    journal = fresh()
    recorder, table = Recorder(journal, "pit 1"), red_dog()
    reports = "dealer report early-third-card; dealer report face-up-card"
    play(recorder, table, "7c 5h 9s 7d 2c", "1 wager original 10; dealer close", reports, "1 void")
    play(recorder, table, "2c 4d 8h 6s", "1 wager original 10", "dealer close", "1 pass")
    first, second = journal.round(1), journal.round(2)
    assert b'"discard"' in b"".join(second.events)
    assert "^2c" in record.write(to_record([second]))
    [again] = run_again([second])
    assert recorded(again) == told(second)
    assert [recorded(again) for again in run_again([first, second])] == [told(first), told(second)]


def test_a_shoe_changed_because_the_cut_card_came_first_is_exported_as_found(fresh: Fresh) -> None:
    journal = fresh()
    table = red_dog({"rulings.R-08": "reshuffle-now", "shuffler": "manual"})
    recorder = Recorder(journal, "pit 1")
    said = ("1 wager original 10", "dealer close", "1 pass")
    play(recorder, table, "5h 9s 7d", *said, shoe="mid", marker=3)
    play(recorder, table, "2c 4d 8h 6s", *said)
    second = journal.round(2)
    assert b'"cut-card"' in second.events[0]
    [again] = run_again([second])
    assert recorded(again) == told(second)
    rounds = run_again([journal.round(1), second])
    assert recorded(rounds[1]) == told(second)


def test_an_open_round_is_exported_as_far_as_it_went(fresh: Fresh) -> None:
    journal = fresh()
    recorder, table = Recorder(journal, "pit 1"), red_dog()
    recorder.begin_round(table.begin(parse_cards("7c 5h 9s")))
    recorder.act("1 wager original 10")
    recorder.act("dealer close")
    log = journal.round(1)
    [again] = run_again([log])
    assert recorded(again) == told(log) and not again.over


def test_rounds_that_do_not_follow_one_another_do_not_make_one_record(fresh: Fresh) -> None:
    journal = fresh()
    table = red_dog()
    recorder = Recorder(journal, "pit 1")
    said = ("1 wager original 10", "dealer close", "1 pass")
    play(recorder, table, "7c 5h 9s 7d", *said)
    table.bankrolls[1] += 5_000
    play(recorder, table, "5c 9h 7s", *said)
    play(Recorder(journal, "pit 2"), red_dog(), "7c 5h 9s 7d", *said)
    play(Recorder(journal, "pit 3"), red_dog({"decks": 8}), "7c 5h 9s 7d", *said)
    recorder.begin_round(table.begin())
    logs = {n: journal.round(n) for n in range(1, 6)}
    for one, other, why in ((1, 2, "money"), (2, 3, "table pit 2"), (5, 2, "never finished")):
        with pytest.raises(JournalError, match=why):
            to_record([logs[one], logs[other]])
    moved = RoundLog(**{**vars(logs[4]), "table": "pit 2"})
    with pytest.raises(JournalError, match="house"):
        to_record([logs[3], moved])
