"""Red Dog, Sections 1 to 4 and 8: equipment, opening, shuffle, cut, burn, marker, device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from croupier.equipment import shuffle
from croupier.games.red_dog.events import Batch
from croupier.nouns.cards import Card, shoe_of
from croupier.nouns.money import dollars
from croupier.rules import house
from croupier.stage.actions import Refusal
from croupier.stage.preparing import (
    Cut,
    CutByDealer,
    Doing,
    Load,
    Marker,
    OfferCut,
    Reshuffle,
    Shuffle,
)
from croupier.stage.round import Round
from croupier.stage.vocabulary import Burn, CutCard, Deal, Disclose
from tests.support import events, net, of, one, play, refused, said, table

DOC = "red-dog.ma"
WAGER, CLOSE = "1 wager original 10", "dealer close"


def kinds(round: Round) -> list[str]:
    return [event.kind for event in round.events]


# --- equipment: Section 1 -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "1(a)")
def test_at_least_one_deck__1_a() -> None:
    _, breaches, _ = house.examine("red-dog", {"decks": 0})
    assert [(b.key, b.rule) for b in breaches] == [("decks", "1(a)")]
    for decks in (1, 6, 8):
        at = table("red-dog", options={"decks": decks})
        at.begin()
        assert at.shoe is not None
        assert Counter(at.shoe.cards) == Counter(shoe_of(decks))


@pytest.mark.clause(DOC, "1(a)")
@pytest.mark.parametrize(
    ("shuffler", "alike", "unlike"),
    [
        ("automated", ("red", "White", "blue"), ("yellow", "green")),
        ("manual", ("red", "white"), ("yellow", "blue")),
        ("continuous", ("red", "white"), ("yellow", "blue")),
    ],
)
def test_cut_cards_are_told_from_backs_and_edges__1_a(
    shuffler: str, alike: tuple[str, ...], unlike: tuple[str, ...]
) -> None:
    """Backs are red, blue for a second batch. Edges are white."""
    for colour in alike:
        _, breaches, _ = house.examine("red-dog", {"shuffler": shuffler, "cover_card": colour})
        assert [(b.key, b.rule) for b in breaches] == [("cover_card", "1(a)")]
    for colour in unlike:
        assert not house.examine("red-dog", {"shuffler": shuffler, "cover_card": colour})[1]


@pytest.mark.clause(DOC, "1(c)")
def test_cards_are_dealt_from_a_shoe__1_c() -> None:
    _, breaches, _ = house.examine("red-dog", {"dealing": "hand"})
    assert [(b.key, b.rule) for b in breaches] == [("dealing", "1(c)")]
    (load,) = events(play("red-dog", "4c"), Load)
    assert "1(c)" in load.also


# --- opening: Section 2 ---------------------------------------------------------------------------


@pytest.mark.clause(DOC, "2(b)", "2(c)")
def test_the_opening_goes_in_the_written_order__2_b_2_c() -> None:
    opening = table("red-dog", options={"shuffler": "manual"}).open()
    assert opening.over
    assert [(e.kind, e.rule, e.by) for e in of(opening.events, Doing)] == [
        ("receive", "2(a)", "dealer"),
        ("inspect", "2(b)", "dealer"),
        ("verify", "2(b)", "floorperson"),
        ("spread", "2(b)", "dealer"),
        ("view", "2(b)", "player"),
        ("face-down", "2(c)", "dealer"),
        ("wash", "2(c)", "dealer"),
        ("stack", "2(c)", "dealer"),
    ]


@pytest.mark.clause(DOC, "2(d)", "2(d)(1)", "2(d)(2)")
def test_a_shuffling_device_works_with_two_batches__2_d() -> None:
    opening = table("red-dog").open()
    assert kinds(opening)[0] == "batches" and opening.events[0].rule == "2(d)(1)"
    assert Counter(e.place for e in of(opening.events, Doing) if e.place) == {"red": 8, "blue": 8}
    _, breaches, _ = house.examine("red-dog", {"shuffler": "by-magic"})
    assert [b.rule for b in breaches] == ["2(d)"]


@pytest.mark.clause(DOC, "2(d)(3)", "2(d)(4)", "2(d)(5)")
def test_batches_alternate_shoe_by_shoe_and_only_one_is_in_the_rack__2_d_4() -> None:
    at = table("red-dog", options={"shuffle_after_round": "always"})
    backs = []
    for _ in range(4):
        round = at.begin(["4c", "4d", "5h"])
        (batch,) = events(round, Batch)
        assert batch.rule == "2(d)(4)" and "2(d)(5)" in batch.also
        assert "2(d)(3)" in events(round, Shuffle)[0].also
        backs.append(batch.place)
        for action in (WAGER, CLOSE):
            round.act(action)
        at.finish()
        assert at.rack == ["4c", "4d", "5h"]  # no card of the earlier batch
    assert backs == ["red", "blue", "red", "blue"]


# --- shuffle: 3(a), 3(f) --------------------------------------------------------------------------


@pytest.mark.clause(DOC, "3(a)")
def test_cards_are_shuffled_for_every_shoe_and_not_between__3_a() -> None:
    at = table("red-dog", options={"decks": 1})
    shuffles = []
    for _ in range(20):
        round = at.begin()
        shuffles.append(len(events(round, Shuffle)))
        for action in (WAGER, CLOSE):
            round.act(action)
        if not round.over:
            round.act("1 pass")
    assert shuffles[0] == 1 and 1 <= sum(shuffles[1:]) <= 3
    at.finish()
    at.reshuffle()  # the house may do so after any round
    assert len(events(at.begin(), Shuffle)) == 1


@pytest.mark.clause(DOC, "3(a)")
def test_the_house_may_shuffle_after_every_round__3_a() -> None:
    round = play("red-dog", "2c 4c 5d", WAGER, CLOSE, options={"shuffle_after_round": "always"})
    last = round.events[-1]
    assert isinstance(last, Reshuffle) and last.rule == "3(a)"
    assert last.text == "the house shuffles after every round"


@pytest.mark.clause(DOC, "3(a)")
def test_preshuffled_cards_are_not_shuffled_again__3_a() -> None:
    at = table("red-dog", options={"preshuffled": True})
    at.open()
    first = at.begin()
    assert "preshuffled" in kinds(first) and "shuffle" not in kinds(first)
    later = play("red-dog", "2c", options={"preshuffled": True}, shoe="new")
    assert "shuffle" in kinds(later)


@pytest.mark.clause(DOC, "3(f)", "3(f)(1)", "3(f)(2)", "3(f)(3)", "3(f)(4)", "3(f)(5)")
def test_a_shuffle_by_hand_takes_the_written_steps__3_f() -> None:
    options = {"shuffler": "manual"}
    round = play("red-dog", "2c", options=options)
    steps = [(e.kind, e.rule) for e in round.events if (e.rule or "").startswith("3(f)")]
    assert steps[0] == ("plug", "3(f)(1)")
    order = [kind for kind, _ in steps]
    assert order[: order.index("strip")].count("riffle") >= 2
    (cut,) = events(round, Cut)
    assert "3(f)(5)" in cut.also and cut.n > max(e.n for e in round.events if e.kind in order)
    at = table("red-dog", options=options)
    at.open()
    assert "plug" not in kinds(at.begin())  # nothing is left unused before the first shoe


@pytest.mark.parametrize(
    "step", [shuffle.riffle, shuffle.turn, shuffle.strip, shuffle.wash, shuffle.ideal_shuffle]
)
def test_every_step_keeps_all_cards(step: Callable[[list[Card], Random], list[Card]]) -> None:
    cards = shoe_of(2)
    mixed = step(cards, Random(3))
    assert Counter(mixed) == Counter(cards) and mixed != cards


def test_a_riffle_keeps_the_order_within_its_two_piles__3_f_2() -> None:
    mixed = shuffle.riffle(range(100), Random(1))
    rising = 1 + sum(mixed.index(i) > mixed.index(i + 1) for i in range(99))
    assert rising <= 2  # one riffle leaves at most two rising sequences
    again = shuffle.riffle(mixed, Random(2))
    assert 2 < 1 + sum(again.index(i) > again.index(i + 1) for i in range(99)) <= 4


def test_a_strip_reverses_packets__3_f_4() -> None:
    stripped = shuffle.strip(list(range(12)), Random(1), packets=(4, 4))
    assert stripped == [*range(8, 12), *range(4, 8), *range(4)]


def test_the_plug_spreads_the_unused_cards__3_f_1() -> None:
    plugged = shuffle.plug(range(100), range(100, 140), Random(5))
    places = [plugged.index(i) for i in range(100, 140)]
    assert max(places) - min(places) > 45  # not in one block
    assert [c for c in plugged if c < 100] == list(range(100))


def test_a_strip_before_two_riffles_is_refused__3_f_4() -> None:
    with pytest.raises(shuffle.ShuffleError, match=r"3\(f\)\(4\)"):
        shuffle.manual_shuffle(range(52), Random(1), ("riffle", "strip"))


def test_the_physical_shuffle_mixes_worse_than_the_ideal_one() -> None:
    """After one riffle the top card is still near the top. After all steps it can be anywhere."""
    random = Random(11)
    once = [shuffle.riffle(range(52), random).index(0) for _ in range(400)]
    whole = [shuffle.manual_shuffle(range(52), random).index(0) for _ in range(400)]
    assert max(once) < 12 and max(whole) > 45


# --- cut: 3(b) to 3(e) ----------------------------------------------------------------------------


@pytest.mark.clause(DOC, "3(b)")
def test_the_house_may_have_the_dealer_cut__3_b() -> None:
    round = play("red-dog", "2c", seats=3, options={"cut_by": "dealer"})
    assert not events(round, OfferCut)
    assert (events(round, CutByDealer)[0].rule, events(round, Cut)[0].by) == (
        "3(b)",
        "dealer",
    )


@pytest.mark.clause(DOC, "3(c)")
def test_the_cut_is_offered_from_the_far_right_counterclockwise__3_c() -> None:
    def offers(**situation: Any) -> list[tuple[int | None, str | None]]:
        round = play("red-dog", "2c", seats={2: 500, 4: 500, 7: 500}, **situation)
        return [(e.seat, e.outcome) for e in events(round, OfferCut)]

    assert offers() == [(7, "accepted")]
    assert offers(cut_declined=[7]) == [(7, "declined"), (4, "accepted")]
    assert offers(first_shoe=True, first_player=4) == [(4, "accepted")]
    assert offers(first_shoe=True, first_player=4, cut_declined=[4, 2]) == [
        (4, "declined"),
        (2, "declined"),
        (7, "accepted"),
    ]


@pytest.mark.clause(DOC, "3(c)")
def test_the_dealer_cuts_when_nobody_accepts__3_c() -> None:
    round = play("red-dog", "2c", seats=2, cut_declined=[1, 2])
    (cut,) = events(round, Cut)
    assert (cut.seat, cut.by) == (None, "dealer")


@pytest.mark.clause(DOC, "3(d)")
@pytest.mark.parametrize(
    ("decks", "low", "high"), [(6, 52, 260), (3, 52, 104), (2, 52, 52), (1, 10, 42)]
)
def test_the_cut_is_a_deck_from_either_end__3_d_R_01(decks: int, low: int, high: int) -> None:
    options = {"decks": decks}
    for at in (low, high):
        (cut,) = events(play("red-dog", "2c", options=options, cut_at=at), Cut)
        assert (cut.count, cut.rule, cut.finding) == (at, "3(d)", "R-01" if decks == 1 else None)
    for at in (low - 1, high + 1):
        with pytest.raises(Refusal) as caught:
            play("red-dog", "2c", options=options, cut_at=at)
        assert caught.value.rule == "3(d)"


def test_one_deck_is_refused_under_the_strict_reading__R_01() -> None:
    strict = {"decks": 1, "rulings.R-01": "refuse"}
    _, breaches, _ = house.examine("red-dog", strict)
    assert [(b.key, b.rule, b.finding) for b in breaches] == [("decks", "3(d)", "R-01")]
    assert not house.examine("red-dog", {**strict, "dealing": "continuous"})[1]
    _, _, warnings = house.examine("red-dog", {"decks": 1})
    assert [w.finding for w in warnings] == ["R-01"]


@pytest.mark.clause(DOC, "3(d)")
@pytest.mark.parametrize(("share", "behind"), [("0.25", 78), ("0.2", 62), ("0.3", 94)])
def test_the_cut_card_goes_in_about_a_quarter_from_the_back__3_d_R_07(
    share: str, behind: int
) -> None:
    round = play("red-dog", "2c", options={"marker_from_back": share})
    assert events(round, Marker)[0].count == behind
    assert round.layout.shoe.marker == 312 - behind
    _, breaches, _ = house.examine("red-dog", {"marker_from_back": "0.5"})
    assert [b.rule for b in breaches] == ["3(d)"]


@pytest.mark.clause(DOC, "3(e)")
@pytest.mark.parametrize(("by", "cutter"), [("same", 3), ("next", 2)])
def test_a_supervisor_may_order_a_recut_before_the_first_card__3_e(by: str, cutter: int) -> None:
    round = play("red-dog", "2c 4c 9d", WAGER, seats=3, options={"recut_by": by})
    ordered = round.act("floor recut")
    assert [(e.kind, e.rule) for e in ordered] == [
        ("recut", "3(e)"),
        ("cut", "3(d)"),
        ("marker", "3(d)"),
        ("load", "3(d)"),
    ]
    assert one(ordered, Cut).seat == cutter
    round.act(CLOSE)
    assert refused(round, "floor recut").rule == "3(e)"
    assert refused(play("red-dog", "4c", shoe="mid"), "floor recut").rule == "3(e)"


# --- burn: 4(a) -----------------------------------------------------------------------------------


@pytest.mark.clause(DOC, "4(a)")
def test_a_new_shoe_burns_its_first_card_face_down__4_a() -> None:
    round = play("red-dog", "2c 4c 9d 5h", WAGER, CLOSE)
    (burn,) = events(round, Burn)
    assert (burn.card, burn.rule) == ("2c", "4(a)")
    assert burn.shown_to("public")["card"] == "??" == burn.shown_to("seat:1")["card"]
    assert burn.shown_to("surveillance")["card"] == "2c"
    assert round.layout.cards_at("left") == ["4c"]
    assert not events(play("red-dog", "4c 9d", WAGER, CLOSE, shoe="mid"), Burn)


@pytest.mark.clause(DOC, "4(a)")
@pytest.mark.parametrize(
    ("shoe", "reading", "burns"),
    [("mid", "one", 1), ("new", "one", 1), ("new", "two", 2), ("mid", "two", 1)],
)
def test_a_new_dealer_burns_a_card__4_a_R_09(shoe: str, reading: str, burns: int) -> None:
    round = play(
        "red-dog",
        "2c 3c 4c 9d 5h",
        "1 wager original 10; dealer close",
        shoe=shoe,
        new_dealer=True,
        options={"rulings.R-09": reading},
    )
    assert len(events(round, Burn)) == burns


@pytest.mark.clause(DOC, "4(a)")
def test_a_new_dealer_at_a_table_burns_once__4_a() -> None:
    at = table("red-dog")
    round = at.begin(["2c", "4c", "4d", "4h"])
    for action in (WAGER, CLOSE):
        round.act(action)
    at.finish()
    at.new_dealer()
    burns = []
    for _ in range(2):
        round = at.begin()
        for action in (WAGER, CLOSE):
            round.act(action)
        if not round.over:
            round.act("1 pass")
        burns.append(len(events(round, Burn)))
    assert burns == [1, 0]


@pytest.mark.clause(DOC, "4(a)")
def test_a_new_dealer_between_the_last_card_and_the_next_round_is_not_forgotten__4_a() -> None:
    at = table("red-dog")
    round = at.begin(["2c", "4c", "4d", "4h"])
    for action in (WAGER, CLOSE):
        round.act(action)
    assert round.over
    at.new_dealer()  # the round is over, but the table is not cleared yet
    at.finish()
    following = at.begin()
    assert not events(following, Shuffle)  # the shoe stands
    for action in (WAGER, CLOSE):
        following.act(action)
    assert [e.rule for e in events(following, Burn)] == ["4(a)"]
    if not following.over:
        following.act("1 pass")
    third = at.begin()
    for action in (WAGER, CLOSE):
        third.act(action)
    assert not events(third, Burn)  # only once


@pytest.mark.clause(DOC, "3(a)")
def test_a_reshuffle_between_the_last_card_and_the_next_round_is_not_forgotten__3_a() -> None:
    at = table("red-dog")
    round = at.begin(["2c", "4c", "4d", "4h"])
    for action in (WAGER, CLOSE):
        round.act(action)
    assert round.over
    at.reshuffle()
    at.finish()
    assert [e.rule for e in events(at.begin(), Shuffle)] == ["3(a)"]


@pytest.mark.clause(DOC, "4(a)")
def test_the_burn_card_is_shown_to_the_table_if_asked__4_a_R_10() -> None:
    round = play("red-dog", "2c 4c 9d 5h", WAGER, seats=2)
    round.act("2 ask burn")
    round.act(CLOSE)
    (shown,) = events(round, Disclose)
    assert shown.shown_to("public")["card"] == "2c"
    late = refused(round, "1 ask burn")  # the first card is out
    assert (late.rule, late.finding) == (None, "R-10")
    assert refused(play("red-dog", "4c", shoe="mid"), "1 ask burn").rule == "4(a)"
    unasked = play("red-dog", "2c 4c 9d 5h", WAGER, CLOSE)
    assert not events(unasked, Disclose)


# --- the cut card comes: 5(k) ---------------------------------------------------------------------


@pytest.mark.clause(DOC, "5(k)")
def test_the_round_is_finished_when_the_cut_card_comes_then_reshuffled__5_k() -> None:
    at = table("red-dog")
    round = at.begin(["4c", "9d", "5h"], situation={"shoe": "mid", "marker": 2})
    for action in (WAGER, CLOSE, "1 pass"):
        round.act(action)
    assert net(round) == 1000
    (seen,) = events(round, CutCard)
    assert seen.rule == "5(k)" and seen.n < next(
        e.n for e in events(round, Deal) if e.place == "middle"
    )
    assert (round.events[-1].kind, round.events[-1].rule) == ("reshuffle", "5(k)")
    assert events(at.begin(), Shuffle)


def test_a_marker_behind_the_rounds_last_card_is_not_reached__5_k() -> None:
    round = play("red-dog", "4c 9d 5h", WAGER, CLOSE, "1 pass", shoe="mid", marker=3)
    assert not events(round, CutCard) and not events(round, Reshuffle)


@pytest.mark.clause(DOC, "5(k)")
@pytest.mark.parametrize("reading", ["play-one-more", "reshuffle-now"])
def test_the_cut_card_before_the_first_card__5_k_R_08(reading: str) -> None:
    round = play(
        "red-dog",
        "2c 4c 9d 5h",
        "1 wager original 10; dealer close; 1 pass",
        shoe="mid",
        marker=0,
        options={"rulings.R-08": reading},
    )
    now = reading == "reshuffle-now"
    assert bool(events(round, Shuffle)) is now and bool(events(round, Burn)) is now
    assert (round.events[-1].kind == "reshuffle") is not now
    assert events(round, CutCard)[0].rule == "5(k)"


def test_a_shoe_that_stands_at_its_marker_is_played_or_reshuffled__R_08() -> None:
    for reading, shuffled in (("play-one-more", False), ("reshuffle-now", True)):
        at = table("red-dog", options={"rulings.R-08": reading})
        first = at.begin(["2c", "4c", "4d", "4h"], situation={"marker": 4})
        for action in (WAGER, CLOSE):
            first.act(action)
        assert bool(events(at.begin(), Shuffle)) is shuffled


# --- continuous device: 8 -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "8")
def test_a_continuous_device_replaces_shuffle_cut_burn_and_marker__8() -> None:
    continuous = {"dealing": "continuous"}
    round = play("red-dog", "4c 9d 5h", WAGER, CLOSE, "1 pass", options=continuous, new_dealer=True)
    assert [e.rule for e in events(round, Shuffle)] == ["8"]
    for absent in ("cut", "burn", "marker", "load", "riffle"):
        assert absent not in kinds(round)
    assert (round.events[-1].kind, round.events[-1].rule) == ("refeed", "8")
    assert said(round)[0] == "The spread is 4"
    assert refused(play("red-dog", "4c", options=continuous), "1 ask burn").rule == "4(a)"


@pytest.mark.clause(DOC, "8")
def test_a_continuous_device_needs_approval_and_does_both__8() -> None:
    built, _, warnings = house.examine("red-dog", {"dealing": "continuous"})
    assert built["shuffler"] == "continuous"
    assert [(w.key, w.rule) for w in warnings] == [("approvals.continuous", "8")]
    approved = {"shuffler": "continuous", "approvals.continuous": "letter of 3 May"}
    assert house.examine("red-dog", approved)[2] == []
    _, breaches, _ = house.examine("red-dog", {"dealing": "continuous", "shuffler": "manual"})
    assert [b.rule for b in breaches] == ["8"]


def test_a_continuous_device_has_all_cards_again_in_every_round__R_26() -> None:
    at = table("red-dog", options={"dealing": "continuous", "decks": 1})
    for _ in range(30):  # far more cards than one deck has
        round = at.begin(["4c", "9d", "5h"])
        for action in (WAGER, CLOSE, "1 pass"):
            round.act(action)
        assert net(round) == 1000, dollars(net(round))


def test_a_marker_given_for_a_shoe_that_is_exchanged_is_gone__R_08() -> None:
    at = table("red-dog", options={"rulings.R-08": "reshuffle-now"})
    first = at.begin(["2c", "4c", "4d", "4h"], situation={"marker": 4})
    for action in (WAGER, CLOSE):
        first.act(action)
    fresh = at.begin(situation={"marker": 0})
    assert events(fresh, Shuffle) and fresh.layout.shoe.marker == 312 - 78


def test_a_record_may_say_which_batch_came_in__2_d_4() -> None:
    assert events(play("red-dog", "2c", back="blue"), Batch)[0].place == "blue"
