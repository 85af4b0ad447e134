"""Run the command line in this process."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any, NamedTuple

from croupier.cli import main


class Run(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        return document


def croupier(*args: object) -> Run:
    """Run ``croupier`` with arguments. Only ``SystemExit`` may come out of it."""
    out, err = io.StringIO(), io.StringIO()
    code: str | int | None = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(arg) for arg in args])
        except SystemExit as done:
            code = done.code
    return Run(int(code or 0), out.getvalue(), err.getvalue())
