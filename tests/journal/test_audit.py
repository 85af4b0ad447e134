"""What an audit says of packs, of signed heads, and of rounds that were recorded wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.equipment.shoe import Shoe
from croupier.journal import (
    JournalError,
    Recorder,
    UnreadableError,
    Verdict,
    heads,
    memory_journal,
    open_journal,
    replay,
)
from croupier.journal.audit import Auditor
from croupier.journal.entry import GENESIS, TABLE, Head, chained
from croupier.journal.fairness import Order
from croupier.journal.log import RoundLog, read_log
from croupier.journal.resume import Pace, take_up, walk
from croupier.journal.signing import Signer
from croupier.journal.store import MemoryStore
from croupier.nouns.cards import DECK, parse_cards
from croupier.rules import house
from croupier.stage.round import Round
from croupier.stage.table import Table

NOTHING = "00" * 32
ORDER = list(range(52))


def noted(*notes: tuple[str, dict[str, Any]]) -> Verdict:
    """Return the verdict on a table with these notes."""
    with memory_journal() as journal:
        recorder = Recorder(journal, "pit 1")
        for what, details in notes:
            recorder.note(what, **details)
        return journal.verify()


def test_a_pack_is_revealed_before_the_next_is_shuffled() -> None:
    shuffled = ("shuffle", {"pack": 1, "commitment": NOTHING})
    verdict = noted(shuffled, ("shuffle", {"pack": 2, "commitment": NOTHING}))
    assert not verdict.verified
    assert str(verdict) == "table pit 1, entry 2: pack 1 was never revealed"


def test_an_order_that_was_not_committed_to_is_not_fair() -> None:
    verdict = noted(
        ("shuffle", {"pack": 1, "commitment": NOTHING}),
        ("entropy", {"pack": 1, "value": "mine"}),
        ("seal", {"pack": 1, "entropy": 1}),
        ("reveal", {"pack": 1, "order": ORDER, "nonce": NOTHING}),
    )
    assert "entry 4: pack 1 was not dealt fairly: " in str(verdict)


def test_what_players_added_may_not_be_left_out() -> None:
    verdict = noted(
        ("shuffle", {"pack": 1, "commitment": NOTHING}),
        ("entropy", {"pack": 1, "value": "mine"}),
        ("seal", {"pack": 1, "entropy": 0}),
    )
    assert "entry 3: pack 1 was sealed without all that was added to it" in str(verdict)


def test_no_card_leaves_a_table_between_one_pack_and_the_next() -> None:
    order = Order(tuple(ORDER), bytes(32))
    with memory_journal() as journal:
        recorder = Recorder(journal, "pit 1")
        recorder.note("shuffle", pack=1, commitment=order.commitment.hex())
        recorder.note("reveal", pack=1, order=ORDER, nonce=NOTHING)
        recorder.begin_round(red_dog())
        for said in ("1 wager original 10", "dealer close"):
            recorder.act(said)
        verdict = journal.verify()
    assert not verdict.verified
    assert verdict.problem == "cards left that no shuffle was committed to"


@pytest.mark.parametrize(
    ("what", "details"),
    [
        ("shuffle", {"pack": 2}),
        ("reveal", {"pack": 1, "order": [10**9], "nonce": NOTHING}),
        ("reveal", {"pack": 1, "order": ["As"], "nonce": NOTHING}),
        ("seal", {"pack": 1}),
    ],
)
def test_a_note_that_says_nonsense_is_damaged(what: str, details: dict[str, Any]) -> None:
    verdict = noted(("shuffle", {"pack": 1, "commitment": NOTHING}), (what, details))
    assert str(verdict) == "table pit 1, entry 2: is damaged: a field is not what it should be"


def test_notes_about_no_pack_or_another_pack_are_not_judged() -> None:
    verdict = noted(
        ("reveal", {"pack": 1, "order": ORDER, "nonce": NOTHING}),
        ("shuffle", {"pack": 2, "commitment": NOTHING}),
        ("entropy", {"pack": 1, "value": "late"}),
        ("wash", {"pack": 2}),
    )
    assert verdict.verified and verdict.packs == 0


def test_a_chain_that_ends_before_a_signed_head_was_cut(tmp_path: Path) -> None:
    signer = Signer.create(tmp_path, "2026-01-01T00:00:00Z")
    marks = {"pit 1": Head(7, bytes(32))}
    auditor = Auditor([signer.announce("2026-01-01T00:00:00Z")], [signer.head(1, "x", marks)])
    for known, at in (({}, 1), ({"pit 1": Head(4, bytes(32))}, 5)):
        verdict = auditor.concluded(Verdict(0, 0, heads=known))
        assert (verdict.table, verdict.at) == ("pit 1", at)
        assert verdict.problem == "is cut off: signed head 1 names entry 7"
    broken = Verdict(0, 0, problem="something else")
    assert auditor.concluded(broken) is broken


# --- rounds ---------------------------------------------------------------------------------------


def red_dog(hold: Pace | None = None) -> Round:
    table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50_000})
    return table.begin(parse_cards("7c 5h 9s 7d"), hold=hold)


def played(steps: int | None = None) -> tuple[RoundLog, Round]:
    """Record a round step by step, all of it or N steps after the close."""
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    round = red_dog(Pace())
    recorder.begin_round(round)
    while round.pending is not None:
        recorder.append(round.proceed())
    for said in ("1 wager original 10", "dealer close"):
        recorder.append(round.act(said))
        while round.pending is not None and (said != "dealer close" or steps is None or steps > 0):
            recorder.append(round.proceed())
            steps = steps - 1 if steps is not None and said == "dealer close" else steps
    return journal.round(1), round


def fresh_shoe(log: RoundLog) -> Shoe:
    rest = list(DECK) * 6
    for card in log.cards:
        rest.remove(card)
    return Shoe([*log.cards, *rest], marker=log.opened.shoe.marker)


def test_a_round_resumes_in_the_middle_of_the_deal() -> None:
    log, round = played(steps=3)
    again = take_up(log, fresh_shoe(log), Pace())
    assert again.events == round.events and again.pending == round.pending
    assert log.cards == round.cards


def test_a_record_that_differs_from_the_rules_is_not_resumed() -> None:
    log, _ = played(steps=3)
    other = (*log.events[:-1], log.events[0])
    with pytest.raises(JournalError, match=f"table pit 1, entry {log.places[-1]}: .* instead of "):
        list(walk(replace(log, events=other)))
    said = (*log.said[:-1], msgspec.structs.replace(log.said[-1], said="1 raise 10"))
    with pytest.raises(JournalError, match="pit 1, entry"):
        list(walk(replace(log, said=said)))


def test_a_replay_draws_no_card_that_was_not_recorded() -> None:
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(red_dog())
    for said in ("1 wager original 10", "dealer close"):
        recorder.act(said)
    log = journal.round(1)
    poorer = tuple(msgspec.structs.replace(act, cards=act.cards[:1]) for act in log.said)
    result = replay(replace(log, said=poorer))
    assert not result.same and "more cards are drawn than were recorded" in str(result.problem)


def test_a_round_begins_with_its_opening_and_skips_the_life_of_the_table() -> None:
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(red_dog())
    recorder.act("1 wager original 10")
    journal.write("pit 1", [(0, TABLE, b'{"time":"","what":"buy-in"}')])
    recorder.act("dealer close")
    log = journal.round(1)
    assert log.actions == ["1 wager original 10", "dealer close"]
    with pytest.raises(JournalError, match="entry 2: no round begins here"):
        read_log(journal.store.since("pit 1", 2))


def test_cards_that_left_before_anything_was_said_are_recorded() -> None:
    journal = memory_journal()
    round = red_dog()
    round.layout.shoe.draw()  # as in a game that deals first
    Recorder(journal, "pit 1").begin_round(round)
    assert journal.round(1).cards == parse_cards("7c") and journal.round(1).actions == []


def test_nothing_is_written_if_nothing_happened() -> None:
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    recorder.begin_round(red_dog())
    before = journal.verify().events
    recorder.append([])
    assert journal.verify().events == before


# --- files ----------------------------------------------------------------------------------------


def test_an_entry_is_written_once() -> None:
    store = MemoryStore()
    entries = chained("pit 1", Head(0, GENESIS), [(0, TABLE, b"{}")])
    store.append(entries)
    with pytest.raises(JournalError, match="entry 1 already exists"):
        store.append(entries)


def test_heads_that_go_further_stay(tmp_path: Path) -> None:
    file = tmp_path / "journal.db.head"
    heads.write(file, {"pit 1": Head(9, bytes(32))})
    heads.write(file, {"pit 1": Head(4, bytes(32)), "pit 2": Head(1, bytes(32))})
    assert heads.read(file) == {"pit 1": Head(9, bytes(32)), "pit 2": Head(1, bytes(32))}


def test_heads_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot be read: "):
        heads.read(tmp_path)


@pytest.mark.parametrize("url", ["no such thing://x", "://", "nonsense://host/name"])
def test_an_invalid_address_gives_one_line(url: str) -> None:
    with pytest.raises(UnreadableError):
        open_journal(url)
