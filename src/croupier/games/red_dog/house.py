"""What the house may choose at a Red Dog table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Final, Literal

from croupier.rules import options as key
from croupier.rules.house import Breach, House
from croupier.rules.options import cover_card_contrasts, limits_agree, odds_raised, without_text


def as_share(value: object) -> str:
    """Read a share of the shoe; R-07 takes "approximately one quarter" as 0.25 ± 0.05."""
    try:
        share = Decimal(str(value))
    except InvalidOperation:
        share = Decimal("nan")
    if isinstance(value, bool) or not share.is_finite():
        raise ValueError(f"{value!r} is not a share such as 0.25")
    if not Decimal("0.2") <= share <= Decimal("0.3"):
        raise LookupError(f"{value} is not about a quarter: 0.20 to 0.30")
    return str(share.normalize())


def _continuous_agrees(house: RedDogHouse) -> Iterable[Breach]:
    if (house.dealing == "continuous") != (house.shuffler == "continuous"):
        message = (
            "a continuous device deals what it shuffles: "
            "dealing and shuffler are both continuous or neither is"
        )
        yield Breach("shuffler", message, "8")


def _one_deck_can_be_cut(house: RedDogHouse) -> Iterable[Breach]:
    if house.cut_by_hand and house.decks == 1 and house.R_01 == "refuse":
        yield Breach("decks", "one deck cannot be cut a deck from either end", "3(d)", "R-01")


def _notes(house: RedDogHouse) -> Iterable[Breach]:
    if house.cut_by_hand and house.decks == 1:
        message = (
            "one deck cannot be cut a deck from either end: "
            "the cut keeps ten cards from the ends instead"
        )
        yield Breach("decks", message, "3(d)", "R-01")
    if not house.cut_by_hand:
        needs = "the device and its procedures need approval"
        yield from without_text(house, "approvals.continuous", needs, "8")
    if odds_raised(house, "spread") and "notices.payouts" not in house.texts:
        message = "the odds are higher than listed: decreasing them later needs a notice first"
        yield Breach("notices.payouts", message, "5(i)(3)")


class RedDogHouse(House):
    """The keys of a Red Dog house file, and the readings that a house may choose."""

    minimum: int = key.minimum()
    maximum: int = key.maximum()
    increment: int = key.increment()
    seats: int = key.seats(7)
    chip: int = key.chip()
    timeout: int = key.timeout()
    seat_kept: int = key.seat_kept()
    advice: bool = key.advice()
    positions_per_player: int = key.positions_per_player("7")
    decks: int = key.count(
        6, "decks in the dealt shoe", "1(a)", least=1, most=100, favours="player", usual=True
    )
    dealing: Literal["manual-shoe", "continuous"] = key.dealing("1(c)")
    shuffler: Literal["manual", "automated", "continuous"] = key.shuffler("2(d)")
    preshuffled: bool = key.preshuffled("3(a)")
    cut_by: Literal["player", "dealer"] = key.choice("who cuts the cards", "3(b)")
    recut_by: Literal["same", "next"] = key.recut_by("3(e)")
    marker_from_back: str = key.value(
        as_share, "0.25", "where the cut card goes in", "3(d)", "R-07"
    )
    shuffle_after_round: Literal["never", "always", "on-request"] = key.choice(
        "shuffling before the shoe is finished", "3(a)"
    )
    cover_card: str = key.text("yellow", "colour of the cut cards", "1(a)")
    verbal_cash: bool = key.flag(
        "verbal wagers with cash, confirmed by dealer and floor", "5(b)", "R-30"
    )
    match_play: bool = key.match_play("5(b)")
    odds_word: Literal["to", "win"] = key.odds_word(None, "R-21")

    R_01: Literal["ten-card-margin", "refuse"]
    R_08: Literal["play-one-more", "reshuffle-now"]
    R_09: Literal["one", "two"]
    R_14: Literal["fixed", "enhanceable"]
    R_16: Literal["open", "frozen"]

    checks = (
        limits_agree,
        _continuous_agrees,
        _one_deck_can_be_cut,
        cover_card_contrasts("1(a)"),
    )
    notes = (_notes,)
    enhanceable: ClassVar[Mapping[str, tuple[str, str]]] = {
        "three-of-a-kind": ("R-14", "enhanceable")
    }
    notice = ("5(i)(3)", None)

    @classmethod
    def derive(cls, values: dict[str, Any], given: frozenset[str]) -> None:
        """Set both dealing and shuffler for a continuous device, which does both (Section 8)."""
        for one, other in (("dealing", "shuffler"), ("shuffler", "dealing")):
            if values[one] == "continuous" and other not in given:
                values[other] = "continuous"

    @property
    def cut_by_hand(self) -> bool:
        """Whether the cards are cut and dealt from a shoe, not by a continuous device (8)."""
        return self.dealing != "continuous"

    @property
    def two_backs(self) -> bool:
        """Whether two batches with different backs alternate (2(d))."""
        return self.shuffler == "automated"


HOUSE: Final = RedDogHouse
