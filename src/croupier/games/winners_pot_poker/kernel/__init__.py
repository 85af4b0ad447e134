"""Winner's Pot Poker at full speed: whole blocks of rounds for the simulator."""

from croupier.games.winners_pot_poker.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
