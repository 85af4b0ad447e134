"""Double Cross Poker: two cards and three of a cross of five, against the dealer's better hand."""

from typing import Any, Final

from croupier.games.double_cross_poker.deck import BOARD, DECK
from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.games.double_cross_poker.irregularities import ABOUT, IRREGULARITIES
from croupier.games.double_cross_poker.layout import AXES, DoubleCrossLayout, place
from croupier.games.double_cross_poker.script import absent, play
from croupier.nouns.hands import Told, in_words, rank_hand
from croupier.nouns.reasons import Reason
from croupier.procedures.single_deck import SITUATION, carry, open_decks
from croupier.stage.actions import Grammar, report_sentences
from croupier.stage.game import GameOf


def board(t: DoubleCrossLayout, viewer: str) -> dict[str, Any]:
    """Return the cards of the cross; after the round, including those that were collected."""
    return {
        spot: t.laid[spot].shown_to(viewer)[0] for spot in BOARD[t.house.D_11] if spot in t.laid
    }


def dealers_hand(t: DoubleCrossLayout, viewer: str) -> dict[str, Any]:
    """Return the dealer's cards, and their hand once they have been turned."""
    if "dealer" not in t.laid:
        return {}
    played = {} if t.dealer is None else t.dealer._asdict()
    return {"dealer": {"cards": t.laid["dealer"].shown_to(viewer), **played}}


def hands(t: DoubleCrossLayout, viewer: str) -> dict[str, Told]:
    """Return the hands that were compared, each with the axis it played."""
    played = {str(n): (place(n), seat.state) for n, seat in t.seats.items() if seat.hand}
    if t.dealer is not None:
        played["dealer"] = ("dealer", t.dealer.axis)
    seen = {who: t.seen_at(viewer, own, *AXES[axis]) for who, (own, axis) in played.items()}
    return in_words({who: rank_hand(cards) for who, cards in seen.items() if cards}, t.house.D_03)


GAME: Final = GameOf[DoubleCrossLayout, DoubleCrossHouse](
    name="double-cross-poker",
    title="Double Cross Poker",
    states=("ma", "nj"),
    first_wager="ante",
    house=DoubleCrossHouse,
    layout=DoubleCrossLayout,
    grammar=Grammar(
        seat=(
            *(
                f"wager {wager} AMOUNT{more}"
                for wager in ("ante", "three-card")
                for more in ("", " coupon AMOUNT", " cash")
            ),
            "withdraw ante",
            "withdraw three-card",
            "expose",
            "keep",
            "fold",
            *(f"raise {axis}" for axis in AXES),
        ),
        dealer=("close", "confirm SEAT", *report_sentences(IRREGULARITIES, ABOUT)),
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
    hands=hands,
    carry=carry,
    absent=absent,
    declines=frozenset({"keep", "fold"}),
    device_rule="12(f)",
)

__all__ = ["GAME"]
