"""The table's log: what happened, line by line, with the clause in the margin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rich.table import Table
from rich.text import Text
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from croupier.stage.actions import Refusal
from croupier.stage.events import declared
from croupier.telling.narrative import tell
from croupier.terminal.drawing import GOLD, short

KEPT: Final = 400
"""How many lines stay in the log."""


@dataclass(frozen=True)
class Line:
    """One thing that happened or was refused, and the clauses behind it."""

    text: str
    rule: str | None = None
    finding: str | None = None
    also: tuple[str, ...] = ()
    style: str = ""

    @property
    def margin(self) -> str:
        """The citation beside the text: the clause, else the finding, else an empty text."""
        return self.rule or self.finding or ""


def of_event(event: Mapping[str, Any]) -> Line:
    """Return an event, as shown to its viewer, as a line."""
    signs = dict(event)
    if "card" in event:
        signs["card"] = short(event["card"])
    if "cards" in event:
        signs["cards"] = [short(card) for card in event["cards"]]
    how = declared(event["kind"]).shown
    style = "bold" if how.speech == "call" or how.effect == "win" else ""
    also = tuple(event.get("also", ()))
    return Line(tell(signs), event["rule"], event.get("finding"), also, style)


def of_refusal(refusal: Refusal) -> Line:
    """Return a refusal as a line."""
    said = f"{refusal.action}: " if refusal.action is not None else ""
    return Line(f"✗ {said}{refusal.message}", refusal.rule, refusal.finding, (), "italic")


class Log(OptionList):
    """The lines of the log, newest last."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lines: list[Line] = []

    def add(self, line: Line) -> None:
        """Add a line."""
        self.lines.append(line)
        self.add_option(Option(_drawn(line)))
        if len(self.lines) > KEPT:
            del self.lines[0]
            self.remove_option_at_index(0)

    def rule_off(self, title: str) -> None:
        """Add a heading between rounds."""
        self.add(Line(f"── {title} ──", style="dim"))

    def to_end(self) -> None:
        """Show the newest line, and forget which one was chosen."""
        self.highlighted = None
        self.scroll_end(animate=False)

    @property
    def chosen(self) -> int | None:
        """The index of the line to explain: the highlighted one, or the last with a citation."""
        if self.has_focus and self.highlighted is not None:
            return self.highlighted
        cited_lines = [i for i, line in enumerate(self.lines) if line.margin]
        return cited_lines[-1] if cited_lines else None


def _drawn(line: Line) -> Table:
    grid = Table.grid(padding=(0, 1), expand=True)
    grid.add_column(width=8, justify="right", overflow="fold")
    grid.add_column(ratio=1)
    grid.add_row(Text(line.margin, GOLD), Text(line.text, line.style))
    return grid
