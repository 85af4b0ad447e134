"""The guided text: every step with its clauses in our words, and the physical acts that no state shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.chair.course import Moment
from croupier.rules.rulebook import Rulebook
from croupier.stage.events import Event

DEALERS_OWN = frozenset({"dealing", "table-opening", "shuffle-cut"})
"""The kinds of clauses that are addressed to the dealer's hands; all of them are taught."""


@dataclass(frozen=True)
class Told:
    """A clause or a ruling as it is told to a trainee."""

    cited: str
    text: str
    physical: bool = False
    """Whether it is an act that no state shows: which hand, which side, where the deck is held."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as a client is sent it."""
        return {"cited": self.cited, "text": self.text, "physical": self.physical}


def clause(book: Rulebook, id: str) -> Told:
    """A clause in our words; a physical act in the words of the dealer's script."""
    found = book.clause(id)
    physical = found.coverage == "physical"
    return Told(found.id, found.reason if physical else found.summary, physical)


def told(book: Rulebook, clauses: Iterable[str], finding: str | None) -> Iterator[Told]:
    """Clauses, each once, and the ruling that decided."""
    for id in dict.fromkeys(clauses):
        yield clause(book, id)
    if finding is not None and finding in book.findings:
        yield Told(finding, book.findings[finding].ruling)


def told_of(step: Event, book: Rulebook) -> Iterator[Told]:
    """What is to be known about a step."""
    return told(book, [rule for rule in (step.rule, *step.also) if rule], step.finding)


def told_of_event(event: Mapping[str, Any], book: Rulebook) -> Iterator[Told]:
    """What is to be known about something that others did."""
    cited = [rule for rule in (event.get("rule"), *event.get("also", ())) if rule]
    return told(book, cited, event.get("finding"))


def guidance(moment: Moment, book: Rulebook) -> list[Told]:
    """All that is told before a step: about what others have just done, and about the step itself."""
    found: dict[str, Told] = {}
    for event in moment.before:
        found |= {one.cited: one for one in told_of_event(event, book)}
    found |= {one.cited: one for one in told_of(moment.step, book)}
    return list(found.values())


def addressed(book: Rulebook) -> list[str]:
    """The clauses of a document that are addressed to the dealer's hands."""
    return [
        clause.id
        for clause in book.clauses.values()
        if clause.kind in DEALERS_OWN and "dealer" in clause.actor
    ]
