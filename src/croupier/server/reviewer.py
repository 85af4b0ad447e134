"""A process that reviews rounds: a question on each line of stdin, pickled and in base64.

Each answer is a line of JSON on stdout. :mod:`.reviewing` starts it, and only the server writes to
it.
"""

from __future__ import annotations

import pickle
from base64 import b64decode
from typing import Any, Final

from croupier.journal import JournalError
from croupier.lab.settings import LabMissingError
from croupier.review import review_round
from croupier.server.child import serve

NICE: Final = 15
"""The tables come first, and then the odds of a house that somebody chooses."""


def answer(question: bytes) -> dict[str, Any]:
    """The review of a round for a person, or why there is none."""
    log, person = pickle.loads(b64decode(question))
    try:
        return review_round(log, person).as_dict()
    except (JournalError, LabMissingError) as error:
        return {"failed": str(error)}


if __name__ == "__main__":
    serve(answer, NICE)
