"""The sheet of a house: the edge, the chance of each hand and the strategy card, for its players.

It depends on the house alone. The lab needs some seconds for it, so it is computed in a process of
its own (:mod:`.reckoning`), once for each house, and kept.
"""

from __future__ import annotations

import logging
from typing import Any

from croupier.nouns.money import show_money
from croupier.rules import house
from croupier.rules.house import House, HouseError
from croupier.server.reckoning import Sheets

Data = dict[str, Any]

LOG = logging.getLogger("croupier.sheets")


def sheet_of(chosen: House) -> Data | None:
    """What best play is worth in a house, at its least first wager; None if the lab cannot tell."""
    try:
        from croupier.lab import LabMissingError
    except ImportError:
        return None
    try:
        return _sheet(chosen)
    except (LabMissingError, ImportError):
        return None
    except Exception:
        book = chosen.book
        LOG.exception("the odds of %s.%s cannot be computed", book.game, book.state)
        return None


def _sheet(chosen: House) -> Data:
    from croupier.lab import first_wager, odds, setting, strategy
    from croupier.lab.documents import number
    from croupier.lab.settings import analysis_of
    from croupier.mathematics.analysis import HANDS

    table = setting(chosen)
    answer = odds(table)
    figures = answer.figures
    wins, even = figures.hit_frequency, figures.even_frequency
    section = next((one for one in answer.sections if one.key == HANDS), None)
    return {
        "wager": first_wager(table),
        "stake": show_money(table.stake),
        "alone": bool(analysis_of(chosen.book.game).alone),
        "edge": number(figures.house_edge),
        "average_wager": number(figures.average_wager),
        "ends": {"win": number(wins), "even": number(even), "lose": number(1 - wins - even)},
        "hands": [] if section is None else [_hand(*row) for row in section.rows],
        "note": "" if section is None else section.note,
        "sides": [
            {
                "wager": name,
                "stake": show_money(side.stake),
                "edge": number(side.figures.house_edge),
                "win": number(side.figures.hit_frequency),
            }
            for name, side in answer.side_wagers.items()
        ],
        "card": _card(strategy(table)) if chosen.advice else None,
    }


def _hand(name: Any, chance: Any) -> Data:
    from croupier.lab.documents import number

    return {"hand": name, "share": number(chance)}


def _card(card: Any) -> Data:
    from croupier.lab.documents import number

    return {
        "parts": [
            {
                "title": part.title,
                "rules": [
                    {"when": rule.when, "action": rule.action, "share": number(rule.share)}
                    for rule in part.rules
                ],
            }
            for part in card.parts
        ],
        "edge": number(-card.ev),
        "cost": number(card.cost),
    }


def so_far(sheets: Sheets, game: str, given: Data, rulebook: str) -> Data:
    """The sheet of a house if it is known by now; otherwise it is computed meanwhile."""
    try:
        chosen = house.build(game, given, rulebook)
    except HouseError:  # the rules have changed since the table was opened
        return {"odds": None, "complete": True}
    known, sheet = sheets.so_far(chosen)
    return {"odds": sheet, "complete": known}
