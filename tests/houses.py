"""House files for random tables: the defaults, and every choice that changes how a round goes."""

from __future__ import annotations

from typing import Any

HOUSES: dict[str, list[dict[str, Any]]] = {
    "red-dog": [
        {},
        {"decks": 1, "positions_per_player": 2},
        {"decks": 2, "shuffler": "manual", "cut_by": "dealer", "match_play": True},
        {"dealing": "continuous", "verbal_cash": True},
        {"rulings.R-16": "frozen", "rulings.R-09": "two", "shuffle_after_round": "always"},
        {"payouts.spread.1": "6 to 1", "minimum": "2.50", "increment": "2.50", "recut_by": "next"},
        {"decks": 1, "rulings.R-08": "reshuffle-now", "preshuffled": True},
    ],
}
