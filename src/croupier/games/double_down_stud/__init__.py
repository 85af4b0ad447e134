"""Double Down Stud: one card each, four for everybody, and a double before the last is turned."""

from croupier.games.double_down_stud.script import GAME

__all__ = ["GAME"]
