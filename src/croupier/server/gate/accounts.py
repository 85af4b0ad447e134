"""Counts and logs every HTTP request."""

from __future__ import annotations

import logging
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server import metrics

LOG: Final = logging.getLogger("croupier.http")


class Accounts:
    """Observes status and time of each answer. URLs are not logged: they may hold anything."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and write down how it was answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def observed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, observed)
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"][:8]
            metrics.REQUESTS.labels(method, str(status)).inc()
            metrics.REQUEST_SECONDS.observe(seconds)
            line = {
                "method": method,
                "route": getattr(scope.get("route"), "path", None),
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            LOG.info("request", extra=line)
