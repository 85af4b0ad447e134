"""The lab's answers as plain data, which the commands print with ``--json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.lab.answers import Edge
from croupier.lab.settings import analysis_of
from croupier.mathematics.analysis import (
    Answer,
    Cell,
    Choice,
    Estimate,
    Question,
    Section,
    Setting,
    StrategyCard,
    Value,
    best_of,
)
from croupier.nouns.cards import Card
from croupier.nouns.money import show_money


def number(value: Value) -> dict[str, Any]:
    """Return an exact number, or an estimate with its standard error, as plain data.

    >>> number(Fraction(-1, 4))
    {'exact': '-1/4', 'value': -0.25}
    """
    if isinstance(value, Estimate):
        return {"exact": None, "value": value.value, "stderr": value.stderr}
    return {"exact": str(value), "value": float(value)}


def value_of(told: Mapping[str, Any]) -> Value:
    """Return the number that plain data tell of.

    >>> value_of(number(Fraction(-1, 4)))
    Fraction(-1, 4)
    """
    if told["exact"] is None:
        return Estimate(told["value"], told["stderr"])
    return Fraction(told["exact"])


def numbers(values: Mapping[str, Fraction]) -> dict[str, Any]:
    """Return exact numbers by name, as plain data."""
    return {name: number(value) for name, value in values.items()}


def header(table: Setting) -> dict[str, Any]:
    """Return the table and the wager that an answer is about."""
    book = table.house.book
    return {
        "game": book.game,
        "rulebook": book.state,
        "house": table.house.flat(),
        "stake": show_money(table.stake),
        "unit": analysis_of(book.game).first_wager,
    }


def odds_document(table: Setting, asked: Question, answer: Answer) -> dict[str, Any]:
    """Return what ``odds --json`` prints."""
    figures = answer.figures
    return {
        **header(table),
        "strategy": asked.strategy,
        "players": asked.players,
        "seen": list(asked.seen),
        "ev": number(figures.ev),
        "house_edge": number(figures.house_edge),
        "element_of_risk": number(figures.element_of_risk),
        "average_wager": number(figures.average_wager),
        "variance": number(figures.variance),
        "hit_frequency": number(figures.hit_frequency),
        "even_frequency": number(figures.even_frequency),
        "decisions": numbers(figures.decisions),
        "outcomes": numbers(figures.outcomes),
        "side_wagers": {
            name: {
                "stake": show_money(side.stake),
                "ev": number(side.figures.ev),
                "hit_frequency": number(side.figures.hit_frequency),
                "variance": number(side.figures.variance),
                "outcomes": numbers(side.figures.outcomes),
            }
            for name, side in answer.side_wagers.items()
        },
        **{section.key: _rows(section) for section in answer.sections},
    }


def _rows(section: Section) -> list[dict[str, Any]]:
    return [
        {name: _cell(cell) for name, cell in zip(section.columns, row, strict=True)}
        for row in section.rows
    ]


def _cell(cell: Cell) -> Any:
    return number(cell) if isinstance(cell, Fraction | Estimate) else cell


def readings_document(edges: Sequence[Edge]) -> list[dict[str, Any]]:
    """Return what ``odds --readings --json`` adds: the edge under every reading."""
    return [
        {
            "finding": edge.finding,
            "reading": edge.reading,
            "default": edge.default,
            "wager": edge.wager,
            "house_edge": number(edge.edge),
            "note": edge.note or None,
        }
        for edge in edges
    ]


def advice_document(
    table: Setting,
    hand: Sequence[Card],
    laid: Sequence[Card],
    seen: Sequence[Card],
    choices: Sequence[Choice],
) -> dict[str, Any]:
    """Return what ``advise --json`` prints."""
    return {
        **header(table),
        "hand": list(hand),
        "table": list(laid),
        "seen": list(seen),
        "choices": [{"action": choice.action, "ev": number(choice.value)} for choice in choices],
        "best": best_of(choices).action,
    }


def strategy_document(table: Setting, card: StrategyCard) -> dict[str, Any]:
    """Return what ``strategy --json`` prints."""
    return {
        **header(table),
        "rules": [
            {
                "decision": part.title,
                "when": rule.when,
                "action": rule.action,
                "share": number(rule.share),
            }
            for part in card.parts
            for rule in part.rules
        ],
        "ev": number(card.ev),
        "optimal_ev": number(card.optimal),
        "cost": number(card.cost),
        "note": analysis_of(table.house.book.game).alone,
    }
