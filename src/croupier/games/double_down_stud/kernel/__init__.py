"""Double Down Stud at full speed: whole blocks of rounds for the simulator."""

from croupier.games.double_down_stud.kernel.prepare import KERNEL

__all__ = ["KERNEL"]
