"""A process that makes exercises and lessons: a question on each line of stdin.

Each answer is a line on stdout. :mod:`.drilling` starts it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from croupier.lab.settings import LabMissingError
from croupier.practice.drills import Dealer, Drill
from croupier.practice.lessons import drill_of, lessons
from croupier.server.child import serve

Data = dict[str, Any]

NICE: Final = 10
"""The tables come first."""


@lru_cache(50)
def _dealer(game: str, rulebook: str, street: int, lesson: int) -> Dealer:
    if lesson:
        return Dealer(drill_of(game, rulebook, lesson))
    return Dealer(Drill(game, rulebook, street))


def answer(question: Data) -> Data:
    """Answer a question; what does not exist is ``missing``, with the reason."""
    game, rulebook = question["game"], question["rulebook"]
    try:
        if question["do"] == "lessons":
            return {"found": [lesson.as_dict() for lesson in lessons(game, rulebook)]}
        dealer = _dealer(game, rulebook, question.get("street", 0), question.get("lesson", 0))
        return {"found": dealer.deal(question["seed"]).as_dict()}
    except (LookupError, LabMissingError) as error:
        return {"missing": str(error.args[0] if error.args else error)}


if __name__ == "__main__":
    serve(lambda line: answer(json.loads(line)), NICE)
