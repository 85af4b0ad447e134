"""The command line: ``croupier``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from croupier.cli.errors import report_error, usage_errors


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command; exits 0 when done, 1 when it does not hold, 2 when it was not understood."""
    args = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in args
    try:
        code = _commands()(args=args, prog_name="croupier", standalone_mode=False)
    except usage_errors() as error:
        code = report_error("usage", error.format_message(), as_json=as_json)
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    except KeyboardInterrupt:
        code = report_error("usage", "interrupted", as_json=as_json, code=130)
    sys.exit(code or 0)


@cache
def _commands() -> Callable[..., Any]:
    """All commands, put together once: that takes longer than most of them."""
    from typer.main import get_command

    from croupier.cli.app import app

    return get_command(app)
