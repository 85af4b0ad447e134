"""Double Down Stud, Sections 2 to 4: decks, the opening, shuffle and cut, idle tables."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from croupier.nouns.cards import DECK
from croupier.rules import house
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.preparing import Cut, Deck, Doing, Load, OfferCut, Recut, Shuffle, Spread
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.stage.vocabulary import Announce
from tests.support import events, field, net, of, play, refused, table

DOC = "double-down-stud.ma"
WAGER, CLOSE = "1 wager original 10", "dealer close"
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

dds = partial(play, "double-down-stud")
with_cut = partial(dds, "2c", seats=3, options={"cut": True})


def steps(events: list[Event]) -> list[tuple[str, str | None, object]]:
    return [(e.kind, e.rule, field(e, "by")) for e in events]


def play_out(at: Table, **situation: Any) -> Round:
    """Play a round of the table from the first wager to the end."""
    round = at.begin(situation=situation)
    first = min(round.layout.seats)
    for action in (f"{first} wager original 10", CLOSE, CLOSE):
        round.act(action)
    return round


# --- the deck: Section 2 --------------------------------------------------------------------------


@pytest.mark.clause(DOC, "2(a)")
def test_one_deck_of_52_and_a_cover_card_unlike_it__2_a() -> None:
    at = table("double-down-stud")
    for _ in range(2):
        assert sorted(at.begin().layout.shoe.cards) == sorted(DECK)
        assert at.round is not None
        for action in (WAGER, CLOSE, CLOSE):
            at.round.act(action)
    for given in ({"cover_card": "Red"}, {"cover_card": "blue", "second_deck": True}, {"decks": 2}):
        _, breaches, _ = house.examine("double-down-stud", given)
        assert [b.rule for b in breaches] == ["2(a)"]
    assert house.build("double-down-stud", {"cover_card": "blue"})["cover_card"] == "blue"


@pytest.mark.clause(DOC, "2(b)", "2(b)(1)", "2(b)(2)", "3(d)")
def test_two_decks_are_opened_each_by_itself__2_b_3_d() -> None:
    opening = table("double-down-stud", options={"second_deck": True}).open()
    both, *rest = opening.events
    assert (both.kind, both.rule, both.also) == ("decks", "2(b)", ("2(b)(1)", "2(b)(2)"))
    assert steps(rest) == OPENING * 2
    assert [e.place for e in of(rest, Doing)] == ["red"] * 8 + ["blue"] * 8
    assert all("3(d)" in e.also for e in rest)


@pytest.mark.clause(DOC, "2(b)(3)", "2(b)(4)", "2(b)(5)")
def test_two_decks_take_turns_round_by_round__2_b() -> None:
    at = table("double-down-stud", options={"second_deck": True})
    backs = []
    for _ in range(4):
        round = play_out(at)
        (came,) = events(round, Deck)
        backs.append(came.place)
        assert (came.rule, came.also) == ("2(b)(4)", ("2(b)(5)",))
        assert events(round, Shuffle)[0].also == ("2(b)(3)",)
        # The rack holds this round's deck and nothing of the other one.
        assert sorted([*round.layout.rack, *at.rack]) == sorted(DECK)
    assert backs == ["red", "blue", "red", "blue"]


def test_one_deck_goes_on_alone_while_the_other_is_missing__X_26() -> None:
    at = table("double-down-stud", options={"second_deck": True})
    rounds = [
        play_out(at, deck="blue", deck_removed="red"),
        play_out(at),
        play_out(at, replacement=True),
    ]
    assert [r.layout.shoe.back for r in rounds] == ["blue", "blue", "red"]
    assert [events(r, Deck)[-1].finding for r in rounds] == ["X-26", "X-26", None]
    assert steps(rounds[2].events[1:9]) == OPENING
    assert play_out(at).layout.shoe.back == "blue"


# --- the opening: Section 3 -----------------------------------------------------------------------


@pytest.mark.clause(DOC, "3(a)", "3(b)", "3(c)")
def test_the_opening_goes_in_the_written_order__3() -> None:
    opening = table("double-down-stud").open()
    assert opening.over
    assert steps(opening.events) == OPENING


@pytest.mark.clause(DOC, "3(a)")
def test_there_is_no_route_for_pre_shuffled_cards__3_a_S_26() -> None:
    _, (breach,), _ = house.examine("double-down-stud", {"preshuffled": True})
    assert (breach.key, breach.rule, breach.finding) == ("preshuffled", "3(a)", "S-26")


# --- shuffle and cut: Section 4 -------------------------------------------------------------------


@pytest.mark.clause(DOC, "4(a)")
def test_a_machine_shuffles_before_every_round__4_a() -> None:
    at = table("double-down-stud")
    for _ in range(3):
        first = play_out(at).events[0]
        assert isinstance(first, Shuffle)
        assert (first.rule, first.by) == ("4(a)", "device")
    for other in ("manual", "continuous"):
        _, (breach,), _ = house.examine("double-down-stud", {"shuffler": other})
        assert (breach.key, breach.rule) == ("shuffler", "4(a)")
    set_to_deal = events(dds("2c", options={"dealing": "shuffler"}), Load)[0]
    assert "4(a)" in set_to_deal.also


@pytest.mark.clause(DOC, "4(b)")
def test_no_cut_unless_the_house_asks_for_one__4_b_S_04() -> None:
    round = dds("2c")
    assert [e.kind for e in round.events] == ["shuffle", "load"]
    assert "4(b)" in round.events[1].also


@pytest.mark.clause(DOC, "4(c)", "4(e)")
def test_with_a_cut_the_stack_is_offered_and_the_deal_follows__4_c_4_e() -> None:
    round = with_cut()
    told = [(e.kind, e.rule, field(e, "seat")) for e in round.events[1:]]
    assert told == [
        ("cut-due", "4(c)", None),
        ("cover-card", "4(c)", None),
        ("offer-cut", "4(d)(2)", 3),
        ("cut", "4(e)", 3),
        ("cover-card", "4(e)", None),
        ("load", "8(a)(1)", None),
    ]
    assert round.events[2].finding == "S-04"
    assert "4(e)" in round.events[-1].also


@pytest.mark.clause(DOC, "4(c)")
def test_the_dealer_cuts_if_nobody_accepts__4_c() -> None:
    round = with_cut(cut_declined=[1, 2, 3])
    assert [(e.seat, e.outcome) for e in events(round, OfferCut)] == [
        (3, "declined"),
        (2, "declined"),
        (1, "declined"),
    ]
    (cut,) = events(round, Cut)
    assert (cut.seat, cut.by) == (None, "dealer")
    accepted = with_cut(cut_declined=[3])
    assert events(accepted, Cut)[0].seat == 2


@pytest.mark.clause(DOC, "4(d)(1)")
def test_the_first_player_of_a_new_game_is_offered_the_cut__4_d_1() -> None:
    round = with_cut(first_shoe=True, first_player=2, cut_declined=[2])
    assert [(e.rule, e.seat) for e in events(round, OfferCut)] == [
        ("4(d)(1)", 2),
        ("4(d)(1)", 1),
    ]
    later = with_cut(first_player=2)  # the game is not just beginning
    assert [(e.rule, e.seat) for e in events(later, OfferCut)] == [("4(d)(2)", 3)]


@pytest.mark.clause(DOC, "4(d)(2)")
def test_the_offer_moves_counterclockwise_from_round_to_round__4_d_2_S_28() -> None:
    at = table("double-down-stud", {1: 10**6, 4: 10**6, 6: 10**6}, options={"cut": True})
    offered = [events(play_out(at), OfferCut)[0].seat for _ in range(5)]
    assert offered == [6, 4, 1, 6, 4]


@pytest.mark.clause(DOC, "4(d)(1)", "4(d)(2)")
def test_the_far_right_follows_the_first_player_and_idleness_starts_again__S_28() -> None:
    at = table("double-down-stud", 3, options={"cut": True})
    at.open()
    first = play_out(at, first_player=1)
    offered = [events(play_out(at), OfferCut)[0].seat for _ in range(2)]
    assert [events(first, OfferCut)[0].seat, *offered] == [1, 3, 2]
    at.idle()
    assert [events(play_out(at), OfferCut)[0].seat for _ in range(2)] == [3, 2]
    at.idle()
    assert events(play_out(at, first_player=2), OfferCut)[0].rule == "4(d)(1)"


@pytest.mark.clause(DOC, "4(e)")
@pytest.mark.parametrize("at", [0, 9, 43, 52])
def test_a_cut_nearer_than_ten_cards_to_an_end_is_refused__4_e(at: int) -> None:
    with pytest.raises(Refusal) as refusal:
        with_cut(cut_at=at)
    assert refusal.value.rule == "4(e)"


@pytest.mark.clause(DOC, "4(e)")
@pytest.mark.parametrize("at", [10, 26, 42])
def test_ten_cards_from_either_end_are_enough__4_e(at: int) -> None:
    assert events(with_cut(cut_at=at), Cut)[0].count == at


@pytest.mark.clause(DOC, "4(f)")
@pytest.mark.parametrize(("choice", "cutter"), [("same", 3), ("next", 2)])
def test_the_supervisor_may_order_a_recut__4_f(choice: str, cutter: int) -> None:
    round = with_cut("floor recut", WAGER, options={"cut": True, "recut_by": choice})
    (order,) = events(round, Recut)
    assert (order.rule, order.by) == ("4(f)", "floor")
    assert [e.seat for e in events(round, Cut)] == [3, cutter]
    round.act(CLOSE)
    assert refused(round, "floor recut").rule == "4(f)"  # a card has been dealt


@pytest.mark.clause(DOC, "4(f)")
def test_without_a_cut_there_is_nothing_to_repeat__4_f() -> None:
    assert refused(dds("2c"), "floor recut").rule == "4(f)"
    dealer = with_cut(
        "floor recut", cut_declined=[1, 2, 3], options={"cut": True, "recut_by": "next"}
    )
    assert [e.by for e in events(dealer, Cut)] == ["dealer", "dealer"]


@pytest.mark.clause(DOC, "4(g)")
@pytest.mark.parametrize(("lies", "shown"), [("up", True), ("down", False)])
def test_an_idle_table_spreads_its_cards_and_opens_again__4_g_X_27(lies: str, shown: bool) -> None:
    at = table("double-down-stud", options={"idle_spread": lies})
    play_out(at)
    at.idle()
    round = play_out(at)
    spread, *rest = round.events
    assert isinstance(spread, Spread)
    assert (spread.rule, spread.finding, spread.up) == ("4(g)", "X-27", shown)
    if not shown:
        assert (rest[0].kind, rest[0].rule) == ("face-up", "4(g)")
        rest = rest[1:]
    assert steps(rest[:7]) == OPENING[1:]  # the cards have been received already
    assert rest[7].kind == "shuffle"
    assert play_out(at).events[0].kind == "shuffle"  # only once


# --- ways of dealing: 8(a) ------------------------------------------------------------------------


@pytest.mark.clause(DOC, "8(a)")
@pytest.mark.parametrize("dealing", ["hand", "automated-shoe", "continuous"])
def test_cards_come_from_a_shoe_or_the_shuffler_only__8_a(dealing: str) -> None:
    _, (breach,), _ = house.examine("double-down-stud", {"dealing": dealing})
    assert (breach.key, breach.rule) == ("dealing", "8(a)")


def test_a_shuffler_that_deals_leaves_before_another_method_is_used__S_23() -> None:
    at = table("double-down-stud", options={"dealing": "shuffler"})
    play_out(at)
    shoe = house.build("double-down-stud")
    with pytest.raises(Refusal) as refusal:
        at.change_house(shoe)
    assert refusal.value.finding == "S-23"
    (removed,) = at.change_house(shoe, devices_removed=True).events
    assert (removed.kind, removed.rule, removed.finding) == ("remove-device", None, "S-23")
    assert events(play_out(at), Announce)[0].rule == "8(a)(1)"


def test_bankrolls_go_on_from_round_to_round() -> None:
    at = table("double-down-stud")
    rounds = [play_out(at) for _ in range(4)]
    at.finish()
    assert at.bankrolls[1] == 1_000_000 + sum(net(round) for round in rounds)
