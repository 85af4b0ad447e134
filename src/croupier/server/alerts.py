"""What the floor is alerted to: each a name, a level, when it holds, and what it says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

from croupier.journal.recorder import utc_now
from croupier.nouns.money import dollars, signed
from croupier.server.survey import Standing
from croupier.server.theory import FAR, Expected

Data = dict[str, Any]

Level = Literal["urgent", "warning", "note"]
LEVELS: Final[tuple[Level, ...]] = ("urgent", "warning", "note")
"""The most pressing first."""

PATIENCE: Final = 30
"""Seconds that players wait for the dealer before the floor is told."""
FILLS: Final = 3
"""How often the house may fill a tray in one shift before the floor is told."""
SOON: Final = 120
"""Seconds before a seat with chips is given up at which the floor is told."""
IDLE: Final = 120
"""Seconds without people after which the floor is told of a private table."""
LATELY: Final = 600
"""Seconds for which a failure is told."""


class Seen(NamedTuple):
    """What an alert looks at."""

    table: Standing
    theory: Expected | str
    """What people's wagers should have won, or why that is not known."""


class Alert(NamedTuple):
    """One alert, as it is sent."""

    name: str
    level: Level
    sentence: str
    table: str | None = None
    link: str | None = None
    """Where the floor acts."""

    def as_data(self) -> Data:
        """The alert as it is shown."""
        return self._asdict()


Source = Callable[[], Awaitable[Sequence[Alert]]]
"""Another part of the house that alerts the floor."""


class Rule(NamedTuple):
    """When the floor is alerted to a table, and how."""

    name: str
    level: Level
    says: Callable[[Seen], Iterator[str]]
    """The sentences, without the table's name; none if all is well."""
    page: str = ""
    """The page of the table where the floor acts; empty for the table itself."""


def of_table(seen: Seen) -> list[Alert]:
    """The alerts of a table that could be read."""
    table = seen.table
    return [
        Alert(rule.name, rule.level, f"{table.name}: {said}", table.table, link(table.table, rule))
        for rule in RULES
        for said in rule.says(seen)
    ]


def unreadable(table: str, name: str, problem: str) -> Alert:
    """The alert for a table that cannot be read now."""
    return Alert("failed", "urgent", f"{name}: {problem}", table, f"#/table/{table}")


def link(table: str, rule: Rule) -> str:
    """Where on the page the floor acts."""
    return f"#/table/{table}{rule.page}"


# --- the rules ------------------------------------------------------------------------------------


def _waiting(seen: Seen) -> Iterator[str]:
    for wait in seen.table.waits:
        if wait["who"] == "dealer" and wait["seconds"] > PATIENCE and seen.table.people:
            yield f"everybody has waited {wait['seconds']:.0f} s for {wait['words']}"


def _failed(seen: Seen) -> Iterator[str]:
    ago = seen.table.failed
    if ago is not None and ago < LATELY:
        yield f"it failed {ago / 60:.0f} min ago and was set up again; the log says why"


def _far(seen: Seen) -> Iterator[str]:
    # House players lose more than best play does: some of them play badly on purpose.
    won, theory = seen.table.figures.people.won, seen.theory
    if isinstance(theory, str):
        return
    if abs(theory.away(won)) > FAR:
        span = f"{signed(round(theory.win))} ± {dollars(round(theory.sd))}"
        yield f"the house has won {signed(won)} of people in this shift, where {span} is expected"


def _low(seen: Seen) -> Iterator[str]:
    most = seen.table.figures.most
    if seen.table.tray < most:
        yield (
            f"the tray holds {dollars(seen.table.tray)}, and one round staked {dollars(most)}: "
            "it may not cover the next one"
        )


def _filled(seen: Seen) -> Iterator[str]:
    fills = seen.table.figures.fills
    if fills >= FILLS:
        yield f"the house has filled the tray {fills} times in this shift because it was short"


def _freed(seen: Seen) -> Iterator[str]:
    for out in seen.table.out:
        if out.chips and out.seconds <= SOON:
            yield (
                f"seat {out.seat} is freed in {out.seconds:.0f} s, "
                f"and its {dollars(out.chips)} cashed"
            )


def _idle(seen: Seen) -> Iterator[str]:
    table = seen.table
    if not table.empty_since:
        return
    empty = (utc_now() - datetime.fromisoformat(table.empty_since)).total_seconds()
    if empty > IDLE:
        who = "only house players have sat" if table.company else "nobody has sat"
        yield f"{who} at this private table for {empty / 60:.0f} min"


RULES: Final = (
    Rule("failed", "urgent", _failed),
    Rule("waiting", "urgent", _waiting),
    Rule("far", "warning", _far, "/money"),
    Rule("low", "warning", _low),
    Rule("filled", "warning", _filled, "/money"),
    Rule("freed", "note", _freed),
    Rule("idle", "note", _idle),
)
