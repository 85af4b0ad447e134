"""Gives the refusals of the framework's layers the form that every error of the interface has."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.errors import Problem, answer

MOST: Final = 64 * 1024
"""Bytes of a request's body."""

NOT_OURS: Final = Problem(400, "malformed", "this is not a name of this server")
TOO_LARGE: Final = Problem(413, "large", f"a body has at most {MOST} bytes")
REFUSALS: Final = {problem.status: problem for problem in (NOT_OURS, TOO_LARGE)}


class Refusals:
    """Starlette refuses in plain text. Clients read a document with ``error``."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; replace a refusal in plain text by its document."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused: Problem | None = None

        async def translated(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and _plain(message):
                refused = REFUSALS.get(message["status"])
                if refused is not None:
                    await answer(refused)(scope, receive, send)
            if refused is None:
                await send(message)

        await self._app(scope, receive, translated)


def _plain(message: Message) -> bool:
    return (b"content-type", b"text/plain; charset=utf-8") in message["headers"]
