"""Winner's Pot Poker's odds at a table: the dealer's commission, the bonus, other players."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from tests.clauses.winners_pot import deck
from tests.support import play, typed

from croupier import lab
from croupier.games.winners_pot_poker import pot
from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.mathematics import odds
from croupier.games.winners_pot_poker.mathematics.seats import (
    Rake,
    Scene,
    award,
    estimate,
    play_out,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.mathematics.analysis import Estimate, Question, Setting
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import DECK, INDEX, Card
from croupier.nouns.hands import rank_hand
from croupier.rules.house import build

GAME = "winners-pot-poker"
KEEPER = Keeper()
HOUSES: list[dict[str, Any]] = [
    {},
    {"commission.percent": "7.5", "ante": "2.50", "chip": "0.25"},
    {"commission.fixed": "1"},
    {"commission.percent": 3, "commission.fixed": "0.99", "ante": "7"},
    {"rulings.W-17": "winnings", "ante": "3.33"},
    {"rulings.W-19": "waive", "rulings.W-18": "per-player", "commission.fixed": "2"},
    {"rulings.W-20": "house", "rulings.W-18": "per-player", "ante": "0.37", "chip": "0.05"},
]


def at(given: dict[str, Any] | None = None) -> Setting:
    return lab.setting(lab.lab_house(GAME, given), tables=KEEPER)


def terms(setting: Setting) -> WinnersPotHouse:
    return typed(setting.house, WinnersPotHouse)


def test_the_headline() -> None:
    assert lab.odds(at()).figures.ev == Fraction(-3034090608509, 15820024220000)


@pytest.mark.parametrize("given", HOUSES)
def test_terms_are_what_the_dealer_pays_out(given: dict[str, Any]) -> None:
    """Divide a won and a shared pot of eight antes as at the table."""
    setting = at(given)
    ante = setting.stake
    won = pot.divide(terms(setting), 8 * ante, [1], False, 4 * ante).seats[1]
    shared = pot.divide(terms(setting), 8 * ante, [1], True, 4 * ante).seats[1]
    on = odds.terms_of(terms(setting))
    assert (on.win, on.tie) == (Fraction(won - 4 * ante, ante), Fraction(shared - 4 * ante, ante))


@pytest.mark.parametrize("strategy", ["optimal", "never-fold"])
def test_decisions_and_outcomes_add_up_to_one(strategy: str) -> None:
    answer = lab.odds(at(), Question(strategy, brief=True))
    figures = answer.figures
    assert sum(figures.decisions.values()) == sum(figures.outcomes.values()) == 1
    assert set(figures.decisions) == {"fold-third", "fold-fourth", "double"}
    assert sum(answer.side_wagers["jacks-plus"].figures.outcomes.values()) == 1


def test_the_value_by_commission_crosses_zero_where_it_breaks_even() -> None:
    sections = {section.key: section for section in lab.odds(at()).sections}
    values = [Fraction(str(row[1])) for row in sections["commissions"].rows]
    assert values == sorted(values, reverse=True)
    assert values[10] == lab.odds(at()).figures.ev
    (_, percent, exact), (_, fee, _) = sections["break_even"].rows
    assert isinstance(percent, Fraction) and isinstance(fee, Fraction)
    assert (float(percent), float(fee), exact) == pytest.approx((4.08164, 0.326505, "exact"))
    assert values[4] > 0 > values[5]


def test_the_bonus_on_three_four_and_five_cards_by_counting_all_hands() -> None:
    pays = {name: int(o.ratio) for name, o in at().house.payouts["jacks-plus"].items()}
    sections = {section.key: section for section in lab.odds(at()).sections}
    for size, wins, value in sections["jacks_plus"].rows[:1]:
        assert isinstance(size, int)
        nets: Counter[int] = Counter()
        for cards in combinations(DECK, size):
            hand = rank_hand(cards)
            name = hand.category.slug
            if name == "pair" and hand.ranks[0] >= 11:
                name = "pair-of-jacks-or-better"
            nets[pays.get(name, -1)] += 1
        whole = nets.total()
        assert value == sum(Fraction(net * n, whole) for net, n in nets.items())
        assert wins == 1 - Fraction(nets[-1], whole)
    shares = [float(Fraction(str(row[1]))) for row in sections["jacks_plus"].rows]
    assert shares == pytest.approx([0.054480, 0.113255, 0.206275], abs=1e-6)


def test_no_bonus_where_it_is_not_offered() -> None:
    assert not lab.odds(at({"jacks_plus.offered": False}), Question(brief=True)).side_wagers


def test_what_the_unclear_clauses_are_worth() -> None:
    edges = {(e.finding, e.reading): float(e.edge) for e in lab.readings(at())}
    assert edges["W-17", "pot"] == pytest.approx(0.1917880, abs=1e-7)
    assert edges["W-17", "winnings"] == pytest.approx(0.0306075, abs=1e-7)
    assert edges["W-18", "once"] == edges["W-18", "per-player"] == edges["W-17", "pot"]
    assert edges["W-19", "literal"] > edges["W-19", "waive"]
    assert edges["W-13", "lose"] > edges["W-13", "evaluate-short"]


# --- several players ------------------------------------------------------------------------------


@pytest.mark.parametrize("given", HOUSES)
def test_pots_are_divided_as_at_the_table(given: dict[str, Any]) -> None:
    house = typed(build(GAME, given), WinnersPotHouse)
    ante = house.ante
    rake = Rake.of(house, ante).numbers()
    for winners, dealer, antes in product(range(1, 16), (False, True), (12, 18, 26)):
        won = np.array([winners >> seat & 1 for seat in range(4)])
        nets = np.zeros(4, dtype=np.int64)
        award(rake, antes * ante, won, dealer, 2, nets)
        seats = [seat for seat in (2, 3, 0, 1) if won[seat]]
        split = pot.divide(house, antes * ante, seats, dealer, 4 * ante)
        assert {seat: int(nets[seat]) for seat in seats} == split.seats


def test_rounds_are_played_out_as_on_the_stage() -> None:
    """Play the same cards and decisions, and let the rules' script count the money."""
    setting = at()
    solved = odds.solution(setting)
    rake = Rake.of(terms(setting), setting.stake).numbers()
    rng = random.Random(4)
    ended: Counter[int] = Counter()
    for _ in range(40):
        cards = rng.sample(DECK, 20)
        hands = [cards[5 * n : 5 * n + 5] for n in range(4)]
        numbers = np.array([[INDEX[card] for card in hand] for hand in hands])
        nets = np.zeros(3, dtype=np.int64)
        play_out(
            numbers, 3, np.zeros(3, dtype=np.int64), 0, 0, solved.bets, solved.doubles, rake, nets
        )
        folds = {}
        for seat, own in enumerate(numbers[:3], 1):
            if not solved.bets[third_state(own[:3], numbers[3, 2])]:
                folds[seat] = 3
            elif not solved.doubles[fourth_state(own[:4], numbers[3, 2], numbers[3, 3])]:
                folds[seat] = 4
        actions = [f"{n} wager ante" for n in (1, 2, 3)] + ["dealer close"]
        for street, verb in ((3, "bet"), (4, "double")):
            actions += [
                f"{n} {'fold' if folds.get(n) == street else verb}"
                for n in (1, 2, 3)
                if folds.get(n, 9) >= street
            ]
        order = deck(
            {n: " ".join(hands[n - 1]) for n in (1, 2, 3)}, " ".join(hands[3]), folds=folds
        )
        round = play(GAME, order, *actions, seats=3)
        assert round.outcome == "settled"
        assert [round.layout.seats[n].net for n in (1, 2, 3)] == nets.tolist()
        ended[len(folds)] += 1
    assert len(ended) > 2


def test_an_estimate_for_one_player_meets_the_exact_value() -> None:
    solved = odds.solution(at())
    (value,) = estimate(solved, Rake.of(terms(at()), 500), Scene.start(1), rounds=200_000, seed=3)
    assert abs(value.value - float(solved.figures.ev)) < 4 * value.stderr
    assert value.stderr < 0.01


def test_estimates_for_a_situation_meet_the_exact_value_of_a_player_alone() -> None:
    """Another player has folded, with two antes in the pot or none, or never stays."""
    solved = odds.solution(at())
    rng = random.Random(5)
    for street in (3, 4):
        cards: list[Card] = rng.sample(DECK, 2 * street - 2)
        own, shown = cards[:street], cards[street:]
        hands = ((*own, *(None,) * (5 - street)), (None, None, *shown, *(None,) * (5 - street)))
        scene = Scene(hands, street, stayed=(True,))
        (value,) = estimate(solved, Rake.of(terms(at()), 500), scene, rounds=100_000, seed=6)
        exact = lab.advise(at(), own, shown)[0].value
        assert isinstance(exact, Fraction)
        assert abs(value.value - float(exact)) < 4 * value.stderr


def test_seats_are_reported_as_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "ROUNDS", 20_000)
    answer = lab.odds(at(), Question(players=3, brief=True))
    (seats,) = answer.sections
    assert "estimate" in seats.title
    values = [row[1] for row in seats.rows]
    assert all(isinstance(value, Estimate) and value.stderr > 0 for value in values)
    again = lab.odds(at(), Question(players=3, brief=True)).sections[0]
    assert again.rows == seats.rows
