"""Red Dog, Section 6, and the irregularities on which the document is silent."""

from __future__ import annotations

from functools import partial

import pytest

from croupier.stage.payments import Return, Void
from croupier.stage.vocabulary import Burn, BurnOmitted, Deal, Discard, Report
from tests.support import events, net, play, refused, result, said, table

DOC = "red-dog.ma"
WAGER, CLOSE = "1 wager original 10", "dealer close"

mid_shoe = partial(play, "red-dog", shoe="mid")


@pytest.mark.clause(DOC, "6(a)")
def test_a_face_up_card_is_not_used__6_a() -> None:
    round = mid_shoe("Kc 4c 9d 5h", WAGER, "dealer report face-up-card", CLOSE, "1 pass")
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.rule) == ("Kc", "6(a)")
    assert round.layout.rack == ["Kc", "4c", "9d", "5h"]
    assert net(round) == 1000


@pytest.mark.clause(DOC, "6(a)")
def test_any_number_of_face_up_cards__6_a_R_19() -> None:
    round = mid_shoe("^Kc 4c ^2c ^3c 9d ^Ah 5h", WAGER, CLOSE, "1 pass")
    assert [e.card for e in events(round, Discard)] == ["Kc", "2c", "3c", "Ah"]
    assert (round.outcome, net(round)) == ("settled", 1000)


@pytest.mark.clause(DOC, "6(a)")
def test_a_face_up_burn_card_and_third_card__6_a() -> None:
    report = "dealer report face-up-card"
    round = play("red-dog", "Kc 2c 4c 9d Qh 5h", WAGER, report, CLOSE, report, "1 pass")
    assert [e.card for e in events(round, Discard)] == ["Kc", "Qh"]
    assert [e.card for e in events(round, Burn)] == ["2c"]
    assert net(round) == 1000


@pytest.mark.clause(DOC, "6(b)")
def test_a_card_drawn_in_error_and_unseen_is_the_next_card__6_b() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, "dealer report drawn-in-error", CLOSE)
    assert round.layout.cards_at("left") == ["4c"]
    round.act("dealer report drawn-in-error")
    round.act("1 pass")
    assert net(round) == 1000
    assert [e.rule for e in events(round, Report)] == ["6(b)", "6(b)"]


def test_a_card_drawn_in_error_and_seen_is_discarded__X_15() -> None:
    round = mid_shoe("Kc 4c 9d 5h", WAGER, "dealer report exposed-draw", CLOSE, "1 pass")
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.finding, thrown.rule) == ("Kc", "X-15", None)
    assert net(round) == 1000


def test_a_card_exposed_after_a_tie_is_not_used_in_the_next_round__R_18() -> None:
    at = table("red-dog")
    tie = at.begin(["2c", "4c", "5d"])
    for action in (WAGER, CLOSE):
        tie.act(action)
    following = at.begin(["Kc", "4c", "9d", "5h"])
    for action in (WAGER, "dealer report exposed-draw", CLOSE, "1 pass"):
        following.act(action)
    assert [e.card for e in events(following, Discard)] == ["Kc"]
    assert net(following) == 1000


# --- the early third card: 6(c) -------------------------------------------------------------------


@pytest.mark.clause(DOC, "6(c)")
@pytest.mark.parametrize("name", ["early-third-card", "exposed-draw"])
def test_an_early_third_card_gives_everybody_the_choice__6_c(name: str) -> None:
    round = mid_shoe(
        "4c 9d 5h Kd",
        "1 wager original 10; 2 wager original 20; 3 wager original 5; dealer close",
        f"1 raise 10; dealer report {name}",
        seats=3,
    )
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.rule, thrown.up) == ("5h", "6(c)", True)
    assert refused(round, "2 raise 20").rule == "6(c)"  # the choice comes first
    round.act("1 void")
    assert net(round, 1) == 0  # original and raise come back before another card
    assert {w["outcome"] for w in result(round)["seats"]["1"]["wagers"]} == {"returned"}
    assert {w["rule"] for w in result(round)["seats"]["1"]["wagers"]} == {"6(c)"}
    round.act("2 play-on")
    round.act("3 play-on")
    assert refused(round, "1 play-on").rule == "6(c)"
    round.act("2 raise 20")
    round.act("3 pass")
    assert round.outcome == "settled"
    assert [net(round, n) for n in (1, 2, 3)] == [0, -4000, -500]
    returned = [e.n for e in events(round, Return)]
    assert max(returned) < next(e.n for e in events(round, Deal) if e.place == "middle")


@pytest.mark.clause(DOC, "6(c)")
def test_all_void_ends_the_round__6_c() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, CLOSE, "dealer report early-third-card", "1 void")
    assert (round.outcome, net(round)) == ("void", 0)
    assert "Raises closed" not in said(round)
    assert round.layout.rack == ["5h", "4c", "9d"]


@pytest.mark.clause(DOC, "6(c)")
def test_a_player_who_does_not_answer_plays_on_and_one_close_ends_both__6_c() -> None:
    round = mid_shoe("4c 9d Kh 5d", WAGER, CLOSE, "dealer report early-third-card", CLOSE)
    assert (round.outcome, net(round)) == ("settled", 1000)


@pytest.mark.clause(DOC, "6(c)")
def test_a_pass_before_the_early_card_does_not_bar_a_raise_after_it__6_c_R_16() -> None:
    wagers = "1 wager original 10; 2 wager original 10; dealer close"
    actions = f"{wagers}; 1 pass; dealer report early-third-card; 1 play-on"
    round = mid_shoe("4c 9d Kh 5d", actions, seats=2)
    round.act("1 raise 10")
    assert refused(round, "1 raise 10").rule == "5(h)"
    round.act("2 void")
    assert [net(round, n) for n in (1, 2)] == [2000, 0]
    frozen = mid_shoe("4c 9d Kh 5d", actions, seats=2, options={"rulings.R-16": "frozen"})
    refusal = refused(frozen, "1 raise 10")
    assert (refusal.rule, refusal.finding) == ("6(c)", "R-16")
    frozen.act("2 play-on")
    assert [net(frozen, n) for n in (1, 2)] == [1000, 1000]


@pytest.mark.clause(DOC, "6(c)")
def test_a_raise_already_made_cannot_be_taken_back__6_c() -> None:
    round = mid_shoe("4c 9d Kh 2d", WAGER, CLOSE)
    assert refused(round, "1 void").rule == "6(c)"  # no card has been exposed
    two = mid_shoe(
        "4c 9d Kh 2d",
        "1 wager original 10; 2 wager original 10; dealer close; 1 raise 10",
        "dealer report early-third-card; 1 play-on; 2 play-on; 2 pass",
        seats=2,
    )
    assert [net(two, n) for n in (1, 2)] == [-2000, -1000]


@pytest.mark.clause(DOC, "6(c)")
def test_it_may_happen_again__6_c_R_17() -> None:
    early = "dealer report early-third-card"
    round = mid_shoe("4c 9d Kh Qh 5d", WAGER, CLOSE, early, early, "1 play-on", "1 raise 10")
    assert [e.card for e in events(round, Discard)] == ["Kh", "Qh"]
    assert net(round) == 2000


def test_the_pair_branch_knows_no_early_third_card__R_15() -> None:
    round = mid_shoe("7c 7d 8h", WAGER, CLOSE)
    assert refused(round, "dealer report early-third-card").rule == "5(j)"
    before = mid_shoe("4c 9d", WAGER)
    assert refused(before, "dealer report early-third-card").rule == "6(c)"


# --- burns and devices ----------------------------------------------------------------------------


@pytest.mark.clause(DOC, "6(d)")
def test_a_forgotten_burn_changes_nothing__6_d() -> None:
    round = play("red-dog", "4c 9d 5h", WAGER, "dealer report missed-burn", CLOSE, "1 pass")
    assert not events(round, Burn)
    assert events(round, BurnOmitted)[0].rule == "6(d)"
    assert net(round) == 1000
    assert refused(mid_shoe("4c"), "dealer report missed-burn").rule == "6(d)"
    once = play("red-dog", "4c", WAGER, "dealer report missed-burn")
    assert refused(once, "dealer report missed-burn").rule == "6(d)"


def test_a_wrong_spread_is_corrected_and_the_cards_govern__R_22() -> None:
    round = mid_shoe("4c 6d 5h", WAGER, CLOSE, "dealer report wrong-spread", "1 pass")
    assert said(round)[:2] == ["The spread is 1", "The spread is 1"]
    assert events(round, Report)[0].finding == "R-22"
    assert net(round) == 5000


@pytest.mark.parametrize(
    ("options", "accepted"),
    [({}, True), ({"shuffler": "manual"}, False), ({"dealing": "continuous"}, True)],
)
def test_a_shuffler_fault_means_another_shuffle__R_21(
    options: dict[str, str], accepted: bool
) -> None:
    round = play("red-dog", "2c 4c 9d 5h", WAGER, options=options)
    if not accepted:
        assert refused(round, "dealer report shuffler-fault").finding == "R-21"
        return
    reported = round.act("dealer report shuffler-fault")
    assert [e.kind for e in reported] == ["report", "shuffle"]
    round.act(CLOSE)
    assert refused(round, "dealer report shuffler-fault").finding == "R-21"
    assert "2c" in round.cards  # listed cards stand


def test_a_shoe_without_a_usable_card_voids_the_round__R_21() -> None:
    round = mid_shoe("4c 9d", WAGER, CLOSE, options={"decks": 1})
    for _ in range(50):
        round.act("dealer report face-up-card")
    round.act("1 pass")
    assert (round.outcome, net(round)) == ("void", 0)
    assert events(round, Void)[0].finding == "R-21"
    assert sorted(round.layout.rack) == sorted(round.layout.shoe.cards)
