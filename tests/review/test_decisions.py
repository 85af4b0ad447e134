"""Every decision of a recorded round has the values that ``advise`` gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier import games, lab
from croupier.equipment.shoe import ordered
from croupier.journal import JournalError, Recorder, RoundLog, memory_journal
from croupier.lab.documents import number
from croupier.mathematics.analysis import Estimate, scaled, summed
from croupier.nouns.cards import parse_cards
from croupier.nouns.money import parse_money
from croupier.review import RoundReview, added, people_of, review_round
from croupier.review.documents import sums
from croupier.rules import house
from croupier.stage.table import Table
from tests.cli.driver import croupier
from tests.review.chance import GAMES, anything
from tests.sizes import sized


def recorded(
    game: str,
    cards: str,
    *actions: str,
    seats: dict[int, int] | None = None,
    players: dict[str, list[int]] | None = None,
    by: dict[int, str] | None = None,
    end: bool = True,
    **options: Any,
) -> RoundLog:
    """Return the record of a round; ``by`` says who spoke, by the place of the action."""
    table = Table(
        games.load(game),
        house.build(game, options),
        seats or {1: 100_000},
        players=players or {},
        shuffle=lambda pack: ordered(pack, "review"),
    )
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    round = table.begin(cards=parse_cards(cards))
    recorder.begin_round(round)
    for place, said in enumerate(actions):
        recorder.append(round.act(said), by=(by or {}).get(place))
    if end:
        recorder.end_round()
    return journal.round(1)


def reviewed(*about: Any, person: str = "seat 1", **more: Any) -> RoundReview:
    return review_round(recorded(*about, **more), person)


@pytest.mark.parametrize("game", GAMES)
def test_values_equal_advise_in_every_decision(game: str) -> None:
    rounds = sized(1_000, 25)
    decided = 0
    journal = anything(game, rounds, seed=15)
    for line in journal.rounds():
        if line.closed is None:
            continue
        for person in people_of(line):
            document = review_round(journal.round(line.number), person).as_dict()
            for one in document["decisions"]:
                decided += 1
                assert one["choices"] == advised(line.opened.house, one)
            check_sums(document)
    assert decided > rounds / 3


def advised(options: dict[str, Any], one: dict[str, Any]) -> list[dict[str, Any]]:
    """What ``advise`` says, from the four things that a person can write down."""
    chosen = house.build(one["game"], options, one["rulebook"])
    situation = one["situation"]
    hand, table, seen = (parse_cards(" ".join(situation[k])) for k in ("hand", "table", "seen"))
    choices = lab.advise(
        lab.setting(chosen, stake=parse_money(one["stake"])),
        hand,
        table,
        seen,
        players=situation["players"],
        coupon=parse_money(one["coupon"]),
    )
    return [{"action": choice.action, "ev": number(choice.value)} for choice in choices]


def check_sums(document: dict[str, Any]) -> None:
    """The numbers of a round add up; the exact ones exactly."""

    def value(of: dict[str, Any]) -> Fraction:
        return Fraction(of["value"] if of["exact"] is None else of["exact"])

    cost = sum((value(one["cost"]) for one in document["decisions"]), Fraction(0))
    result, expected, luck = (value(document[key]) for key in ("result", "expected", "luck"))
    assert document["result"]["exact"] is not None
    assert float(value(document["cost"])) == pytest.approx(float(cost))
    assert float(expected) == pytest.approx(float(value(document["worth"]) - cost))
    assert float(luck) == pytest.approx(float(result - expected))
    if document["luck"]["exact"] is not None:
        assert (expected, luck) == (value(document["worth"]) - cost, result - expected)
    for one in document["decisions"]:
        values = {choice["action"]: value(choice["ev"]) for choice in one["choices"]}
        made = value(one["value"])
        gap = (values[one["best"]] - made) * parse_money(one["stake"]) / 100
        assert float(value(one["cost"])) == pytest.approx(float(gap))
        assert values[one["best"]] == max(values.values())


# --- single rounds --------------------------------------------------------------------------------

RED_DOG = "red-dog", "7c 2h Ks 7d", "1 wager original 10", "dealer close"


def test_a_raise_that_was_not_made() -> None:
    found = reviewed(*RED_DOG, "1 pass")
    (one,) = found.decisions
    # Of the 310 unseen cards 240 win and 70 lose, with and without the raise.
    assert [choice.value for choice in one.choices] == [2 * Fraction(17, 31), Fraction(17, 31)]
    assert (one.made.action, one.best.action, one.right) == ("pass", "raise", False)
    assert one.cost == found.cost == 10 * Fraction(17, 31)
    assert found.as_dict()["decisions"][0]["costs"] == [1000, 0], (
        "in cents, as an exercise has them"
    )
    assert one.mistake and "240 of the 310" in one.reason
    assert found.result == 10


def test_a_raise_is_valued_at_its_own_amount() -> None:
    found = reviewed(*RED_DOG, "1 raise 5")
    (one,) = found.decisions
    assert one.made.amount == 500 and one.made.value == Fraction(3, 2) * Fraction(17, 31)
    assert one.cost == 5 * Fraction(17, 31)
    assert reviewed(*RED_DOG, "1 raise 10").cost == 0
    assert "$10 more" in one.reason, "it tells what the best raise would have brought"


def test_the_reason_of_a_wrong_raise_is_about_that_raise() -> None:
    close = "red-dog", "7c 9h 2s 7d", "1 wager original 10", "dealer close"
    (one,) = reviewed(*close, "1 raise 5").decisions
    assert (one.best.action, one.mistake, one.made.amount) == ("pass", True, 500)
    assert "a raise of $5 loses" in one.reason
    assert one.cost == 5 * Fraction(22, 310), "144 of the 310 unseen cards win"
    assert "$0.35" in one.reason
    (full,) = reviewed(*close, "1 raise 10").decisions
    assert "a raise of $10 loses" in full.reason


def test_a_decision_says_where_the_cards_on_the_table_lie() -> None:
    (told,) = reviewed(*RED_DOG, "1 pass").as_dict()["decisions"]
    assert told["places"] == ["left", "right"]


def test_silence_at_the_close_is_an_answer() -> None:
    (one,) = reviewed(*RED_DOG, "dealer close").decisions
    assert (one.made.action, one.by, one.mistake) == ("pass", "player", True)


def test_the_clock_makes_no_mistakes_of_a_player() -> None:
    (one,) = reviewed(*RED_DOG, "1 pass", by={2: "timeout"}).decisions
    assert (one.by, one.right, one.mistake) == ("clock", False, False)


def test_a_choice_nobody_could_pay_is_no_mistake() -> None:
    (one,) = reviewed(*RED_DOG, "1 pass", seats={1: 1_000}).decisions
    assert (one.affordable, one.right, one.mistake) == (False, False, False)
    assert one.cost == 10 * Fraction(17, 31)


def test_only_the_decisions_of_the_person() -> None:
    actions = (
        "1 wager original 10",
        "2 wager original 10",
        "3 wager original 10",
        "dealer close",
        "2 raise 10",
        "1 pass",
        "3 pass",
    )
    seats = dict.fromkeys((1, 2, 3), 50_000)
    log = recorded(
        "red-dog",
        "7c 2h Ks 7d",
        *actions,
        seats=seats,
        players={"Ann": [1, 3]},
        positions_per_player=2,
    )
    assert people_of(log) == {"Ann": (1, 3), "seat 2": (2,)}
    ann = review_round(log, "Ann")
    assert [(one.seat, one.made.action) for one in ann.decisions] == [(1, "pass"), (3, "pass")]
    assert ann.worth == scaled(review_round(log, "seat 2").worth, 2)
    with pytest.raises(JournalError, match="Bob did not play in round 1"):
        review_round(log, "Bob")


def test_a_round_that_is_being_played_is_not_reviewed() -> None:
    log = recorded(*RED_DOG, end=False)
    with pytest.raises(JournalError, match="round 1 is not over"):
        review_round(log, "seat 1")


def test_a_seat_without_a_wager_has_neither_worth_nor_luck() -> None:
    actions = ("1 wager original 10", "dealer close", "1 pass")
    log = recorded("red-dog", "7c 2h Ks 7d", *actions, seats={1: 50_000, 2: 50_000})
    idle = review_round(log, "seat 2")
    assert not idle.decisions
    assert [idle.result, idle.worth, idle.luck] == [0, 0, 0]


def test_a_tie_of_equal_choices_costs_nothing_either_way() -> None:
    cards = "2c 9s 3c 4d 5h"
    for said in ("1 double 10", "1 pass"):
        found = reviewed("double-down-stud", cards, "1 wager original 10", "dealer close", said)
        assert [one.right for one in found.decisions] == [True]
        assert found.cost == 0


def test_a_coupon_counts_before_the_deal_and_in_every_choice() -> None:
    plain = reviewed(*RED_DOG, "1 pass")
    coupons: dict[str, Any] = {"match_play": True}
    with_coupon = reviewed(
        "red-dog",
        "7c 2h Ks 7d",
        "1 wager original 10 coupon 10",
        "dealer close",
        "1 pass",
        **coupons,
    )
    assert float(with_coupon.worth) > float(plain.worth)
    assert with_coupon.cost == plain.cost
    (one,) = with_coupon.decisions
    told = with_coupon.as_dict()["decisions"][0]
    assert told["coupon"] == "10.00" and told["choices"] == advised(coupons, told)
    assert one.choices[0].value == summed([plain.decisions[0].choices[0].value, Fraction(24, 31)])


# --- with other players ---------------------------------------------------------------------------


def three_in_the_pot() -> RoundLog:
    cards = parse_cards("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd")
    seats = dict.fromkeys((1, 2, 3), 50_000)
    wagers = [f"{seat} wager ante" for seat in seats]
    table = Table(games.load("winners-pot-poker"), house.build("winners-pot-poker"), seats)
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    round = table.begin(cards=cards)
    recorder.begin_round(round)
    for said in (*wagers, "dealer close"):
        recorder.act(said)
    while not round.over:
        seat = round.asking()[0]
        fold = len(round.actions) in (5, 8)
        stay = next(offer.verb for offer in round.legal(seat) if offer.verb in ("bet", "double"))
        recorder.act(f"{seat} {'fold' if fold else stay}")
    recorder.end_round()
    return journal.round(1)


def test_with_rivals_values_are_estimates_that_advise_repeats() -> None:
    log = three_in_the_pot()
    players = set()
    for person in people_of(log):
        for one in review_round(log, person).as_dict()["decisions"]:
            situation = one["situation"]
            players.add(situation["players"])
            said = croupier(
                "advise", "winners-pot-poker", "--json",
                "--hand", " ".join(situation["hand"]),
                "--table", " ".join(situation["table"]),
                "--seen", " ".join(situation["seen"]),
                "--players", situation["players"],
                "--seed", "1",
            ).document  # fmt: skip
            assert said["choices"] == one["choices"]
            if situation["players"] > 1:
                assert one["cost"]["exact"] is None and one["cost"]["stderr"] > 0
    assert players >= {2, 3}


def test_another_seed_gives_another_estimate() -> None:
    log = three_in_the_pot()
    first, same, other = (
        review_round(log, "seat 1", seed).decisions[0].choices[0].value for seed in (1, 1, 2)
    )
    assert isinstance(first, Estimate) and first == same != other


def test_the_review_says_what_the_table_said() -> None:
    """Live advice and the review value the same moment from the same eyes."""
    table = Table(
        games.load("winners-pot-poker"),
        house.build("winners-pot-poker"),
        dict.fromkeys((1, 2, 3), 50_000),
        shuffle=lambda pack: ordered(pack, "the same"),
    )
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    round = table.begin()
    recorder.begin_round(round)
    for said in ("1 wager ante", "2 wager ante", "3 wager ante", "dealer close"):
        recorder.act(said)
    live = []
    while not round.over:
        seat = round.asking()[0]
        assert isinstance(seat, int)
        live.append((seat, lab.advice_for(round, seat)))
        recorder.act(f"{seat} {live[-1][1][0].action if live[-1][1] else 'fold'}")
    recorder.end_round()
    log = journal.round(1)
    told = [
        (one.seat, [(c.action, c.value) for c in one.choices])
        for person in people_of(log)
        for one in review_round(log, person).decisions
    ]
    advice = [(seat, [(c.action, c.value) for c in choices or ()]) for seat, choices in live]
    assert sorted(told, key=str) == sorted(advice, key=str)


# --- several rounds -------------------------------------------------------------------------------


def test_several_rounds_are_summed_and_the_worst_named() -> None:
    costs = [reviewed(*RED_DOG, "1 pass"), reviewed(*RED_DOG, "1 raise 10")] * 3
    document = added(costs)
    assert document["result"]["exact"] == str(sum(one.result for one in costs))
    assert document["right"] == {"decisions": 6, "right": 3}
    assert document["worst"] == [0, 2, 4]
    assert len(document["rounds"]) == 6 and "decisions" not in document["rounds"][0]


def test_one_estimate_in_several_rounds_is_one_number() -> None:
    def one(worth: Estimate, cost: Estimate) -> dict[str, Any]:
        decision = {"cost": number(cost), "right": False, "mistake": True}
        return {
            "result": number(Fraction(5)),
            "worth": number(worth),
            "decisions": [decision],
        }

    worth = Estimate(-1.0, 0.3)
    rounds = [one(worth, Estimate(2.0, 0.1)), one(worth, Estimate(4.0, 0.2))]
    found = sums(rounds)
    assert found["result"] == 10
    for name, value in (("expected", -8.0), ("luck", 18.0)):
        total = found[name]
        assert isinstance(total, Estimate) and total.value == pytest.approx(value)
        assert total.stderr == pytest.approx((0.6**2 + 0.1**2 + 0.2**2) ** 0.5)


def test_a_rival_whose_cards_were_exposed_has_still_bet() -> None:
    """The open card is known to be theirs, and that they have bet; the others are gone."""
    table = Table(
        games.load("winners-pot-poker"),
        house.build("winners-pot-poker"),
        dict.fromkeys((1, 2, 3), 50_000),
        shuffle=lambda pack: ordered(pack, "exposed"),
    )
    journal = memory_journal()
    recorder = Recorder(journal, "pit 1")
    round = table.begin()
    recorder.begin_round(round)
    wagers = [f"{seat} wager ante" for seat in (1, 2, 3)]
    for said in (*wagers, "dealer close", "1 bet", "dealer report player-exposed seat 1"):
        recorder.act(said)
    live = {}
    while not round.over:
        seat = round.asking()[0]
        assert isinstance(seat, int)
        choices = lab.advice_for(round, seat)
        assert choices is not None
        live[seat, len(round.layout.shown_to(f"seat:{seat}")[f"seat {seat}"])] = choices
        recorder.act(f"{seat} {choices[0].action}")
    recorder.end_round()
    log = journal.round(1)
    (first, *_) = review_round(log, "seat 3").decisions
    others = first.situation.others
    assert [len(cards) for cards in others.open] == [1, 1]
    assert others.decided == (True, True)
    assert len(first.situation.seen) == 2
    assert [c.value for c in first.choices] == [c.value for c in live[3, 3]]
