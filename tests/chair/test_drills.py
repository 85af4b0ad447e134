"""Drills use the game's own arithmetic and the script's own rulings."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from croupier import games
from croupier.chair.data import Irregularity, payout_deals, situations
from croupier.chair.drills import IRREGULARITIES, PAYOUTS, drill, flash_cards, payouts
from croupier.chair.players import compose
from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from croupier.telling.record import Record, Running

SEATS = [1, 2, 4]


def happening(game: str, situation: Irregularity) -> Record:
    """Return a round in which the situation happens."""
    for seed in range(30):
        try:
            return compose(
                game, [situation.deal()], seed=seed, seats=SEATS, options=situation.house
            )
        except MalformedError:
            continue
    raise AssertionError(f"{game}: {situation.report} never happens")


@pytest.mark.parametrize("game", games.names())
def test_a_ruling_is_what_the_game_itself_does(game: str) -> None:
    """Report every situation that can be reported: the script cites its clause and voids or not."""
    for situation in situations(game):
        if not situation.report:
            continue
        running = Running(happening(game, situation))
        running.run()
        round = running.rounds[0]
        [report] = [event for event in round.events if event.kind == "report"]
        assert (report.rule, report.finding) == (situation.rule, situation.finding), (
            situation.report
        )
        assert (round.outcome == "void") == (situation.outcome == "void"), situation.report


@pytest.mark.parametrize("game", games.names())
def test_every_situation_cites_what_exists(game: str) -> None:
    book = rulebook.load(game)
    for situation in situations(game):
        assert situation.cited
        assert situation.rule is None or situation.rule in book.clauses
        assert situation.finding is None or situation.finding in book.findings


@pytest.mark.parametrize("game", games.names())
def test_payments_of_the_drill_are_those_of_the_settlement(game: str) -> None:
    """They pay the posted odds, rounded up to the chip, or less where a limit says so."""
    limited = 0
    for seed in range(8):
        for question in payouts(game, seed):
            match = re.search(r"\((\S+) at (\d+) to (\d+) is", question.should)
            if match is None:
                assert question.item in ("payout: commission", "payout: award")
                continue
            stake = parse_money(match[1].replace(",", ""))
            exact = Fraction(stake) * int(match[2]) / int(match[3])
            chips = (fact for fact in question.facts if "chip" in fact)
            chip = next((parse_money(fact.rstrip(".").split("$")[1]) for fact in chips), 1)
            if "limit" in question.should:
                limited += 1
                assert question.right < exact
            else:
                assert 0 <= question.right - exact < chip and question.right % chip == 0
    assert limited or game == "red-dog"


@pytest.mark.parametrize("game", games.names())
def test_the_drill_asks_for_every_row_of_the_payout_table(game: str) -> None:
    asked = {q.item for seed in range(6) for q in payouts(game, seed)}
    least = rulebook.load(game).least_odds
    odds = {str(row) for rows in least.values() for row in rows.values()}
    assert odds <= {item.partition(" at ")[2] for item in asked}
    if game in ("red-dog", "double-cross-poker", "double-down-stud"):
        assert any(item.endswith("3 to 2") for item in asked)
    if game == "winners-pot-poker":
        assert {"payout: commission", "payout: award"} <= asked


def test_the_worked_split_of_a_pot() -> None:
    asked = [q for q in payouts("winners-pot-poker", 1) if "The pot is $160." in q.facts]
    commission = next(q for q in asked if q.item == "payout: commission" and q.right == 1066)
    assert "The house's commission percent is 10." in commission.facts


def test_a_shared_limit_is_told_beforehand() -> None:
    royal = [q for q in payouts("winners-pot-poker", 1) if q.item.endswith("400 to 1")]
    assert sum(q.right for q in royal) in (4_000_000, 5_000_000)
    assert all(any("11(c)" in fact for fact in q.facts) for q in royal if q.right < 40_000 * 50)


@pytest.mark.parametrize("game", games.names())
def test_hands_and_wagers_are_shown(game: str) -> None:
    for question in payouts(game, 3):
        if question.item.startswith("payout: ") and " at " in question.item:
            assert question.view["felt"] and any("$" in fact for fact in question.facts)
        for fact in (*question.facts, question.hint or "None."):
            assert re.fullmatch(r"[A-Z].*[.)]", fact), f"{fact!r} is not a sentence"


@pytest.mark.parametrize("game", games.names())
def test_flash_cards_offer_four_rulings_and_one_is_right(game: str) -> None:
    cards = list(flash_cards(game, 7))
    assert len(cards) == len(situations(game)) >= 10
    for card in cards:
        assert len(set(card.options)) == 4 and card.options[card.right] == card.should
        leads = [option.partition(":")[0] for option in card.options]
        assert len(set(leads)) == 4
        assert "{" not in card.prompt and card.clauses


def test_a_drill_is_answered_as_it_is_typed() -> None:
    made = drill(PAYOUTS, "red-dog", seed=4, most=3)
    first = made.question
    assert made.answer(first.read(f"{first.right // 100}.{first.right % 100:02d}"))
    assert not made.answer(made.question.right + 1)
    assert made.answer(made.question.right)
    assert made.over and made.right == 2
    report = made.report()
    assert (report["right"], report["questions"]) == (2, 3)
    assert [row["should"] for row in report["missed"]] == [made.questions[1].should]
    with pytest.raises(MalformedError, match="last question"):
        made.answer(1)


def test_a_flash_card_is_answered_by_its_number() -> None:
    card = drill(IRREGULARITIES, "double-cross-poker", seed=4).question
    assert card.read(str(card.right + 1)) == card.right
    for wrong in ("0", "5", "x", ""):
        with pytest.raises(MalformedError, match="choose 1 to 4"):
            card.read(wrong)


def test_what_is_due_comes_first_and_everything_once_before_anything_twice() -> None:
    soon = {"payout: raise at 2 to 1", "payout: original at 11 to 1"}
    made = drill(PAYOUTS, "red-dog", seed=4, soon=soon)
    assert {q.item for q in made.questions[:2]} == soon
    items = [q.item for q in drill(PAYOUTS, "double-cross-poker", seed=4, most=8).questions]
    assert len(set(items)) == 8


def test_an_unknown_drill_is_refused() -> None:
    with pytest.raises(MalformedError, match="payouts, irregularities"):
        drill("poetry", "red-dog", seed=1)


def test_deals_are_listed_for_every_game() -> None:
    assert all(len(payout_deals(game)) >= 7 for game in games.names())
