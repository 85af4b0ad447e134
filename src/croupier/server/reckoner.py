"""A process that computes house edges: a house on each line of stdin, its edge on stdout.

It is started and, if it takes too long, killed by :mod:`.drafts`.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Final

from croupier.rules import house
from croupier.server.edges import edge_of_house

NICE: Final = 10
"""The tables come first."""


def reckon(question: dict[str, Any]) -> dict[str, Any]:
    """The edge of a house beside that of the standard house; None for what is not known."""
    game, rulebook = question["game"], question["rulebook"]
    mine = edge_of_house(house.build(game, question["house"], rulebook))
    standard = edge_of_house(house.standard(game, rulebook))
    return {
        "edge": None if mine is None else mine["edge"],
        "wager": None if mine is None else mine["wager"],
        "standard": None if standard is None else standard["edge"],
    }


def main() -> None:
    """Answer until stdin ends."""
    os.nice(NICE)
    for line in sys.stdin:
        print(json.dumps(reckon(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
