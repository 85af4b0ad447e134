"""The table as a person uses it: keys and clicks go in, and the screen is read."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest
from textual.widgets import Input

from croupier import lab
from croupier.mathematics.analysis import Choice, Estimate
from croupier.nouns.cards import Card
from croupier.nouns.money import dollars
from croupier.stage.actions import Action
from croupier.terminal import table_screen
from croupier.terminal.advice import looked_back
from croupier.terminal.app import PlayApp, Welcome
from croupier.terminal.chair import Chair
from croupier.terminal.dialogs import SitDown
from croupier.terminal.drawing import short
from croupier.terminal.sitting import Sitting
from croupier.terminal.store import Saved
from tests.terminal.table import a_dealt, a_sitting, an_app, at_table, press, say, seen, where

TINY = (60, 20)
SMALL = (80, 24)
WIDE = (140, 44)


# --- playing --------------------------------------------------------------------------------------


async def test_a_round_is_won_with_a_raise() -> None:
    app = an_app(a_sitting(seed=5))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "2 2")
        assert "▸ $10" in seen(app)
        await press(pilot, "enter")
        assert "◉ $10" in seen(app) and "D deal ⏎" in seen(app)
        await press(pilot, "enter")
        shown = seen(app)
        assert "“The spread is 3”" in shown and "R raise $10" in shown and "P pass" in shown
        await press(pilot, "r")
        shown = seen(app)
        assert "You win $40." in shown and "net +$40" in shown and "bankroll $540" in shown
        assert "+$20 2 to 1" in shown and "N next round ⏎" in shown
        await press(pilot, "enter")
        assert "round 2" in seen(app) and "R repeat" in seen(app)
        await press(pilot, "r")
        assert at_table(app).sitting.view()["seats"]["1"]["wagers"] == {"original": "10.00"}


async def test_the_head_counts_the_shoe_and_the_discards_of_all_its_rounds() -> None:
    app = an_app(a_sitting(seed=5))
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter enter p")
        assert "308 cards left, 4 in the rack" in seen(app)
        await press(pilot, "enter")
        assert "308 cards left, 4 in the rack" in seen(app)


async def test_a_pass_is_said_and_the_loss_is_shown() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "p")
        shown = seen(app)
        assert "Seat 1 passes" in shown and "You lose $10." in shown and "lost" in shown
        assert "“The third card is king”" in shown


@pytest.mark.parametrize(
    ("game", "lines", "choice"),
    [
        ("double-cross-poker", ("1 wager ante 10", "dealer close"), "raise vertical $20"),
        ("winners-pot-poker", ("1 wager ante", "dealer close"), "bet $5"),
    ],
)
def test_a_choice_shows_what_it_costs(game: str, lines: tuple[str, ...], choice: str) -> None:
    chair = Chair(say(a_sitting(game), *lines))
    chair.look()
    shown = [press.text for press in chair.presses]
    assert choice in shown and "fold" in shown


async def test_a_refusal_is_shown_with_its_clause_and_explained() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "4 r")
        shown = " ".join(seen(app).split())
        assert "at most the original wager of $10 [5(h)]" in shown
        assert at_table(app).sitting.round.actions[-1] == Action("dealer", "close")
        await press(pilot, "w")
        assert "red-dog.ma 5(h)" in seen(app)
        await press(pilot, "escape backspace")
        assert "R raise $10" in seen(app) and "[5(h)]" not in seen(app)


async def test_a_wager_below_the_minimum_is_refused_by_our_reading() -> None:
    app = an_app(a_sitting())
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "1 enter")
        assert "[X-09]" in seen(app)
        await press(pilot, "w")
        assert "Our reading, X-09" in seen(app)


async def test_an_irregularity_is_reported_and_ruled() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "i")
        shown = seen(app)
        assert "dealer: report early third card" in shown and "[6(c)]" in shown
        await press(pilot, "down enter")
        shown = seen(app)
        assert "The dealer reports:" in shown
        assert "P play on" in shown and "V void" in shown and "R raise" not in shown
        await press(pilot, "v i")
        assert "Nothing can be reported at this moment." in seen(app)
        await press(pilot, "escape")
        assert "The round is void: nothing is won or lost." in seen(app)


async def test_most_least_typed_and_cleared_amounts() -> None:
    app = an_app(a_sitting())
    async with app.run_test(size=SMALL) as pilot:
        for key, amount in (("m", "$500"), ("l", "$5")):
            await press(pilot, key)
            assert f"▸ {amount}" in seen(app)
        await press(pilot, "equals_sign")
        app.screen.query_one(Input).value = "x"
        await press(pilot, "enter")
        assert "is not an amount" in seen(app)
        app.screen.query_one(Input).value = "12.50"
        await press(pilot, "enter")
        assert "▸ $12.50" in seen(app)
        await press(pilot, "backspace")
        assert "▸ $5" in seen(app)


async def test_the_mouse_presses_chips_areas_choices_and_the_footer() -> None:
    app = an_app(a_sitting(seats={1: 50000, 3: 50000}))
    async with app.run_test(size=WIDE) as pilot:
        await pilot.click(offset=where(app, "$25"))
        assert "▸ $25" in seen(app) and "▸ seat 1" in seen(app)
        column, row = where(app, "seat 3")
        await pilot.click(offset=(column - 5, row - 2))
        assert "▸ seat 3" in seen(app)
        await pilot.click(offset=where(app, "original $5 ⏎"))
        assert at_table(app).sitting.view()["seats"]["3"]["wagers"] == {"original": "5.00"}
        await pilot.click(offset=where(app, "D deal"))
        await pilot.click(offset=where(app, "P pass"))
        assert "You lose $5." in seen(app)
        await pilot.click(offset=where(app, "history"))
        assert "1 round · 0 won · 1 lost" in seen(app)


async def test_several_seats_wager_and_answer_one_after_another() -> None:
    app = an_app(a_sitting(seats={1: 50000, 2: 50000}, seed=7))
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "2 2 enter enter enter")
        shown = seen(app)
        assert "seat 1 · $490" in shown and "seat 2 · $495" in shown and "Seat 1: raise" in shown
        await press(pilot, "right r p")
        said = [str(action) for action in at_table(app).sitting.round.actions[-2:]]
        assert said == ["2 raise 5", "1 pass"]
        assert "You lose $20." in seen(app)


async def test_the_dealer_takes_time_and_enter_hurries(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = say(a_sitting(seed=7), "1 wager original 10")
    app = an_app(sitting, pace="calm")
    async with app.run_test(size=SMALL) as pilot:
        monkeypatch.setattr(table_screen, "pause_before", lambda kind: 60)
        await press(pilot, "d")
        assert "The dealer is busy" in seen(app) and sitting.pending == "close"
        await press(pilot, "enter")
        assert sitting.pending is None and "P pass" in seen(app)


async def test_steps_follow_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "pause_before", lambda kind: 0.001)
    sitting = say(a_sitting(seed=7), "1 wager original 10")
    app = an_app(sitting, pace="brisk")
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "d")
        while sitting.pending is not None:
            await pilot.pause(0.01)
        assert sitting.laid == {"left": ["9h"], "right": ["5s"]}


# --- looking things up ----------------------------------------------------------------------------


async def test_why_goes_from_step_to_step() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "w")
        shown = seen(app)
        assert "The marker goes to spread 3" in shown and "red-dog.ma 5(g)" in shown
        await press(pilot, "left left")
        assert "5♠ to right, face up" in seen(app) and "red-dog.ma 5(c)" in seen(app)
        await press(pilot, "w")
        assert app.screen is at_table(app)


async def test_a_line_of_the_log_is_chosen_by_keys() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "tab home enter")
        assert "red-dog.ma 2(d)(1)" in seen(app)
        await press(pilot, "escape escape p")
        assert "You lose $10." in seen(app)


async def test_history_payouts_and_help_are_one_key_away() -> None:
    app = an_app(a_dealt(5))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "h")
        assert "No round has ended yet." in seen(app)
        await press(pilot, "escape r h")
        shown = seen(app)
        assert "1 round · 1 won · 0 lost · net +$40" in shown
        assert "8♣ 4♠ 6♠" in shown and "$20" in shown
        await press(pilot, "escape y")
        shown = seen(app)
        assert "three of a kind" in shown and "11 to 1" in shown and "5 to 1" in shown
        await press(pilot, "escape question_mark")
        assert "a chip of $1, $5, $25 or $100" in seen(app)


@pytest.mark.parametrize("wanted", [True, False])
async def test_advice_gives_the_exact_value_of_each_choice(wanted: bool) -> None:
    app = an_app(a_dealt(5), advice=wanted)
    async with app.run_test(size=SMALL):
        worth = lab.advice_for(at_table(app).sitting.round, 1)
        assert worth is not None and [choice.action for choice in worth] == ["raise", "pass"]
        for choice in worth:
            value, amount = choice.value, " $10" if choice.action == "raise" else ""
            assert isinstance(value, Fraction)
            line = f"{choice.action}{amount} {float(value):+.4f} = {value}"
            assert (line in seen(app)) is wanted
        assert ("★" in seen(app)) is wanted


async def test_advice_follows_the_amount_on_the_table() -> None:
    """Chips change the raise; a stack that the rules refuse is not valued, and the line says so."""
    app = an_app(a_dealt(5), advice=True)
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "1 1")
        worth = lab.advice_for(at_table(app).sitting.round, 1, 200)
        assert worth is not None and isinstance(worth[0].value, Fraction)
        assert f"raise $2 {float(worth[0].value):+.4f} = {worth[0].value}" in seen(app)
        await press(pilot, "3")
        shown = " ".join(seen(app).split())
        assert "Worth: unknown: a raise wager is at most the original wager of $10" in shown


async def test_after_the_decision_one_reads_what_it_was_worth() -> None:
    app = an_app(a_dealt(5), after=True)
    async with app.run_test(size=SMALL) as pilot:
        choices = lab.advice_for(at_table(app).sitting.round, 1)
        assert choices is not None and "worth" not in seen(app)
        values = {choice.action: choice.value for choice in choices}
        raised, passed = values["raise"], values["pass"]
        assert isinstance(raised, Fraction) and isinstance(passed, Fraction)
        await press(pilot, "p")
        lost = dollars(round(1000 * (raised - passed)))
        best = f"raise $10 was worth {lost} more" if raised > passed else "no choice was worth more"
        assert f"You chose pass: {best}." in " ".join(seen(app).split())


async def test_an_estimate_says_how_far_it_may_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    round = a_dealt(5).round
    choices = [Choice("raise", Estimate(0.5, 0.01), 1, 1000), Choice("pass", Estimate(0.25, 0.01))]
    monkeypatch.setattr("croupier.review.decisions.advise_in", lambda *asked: choices)
    said = looked_back(round, round.game.grammar.parse("1 pass"))
    assert said == "You chose pass: raise $10 was worth $2.50 more, give or take $0.28."
    assert looked_back(round, round.game.grammar.parse("1 raise 10")) == (
        "You chose raise $10: no choice was worth more."
    )
    assert looked_back(round, round.game.grammar.parse("dealer close")) is None


async def test_without_a_lab_there_is_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("croupier.lab", "croupier.review.decisions"):
        monkeypatch.setitem(sys.modules, room, None)
    app = an_app(a_dealt(5), advice=True, after=True)
    async with app.run_test(size=SMALL) as pilot:
        assert "P pass" in seen(app) and "Worth" not in seen(app)
        await press(pilot, "p")
        assert "worth" not in seen(app)


async def test_no_hidden_card_is_on_the_screen() -> None:
    app = an_app(a_dealt(7))
    async with app.run_test(size=WIDE):
        burned: Card = at_table(app).sitting.round.layout.rack[0]
        assert "A card is burned" in seen(app) and short(burned) not in seen(app)


# --- coming and going -----------------------------------------------------------------------------


async def test_a_later_visit_finds_the_open_round() -> None:
    kept: list[Saved] = []
    app = an_app(a_sitting(seed=None, keep=kept.append))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "3 enter q")
    later = an_app(Sitting(kept[-1].start, saved=kept[-1]))
    async with later.run_test(size=SMALL) as pilot:
        assert "◉ $25" in seen(later) and "D deal ⏎" in seen(later)
        await press(pilot, "enter")
        assert "to left, face" in seen(later)


async def test_sitting_down_by_keys() -> None:
    app = an_app()
    async with app.run_test(size=SMALL) as pilot:
        assert "Your seats" in seen(app) and "▐✓▌ 1" in seen(app) and "▐ ▌ 2" in seen(app)
        app.screen.query_one("#bankroll", Input).value = "0"
        await press(pilot, "enter")
        assert "more than $0" in seen(app)
        app.screen.query_one("#bankroll", Input).value = "200"
        await press(pilot, "enter")
        assert "bankroll $200" in seen(app)


async def test_a_house_that_forbids_two_seats_says_so_and_asks_again() -> None:
    def sit_down(seats: dict[int, int]) -> Sitting:
        return a_sitting("winners-pot-poker", seats)

    app = PlayApp(Welcome("Winner's Pot Poker", 6, 50000, sit_down, {1: 5000, 2: 5000}))
    async with app.run_test(size=SMALL):
        assert isinstance(app.screen, SitDown)
        assert "positions_per_player" in seen(app) and "[13]" in seen(app)


@pytest.mark.parametrize("keys, money", [("enter", "$500"), ("tab enter", "$100")])
async def test_a_kept_sitting_is_offered_before_another_begins(keys: str, money: str) -> None:
    welcome = Welcome("Red Dog", 7, 50000, lambda seats: a_sitting(seats=seats), {2: 10000})
    app = PlayApp(welcome, a_sitting(), question="A sitting is kept.", pace="off")
    async with app.run_test(size=SMALL) as pilot:
        assert "A sitting is kept." in seen(app)
        await press(pilot, keys)
        assert f"bankroll {money}" in seen(app)


async def test_chips_are_bought_by_keys() -> None:
    app = an_app(a_sitting(seats={1: 200}))
    async with app.run_test(size=SMALL) as pilot:
        assert "$2 is too little for a wager here" in seen(app)
        await press(pilot, "b 5 0 enter")
        assert "bankroll $52" in seen(app) and "O original $5 ⏎" in seen(app)
