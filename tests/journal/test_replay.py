"""Replay: running a record again gives the same events, byte for byte, or says what differs."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.journal import (
    JournalError,
    Recorder,
    ReplayError,
    RoundLog,
    memory_journal,
    replay,
)
from croupier.journal.corrections import Differs, reconcile
from croupier.journal.entry import EVENT, FORMAT, digest
from croupier.journal.store import MemoryStore
from croupier.nouns.canonical import encode
from croupier.rules import rulebook
from croupier.stage.events import SCHEMA
from croupier.stage.payments import Void
from croupier.stage.vocabulary import Collect
from tests.journal.kept import Fresh, on_every_store
from tests.journal.rounds import anything_legal, random_table, sitting


@on_every_store
def test_random_rounds_replay_byte_for_byte(fresh: Fresh, game: str) -> None:
    random = Random(0)
    journal = fresh()
    table = random_table(random, {}, game)
    for number, round in enumerate(sitting(random, table, journal, rounds=6), 1):
        result = replay(journal.round(number))
        assert result.same, result.problem
        assert encode(result.round.told()) == encode(round.told())
        assert encode(result.round.view()) == encode(round.view())
    assert journal.verify().verified


@pytest.mark.parametrize("game", games.names())
def test_a_round_without_an_end_replays_as_far_as_it_went(fresh: Fresh, game: str) -> None:
    random = Random(game)
    journal = fresh()
    recorder = Recorder(journal, "pit 1")
    round = random_table(random, {}, game).begin()
    recorder.begin_round(round)
    for said in range(12):
        log = journal.round(1)
        assert len(log.actions) == said
        result = replay(log)
        assert result.same and result.round.outcome == round.outcome
        assert result.round.next() == round.next()
        if round.over:
            break
        recorder.act(anything_legal(random, round))


@pytest.fixture
def log(fresh: Fresh) -> RoundLog:
    random = Random(2)
    journal = fresh()
    list(sitting(random, random_table(random, {"decks": 2}), journal, rounds=1))
    return journal.round(1)


def test_a_round_that_was_rewritten_with_its_hashes_is_found_by_replay() -> None:
    """The chain was rewritten and holds, but the rules do not."""
    random = Random(2)
    journal = memory_journal()
    list(sitting(random, random_table(random), journal, rounds=2))
    assert isinstance(journal.store, MemoryStore)
    entries = journal.store.tables["pit 1"]
    paid = next(e for e in entries if e.kind == EVENT and b'"amount"' in e.payload)
    for i, entry in enumerate(entries):
        payload = entry.payload
        if entry is paid:
            payload = payload.replace(b'"amount":', b'"amount":9')
        before = entries[i - 1].hash if i else entry.previous
        hash = digest(before, entry.table, entry.number, entry.round, entry.kind, payload)
        entries[i] = entry._replace(payload=payload, previous=before, hash=hash)
    assert journal.verify().verified
    result = replay(journal.round(paid.round))
    assert not result.same
    assert result.at == paid.number and "instead of" in str(result.problem)


def test_other_cards_other_words_or_another_result_are_found(log: RoundLog) -> None:
    assert replay(log).same
    dealt = next(i for i, act in enumerate(log.said) if act.cards)
    act = log.said[dealt]
    other = ["2c" if card != "2c" else "3c" for card in act.cards]
    cards = msgspec.structs.replace(act, cards=other)
    assert not replay(replace(log, said=(*log.said[:dealt], cards, *log.said[dealt + 1 :]))).same
    fewer = replay(replace(log, said=log.said[:-1]))
    assert not fewer.same and "nothing instead of" in str(fewer.problem)
    assert fewer.at == log.places[len(fewer.round.events)] > log.spoken[-1]
    too_few = msgspec.structs.replace(act, cards=act.cards[:-1])
    short = replay(replace(log, said=(*log.said[:dealt], too_few, *log.said[dealt + 1 :])))
    assert not short.same
    assert log.closed is not None
    result = {**log.closed.result, "house": {"net": "1.23"}}
    closed = msgspec.structs.replace(log.closed, result=result)
    assert "another result" in str(replay(replace(log, closed=closed)).problem)


def test_a_correction_excuses_an_earlier_release_only() -> None:
    book = rulebook.load("double-down-stud")
    void, now = Void("11(a)", text="the hole card was seen"), Collect("11(a)", place="hole")
    then = Collect("9(d)", place="hole")
    assert len(reconcile([(1, void), (1, then)], [void, now], book)) == 1
    with pytest.raises(Differs):
        reconcile([(SCHEMA, void), (SCHEMA, then)], [void, now], book)


def stamped(log: RoundLog, **stamp: Any) -> RoundLog:
    changed = msgspec.structs.replace(log.opened.stamp, **stamp)
    return replace(log, opened=msgspec.structs.replace(log.opened, stamp=changed))


def test_a_round_of_an_older_release_replays_if_the_rulebook_is_the_same(log: RoundLog) -> None:
    assert replay(stamped(log, product="0.0.1", fingerprint="of older defaults")).same


def test_a_round_under_another_version_of_the_rulebook_is_refused(log: RoundLog) -> None:
    with pytest.raises(ReplayError, match=r"version 0.*version 2.*release 0\.0\.1"):
        replay(stamped(log, product="0.0.1", version=0))


def test_a_round_of_a_newer_format_is_refused(log: RoundLog) -> None:
    with pytest.raises(ReplayError, match="newer"):
        replay(stamped(log, format=FORMAT + 1))


def test_a_difference_under_other_defaults_of_the_house_is_not_a_verdict(log: RoundLog) -> None:
    other = stamped(log, product="0.0.1", fingerprint="of older defaults")
    with pytest.raises(ReplayError, match="defaults"):
        replay(replace(other, events=(log.events[1], *log.events[1:])))


@pytest.mark.parametrize(
    "change",
    [{"game": "faro"}, {"rulebook": "nv"}, {"house": {"decks": 0}}, {"house": {"moon": "full"}}],
)
def test_a_round_of_a_game_or_house_that_is_unknown_here_is_refused(
    log: RoundLog, change: dict[str, Any]
) -> None:
    with pytest.raises(ReplayError):
        replay(replace(log, opened=msgspec.structs.replace(log.opened, **change)))


def test_a_payload_that_cannot_be_read_is_named_with_its_entry(fresh: Fresh) -> None:
    journal = fresh()
    journal.write("pit 1", [(1, "open-round", b'{"game": 3}')])
    with pytest.raises(JournalError, match="table pit 1, entry 1: cannot be read"):
        journal.round(1)
    with pytest.raises(JournalError, match="no round 2"):
        journal.round(2)
