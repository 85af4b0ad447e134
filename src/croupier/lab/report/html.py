"""A report as one self-contained page: it loads nothing, and works in print and dark mode."""

from __future__ import annotations

from html import escape
from importlib import resources

from croupier.lab.report.blocks import Block, Figure, Grid, Heading, Paragraph, Sheet


def render(sheet: Sheet) -> str:
    """Return the page as text."""
    style = resources.files("croupier.lab.report").joinpath("sheet.css").read_text("utf-8")
    numbers = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        f"<dd class='of'>{escape(of)}</dd></div>"
        for value, name, of in sheet.headline
    )
    body = "\n".join(_block(block) for block in sheet.blocks)
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{escape(sheet.title)}: {escape(sheet.subtitle)}</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.subtitle)}</p></header>\n"
        f"<dl class='headline'>{numbers}</dl>\n<main>\n{body}\n</main>\n"
        f"<footer>{escape(sheet.footer)}</footer>\n</body>\n</html>\n"
    )


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level + 1}>{escape(block.text)}</h{block.level + 1}>"
    if isinstance(block, Paragraph):
        return f"<p>{escape(block.text)}</p>"
    if isinstance(block, Figure):
        return (
            f"<figure role='img' aria-label='{escape(block.caption, quote=True)}'>"
            f"<div class='light'>{block.light}</div><div class='dark'>{block.dark}</div>"
            f"<figcaption>{escape(block.caption)}</figcaption></figure>"
        )
    return _grid(block)


def _grid(grid: Grid) -> str:
    def kind(column: int) -> str:
        if column in grid.right:
            return " class='n'"
        if column in grid.wide:
            return " class='w'"
        return " class='k'" if column == 0 else ""

    head = "".join(f"<th scope='col'{kind(i)}>{escape(c)}</th>" for i, c in enumerate(grid.columns))
    rows = "".join(
        "<tr>"
        + "".join(f"<td{kind(i)}>{escape(cell)}</td>" for i, cell in enumerate(row))
        + "</tr>"
        for row in grid.rows
    )
    note = f"<p class='note'>{escape(grid.note)}</p>" if grid.note else ""
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<div class='grid'>{table}</div>{note}"
