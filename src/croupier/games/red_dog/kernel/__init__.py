"""Fast rounds of Red Dog, played in blocks for the simulator."""

from croupier.games.red_dog.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
