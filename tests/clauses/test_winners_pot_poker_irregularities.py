"""Winner's Pot Poker, Section 12, and the irregularities on which the document is silent."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from croupier.games import load
from croupier.nouns.cards import DECK
from croupier.stage.events import PUBLIC
from croupier.stage.payments import Pay, Return, Take, Unstake, Void
from croupier.stage.preparing import Deck, RemoveDeck, Reshuffle, Shuffle
from croupier.stage.round import Round
from croupier.stage.vocabulary import (
    Burn,
    BurnOmitted,
    Button,
    Collect,
    Count,
    Deal,
    Discard,
    Found,
    Report,
    Stub,
    TurnCard,
)
from tests.clauses.winners_pot import CLOSE, DOC, GAME, NOTHING, antes, deck
from tests.support import events, net, of, one, play, refused, result, said, table

pot_poker = partial(play, GAME)

BEST = "Ks 2d Kh 8c 7c"
SECOND = "Qs Qd 3c 5d 8s"
LOW = "5s 3d 9d 8h 6c"


def report(*names: str) -> list[str]:
    return [f"dealer report {name}" for name in names]


def outcomes(round: Round, seat: int) -> dict[str, str]:
    return {w["wager"]: w["outcome"] for w in result(round)["seats"][str(seat)]["wagers"]}


def is_void(round: Round, rule: str | None, finding: str | None = None) -> bool:
    """Tell whether the round is void: all stakes back, also the dealer's, all cards in the rack."""
    (void,) = events(round, Void)
    assert (void.rule, void.finding) == (rule, finding)
    assert round.outcome == "void"
    assert not any(seat.net for seat in round.layout.seats.values())
    assert (round.layout.tray, round.layout.on_table, round.layout.felt) == (0, 0, {})
    assert sorted(round.layout.rack) == sorted(DECK)
    wagers = [w for seat in result(round)["seats"].values() for w in seat["wagers"]]
    return {w["outcome"] for w in wagers} == {"returned"}


def two_players(*actions: str, **more: Any) -> Round:
    """Play to the deal: both seats ante, seat 1 has queens, seat 2 kings, the dealer nothing."""
    return pot_poker(deck({1: SECOND, 2: BEST}), *antes(1, 2), CLOSE, *actions, seats=2, **more)


TO_THE_END = ("1 bet", "2 bet", "1 double", "2 double")


# --- flashed cards and dead hands: 12(a) ----------------------------------------------------------


@pytest.mark.clause(DOC, "12(a)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_after_one_flashed_card_the_third_lies_face_down__12_a(dealing: str) -> None:
    packets = dealing == "automated-shoe"
    cards = deck({1: SECOND, 2: BEST}, packets=packets)
    round = pot_poker(
        cards,
        *antes(1, 2),
        CLOSE,
        *report("flashed-card seat 1"),
        seats=2,
        options={"dealing": dealing},
    )
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["Qs", "??", "??"]
    assert round.view("seat:1")["felt"]["seat 1"] == ["Qs", "Qd", "3c"]
    assert events(round, Report)[0].finding == ("W-33" if packets else None)
    for action in TO_THE_END:
        round.act(action)
    assert (round.outcome, net(round, 1), net(round, 2)) == ("settled", -2000, 3400)


@pytest.mark.clause(DOC, "12(a)")
def test_with_both_cards_flashed_the_hand_is_dead_and_its_ante_returned__12_a() -> None:
    flashed = report("flashed-card seat 1")
    round = two_players(*flashed, *flashed)
    assert said(round)[-1] == "Dead"
    assert outcomes(round, 1) == {"ante": "returned"}
    assert net(round, 1) == 0
    (gone,) = events(round, Collect)
    assert (gone.place, gone.rule) == ("seat 1", "12(a)")
    assert refused(round, "1 bet").rule == "10(a)(3)"
    for action in ("2 bet", "2 double"):
        round.act(action)
    assert [e.place for e in events(round, Deal)[9:]] == ["seat 2", "dealer"] * 2
    assert result(round)["pot"] == {"total": "40.00", "shares": {"2": "36.00", "dealer": "0.00"}}


@pytest.mark.clause(DOC, "12(a)")
def test_a_bet_that_lies_on_a_dead_hand_is_returned_too__W_36() -> None:
    round = two_players("1 bet", *report("flashed-card seat 1") * 2)
    assert outcomes(round, 1) == {"ante": "returned", "bet": "returned"}
    assert net(round, 1) == 0
    assert round.asking() == [2]


@pytest.mark.clause(DOC, "12(a)", "11(b)")
@pytest.mark.parametrize("pair", ["Js Jd", "Qs Qd", "Ks Kd", "As Ad"])
def test_a_dead_hand_with_a_high_pair_is_paid_at_once__W_11_W_12(pair: str) -> None:
    cards = deck({1: f"{pair} 3c 5d 8s", 2: "Ts 2d Th 8c 7c"}, NOTHING.replace("Js", "Jc"))
    round = pot_poker(
        cards,
        *antes(1, 2),
        "1 wager jacks-plus 5; dealer close",
        *report("flashed-card seat 1") * 2,
        seats=2,
    )
    (paid,) = events(round, Pay)
    assert (paid.amount, paid.odds, paid.rule, paid.finding) == (500, "1 to 1", "12(a)", "W-11")
    assert net(round, 1) == 500
    assert result(round)["seats"]["1"]["hand"] == "pair"


@pytest.mark.clause(DOC, "12(a)", "11(b)")
def test_a_dead_hand_is_paid_up_to_the_chip__X_08() -> None:
    """$5 at 3 to 2 is $7.50, which makes eight dollars where the smallest chip is one."""
    cards = deck({1: "Js Jd 3c 5d 8s", 2: "Ts 2d Th 8c 7c"}, NOTHING.replace("Js", "Jc"))
    odd = {"chip": "1", "payouts.jacks-plus.pair-of-jacks-or-better": "3 to 2"}
    round = pot_poker(
        cards,
        *antes(1, 2),
        "1 wager jacks-plus 5; dealer close",
        *report("flashed-card seat 1") * 2,
        seats=2,
        options=odd,
    )
    (paid,) = events(round, Pay)
    assert (paid.amount, net(round, 1)) == (800, 800)


@pytest.mark.clause(DOC, "12(a)", "11(b)", "11(c)")
def test_a_dead_hand_is_paid_up_to_the_limit__W_22() -> None:
    cards = deck({1: "Js Jd 3c 5d 8s", 2: "Ts 2d Th 8c 7c"}, NOTHING.replace("Js", "Jc"))
    high = {"jacks_plus.maximum": "501", "payouts.jacks-plus.pair-of-jacks-or-better": "100 to 1"}
    round = pot_poker(
        cards,
        *antes(1, 2),
        "1 wager jacks-plus 501; dealer close",
        *report("flashed-card seat 1") * 2,
        seats=2,
        options=high,
    )
    (paid,) = events(round, Pay)
    assert (paid.amount, net(round, 1)) == (5_000_000, 5_000_000)
    assert (paid.rule, paid.also, paid.finding) == ("11(c)", ("12(a)", "11(b)"), "W-11")
    assert (paid.odds, paid.due) == ("100 to 1", 5_010_000)


@pytest.mark.clause(DOC, "12(a)")
@pytest.mark.parametrize(
    ("reading", "outcome", "won"),
    [("pay-or-return", "returned", 0), ("pay-or-collect", "lose", -500)],
)
@pytest.mark.parametrize("cards", ["Ts Td Tc 5d 8s", "Qs 2h Qd 5d 8s", "As 2h 3h 5d 8s"])
def test_any_other_dead_hand_loses_its_bonus_or_has_it_back__W_11(
    cards: str, reading: str, outcome: str, won: int
) -> None:
    dealt = deck({1: cards, 2: BEST.replace("2d", "3d")}, "2c 7d 9h Js 4c")
    round = pot_poker(
        dealt,
        *antes(1, 2),
        "1 wager jacks-plus 5; dealer close",
        *report("flashed-card seat 1") * 2,
        seats=2,
        options={"rulings.W-11": reading},
    )
    assert outcomes(round, 1) == {"ante": "returned", "jacks-plus": outcome}
    assert net(round, 1) == won
    (ruled,) = (e for e in round.events if isinstance(e, Return | Take) and e.wager == "jacks-plus")
    assert (ruled.rule, ruled.finding) == ("12(a)", "W-11")


@pytest.mark.clause(DOC, "12(a)")
def test_the_dealers_flashed_card_hides_the_third__12_a() -> None:
    round = two_players(*report("flashed-card dealer"))
    assert round.view(PUBLIC)["felt"]["dealer"] == ["2c", "??", "??"]
    for action in TO_THE_END:
        round.act(action)
    assert net(round, 2) == 3400


@pytest.mark.clause(DOC, "12(a)")
def test_a_dead_dealers_stakes_go_back_and_players_contest_their_own_money__W_10() -> None:
    round = two_players(*report("flashed-card dealer") * 2, *TO_THE_END)
    assert said(round)[1] == "Dead"
    (back,) = events(round, Unstake)
    assert (back.amount, back.rule, back.finding) == (2000, "12(a)", "W-10")
    assert [e.place for e in events(round, Deal)[9:]] == ["seat 1", "seat 2"] * 2
    assert result(round)["pot"] == {"total": "40.00", "shares": {"1": "0.00", "2": "36.00"}}
    assert [net(round, n) for n in (1, 2)] == [-2000, 1600]
    assert round.layout.tray == 400  # the commission


@pytest.mark.clause(DOC, "12(a)")
def test_a_lone_stayer_pays_commission_on_their_own_stake__W_10() -> None:
    round = two_players(*report("flashed-card dealer") * 2, "1 fold", "2 bet", "2 double")
    assert [net(round, n) for n in (1, 2)] == [-500, -200]


@pytest.mark.clause(DOC, "12(a)")
def test_by_the_other_reading_a_dead_dealer_voids_the_round__W_10() -> None:
    house = {"rulings.W-10": "void-round"}
    assert is_void(two_players(*report("flashed-card dealer") * 2, options=house), "12(a)", "W-10")


def test_nobody_is_left_when_the_only_hand_is_dead__X_22() -> None:
    round = pot_poker(deck({1: LOW}), *antes(1), CLOSE, *report("flashed-card seat 1") * 2)
    assert (round.outcome, net(round), round.layout.tray) == ("void", 0, 0)
    (back,) = events(round, Unstake)
    assert (back.by, back.rule, back.finding, back.amount) == ("dealer", None, "X-22", 2000)
    with_bonus = pot_poker(
        deck({1: SECOND}),
        *antes(1),
        "1 wager jacks-plus 5; dealer close",
        *report("flashed-card seat 1") * 2,
    )
    assert (with_bonus.outcome, net(with_bonus)) == ("settled", 500)
    literal = pot_poker(
        "",
        *antes(1),
        CLOSE,
        *report("flashed-card dealer", "flashed-card dealer"),
        "1 fold",
        options={"rulings.X-22": "literal"},
    )
    assert (literal.outcome, net(literal), literal.layout.tray) == ("settled", -500, 500)


def test_flashing_belongs_to_the_first_deal__12_a() -> None:
    round = two_players("1 bet", "2 bet")
    assert refused(round, "dealer report flashed-card seat 1").rule == "12(a)"
    before = pot_poker("", *antes(1), seats=2)  # for the coming deal; a hand has two such cards
    assert refused(before, "dealer report flashed-card seat 2").rule == "12(a)"
    for place in ("seat 1", "dealer"):
        for _ in range(2):
            before.act(f"dealer report flashed-card {place}")
        assert refused(before, f"dealer report flashed-card {place}").rule == "12(a)"
    folded = two_players("1 fold")
    assert refused(folded, "dealer report flashed-card seat 1").rule == "12(a)"


# --- cards reported as flashed before the close ---------------------------------------------------

WAYS = pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
DEAD = SECOND.split()


def shown_to_all(round: Round) -> set[str]:
    """Return every card that an event has shown to everybody."""
    told = [event.shown_to(PUBLIC) for event in round.events]
    return {card for shown in told for card in (shown.get("card"), *shown.get("cards", ()))} - {
        None
    }


def dealt_to(round: Round) -> list[str]:
    """Return where the cards of the first deal went."""
    return [e.place for e in events(round, Deal)]


def foretold(
    dealing: str,
    place: str,
    times: int,
    *wagers: str,
    hands: dict[int, str] | None = None,
    dealer: str = NOTHING,
    options: dict[str, Any] | None = None,
) -> Round:
    """Play to the first deal: two seats ante, and flashed cards are reported beforehand."""
    packets = dealing == "automated-shoe"
    hands = hands or {1: SECOND, 2: BEST}
    if times == 2:  # a dead hand gets no third card, unless it comes with the packet
        kept = 3 if packets else 2
        hands = {
            n: " ".join(h.split()[: kept if place == f"seat {n}" else 5]) for n, h in hands.items()
        }
        dealer = " ".join(dealer.split()[: kept if place == "dealer" else 5])
    round = pot_poker(
        deck(hands, dealer, packets=packets),
        *antes(*hands),
        *wagers,
        *report(f"flashed-card {place}") * times,
        seats=len(hands),
        options={"dealing": dealing, **(options or {})},
    )
    reports = events(round, Report)
    assert [(e.rule, e.finding) for e in reports] == [
        ("12(a)", "W-33" if packets else None)
    ] * times
    assert round.layout.felt == {} and not events(round, Deal)  # nothing is dealt yet
    round.act(CLOSE)
    return round


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_card_that_will_be_flashed_is_dealt_up_and_the_third_down__12_a(dealing: str) -> None:
    round = foretold(dealing, "seat 1", 1)
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["Qs", "??", "??"]
    assert round.view("seat:1")["felt"]["seat 1"] == DEAD[:3]
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["??", "??", "Kh"]
    assert "Qs" in shown_to_all(round) and not {"Qd", "3c"} & shown_to_all(round)
    if dealing == "automated-shoe":
        turned = [(e.place, e.index, e.rule, e.finding) for e in events(round, TurnCard)]
        assert turned[0] == ("seat 1", 1, "12(a)", "W-33") and len(turned) == 3
    else:
        mine = [e for e in events(round, Deal) if e.place == "seat 1"]
        assert [e.up for e in mine] == [True, False, False]
        assert all("12(a)" in e.also for e in mine) and not events(round, TurnCard)
    for action in TO_THE_END:
        round.act(action)
    assert (round.outcome, net(round, 1), net(round, 2)) == ("settled", -2000, 3400)


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_hand_that_will_be_flashed_twice_is_dead_in_the_deal__12_a(dealing: str) -> None:
    round = foretold(dealing, "seat 1", 2)
    assert said(round) == ["No more bets", "Dead"]
    assert outcomes(round, 1) == {"ante": "returned"} and net(round, 1) == 0
    (gone,) = events(round, Collect)
    assert (gone.place, gone.rule) == ("seat 1", "12(a)")
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["??", "??", "Kh"]
    assert {"Qs", "Qd"} <= shown_to_all(round) and "3c" not in shown_to_all(round)
    if dealing == "automated-shoe":
        assert gone.cards == ("Qs", "Qd", "3c")
        assert dealt_to(round) == ["seat 1"] * 3 + ["seat 2"] * 3 + ["dealer"] * 3
    else:
        assert gone.cards == ("Qs", "Qd")
        assert dealt_to(round) == ["seat 1", "seat 2", "dealer"] * 2 + ["seat 2", "dealer"]
    assert round.asking() == [2]
    assert refused(round, "1 bet").rule == "10(a)(3)"
    for action in ("2 bet", "2 double"):
        round.act(action)
    assert [e.place for e in events(round, Deal)[-4:]] == ["seat 2", "dealer"] * 2
    assert result(round)["pot"] == {"total": "40.00", "shares": {"2": "36.00", "dealer": "0.00"}}
    assert sorted(round.layout.rack) == sorted(DECK)


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_card_of_the_dealer_that_will_be_flashed_hides_the_third__12_a(dealing: str) -> None:
    round = foretold(dealing, "dealer", 1)
    assert round.view(PUBLIC)["felt"]["dealer"] == ["2c", "??", "??"]
    assert "2c" in shown_to_all(round) and not {"7d", "9h"} & shown_to_all(round)
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["??", "??", "3c"]
    for action in TO_THE_END:
        round.act(action)
    assert (net(round, 1), net(round, 2)) == (-2000, 3400)


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_dealer_that_will_be_flashed_twice_is_dead_in_the_deal__W_10(dealing: str) -> None:
    round = foretold(dealing, "dealer", 2)
    assert said(round) == ["No more bets", "Dead"]
    (back,) = events(round, Unstake)
    assert (back.amount, back.rule, back.finding) == (2000, "12(a)", "W-10")
    assert "9h" not in shown_to_all(round) and {"2c", "7d"} <= shown_to_all(round)
    if dealing != "automated-shoe":
        assert dealt_to(round) == ["seat 1", "seat 2", "dealer"] * 2 + ["seat 1", "seat 2"]
    for action in TO_THE_END:
        round.act(action)
    assert [e.place for e in events(round, Deal)[-4:]] == ["seat 1", "seat 2"] * 2
    assert result(round)["pot"] == {"total": "40.00", "shares": {"1": "0.00", "2": "36.00"}}
    assert ([net(round, n) for n in (1, 2)], round.layout.tray) == ([-2000, 1600], 400)


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_by_the_other_reading_such_a_dealer_voids_the_round__W_10(dealing: str) -> None:
    round = foretold(dealing, "dealer", 2, options={"rulings.W-10": "void-round"})
    assert is_void(round, "12(a)", "W-10")
    assert "9h" not in shown_to_all(round)


@pytest.mark.clause(DOC, "12(a)", "11(b)")
@WAYS
def test_a_hand_that_is_dead_in_the_deal_is_paid_for_a_high_pair__W_11_W_12(dealing: str) -> None:
    round = foretold(dealing, "seat 1", 2, "1 wager jacks-plus 5")
    (paid,) = events(round, Pay)
    assert (paid.amount, paid.odds, paid.rule, paid.finding) == (500, "1 to 1", "12(a)", "W-11")
    assert outcomes(round, 1) == {"ante": "returned", "jacks-plus": "win"}
    assert (net(round, 1), result(round)["seats"]["1"]["hand"]) == (500, "pair")


@pytest.mark.clause(DOC, "12(a)")
@pytest.mark.parametrize(
    ("reading", "outcome", "won"),
    [("pay-or-return", "returned", 0), ("pay-or-collect", "lose", -500)],
)
@WAYS
def test_any_other_hand_dead_in_the_deal_goes_by_the_reading__W_11(
    dealing: str, reading: str, outcome: str, won: int
) -> None:
    # The third card would make a pair of queens, but it is not dealt or does not count.
    round = foretold(
        dealing,
        "seat 1",
        2,
        "1 wager jacks-plus 5",
        hands={1: "Qs 2h Qd 5d 8s", 2: BEST},
        options={"rulings.W-11": reading},
    )
    assert outcomes(round, 1) == {"ante": "returned", "jacks-plus": outcome}
    assert net(round, 1) == won
    assert "Qd" not in shown_to_all(round)


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_jacks_plus_wager_of_one_flashed_card_is_settled_like_any_other__12_a(
    dealing: str,
) -> None:
    round = foretold(dealing, "seat 1", 1, "1 wager jacks-plus 5")
    for action in TO_THE_END:
        round.act(action)
    assert outcomes(round, 1)["jacks-plus"] == "win" and net(round, 1) == 500 - 2000


@pytest.mark.clause(DOC, "12(a)")
@WAYS
def test_a_card_flashed_before_the_close_and_one_after_make_two__12_a(dealing: str) -> None:
    round = foretold(dealing, "seat 1", 1)
    told = round.act("dealer report flashed-card seat 1")
    assert [(e.index, e.card, e.up) for e in of(told, TurnCard)] == [(2, "Qd", True)]
    assert said(round)[-1] == "Dead" and outcomes(round, 1) == {"ante": "returned"}
    assert "3c" not in shown_to_all(round)
    assert refused(round, "dealer report flashed-card seat 1").rule == "12(a)"


@WAYS
def test_nobody_is_left_when_the_only_hand_is_dead_in_the_deal__X_22(dealing: str) -> None:
    round = foretold(dealing, "seat 1", 2, hands={1: LOW})
    assert (round.outcome, net(round), round.layout.tray) == ("void", 0, 0)
    (back,) = events(round, Unstake)
    assert (back.by, back.rule, back.finding, back.amount) == ("dealer", None, "X-22", 2000)
    assert sorted(round.layout.rack) == sorted(DECK)


# --- cards that lie wrong: 12(b), 12(c) -----------------------------------------------------------


@pytest.mark.clause(DOC, "12(b)")
def test_a_face_up_card_is_not_used__12_b() -> None:
    cards = deck({1: SECOND, 2: BEST}).split()
    for at in (0, 1, 9, 10, 12, 15):  # a burn, the first and the last card, later streets
        round = pot_poker(
            " ".join([*cards[:at], "^Ac", *cards[at:]]), *antes(1, 2), CLOSE, *TO_THE_END, seats=2
        )
        (thrown,) = events(round, Discard)
        assert (thrown.card, thrown.rule) == ("Ac", "12(b)")
        assert net(round, 2) == 3400


@pytest.mark.clause(DOC, "12(b)")
def test_a_second_face_up_card_voids_the_round__12_b_X_14() -> None:
    cards = deck({1: SECOND, 2: BEST}).split()
    on_one_street = " ".join(["^Ac", *cards[:3], "^Ad", *cards[3:]])
    assert is_void(pot_poker(on_one_street, *antes(1, 2), CLOSE, seats=2), "12(b)", "X-14")
    on_two = " ".join(["^Ac", *cards[:11], "^Ad", *cards[11:]])
    # W-31: the rule holds until the last street.
    round = pot_poker(on_two, *antes(1, 2), CLOSE, "1 bet; 2 bet", seats=2)
    assert is_void(round, "12(b)", "X-14")
    assert events(round, Reshuffle)[0].rule == "12(b)"


def test_only_cards_found_together_count_by_the_other_reading__X_14() -> None:
    house = {"rulings.X-14": "simultaneous"}
    cards = deck({1: SECOND, 2: BEST}).split()
    apart = " ".join(["^Ac", *cards[:3], "^Ad", *cards[3:]])
    round = pot_poker(apart, *antes(1, 2), CLOSE, *TO_THE_END, seats=2, options=house)
    assert (round.outcome, len(events(round, Discard))) == ("settled", 2)
    together = " ".join([*cards[:3], "^Ac", "^Ad", *cards[3:]])
    round = pot_poker(together, *antes(1, 2), CLOSE, seats=2, options=house)
    assert is_void(round, "12(b)", "X-14")


@pytest.mark.clause(DOC, "12(b)")
def test_a_card_face_up_in_the_stub_changes_nothing__12_b_W_31() -> None:
    cards = deck({1: SECOND, 2: BEST})
    round = pot_poker(f"{cards} Ac ^Ad ^Ah", *antes(1, 2), CLOSE, *TO_THE_END, seats=2)
    found = events(round, Found)
    assert [(e.card, e.rule, e.finding) for e in found] == [
        ("Ad", "12(b)", "W-31"),
        ("Ah", "12(b)", "W-31"),
    ]
    assert all(e.up is True for e in found)
    assert (round.outcome, net(round, 2)) == ("settled", 3400)


@pytest.mark.clause(DOC, "12(b)")
def test_reported_cards_are_the_next_to_leave__12_b() -> None:
    round = pot_poker("Ac 2c 3c 4c 5c 6c 7c 8c Kd 9c Tc", *antes(1), *report("face-up-card"), CLOSE)
    assert [e.card for e in events(round, Discard)] == ["Ac"]
    assert [e.card for e in events(round, Burn)] == ["2c"]
    again = report("face-up-card")
    assert is_void(pot_poker("", *antes(1), *again, *again), "12(b)", "X-14")
    assert is_void(pot_poker("", *antes(1), *again, CLOSE, *again), "12(b)", "X-14")
    assert is_void(pot_poker("", *antes(1), *again, CLOSE, "1 bet", *again), "12(b)", "X-14")


@pytest.mark.clause(DOC, "12(b)")
def test_a_void_round_undoes_folds_too__X_02_W_32() -> None:
    bad = report("face-up-card") * 2
    three = partial(
        pot_poker,
        "",
        *antes(1, 2, 3),
        "1 wager jacks-plus 5; dealer close; 1 fold; 2 bet; 3 bet; 2 fold",
        *bad,
        seats=3,
    )
    assert is_void(three(), "12(b)", "X-14")
    live_only = three(options={"rulings.X-02": "unsettled-only"})
    assert [net(live_only, n) for n in (1, 2, 3)] == [-500, -1000, 0]
    assert (live_only.outcome, live_only.layout.tray, live_only.layout.pot) == ("void", 1500, 0)
    assert outcomes(live_only, 1) == {"ante": "forfeited", "jacks-plus": "returned"}
    assert outcomes(live_only, 2) == {"ante": "forfeited", "bet": "forfeited"}


def test_a_paid_dead_hand_is_undone_by_a_void_round__X_02() -> None:
    dead = [*antes(1, 2), "1 wager jacks-plus 5", CLOSE, *report("flashed-card seat 1") * 2]
    void = report("missed-card dealer")
    cards = deck({1: SECOND, 2: BEST})
    assert is_void(pot_poker(cards, *dead, *void, seats=2), "12(f)")
    kept = pot_poker(cards, *dead, *void, seats=2, options={"rulings.X-02": "unsettled-only"})
    assert (net(kept, 1), kept.layout.tray) == (500, -500)


@pytest.mark.clause(DOC, "12(c)")
def test_a_card_drawn_in_error_and_unseen_is_the_next_card__12_c() -> None:
    error = report("drawn-in-error")
    cards = deck({1: SECOND, 2: BEST})
    said = [*antes(1, 2), *error, CLOSE, *error, *TO_THE_END[:2], *error, *TO_THE_END[2:]]
    round = pot_poker(cards, *said, seats=2)
    assert [e.rule for e in events(round, Report)] == ["12(c)"] * 3
    assert (events(round, Discard), net(round, 2)) == ([], 3400)


def test_a_card_drawn_in_error_and_seen_is_discarded_and_counts__X_15() -> None:
    seen = report("exposed-draw")
    round = pot_poker("Ac 2c", *antes(1), *seen, CLOSE)
    (thrown,) = events(round, Discard)
    assert (thrown.card, thrown.rule, thrown.finding) == ("Ac", None, "X-15")
    round.act("dealer report exposed-draw")
    assert is_void(round, "12(b)", "X-14")


def test_a_face_up_card_in_a_packet_is_replaced_by_the_next__X_21() -> None:
    round = pot_poker("Ac 2c ^3c 4c 5c", *antes(1), CLOSE, options={"dealing": "automated-shoe"})
    assert round.layout.cards_at("seat 1") == ["2c", "4c", "5c"]


# --- wrong numbers of cards: 12(d), 12(f) ---------------------------------------------------------


@pytest.mark.clause(DOC, "12(d)")
def test_a_card_too_many_voids_that_hand_alone__12_d() -> None:
    cards = "Ac " + "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    round = pot_poker(
        cards,
        *antes(1, 2),
        "1 wager jacks-plus 5; dealer close; 1 bet",
        *report("extra-card seat 1"),
        seats=2,
    )
    assert events(round, Deal)[-1].card == "Jc"  # the extra card is the next one
    assert outcomes(round, 1) == {"ante": "returned", "jacks-plus": "returned", "bet": "returned"}
    findings = {e.wager: e.finding for e in events(round, Return)}
    assert findings == {"ante": None, "jacks-plus": "W-09", "bet": None}
    assert (net(round, 1), round.asking()) == (0, [2])
    assert events(round, Collect)[0].cards == ("2c", "5c", "8c", "Jc")
    round.act("2 bet")
    assert [e.card for e in events(round, Burn)] == ["Ac", "Qc"]
    round.act("dealer report extra-card seat 2")
    assert (round.outcome, net(round, 2), round.layout.tray) == ("void", 0, 0)  # nobody is left


@pytest.mark.clause(DOC, "12(f)")
@pytest.mark.parametrize("before", [(), ("1 bet", "2 bet")])
def test_a_missed_card_is_a_misdeal__12_f_W_07(before: tuple[str, ...]) -> None:
    assert is_void(two_players(*before, *report("missed-card seat 2")), "12(f)", "W-07")
    assert is_void(two_players(*before, *report("missed-card dealer")), "12(f)")


@pytest.mark.clause(DOC, "12(d)")
def test_by_the_other_reading_a_missed_card_voids_that_hand_alone__W_07() -> None:
    house = {"rulings.W-07": "void-hand"}
    round = two_players(*report("missed-card seat 1"), options=house)
    assert (outcomes(round, 1), round.asking()) == ({"ante": "returned"}, [2])
    assert {(e.rule, e.finding) for e in events(round, Return)} == {("12(d)", "W-07")}


@pytest.mark.clause(DOC, "12(f)")
def test_the_dealers_missed_card_is_a_misdeal_by_either_reading__12_f() -> None:
    house = {"rulings.W-07": "void-hand"}
    assert is_void(two_players(*report("missed-card dealer"), options=house), "12(f)")


def test_the_dealers_extra_card_is_a_misdeal__W_08() -> None:
    round = two_players("1 bet", *report("extra-card dealer"))
    assert is_void(round, None, "W-08")
    assert len(round.layout.laid["dealer"].cards) == 4


def test_a_hand_that_is_out_has_no_wrong_number_any_more() -> None:
    round = two_players("1 fold")
    for name, rule in (("extra-card", "12(d)"), ("missed-card", "12(f)")):
        assert refused(round, f"dealer report {name} seat 1").rule == rule
        assert refused(pot_poker("", *antes(1)), f"dealer report {name} seat 1").rule == rule
        assert refused(round, f"dealer report {name} seat 5").rule == rule


# --- burns: 12(e) ---------------------------------------------------------------------------------


@pytest.mark.clause(DOC, "12(e)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_after_a_missed_burn_two_cards_are_burned_on_the_next_street__12_e(dealing: str) -> None:
    missed = report("missed-burn")
    round = pot_poker("", *antes(1), *missed, CLOSE, options={"dealing": dealing})
    assert not events(round, Burn)
    assert [e.rule for e in events(round, BurnOmitted)] == ["12(e)"]
    round.act("1 bet")
    assert [e.rule for e in events(round, Burn)] == ["10(b)", "12(e)"]
    round.act("1 double")
    assert [e.rule for e in events(round, Burn)] == ["10(b)", "12(e)", "10(d)"]
    assert events(round, Stub)[0].count == 52 - 13  # in the end as many burns as always


@pytest.mark.clause(DOC, "12(e)")
def test_a_missed_second_burn_is_made_good_before_the_fifth_card__12_e() -> None:
    round = pot_poker("", *antes(1), CLOSE, *report("missed-burn"), "1 bet", "1 double")
    assert [e.rule for e in events(round, Burn)] == ["7(e)", "10(d)", "12(e)"]


def test_the_last_burn_cannot_be_made_good_and_two_are_the_most__W_29() -> None:
    missed = report("missed-burn")
    last = pot_poker("", *antes(1), CLOSE, "1 bet", *missed, "1 double")
    assert [e.rule for e in events(last, Burn)] == ["7(e)", "10(b)"]
    assert events(last, Report)[0].finding == "W-29"
    assert last.outcome == "settled"
    twice = pot_poker("", *antes(1), *missed, CLOSE, *missed, "1 bet", "1 double")
    assert [e.rule for e in events(twice, Burn)] == ["10(d)", "12(e)"]


def test_a_burn_is_missed_once__12_e() -> None:
    missed = report("missed-burn")
    round = pot_poker("", *antes(1), *missed)
    assert refused(round, missed[0]).rule == "12(e)"
    round.act(CLOSE)
    round.act(missed[0])
    assert refused(round, missed[0]).rule == "12(e)"


# --- the button: 12(g) ----------------------------------------------------------------------------


@pytest.mark.clause(DOC, "12(g)")
def test_an_unmoved_button_counts_as_moved_after_the_deal__12_g_W_28() -> None:
    round = pot_poker("", *antes(1, 2, 3), CLOSE, seats=3, button=1)
    assert events(round, Deal)[0].place == "seat 2"
    assert round.asking() == [2]
    round.act("dealer report button-not-moved")
    assert [e.place for e in events(round, Button)] == ["seat 1", "seat 2"]
    assert round.asking() == [3]  # decisions follow the place it should have had
    assert refused(round, "dealer report button-not-moved").rule == "12(g)"
    for action in ("3 bet", "1 bet", "2 bet"):
        round.act(action)
    assert [e.place for e in events(round, Deal)[12:]] == ["seat 3", "dealer", "seat 1", "seat 2"]
    assert round.asking() == [3]


@pytest.mark.clause(DOC, "12(g)")
@pytest.mark.parametrize(
    ("reading", "places"),
    [("notional-plus-1", ["seat 1", "seat 3"]), ("physical-plus-1", ["seat 1", "seat 2"])],
)
def test_the_next_round_counts_from_either_place__12_g_W_28(
    reading: str, places: list[str]
) -> None:
    at = table(GAME, 3, options={"rulings.W-28": reading})
    told = []
    for situation in ({"button": 1}, {}):
        round = at.begin(situation=situation)
        for action in (*antes(1, 2, 3), CLOSE):
            round.act(action)
        told.append(events(round, Button)[0].place)
        if situation:
            round.act("dealer report button-not-moved")
        while not round.over:
            round.act(f"{round.asking()[0]} fold")
    assert told == places


@pytest.mark.clause(DOC, "12(g)")
def test_in_the_first_round_there_is_no_button_to_move__12_g() -> None:
    round = pot_poker("", *antes(1), CLOSE)
    assert refused(round, "dealer report button-not-moved").rule == "12(g)"
    given = pot_poker("", *antes(1), button=1)
    assert refused(given, "dealer report button-not-moved").rule == "12(g)"


def test_a_button_back_at_the_dealer_can_have_been_left_there__12_g() -> None:
    at = table(GAME, 1)
    for _ in range(2):
        round = at.begin()
        for action in (*antes(1), CLOSE, "1 fold"):
            round.act(action)
    third = at.begin()
    for action in (*antes(1), CLOSE, "dealer report button-not-moved"):
        third.act(action)
    assert [e.place for e in events(third, Button)] == ["dealer", "seat 1"]


# --- shown and hidden cards: 12(h), W-39 ----------------------------------------------------------


@pytest.mark.clause(DOC, "12(h)")
@pytest.mark.parametrize("before", [(), ("1 bet", "2 bet")])
def test_a_player_who_shows_the_cards_stays_in__12_h_W_37(before: tuple[str, ...]) -> None:
    shows = report("player-exposed seat 1")
    round = two_players(*before, *shows)
    assert round.view(PUBLIC)["felt"]["seat 1"] == SECOND.split()[: 3 + bool(before)]
    assert round.asking() == [1]
    assert refused(round, shows[0]).rule == "12(h)"  # nothing is left to show
    for action in TO_THE_END[len(before) :]:
        round.act(action)
    assert net(round, 1) == -2000
    assert refused(pot_poker("", *antes(1)), shows[0]).rule == "12(h)"


def test_an_open_card_dealt_face_down_is_turned_up__W_39() -> None:
    round = two_players(*report("card-down seat 2"))
    turned = events(round, TurnCard)[-1]
    assert (turned.card, turned.up, turned.rule, turned.finding) == ("Kh", True, None, "W-39")
    round.act("dealer report flashed-card seat 2")  # now the third card belongs face down
    assert refused(round, "dealer report card-down seat 2").finding == "W-39"
    for action in TO_THE_END[:2]:
        round.act(action)
    round.act("dealer report card-down seat 2")
    assert events(round, TurnCard)[-1].card == "8c"


# --- counts and devices: W-30, 12(i), 12(j) -------------------------------------------------------


@pytest.mark.parametrize("before", [(), ("1 bet", "2 bet")])
@pytest.mark.parametrize(("how", "removed"), [("", True), (" misdealt", False), (" both", True)])
def test_a_bad_count_voids_at_once_and_may_remove_the_deck__W_30(
    how: str, removed: bool, before: tuple[str, ...]
) -> None:
    at = table(GAME, 2)
    round = at.begin(situation={"rounds_since_count": 4})
    for action in (*antes(1, 2), CLOSE, *before, f"dealer report stub-short{how}"):
        round.act(action)
    assert is_void(round, None, "W-30")
    assert not events(round, Count)  # a count was due, and the report was it
    (told,) = events(round, Report)
    assert (told.rule, told.finding) == ("7(g)", "W-30")
    assert bool(events(round, RemoveDeck)) == removed
    assert bool(events(round, Reshuffle)) != removed
    following = at.begin()
    assert dict(following.layout.situation)["rounds_since_count"] == 0  # the report is a count
    assert bool(events(following, Deck)) == removed  # another deck goes through the opening


@pytest.mark.clause(DOC, "12(i)")
def test_after_a_fault_of_the_shuffler_the_cards_are_shuffled_again__12_i() -> None:
    options = {"approvals.shuffler_fault": "procedure 7"}
    round = pot_poker("", *antes(1), *report("shuffler-fault"), options=options)
    told = round.events[-2:]
    assert [(e.kind, e.rule) for e in told] == [("report", "12(i)"), ("shuffle", "12(i)")]
    assert "procedure 7" in one(told, Shuffle).text
    assert net(round) == -500
    round.act(CLOSE)
    assert refused(round, "dealer report shuffler-fault").rule == "12(i)"
    by_hand = pot_poker("", *antes(1), options={"shuffler": "manual"})
    assert refused(by_hand, "dealer report shuffler-fault").rule == "12(i)"


@pytest.mark.clause(DOC, "12(j)")
def test_a_fault_of_the_automated_shoe_voids_the_round__12_j() -> None:
    shoe: dict[str, Any] = {"options": {"dealing": "automated-shoe"}, "seats": 2}
    fault = report("shoe-fault")
    assert is_void(pot_poker("", *antes(1), *fault, **shoe), "12(j)")
    assert is_void(pot_poker("", *antes(1, 2), CLOSE, *fault, **shoe), "12(j)")
    dead = report("flashed-card seat 2") * 2
    assert is_void(pot_poker("", *antes(1, 2), CLOSE, *dead, *fault, **shoe), "12(j)")
    decided = pot_poker("", *antes(1, 2), CLOSE, "1 bet", **shoe)
    assert refused(decided, fault[0]).rule == "12(j)"
    other = pot_poker("", *antes(1), CLOSE)
    assert refused(other, fault[0]).rule == "12(j)"


def test_every_irregularity_is_explained_where_it_cannot_happen() -> None:
    game = load(GAME)
    before = pot_poker("", *antes(1, 2), seats=2)
    after = pot_poker("", *antes(1, 2), CLOSE, "1 fold", seats=2)
    for sentence in game.grammar.sentences("dealer"):
        action = game.grammar.parse(f"dealer {sentence.replace('SEAT', '1')}")
        for round in (before, after):
            refusal = round.check(action)
            assert refusal is None or refusal.rule or refusal.finding
    assert set(game.grammar.reports()) == set(game.irregularities)
