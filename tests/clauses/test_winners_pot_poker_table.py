"""Winner's Pot Poker, Sections 2 to 4, the counts of 7 to 9, and the house file."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from croupier.nouns.cards import DECK
from croupier.rules import house
from croupier.rules.house import Breach
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.preparing import Cut, Deck, Doing, Load, Recut, RemoveDeck, Shuffle, Spread
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.stage.vocabulary import Button, Count, Report
from tests.clauses.winners_pot import CLOSE, DOC, GAME, antes
from tests.support import events, field, net, of, one, play, refused, result, table

pot_poker = partial(play, GAME, "")

OPENING = [
    ("receive", "3(a)", "dealer"),
    ("inspect", "3(b)", "dealer"),
    ("verify", "3(b)", "floorperson"),
    ("spread", "3(b)", "dealer"),
    ("view", "3(b)", "player"),
    ("face-down", "3(c)", "dealer"),
    ("wash", "3(c)", "dealer"),
    ("stack", "3(c)", "dealer"),
]


def steps(told: list[Event]) -> list[tuple[str, str | None, object]]:
    return [(e.kind, e.rule, field(e, "by")) for e in told]


def play_out(at: Table, *reports: str, **situation: Any) -> Round:
    """Play a round of the table to its end. Reports are made after the deal."""
    round = at.begin(situation=situation)
    first = min(round.layout.seats)
    for action in (f"{first} wager ante", CLOSE, *reports):
        round.act(action)
    if not round.over:
        round.act(f"{first} fold")
    return round


def breaches(**given: object) -> list[Breach]:
    """Return the breaches of a house file.

    In a key two underscores stand for a dot, and one at the end for a hyphen.
    """
    return house.examine(GAME, {key.replace("__", "."): value for key, value in given.items()})[1]


def warnings(**given: object) -> dict[str, Breach]:
    flat = {key.replace("__", "."): value for key, value in given.items()}
    return {w.key: w for w in house.examine(GAME, flat)[2]}


# --- the deck: Section 2 --------------------------------------------------------------------------


@pytest.mark.clause(DOC, "2(a)")
def test_one_deck_of_52_and_a_yellow_or_green_cover_card__2_a() -> None:
    assert sorted(table(GAME).begin().layout.shoe.cards) == sorted(DECK)
    assert house.build(GAME, {"cover_card": "green"})["cover_card"] == "green"
    for given in ({"cover_card": "black"}, {"decks": 2}):
        (breach,) = breaches(**given)
        assert breach.rule == "2(a)"


@pytest.mark.clause(DOC, "2(b)")
def test_a_second_deck_needs_a_shuffling_machine__2_b() -> None:
    (breach,) = breaches(second_deck=True, shuffler="manual")
    assert (breach.key, breach.rule) == ("second_deck", "2(b)")
    assert not breaches(second_deck=True)


@pytest.mark.clause(DOC, "2(b)", "2(b)(1)", "2(b)(2)", "3(d)")
def test_two_decks_are_opened_each_by_itself__2_b_3_d() -> None:
    both, *rest = table(GAME, options={"second_deck": True}).open().events
    assert (both.kind, both.rule, both.also) == ("decks", "2(b)", ("2(b)(1)", "2(b)(2)"))
    assert steps(rest) == OPENING * 2
    assert [e.place for e in of(rest, Doing)] == ["red"] * 8 + ["blue"] * 8
    assert all("3(d)" in e.also for e in rest)


@pytest.mark.clause(DOC, "2(b)(3)", "2(b)(4)", "2(b)(5)")
def test_two_decks_take_turns_round_by_round__2_b() -> None:
    at = table(GAME, options={"second_deck": True})
    backs = []
    for _ in range(4):
        round = play_out(at)
        (came,) = events(round, Deck)
        backs.append(came.place)
        assert (came.rule, came.also) == ("2(b)(4)", ("2(b)(5)",))
        assert events(round, Shuffle)[0].also == ("2(b)(3)",)
        assert sorted(round.layout.rack) == sorted(DECK)
    assert backs == ["red", "blue", "red", "blue"]


def test_a_void_round_changes_the_deck_but_not_the_button__X_18() -> None:
    at = table(GAME, options={"second_deck": True})
    told = []
    for reports in ((), ("dealer report missed-card dealer",), (), ()):
        round = play_out(at, *reports)
        told.append((round.outcome, round.layout.shoe.back, events(round, Button)[0].place))
    assert told == [
        ("settled", "red", "dealer"),
        ("void", "blue", "seat 1"),
        ("settled", "red", "seat 1"),
        ("settled", "blue", "dealer"),
    ]


def test_a_void_first_round_leaves_the_next_one_the_first__X_18() -> None:
    at = table(GAME)
    assert play_out(at, "dealer report missed-card dealer").outcome == "void"
    round = at.begin()
    for action in (*antes(1), CLOSE):
        round.act(action)
    assert events(round, Button)[0].place == "dealer"
    assert refused(round, "dealer report button-not-moved").rule == "12(g)"


# --- the opening and idleness: Sections 3 and 4(e) ------------------------------------------------


@pytest.mark.clause(DOC, "3(a)", "3(b)", "3(c)")
def test_the_opening_goes_in_the_written_order__3() -> None:
    opening = table(GAME).open()
    assert opening.over
    assert steps(opening.events) == OPENING


@pytest.mark.clause(DOC, "3(a)", "4(a)", "4(b)(2)")
def test_pre_shuffled_cards_are_not_shuffled_for_the_first_round_but_cut__3_a() -> None:
    at = table(GAME, options={"preshuffled": True})
    assert steps(at.open().events) == [("receive", "3(a)", "dealer")]
    first = play_out(at)
    assert [e.kind for e in first.events[:3]] == ["preshuffled", "cut-due", "cover-card"]
    assert not events(first, Shuffle)
    second = play_out(at)
    assert events(second, Shuffle)[0].by == "device"
    assert not events(second, Cut)


def test_pre_shuffled_cards_from_the_hand_go_through_the_machine_as_well__X_30() -> None:
    round = pot_poker(options={"preshuffled": True, "dealing": "hand"}, first_shoe=True)
    (shuffled,) = events(round, Shuffle)
    assert (shuffled.by, shuffled.finding) == ("device", "X-30")


@pytest.mark.clause(DOC, "4(e)", "3(c)")
@pytest.mark.parametrize(("spread", "turned"), [("up", []), ("down", ["face-up"])])
def test_an_idle_tables_cards_are_spread_viewed_and_washed__4_e(
    spread: str, turned: list[str]
) -> None:
    at = table(GAME, options={"idle_spread": spread})
    play_out(at)
    at.idle()
    told = at.begin().events
    assert one(told, Spread).up == (spread == "up")
    kinds = ["spread", *turned, "view", "face-down", "wash", "stack", "shuffle", "load"]
    assert [e.kind for e in told] == kinds


# --- shuffle and cut: Section 4 -------------------------------------------------------------------


@pytest.mark.clause(DOC, "4(a)", "4(b)(1)")
def test_a_machine_shuffles_before_every_round_and_there_is_no_cut__4_b_1() -> None:
    at = table(GAME)
    for _ in range(2):
        round = play_out(at)
        assert steps(round.events[:1]) == [("shuffle", "4(a)", "device")]
        assert "4(b)(1)" in events(round, Load)[0].also
        assert not events(round, Cut)
    assert refused(at.begin(), "floor recut").rule == "4(d)"


@pytest.mark.clause(DOC, "4(a)", "4(b)(2)", "4(c)", "4(c)(1)", "4(c)(2)")
@pytest.mark.clause(DOC, "4(c)(1)(i)", "4(c)(1)(ii)", "4(c)(1)(iii)", "4(c)(1)(iv)")
def test_after_a_shuffle_by_hand_the_dealer_cuts__4_c() -> None:
    round = pot_poker(options={"shuffler": "manual"})
    assert steps(round.events) == [
        ("shuffle", "4(a)", "dealer"),
        ("cut-due", "4(b)(2)", "dealer"),
        ("cover-card", "4(c)(1)(i)", "dealer"),
        ("cut", "4(c)(1)(ii)", "dealer"),
        ("complete-cut", "4(c)(1)(iii)", "dealer"),
        ("cover-card", "4(c)(1)(iv)", "dealer"),
        ("load", "7(a)", None),
    ]
    assert round.events[2].also == ("4(c)", "4(c)(1)")
    assert "4(c)(2)" in round.events[-1].also
    assert sorted(round.layout.shoe.cards) == sorted(DECK)  # the cut loses no card


@pytest.mark.clause(DOC, "8(b)(2)")
def test_the_dealer_takes_the_stacked_deck_in_one_hand_before_the_call__8_b_2() -> None:
    round = pot_poker(*antes(1), CLOSE, options={"dealing": "hand"})
    (held,) = events(round, Load)
    assert (held.rule, held.also) == ("8(b)(2)", ("4(b)(1)", "8(a)", "8(b)(2)(i)", "8(b)(2)(ii)"))
    called = next(e for e in round.events if e.rule == "8(b)(3)")
    assert events(round, Shuffle)[0].n < held.n < called.n


@pytest.mark.clause(DOC, "4(c)(1)(ii)")
@pytest.mark.parametrize("at", [0, 9])
def test_a_cut_of_fewer_than_ten_cards_is_refused__4_c_1_ii(at: int) -> None:
    with pytest.raises(Refusal) as refusal:
        pot_poker(options={"shuffler": "manual"}, cut_at=at)
    assert refusal.value.rule == "4(c)(1)(ii)"


def test_the_most_that_may_be_cut_is_the_houses_reading__X_28() -> None:
    by_hand = {"shuffler": "manual"}
    with pytest.raises(Refusal) as refusal:
        pot_poker(options=by_hand, cut_at=43)
    assert refusal.value.finding == "X-28"
    for cut, options in ((42, by_hand), (51, by_hand | {"rulings.X-28": 51}), (10, by_hand)):
        assert events(pot_poker(options=options, cut_at=cut), Cut)[0].count == cut


@pytest.mark.clause(DOC, "4(d)")
def test_the_supervisor_may_order_a_recut_until_the_first_card__4_d() -> None:
    round = pot_poker("1 wager ante", "floor recut", options={"shuffler": "manual"})
    assert steps(events(round, Recut)) == [("recut", "4(d)", "floor")]
    assert len(events(round, Cut)) == 2
    round.act(CLOSE)
    assert refused(round, "floor recut").rule == "4(d)"


# --- counting: 7(g), 8(f), 9(f), 9(g) -------------------------------------------------------------


def counts(at: Table, rounds: int) -> list[int]:
    """Return the rounds in which the dealer counts."""
    return [
        i
        for i in range(1, rounds + 1)
        if any(e.by == "dealer" for e in events(play_out(at), Count))
    ]


@pytest.mark.parametrize(
    ("dealing", "rule"),
    [
        pytest.param(dealing, rule, marks=pytest.mark.clause(DOC, rule))
        for dealing, rule in (("manual-shoe", "7(g)"), ("hand", "8(f)"), ("automated-shoe", "9(f)"))
    ],
)
def test_the_deck_is_counted_at_least_once_in_five_rounds__7_g(dealing: str, rule: str) -> None:
    at = table(GAME, options={"dealing": dealing})
    assert counts(at, 11) == [5, 10]
    assert counts(table(GAME, options={"dealing": dealing, "count_every": 2}), 5) == [2, 4]
    (counted,) = events(
        play_out(table(GAME, options={"dealing": dealing}), rounds_since_count=4), Count
    )
    assert (counted.rule, counted.count) == (rule, 52)
    assert [b.key for b in breaches(count_every=6)] == ["count_every"]


@pytest.mark.clause(DOC, "7(g)")
def test_a_void_round_counts_for_the_count__X_18() -> None:
    at = table(GAME)
    void = play_out(at, "dealer report missed-card dealer", rounds_since_count=4)
    assert [(e.rule, e.count) for e in events(void, Count)] == [("7(g)", 52)]


@pytest.mark.clause(DOC, "9(g)")
@pytest.mark.parametrize(
    ("dealing", "reading", "relieved"),
    [
        ("automated-shoe", "strict", True),
        ("manual-shoe", "strict", False),
        ("hand", "strict", False),
        ("manual-shoe", "broad", True),
        ("hand", "broad", True),
    ],
)
def test_a_counting_shuffler_relieves_where_it_is_written__9_g_X_16(
    dealing: str, reading: str, relieved: bool
) -> None:
    options = {"dealing": dealing, "shuffler_counts": True, "rulings.X-16": reading}
    at = table(GAME, options=options)
    assert counts(at, 6) == ([] if relieved else [5])
    by_device = events(play_out(at), Count)[0]
    assert (by_device.rule, by_device.by, by_device.count) == ("9(g)", "device", None)
    assert by_device.text == "the device counts the deck"


def test_with_two_decks_each_is_counted_within_five_uses__X_17() -> None:
    at = table(GAME, options={"second_deck": True, "count_every": 4})
    since = {"red": 0, "blue": 0}
    for _ in range(24):
        round = play_out(at)
        back = round.layout.shoe.back
        since[back] = 0 if events(round, Count) else since[back] + 1
        assert max(since.values()) < 5


@pytest.mark.clause(DOC, "9(g)")
def test_a_wrong_count_of_the_device_removes_the_deck_before_the_deal__9_g() -> None:
    options = {"dealing": "automated-shoe", "shuffler_counts": True}
    round = pot_poker("1 wager ante", "dealer report shuffler-count", options=options)
    assert [e.rule for e in events(round, Report)] == ["9(g)"]
    assert [e.rule for e in events(round, RemoveDeck)] == ["9(g)"]
    assert net(round) == -500  # the wager stays where it is
    round.act(CLOSE)
    round.act("1 fold")
    assert round.outcome == "settled"
    no_counter = pot_poker("1 wager ante", options={"dealing": "automated-shoe"})
    assert refused(no_counter, "dealer report shuffler-count").rule == "9(g)"


# --- devices: 8(b)(1), 12(k) ----------------------------------------------------------------------


@pytest.mark.clause(DOC, "8(b)(1)")
def test_dealing_from_the_hand_needs_a_shuffling_machine__8_b_1() -> None:
    (breach,) = breaches(dealing="hand", shuffler="manual")
    assert breach.rule == "8(b)(1)"
    assert not breaches(dealing="hand")


@pytest.mark.clause(DOC, "12(k)")
def test_a_device_leaves_the_table_before_another_method_is_used__12_k() -> None:
    at = table(GAME, options={"dealing": "automated-shoe"})
    play_out(at)
    by_hand = house.build(GAME, {"shuffler": "manual"})
    with pytest.raises(Refusal) as refusal:
        at.change_house(by_hand)
    assert refusal.value.rule == "12(k)"
    assert at.house["dealing"] == "automated-shoe"
    gone = at.change_house(by_hand, devices_removed=True)
    assert [(e.kind, e.rule) for e in gone.events] == [("remove-device", "12(k)")] * 2
    assert events(play_out(at), Load)[0].rule == "7(a)"


# --- the house file -------------------------------------------------------------------------------


@pytest.mark.clause(DOC, "7(a)", "9(a)", "12(i)", "12(j)")
def test_missing_approvals_are_warnings__7_a_9_a() -> None:
    manual = warnings()
    assert {key: w.rule for key, w in manual.items()} == {
        "approvals.shoe": "7(a)",
        "approvals.shuffler_fault": "12(i)",
    }
    automated = warnings(dealing="automated-shoe")
    assert {key: w.rule for key, w in automated.items()} == {
        "approvals.shoe": "9(a)",
        "approvals.shuffler_fault": "12(i)",
        "approvals.shoe_fault": "12(j)",
    }
    recorded = {f"approvals__{what}": "No. 17" for what in ("shoe", "shuffler_fault", "shoe_fault")}
    assert not warnings(dealing="automated-shoe", **recorded)
    assert not warnings(dealing="hand", approvals__shuffler_fault="No. 17")


@pytest.mark.clause(DOC, "10(h)(2)(i)")
@pytest.mark.parametrize("percent", ["10.01", "11", "-1"])
def test_a_percentage_above_ten_is_refused__10_h_2_i(percent: str) -> None:
    (breach,) = breaches(commission__percent=percent)
    assert (breach.key, breach.rule) == ("commission.percent", "10(h)(2)(i)")


@pytest.mark.clause(DOC, "10(h)(2)(i)")
def test_one_commission_must_be_set_beforehand__W_16() -> None:
    (breach,) = breaches(commission__percent="none")
    assert (breach.rule, breach.finding) == ("10(h)(2)(i)", "W-16")
    assert not breaches(commission__percent="none", commission__fixed="3")
    assert not breaches(commission__percent=7.5)
    for unreadable in ("ten", True, "nan"):
        (breach,) = breaches(commission__percent=unreadable)
        assert breach.malformed
    assert house.build(GAME, {"commission.percent": "7.50"}).flat()["commission.percent"] == "7.5"
    assert house.standard(GAME).flat()["commission.percent"] == "10"


@pytest.mark.clause(DOC, "11(a)")
def test_odds_are_stated_with_to_or_win__11_a() -> None:
    assert not breaches(odds_word="win")
    (breach,) = breaches(odds_word="for")
    assert (breach.key, breach.rule) == ("odds_word", "11(a)")


@pytest.mark.clause(DOC, "11(b)")
@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("royal-flush", 400),
        ("straight-flush", 80),
        ("four-of-a-kind", 50),
        ("full-house", 30),
        ("flush", 15),
        ("straight", 10),
        ("three-of-a-kind", 7),
        ("two-pair", 3),
        ("pair-of-jacks-or-better", 1),
    ],
)
def test_no_odds_below_the_listed_ones__11_b(hand: str, least: int) -> None:
    key = f"payouts.jacks-plus.{hand}"
    assert house.standard(GAME).flat()[key] == f"{least} to 1"
    _, (breach,), _ = house.examine(GAME, {key: f"{2 * least - 1} to 2"})
    assert (breach.key, breach.rule) == (key, "11(b)")
    better, none, warned = house.examine(GAME, {key: f"{2 * least + 1} to 2"})
    assert not none
    assert str(better.payouts["jacks-plus"][hand]) == f"{2 * least + 1} to 2"
    assert "X-32" in {w.finding for w in warned}


@pytest.mark.parametrize(
    ("given", "rule", "finding"),
    [
        ({"positions_per_player": 2}, "13", None),
        ({"seats": 9}, None, "X-12"),
        ({"seats": 0}, None, "X-12"),
        ({"verbal_cash": True}, "6(a)", None),
        ({"minimum": "5"}, "1:Ante", None),
        ({"payout_limit": "60000"}, "11(c)", "W-22"),
        ({"ante": "0"}, "1:Ante", None),
        ({"dealing": "shuffler"}, "7(a)", None),
        ({"shuffler": "continuous"}, "4(a)", None),
        ({"shuffler_counts": True, "shuffler": "manual"}, "9(g)", None),
        ({"jacks_plus.minimum": "20", "jacks_plus.maximum": "10"}, None, "W-25"),
        ({"jacks_plus.minimum": "0.10", "jacks_plus.maximum": "0.20"}, None, "X-09"),
        ({"rulings.W-17": "both"}, None, "W-17"),
        ({"rulings.X-28": 52}, None, "X-28"),
    ],
)
def test_what_the_house_may_not_choose(
    given: dict[str, Any], rule: str | None, finding: str | None
) -> None:
    _, (breach,), _ = house.examine(GAME, given)
    assert (breach.rule, breach.finding) == (rule, finding)


@pytest.mark.clause(DOC, "6(a)")
def test_coupons_have_no_effect_and_the_house_is_told__W_26() -> None:
    warned = warnings(match_play=True)["match_play"]
    assert (warned.rule, warned.finding) == ("6(a)", "W-26")


def test_a_house_of_defaults_is_lawful_and_names_every_ruling() -> None:
    flat = house.standard(GAME).flat()
    rulings = {key.removeprefix("rulings.") for key in flat if key.startswith("rulings.")}
    own = "W-01 W-02 W-07 W-10 W-11 W-13 W-17 W-18 W-19 W-20 W-23 W-28"
    assert rulings == {*own.split(), "X-02", "X-14", "X-16", "X-22", "X-28"}
    assert (flat["ante"], flat["seats"], flat["dealing"]) == ("5", 6, "manual-shoe")


def test_rounds_of_one_table_carry_over_and_sum_up() -> None:
    from croupier.telling import record

    document = record.run(
        record.parse("""
        croupier = 1
        game = "winners-pot-poker"
        [seats]
        1 = "100"
        [[rounds]]
        cards = "3s Ks 2c 2d 7d Kh 9h 3h 8c Js 3d 7c 4c"
        actions = ["1 wager ante", "dealer close", "1 bet", "1 double"]
        [[rounds]]
        actions = ["1 wager ante", "dealer close", "1 fold"]
    """)
    )
    assert [r["house"]["commission"] for r in document["rounds"]] == ["4.00", "0.00"]
    assert document["seats"] == {"1": {"net": "11.00"}}
    assert document["house"] == {"net": "-11.00", "commission": "4.00"}
    assert document["rounds"][1]["events"][-1]["kind"] == "collect"
    assert [
        e["place"] for r in document["rounds"] for e in r["events"] if e["kind"] == "button"
    ] == ["dealer", "seat 1"]


def test_a_button_where_there_is_no_seat_is_refused__X_12() -> None:
    with pytest.raises(Refusal) as refusal:
        pot_poker(button=7)
    assert refusal.value.finding == "X-12"
    assert result(pot_poker(button=6))["outcome"] == "open"
