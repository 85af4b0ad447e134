"""Errors as the contract requires: one line on stderr, and an ``error`` object with ``--json``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, ParamSpec, cast

import msgspec
import typer

P = ParamSpec("P")

CODES: Final = {"usage": 2, "malformed": 2, "refused": 1, "house": 1, "journal": 1}


def usage_errors() -> type[typer.BadParameter]:
    """Return the base class of the argument parser's errors for a bad command line."""
    return cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on stdout."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")


def report_error(
    kind: str,
    message: str,
    *,
    as_json: bool,
    rule: str | None = None,
    finding: str | None = None,
    document: Mapping[str, Any] | None = None,
    code: int | None = None,
    cited: str | None = None,
) -> int:
    """Say what went wrong, and return the exit code for it.

    ``cited`` replaces the line on stderr, for a message that already has its citations.
    """
    line = " ".join(message.split())
    if as_json:
        error = {"kind": kind, "message": line, "rule": rule, "finding": finding}
        print_json({**(document or {}), "error": error})
    if cited is None:
        because = ", ".join(filter(None, (rule, finding)))
        cited = f"{line} [{because}]" if because else line
    sys.stderr.write(f"croupier: {' '.join(cited.split())}\n")
    return CODES[kind] if code is None else code


def guarded(command: Callable[P, int | None]) -> Callable[P, int | None]:
    """Wrap a command so that its errors become one clear line and the right exit code."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int | None:
        from croupier.nouns.cards import CardError
        from croupier.nouns.money import MoneyError
        from croupier.nouns.reasons import MalformedError
        from croupier.rules.house import HouseError
        from croupier.rules.rulebook import RulebookError
        from croupier.stage.actions import Refusal

        as_json = bool(kwargs.get("as_json"))
        try:
            return command(*args, **kwargs)
        except HouseError as error:
            first = error.breaches[0]
            return report_error(
                "malformed" if error.malformed else "house",
                "; ".join(f"{breach.key}: {breach.message}" for breach in error.breaches),
                as_json=as_json,
                rule=first.rule,
                finding=first.finding,
                cited=f"house: {error}",
                document={"breaches": [breach.as_dict() for breach in error.breaches]},
            )
        except Refusal as refusal:
            return report_error(
                "refused",
                refusal.message,
                as_json=as_json,
                rule=refusal.rule,
                finding=refusal.finding,
            )
        except (MalformedError, CardError, MoneyError, RulebookError) as error:
            return report_error("malformed", str(error), as_json=as_json)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            return report_error("malformed", f"{where}{error.strerror or error}", as_json=as_json)

    return run
