"""Fast rounds of Winner's Pot Poker, played in blocks for the simulator."""

from croupier.games.winners_pot_poker.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
