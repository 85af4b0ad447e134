"""The review: what each decision of a recorded round cost, and what was luck.

>>> from croupier import games
>>> from croupier.journal import Recorder, memory_journal
>>> from croupier.rules import house
>>> from croupier.stage.table import Table
>>> table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50000})
>>> journal = memory_journal()
>>> recorder = Recorder(journal, "pit 3")
>>> number = recorder.begin_round(table.begin(cards=["7c", "2h", "Ks", "7d"]))
>>> for said in ("1 wager original 10", "dealer close", "1 pass"):
...     events = recorder.act(said)
>>> recorder.end_round()
>>> found = review_round(journal.round(number), "seat 1")
>>> [(one.made.action, one.best.action, str(one.cost)) for one in found.decisions]
[('pass', 'raise', '170/31')]
>>> found.result == found.expected + found.luck
True
"""

from croupier.review.decisions import Decision
from croupier.review.documents import added, persons
from croupier.review.rounds import RoundReview, people_of, review_round

__all__ = ["Decision", "RoundReview", "added", "people_of", "persons", "review_round"]
