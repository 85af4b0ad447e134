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
    "double-down-stud": [
        {},
        {"dealing": "shuffler", "second_deck": True, "idle_spread": "down"},
        {"cut": True, "recut_by": "next", "match_play": True, "chip": "0.50"},
        {"cut": True, "second_deck": True, "rulings.X-14": "simultaneous", "cover_card": "green"},
        {"positions_per_player": 2, "rulings.S-22": "deal-only", "increment": "0.25"},
        {"payout_limit": "100000", "maximum": "1000", "payouts.hand.flush": "17 to 2"},
        {"payout_limit": "100000", "rulings.S-16": "wager", "minimum": "2.50", "increment": "2.50"},
        {"seats": 47, "dealing": "shuffler", "cut": True},
    ],
}
