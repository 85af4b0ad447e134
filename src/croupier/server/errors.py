"""The server's error answers, the same over HTTP and WebSocket."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from croupier.journal import JournalError
from croupier.nouns.cards import CardError
from croupier.nouns.money import MoneyError
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import HouseError
from croupier.rules.rulebook import RulebookError
from croupier.stage.actions import Refusal


class StaleError(Exception):
    """A command was meant for an earlier state of the table."""


class Problem(Exception):
    """An error answer, with its HTTP status."""

    def __init__(
        self,
        status: int,
        kind: str,
        message: str,
        *,
        rule: str | None = None,
        finding: str | None = None,
        breaches: list[dict[str, Any]] | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.rule = rule
        self.finding = finding
        self.breaches = breaches
        self.wait = wait
        """Seconds after which the same request may succeed; None if that is not known."""

    def as_data(self) -> dict[str, Any]:
        """The problem as it is sent; ``wait`` and ``breaches`` only where they mean something."""
        error: dict[str, Any] = {
            "kind": self.kind,
            "message": self.message,
            "rule": self.rule,
            "finding": self.finding,
        }
        if self.wait is not None:
            error["wait"] = self.wait
        return {"error": error} | ({} if self.breaches is None else {"breaches": self.breaches})


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem as an answer over HTTP."""
    body = msgspec.json.encode(problem.as_data())
    return Response(body, problem.status, headers, media_type="application/json")


def unavailable(message: str = "this cannot be recorded now; nothing has changed") -> Problem:
    """503: the database cannot be written or read."""
    return Problem(503, "journal", message)


def not_found(what: str) -> Problem:
    """404: there is no such thing, or the caller may not know it; ``what`` is the message."""
    return Problem(404, "missing", what)


def unknown_token() -> Problem:
    """401: the token that was sent is not valid."""
    return Problem(401, "unauthorized", "this token is unknown, expired or revoked")


def forbidden(message: str) -> Problem:
    """403: the token is valid, but not for this."""
    return Problem(403, "forbidden", message)


def problem_of(error: BaseException) -> Problem | None:
    """The answer to an exception; None for an unexpected one."""
    match error:
        case Problem():
            return error
        case Refusal():
            return Problem(409, "refused", error.message, rule=error.rule, finding=error.finding)
        case StaleError():
            return Problem(409, "stale", str(error))
        case HouseError():
            first = error.breaches[0]
            breaches = [breach.as_dict() for breach in error.breaches]
            return Problem(
                409,
                "house",
                str(error),
                rule=first.rule,
                finding=first.finding,
                breaches=breaches,
            )
        case MalformedError() | MoneyError() | CardError():
            return Problem(400, "malformed", str(error))
        case RulebookError():
            return Problem(404, "missing", str(error))
        case JournalError():
            return unavailable()
        case _:
            return None
