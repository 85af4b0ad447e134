"""The command ``rules``: clauses, coverage, findings, and how two documents of a game differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.cli.errors import print_json
from croupier.cli.paper import paper, table
from croupier.rules import coverage, rulebook
from croupier.rules.rulebook import Clause, Finding, Rulebook


def show_rules(game: str, clause: str | None, state: str | None, as_json: bool) -> int | None:
    """``croupier rules``: show a document's clauses, or one with its tests and findings."""
    book = _book(game, state)
    chosen = list(book.clauses.values()) if clause is None else [book.clause(clause)]
    if as_json:
        rows = [_clause_data(book, one) for one in chosen]
        if clause is not None:
            rows[0]["findings"] = [_finding_data(f, book) for f in book.findings_on(chosen[0].id)]
        print_json({**_header(book), "clauses": rows})
    elif clause is not None:
        _print_clause(book, chosen[0])
    else:
        _print_clauses(book)
    return None


def show_coverage(as_json: bool) -> int | None:
    """``rules --coverage``: count how each document's clauses are covered."""
    rows = coverage.count()
    if as_json:
        print_json({"documents": rows})
        return None
    shown = table("document", *coverage.FIGURES, right=coverage.FIGURES)
    for row in rows:
        shown.add_row(row["document"], *(str(row[figure]) for figure in coverage.FIGURES))
    shown.add_section()
    shown.add_row("all", *(str(sum(row[figure] for row in rows)) for figure in coverage.FIGURES))
    paper().print(shown)
    return None


def show_findings(game: str, state: str | None, as_json: bool) -> int | None:
    """``rules --findings``: show what is unclear, and how we read it."""
    book = _book(game, state)
    found = list(book.findings.values())
    if as_json:
        print_json({**_header(book), "findings": [_finding_data(f, book) for f in found]})
        return None
    out = paper()
    out.print(f"How we read {book.document}\n", style="bold")
    for finding in found:
        _print_finding(finding, book)
    return None


def show_diff(game: str, one: str, other: str, as_json: bool) -> int | None:
    """``rules --diff``: show how two documents of a game differ."""
    rows = rulebook.diff(game, one, other)
    a, b = rulebook.load(game, one), rulebook.load(game, other)
    if as_json:
        differences = [
            {
                "topic": row.topic,
                "clauses": {book.state: _cited(book, row.clauses) for book in (a, b)},
                "texts": dict(zip((one, other), row.texts, strict=True)),
                "effect": row.effect,
                "finding": row.finding or None,
            }
            for row in rows
        ]
        print_json({"game": game, "rulebooks": [one, other], "differences": differences})
        return None
    out = paper()
    if not rows:
        out.print("nothing differs")
    for row in rows:
        cited = f" [{row.finding}]" if row.finding else ""
        out.print(f"{row.topic}: {_some(_cited(a, row.clauses))}{cited}", style="bold")
        for state, text in zip((one, other), row.texts, strict=True):
            out.print(f"  {state}: {text}")
        out.print(f"  {row.effect}\n")
    return None


# --- data -----------------------------------------------------------------------------------------


def _book(game: str, state: str | None) -> Rulebook:
    """Return the document asked for; without a state, the game's first one."""
    if state is None:
        state = next((s for name, s in rulebook.documents() if name == game), "ma")
    return rulebook.load(game, state)


def _header(book: Rulebook) -> dict[str, Any]:
    return {"game": book.game, "rulebook": book.state, "document": book.document}


def _clause_data(book: Rulebook, clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "summary": clause.summary,
        "kind": clause.kind,
        "actor": clause.actor,
        "held_by": clause.held_by,
        "tests": coverage.tests_of(book.document, clause.id),
        "coverage": coverage.standing(book.document, clause),
        "reason": clause.reason or None,
    }


def _finding_data(finding: Finding, book: Rulebook) -> dict[str, Any]:
    return {
        "finding": finding.id,
        "severity": finding.severity,
        "type": finding.type,
        "clauses": _cited(book, finding.clauses[book.game]),
        "issue": finding.issue,
        "ruling": finding.ruling,
        "alternative": finding.alternative or None,
        "readings": list(finding.readings),
        "default": finding.default if finding.bounded else next(iter(finding.readings), None),
        "bounds": list(finding.bounds) if finding.bounded else None,
    }


def _cited(book: Rulebook, clauses: Iterable[str]) -> list[str]:
    return [book.citations.get(id, id) for id in clauses]


# --- for people -----------------------------------------------------------------------------------


def _print_clauses(book: Rulebook) -> None:
    out = paper()
    out.print(f"{book.title}, {book.jurisdiction} ({book.document})", style="bold")
    width = max(map(len, book.clauses))
    for clause in book.clauses.values():
        out.print(f"{clause.id:<{width}}  {clause.summary}")


def _print_clause(book: Rulebook, clause: Clause) -> None:
    out = paper()
    out.print(f"{book.document} {clause.id}", style="bold")
    out.print(clause.summary)
    out.print()
    tests = coverage.tests_of(book.document, clause.id)
    for label, text in (
        ("kind", clause.kind),
        ("actor", clause.actor),
        ("held by", clause.held_by),
        ("coverage", coverage.standing(book.document, clause)),
        ("reason", clause.reason),
        *(("test", test) for test in tests),
    ):
        if text:
            out.print(f"{label:>10}  {text}")
    for finding in book.findings_on(clause.id):
        out.print()
        _print_finding(finding, book)


def _print_finding(finding: Finding, book: Rulebook) -> None:
    out = paper()
    about = _some(_cited(book, finding.clauses[book.game])) or "the document is silent"
    out.print(f"{finding.id} ({finding.type}, {finding.severity}): {about}", style="bold")
    choice = f"{', '.join(finding.readings)} (the first by default)" if finding.readings else ""
    if finding.bounded:
        choice = f"{finding.least} to {finding.most} ({finding.default} by default)"
    for label, text in (
        ("issue", finding.issue),
        ("ruling", finding.ruling),
        ("other", finding.alternative),
        ("readings", choice),
    ):
        if text:
            out.print(f"{label:>10}  {text}")
    out.print()


def _some(ids: list[str], most: int = 8) -> str:
    more = f" and {len(ids) - most} more" if len(ids) > most else ""
    return ", ".join(ids[:most]) + more
