"""House players at the terminal's table: they act by themselves, and their cards stay hidden."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cli import main, play_command
from croupier.cli.play_command import take_up
from croupier.company import STRATEGIES
from croupier.nouns.cards import UNKNOWN
from croupier.nouns.reasons import MalformedError
from croupier.stage.actions import Action, Refusal
from croupier.terminal import store, table_screen
from croupier.terminal.app import PlayApp
from croupier.terminal.chair import Chair
from croupier.terminal.cloth import draw
from croupier.terminal.companions import mixed
from croupier.terminal.drawing import long, plain
from croupier.terminal.sitting import Sitting, start_of
from croupier.terminal.store import Companion, Saved
from tests.conformance.found import GAMES
from tests.sizes import sized
from tests.terminal.table import an_app, at_table, press, say, seen

ALL = tuple(name for name in GAMES if name != "high-card")
SMALL = (80, 24)
WIDE = (120, 40)

every_game = pytest.mark.parametrize("game", ALL)


def a_company(
    game: str,
    company: int = 4,
    seats: dict[int, int] | None = None,
    seed: int | None = 7,
    keep: Any = lambda saved: None,
) -> Sitting:
    held = {2: 50000} if seats is None else seats
    start = start_of(game, held, rulebook="ma", seed=seed, company=mixed(company))
    return Sitting(start, keep)


def again(saved: Saved) -> Sitting:
    """Return the sitting as a later visit finds it: written, read and run again."""
    copy = msgspec.json.decode(msgspec.json.encode(saved), type=Saved)
    return Sitting(copy.start, saved=copy)


def play(sitting: Sitting, rounds: int) -> None:
    """Play rounds by pressing Enter, or else the first choice."""
    chair = Chair(sitting)
    while True:
        sitting.hurry()
        if len(sitting.history) == rounds:
            return
        chair.look()
        assert chair.prompt()
        first = next((one for one in chair.presses if one.primary), chair.presses[0])
        first.run()
        assert chair.refused is None, chair.refused


# --- at the table ---------------------------------------------------------------------------------


def test_house_players_take_the_first_free_seats_and_bring_as_much() -> None:
    sitting = a_company("winners-pot-poker")
    assert list(sitting.company) == [1, 3, 4, 5]
    assert [one.strategy for one in sitting.company.values()] == list(STRATEGIES)
    assert {one.bankroll for one in sitting.company.values()} == {50000}
    poor = a_company("winners-pot-poker", seats={2: 100})
    assert {one.bankroll for one in poor.company.values()} == {10000}
    assert len({one.name for one in sitting.company.values()}) == 4
    assert a_company("winners-pot-poker").company == sitting.company, "the seed repeats them"


@every_game
def test_everybody_plays_many_rounds_and_the_money_adds_up(game: str) -> None:
    sitting = a_company(game)
    play(sitting, 25)
    assert all(set(played.company) == set(sitting.company) for played in sitting.history)
    for seat, companion in sitting.company.items():
        bought = sum(visit.bought.get(seat, 0) for visit in sitting._saved.rounds)
        won = sitting.won_by(seat)
        assert sitting.bankroll(seat) == companion.bankroll + bought + won
    assert all(played.nets.keys() == {2} for played in sitting.history)
    assert sitting.bankroll(2) == 50000 + sitting.net
    assert len(sitting.last_wagers()) == 1, "only the player's own wagers are repeated"


@every_game
def test_a_sitting_with_company_resumes_in_any_moment(game: str) -> None:
    kept: list[Saved] = []
    sitting = a_company(game, seed=None, keep=kept.append)
    chair = Chair(sitting)
    for _ in range(60):
        if sitting.pending is not None:
            sitting.step()
        elif sitting.thinking is not None:
            sitting.answer()
            sitting.deal_on()
            taken = again(kept[-1])
            assert (taken.view(), taken.thinking) == (sitting.view(), sitting.thinking)
        else:
            chair.look()
            first = next((one for one in chair.presses if one.primary), chair.presses[0])
            first.run()
    sitting.deal_on()
    taken = again(kept[-1])
    assert taken.view() == sitting.view() and taken.history == sitting.history
    assert taken.company == sitting.company and kept[-1].croupier == store.FORMAT


@every_game
@pytest.mark.parametrize("size", [(49, 18), (74, 30)])
def test_no_hidden_card_of_a_house_player_is_ever_shown(game: str, size: tuple[int, int]) -> None:
    """Compare all that is shown with the cards that lie face down on the felt at this moment."""
    sitting, hidden = a_company(game), 0
    chair = Chair(sitting)
    while len(sitting.history) < sized(8, 4):
        if sitting.pending is not None:
            sitting.step()
        elif sitting.thinking is not None:
            sitting.answer()
        else:
            chair.look()
            next((one for one in chair.presses if one.primary), chair.presses[0]).run()
        chair.look()
        drawn = [plain(row) for row in draw(chair.picture(), *size)]
        assert len({len(row) for row in drawn}) == 1
        for place, pile in sitting.round.layout.felt.items():
            down = [c for c, up in zip(pile.cards, pile.up, strict=True) if not up]
            if pile.owner == 2 or not down:
                continue
            hidden += len(down)
            assert not set(down) & set(sitting.laid.get(place, ())), place
            assert sitting.laid[place].count(UNKNOWN) == len(down)
            told = [e for e in sitting.told() if e.get("place") == place]
            assert not [e for e in told if {e.get("card"), *e.get("cards", ())} & set(down)]
    assert hidden > sized(80, 4) or game == "red-dog"


def test_house_players_wager_before_the_deal_even_if_the_player_is_quick() -> None:
    sitting = say(a_company("double-down-stud", 3), "2 wager original 10")
    assert all(f"{n} wager original 5" in map(str, sitting.round.actions) for n in (1, 3, 4))
    quick = a_company("double-down-stud", 3)
    quick.deal_on()
    quick.act(Action("dealer", "close"))
    assert [str(action) for action in quick.round.actions] == [
        *(f"{n} wager original 5" for n in (1, 3, 4)),
        "dealer close",
    ]


def test_a_house_player_who_runs_out_buys_chips_and_that_is_saved() -> None:
    kept: list[Saved] = []
    sitting = a_company("winners-pot-poker", seats={2: 10000}, keep=kept.append)
    play(sitting, 40)
    bought = [visit.bought for visit in kept[-1].rounds if visit.bought]
    assert bought and all(cents == 10000 for one in bought for cents in one.values())
    assert all(2 not in one for one in bought), "the player buys chips only by hand"
    assert again(kept[-1]).history == sitting.history


def test_the_player_may_still_buy_chips_after_house_players_have_wagered() -> None:
    kept: list[Saved] = []
    sitting = a_company("red-dog", seats={2: 200}, keep=kept.append)
    sitting.hurry()
    assert sitting.round.actions and sitting.may_buy
    sitting.buy(2, 5000)
    say(sitting, "2 wager original 10")
    assert not sitting.may_buy
    assert again(kept[-1]).bankroll(2) == sitting.bankroll(2) == 4200


# --- on the screen --------------------------------------------------------------------------------


async def test_house_players_are_shown_with_name_and_strategy() -> None:
    app = an_app(a_company("winners-pot-poker"))
    async with app.run_test(size=WIDE) as pilot:
        names = [one.name for one in at_table(app).sitting.company.values()]
        shown = seen(app)
        for name, strategy in zip(names, STRATEGIES.values(), strict=True):
            assert f"{name} {strategy.title}" in shown, shown
        await press(pilot, "enter enter")
        assert "▒▒ ▒▒" in seen(app) or "│╱╲╱│" in seen(app)
        await press(pilot, "b")
        for _ in range(3):
            await press(pilot, "d")
        shown = " ".join(seen(app).split())
        assert "House players:" in shown and all(name in shown for name in names)
        assert "You win" in shown or "You lose" in shown
        await press(pilot, "h")
        assert all(name in seen(app) for name in names)


async def test_a_house_player_thinks_and_enter_skips_the_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_screen, "thinking_time", lambda random: 60)
    sitting = a_company("double-cross-poker", 2, {3: 50000})
    app = an_app(sitting, pace="brisk")
    async with app.run_test(size=SMALL) as pilot:
        assert sitting.thinking is not None and "Seat 3: ante" in seen(app)
        await press(pilot, "enter")  # the wager
        sitting.deal_on()
        await press(pilot, "d enter")  # the deal does not wait for the house players
        sitting.deal_on()
        at_table(app).show()
        first = sitting.company[1]
        assert f"{first.name} (best play) is thinking. Enter: skip" in seen(app)
        await press(pilot, "enter")
        assert "Seat 3: fold" in seen(app) and "V raise vertical" in seen(app)


async def test_house_players_act_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("thinking_time", "pause_before"):
        monkeypatch.setattr(table_screen, name, lambda known: 0.001)
    sitting = a_company("red-dog", 6, {3: 50000})
    app = an_app(sitting, pace="calm")
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(300):
            if sitting.thinking is None:
                break
            await pilot.pause(0.01)
        wagered = [action.actor for action in sitting.round.actions]
        assert wagered == [1, 2, 4, 5, 6, 7]


@every_game
@pytest.mark.parametrize("size", [SMALL, WIDE])
async def test_a_full_table_fits_the_screen(game: str, size: tuple[int, int]) -> None:
    most = 5 if game in ("double-cross-poker", "winners-pot-poker") else 6
    app = an_app(a_company(game, most))
    async with app.run_test(size=size) as pilot:
        for _ in range(2):
            await press(pilot, "enter enter")
            table = at_table(app)
            shown = seen(app)
            for companion in table.sitting.company.values():
                assert companion.name in shown, shown
            block = draw(table.chair.picture(), 49, 18) if size == SMALL else []
            assert all(long(row) <= 50 for row in block), shown


# --- the file and the command ---------------------------------------------------------------------


def test_a_sitting_without_company_is_written_as_before(tmp_path: Path) -> None:
    path = tmp_path / "sitting.json"
    Sitting(start_of("red-dog", {1: 50000}, rulebook="ma", seed=7), partial(store.write, path))
    assert msgspec.json.decode(path.read_bytes())["croupier"] == 1
    saved = store.read(path)
    assert saved is not None and saved.start.company == {}


def test_a_strategy_that_nobody_plays_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "sitting.json"
    kept: list[Saved] = []
    a_company("red-dog", 1, keep=kept.append)
    kept[-1].start.company[1] = Companion("Ada", "wild", 100)
    store.write(path, kept[-1])
    with pytest.raises(MalformedError, match="damaged: no house player plays 'wild'; --new"):
        store.read(path)


def test_more_house_players_than_seats_are_refused() -> None:
    with pytest.raises(Refusal, match="6 house players need as many seats: 5 are free"):
        a_company("winners-pot-poker", 6)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--company", "6"], "--company 6: this table has room for 5 house players"),
        (["--company", "5", "--seats", "1,3"], "--company 5: this table has room for 4 house"),
        (["--company", "-1"], "--company"),
        (["--company", "many"], "--company"),
        (["--company", "2", "--company-plays", "wild"], "there is no 'wild', only best, card"),
        (["--company", "1", "--company-plays", "best,loose"], "2 strategies for --company 1"),
        (["--company-plays", "best"], "say how many with --company N"),
        (["--company", "1", "--company-plays", ","], "name a strategy"),
    ],
)
def test_what_is_wrong_with_the_company_is_said_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as done:
        main(["play", "winners-pot-poker", *words])
    error = capsys.readouterr().err
    assert done.value.code == 2 and said in error and error.count("\n") == 1, error


def test_the_command_seats_prepares_and_tells_the_house_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[PlayApp] = []
    warmed: list[object] = []
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(PlayApp, "run", lambda app: opened.append(app))
    monkeypatch.setattr(play_command, "warm", lambda house, watch=None: warmed.append(house))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    given = ["--seats", "3", "--company", "3", "--company-plays", "loose,best", "--new"]
    for words in (given, [], ["--company", "2"]):
        with pytest.raises(SystemExit) as done:
            main(["play", "red-dog", *words])
        assert done.value.code == 0
    first = opened[0].sitting
    assert first is not None and warmed
    assert [one.strategy for one in first.company.values()] == ["loose", "best", "loose"]
    assert opened[1].sitting is not None and opened[1].sitting.company == first.company
    assert [bool(app.question) for app in opened] == [False, False, True]
    out = capsys.readouterr().out
    assert re.search(r"House players: \w+ \(loose\) \$0, \w+ \(best play\) \$0", out), out
    assert opened[0]._welcome.note == "3 house players will take other seats."


def test_a_sitting_on_disk_with_company_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "sitting.json"
    sitting = a_company("winners-pot-poker", keep=lambda saved: store.write(path, saved))
    play(sitting, 3)
    saved = store.read(path)
    assert saved is not None
    assert take_up(path, "winners-pot-poker", saved).history == sitting.history
