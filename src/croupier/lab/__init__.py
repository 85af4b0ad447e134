"""The lab: exact odds, optimal strategy, advice.

Each game's own mathematics (``mathematics`` in its folder) is reached only through the registry.

>>> from croupier.rules.house import build
>>> table = setting(build("red-dog", {"decks": 1}))
>>> odds(table).figures.house_edge
Fraction(523, 16575)
>>> [(choice.action, str(choice.value)) for choice in advise(table, table_cards=("2c", "Kd"))]
[('raise', '6/5'), ('pass', '3/5')]
"""

from croupier.lab.answers import advise, odds, readings, strategy
from croupier.lab.live import advice_for
from croupier.lab.settings import LabMissingError, first_wager, keeper, lab_house, setting
from croupier.mathematics.analysis import best_of

__all__ = [
    "LabMissingError",
    "advice_for",
    "advise",
    "best_of",
    "first_wager",
    "keeper",
    "lab_house",
    "odds",
    "readings",
    "setting",
    "strategy",
]
