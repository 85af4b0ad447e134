"""The command line: ``croupier``."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.cli.errors import report_error, usage_errors

if TYPE_CHECKING:
    import typer


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 if done, 1 if it does not hold, 2 if it was not understood."""
    args = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in args
    _open_streams()
    try:
        code = _commands()(args=args, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except usage_errors() as error:
        code = report_error("usage", _usage_message(error), as_json=as_json)
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    except KeyboardInterrupt:
        code = report_error("usage", "interrupted", as_json=as_json, code=130)
    except OSError as error:  # the output itself failed: commands report their own errors
        where = error.filename or "the output"
        code = report_error("malformed", f"{where}: {error.strerror or error}", as_json=False)
        # Do not try again when the interpreter flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code or 0)


def _usage_message(error: typer.BadParameter) -> str:
    """Return a usage error's message; without a command it would be the whole help in one line."""
    path = error.ctx.command_path if error.ctx else "croupier"
    if type(error).__name__ == "NoArgsIsHelpError":
        return f"name a command: {path} --help lists them"
    return error.format_message()


def _open_streams() -> None:
    """Replace closed streams by the null device, and characters a stream cannot take by escapes."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@cache
def _commands() -> Callable[..., Any]:
    """Return all commands. They are built only once: that takes longer than most commands run."""
    from typer.main import get_command

    from croupier.cli.app import app

    return get_command(app)
