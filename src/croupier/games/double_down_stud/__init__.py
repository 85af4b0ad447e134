"""Double Down Stud: one card each, four shared cards, and a double before the last is turned."""

from typing import Any, Final

from croupier.games.double_down_stud.deck import DECK, next_round
from croupier.games.double_down_stud.house import DoubleDownStudHouse
from croupier.games.double_down_stud.irregularities import ABOUT, IRREGULARITIES
from croupier.games.double_down_stud.layout import DoubleDownStudLayout
from croupier.games.double_down_stud.script import play
from croupier.nouns.hands import Told, in_words, rank_hand
from croupier.nouns.reasons import Reason
from croupier.procedures.single_deck import SITUATION, open_decks
from croupier.stage.actions import Grammar, report_sentences
from croupier.stage.game import GameOf
from croupier.stage.situations import as_seat, as_seats, as_size


def board(t: DoubleDownStudLayout, viewer: str) -> dict[str, Any]:
    """Return the four cards in front of the dealer, as far as they are dealt."""
    shown: dict[str, Any] = {}
    if "hole" in t.laid:
        shown["hole"] = t.laid["hole"].shown_to(viewer)[0]
    if "open" in t.laid:
        shown["open"] = t.laid["open"].shown_to(viewer)
    return shown


def hands(t: DoubleDownStudLayout, viewer: str) -> dict[str, Told]:
    """Return the hands that were settled; they are not compared with one another."""
    judged = [number for number, seat in t.seats.items() if seat.hand]
    seen = {str(n): t.seen_at(viewer, f"seat {n}", "hole", "open") for n in judged}
    ranked = {who: rank_hand(cards) for who, cards in seen.items() if cards}
    return in_words(ranked, compared=False)


GAME: Final = GameOf[DoubleDownStudLayout, DoubleDownStudHouse](
    name="double-down-stud",
    title="Double Down Stud",
    states=("ma",),
    first_wager="original",
    house=DoubleDownStudHouse,
    layout=DoubleDownStudLayout,
    grammar=Grammar(
        seat=(
            "wager original AMOUNT",
            "wager original AMOUNT coupon AMOUNT",
            "wager original AMOUNT cash",
            "withdraw original",
            "double AMOUNT",
            "pass",
        ),
        dealer=("close", "confirm SEAT", *report_sentences(IRREGULARITIES, ABOUT)),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=lambda t: open_decks(t, DECK),
    irregularities=IRREGULARITIES,
    unseated=Reason("only players who hold a seat may wager", None, "X-25"),
    over=Reason("the round is over", "9(d)"),
    board=board,
    decks=lambda house: 1,
    situation={
        **SITUATION,
        "first_player": as_seat,
        "cut_declined": as_seats,
        "cut_turn": as_size,
    },
    hands=hands,
    carry=next_round,
    device_finding="S-23",
)

__all__ = ["GAME"]
