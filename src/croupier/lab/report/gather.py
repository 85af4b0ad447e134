"""The contents of a report: everything the lab knows about one table, in reading order."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier import __version__, lab
from croupier.games import load as load_game
from croupier.lab.report import plots, trial
from croupier.lab.report.blocks import Block, Figure, Grid, Heading, Paragraph, Sheet
from croupier.lab.settings import analysis_of, lab_house
from croupier.mathematics.analysis import (
    Answer,
    Cell,
    Estimate,
    Question,
    Section,
    Setting,
    SideWager,
)
from croupier.nouns.money import dollars

IN_BRIEF: Final = ("wager", "decision", "reveal", "settlement", "payout", "payout-limit")
"""The kinds of clauses that decide what is paid."""


def gather(table: Setting, *, rounds: int = 64_000_000, seed: int = 1) -> Sheet:
    """Return the report of one table, with simulated rounds beside the exact values."""
    book = table.house.book
    unit = analysis_of(book.game).first_wager
    answer = lab.odds(table)
    figures = answer.figures
    sheet = Sheet(
        title=f"{load_game(book.game).title}: mathematics report",
        subtitle=(
            f"{book.jurisdiction}, {book.document}; "
            f"optimal play at a first wager of {dollars(table.stake)}"
        ),
        headline=(
            (percent(figures.house_edge), "house edge", f"of the {unit} wager"),
            (percent(figures.element_of_risk), "element of risk", "of everything wagered"),
            (f"{math.sqrt(figures.variance):.4f}", "standard deviation", f"times the {unit} wager"),
            (percent(figures.hit_frequency), "hit frequency", "rounds won, of rounds dealt"),
        ),
        footer=(
            f"Croupier {__version__}, rulebook data {book.document} version {book.version}, "
            f"house {table.house.fingerprint()[:16]}"
        ),
    )
    sheet.blocks.extend(_blocks(table, answer, unit))
    result = trial.run(table.house, rounds, seed, table.stake)
    sheet.blocks.extend(trial.blocks(result))
    return sheet


def _blocks(table: Setting, answer: Answer, unit: str) -> Iterator[Block]:
    yield from _exact(answer, unit)
    yield from _rules(table)
    yield from _house(table)
    yield from _payouts(table)
    yield from _shares("Outcomes", answer.figures.outcomes)
    outcomes = {name: float(share) for name, share in answer.figures.outcomes.items()}
    yield plots.figure(
        "outcomes",
        "How often each outcome occurs.",
        plots.outcome_bars(outcomes),
        height=1.1 + 0.22 * len(outcomes),
    )
    yield from _shares("Decisions under optimal play", answer.figures.decisions)
    yield from _strategy(table)
    for name, side in answer.side_wagers.items():
        yield from _side_wager(name, side)
    yield from _readings(table)
    for section in answer.sections:
        yield from _section(section)
    yield from _sweeps(table)


def percent(share: Fraction | float, digits: int = 4) -> str:
    """Return a share as the sheet prints it."""
    return f"{float(share) * 100:.{digits}f} %"


def decimal(value: Fraction) -> str:
    """Return a number as the sheet prints it."""
    return f"{float(value):.6f}"


def _exact(answer: Answer, unit: str) -> Iterator[Block]:
    f = answer.figures
    yield Heading("The numbers, exactly")
    numbers: list[tuple[str, Fraction, Callable[[Fraction], str], str]] = [
        ("house edge", f.house_edge, percent, f"of the {unit} wager"),
        ("element of risk", f.element_of_risk, percent, "of everything wagered"),
        ("average wager", f.average_wager, decimal, f"times the {unit} wager"),
        ("variance", f.variance, decimal, f"of a round, in {unit} wagers squared"),
        ("hit frequency", f.hit_frequency, percent, "rounds with money won, of rounds dealt"),
    ]
    rows = [(name, show(value), of, str(value)) for name, value, show, of in numbers]
    yield Grid(("", "", "", "exact"), rows, right=(1,), wide=(3,))


def _rules(table: Setting) -> Iterator[Block]:
    book = table.house.book
    yield Heading("The rules in brief")
    rows = [(c.id, c.summary) for c in book.clauses.values() if c.kind in IN_BRIEF]
    yield Grid(("clause", "what it says, in our words"), rows, wide=(1,))


def _house(table: Setting) -> Iterator[Block]:
    yield Heading("The house file")
    changed = table.house.changed()
    if not changed:
        yield Paragraph("Every key at its default.")
    plain = {k: v for k, v in table.house.flat().items() if not k.startswith("payouts.")}
    rows = [
        (key, json.dumps(value).strip('"'), "chosen" if key in changed else "default")
        for key, value in plain.items()
    ]
    yield Grid(("key", "value", ""), rows, wide=(1,))


def _payouts(table: Setting) -> Iterator[Block]:
    book = table.house.book
    for wager, odds in table.house.payouts.items():
        yield Heading(f"Payouts: {wager}")
        rows = [
            (name or wager, str(paid), str(book.least_odds[wager][name]))
            for name, paid in odds.items()
        ]
        yield Grid(
            ("hand", "posted odds", f"least odds [{book.odds_rules[wager]}]"), rows, wide=(0,)
        )


def _shares(title: str, shares: Mapping[str, Fraction]) -> Iterator[Block]:
    yield Heading(title)
    rows = [(name, percent(share), str(share)) for name, share in shares.items()]
    rows.append(
        ("sum", percent(sum(shares.values(), Fraction(0))), str(sum(shares.values(), Fraction(0))))
    )
    yield Grid(("", "of rounds dealt", "exact"), rows, right=(1,), wide=(2,))


def _strategy(table: Setting) -> Iterator[Block]:
    card = lab.strategy(table)
    yield Heading("Strategy card")
    for part in card.parts:
        yield Heading(part.title, 2)
        rows = [(rule.when, rule.action, percent(rule.share, 2)) for rule in part.rules]
        yield Grid(("first line that applies", "do", "of rounds"), rows, right=(2,), wide=(0,))
    yield Paragraph(
        f"Following the card is worth {decimal(card.ev)}, optimal play {decimal(card.optimal)}: "
        f"the card costs {percent(card.cost)} of a first wager."
    )
    if for_whom := analysis_of(table.house.book.game).alone:
        yield Paragraph(for_whom)


def _side_wager(name: str, side: SideWager) -> Iterator[Block]:
    f = side.figures
    yield Heading(f"Side wager: {name}")
    rows = [
        ("house edge", percent(f.house_edge), str(f.house_edge)),
        ("hit frequency", percent(f.hit_frequency), str(f.hit_frequency)),
        ("variance", decimal(f.variance), str(f.variance)),
        *(
            (f"outcome {outcome}", percent(share), str(share))
            for outcome, share in f.outcomes.items()
        ),
    ]
    note = f"Of the {name} wager, at {dollars(side.stake)}. {side.note}"
    yield Grid(("", "", "exact"), rows, right=(1,), wide=(2,), note=note)


def _readings(table: Setting) -> Iterator[Block]:
    edges = lab.readings(table)
    if not edges:
        return
    yield Heading("Readings of unclear clauses, and what they are worth")
    rows = [
        (
            e.finding,
            e.reading + (" (ours)" if e.default else ""),
            e.wager,
            percent(e.edge),
            str(e.edge),
        )
        for e in edges
    ]
    yield Grid(("finding", "reading", "wager", "house edge", "exact"), rows, right=(3,), wide=(4,))


def _section(section: Section) -> Iterator[Block]:
    yield Heading(section.title)
    kinds = list(section.columns.values())
    right = [i for i, kind in enumerate(kinds) if kind != "text"]
    rows = [
        [_cell(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in section.rows
    ]
    yield Grid(tuple(section.columns), rows, right=right, wide=(0,), note=section.note)


def _cell(cell: Cell, kind: str) -> str:
    if isinstance(cell, Estimate):
        return f"{cell.value:.6f} ± {cell.stderr:.6f} (estimate)"
    if isinstance(cell, Fraction):
        if kind == "share":
            return percent(cell)
        return f"{float(cell):.6f} ({cell})" if kind == "exact" else f"{float(cell):.6f}"
    return "" if cell is None else str(cell)


def _sweeps(table: Setting) -> Iterable[Block]:
    book = table.house.book
    for sweep in analysis_of(book.game).sweeps:
        points = []
        for value in sweep.values:
            other = lab_house(book.game, {**table.house.changed(), sweep.key: value}, book.state)
            setting = replace(table, house=other)
            edge = lab.odds(setting, Question(brief=True)).figures.house_edge
            points.append((value, float(edge)))
        yield Heading(f"House edge against {sweep.label}")
        yield _sweep_figure(sweep.key, sweep.label, points)


def _sweep_figure(key: str, label: str, points: list[tuple[str, float]]) -> Figure:
    caption = f"The house edge under optimal play, by {label}; all else as at this table."
    return plots.figure(f"edge-{key}", caption, plots.edge_line(points, label))
