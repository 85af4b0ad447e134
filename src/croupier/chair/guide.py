"""The guided text: every step with its clauses in our words, and its physical acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.chair.course import Moment
from croupier.rules.rulebook import Rulebook
from croupier.stage.events import Event

DEALERS_OWN = frozenset({"dealing", "table-opening", "shuffle-cut"})
"""The kinds of clauses that instruct the dealer's hands; the lessons teach all of them."""


@dataclass(frozen=True)
class Told:
    """A clause or a ruling as it is shown to a trainee."""

    cited: str
    text: str
    physical: bool = False
    """Whether it is a physical act: which hand, which side, where the deck is held.

    The state of a table does not show such acts.
    """

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as sent to a client."""
        return {"cited": self.cited, "text": self.text, "physical": self.physical}


def clause(book: Rulebook, id: str) -> Told:
    """Return a clause as a trainee is told it: its summary, or what to do in a physical act."""
    found = book.clause(id)
    physical = found.coverage == "physical"
    return Told(found.id, found.reason if physical else found.summary, physical)


def told(book: Rulebook, clauses: Iterable[str], finding: str | None) -> Iterator[Told]:
    """Yield each clause once, and then the ruling that decided."""
    for id in dict.fromkeys(clauses):
        yield clause(book, id)
    if finding is not None and finding in book.findings:
        yield Told(finding, book.findings[finding].ruling)


def told_of(step: Event, book: Rulebook) -> Iterator[Told]:
    """Yield the clauses and the ruling behind a step."""
    return told(book, [rule for rule in (step.rule, *step.also) if rule], step.finding)


def told_of_event(event: Mapping[str, Any], book: Rulebook) -> Iterator[Told]:
    """Yield the clauses and the ruling behind something that others did."""
    cited = [rule for rule in (event.get("rule"), *event.get("also", ())) if rule]
    return told(book, cited, event.get("finding"))


def guidance(moment: Moment, book: Rulebook) -> list[Told]:
    """Return all that is shown before a step, about what others just did and about the step."""
    found: dict[str, Told] = {}
    for event in moment.before:
        found |= {one.cited: one for one in told_of_event(event, book)}
    found |= {one.cited: one for one in told_of(moment.step, book)}
    return list(found.values())


def addressed(book: Rulebook) -> list[str]:
    """Return the clauses of a document that instruct the dealer's hands."""
    return [
        clause.id
        for clause in book.clauses.values()
        if clause.kind in DEALERS_OWN and "dealer" in clause.actor
    ]
