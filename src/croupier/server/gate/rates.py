"""Limits how fast one address may send requests and open connections."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.server import metrics
from croupier.server.errors import Problem, answer
from croupier.server.gate.buckets import Buckets

TOO_FAST: Final = Problem(429, "limited", "too many requests: wait a moment")
PAGE_FILE: Final = 0.1
"""The cost of a file of the page: a visitor fetches some fifty small ones at once."""


class Rates:
    """Refuses what comes too fast: a request with 429 and a time to wait, a connection outright."""

    def __init__(self, app: ASGIApp, rate: float, burst: int) -> None:
        self._app = app
        self._buckets = Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes slowly enough."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        bucket = self._buckets.of(client[0] if client else "")
        page = scope["type"] == "http" and not scope["path"].startswith("/api")
        if bucket.take(PAGE_FILE if page else 1.0):
            await self._app(scope, receive, send)
            return
        metrics.LIMITED.inc()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            wait = {"retry-after": str(int(bucket.wait()) + 1)}
            await answer(TOO_FAST, wait)(scope, receive, send)
