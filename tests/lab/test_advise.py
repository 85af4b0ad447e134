"""Advice gives every choice's value, also at a live table from what the seat may see."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from tests.clauses.winners_pot import deck
from tests.support import play

from croupier import lab
from croupier.mathematics.analysis import Choice, Estimate, Setting
from croupier.mathematics.kept import Keeper
from croupier.nouns.cards import DECK, CardError, parse_cards, without
from croupier.nouns.hands import comparison_key, rank_hand
from croupier.nouns.reasons import MalformedError
from croupier.stage.round import Round

KEEPER = Keeper()


def at(game: str, given: dict[str, Any] | None = None) -> Setting:
    return lab.setting(lab.lab_house(game, given), tables=KEEPER)


def values(choices: Iterable[Choice]) -> dict[str, Any]:
    return {choice.action: choice.value for choice in choices}


def worth(game: str, hand: str, table: str, seen: str = "", given: Any = None) -> dict[str, Any]:
    cards = (parse_cards(text) for text in (hand, table, seen))
    return values(lab.advise(at(game, given), *cards))


def test_red_dog_by_counting_the_third_cards() -> None:
    seen = "3c 4c 5c 9h"
    third = without(DECK, parse_cards("2c 9d " + seen))
    wins = sum(card[0] in "345678" for card in third)
    value = Fraction(wins - (len(third) - wins), len(third))
    assert worth("red-dog", "", "2c 9d", seen, {"decks": 1}) == {"raise": 2 * value, "pass": value}
    assert worth("red-dog", "", "9c 9d") == {"pass": Fraction(11 * 22, 310)}
    assert worth("red-dog", "", "9c Td") == {"pass": 0}
    assert worth("red-dog", "", "2c Ad", given={"decks": "infinite"})["pass"] == Fraction(9, 13)


def test_double_down_stud_by_turning_every_hole_card() -> None:
    pays = {"pair": 1, "two-pair": 2, "three-of-a-kind": 3, "full-house": 10, "four-of-a-kind": 25}
    known, seen = parse_cards("9c 9d Kh 4s"), parse_cards("9h Ac")
    total = 0
    holes = without(DECK, known + seen)
    for hole in holes:
        hand = rank_hand((*known, hole))
        low = hand.category.slug == "pair" and hand.ranks[0] <= 10
        total += 0 if low else pays[hand.category.slug]
    value = Fraction(total, len(holes))
    found = worth("double-down-stud", "9c", "9d Kh 4s", "9h Ac ??")
    assert found == {"double": 2 * value, "pass": value}


def test_double_cross_with_almost_all_cards_seen() -> None:
    """So few cards are left that every deal can be played out with the table's own ranking."""
    rng = random.Random(12)
    cards = rng.sample(DECK, 11)
    own, far, right, left = cards[:2], cards[2], cards[3], cards[4:]
    seen = without(DECK, cards)
    odds = at("double-cross-poker").house.payouts["raise"]
    totals, deals = {"raise vertical": Fraction(0), "raise horizontal": Fraction(0)}, 0
    for a, b in combinations(left, 2):
        rest = without(left, [a, b])
        for center in rest:
            for end in without(rest, [center]):
                for other in without(rest, [center, end]):
                    axes = {
                        "raise vertical": (far, center, end),
                        "raise horizontal": (other, center, right),
                    }
                    dealer = max(comparison_key(rank_hand((a, b, *axis))) for axis in axes.values())
                    deals += 1
                    for action, axis in axes.items():
                        hand = rank_hand((*own, *axis))
                        if hand.key > dealer:
                            totals[action] += 1 + 2 * odds[hand.category.slug].ratio
                        elif hand.key < dealer:
                            totals[action] -= 3
    found = values(lab.advise(at("double-cross-poker"), own, (far, right), seen))
    assert found == {"fold": -1, **{action: total / deals for action, total in totals.items()}}


def test_winners_pot_on_both_streets() -> None:
    third = worth("winners-pot-poker", "As Kd 7c", "9h")
    assert third == {"bet": Fraction(85708701, 204525200), "fold": -1}
    fourth = worth("winners-pot-poker", "As Kd 7c 2h", "9h 4c", given={"commission.percent": 0})
    assert fourth["fold"] == -2 < fourth["double"]


def test_with_several_players_it_is_an_estimate() -> None:
    choices = lab.advise(
        at("winners-pot-poker"),
        parse_cards("As Ad 7c"),
        parse_cards("9h"),
        parse_cards("Kd 2c"),
        players=3,
    )
    bet, fold = choices
    assert isinstance(bet.value, Estimate) and bet.value.stderr > 0
    assert fold == Choice("fold", Fraction(-1))
    assert lab.best_of(choices) is bet


def test_equal_choices_stake_nothing_more() -> None:
    choices = lab.advise(at("double-down-stud"), parse_cards("2c"), parse_cards("3c 4d 5h"))
    assert {choice.value for choice in choices} == {0}
    assert lab.best_of(choices).action == "pass"


@pytest.mark.parametrize(
    ("game", "hand", "table", "seen", "said"),
    [
        ("red-dog", "", "2c", "", "0 cards in the hand and 2 on the table"),
        ("red-dog", "3c", "2c 9d", "", "not 1 and 2"),
        ("double-down-stud", "As", "Ks Qs", "", "1 card in the hand and 3"),
        ("double-cross-poker", "As", "Ks Qs", "", "2 cards in the hand and 2"),
        ("winners-pot-poker", "As Ks Qs", "Js Ts", "", "4 cards in the hand and 2"),
        ("double-cross-poker", "As Ks", "Qs As", "", "As is given more than once"),
        ("winners-pot-poker", "As Ks Qs", "Js", "Js", "Js is given more than once"),
    ],
)
def test_cards_that_make_no_situation(
    game: str, hand: str, table: str, seen: str, said: str
) -> None:
    with pytest.raises(CardError, match=said):
        worth(game, hand, table, seen)


def test_there_are_no_more_players_than_seats() -> None:
    with pytest.raises(MalformedError, match="1 to 8 players"):
        lab.advise(at("winners-pot-poker"), parse_cards("As Kd 7c"), parse_cards("9h"), players=9)
    with pytest.raises(MalformedError, match="one player"):
        lab.advise(at("red-dog"), (), parse_cards("2c 9d"), players=2)


# --- at a live table ------------------------------------------------------------------------------


def told(round: Round, seat: int) -> dict[str, Any]:
    choices = lab.advice_for(round, seat)
    assert choices is not None
    return values(choices)


def test_live_red_dog_counts_the_burn_card_shown_and_an_early_third_card() -> None:
    round = play("red-dog", "5c 2c 9d", "1 wager original 10", "dealer close")
    assert told(round, 1) == worth("red-dog", "", "2c 9d")
    asked = play("red-dog", "5c 2c 9d", "1 ask burn", "1 wager original 10", "dealer close")
    assert told(asked, 1) == worth("red-dog", "", "2c 9d", "5c")
    wager, report = "1 wager original 10; dealer close", "dealer report early-third-card"
    early = play("red-dog", "5c 2c 9d 7h", wager, report)
    assert lab.advice_for(early, 1) is None
    early.act("1 play-on")
    assert told(early, 1) == worth("red-dog", "", "2c 9d", "7h")


def test_live_double_down_stud_sees_the_other_players_cards() -> None:
    wagers = "1 wager original 10; 2 wager original 10; dealer close"
    round = play("double-down-stud", "As 9c 2d Ks Qs Js", wagers, seats=2)
    assert told(round, 1) == worth("double-down-stud", "As", "Ks Qs Js", "9c")
    round.act("1 pass")
    assert lab.advice_for(round, 1) is None
    assert told(round, 2) == worth("double-down-stud", "9c", "Ks Qs Js", "As")


def test_live_double_cross_counts_what_others_exposed() -> None:
    """Seat 2 exposes its pair for the three-card wager, so everybody has seen it."""
    cards = "As Kd 7c 7d 2h 9s 4c Jh Ts Qs 5d"
    first = ("1 wager ante 10", "2 wager ante 10")
    plain = play("double-cross-poker", cards, *first, "dealer close", seats=2)
    assert told(plain, 1) == worth("double-cross-poker", "As Kd", "Qs Ts")
    round = play(
        "double-cross-poker", cards, *first, "2 wager three-card 5", "dealer close", seats=2
    )
    assert lab.advice_for(round, 2) is None
    round.act("2 expose")
    assert told(round, 1) == worth("double-cross-poker", "As Kd", "Qs Ts", "7c 7d")


def test_live_winners_pot_is_exact_for_the_last_player_and_an_estimate_before() -> None:
    hands = {1: "As Kd 7c 2h 3d", 2: "Qs Qd 8c 4h 5d"}
    order = deck(hands, "9h Jc 6s 6d Tc", folds={2: 3})
    round = play(
        "winners-pot-poker", order, "1 wager ante", "2 wager ante", "dealer close", seats=2
    )
    assert isinstance(told(round, 1)["bet"], Estimate)
    assert lab.advice_for(round, 2) is None
    round.act("1 bet")
    round.act("2 fold")
    assert told(round, 1) == worth("winners-pot-poker", "As Kd 7c 2h", "6s 6d", "8c")


@pytest.mark.parametrize("game", ["double-down-stud", "double-cross-poker", "winners-pot-poker"])
def test_advice_does_not_depend_on_what_lies_face_down(game: str) -> None:
    """The same open cards with other hidden cards get the same advice."""
    first = "original" if game == "double-down-stud" else "ante"
    amount = "" if game == "winners-pot-poker" else " 10"
    decks = {
        "double-down-stud": ("As 2d Ks Qs Js", "As 3h Ks Qs Js"),
        "double-cross-poker": ("As Kd 2c 2d 4c Jh Ts Qs 5d", "As Kd 3c 3d 4d Jc Ts Qs 5h"),
        "winners-pot-poker": (
            deck({1: "As Kd 7c 2h 3d"}, "9h Jc 6s 6d Tc"),
            deck({1: "As Kd 7c 3h 4d"}, "2h 2c 6s 8d 9c"),
        ),
    }
    one, other = (
        play(game, cards, f"1 wager {first}{amount}", "dealer close") for cards in decks[game]
    )
    assert told(one, 1) == told(other, 1)
    assert lab.advice_for(one, 1) is not None
