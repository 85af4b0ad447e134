"""Double Cross Poker, Section 12 and 7(e)(2): irregularities and how they are ruled on."""

from __future__ import annotations

import pytest

from croupier.games import load
from croupier.games.double_cross_poker.events import Correct
from croupier.stage.events import PUBLIC
from croupier.stage.payments import Void
from croupier.stage.preparing import Deck, Inspect, RemoveDeck
from croupier.stage.round import Round
from croupier.stage.vocabulary import Discard, Found, Report, TurnCard
from tests.clauses.double_cross import (
    ANTE,
    CLOSE,
    GAME,
    PLAYER,
    both_states,
    cite,
    deck,
    kinds,
    play_double_cross,
    wager,
)
from tests.support import events, net, of, one, refused

SIDE = "1 wager three-card 5"
SHOE = {"dealing": "automated-shoe"}
TWO_SEATS = (ANTE, SIDE, "2 wager ante 20", "2 wager three-card 5", CLOSE)


def two_seats(*actions: str, state: str = "ma", options: dict[str, str] | None = None) -> Round:
    """Play a round in which seat 1 has paid aces and seat 2 nothing.

    Both side wagers are settled unless other actions are given.
    """
    cards = deck("As Ad", "8s 6d")
    said = (*TWO_SEATS, *(actions or ("1 expose", "2 keep")))
    return play_double_cross(cards, *said, state=state, options=options, seats=2)


def void(round: Round, rule: str | None, finding: str | None = None) -> None:
    """Assert that a rule voided the round: money returned, cards together and shuffled again."""
    assert round.outcome == "void"
    assert all(seat.net == 0 for seat in round.layout.seats.values())
    stated = events(round, Void)[0]
    assert (stated.rule, stated.finding) == (rule, finding)
    assert len(round.layout.rack) + round.layout.shoe.left == 52 and not round.layout.felt
    assert kinds(round)[-1] in ("reshuffle", "remove-deck")


# --- cards in the deck: 12(a), 12(b) --------------------------------------------------------------


@both_states("12(a)")
def test_a_face_up_card_is_not_used_and_a_second_voids__12_a(state: str) -> None:
    rule = cite(state, "12(a)")
    once = play_double_cross(
        "As ^5h Kd 2c 3d Jc 7h Tc 9c 4s", ANTE, CLOSE, "1 raise vertical", state=state
    )
    assert [(e.card, e.rule) for e in events(once, Discard)] == [("5h", rule)]
    assert once.layout.laid["seat 1"].cards == ["As", "Kd"]
    assert (net(once), once.outcome) == (3000, "settled")
    void(play_double_cross("As ^5h Kd 2c ^6h 3d", ANTE, SIDE, CLOSE, state=state), rule, "X-14")


@both_states("12(a)")
def test_a_face_up_card_may_be_reported_before_the_deal__12_a(state: str) -> None:
    rule = cite(state, "12(a)")
    round = play_double_cross("5h As Kd", ANTE, "dealer report face-up-card", state=state)
    assert events(round, Report)[0].rule == rule
    round.act(CLOSE)
    assert (events(round, Discard)[0].card, round.layout.laid["seat 1"].cards) == (
        "5h",
        ["As", "Kd"],
    )
    again = play_double_cross("", ANTE, *["dealer report face-up-card"] * 2, state=state)
    void(again, rule, "X-14")


@pytest.mark.parametrize(
    ("reading", "cards", "outcome"),
    [
        ("cumulative", "As ^5h Kd ^6h 2c", "void"),
        ("simultaneous", "As ^5h Kd ^6h 2c", "open"),
        ("simultaneous", "As ^5h ^6h Kd 2c", "void"),
    ],
)
def test_more_than_one_at_once_or_over_the_round__x_14(
    reading: str, cards: str, outcome: str
) -> None:
    round = play_double_cross(cards, ANTE, CLOSE, options={"rulings.X-14": reading})
    assert round.outcome == outcome


def test_a_full_table_that_runs_out_of_cards_is_void__x_12_x_14() -> None:
    antes = [f"{n} wager ante 5" for n in range(1, 23)]
    spread = " ".join(f"^{r}h {r}s" for r in "234")
    round = play_double_cross(
        spread, *antes, CLOSE, seats=22, options={"seats": "22", "rulings.X-14": "simultaneous"}
    )
    void(round, "12(a)", "X-14")


@both_states("12(b)")
def test_a_card_drawn_in_error_unseen_is_the_next_card__12_b(state: str) -> None:
    round = play_double_cross(deck(), ANTE, "dealer report drawn-in-error", CLOSE, state=state)
    assert events(round, Report)[0].rule == cite(state, "12(b)")
    assert round.layout.laid["seat 1"].cards == PLAYER.split()
    none_left = refused(round, "dealer report drawn-in-error")
    assert none_left.rule == cite(state, "12(b)")


def test_a_card_drawn_in_error_and_seen_is_like_a_face_up_one__x_15() -> None:
    round = play_double_cross("5h As Kd", ANTE, "dealer report exposed-draw", CLOSE)
    assert [(e.card, e.rule, e.finding) for e in events(round, Discard)] == [("5h", None, "X-15")]
    mixed = ("dealer report exposed-draw", "dealer report face-up-card")
    void(play_double_cross("", ANTE, *mixed), "12(a)", "X-14")
    assert refused(round, "dealer report exposed-draw").finding == "X-15"


def test_a_face_up_card_in_the_stub_changes_nothing__d_28() -> None:
    found = play_double_cross(f"{deck()} ^5h", ANTE, CLOSE)
    assert [e.finding for e in events(found, Found)] == ["D-28"]
    for _ in range(2):
        reported = found.act("dealer report face-up-card")
        assert [e.finding for e in reported] == ["D-28"]
    found.act("1 raise vertical")
    assert (found.outcome, net(found)) == ("settled", 3000)


def test_a_face_up_card_in_a_packet_is_replaced_by_the_next__x_21() -> None:
    round = play_double_cross("As ^5h Kd 2c 3d Jc ^6h", ANTE, CLOSE, options=SHOE)
    discards = events(round, Discard)
    assert [(e.card, e.rule, e.finding) for e in discards] == [
        ("5h", "12(a)", "X-21"),
        ("6h", "12(a)", None),  # the cross is dealt from the hand
    ]
    assert round.outcome == "void"


# --- wrong numbers: 12(c), 7(e)(2) ----------------------------------------------------------------


@both_states("12(c)")
@pytest.mark.parametrize("where", ["seat 1", "seat 2", "board"])
def test_a_wrong_number_of_cards_voids_all_hands__12_c(state: str, where: str) -> None:
    void(two_seats(f"dealer report wrong-count {where}", state=state), cite(state, "12(c)"))
    assert refused(two_seats(state=state), "dealer report wrong-count seat 5").rule == cite(
        state, "12(c)"
    )


@pytest.mark.parametrize("reading", ["void", "correct"])
@both_states("7(e)(2)")
def test_a_wrong_number_before_the_dealer__7_e_2_d_21(state: str, reading: str) -> None:
    round = two_seats(
        "dealer report wrong-count dealer", state=state, options={"rulings.D-21": reading}
    )
    if reading == "void":
        void(round, cite(state, "7(e)(2)"), "D-21")
    else:
        assert [e.finding for e in events(round, Correct)] == ["D-21"]
        assert round.outcome == "open"


@both_states("7(e)(2)")
def test_a_wrong_stub_that_was_misdealt_voids_and_keeps_the_deck__7_e_2(state: str) -> None:
    round = two_seats("dealer report stub-short misdealt", state=state)
    void(round, cite(state, "7(e)(2)"))
    assert kinds(round)[-1] == "reshuffle"


@both_states("7(e)(2)")
def test_a_wrong_stub_that_was_not_misdealt_voids_and_removes_the_deck__7_e_2(state: str) -> None:
    round = two_seats("dealer report stub-short", state=state)
    void(round, cite(state, "7(e)(2)"))
    assert (round.events[-1].kind, round.events[-1].rule) == ("remove-deck", cite(state, "7(e)(2)"))


def test_misdealt_and_not_52_voids_and_removes_the_deck__d_22() -> None:
    round = two_seats("dealer report stub-short both")
    void(round, None, "D-22")
    assert kinds(round)[-1] == "remove-deck"


@pytest.mark.parametrize(
    ("reading", "nets", "outcomes"),
    [
        ("entire-round", [0, 0], ["returned", "returned", "returned", "returned"]),
        ("unsettled-only", [500, -500], ["win", "returned", "lose", "returned"]),
    ],
)
def test_what_was_settled_before_a_void_is_undone_or_stands__x_02(
    reading: str, nets: list[int], outcomes: list[str]
) -> None:
    round = two_seats(
        "1 expose", "2 keep", "dealer report wrong-count board", options={"rulings.X-02": reading}
    )
    assert [net(round, n) for n in (1, 2)] == nets
    became = [wager(round, name, n)[0] for n in (1, 2) for name in ("three-card", "ante")]
    assert became == outcomes


@pytest.mark.parametrize(("reading", "lost"), [("entire-round", 0), ("unsettled-only", -1500)])
def test_a_fold_before_a_void_is_undone_or_stands__x_02(reading: str, lost: int) -> None:
    round = two_seats(
        "1 keep", "2 keep", "1 fold", "dealer report stub-short", options={"rulings.X-02": reading}
    )
    assert net(round) == lost
    assert net(round, 2) == (0 if lost == 0 else -500)


# --- devices: 7(f), 12(d), 12(e) ------------------------------------------------------------------


@both_states("12(d)")
def test_a_shuffler_that_fails_shuffles_again__12_d(state: str) -> None:
    round = play_double_cross(deck(), ANTE, "dealer report shuffler-fault", state=state)
    assert [e.rule for e in round.events[-2:]] == [cite(state, "12(d)")] * 2
    assert round.events[-1].kind == "shuffle"
    round.act(CLOSE)
    assert round.layout.laid["seat 1"].cards == PLAYER.split()
    assert refused(round, "dealer report shuffler-fault").rule == cite(state, "12(d)")
    by_hand = play_double_cross(deck(), ANTE, state=state, options={"shuffler": "manual"})
    assert refused(by_hand, "dealer report shuffler-fault").rule == cite(state, "12(d)")


def test_a_fault_with_two_decks_touches_the_one_in_the_device__x_33() -> None:
    round = play_double_cross(
        deck(), ANTE, "dealer report shuffler-fault", options={"second_deck": "true"}
    )
    assert round.events[-1].finding == "X-33"


@both_states("7(f)")
def test_a_device_that_counts_other_than_52_has_the_deck_removed_before_the_deal__7_f(
    state: str,
) -> None:
    options = {"shuffler_counts": "true"}
    round = play_double_cross(
        deck(), ANTE, "dealer report shuffler-count", state=state, options=options
    )
    removed = events(round, RemoveDeck)[0]
    assert (removed.rule, removed.place) == (cite(state, "7(f)"), "red")
    assert events(round, Inspect) and net(round) == -1000  # another deck; the wagers stand (D-24)
    round.act(CLOSE)
    round.act("1 raise vertical")
    assert (round.outcome, net(round)) == ("settled", 3000)
    plain = play_double_cross(deck(), ANTE, state=state)
    assert refused(plain, "dealer report shuffler-count").rule == cite(state, "7(f)")


def test_with_two_decks_the_other_one_comes_in__7_f_x_26() -> None:
    options = {"shuffler_counts": "true", "second_deck": "true"}
    round = play_double_cross(deck(), ANTE, "dealer report shuffler-count", options=options)
    incoming = events(round, Deck)[-1]
    assert (incoming.place, incoming.finding) == ("blue", "X-26")
    assert load(GAME).carry(round.layout)["deck_removed"] == "red"


@both_states("12(e)")
@pytest.mark.parametrize("said", [(ANTE,), (ANTE, SIDE, CLOSE), (ANTE, SIDE, CLOSE, "1 expose")])
def test_a_shoe_that_fails_voids_the_round_until_the_first_decision__12_e(
    state: str, said: tuple[str, ...]
) -> None:
    round = play_double_cross(
        deck("As Ad"), *said, "dealer report shoe-fault", state=state, options=SHOE
    )
    void(round, cite(state, "12(e)"))
    assert (round.events[-1].kind, round.events[-1].rule) == ("reshuffle", cite(state, "12(e)"))


def test_after_the_first_decision_or_without_such_a_shoe_it_cannot_fail__d_40() -> None:
    decided = two_seats("1 keep", "2 keep", "1 fold", options=SHOE)
    assert refused(decided, "dealer report shoe-fault").rule == "12(e)"
    assert refused(two_seats(), "dealer report shoe-fault").rule == "12(e)"


# --- what the document does not foresee: D-17, D-27 -----------------------------------------------


@pytest.mark.parametrize("where", ["dealer", "board"])
@pytest.mark.parametrize("reading", ["void-if-dealer-or-board", "play-on"])
def test_a_hidden_card_exposed_by_accident__d_27(reading: str, where: str) -> None:
    round = two_seats(f"dealer report exposed-card {where}", options={"rulings.D-27": reading})
    if reading == "play-on":
        shown = round.view(PUBLIC)["felt"]
        assert (shown["dealer"], shown["left"]) == (
            (["2c", "??"], ["??"]) if where == "dealer" else (["??", "??"], ["Jc"])
        )
        assert round.outcome == "open"
    else:
        void(round, None, "D-27")


@pytest.mark.parametrize("report", ["exposed-card", "player-exposed"])
def test_a_players_card_exposed_is_open_and_play_goes_on__d_27(report: str) -> None:
    round = two_seats(f"dealer report {report} seat 2")
    assert events(round, TurnCard)[0].finding == "D-27"
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["8s", "??"]
    round.act(f"dealer report {report} seat 2")
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["8s", "6d"]
    assert refused(round, f"dealer report {report} seat 2").finding == "D-27"
    assert refused(round, f"dealer report {report} seat 4").finding == "D-27"
    assert round.outcome == "open"


@both_states("10(g)(1)")
def test_the_chips_govern_where_words_and_chips_disagree__10_g_1_d_17(state: str) -> None:
    round = two_seats("1 expose", "2 keep", state=state)
    refusal = refused(round, "dealer report axis-conflict seat 1")
    assert (refusal.rule, refusal.finding) == (cite(state, "10(g)(1)"), "D-17")
    round.act("1 raise vertical")
    noted = one(round.act("dealer report axis-conflict seat 1"), Report)
    assert (noted.rule, noted.finding, noted.place) == (cite(state, "10(g)(1)"), "D-17", "vertical")
    round.act("2 fold")
    assert round.layout.seats[1].state == "vertical"
    assert refused(round, "dealer report axis-conflict seat 1").rule == cite(state, "10(h)")


def test_the_last_raise_ends_the_round_and_may_be_reported_afterwards__d_17() -> None:
    round = two_seats("1 keep", "2 keep", "1 raise vertical", "2 raise horizontal")
    assert round.outcome == "settled"
    assert refused(round, "dealer report axis-conflict seat 1").rule == "10(h)"
    before = [seat.net for seat in round.layout.seats.values()]
    noted = of(round.act("dealer report axis-conflict seat 2"), Report)
    assert [(e.finding, e.place) for e in noted] == [("D-17", "horizontal")]
    assert [seat.net for seat in round.layout.seats.values()] == before
    assert refused(round, "dealer report axis-conflict seat 2").rule == "10(h)"
    void = two_seats("1 keep", "2 keep", "1 raise vertical", "dealer report stub-short")
    assert refused(void, "dealer report axis-conflict seat 1").rule == "10(h)"


def test_every_report_is_refused_where_it_cannot_happen() -> None:
    before = play_double_cross(deck(), ANTE)
    after_the_deal = "wrong-count player-exposed exposed-card stub-short axis-conflict"
    for line in load(GAME).grammar.sentences("dealer"):
        action = f"dealer {line.replace('SEAT', '1')}"
        if line.split()[1:2] in [[name] for name in after_the_deal.split()]:
            refusal = refused(before, action)
            assert refusal.rule or refusal.finding
