"""Rounds run again: from the journal, from a record, and from the journal through a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier import games
from croupier.journal import Journal, Recorder, RoundLog, memory_journal, replay, to_record
from croupier.journal.resume import walk
from croupier.nouns.canonical import encode
from croupier.stage.actions import DEALER
from croupier.stage.round import Round
from croupier.telling import record
from croupier.telling.record import Record, Running
from croupier.telling.result import round_result
from tests.conformance.found import every_game
from tests.conformance.tables import (
    LONGEST,
    Seating,
    anything_legal,
    at,
    picture,
    play,
    seatings,
)

TABLE = "pit 1"


def recorded(seating: Seating, journal: Journal, most: int) -> Iterator[Round]:
    """Play rounds of a table and write them to the journal. The last one may have no end."""
    recorder, random = Recorder(journal, TABLE), seating.random("recorded")
    table = seating.table()
    if not seating.situation:  # otherwise the table is not new
        recorder.note_opening(table.open())
    for round in seating.rounds(most, table):
        recorder.begin_round(round)
        for _ in range(LONGEST):
            if round.over:
                break
            action = anything_legal(random, round)
            seating.told.append(str(action))
            recorder.act(action)
        if round.over:
            if random.random() < 0.5 and "dealer close" in round.legal(DEALER):
                recorder.act("dealer close")
            recorder.end_round()
        yield round


@every_game
def test_the_journal_runs_again_byte_for_byte(game: str) -> None:
    """Compare the events of every round, what everybody saw, and the felt after each step."""
    for seating in seatings(game, 40, "journal"):
        with at(seating):
            journal = memory_journal()
            for number, round in enumerate(recorded(seating, journal, 5), 1):
                again = replay(journal.round(number))
                assert again.same, again.problem
                assert picture(again.round) == picture(round)
                *_, last = walk(journal.round(number))
                assert picture(last) == picture(round)
            assert journal.verify().verified


@every_game
def test_a_round_without_an_end_runs_again_as_far_as_it_went(game: str) -> None:
    for seating in seatings(game, 12, "unfinished"):
        random = seating.random("unfinished")
        with at(seating):
            journal = memory_journal()
            recorder = Recorder(journal, TABLE)
            round = seating.begin(seating.table())
            recorder.begin_round(round)
            for said in range(12):
                log = journal.round(1)
                assert len(log.actions) == said
                again = replay(log)
                assert again.same, again.problem
                assert picture(again.round) == picture(round)
                if round.over:
                    break
                action = anything_legal(random, round)
                seating.told.append(str(action))
                recorder.act(action)


@every_game
def test_a_record_is_written_read_and_run_with_the_same_result(game: str) -> None:
    for seating in seatings(game, 60, "record"):
        with at(seating):
            round = play(seating, seating.begin(seating.table()))
            written = Record(
                game,
                seating.state,
                seating.keys,
                seating.seats,
                (record.of_round(round, **seating.situation),),
                players=seating.players,
            )
            text = record.write(written)
            read = record.parse(text)
            assert record.write(read) == text
            assert encode(record.run(read)) == encode(round_result(round))


@every_game
def test_the_journal_is_exported_as_records_that_run(game: str) -> None:
    """Run every round by itself, and all rounds of the table together."""
    can_say = games.load(game).situation
    several = 0
    for seating in seatings(game, 40, "export"):
        with at(seating):
            journal = memory_journal()
            for _ in recorded(seating, journal, 5):
                pass
            logs = [journal.round(line.number) for line in journal.rounds()]
            for log in logs:
                # A record has the batch's colour only if the game has a key for it.
                same = _same(run_again([log]), [log], but=() if "back" in can_say else ("batch",))
                assert same, f"round {log.number} by itself"
            together = [log for log in logs if log.closed is not None]
            if len(together) > 1:
                several += 1
                assert _same(run_again(together), together)
    assert several > 10


def run_again(logs: Sequence[RoundLog]) -> list[Round]:
    """Run the rounds of a record that was written from the journal and read again."""
    running = Running(record.parse(record.write(to_record(logs))))
    running.run()
    assert running.refusal is None, running.refusal
    return running.rounds


def _same(rounds: Sequence[Round], logs: Sequence[RoundLog], but: tuple[str, ...] = ()) -> bool:
    """Assert that events, money and ending are the same."""
    for round, log in zip(rounds, logs, strict=True):
        now = [event for event in round.told() if event["kind"] not in but]
        then = [event for event in log.told() if event["kind"] not in but]
        if now != then:
            return False
        if log.closed is not None:
            result = round_result(round, events=False)
            if any(result[key] != log.closed.result[key] for key in ("seats", "house", "outcome")):
                return False
    return True
