"""What house players are called: names of people, so that a round reads like one among people."""

from __future__ import annotations

from typing import Final

_NAMES: Final = """
    Ada Alba Basil Bruno Clara Cosmo Dora Edda Ezra Fleur Flora Gus Hugo Ida Iris Ivo Jonas Juno
    Kit Leo Lotte Mabel Milo Nell Nora Otis Otto Pearl Quinn Remy Rosa Ruby Sol Stella Theo Thea
    Uma Vera Viggo Wanda Xenia Yara Zeno Zoe
"""

HOUSE_PLAYER: Final = "h-"
"""What the pseudonyms of house players begin with; those of people begin with ``p-``."""

HOUSE_NAMES: Final = tuple(_NAMES.split())
