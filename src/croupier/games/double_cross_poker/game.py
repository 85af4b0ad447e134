"""Double Cross Poker as the registry knows it."""

from __future__ import annotations

from typing import Any, Final

from croupier.games import Game
from croupier.games.double_cross_poker.deck import BOARD, DECK
from croupier.games.double_cross_poker.options import OPTIONS
from croupier.games.double_cross_poker.reports import IRREGULARITIES, STUB
from croupier.games.double_cross_poker.script import AXES, absent, play
from croupier.nouns.reasons import Reason
from croupier.procedures.single_deck import SITUATION, carry, open_decks
from croupier.stage.actions import Grammar
from croupier.stage.layout import Layout

WHERE: Final = {
    "wrong-count": ("seat SEAT", "dealer", "board"),
    "player-exposed": ("seat SEAT",),
    "exposed-card": ("dealer", "board", "seat SEAT"),
    "stub-short": tuple(" ".join(variant) for variant in STUB),
    "axis-conflict": ("seat SEAT",),
}
"""What is said after the name of an irregularity; nothing after the others."""


def board(t: Layout, viewer: str) -> dict[str, Any]:
    """The cards of the cross, and after the round those that were collected, too."""
    return {
        spot: t.laid[spot].shown_to(viewer)[0]
        for spot in BOARD[t.house.ruling("D-11")]
        if spot in t.laid
    }


def dealers_hand(t: Layout, viewer: str) -> dict[str, Any]:
    """The dealer's cards, and once they are turned the hand they make."""
    if "dealer" not in t.laid:
        return {}
    return {"dealer": {"cards": t.laid["dealer"].shown_to(viewer), **t.notes.get("dealer", {})}}


GAME: Final = Game(
    name="double-cross-poker",
    title="Double Cross Poker",
    states=("ma", "nj"),
    first_wager="ante",
    options=OPTIONS,
    grammar=Grammar(
        seat=(
            *(
                f"wager {wager} AMOUNT{more}"
                for wager in ("ante", "three-card")
                for more in ("", " coupon AMOUNT", " cash")
            ),
            "withdraw ante", "withdraw three-card", "expose", "keep", "fold",
            *(f"raise {axis}" for axis in AXES),
        ),
        dealer=(
            "close", "confirm SEAT",
            *(
                f"report {name} {where}".strip()
                for name in IRREGULARITIES
                for where in WHERE.get(name, ("",))
            ),
        ),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=lambda t: open_decks(t, DECK),
    irregularities=IRREGULARITIES,
    unseated=Reason("only seated players may wager", "6(b)"),
    over=Reason("the round is over", "10(h)"),
    board=board,
    decks=lambda house: 1,
    situation=SITUATION,
    more_result=dealers_hand,
    carry=carry,
    absent=absent,
    device_rule="12(f)",
)  # fmt: skip
