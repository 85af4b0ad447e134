"""Winner's Pot Poker from outside: legal actions, every irregularity, what each viewer sees."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.bench import events, told
from tests.contract.pots import BETS, CARDS, CLOSED, DECK, DOUBLES, FIRST, POT, reading, seen

# --- what is said when it may not be --------------------------------------------------------------

PAUSES = {
    "open": "1 wager ante; ",
    "third street": CLOSED,
    "fourth street": CLOSED + BETS,
    "the end": CLOSED + BETS + DOUBLES,
}
REFUSALS = {  # for each pause the clause or finding that refuses the action, "-" if it is accepted
    "1 wager ante 10": ("1:Ante", "6(b)", "6(b)", "10(i)"),
    "1 wager ante 0": ("1:Ante", "6(b)", "6(b)", "10(i)"),
    "1 wager ante 5 coupon 5": ("6(a)", "6(b)", "6(b)", "10(i)"),
    "1 wager ante 5 cash": ("6(a)", "6(b)", "6(b)", "10(i)"),
    "2 wager jacks-plus 5": ("6(b)", "6(b)", "6(b)", "10(i)"),
    "1 wager jacks-plus 0": ("W-25", "6(b)", "6(b)", "10(i)"),
    "1 wager jacks-plus 0.50": ("W-25", "6(b)", "6(b)", "10(i)"),
    "1 wager jacks-plus 100.50": ("W-25", "6(b)", "6(b)", "10(i)"),
    "1 wager jacks-plus 1.25": ("X-09", "6(b)", "6(b)", "10(i)"),
    "1 wager jacks-plus 5": ("-", "6(b)", "6(b)", "10(i)"),
    "1 withdraw ante": ("-", "6(b)", "6(b)", "10(i)"),
    "2 withdraw ante": ("6(c)", "6(b)", "6(b)", "10(i)"),
    "1 bet": ("10(a)", "-", "10(a)", "10(i)"),
    "2 bet": ("10(a)", "10(a)(3)", "10(a)", "10(i)"),
    "1 double": ("10(a)", "10(c)", "-", "10(i)"),
    "3 double": ("10(a)", "10(c)", "10(c)(3)", "10(i)"),
    "1 fold": ("10(a)", "-", "-", "10(i)"),
    "2 fold": ("10(a)", "10(a)(3)", "10(c)(3)", "10(i)"),
    "4 bet": ("6(e)", "6(e)", "6(e)", "10(i)"),
    "dealer close": ("-", "10(a)(3)", "10(c)(3)", "10(i)"),
    "floor recut": ("4(d)", "4(d)", "4(d)", "10(i)"),
    "floor confirm 1": ("6(a)", "6(a)", "6(a)", "10(i)"),
    "dealer report stub-short": ("W-30", "-", "-", "10(i)"),
    "dealer report extra-card seat 1": ("12(d)", "-", "-", "10(i)"),
    "dealer report extra-card seat 4": ("12(d)", "12(d)", "12(d)", "10(i)"),
    "dealer report missed-card dealer": ("12(f)", "-", "-", "10(i)"),
    "dealer report flashed-card seat 1": ("-", "-", "12(a)", "10(i)"),
    "dealer report flashed-card dealer": ("-", "-", "12(a)", "10(i)"),
    "dealer report flashed-card seat 4": ("12(a)", "12(a)", "12(a)", "10(i)"),
    "dealer report player-exposed seat 2": ("12(h)", "-", "-", "10(i)"),
    "dealer report card-down seat 2": ("W-39", "-", "-", "10(i)"),
    "dealer report face-up-card": ("-", "-", "-", "10(i)"),
    "dealer report drawn-in-error": ("-", "-", "-", "10(i)"),
    "dealer report exposed-draw": ("-", "-", "-", "10(i)"),
    "dealer report missed-burn": ("-", "-", "-", "10(i)"),
    "dealer report button-not-moved": ("12(g)", "12(g)", "12(g)", "10(i)"),
    "dealer report shuffler-fault": ("-", "12(i)", "12(i)", "10(i)"),
    "dealer report shoe-fault": ("12(j)", "12(j)", "12(j)", "10(i)"),
    "dealer report shuffler-count": ("9(g)", "9(g)", "9(g)", "10(i)"),
}


@pytest.mark.parametrize("said", REFUSALS)
def test_what_may_be_said_at_each_pause(said: str) -> None:
    for (pause, before), expected in zip(PAUSES.items(), REFUSALS[said], strict=True):
        result = POT.run(" ".join(DECK), before + said)
        if expected == "-":
            assert result.code == 0, (pause, result.err)
            continue
        assert told(result) == f"1 refused {expected}", pause
        assert result.err.startswith(f"croupier: {said}: ") and result.err.count("\n") == 1
        untouched = POT.run(" ".join(DECK), before).document
        assert result.document["seats"] == untouched["seats"]
        assert len(result.document["events"]) == len(untouched["events"]), pause


MALFORMED = (
    "1 wager ante 5.001",
    "1 wager ante five",
    "1 wager jacks-plus",
    "1 wager bet",
    "1 bet 5",
    "1 double 10",
    "1 raise 5",
    "1 pass",
    "1 jump",
    "1",
    "x bet",
    "dealer wager ante",
    "floor close",
    "1 ask burn",
    "dealer report",
    "dealer report sneeze",
    "dealer report wrong-count seat 1",
    "dealer report extra-card",
    "dealer report extra-card seat x",
    "dealer report hole-card-exposed",
    "dealer report player-exposed",
    "dealer report stub-short maybe",
    "dealer report early-third-card",
)


@pytest.mark.parametrize("said", MALFORMED)
def test_what_is_not_understood_is_found_before_anything_runs(said: str) -> None:
    result = POT.run("", [*PAUSES["open"].split("; ")[:1], said])
    assert (result.code, list(result.document)) == (2, ["error"])
    assert result.err.count("\n") == 1


def test_a_wager_is_replaced_or_taken_back_until_the_call() -> None:
    twice = POT.run(
        "", "1 wager ante; 1 wager jacks-plus 5; 1 wager jacks-plus 7; 1 wager ante 5"
    ).document
    assert twice["seats"]["1"]["net"] == "-12.00"
    gone = POT.run("", "1 wager ante; 1 wager jacks-plus 5; 1 withdraw ante")
    assert gone.document["seats"]["1"] == {"net": "0.00", "wagers": [], "hand": None}
    empty = POT.told("", "1 wager ante; 1 wager jacks-plus 5; 1 withdraw ante; dealer close")
    assert empty == "1 refused 6(c)"


def test_one_position_for_each_player() -> None:
    Ann = {"Ann": [1, 2]}
    assert POT.told("", "1 wager ante; 2 wager ante", players=Ann) == "1 refused 13"
    assert POT.run("", "1 wager ante; 1 withdraw ante; 2 wager ante", players=Ann).code == 0


def test_a_player_without_money_can_only_fold() -> None:
    assert POT.told("", "1 wager ante", seats={1: "4.99"}) == "1 refused X-35"
    assert POT.told("", "1 wager ante; 1 wager jacks-plus 5", seats={1: "9.99"}) == "1 refused X-35"
    for purse, before, verb in (("5", "", "bet"), ("19.99", "1 bet; ", "double")):
        said = "1 wager ante; dealer close; " + before
        assert POT.told("", said + f"1 {verb}", seats={1: purse}) == "1 refused X-10"
        offers = POT.run("", said, seats={1: purse}).document["next"]
        assert [o["verb"] for o in offers if o["actor"] == "1"] == ["fold"]
        assert POT.run("", said + "1 fold", seats={1: purse}).document["outcome"] == "settled"
    assert POT.run("", "1 wager ante; dealer close; 1 bet; 1 double", seats={1: "20"}).code == 0


# --- irregularities -------------------------------------------------------------------------------

REST = "2 bet; 3 bet; 2 double; 3 double"
ALL = BETS + DOUBLES
VOID = (
    "void: 1 0.00 ante returned {0}, jacks-plus returned {0}{1}; 2 0.00 ante returned {0}{1}; "
    "3 0.00 ante returned {0}{1}"
)


def voided(rule: str, bets: bool = False) -> str:
    cited = f" {rule}" if rule else ""
    return VOID.replace(" {0}", cited).replace("{1}", f", bet returned{cited}" if bets else "")


WON = "10(h)(2)(i)"
STAYED = f"ante win {WON}, bet win {WON}, double win {WON}"
LOST = f"ante lose {WON}, bet lose {WON}, double lose {WON}"
ACES = f"1 57.00 ante win {WON}, jacks-plus win 1 to 1 11(b), bet win {WON}, double win {WON}"
USUAL = f"settled: {ACES}; 2 -20.00 {LOST}; 3 -20.00 {LOST}"
FLASHED = FIRST + "dealer report flashed-card {0}; "

RULINGS: dict[str, tuple[str, dict[str, Any], str]] = {
    "nothing": (FIRST + ALL, {}, USUAL),
    "1 a card is flashed": (FLASHED.format("seat 2") + ALL, {}, USUAL),
    "1 the dealer's card is flashed": (FLASHED.format("dealer") + ALL, {}, USUAL),
    "2 a dead hand with a pair of aces": (
        FLASHED.format("seat 1") + "dealer report flashed-card seat 1; 2 fold; 3 fold",
        {},
        "settled: 1 5.00 ante returned 12(a), jacks-plus win 1 to 1 12(a); "
        "2 -5.00 ante forfeited 10(a)(2); 3 -5.00 ante forfeited 10(a)(2)",
    ),
    "2 a dead hand after its bet": (
        FLASHED.format("seat 1") + "1 bet; dealer report flashed-card seat 1; 2 fold; 3 fold",
        {},
        "settled: 1 5.00 ante returned 12(a), jacks-plus win 1 to 1 12(a), bet returned 12(a); "
        "2 -5.00 ante forfeited 10(a)(2); 3 -5.00 ante forfeited 10(a)(2)",
    ),
    "3 a dead dealer": (  # the pot is the players' own 60, and seat 1 has aces and fives
        FLASHED.format("dealer") + "dealer report flashed-card dealer; " + ALL,
        {},
        f"settled: 1 49.00 ante win {WON}, jacks-plus win 3 to 1 11(b), "
        f"bet win {WON}, double win {WON}; 2 -20.00 {LOST}; 3 -20.00 {LOST}",
    ),
    "3 a dead dealer, W-10": (
        FLASHED.format("dealer") + "dealer report flashed-card dealer",
        reading(W_10="void-round"),
        voided("12(a)"),
    ),
    "5 two cards lie face up": (
        FIRST + "dealer report face-up-card; 1 bet; dealer report face-up-card",
        {},
        voided("12(b)").replace(
            "jacks-plus returned 12(b)", "jacks-plus returned 12(b), bet returned 12(b)"
        ),
    ),
    "5 one seen in an error, one face up": (
        FIRST + "dealer report exposed-draw; dealer report face-up-card",
        {},
        voided("12(b)"),
    ),
    "5 two at different times, X-14": (
        FIRST
        + "dealer report face-up-card; 1 fold; 2 fold; 3 bet; dealer report face-up-card; 3 fold",
        reading(X_14="simultaneous"),
        "settled: 1 0.00 ante forfeited 10(a)(2), jacks-plus win 1 to 1 11(b); "
        "2 -5.00 ante forfeited 10(a)(2); 3 -10.00 ante forfeited 10(c)(2), bet forfeited 10(c)(2)",
    ),
    "7 drawn in error": (FIRST + "dealer report drawn-in-error; " + ALL, {}, USUAL),
    "8 a card too many": (
        FIRST + "1 bet; dealer report extra-card seat 1; " + REST,
        {},
        "settled: 1 0.00 ante returned 12(d), jacks-plus returned 12(d), bet returned 12(d); "
        f"2 -20.00 {LOST}; 3 34.00 {STAYED}",
    ),
    "8 a card too many for everybody": (
        FIRST + "; ".join(f"dealer report extra-card seat {n}" for n in (1, 2, 3)),
        {},
        voided("12(d)"),
    ),
    "9 a card too few": (FIRST + "dealer report missed-card seat 2", {}, voided("12(f)")),
    "9 a card too few, antes collected": (
        FIRST + "1 fold; dealer report missed-card seat 2",
        {},
        voided("12(f)"),
    ),
    "9 a card too few, X-02": (
        FIRST + "1 fold; dealer report missed-card seat 2",
        reading(X_02="unsettled-only"),
        voided("12(f)").replace("1 0.00 ante returned 12(f)", "1 -5.00 ante forfeited 10(a)(2)"),
    ),
    "9 a card too few on fourth street": (
        FIRST + BETS + "dealer report missed-card dealer",
        {},
        voided("12(f)", bets=True),
    ),
    "9 a card too few, W-07": (
        FIRST + "dealer report missed-card seat 2; 1 fold; 3 fold",
        reading(W_07="void-hand"),
        "settled: 1 0.00 ante forfeited 10(a)(2), jacks-plus win 1 to 1 11(b); "
        "2 0.00 ante returned 12(d); 3 -5.00 ante forfeited 10(a)(2)",
    ),
    "10 the dealer has a card too many": (
        FIRST + "dealer report extra-card dealer",
        {},
        voided(""),
    ),
    "14 a player shows the cards": (
        FIRST + "dealer report player-exposed seat 2; " + ALL,
        {},
        USUAL,
    ),
    "15 the shuffler fails": (
        FIRST.replace("dealer close", "dealer report shuffler-fault; dealer close") + ALL,
        {},
        USUAL,
    ),
    "16 the shoe fails before the call": (
        FIRST.replace("dealer close", "dealer report shoe-fault"),
        {"dealing": "automated-shoe"},
        voided("12(j)"),
    ),
    "16 the shoe fails in the deal": (
        FIRST + "dealer report shoe-fault",
        {"dealing": "automated-shoe"},
        voided("12(j)"),
    ),
    "18 the deck is short": (FIRST + "dealer report stub-short", {}, voided("")),
    "18 the deck is misdealt": (
        FIRST + BETS + "dealer report stub-short misdealt",
        {},
        voided("", bets=True),
    ),
    "18 both": (FIRST + "dealer report stub-short both", {}, voided("")),
    "19 the device counts wrong": (
        FIRST.replace("dealer close", "dealer report shuffler-count; dealer close") + ALL,
        {"shuffler_counts": True},
        USUAL,
    ),
    "20 the cards are recut": ("floor recut; " + FIRST + ALL, {"shuffler": "manual"}, USUAL),
    "21 a card lies face down": (FIRST + "dealer report card-down seat 2; " + ALL, {}, USUAL),
    "23 everybody folds at once": (
        FIRST + "1 fold; 2 fold; 3 fold",
        {},
        "settled: 1 0.00 ante forfeited 10(a)(2), jacks-plus win 1 to 1 11(b); "
        "2 -5.00 ante forfeited 10(a)(2); 3 -5.00 ante forfeited 10(a)(2)",
    ),
    "23 everybody has folded in the end": (
        FIRST + "1 bet; 2 fold; 3 bet; 1 fold; 3 fold",
        reading(X_22="literal"),
        "settled: 1 -5.00 ante forfeited 10(c)(2), jacks-plus win 1 to 1 11(b), "
        "bet forfeited 10(c)(2); 2 -5.00 ante forfeited 10(a)(2); "
        "3 -10.00 ante forfeited 10(c)(2), bet forfeited 10(c)(2)",
    ),
}


@pytest.mark.parametrize("case", RULINGS.values(), ids=RULINGS)
def test_an_irregularity_is_ruled_on(case: Any) -> None:
    said, house, expected = case
    assert POT.told(CARDS, said, house=house) == expected


# What becomes of the side wager, by the first two cards and for each reading of W-11. The third
# card would improve the hand.
DEAD = {
    "As Ad": ("win 1 to 1", "win 1 to 1"),
    "Jc Jd": ("win 1 to 1", "win 1 to 1"),
    "Tc Td": ("returned", "lose"),
    "As Kd": ("returned", "lose"),
}


@pytest.mark.parametrize("cards", DEAD)
def test_a_dead_hand_is_judged_on_two_cards(cards: str) -> None:
    first, second = cards.split()
    said = (
        "1 wager ante; 1 wager jacks-plus 5; dealer close"
        + "; dealer report flashed-card seat 1" * 2
    )
    for reads, became in zip(("pay-or-return", "pay-or-collect"), DEAD[cards], strict=True):
        net = {"win 1 to 1": "5.00", "lose": "-5.00", "returned": "0.00"}[became]
        state = "void" if became == "returned" else "settled"
        ruled = POT.told(f"2c {first} 3c {second} 4c {first[0]}h", said, house=reading(W_11=reads))
        assert ruled == f"{state}: 1 {net} ante returned 12(a), jacks-plus {became} 12(a)"


def test_a_void_round_takes_back_what_a_dead_hand_was_paid() -> None:
    said = (
        FIRST
        + "dealer report flashed-card seat 1; " * 2
        + "2 bet; dealer report missed-card dealer"
    )
    for reads, net in (("entire-round", "0.00"), ("unsettled-only", "5.00")):
        document = POT.run(CARDS, said, house=reading(X_02=reads)).document
        assert (document["outcome"], document["seats"]["1"]["net"]) == ("void", net)


BURNS = {  # the burns that are missed: how many cards are burned before each of the three deals
    (): (1, 1, 1),
    (1,): (0, 2, 1),
    (2,): (1, 0, 2),
    (3,): (1, 1, 0),
    (1, 3): (0, 2, 0),
    (2, 3): (1, 0, 0),
}


@pytest.mark.parametrize("missed", BURNS)
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
def test_a_missed_burn_is_made_good_before_the_next_street(
    missed: tuple[int, ...], dealing: str
) -> None:
    miss = {n: "dealer report missed-burn; " if n in missed else "" for n in (1, 2, 3)}
    said = f"1 wager ante; {miss[1]}dealer close; {miss[2]}1 bet; {miss[3]}1 double"
    document = POT.run(" ".join(DECK), said, house={"dealing": dealing}).document
    burned = [0, 0, 0]
    dealt = 0
    for event in events(document, "burn", "deal"):
        if event["kind"] == "burn":
            burned[(0, 6, 8).index(dealt)] += 1
        else:
            dealt += 1
    assert tuple(burned) == BURNS[missed]


def test_a_face_up_card_is_not_used_and_one_in_the_stub_changes_nothing() -> None:
    said = "1 wager ante; dealer close; 1 bet; 1 double"
    marked = "2c 3c ^4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d ^3d"
    document = POT.run(marked, said).document
    assert document["outcome"] == "settled"
    [gone] = events(document, "discard")
    assert (gone["card"], gone["rule"]) == ("4c", "12(b)")
    dealt = " ".join(e["card"] for e in events(document, "deal"))
    assert dealt == "3c 5c 6c 7c 8c 9c Jc Qc Ac 2d"
    [found] = events(document, "found")
    assert (found["card"], found["rule"], found["finding"]) == ("3d", "12(b)", "W-31")
    assert (
        POT.run(marked.replace("9c", "^9c"), said.partition(" 1 bet")[0]).document["outcome"]
        == "void"
    )


def test_an_extra_card_is_the_next_one_and_a_void_hand_is_dealt_no_more() -> None:
    said = CLOSED + BETS + "1 double; dealer report extra-card seat 2; 3 double"
    document = POT.run(" ".join(DECK), said).document
    dealt = [(e.get("seat", "d"), e["card"]) for e in events(document, "deal")][16:]
    after = DECK[18:]  # a burn, twelve cards, a burn, four cards
    assert dealt == [(2, after[0]), (1, after[2]), (3, after[3]), ("d", after[4])]
    assert document["pot"]["total"] == "60.00"


# --- views of the table ---------------------------------------------------------------------------

VIEWS = {  # the actions so far: the cards that everybody sees
    CLOSED: "5h 6d 8s 9s",
    CLOSED + BETS: "5h 6d 8s 9s 2d 3h 4h Jc",
    CLOSED + "1 fold; 2 fold; 3 fold": "5h 6d 8s 9s",
    CLOSED + "dealer report player-exposed seat 2": "5h 6d 8s 9s Kd 9c",
    CLOSED + "dealer report face-up-card; 1 bet; 2 bet; 3 bet": "5h 6d 8s 9s Th 3h 4h Jc 5c",
    FIRST + "1 fold; 2 fold; 3 fold": "5h 6d 8s 9s As Ad",
    CLOSED
    + BETS
    + "1 fold; 2 double; 3 double": "5h 6d 8s 9s 2d 3h 4h Jc 6c 7c 8c Kd 9c Qh 7d 3c 4s",
}
OWN = {1: {"As", "Ad"}, 2: {"Kd", "9c"}, 3: {"Qh", "7d"}}


@pytest.mark.parametrize("said", VIEWS)
def test_a_viewer_sees_the_open_cards_and_their_own(said: str) -> None:
    open_ = set(VIEWS[said].split())
    full = POT.run(CARDS, said).document
    assert seen(POT.run(CARDS, said, view="public").document) == open_
    for seat, own in OWN.items():
        document = POT.run(CARDS, said, view=f"seat:{seat}").document
        assert seen(document) == open_ | own
        assert document["seats"] == full["seats"]
    assert "2c" in seen(full), "surveillance sees the burn"


@pytest.mark.parametrize(
    ("place", "first", "third"), [("dealer", "3c", "9s"), ("seat 2", "Kd", "6d")]
)
def test_after_a_flash_the_third_card_lies_face_down(place: str, first: str, third: str) -> None:
    document = POT.run(
        CARDS, CLOSED + f"dealer report flashed-card {place}; " + BETS, view="public"
    ).document
    reported = events(document, "report")[0]["n"]
    since = {"events": [event for event in document["events"] if event["n"] > reported]}
    assert first in seen(since) and third not in seen(since)
    turned = [(e["place"], e["index"], e["up"], e["card"]) for e in events(since, "turn-card")]
    assert turned == [(place, 1, True, first), (place, 3, False, "??")]


def test_a_view_of_nobody_is_a_usage_error() -> None:
    for view in ("seat:4", "seat:x", "dealer", "seat"):
        assert POT.run(CARDS, CLOSED, view=view).code == 2
