"""Fast rounds of Double Cross Poker, played in blocks for the simulator."""

from croupier.games.double_cross_poker.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
