"""Double Down Stud, Section 11, and the irregularities on which the document is silent."""

from __future__ import annotations

from functools import partial

import pytest

from croupier.nouns.cards import DECK
from croupier.stage.events import PUBLIC
from croupier.stage.payments import Return, Void
from croupier.stage.preparing import Cut, Shuffle
from croupier.stage.round import Round
from croupier.stage.vocabulary import Discard, Found, Report, Stub, Turn
from tests.support import events, net, play, refused, result, table

DOC = "double-down-stud.ma"
WAGER, CLOSE, DOUBLE = "1 wager original 10", "dealer close", "1 double 10"
FACE_UP, SEEN = "dealer report face-up-card", "dealer report exposed-draw"
KINGS = "Kc Kd 9h 4s 2c"

dds = partial(play, "double-down-stud")
shuffler = partial(dds, options={"dealing": "shuffler"})


def assert_void(round: Round, rule: str | None, finding: str | None = None) -> None:
    """Assert that all money went back, all cards came together and a shuffle comes next."""
    assert round.outcome == "void"
    assert all(net(round, n) == 0 for n in round.layout.seats)
    (voided,) = events(round, Void)
    assert (voided.rule, voided.finding) == (rule, finding)
    for seat in result(round)["seats"].values():
        assert {w["outcome"] for w in seat["wagers"]} <= {"returned"}
        assert {w["rule"] for w in seat["wagers"]} <= {rule}
        assert seat["hand"] is None
    returned = [e.n for e in events(round, Return)]
    assert round.events[-1].kind == "reshuffle"
    assert all(n < round.events[-1].n for n in returned)
    assert sorted(round.layout.rack) == sorted(DECK)


# --- the hole card: 11(a) -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "11(a)")
def test_a_hole_card_seen_before_the_second_call_voids_all_hands__11_a() -> None:
    round = dds("Kc 3d Kd 9h 4s 2c", WAGER, "2 wager original 20", CLOSE, DOUBLE, seats=2)
    round.act("dealer report hole-card-exposed")
    assert_void(round, "11(a)", "S-21")
    assert [w["wager"] for w in result(round)["seats"]["1"]["wagers"]] == ["original", "double"]
    assert round.game.board(round.layout, PUBLIC)["hole"] == "Kd"  # it has been seen


@pytest.mark.clause(DOC, "11(a)")
def test_the_hole_card_cannot_be_exposed_before_it_lies_there_or_after_the_call__11_a() -> None:
    assert refused(dds(KINGS, WAGER), "dealer report hole-card-exposed").rule == "11(a)"
    over = dds(KINGS, WAGER, CLOSE, "1 pass")
    assert refused(over, "dealer report hole-card-exposed").rule == "9(d)"


# --- face-up cards: 11(b) -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "11(b)")
@pytest.mark.parametrize("place", range(5))
def test_one_face_up_card_is_replaced_by_the_next__11_b(place: int) -> None:
    cards = KINGS.split()
    cards.insert(place, "^8h")
    round = dds(" ".join(cards), WAGER, CLOSE, "1 pass")
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.rule) == ("8h", "11(b)")
    assert round.layout.rack[0] == "8h"
    assert (round.outcome, net(round)) == ("settled", 1000)


@pytest.mark.clause(DOC, "11(b)")
def test_a_face_up_card_reported_before_the_deal__11_b() -> None:
    round = dds(f"8h {KINGS}", WAGER, FACE_UP, CLOSE, "1 pass")
    assert [e.card for e in events(round, Discard)] == ["8h"]
    assert net(round) == 1000


@pytest.mark.clause(DOC, "11(b)")
def test_a_second_face_up_card_voids_all_hands__11_b() -> None:
    round = dds("^8h Kc ^7h Kd 9h 4s 2c", WAGER, CLOSE)
    assert_void(round, "11(b)", "X-14")
    at_once = dds(KINGS, WAGER, FACE_UP, FACE_UP)
    assert_void(at_once, "11(b)", "X-14")
    before_any_wager = dds(KINGS, FACE_UP, SEEN)
    assert_void(before_any_wager, "11(b)", "X-14")


@pytest.mark.clause(DOC, "11(b)")
def test_cards_face_up_apart_are_not_found_together__X_14() -> None:
    simultaneous = partial(dds, options={"rulings.X-14": "simultaneous"})
    apart = simultaneous("^8h Kc ^7h Kd 9h 4s 2c", WAGER, CLOSE, "1 pass")
    assert (apart.outcome, net(apart)) == ("settled", 1000)
    together = simultaneous("Kc ^8h ^7h Kd 9h 4s 2c", WAGER, CLOSE)
    assert_void(together, "11(b)", "X-14")


@pytest.mark.clause(DOC, "11(b)")
def test_a_second_face_up_card_after_the_deal_voids_unless_only_the_deal_counts__S_22() -> None:
    cards, actions = f"8h {KINGS} 7h", (WAGER, FACE_UP, CLOSE, FACE_UP)
    round = dds(cards, *actions)
    assert_void(round, "11(b)", "X-14")
    assert [e.card for e in events(round, Discard)] == ["8h", "7h"]
    deal_only = dds(cards, *actions, "1 pass", options={"rulings.S-22": "deal-only"})
    assert (deal_only.outcome, net(deal_only)) == ("settled", 1000)
    assert deal_only.layout.rack[:2] == ["8h", "7h"]
    late = events(deal_only, Report)[1]
    assert (late.rule, late.finding) == ("11(b)", "S-22")


@pytest.mark.clause(DOC, "11(b)")
def test_one_face_up_card_after_the_deal_changes_nothing__11_b() -> None:
    round = dds(f"{KINGS} 8h", WAGER, CLOSE, FACE_UP, DOUBLE)
    assert (round.outcome, net(round)) == ("settled", 2000)
    assert [e.card for e in events(round, Discard)] == ["8h"]


@pytest.mark.clause(DOC, "11(b)")
def test_face_up_cards_in_the_rest_of_the_deck__S_22() -> None:
    one = dds(f"{KINGS} 3h ^8h", WAGER, CLOSE, "1 pass")
    (found,) = events(one, Found)
    assert (found.card, found.rule, found.finding) == ("8h", "11(b)", "S-22")
    assert (one.outcome, net(one)) == ("settled", 1000)
    for rest in ("^8h 3h ^7h", "^8h ^7h"):
        assert_void(dds(f"{KINGS} {rest}", WAGER, CLOSE, "1 pass"), "11(b)", "X-14")
        ruling = {"rulings.S-22": "deal-only"}
        stands = dds(f"{KINGS} {rest}", WAGER, CLOSE, "1 pass", options=ruling)
        assert (stands.outcome, net(stands)) == ("settled", 1000)


@pytest.mark.clause(DOC, "11(b)")
@pytest.mark.parametrize(
    ("cards", "reading", "outcome"),
    [
        (f"^8h {KINGS} ^7h", "cumulative", "void"),
        (f"^8h {KINGS} ^7h", "simultaneous", "settled"),
        (f"{KINGS} ^8h 3h ^7h", "simultaneous", "void"),  # found in one look
    ],
)
def test_one_in_the_deal_and_one_in_the_rest__X_14_S_22(
    cards: str, reading: str, outcome: str
) -> None:
    round = dds(cards, WAGER, CLOSE, "1 pass", options={"rulings.X-14": reading})
    assert round.outcome == outcome


def test_a_deck_that_runs_out_of_lawful_cards_voids_the_round__X_14() -> None:
    wagers = [f"{n} wager original 5" for n in range(1, 48)]
    apart = " ".join(f"^{card}" if i in (0, 2) else card for i, card in enumerate(DECK))
    options = {"seats": 47, "rulings.X-14": "simultaneous"}
    round = dds(apart, *wagers, CLOSE, seats=47, options=options)
    assert_void(round, "11(b)", "X-14")


@pytest.mark.clause(DOC, "11(b)")
def test_a_full_table_can_spare_one_card__X_12() -> None:
    wagers = [f"{n} wager original 5" for n in range(1, 48)]
    cards = " ".join(["^2c", *DECK[1:]])
    round = dds(cards, *wagers, CLOSE, CLOSE, seats=47, options={"seats": 47})
    assert round.outcome == "settled"
    assert round.layout.shoe.left == 0
    assert not events(round, Stub)
    last = dds(cards, *wagers, CLOSE, seats=47, options={"seats": 47})
    assert refused(last, FACE_UP).rule == "11(b)"  # no card is left that could lie face up


# --- drawn in error: 11(c) ------------------------------------------------------------------------


@pytest.mark.clause(DOC, "11(c)")
def test_a_card_drawn_in_error_and_unseen_is_the_next_card__11_c() -> None:
    drawn = "dealer report drawn-in-error"
    round = dds(KINGS, WAGER, drawn, CLOSE, drawn, "1 pass")
    assert [e.rule for e in events(round, Report)] == ["11(c)", "11(c)"]
    assert not events(round, Discard)
    assert (round.layout.laid["seat 1"].cards, net(round)) == (["Kc"], 1000)


def test_a_card_drawn_in_error_and_seen_is_like_one_face_up__X_15() -> None:
    round = dds(f"8h {KINGS}", WAGER, SEEN, CLOSE, "1 pass")
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.rule, thrown.finding) == ("8h", None, "X-15")
    assert net(round) == 1000
    assert_void(dds(f"8h {KINGS}", WAGER, SEEN, CLOSE, SEEN), "11(b)", "X-14")


# --- wrong counts: 11(d) --------------------------------------------------------------------------


@pytest.mark.clause(DOC, "11(d)")
@pytest.mark.parametrize("who", ["seat 1", "seat 3", "dealer", "board"])
def test_a_wrong_number_of_cards_voids_all_hands__11_d(who: str) -> None:
    round = dds("Kc 3c Kd 9h 4s 2c", WAGER, "3 wager original 10", CLOSE, DOUBLE, seats=3)
    round.act(f"dealer report wrong-count {who}")
    assert_void(round, "11(d)")


@pytest.mark.clause(DOC, "11(d)")
def test_a_wrong_count_needs_cards_to_be_counted__11_d() -> None:
    assert refused(dds(KINGS, WAGER), "dealer report wrong-count dealer").rule == "11(d)"
    round = dds(KINGS, WAGER, CLOSE, seats=2)
    assert refused(round, "dealer report wrong-count seat 2").rule == "11(d)"


# --- devices: 11(e), S-23 -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "11(e)")
def test_a_shuffler_that_fails_shuffles_again__11_e() -> None:
    fault = "dealer report shuffler-fault"
    round = dds(KINGS, WAGER, fault)
    report, again = round.events[-2:]
    assert (report.kind, report.rule) == ("report", "11(e)")
    assert isinstance(again, Shuffle)
    assert (again.rule, again.by) == ("11(e)", "device")
    assert "default" in again.text
    round.act(CLOSE)
    assert refused(round, fault).rule == "11(e)"
    round.act("1 pass")
    assert net(round) == 1000  # the listed cards stand


@pytest.mark.clause(DOC, "11(e)")
def test_the_approved_procedure_is_named__11_e() -> None:
    options = {"approvals.shuffler_fault": "MGC letter 12"}
    round = dds(KINGS, "dealer report shuffler-fault", options=options)
    assert "MGC letter 12" in events(round, Shuffle)[-1].text


@pytest.mark.clause(DOC, "11(e)")
def test_a_fault_concerns_only_the_deck_in_the_device__X_33() -> None:
    options = {"second_deck": True, "cut": True}
    round = dds(KINGS, WAGER, "dealer report shuffler-fault", options=options)
    assert [e.finding for e in round.events[-2:]] == ["X-33", "X-33"]
    assert len(events(round, Cut)) == 1


@pytest.mark.clause(DOC, "11(e)")
def test_a_reshuffled_deck_is_cut_again_and_counted_again__X_14() -> None:
    fault = (WAGER, FACE_UP, "dealer report shuffler-fault")
    round = dds("8h Kc ^7h Kd 9h 4s 2c", *fault, options={"cut": True})
    assert len(events(round, Cut)) == 2
    round.act(CLOSE)
    round.act("1 pass")
    assert (round.outcome, net(round)) == ("settled", 1000)


@pytest.mark.parametrize("actions", [(WAGER,), (WAGER, CLOSE)], ids=["before", "after the deal"])
def test_a_shuffler_that_fails_in_the_deal_voids_the_round__S_23(actions: tuple[str, ...]) -> None:
    round = shuffler(KINGS, *actions, "dealer report shoe-fault")
    assert_void(round, None, "S-23")


def test_a_fault_in_the_deal_ends_with_the_first_decision_and_needs_the_device__S_23() -> None:
    fault = "dealer report shoe-fault"
    round = shuffler("Kc 3c", WAGER, "2 wager original 10", CLOSE, DOUBLE, seats=2)
    assert refused(round, fault).finding == "S-23"
    assert refused(dds(KINGS, WAGER), fault).finding == "S-23"
    assert refused(dds(KINGS, WAGER, CLOSE), fault).finding == "S-23"


# --- what the document is silent about ------------------------------------------------------------


@pytest.mark.clause(DOC, "8(c)")
def test_a_card_dealt_face_down_is_turned_up__S_24() -> None:
    down = "dealer report card-down seat 1"
    round = dds(KINGS, WAGER, CLOSE, down, seats=2)
    turned = events(round, Turn)[0]
    assert (turned.place, turned.cards, turned.finding) == ("seat 1", ("Kc",), "S-24")
    assert refused(round, down).finding == "S-24"  # it lies face up now
    assert refused(round, "dealer report card-down seat 2").finding == "S-24"
    round.act("1 pass")
    assert net(round) == 1000


@pytest.mark.clause(DOC, "8(f)")
def test_a_touch_is_noted_and_changes_nothing__8_f_S_25() -> None:
    touch = "dealer report touched seat 2"
    assert refused(dds(KINGS, WAGER, seats=2), touch).rule == "8(f)"
    round = dds(KINGS, WAGER, CLOSE, touch, touch, seats=2)
    assert [(e.rule, e.finding, e.seat) for e in events(round, Report)] == [("8(f)", "S-25", 2)] * 2
    round.act("1 pass")
    assert net(round) == 1000
    verbs = {sentence.split()[0] for sentence in round.game.grammar.sentences("seat")}
    assert verbs == {"wager", "withdraw", "double", "pass"}  # none of them moves a card


def test_a_void_round_counts_for_the_change_of_deck__X_18() -> None:
    at = table("double-down-stud", options={"second_deck": True})
    backs = []
    for _ in range(3):
        round = at.begin()
        backs.append(round.layout.shoe.back)
        for action in (WAGER, CLOSE, "dealer report hole-card-exposed"):
            round.act(action)
    assert backs == ["red", "blue", "red"]
