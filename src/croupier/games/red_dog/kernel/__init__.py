"""Red Dog at full speed: whole blocks of rounds for the simulator."""

from croupier.games.red_dog.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
