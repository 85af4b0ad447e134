"""The commands ``odds``, ``advise`` and ``strategy``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from croupier import games, lab
from croupier.cli.errors import print_json, report_error
from croupier.cli.house_command import read_house
from croupier.cli.paper import paper, table
from croupier.lab import documents
from croupier.lab.answers import Edge
from croupier.lab.progress import watched
from croupier.lab.settings import analysis_of
from croupier.lab.sight import known
from croupier.mathematics.analysis import (
    Answer,
    Cell,
    Choice,
    Estimate,
    Kind,
    Question,
    Section,
    Setting,
    StrategyCard,
)
from croupier.mathematics.figures import Figures
from croupier.mathematics.kept import DisagreementError, Keeper
from croupier.nouns.cards import parse_cards
from croupier.nouns.money import dollars
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.rules.house import House


def odds(
    game: str,
    *,
    file: Path | None,
    sets: Sequence[str],
    state: str | None,
    strategy: str,
    seen: str,
    players: int,
    with_readings: bool,
    fresh: bool,
    as_json: bool,
) -> int | None:
    """``croupier odds``: print the exact figures of a strategy at a table."""
    try:
        at = lab_setting(chosen_house(game, file, sets, state), fresh)
        asked = Question(strategy, known(parse_cards(seen)), players)
        answer = lab.odds(at, asked)
        edges = lab.readings(at, strategy) if with_readings else []
    except (lab.LabMissingError, DisagreementError) as error:
        return report_error("refused", str(error), as_json=as_json)
    if as_json:
        document = documents.odds_document(at, asked, answer)
        if with_readings:
            document["readings"] = documents.readings_document(edges)
        print_json(document)
        return None
    _print_odds(at, strategy, answer)
    if edges:
        _print_readings(edges)
    return None


def advise(
    game: str,
    *,
    hand: str,
    laid: str,
    seen: str,
    players: int,
    stake: int | None,
    coupon: int,
    seed: int,
    file: Path | None,
    sets: Sequence[str],
    state: str | None,
    as_json: bool,
) -> int | None:
    """``croupier advise``: print what each choice in one situation is worth."""
    own, open_cards, others = (parse_cards(text) for text in (hand, laid, seen))
    try:
        at = lab_setting(chosen_house(game, file, sets, state), stake=stake)
        choices = lab.advise(at, own, open_cards, others, players=players, coupon=coupon, seed=seed)
    except lab.LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    if as_json:
        print_json(documents.advice_document(at, own, open_cards, others, choices))
    else:
        _print_advice(at, choices)
    return None


def strategy(
    game: str,
    *,
    file: Path | None,
    sets: Sequence[str],
    state: str | None,
    as_json: bool,
) -> int | None:
    """``croupier strategy``: print a strategy card, with what it costs."""
    try:
        at = lab_setting(chosen_house(game, file, sets, state))
        card = lab.strategy(at)
    except lab.LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    if as_json:
        print_json(documents.strategy_document(at, card))
    else:
        _print_card(at, card)
    return None


# --- the table asked about ------------------------------------------------------------------------


def chosen_house(
    game: str,
    file: Path | None = None,
    sets: Sequence[str] = (),
    state: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> House:
    """Return the house of ``--house``, or of these options, with the changes of ``--set``.

    Raises :class:`MalformedError` for an unknown ``--set`` key, and
    :class:`~croupier.rules.house.HouseError` for what the rules do not allow.
    """
    given: dict[str, Any] = dict(options or {})
    found = games.load(game)
    if file is not None:
        _, written, given = read_house(file, game)
        state = state or written
    changes = dict(map(_assignment, sets))
    state = changes.pop("rulebook", state) or found.states[0]
    if state not in found.states:
        raise MalformedError(f"{game} has no rulebook {state!r}, only {', '.join(found.states)}")
    known = house.known_keys(game, state)
    for key, value in changes.items():
        if key not in known and key.partition(".")[0] not in house.FREE:
            _, (breach, *_), _ = house.examine(game, {key: value}, state)
            raise MalformedError(f"--set {key}: {breach.message}")
    return lab.lab_house(game, {**given, **changes}, state)


def _assignment(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not (key.strip() and equals and value.strip()):
        raise MalformedError(f"--set {text}: write KEY=VALUE, such as decks=6")
    return key.strip(), value.strip()


def lab_setting(chosen: House, fresh: bool = False, *, stake: int | None = None) -> Setting:
    """Return a table for the lab, which uses this user's cache of solved tables."""
    tables: Keeper = lab.keeper(fresh=fresh, warn=_warn, watch=watched)
    return lab.setting(chosen, stake=stake, tables=tables)


def _warn(line: str) -> None:
    sys.stderr.write(f"croupier: warning: {line}\n")


# --- for people -----------------------------------------------------------------------------------


def percent(value: Fraction | float, digits: int = 4) -> str:
    """Return a share as people read it."""
    return f"{100 * float(value):.{digits}f} %"


def _units(value: Fraction | Estimate) -> str:
    if isinstance(value, Estimate):
        return f"{value.value:+.4f} ± {value.stderr:.4f}"
    return f"{float(value):+.6f}"


def _exact(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 44 else "use --json for all digits"


_WORDED: Final[Mapping[Kind, Callable[[Fraction], str]]] = {
    "text": str,
    "count": str,
    "share": percent,
    "value": _units,
    "exact": lambda value: f"{float(value):.6f} ({_exact(value)})",
}


def _heading(out: Console, at: Setting, what: str) -> None:
    book = at.house.book
    out.print(f"{book.title}, {book.jurisdiction}: {what}", style="bold")
    changed = at.house.changed()
    chosen = ", ".join(f"{key} = {value}" for key, value in changed.items())
    out.print(f"{chosen or 'the default house'}; for a first wager of {dollars(at.stake)}\n")


def _print_odds(at: Setting, strategy: str, answer: Answer) -> None:
    out = paper()
    unit = lab.first_wager(at)
    _heading(out, at, f"{strategy} play")
    figures = answer.figures
    shown = table("", "", "", "exact")
    edge = "house edge" if figures.ev <= 0 else "house edge (the player has the advantage)"
    shown.add_row(*_share_row(edge, figures.house_edge, f"of the {unit} wager"))
    shown.add_row(*_share_row("element of risk", figures.element_of_risk, "of everything wagered"))
    average = f"{float(figures.average_wager):.6f}"
    exact = _exact(figures.average_wager)
    shown.add_row("average wager", average, f"times the {unit} wager", exact)
    shown.add_row(*_deviation_row(figures, unit))
    shown.add_row(*_share_row("rounds won", figures.hit_frequency, "of rounds dealt"))
    out.print(shown)
    _print_shares(out, "Decisions, of rounds dealt", figures.decisions)
    _print_shares(out, "Outcomes, of rounds dealt", figures.outcomes)
    for name, wager in answer.side_wagers.items():
        _print_side(out, name, dollars(wager.stake), wager.figures, wager.note)
    for section in answer.sections:
        _print_section(out, section)


def _share_row(label: str, share: Fraction, of: str) -> tuple[str, str, str, str]:
    return label, percent(share), of, _exact(share)


def _deviation_row(figures: Figures, wager: str) -> tuple[str, str, str, str]:
    deviation = f"{float(figures.variance) ** 0.5:.6f}"
    exact = f"{_exact(figures.variance)} (variance)"
    return "standard deviation", deviation, f"times the {wager} wager", exact


def _print_shares(out: Console, title: str, shares: Mapping[str, Fraction]) -> None:
    if not shares:
        return
    out.print(title, style="bold")
    shown = table(" ", "", "exact", right=("",))
    for name, share in shares.items():
        shown.add_row(name, percent(share), _exact(share))
    out.print(shown)


def _print_side(out: Console, name: str, stake: str, figures: Figures, note: str) -> None:
    out.print(f"Side wager {name}, at {stake}", style="bold")
    shown = table("", "", "", "exact")
    shown.add_row(*_share_row("house edge", figures.house_edge, f"of the {name} wager"))
    shown.add_row(*_deviation_row(figures, name))
    shown.add_row(*_share_row("wagers won", figures.hit_frequency, "of wagers placed"))
    out.print(shown)
    if note:
        out.print(note + "\n", style="dim")


def _print_section(out: Console, section: Section) -> None:
    out.print(section.title, style="bold")
    numeric = tuple(name for name, kind in section.columns.items() if kind != "text")
    shown = table(*section.columns, right=numeric)
    for row in section.rows:
        shown.add_row(*_cells(row, section.columns.values()))
    out.print(shown)
    if section.note:
        out.print(section.note + "\n", style="dim")


def _cells(row: Sequence[Cell], kinds: Iterable[Kind]) -> Iterable[str]:
    for cell, kind in zip(row, kinds, strict=True):
        if isinstance(cell, Estimate):
            yield _units(cell)
        elif isinstance(cell, Fraction):
            yield _WORDED[kind](cell)
        else:
            yield "" if cell is None else str(cell)


def _print_readings(edges: Sequence[Edge]) -> None:
    out = paper()
    out.print("What the unclear clauses are worth", style="bold")
    shown = table("finding", "reading", "wager", "house edge", "note", right=("house edge",))
    for edge in edges:
        reading = f"{edge.reading} (our reading)" if edge.default else edge.reading
        shown.add_row(edge.finding, reading, edge.wager, percent(edge.edge), edge.note)
    out.print(shown)


def _print_advice(at: Setting, choices: Sequence[Choice]) -> None:
    out = paper()
    chosen = lab.best_of(choices)
    shown = table("", "worth", "exact", "", right=("worth",))
    for choice in choices:
        exact = _exact(choice.value) if isinstance(choice.value, Fraction) else "an estimate"
        best = "best" if choice is chosen else ""
        shown.add_row(choice.action, _units(choice.value), exact, best)
    out.print(shown)
    unit = lab.first_wager(at)
    out.print(f"Each value is for the whole round, in units of the {unit} wager.", style="dim")


def _print_card(at: Setting, card: StrategyCard) -> None:
    out = paper()
    _heading(out, at, "a strategy to carry")
    for part in card.parts:
        out.print(part.title, style="bold")
        shown = table("", "", "of rounds", right=("of rounds",))
        for i, rule in enumerate(part.rules, 1):
            shown.add_row(f"{i}. {rule.action.upper()}", rule.when, percent(rule.share, 2))
        out.print(shown)
    unit = lab.first_wager(at)
    cost = f"{percent(card.cost)} of the {unit} wager"
    edges = f"{percent(-card.ev)} by the card, {percent(-card.optimal)} with optimal play"
    out.print(f"Playing by this card costs {cost} more than optimal play ({_exact(card.cost)}).")
    out.print(f"House edge: {edges}.")
    if for_whom := analysis_of(at.house.book.game).alone:
        out.print(for_whom)
