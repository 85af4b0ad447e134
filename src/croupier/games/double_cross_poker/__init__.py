"""Double Cross Poker: two cards and three of a cross of five, against the better of the dealer's two hands."""

from croupier.games.double_cross_poker.game import GAME

__all__ = ["GAME"]
