"""Red Dog: two cards, the spread between them, and a third that falls inside or not."""

from croupier.games.red_dog.script import GAME

__all__ = ["GAME"]
