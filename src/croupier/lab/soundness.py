"""Warnings that a lawful table gives the player the edge, and which setting would not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from croupier.lab.answers import figures_by_wager
from croupier.lab.settings import analysis_of, lab_house
from croupier.mathematics.analysis import Question, Setting
from croupier.nouns.money import Odds
from croupier.rules.house import Breach


def unsound(table: Setting) -> Iterator[Breach]:
    """Yield a warning for every wager on which the player has the edge, with what would fix it."""
    game = table.house.book.game
    analysis = analysis_of(game)
    for wager, value in _values(table).items():
        if value <= 0:
            continue
        edge = f"the player has an edge of {100 * float(value):.4f} % of the {wager} wager"
        remedies = [*_lower_odds(table, wager)]
        if wager == analysis.first_wager:
            remedies += analysis.least_sound(table)
        for remedy in remedies:
            yield Breach(remedy.key, f"{edge}; {remedy.message}", remedy.rule, remedy.finding)
        if not remedies:
            yield Breach(wager, f"{edge}; no single setting fixes it")


def _values(table: Setting) -> dict[str, Fraction]:
    """Return the value of each wager under optimal play."""
    analysis = analysis_of(table.house.book.game)
    answer = analysis.odds(table, Question(brief=True))
    return {wager: figures.ev for wager, figures in figures_by_wager(analysis, answer).items()}


def _lower_odds(table: Setting, wager: str) -> Iterable[Breach]:
    """Yield, for each payout better than required, the best odds that leave the player no edge."""
    house = table.house
    given = house.changed()
    for name, odds in house.payouts.items():
        for row, posted in odds.items():
            key = f"payouts.{name}.{row}" if row else f"payouts.{name}"
            if key in given:
                best = _best_sound(
                    table, given, key, house.book.least_odds[name][row], posted, wager
                )
                if best is not None:
                    yield Breach(key, f"{best} would leave none", house.book.odds_rules[name])


def _best_sound(
    table: Setting, given: dict[str, Any], key: str, least: Odds, posted: Odds, wager: str
) -> Odds | None:
    """Return the best whole odds to one, or else the least allowed, that leave no edge, or None.

    A binary search finds them, because the value of a wager only falls with its odds.
    """
    house = table.house

    def sound(odds: Odds) -> bool:
        other = lab_house(house.book.game, {**given, key: str(odds)}, house.book.state)
        return _values(replace(table, house=other)).get(wager, Fraction(1)) <= 0

    if not sound(least):
        return None
    low, high = int(least.ratio), int(posted.ratio) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if sound(Odds(middle)) else (low, middle)
    return max(least, Odds(low))
