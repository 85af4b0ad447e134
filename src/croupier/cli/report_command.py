"""The command ``report``: the sheet a game mathematician signs, as a web page or a PDF."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier import lab
from croupier.cli.errors import report_error
from croupier.cli.lab_command import chosen_house, lab_setting
from croupier.nouns.reasons import MalformedError

if TYPE_CHECKING:
    from croupier.lab.report.blocks import Sheet

PACKAGES: Final = ("jinja2", "markupsafe", "matplotlib", "numba", "numpy", "typst")
"""The packages that come with the extra ``report``."""


def report(
    game: str,
    out: Path,
    *,
    file: Path | None,
    sets: Sequence[str],
    state: str | None,
    rounds: int,
    seed: int,
) -> int | None:
    """``croupier report``: write the sheet, whole or not at all."""
    kind = out.suffix.lower()
    if kind not in (".html", ".pdf"):
        raise MalformedError(f"--out {out}: the file's name must end in .html or .pdf")
    if out.is_dir():
        raise MalformedError(f"--out {out}: is a folder")
    if not out.parent.is_dir():
        raise MalformedError(f"--out {out}: there is no folder {out.parent}")
    try:
        from croupier.lab.report import gather

        table = lab_setting(chosen_house(game, file, sets, state))
        sheet = gather(table, rounds=rounds, seed=seed)
        _write(out, _rendered(sheet, kind))
    except lab.LabMissingError as error:
        return report_error("refused", str(error), as_json=False)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in PACKAGES:
            raise
        hint = f"a report needs {missing.name}: pip install 'croupier[report]'"
        return report_error("refused", hint, as_json=False)
    sys.stdout.write(f"{out}\n")
    return None


def _rendered(sheet: Sheet, kind: str) -> bytes:
    from croupier.lab.report import html, pdf

    return html.render(sheet).encode() if kind == ".html" else pdf.render(sheet)


def _write(out: Path, content: bytes) -> None:
    """Write the whole file or nothing: if interrupted, the old report stays."""
    part = out.with_name(out.name + ".part")
    part.write_bytes(content)
    part.replace(out)
