"""The command ``certificate``: a certificate compared with the journal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.chair.certificate import (
    UNRECORDED,
    Certificate,
    Checked,
    check,
    check_entries,
    read,
)
from croupier.chair.progress import open_progress
from croupier.chair.wording import doing
from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper
from croupier.journal import JournalError, UnreadableError, chain_file, open_journal

_NUMBER: Final = re.compile(r"[A-Z2-7]{4}(-[A-Z2-7]{4}){3}")


def certificate(
    which: str, *, database: str, chain: Path | None, out: Path | None, as_json: bool
) -> int | None:
    """``croupier certificate``: say whether the journal, or an exported chain, holds it."""
    try:
        found = _known(which, database) if _NUMBER.fullmatch(which) else _in_file(Path(which))
        checked = _checked(found, database, chain)
    except JournalError as error:
        return report_error("journal", str(error), as_json=as_json, code=error.code)
    if found is not None and out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))
    document = {
        "certificate": None if found is None else found.as_dict(),
        "verification": checked.as_dict(),
    }
    if not checked.verified:
        return report_error("journal", checked.words, as_json=as_json, document=document)
    if as_json:
        print_json(document)
    elif found is not None:
        _print(found, checked)
    return None


def _known(number: str, database: str) -> Certificate | None:
    open_journal(database).close()  # a journal that does not exist is not created
    with open_progress(database) as progress:
        found = progress.find(number)
    if found is None:
        raise JournalError(f"there is no such certificate: no passed exam is recorded as {number}")
    return found.certificate


def _in_file(file: Path) -> Certificate:
    try:
        return read(file.read_bytes())
    except OSError as error:
        raise UnreadableError(f"{file}: cannot be read: {error.strerror}") from None


def _checked(found: Certificate | None, database: str, chain: Path | None) -> Checked:
    if found is None:
        return UNRECORDED
    if chain is None:
        with open_journal(database) as journal:
            return check(found, journal.store)
    try:
        entries = chain_file.read(chain.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableError(f"{chain}: cannot be read: {error}") from None
    return check_entries(found, entries[found.entry - 1 :] if found.entry > 0 else [])


def _print(found: Certificate, checked: Checked) -> None:
    out, what = paper(), found.paper
    rows: dict[str, Any] = {
        "number": what.number,
        "person": what.person,
        "document": f"{what.document}, version {what.version}",
        "passed": what.ended,
        "score": f"{what.right} of {what.steps} steps right",
        "earlier": f"{what.earlier} exams of this document sat before",
        "clauses": ", ".join(what.clauses),
        "steps": ", ".join(map(doing, what.kinds)),
    }
    for name, value in rows.items():
        out.print(f"{name:<10}{value}")
    out.print(checked.words)
