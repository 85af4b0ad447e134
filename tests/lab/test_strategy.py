"""Strategy cards: their exact value when played, and what they cost."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier import lab
from croupier.games.double_cross_poker.mathematics import card as double_cross_card
from croupier.games.double_cross_poker.mathematics import odds as double_cross
from croupier.games.double_cross_poker.mathematics.solver import DECISIONS
from croupier.games.winners_pot_poker.mathematics import card as winners_pot_card
from croupier.games.winners_pot_poker.mathematics import odds as winners_pot
from croupier.games.winners_pot_poker.mathematics import tables
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.lab.rules import search
from croupier.mathematics.analysis import Setting, StrategyCard
from croupier.mathematics.fasthands import strength5
from croupier.mathematics.kept import Keeper

KEEPER = Keeper()
COSTS = {
    "red-dog": 0.0,
    "double-down-stud": 0.0,
    "double-cross-poker": 0.0020548,
    "winners-pot-poker": 0.0022194,
}
"""In units of the first wager, at the default house."""


def at(game: str, given: dict[str, Any] | None = None) -> Setting:
    return lab.setting(lab.lab_house(game, given), tables=KEEPER)


@pytest.fixture(scope="module")
def cards() -> dict[str, StrategyCard]:
    return {game: lab.strategy(at(game)) for game in COSTS}


@pytest.mark.parametrize("game", COSTS)
def test_the_card_costs_little_and_exactly_this(cards: dict[str, StrategyCard], game: str) -> None:
    card = cards[game]
    assert card.optimal == lab.odds(at(game)).figures.ev
    assert card.cost == card.optimal - card.ev >= 0
    assert float(card.cost) == pytest.approx(COSTS[game], abs=1e-7)
    assert sum(len(part.rules) for part in card.parts) <= 14


@pytest.mark.parametrize("game", COSTS)
def test_rules_share_out_the_rounds(cards: dict[str, StrategyCard], game: str) -> None:
    """One line decides every round that comes to a decision."""
    decisions = lab.odds(at(game)).figures.decisions
    for i, part in enumerate(cards[game].parts):
        share = sum((rule.share for rule in part.rules), Fraction(0))
        if game == "red-dog":
            assert share == 1 - decisions["no-choice"]
        elif game == "winners-pot-poker" and i == 1:
            staying = [rule.share for rule in cards[game].parts[0].rules if rule.action == "bet"]
            assert share == sum(staying, Fraction(0))
        else:
            assert share == 1


def test_red_dog_raises_from_a_spread_of_seven(cards: dict[str, StrategyCard]) -> None:
    (part,) = cards["red-dog"].parts
    assert [(rule.action, rule.when) for rule in part.rules] == [
        ("raise", "the spread is 7 or more"),
        ("pass", "the spread is 1 to 6"),
    ]
    better = at("red-dog", {"payouts.spread.1": "15 to 1", "payouts.spread.4-11": "3 to 2"})
    (part,) = lab.strategy(better).parts
    assert part.rules[0].when == "the spread is 1 or 6 or more"


def test_double_down_stud_doubles_three_kinds_of_hands(cards: dict[str, StrategyCard]) -> None:
    (part,) = cards["double-down-stud"].parts
    assert {rule.when for rule in part.rules if rule.action == "double"} == {
        "a pair of 6s or better",
        "four cards of one suit",
        "four in a row, open at both ends",
    }


def test_the_double_cross_card_is_worth_what_playing_it_in_every_situation_gives() -> None:
    table = at("double-cross-poker")
    solved, pays = double_cross.table(table), double_cross.payoff(table)
    _, decisions = double_cross_card.card(solved, pays, search)
    down, across, fold = solved.values(pays)
    worth = np.select(
        [decisions == DECISIONS.index(name) for name in ("vertical", "horizontal")],
        [down, across],
        fold,
    )
    total = sum(map(int, worth.astype(object) * solved.situations.size))
    whole = int(solved.situations.size.sum()) * int(solved.showdowns[0].sum()) * pays.ante
    assert lab.strategy(table).ev == Fraction(total, whole)


def test_the_double_cross_card_is_played_as_it_reads(cards: dict[str, StrategyCard]) -> None:
    """Check the lines of the card against the same lines written for single cards."""
    table = at("double-cross-poker")
    solved, pays = double_cross.table(table), double_cross.payoff(table)
    _, decisions = double_cross_card.card(solved, pays, search)
    assert [(rule.action, rule.when) for rule in cards["double-cross-poker"].parts[1].rules] == [
        (
            "raise",
            "three cards of a straight; your higher card a 10 or better; "
            "your lower card an 8 or better",
        ),
        ("raise", "three cards of a straight flush; your lower card a 5 or better"),
        (
            "raise",
            "your higher card a jack or better; your lower card a 5 or better; "
            "the axis's open card an ace or king",
        ),
        ("raise", "three cards of one suit; your higher card a 10 or better"),
        ("raise", "a pair"),
        (
            "fold",
            "your cards no higher than a queen; your lower card no higher than a 5; "
            "no open card higher than yours",
        ),
        ("fold", "your cards no higher than a jack"),
        ("raise", "anything else"),
    ]
    everyone = solved.situations
    rng = random.Random(3)
    seen = Counter[str]()
    for row in rng.sample(range(len(decisions)), 2000):
        own = (int(everyone.first[row]), int(everyone.second[row]))
        far, right = int(everyone.far[row]), int(everyone.right[row])
        said = double_cross_by_hand(own, far, right)
        assert DECISIONS[decisions[row]] == said
        seen[said] += 1
    assert min(seen.values()) > 200


def double_cross_by_hand(own: tuple[int, int], far: int, right: int) -> str:
    low, high = sorted(card // 4 for card in own)

    def axis(opened: int) -> tuple[bool, bool, bool, bool, int]:
        ranks = sorted((low, high, opened // 4))
        suit = len({card % 4 for card in (*own, opened)}) == 1
        wheel = ranks[2] == 12 and ranks[1] <= 3
        straight = len(set(ranks)) == 3 and (ranks[2] - ranks[0] < 5 or wheel)
        pair = opened // 4 in (low, high)
        return pair, straight and suit, opened // 4 > high, suit, opened // 4

    name = "vertical" if axis(far) >= axis(right) else "horizontal"
    opened = far if name == "vertical" else right
    pair, straight_flush, _, suit, end = axis(opened)
    ranks = sorted((low, high, end))
    wheel = ranks[2] == 12 and ranks[1] <= 3
    straight = len(set(ranks)) == 3 and (ranks[2] - ranks[0] < 5 or wheel)
    plays = (
        (straight and high >= 8 and low >= 6)
        or (straight_flush and low >= 3)
        or (high >= 9 and low >= 3 and end >= 11)
        or (suit and high >= 8)
        or pair
        or low == high
    )
    if plays:
        return name
    if high <= 10 and low <= 3 and max(far // 4, right // 4) <= high:
        return "fold"
    return "fold" if high <= 9 else name


def test_the_winners_pot_card_is_played_as_it_reads(cards: dict[str, StrategyCard]) -> None:
    table = at("winners-pot-poker")
    _, play = winners_pot_card.card(winners_pot.solution(table), tables.counts(), search)
    third, fourth = cards["winners-pot-poker"].parts
    assert [rule.when for rule in third.rules] == [
        "no pair, no three cards of a straight or flush; at most one card as high as the dealer's; "
        "no card above a jack",
        "no pair, not three of a suit, not three in a row; no card higher than the dealer's; "
        "at most one card above an 8",
        "no pair, not three of a suit, not three in a row; at most two cards higher than the "
        "dealer's; no card above a 9",
        "no pair; no card as high as the dealer's",
        "anything else",
    ]
    assert [rule.when for rule in fourth.rules] == [
        "no pair, no four cards of a straight or flush; no card higher than the dealer's best; "
        "at most one card above the dealer's lower",
        "no pair, no four cards of a straight or flush; no card as high as the dealer's best",
        "no pair as high as the dealer's best card; the dealer shows a pair",
        "anything else",
    ]
    rng = random.Random(4)
    nets = []
    for _ in range(20_000):
        deal = rng.sample(range(52), 10)
        own, dealer = np.array(deal[:5]), np.array(deal[5:])
        stays = bets_by_hand(deal[:3], deal[5] // 4)
        assert play.bets[third_state(own[:3], dealer[0])] == stays
        doubles = doubles_by_hand(deal[:4], deal[5] // 4, deal[6] // 4)
        assert play.doubles[fourth_state(own[:4], dealer[0], dealer[1])] == doubles
        mine, theirs = (strength5(*map(int, hand)) for hand in (own, dealer))
        shown = play.terms.win if mine > theirs else play.terms.tie if mine == theirs else -4
        nets.append(float(-1 if not stays else -2 if not doubles else shown))
    error = float(play.figures.variance) ** 0.5 / len(nets) ** 0.5
    assert abs(np.mean(nets) - float(cards["winners-pot-poker"].ev)) < 4 * error


def bets_by_hand(own: list[int], shown: int) -> bool:
    low, middle, high = sorted(card // 4 for card in own)
    suit = len({card % 4 for card in own}) == 1
    if low == middle or middle == high:
        return True
    straight = high - low <= 4 or (high == 12 and middle <= 3)
    row = high - low == 2 and low > 0 and high < 12  # open at both ends
    if not suit and not straight and middle < shown and high <= 9:
        return False
    if not suit and not row and high <= shown and middle <= 6:
        return False
    if not suit and not row and low <= shown and high <= 7:
        return False
    return high >= shown


def doubles_by_hand(own: list[int], one: int, two: int) -> bool:
    ranks = sorted(card // 4 for card in own)
    lower, best = sorted((one, two))
    pairs = [rank for rank in set(ranks) if ranks.count(rank) > 1]
    suit = len({card % 4 for card in own}) == 1
    straight = ranks[3] - ranks[0] <= 4 or (ranks[3] == 12 and ranks[2] <= 3)
    if not pairs and not suit and not straight:
        if ranks[3] <= best and ranks[2] <= lower:
            return False
        if ranks[3] < best:
            return False
    better = len(pairs) > 1 or any(ranks.count(rank) > 2 for rank in pairs)
    return one != two or better or max(pairs, default=-1) >= best
