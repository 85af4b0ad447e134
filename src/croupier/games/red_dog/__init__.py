"""Red Dog: two cards, the spread between them, and a third that falls inside or not."""

from typing import Any, Final

from croupier.equipment.shoe import BACKS
from croupier.games.red_dog.deck import marker_depth, open_shoe
from croupier.games.red_dog.house import RedDogHouse
from croupier.games.red_dog.irregularities import IRREGULARITIES
from croupier.games.red_dog.layout import RedDogLayout
from croupier.games.red_dog.script import absent, play
from croupier.nouns.reasons import Reason
from croupier.stage.actions import Grammar, report_sentences
from croupier.stage.game import GameOf
from croupier.stage.situations import as_seat, as_seats, as_size, as_yes, one_of


def board(t: RedDogLayout, viewer: str) -> dict[str, Any]:
    """Return the cards in the three boxes as a viewer sees them."""
    return {
        box: t.laid[box].shown_to(viewer)[0] for box in ("left", "right", "middle") if box in t.laid
    }


GAME: Final = GameOf[RedDogLayout, RedDogHouse](
    name="red-dog",
    title="Red Dog",
    states=("ma",),
    first_wager="original",
    house=RedDogHouse,
    layout=RedDogLayout,
    grammar=Grammar(
        seat=(
            "wager original AMOUNT",
            "wager original AMOUNT coupon AMOUNT",
            "wager original AMOUNT cash",
            "withdraw original",
            "raise AMOUNT",
            "pass",
            "play-on",
            "void",
            "ask burn",
        ),
        dealer=("close", "confirm SEAT", *report_sentences(IRREGULARITIES)),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=open_shoe,
    irregularities=IRREGULARITIES,
    unseated=Reason("only players who hold a seat may wager", None, "X-25"),
    over=Reason("the round is over", "5(j)"),
    board=board,
    decks=lambda house: house.decks,
    situation={
        "shoe": one_of("new", "mid"),
        "new_dealer": as_yes,
        "marker": as_size,
        "rounds_since_count": as_size,
        "back": one_of(*BACKS),
        "first_shoe": as_yes,
        "first_player": as_seat,
        "cut_at": as_size,
        "cut_declined": as_seats,
    },
    carry=lambda t: {"shoe": "new" if t.reshuffle or t.void else "mid"},
    marker=lambda house, cards: cards - marker_depth(house, cards) if house.cut_by_hand else None,
    reshuffles_at_marker=lambda house: house.R_08 == "reshuffle-now",
    shoe_lasts=lambda house: house.cut_by_hand,
    absent=absent,
    declines=frozenset({"pass", "void"}),
    asides=frozenset({"ask"}),
)

__all__ = ["GAME"]
