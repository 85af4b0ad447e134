"""Double Cross Poker, Sections 2 to 4 and 12(f): decks, opening, shuffle, cut, idle tables."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rules import house
from croupier.stage.actions import Refusal
from croupier.stage.preparing import (
    Cut,
    CutDue,
    Deck,
    Doing,
    Inspect,
    Load,
    Preshuffled,
    RemoveDevice,
    Shuffle,
    Spread,
)
from croupier.stage.table import Table
from croupier.stage.vocabulary import Collect, Count
from tests.clauses.double_cross import ANTE, CLOSE, GAME, both_states, cite, deck, play_double_cross
from tests.support import events, of, one, refused, table

OPENING = ["receive", "inspect", "verify", "spread", "view", "face-down", "wash", "stack"]
MANUAL = {"shuffler": "manual"}
TWO = {"second_deck": True}
STEPS_OF_THE_CUT = [f"4(c)(1)({step})" for step in ("i", "ii", "iii", "iv")]


def breaches(state: str, **options: Any) -> list[tuple[str, str | None]]:
    return [(b.key, b.rule) for b in house.examine(GAME, options, state)[1]]


def play_on(at: Table, *actions: str) -> Any:
    """Play the table's next round: an ante that is folded, or the actions given."""
    round = at.begin()
    for action in actions or (ANTE, CLOSE, "1 fold"):
        round.act(action)
    return round


# --- cards: Section 2 -----------------------------------------------------------------------------


@both_states("2(a)")
def test_one_deck_and_a_cover_card_that_stands_out__2_a(state: str) -> None:
    assert breaches(state, cover_card="red") == [("cover_card", cite(state, "2(a)"))]
    assert breaches(state, cover_card="green") == []
    assert breaches(state, decks=2) == [("decks", cite(state, "2(a)"))]
    round = play_double_cross(deck(), ANTE, CLOSE, "1 fold", state=state)
    assert len(set(round.layout.rack)) == 52


@both_states("2(b)")
def test_a_second_deck_needs_a_shuffler__2_b(state: str) -> None:
    assert breaches(state, **TWO, **MANUAL) == [("second_deck", cite(state, "2(b)"))]
    assert breaches(state, **TWO) == []
    assert breaches(state, **TWO, cover_card="blue") == [("cover_card", cite(state, "2(a)"))]


@both_states("2(b)", "2(b)(1)", "2(b)(2)", "3(d)")
def test_two_decks_to_one_standard_with_different_backs_opened_each_by_itself__2_b_3_d(
    state: str,
) -> None:
    opened = table(GAME, state=state, options=TWO).open()
    first = opened.events[0]
    assert (first.rule, first.also) == (
        cite(state, "2(b)"),
        (cite(state, "2(b)(1)"), cite(state, "2(b)(2)")),
    )
    rest = of(opened.events[1:], Doing)
    assert [(e.place, e.kind) for e in rest] == [
        (d, kind) for d in ("red", "blue") for kind in OPENING
    ]
    assert all(e.also == (cite(state, "3(d)"),) for e in rest)


@both_states("2(b)(3)", "2(b)(4)", "2(b)(5)")
def test_two_decks_take_turns_one_in_the_rack_one_in_the_device__2_b_3_to_5(state: str) -> None:
    at = table(GAME, state=state, options=TWO)
    backs = []
    for _ in range(4):
        round = play_on(at)
        incoming = events(round, Deck)[0]
        backs.append(incoming.place)
        assert (incoming.rule, incoming.also) == (cite(state, "2(b)(4)"), (cite(state, "2(b)(5)"),))
        assert events(round, Shuffle)[0].also == (cite(state, "2(b)(3)"),)
        assert at.rack == []
        assert len(round.layout.rack) == 52
    assert backs == ["red", "blue", "red", "blue"]


def test_everything_wrong_with_a_house_is_listed_at_once() -> None:
    wrong = {
        "colour": "green",
        "three_card.maximum": "200",
        "dealing": "hand",
        "shuffler": "manual",
        "payout_limit": "1",
    }
    assert breaches("ma", **wrong) == [
        ("colour", None),
        ("three_card.maximum", "6(d)"),
        ("dealing", "8(b)(1)"),
        ("payout_limit", "11(d)"),
    ]


# --- opening: Section 3 ---------------------------------------------------------------------------


@both_states("3(a)", "3(b)", "3(c)")
def test_the_opening_inspects_spreads_and_washes_in_order__3_a_to_3_c(state: str) -> None:
    opened = table(GAME, state=state).open()
    assert [e.kind for e in opened.events] == OPENING
    rules = ["3(a)", *["3(b)"] * 4, *["3(c)"] * 3]
    assert [e.rule for e in opened.events] == [cite(state, rule) for rule in rules]
    assert [e.by for e in of(opened.events, Doing)][1:5] == [
        "dealer",
        "floorperson",
        "dealer",
        "player",
    ]


@both_states("3(a)", "4(a)", "4(b)(2)")
def test_pre_shuffled_cards_are_cut_in_the_first_round_only__3_a_4_a_4_b_2(state: str) -> None:
    at = table(GAME, state=state, options={"preshuffled": True})
    assert [(e.kind, e.rule) for e in at.open().events] == [("receive", cite(state, "3(a)"))]
    first, second = play_on(at), play_on(at)
    assert [e.rule for e in events(first, Preshuffled)] == [cite(state, "4(a)")]
    assert not events(first, Shuffle)
    assert [e.rule for e in events(first, CutDue)] == [cite(state, "4(b)(2)")]
    assert [e.by for e in events(second, Shuffle)] == ["device"]
    assert not events(second, Cut)


@both_states("8(b)(1)")
def test_pre_shuffled_cards_dealt_from_the_hand_are_shuffled_by_machine_too__x_30(
    state: str,
) -> None:
    options = {"preshuffled": True, "dealing": "hand"}
    at = table(GAME, state=state, options=options)
    at.open()
    assert [e.finding for e in events(play_on(at), Shuffle)] == ["X-30"]
    rule = cite(state, "8(b)(1)")
    assert breaches(state, **options, **MANUAL) == [("dealing", rule), ("preshuffled", rule)]


# --- shuffle and cut: Section 4 -------------------------------------------------------------------


@both_states("4(a)", "4(b)(1)")
def test_a_machine_shuffles_for_every_round_and_nobody_cuts__4_a_4_b_1(state: str) -> None:
    at = table(GAME, state=state)
    for _ in range(3):
        round = play_on(at)
        assert [(e.rule, e.by) for e in events(round, Shuffle)] == [(cite(state, "4(a)"), "device")]
        assert not events(round, Cut)
        assert events(round, Load)[0].also == (cite(state, "4(b)(1)"),)


@both_states("4(b)(2)", "4(c)", "4(c)(1)", "4(c)(2)", *STEPS_OF_THE_CUT)
def test_after_a_shuffle_by_hand_the_dealer_cuts_with_one_hand__4_c(state: str) -> None:
    round = play_double_cross(deck(), ANTE, CLOSE, state=state, options=MANUAL, cut_at=17)
    told = [(e.kind, e.rule) for e in round.events[:7]]
    assert told == [
        ("shuffle", cite(state, "4(a)")),
        ("cut-due", cite(state, "4(b)(2)")),
        ("cover-card", cite(state, "4(c)(1)(i)")),
        ("cut", cite(state, "4(c)(1)(ii)")),
        ("complete-cut", cite(state, "4(c)(1)(iii)")),
        ("cover-card", cite(state, "4(c)(1)(iv)")),
        ("load", cite(state, "7(a)")),
    ]
    assert round.events[2].also == (cite(state, "4(c)"), cite(state, "4(c)(1)"))
    cut = one(round.events[:7], Cut)
    assert (cut.by, cut.count) == ("dealer", 17)
    assert round.events[6].also == (cite(state, "4(c)(2)"),)
    # The cards listed are those after the cut, and none is lost.
    assert round.layout.shoe.cards[:9] == deck().split()
    assert len(set(round.layout.shoe.cards)) == 52


@both_states("4(c)(1)(ii)")
def test_a_cut_takes_at_least_ten_cards__4_c_1_ii(state: str) -> None:
    with pytest.raises(Refusal) as thin:
        play_double_cross(deck(), state=state, options=MANUAL, cut_at=9)
    assert thin.value.rule == cite(state, "4(c)(1)(ii)")
    assert events(play_double_cross(deck(), state=state, options=MANUAL, cut_at=10), Cut)


@pytest.mark.parametrize(
    ("most", "allowed", "refused_at"), [(42, 42, 43), (51, 51, 52), (10, 10, 11)]
)
def test_how_many_cards_a_cut_may_take_at_most__x_28(
    most: int, allowed: int, refused_at: int
) -> None:
    options = MANUAL | {"rulings.X-28": most}
    assert (
        events(play_double_cross(deck(), options=options, cut_at=allowed), Cut)[0].count == allowed
    )
    with pytest.raises(Refusal) as deep:
        play_double_cross(deck(), options=options, cut_at=refused_at)
    assert (deep.value.rule, deep.value.finding) == (None, "X-28")


@both_states("4(d)")
def test_the_supervisor_may_order_a_recut_before_the_first_card__4_d(state: str) -> None:
    round = play_double_cross(deck(), ANTE, state=state, options=MANUAL)
    told = round.act("floor recut")
    assert [(e.kind, e.by) for e in of(told[:2], Doing)] == [
        ("recut", "floor"),
        ("cover-card", "dealer"),
    ]
    assert told[0].rule == cite(state, "4(d)")
    assert len(events(round, Cut)) == 2
    round.act(CLOSE)
    assert refused(round, "floor recut").rule == cite(state, "4(d)")
    uncut = play_double_cross(deck(), ANTE, state=state)
    assert refused(uncut, "floor recut").rule == cite(state, "4(d)")


@both_states("4(e)", "3(c)")
@pytest.mark.parametrize("spread", ["up", "down"])
def test_an_idle_table_spreads_views_and_washes_its_cards__4_e(state: str, spread: str) -> None:
    round = play_double_cross(deck(), state=state, options={"idle_spread": spread}, idle=True)
    until_shuffled = [e for e in round.events if e.n < events(round, Shuffle)[0].n]
    turned = " face-up" if spread == "down" else ""
    assert " ".join(e.kind for e in until_shuffled) == f"spread{turned} view face-down wash stack"
    assert one(until_shuffled, Spread).up is (spread == "up")
    assert {e.rule for e in until_shuffled[-3:]} == {cite(state, "3(c)")}
    assert {e.rule for e in until_shuffled[:-3]} == {cite(state, "4(e)")}


# --- counting over many rounds: 7(e), X-17, X-18 --------------------------------------------------


def counted_rounds(rounds: int, **options: Any) -> list[int]:
    at = table(GAME, options=options)
    return [
        n for n in range(1, rounds + 1) if any(e.by == "dealer" for e in events(play_on(at), Count))
    ]


def test_the_clock_of_the_count_runs_from_round_to_round__7_e() -> None:
    assert counted_rounds(12) == [5, 10]
    assert counted_rounds(7, count_every=3) == [3, 6]


def test_no_deck_goes_uncounted_for_more_than_five_uses__x_17() -> None:
    # Counting every fourth round would always hit the blue deck. Red's fifth use is round 9.
    assert counted_rounds(10, count_every=4, **TWO) == [4, 8, 9]
    assert counted_rounds(20, **TWO) == [5, 10, 15, 20]


def test_a_void_round_counts_for_the_count_and_the_change_of_deck__x_18() -> None:
    at = table(GAME, options=TWO | {"count_every": 2})
    void = play_on(at, ANTE, CLOSE, "dealer report wrong-count board")
    assert (void.outcome, events(void, Count)) == ("void", [])
    second = play_on(at)
    assert events(second, Deck)[0].place == "blue"
    assert events(second, Count)


@both_states("7(e)")
def test_a_void_fifth_round_is_counted_at_its_end__x_18(state: str) -> None:
    at = table(GAME, state=state)
    for _ in range(4):
        play_on(at)
    void = at.begin(face_up=[1, 3])  # two lie face up before the stub could be counted
    for action in (ANTE, CLOSE):
        void.act(action)
    counted = one(void.events, Count)
    assert (void.outcome, counted.by, counted.finding) == ("void", "dealer", "X-18")
    assert (counted.rule, counted.count) == (cite(state, "7(e)"), 52)
    assert counted.n > events(void, Collect)[-1].n  # all cards are together
    assert dict(at.begin().layout.situation)["rounds_since_count"] == 0


@pytest.mark.parametrize("options", [{}, TWO])
def test_a_deck_that_comes_for_a_wrong_count_has_been_used_once__x_17(
    options: dict[str, Any],
) -> None:
    at = table(GAME, options={**options, "shuffler_counts": True, "rulings.X-16": "strict"})
    for _ in range(3):
        play_on(at)
    round = play_on(at, ANTE, "dealer report shuffler-count", CLOSE, "1 fold")
    following: dict[str, Any] = {**at.begin().layout.situation}
    if options:  # the other deck came in, which was dealt in rounds 1, 3 and 4
        assert following["rounds_since_count"] == 4
        assert following["uses_since_count"][round.layout.shoe.back] == 3
    else:
        assert following["rounds_since_count"] == 1  # the new deck was dealt in that round


def test_the_deck_that_is_left_counts_by_its_own_uses__x_17() -> None:
    at = table(GAME, options=TWO | {"count_every": 5})
    play_on(at)  # red
    play_on(at)  # blue
    play_on(at, ANTE, CLOSE, "dealer report stub-short")  # red leaves: the report was a count
    alone = []
    for n in range(4, 8):
        round = play_on(at)
        assert round.layout.shoe.back == "blue"
        alone += [n] if any(e.by == "dealer" for e in events(round, Count)) else []
    # Blue is used in rounds 2, 4, 5, 6 and 7: its fifth use precedes the table's fifth round.
    assert alone == [7]


# --- decks that leave, devices that leave: X-26, 12(f) --------------------------------------------


def test_a_removed_deck_is_replaced_through_the_opening__7_e_2() -> None:
    at = table(GAME)
    play_on(at, ANTE, CLOSE, "dealer report stub-short")
    replaced = play_on(at)
    assert [e.kind for e in replaced.events[:10]] == ["deck", *OPENING, "shuffle"]
    assert not events(play_on(at), Inspect)


def test_one_deck_serves_alone_until_the_other_is_replaced__x_26() -> None:
    at = table(GAME, options=TWO)
    play_on(at, ANTE, CLOSE, "dealer report stub-short")
    for _ in range(2):
        alone = events(play_on(at), Deck)[0]
        assert (alone.place, alone.finding) == ("blue", "X-26")
    both = at.begin(situation={"replacement": True})
    for action in (ANTE, CLOSE, "1 fold"):
        both.act(action)
    assert [(e.place, e.kind) for e in of(both.events[1:9], Doing)] == [
        ("red", kind) for kind in OPENING
    ]
    assert events(both, Deck)[-1].place == "red"
    assert events(play_on(at), Deck)[0].place == "blue"


@both_states("12(f)")
def test_a_device_leaves_before_another_method_is_used__12_f(state: str) -> None:
    at = table(GAME, state=state, options={"dealing": "automated-shoe"})
    play_on(at)
    by_hand = house.build(GAME, {"shuffler": "manual"}, state)
    with pytest.raises(Refusal) as early:
        at.change_house(by_hand)
    assert early.value.rule == cite(state, "12(f)")
    assert at.house["dealing"] == "automated-shoe"
    removed = at.change_house(by_hand, devices_removed=True)
    assert [(e.kind, e.place, e.rule) for e in of(removed.events, RemoveDevice)] == [
        ("remove-device", "shuffler", cite(state, "12(f)")),
        ("remove-device", "automated shoe", cite(state, "12(f)")),
    ]
    assert events(play_on(at), Cut)


def test_a_change_waits_for_the_end_of_the_round_and_a_limit_needs_no_removal() -> None:
    at = table(GAME)
    round = at.begin()
    round.act(ANTE)
    richer = house.build(GAME, {"minimum": "25"})
    with pytest.raises(Refusal):
        at.change_house(richer)
    for action in (CLOSE, "1 fold"):
        round.act(action)
    assert at.change_house(richer).events == []
    assert refused(at.begin(), ANTE).finding == "X-09"


def test_without_the_machine_dealing_from_the_hand_is_unlawful__x_20() -> None:
    with pytest.raises(house.HouseError) as error:
        house.build(GAME, {"dealing": "hand", "shuffler": "manual"})
    assert [b.rule for b in error.value.breaches] == ["8(b)(1)"]
