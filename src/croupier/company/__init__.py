"""Company: house players, who take the empty seats and play by a named strategy.

A house player sees what its seat sees (:func:`look`) and says what anybody might say there
(:func:`decide`, :func:`wagers`). :func:`pause` says how long it thinks, which depends on nothing.

>>> from croupier import games
>>> from croupier.rules import house
>>> from croupier.stage.table import Table
>>> table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50000})
>>> round = table.begin(cards=["2c", "5h", "7d", "6s"])
>>> wagers(look(round, 1), "best")
['wager original 5']
>>> for said in ("1 wager original 5", "dealer close"):
...     events = round.act(said)
>>> [decide(look(round, 1), name) for name in STRATEGIES]
['pass', 'pass', 'pass', 'raise 5']
"""

from croupier.company.deciding import decide, pause, wagers
from croupier.company.seeing import SeatView, look
from croupier.company.solved import warm
from croupier.company.strategies import STRATEGIES, Strategy

__all__ = ["STRATEGIES", "SeatView", "Strategy", "decide", "look", "pause", "wagers", "warm"]
