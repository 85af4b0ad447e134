"""A report as one self-contained page: no requests, readable in print and in the dark."""

from __future__ import annotations

from importlib import resources
from typing import Final

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from croupier.lab.report.blocks import Block, Grid, Sheet

FOLDER: Final = resources.files("croupier.lab.report")
TEMPLATES: Final = Environment(
    autoescape=True,  # every text but the drawings, which the template names
    keep_trailing_newline=True,
    lstrip_blocks=True,
    trim_blocks=True,
    undefined=StrictUndefined,
)


def render(sheet: Sheet) -> str:
    """Return the page as text."""
    template = TEMPLATES.from_string(FOLDER.joinpath("sheet.html").read_text("utf-8"))
    style = FOLDER.joinpath("sheet.css").read_text("utf-8")
    return template.render(sheet=sheet, style=Markup(style), kind_of=_kind_of, class_of=_class_of)


def _kind_of(block: Block) -> str:
    return type(block).__name__


def _class_of(grid: Grid, column: int) -> Markup:
    """The class of a column: numbers, wide, or key for the first one."""
    if column in grid.right:
        return Markup(" class='n'")
    if column in grid.wide:
        return Markup(" class='w'")
    return Markup(" class='k'" if column == 0 else "")
