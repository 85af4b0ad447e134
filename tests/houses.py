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
    "double-cross-poker": [
        {},
        {"dealing": "hand", "second_deck": True, "shuffler_counts": True, "count_every": 2},
        {
            "dealing": "automated-shoe",
            "shuffler": "manual",
            "idle_spread": "down",
            "count_every": 1,
        },
        {"shuffler": "manual", "preshuffled": True, "rulings.X-28": 15, "match_play": True},
        {
            "dealing": "automated-shoe",
            "second_deck": True,
            "shuffler_counts": True,
            "rulings.X-16": "broad",
            "rulings.X-02": "unsettled-only",
        },
        {
            "rulings.D-13": "simultaneous",
            "rulings.D-27": "play-on",
            "rulings.D-21": "correct",
            "rulings.X-14": "simultaneous",
            "seats": 22,
            "positions_per_player": 2,
        },
        {
            "rulings.D-03": "category-only",
            "rulings.D-20": "push-ante-only",
            "rulings.D-11": "near",
            "rulings.X-22": "literal",
        },
        {
            "rulings.D-03": "top-card-only",
            "rulings.D-07": "does-not-count",
            "rulings.D-08": "straight-flush",
            "rulings.D-09": "all-different",
        },
        {
            "payout_limit": "60000",
            "rulings.D-02": "all-wagers",
            "payouts.raise.pair": "40000 to 1",
            "payouts.three-card.pair": "7 to 2",
            "minimum": "0.50",
            "chip": "0.05",
            "seats": 3,
        },
        {
            "preshuffled": True,
            "dealing": "hand",
            "shuffler_counts": True,
            "minimum": "2.50",
            "increment": "2.50",
            "three_card.minimum": "5",
            "three_card.maximum": "25",
        },
    ],
    "winners-pot-poker": [
        {},
        {"seats": 8, "commission.percent": "7.5", "ante": "3.37", "jacks_plus.maximum": "1000"},
        {"seats": 8, "dealing": "automated-shoe", "shuffler_counts": True, "second_deck": True},
        {"dealing": "automated-shoe", "shuffler": "manual", "rulings.W-01": "far-left"},
        {"dealing": "hand", "second_deck": True, "commission.fixed": "2", "idle_spread": "down"},
        {"shuffler": "manual", "preshuffled": True, "rulings.X-28": 20, "count_every": 2},
        {
            "rulings.X-02": "unsettled-only",
            "rulings.X-22": "literal",
            "rulings.W-02": "first-position",
        },
        {"rulings.X-14": "simultaneous", "seats": 8, "rulings.W-07": "void-hand"},
        {"rulings.W-10": "void-round", "rulings.W-11": "pay-or-collect", "rulings.W-13": "lose"},
        {"rulings.W-17": "winnings", "rulings.W-18": "per-player", "rulings.W-20": "house"},
        {"rulings.W-19": "waive", "rulings.W-23": "literal-full-max", "ante": "1", "chip": "0.25"},
        {
            "rulings.W-28": "physical-plus-1",
            "commission.percent": "none",
            "commission.fixed": "0.33",
        },
        {"jacks_plus.offered": False, "rulings.X-16": "broad", "shuffler_counts": True, "seats": 1},
    ],
}
