"""High Card: the higher card wins. A whole game in a few short files, as an example."""

from typing import Any, Final

from croupier.games.high_card.house import HighCardHouse
from croupier.games.high_card.script import play

from croupier.nouns.reasons import Reason
from croupier.stage.actions import Grammar
from croupier.stage.game import GameOf, Script
from croupier.stage.layout import Layout
from croupier.stage.preparing import Receive


def opening(t: Layout) -> Script:
    """The table opens with a new deck."""
    yield Receive("1", by="dealer", text="a new deck is received")
    return None


def board(t: Layout, viewer: str) -> dict[str, Any]:
    """The dealer's card."""
    return {"dealer": t.laid["dealer"].shown_to(viewer)[0]} if "dealer" in t.laid else {}


GAME: Final = GameOf[Layout, HighCardHouse](
    name="high-card",
    title="High Card",
    states=("ex",),
    first_wager="wager",
    house=HighCardHouse,
    layout=Layout,
    grammar=Grammar(
        seat=("wager wager AMOUNT", "withdraw wager"),
        dealer=("close", "report face-up-card"),
        floor=(),
    ),
    play=play,
    opening=opening,
    irregularities={"face-up-card": Reason("a card lies face up in the deck", "5")},
    unseated=Reason("only those who hold a seat may wager", None, "H-01"),
    over=Reason("the round is over", "4"),
    board=board,
    decks=lambda house: 1,
    situation={},
)
