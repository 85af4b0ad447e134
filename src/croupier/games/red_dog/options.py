"""What the house may choose at a Red Dog table."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from typing import Any

from croupier.rules.house import Breach, House, Option, Options, as_count, as_text
from croupier.rules.options import (
    choice,
    dealing,
    everywhere,
    flag,
    limits_agree,
    match_play,
    money_limits,
    odds_raised,
    odds_word,
    positions_per_player,
    shuffler,
)


def as_share(value: Any) -> str:
    """A share of the shoe; R-07 reads "approximately one quarter" as a quarter give or take 0.05."""
    try:
        share = Decimal(str(value))
    except InvalidOperation:
        share = Decimal("nan")
    if isinstance(value, bool) or not share.is_finite():
        raise ValueError(f"{value!r} is no share such as 0.25")
    if not Decimal("0.2") <= share <= Decimal("0.3"):
        raise LookupError(f"{value} is not about a quarter: 0.20 to 0.30")
    return str(share.normalize())


def _derive(values: dict[str, Any], given: frozenset[str]) -> None:
    """A continuous device both shuffles and deals (Section 8)."""
    for one, other in (("dealing", "shuffler"), ("shuffler", "dealing")):
        if values[one] == "continuous" and other not in given:
            values[other] = "continuous"


def _continuous_agrees(house: House) -> Iterable[Breach]:
    if (house["dealing"] == "continuous") != (house["shuffler"] == "continuous"):
        yield Breach("shuffler", "a continuous device deals what it shuffles: "
                     "dealing and shuffler are both continuous or neither is", "8")  # fmt: skip


def _one_deck_can_be_cut(house: House) -> Iterable[Breach]:
    if (
        house["decks"] == 1
        and house["dealing"] != "continuous"
        and house.ruling("R-01") == "refuse"
    ):
        yield Breach("decks", "one deck cannot be cut a deck from either end", "3(d)", "R-01")


def _warnings(house: House) -> Iterable[Breach]:
    if house["decks"] == 1 and house["dealing"] != "continuous":
        yield Breach("decks", "one deck cannot be cut a deck from either end: "
                     "the cut keeps ten cards from the ends instead", "3(d)", "R-01")  # fmt: skip
    if house["dealing"] == "continuous" and "approvals.continuous" not in house.texts:
        yield Breach(
            "approvals.continuous",
            "the device and its procedures need approval; none is recorded",
            "8",
        )
    if odds_raised(house, "spread") and "notices.payouts" not in house.texts:
        yield Breach("notices.payouts", "the odds are higher than listed: decreasing them later "
                     "needs a notice first", "5(i)(3)")  # fmt: skip


OPTIONS = Options(
    keys=(
        *money_limits(),
        *everywhere(seats=7, most_seats=None, positions=positions_per_player("7")),
        Option("decks", as_count, 6, "decks in the dealt shoe", "1(a)", least=1, most=100, favours="player"),
        dealing("1(c)", "manual-shoe", "continuous"),
        shuffler("2(d)", "manual", "automated", "continuous"),
        flag("preshuffled", "3(a)", "the cards come pre-shuffled"),
        choice("cut_by", "3(b)", "who cuts the cards", "player", "dealer"),
        choice("recut_by", "3(e)", "who cuts again when the supervisor asks", "same", "next"),
        Option("marker_from_back", as_share, "0.25", "where the cut card goes in", "3(d)", "R-07"),
        choice("shuffle_after_round", "3(a)", "shuffling before the shoe is finished",
               "never", "always", "on-request"),
        Option("cover_card", as_text, "yellow", "colour of the cut cards", "1(a)"),
        flag("verbal_cash", "5(b)", "verbal wagers with cash, confirmed by dealer and floor", "R-30"),
        match_play("5(b)"),
        odds_word(None, "R-21"),
    ),
    derive=_derive,
    checks=(limits_agree, _continuous_agrees, _one_deck_can_be_cut),
    warnings=(_warnings,),
    enhanceable={"three-of-a-kind": ("R-14", "enhanceable")},
    notice=("5(i)(3)", None),
)  # fmt: skip
