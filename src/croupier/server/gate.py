"""The gate that every request passes: who calls us by which name, how much, how fast; and what every answer bears."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from croupier.server import metrics
from croupier.server.errors import Problem
from croupier.server.limits import Bucket, Buckets
from croupier.server.settings import Settings

LOG: Final = logging.getLogger("croupier.http")

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

MOST: Final = 64 * 1024
"""Bytes of a request's body."""

HEADERS: Final = (
    (b"content-security-policy",
     b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
     b"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)  # fmt: skip


class _TooLarge(Exception):
    pass


class Gate:
    """Around the whole application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._any_host = settings.host in ("0.0.0.0", "::") and not settings.origins
        self._buckets = Buckets(settings.rate, settings.burst)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request or a connection in, if it may come in."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket" and not self._may_connect(scope):
            await send({"type": "websocket.close", "code": 1008})
        else:
            await self._app(scope, receive, send)

    def _may_connect(self, scope: Message) -> bool:
        if not self._named(scope):
            return False
        if self._bucket(scope).take():
            return True
        metrics.LIMITED.add()
        return False

    def _bucket(self, scope: Message) -> Bucket:
        client = scope.get("client")
        return self._buckets.of(client[0] if client else "")

    def _named(self, scope: Message) -> bool:
        """Whether the caller calls us by a name of ours: a page elsewhere whose name points here does not."""
        return self._any_host or host_of(header(scope, b"host")) in self._hosts

    async def _http(self, scope: Message, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500
        read = 0

        async def bounded() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST:
                raise _TooLarge
            return message

        async def answer(message: Message) -> None:
            nonlocal status
            if read > MOST:
                return  # whatever was made of half a body, it is refused below
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_bears(scope["path"])]
            await send(message)

        try:
            refused = self._refused(scope)
            if refused is None:
                with suppress(_TooLarge):
                    await self._app(scope, bounded, answer)
                if read > MOST:
                    read = 0
                    await _refuse(answer, _too_large())
            else:
                await _refuse(answer, *refused)
        finally:
            seconds = time.perf_counter() - began
            metrics.REQUESTS.add(1, scope["method"][:8], str(status))
            metrics.REQUEST_SECONDS.observe(seconds)
            route = scope.get("route")
            # The route's pattern, not the address: whatever somebody puts into a URL is not logged.
            LOG.info("request", extra={
                "method": scope["method"][:8], "route": getattr(route, "path", None),
                "status": status, "ms": round(seconds * 1000, 1)})  # fmt: skip

    def _refused(self, scope: Message) -> tuple[Problem, float] | tuple[Problem] | None:
        if not self._named(scope):
            return (Problem(400, "malformed", "this is not a name of this server"),)
        length = header(scope, b"content-length")
        if length.isascii() and length.isdigit() and (len(length) > 9 or int(length) > MOST):
            return (_too_large(),)
        bucket = self._bucket(scope)
        # The page comes in some forty small files, which every visitor of one address fetches at once.
        if not bucket.take(1.0 if scope["path"].startswith("/api") else 0.1):
            metrics.LIMITED.add()
            return Problem(429, "limited", "too many requests: wait a little"), bucket.wait()
        return None


def _too_large() -> Problem:
    return Problem(413, "large", f"a body has at most {MOST} bytes")


def _bears(path: str) -> Iterable[tuple[bytes, bytes]]:
    yield from HEADERS
    yield b"cache-control", b"no-store" if path.startswith("/api") else b"no-cache"


async def _refuse(send: Send, problem: Problem, wait: float | None = None) -> None:
    headers = [(b"content-type", b"application/json")]
    if wait is not None:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem.as_data())})


def header(scope: Message, name: bytes) -> str:
    """A request's header, empty if it is not there."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value).decode("latin-1")
    return ""


def host_of(authority: str) -> str:
    """The name in a ``Host`` header, without its port."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""


def from_our_page(scope: Message, settings: Settings) -> bool:
    """Whether a WebSocket comes from our own page. Programs that are no browsers send no ``Origin``;
    they have no token of somebody else's either."""
    origin = header(scope, b"origin")
    if not origin or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == header(scope, b"host")
    except ValueError:
        return False
