"""Sittings are played, kept and resumed, and show nothing that the seats may not see."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from croupier.cli.play_command import take_up
from croupier.nouns.cards import UNKNOWN
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import HouseError
from croupier.stage.actions import Action
from croupier.terminal import store
from croupier.terminal.sitting import Sitting
from croupier.terminal.store import Saved
from tests.terminal.table import a_sitting, say


def again(saved: Saved) -> Sitting:
    """Return the sitting as a later visit finds it: written, read and run again."""
    copy = msgspec.json.decode(msgspec.json.encode(saved), type=Saved)
    return Sitting(copy.start, saved=copy)


@pytest.mark.parametrize("seed", [7, None])
def test_an_open_round_is_taken_up_with_the_same_cards(seed: int | None) -> None:
    kept: list[Saved] = []
    sitting = a_sitting(seed=seed, keep=kept.append)
    for _ in range(3):
        say(sitting, "1 wager original 10", "dealer close")
        if not sitting.round.over:
            say(sitting, "1 pass")
        sitting.next_round()
    say(sitting, "1 wager original 25")
    taken = again(kept[-1])
    assert taken.view() == sitting.view() and taken.told() == sitting.told()
    assert taken.history == sitting.history and taken.number == 4
    for table in (sitting, taken):
        say(table, "dealer close")
    assert taken.laid == sitting.laid and taken.told() == sitting.told()


def test_a_seed_repeats_a_sitting_and_another_one_does_not() -> None:
    def dealt(seed: int) -> list[object]:
        sitting = a_sitting(seed=seed)
        for _ in range(5):
            say(sitting, "1 wager original 10", "dealer close")
            if not sitting.round.over:
                say(sitting, "1 raise 10")
            sitting.next_round()
        return [played.cards for played in sitting.history]

    assert dealt(7) == dealt(7)
    assert dealt(7) != dealt(8)


def test_without_a_seed_every_sitting_is_another() -> None:
    orders = []
    for _ in range(2):
        kept: list[Saved] = []
        a_sitting(seed=None, keep=kept.append)
        orders += kept[-1].shoes
    assert orders[0] != orders[1] and len(orders[0].split()) == 312


def test_two_seats_together_see_what_either_sees_and_nothing_more() -> None:
    sitting = a_sitting("double-cross-poker", {1: 50000, 2: 50000})
    say(sitting, "1 wager ante 10", "2 wager ante 10", "dealer close")
    seen, told = sitting.view()["felt"], sitting.told()
    assert UNKNOWN not in seen["seat 1"] + seen["seat 2"]
    assert seen["dealer"] == [UNKNOWN, UNKNOWN] and seen["near"] == [UNKNOWN]
    assert sitting.round.view("seat:1")["felt"]["seat 2"] == [UNKNOWN, UNKNOWN]
    hidden = sitting.round.layout.felt["dealer"].cards + sitting.round.layout.felt["near"].cards
    assert not [e for e in told if e.get("card") in hidden or set(e.get("cards", ())) & set(hidden)]


def test_cards_stay_in_sight_after_they_went_to_the_rack() -> None:
    sitting = a_sitting(seed=5)
    say(sitting, "1 wager original 10", "dealer close", "1 raise 10")
    assert sitting.view()["felt"] == {}
    assert sitting.laid == {"left": ["8c"], "right": ["4s"], "middle": ["6s"]}
    assert sitting.history[0].cards == ("8c", "4s", "6s") and sitting.net == 4000


def test_several_seats_need_a_house_that_permits_them() -> None:
    assert a_sitting(seats={1: 5000, 4: 5000}).house["positions_per_player"] == 2
    with pytest.raises(HouseError, match="13"):
        a_sitting("winners-pot-poker", {1: 5000, 2: 5000})


def test_chips_are_bought_before_anything_is_said() -> None:
    kept: list[Saved] = []
    sitting = a_sitting(seats={1: 200}, keep=kept.append)
    sitting.hurry()
    assert not any(offer.verb == "wager" for offer in sitting.round.legal(1))
    sitting.buy(1, 50000)
    say(sitting, "1 wager original 10")
    assert not sitting.may_buy
    taken = again(kept[-1])
    assert taken.bankroll(1) == sitting.bankroll(1) == 49200
    say(taken, "dealer close", "1 pass")
    assert taken.net == -1000


def test_last_wagers_are_those_that_stood_at_the_deal() -> None:
    sitting = a_sitting("double-cross-poker")
    say(sitting, "1 wager ante 10; 1 wager three-card 5; 1 wager ante 25; 1 withdraw three-card")
    assert sitting.last_wagers() == ()
    say(sitting, "dealer close", "1 fold")
    assert sitting.last_wagers() == (Action(1, "wager", ("ante", 2500)),)


# --- the file -------------------------------------------------------------------------------------


def test_a_kept_file_is_whole_and_alone(tmp_path: Path) -> None:
    path = tmp_path / "state" / "sitting.json"
    sitting = a_sitting(keep=lambda saved: store.write(path, saved))
    say(sitting, "1 wager original 10")
    assert [file.name for file in path.parent.iterdir()] == ["sitting.json"]
    saved = store.read(path)
    assert saved is not None and saved.rounds[0].actions == ["1 wager original 10"]
    assert take_up(path, "red-dog", saved).view()["seats"]["1"]["wagers"] == {"original": "10.00"}


def test_a_file_that_cannot_be_written_is_reported_and_play_goes_on() -> None:
    def full(saved: Saved) -> None:
        raise OSError(28, "No space left on device")

    sitting = a_sitting(keep=full)
    say(sitting, "1 wager original 10")
    assert sitting.trouble == "No space left on device"
    assert sitting.view()["seats"]["1"]["wagers"] == {"original": "10.00"}


def test_without_a_file_there_is_no_sitting(tmp_path: Path) -> None:
    assert store.read(tmp_path / "sitting.json") is None


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "damaged"),
        ("{", "damaged"),
        ('{"croupier": 1}', "damaged: Object missing required field `start`"),
        ('{"croupier": 3, "else": 1}', "format 3 is newer"),
    ],
)
def test_a_file_that_is_not_a_sitting_is_refused_in_one_line(
    tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "sitting.json"
    path.write_text(text)
    with pytest.raises(MalformedError, match=why) as error:
        store.read(path)
    assert "--new starts a new one" in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "change, why",
    [
        (lambda s: s.rounds[0].actions.insert(1, "1 wager original 9999"), "at most"),
        (lambda s: s.rounds[0].actions.insert(0, "nonsense"), "not an action"),
        (lambda s: s.rounds.append(s.rounds[0]), "does not end"),
        (lambda s: s.rounds[0].bought.update({5: 100}), "no seat 5"),
        (lambda s: s.shoes.__setitem__(0, "As Kd"), "shoe 1"),
        (lambda s: s.shoes.__setitem__(0, "As Kx"), "not a card"),
        (lambda s: s.start.house.update(decks=0), "decks"),
        (lambda s: s.start.seats.update({77: 100}), "no seat 77"),
    ],
)
def test_a_sitting_that_does_not_run_again_is_refused(change: object, why: str) -> None:
    kept: list[Saved] = []
    say(a_sitting(seed=None, keep=kept.append), "1 wager original 10")
    assert callable(change)
    change(kept[-1])
    with pytest.raises(MalformedError, match=f"damaged: .*{why}.*--new starts a new one"):
        take_up(Path("sitting.json"), "red-dog", kept[-1])


def test_a_sitting_of_another_game_is_refused() -> None:
    kept: list[Saved] = []
    a_sitting(keep=kept.append)
    with pytest.raises(MalformedError, match="it is a sitting of red-dog"):
        take_up(Path("sitting.json"), "double-down-stud", kept[-1])
