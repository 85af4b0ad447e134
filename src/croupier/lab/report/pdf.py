"""A report set with typst: the same inputs give the same bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from croupier.lab.report.blocks import Block, Figure, Grid, Heading, Paragraph, Sheet

PREAMBLE: Final = """\
#set document(title: {title}, date: none)
#set page(paper: "a4", margin: (x: 2.1cm, y: 2.2cm), footer: context [
  #set text(7.5pt, fill: luma(90))
  {footer} #h(1fr) #counter(page).display("1 / 1", both: true)
])
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 9.5pt, lang: "en")
#set par(justify: false, leading: 0.6em)
#set table(
  stroke: (x, y) => (bottom: if y == 0 {{ 0.8pt + rgb("#17694a") }} else {{ 0.3pt + luma(205) }}),
  inset: (x: 4pt, y: 3pt),
)
#show table: set text(8.2pt)
#show table.cell.where(y: 0): strong
#show heading.where(level: 1): it => block(
  sticky: true, above: 1.5em, below: 0.7em, text(13pt, weight: "bold", it.body)
)
#show heading.where(level: 2): it => block(
  sticky: true, above: 1.1em, below: 0.5em, text(10pt, weight: "bold", it.body)
)
"""


def source(sheet: Sheet) -> str:
    """Return the report in typst's own language; drawings are files beside it."""
    numbers = ", ".join(
        f"[#text(8pt, fill: luma(90))[{_text(name)}] \\ #text(14pt)[{_text(value)}] \\ "
        f"#text(8pt, fill: luma(90))[{_text(of)}]]"
        for value, name, of in sheet.headline
    )
    parts = [
        PREAMBLE.format(title=_string(sheet.title), footer=_text(sheet.footer)),
        f'#text(22pt, weight: "bold")[{_text(sheet.title)}] \\\n'
        f"#text(fill: luma(70))[{_text(sheet.subtitle)}]",
        f"#block(above: 1.2em, table(columns: (1fr,) * {len(sheet.headline)}, "
        f"stroke: 0.4pt + luma(190), inset: 7pt, {numbers}))",
    ]
    parts += [_block(block) for block in sheet.blocks]
    return "\n\n".join(parts) + "\n"


def render(sheet: Sheet) -> bytes:
    """Return the PDF."""
    import typst

    with tempfile.TemporaryDirectory() as folder:
        for block in sheet.blocks:
            if isinstance(block, Figure):
                Path(folder, f"{block.name}.svg").write_text(block.light, "utf-8")
        main = Path(folder, "report.typ")
        main.write_text(source(sheet), "utf-8")
        pdf = typst.compile(str(main), root=folder, ignore_system_fonts=True)
    assert isinstance(pdf, bytes)
    return pdf


def _block(block: Block) -> str:
    if isinstance(block, Heading):
        return f"#heading(level: {block.level})[{_text(block.text)}]"
    if isinstance(block, Paragraph):
        return _text(block.text)
    if isinstance(block, Figure):
        return (
            f"#block(breakable: false)[#image({_string(block.name + '.svg')}, width: 100%)\n"
            f"#text(8.2pt, fill: luma(90))[{_text(block.caption)}]]"
        )
    return _grid(block)


def _grid(grid: Grid) -> str:
    widths = ", ".join("1fr" if i in grid.wide else "auto" for i in range(len(grid.columns)))
    align = ", ".join("right" if i in grid.right else "left" for i in range(len(grid.columns)))
    head = ", ".join(f"[{_text(column)}]" for column in grid.columns)
    cells = ",\n".join(", ".join(f"[{_text(cell)}]" for cell in row) for row in grid.rows)
    note = f"\n#text(8.2pt, fill: luma(90))[{_text(grid.note)}]" if grid.note else ""
    return (
        f"#table(columns: ({widths},), align: ({align},), table.header({head}),\n{cells},\n){note}"
    )


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _text(text: str) -> str:
    """Return a text with its markup escaped."""
    return f"#{_string(text)}" if text else ""
