"""Double Cross Poker at full speed: whole blocks of rounds for the simulator."""

from croupier.games.double_cross_poker.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
