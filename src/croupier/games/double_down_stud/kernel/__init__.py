"""Fast rounds of Double Down Stud, played in blocks for the simulator."""

from croupier.games.double_down_stud.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
