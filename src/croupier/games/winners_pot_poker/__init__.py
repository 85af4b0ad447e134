"""Winner's Pot Poker: five cards, three wagers, and a pot for which players and dealer contend."""

from typing import Final

from croupier.games.winners_pot_poker.deck import DECK
from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.irregularities import ABOUT, IRREGULARITIES
from croupier.games.winners_pot_poker.layout import WinnersPotLayout
from croupier.games.winners_pot_poker.rotation import as_place, carry_button
from croupier.games.winners_pot_poker.script import play
from croupier.games.winners_pot_poker.showdown import hands_of, pot_of
from croupier.nouns.reasons import Reason
from croupier.procedures.single_deck import SITUATION, carry, open_decks
from croupier.stage.actions import Grammar, report_sentences
from croupier.stage.game import GameOf

GAME: Final = GameOf[WinnersPotLayout, WinnersPotHouse](
    name="winners-pot-poker",
    title="Winner's Pot Poker",
    states=("ma",),
    first_wager="ante",
    house=WinnersPotHouse,
    layout=WinnersPotLayout,
    grammar=Grammar(
        seat=(
            "wager ante",
            "wager ante AMOUNT",
            "wager ante AMOUNT coupon AMOUNT",
            "wager ante AMOUNT cash",
            "wager ante cash",
            "wager jacks-plus AMOUNT",
            "wager jacks-plus AMOUNT coupon AMOUNT",
            "wager jacks-plus AMOUNT cash",
            "withdraw ante",
            "withdraw jacks-plus",
            "bet",
            "double",
            "fold",
        ),
        dealer=("close", "confirm SEAT", *report_sentences(IRREGULARITIES, ABOUT)),
        floor=("recut", "confirm SEAT"),
    ),
    play=play,
    opening=lambda t: open_decks(t, DECK),
    irregularities=IRREGULARITIES,
    unseated=Reason("only seated players may wager", "6(e)"),
    over=Reason("the round is over", "10(i)"),
    board=lambda t, viewer: {},
    decks=lambda house: 1,
    situation={**SITUATION, "button": as_place, "next_button": as_place},
    more_result=pot_of,
    hands=hands_of,
    carry=lambda t: carry(t) | carry_button(t),
    absent=lambda t, seat: "fold",
    rivals=True,
    device_rule="12(k)",
)

__all__ = ["GAME"]
