"""A process that computes what the lab knows of houses: a question on each line of stdin.

Each answer is a line on stdout. :mod:`.reckoning` starts it.
"""

from __future__ import annotations

import json
from typing import Any, Final

from croupier.rules import house
from croupier.server.child import serve
from croupier.server.edges import theory_of
from croupier.server.reckoning import Sheets
from croupier.server.sheets import sheet_of

NICE: Final = 10
"""The tables come first."""


def reckon(question: dict[str, Any]) -> dict[str, Any] | None:
    """The sheet of a house, or its theory for a number of seats; None if the lab cannot tell."""
    chosen = house.build(question["game"], question["house"], question["rulebook"])
    if question["about"] == Sheets.about:
        return sheet_of(chosen)
    theory = theory_of(chosen, question["seats"])
    return None if theory is None else theory._asdict()


if __name__ == "__main__":
    serve(lambda line: reckon(json.loads(line)), NICE)
