"""A record walked step by step is the same round, and asks for the dealer's steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import games
from croupier.chair.course import walk
from croupier.chair.moves import Move, is_dealers, of_step
from croupier.games.double_cross_poker.events import Expose
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.payments import Void
from croupier.stage.preparing import Cut, OfferCut, Shuffle, Verify
from croupier.stage.vocabulary import Deal, Discard, Report, Turn, TurnCard, Wager
from croupier.telling import record
from tests.chair.helpers import CROSS, course, step

GOLDEN = Path(__file__).parent.parent / "golden"


def runs(file: Path) -> bool:
    running = record.Running(record.read(file))
    running.run()
    return running.refusal is None


@pytest.mark.parametrize(
    "game", ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"]
)
def test_walking_a_record_tells_every_event_of_it_once_and_in_order(game: str) -> None:
    for file in sorted((GOLDEN / game).glob("*.toml")):
        if not runs(file):
            continue
        written = record.read(file)
        walked = walk(written)
        told = [event for m in walked.moments for event in (*m.before, *m.done)]
        told += walked.closing
        running = record.Running(written)
        running.run()
        assert told == [e for round in running.rounds for e in round.told("public")], file.name
        for result, round in zip(walked.results, running.rounds, strict=True):
            assert result["outcome"] == round.outcome


def test_a_record_that_the_rules_refuse_cannot_be_walked() -> None:
    with pytest.raises(Refusal):
        walk(record.read(GOLDEN / "red-dog" / "a-refusal.toml"))


def test_hidden_cards_do_not_show_before_they_are_turned() -> None:
    walked = course(CROSS)
    before = step(walked, "turn far")
    assert set(before.view["felt"]["seat 1"]) == {"??"}
    assert all(e.get("card", "??") == "??" for m in walked.moments[: before.number] for e in m.done)


def test_one_move_of_the_hand_takes_all_wagers_of_a_seat() -> None:
    losing = course(CROSS.replace("7c 7d", "3c 2d"))
    taken = step(losing, "take seat 3 ante")
    assert taken.move.label == "Take the ante and raise of seat 3"
    assert [event["wager"] for event in taken.done] == ["ante", "raise"]


def test_the_dealers_stakes_are_one_sum() -> None:
    pot = course("""
croupier = 1
game = "winners-pot-poker"
[seats]
1 = "100"
[round]
seed = 1
actions = ["1 wager ante", "dealer close", "1 fold"]
""")
    assert step(pot, "stake").figure == 2000


@pytest.mark.parametrize(
    ("event", "before", "dealers"),
    [
        (Deal(place="left"), None, True),
        (Wager(seat=1, wager="ante", amount=500), None, False),
        (Shuffle(by="device", text=""), None, False),
        (Shuffle(by="dealer", text=""), None, True),
        (Verify(by="floorperson", text=""), None, False),
        (Cut(seat=3, count=20), None, False),
        (Cut(by="dealer", count=20), None, True),
        (Void(seat=2), None, False),
        (Void(), None, True),
        (Turn(place="seat 1", seat=1), Expose(seat=1), False),
        (Turn(place="seat 1", seat=1), Expose(seat=2), True),
        (TurnCard(place="seat 1", index=1), Report(by="dealer", text="flashed-card seat 1"), False),
        (TurnCard(place="seat 1", index=3), Report(by="dealer", text="card-down seat 1"), True),
        (Discard(), Report(by="dealer", text="early-third-card"), True),
    ],
)
def test_which_steps_are_the_dealers(event: Event, before: Event | None, dealers: bool) -> None:
    assert is_dealers(event, before) is dealers


def test_every_event_of_every_game_has_a_label_without_a_gap() -> None:
    for game in games.names():
        for file in sorted((GOLDEN / game).glob("*.toml")):
            if runs(file):
                for moment in walk(record.read(file), opening=True).moments:
                    assert "None" not in moment.move.label and "{" not in moment.move.label


def test_a_move_leaves_out_what_only_the_round_knows() -> None:
    accepted = of_step(OfferCut(seat=2, outcome="accepted"))
    assert accepted == of_step(OfferCut(seat=2, outcome="declined")) == Move("offer-cut", seat=2)
