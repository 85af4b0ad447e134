"""Starting and stopping the server: its address, its banner, and a shutdown that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

import uvicorn

from croupier.nouns.reasons import MalformedError
from croupier.server import logs
from croupier.server.app import create_app
from croupier.server.hall import Hall
from croupier.server.hub import GOING_AWAY
from croupier.server.settings import Settings

LOG: Final = logging.getLogger("croupier.server")
FRAME: Final = 16 * 1024
"""Bytes of a WebSocket frame."""
HANG_UP: Final = 2.0
"""Seconds that open WebSockets have to close by themselves at a shutdown."""
IDLE: Final = 75
"""Seconds that an idle connection stays open.

Clients and proxies close theirs earlier, so none sends a request over a connection that the server
is closing.
"""
COLLECT: Final = (20_000, 20, 50)
"""Thresholds of the garbage collector, above Python's: rounds leave few cycles behind."""


def listen(settings: Settings) -> socket.socket:
    """Open the server's socket; if that fails, an error says why in one line."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With its protocol named, asyncio turns off Nagle's algorithm for each connection. Otherwise an
    # answer in two parts waits 40 ms for the client to confirm the first.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise MalformedError(f"{settings.host}:{settings.port}: {reason}") from None
    listening.listen(2048)
    return listening


def serve(settings: Settings, *, new_tokens: bool = False, first_tables: bool = True) -> None:
    """Serve until a signal says stop.

    Connections are then told, and pending requests are finished. A database without a table gets
    one for each document, unless ``first_tables`` is false.
    """
    logs.configure()
    hall = Hall(settings)
    listening = listen(settings)
    host, port = listening.getsockname()[:2]
    address = address_of(host, port)

    async def opened(hall: Hall) -> None:
        opened = await hall.openings.first_tables(settings.tray) if first_tables else []
        _banner(address, await hall.sessions.first_tokens(new_tokens), len(opened))
        LOG.info("open", extra={"host": host, "port": port})

    server = Server(configure(hall, opened), hall)
    with contextlib.suppress(SystemExit):  # uvicorn's, which gives no reason
        server.run(sockets=[listening])
    if hall.failed is not None:
        raise hall.failed
    if not server.started:
        raise MalformedError("the server did not start")
    LOG.info("closed")


def address_of(host: str, port: int) -> str:
    """Return the address of the page, for the banner.

    Passkeys need a name, so a server on 127.0.0.1 is called localhost, unless that name leads
    somewhere else: it may not be known here, or another program may listen at ``[::1]``, which
    browsers try first.
    """
    if host == "127.0.0.1" and _is_ours("localhost", host, port):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_ours(name: str, host: str, port: int) -> bool:
    """Whether every address of a name is the one we listen on, or answers nobody."""
    try:
        found = {str(where[4][0]) for where in socket.getaddrinfo(name, port)}
    except OSError:
        return False
    return host in found and not any(_answers(other, port) for other in found - {host})


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=0.2).close()
    except OSError:
        return False
    return True


def configure(
    hall: Hall, opened: Callable[[Hall], Awaitable[None]] | None = None
) -> uvicorn.Config:
    """Return uvicorn's configuration for a hall."""
    return uvicorn.Config(
        create_app(hall, opened),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=hall.settings.proxied,
        forwarded_allow_ips=["127.0.0.1", "::1"],
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=int(hall.settings.drain_seconds),
    )


class Server(uvicorn.Server):
    """Tells open connections to come back, waits for them to close, and exits cleanly."""

    def __init__(self, config: uvicorn.Config, hall: Hall) -> None:
        super().__init__(config)
        self._hall = hall

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        # Objects that exist now stay: a collection that walks over them would hold everybody up.
        gc.collect()
        gc.freeze()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve in a process that does nothing else."""
        gc.set_threshold(*COLLECT)
        super().run(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let both signals ask to stop. uvicorn would raise them again at the end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.leave)
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Give connections a moment to hang up before they are cut off."""
        talks = self.config.ws_protocol_class
        ends = time.monotonic() + HANG_UP
        while talks and time.monotonic() < ends and not self.force_exit:
            if not any(isinstance(line, talks) for line in self.server_state.connections):
                break
            await asyncio.sleep(0.01)
        await super().shutdown(sockets)

    def leave(self) -> None:
        """Stop gracefully; when called again, stop at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        self._hall.hub.let_go(lambda caller: True, GOING_AWAY)


def _banner(address: str, tokens: dict[str, str], opened: int) -> None:
    """Print addresses and tokens on stdout. Logs go to stderr and never hold a token."""
    sit = f"   {opened} tables are open: take a seat" if opened else ""
    lines = ["", "Croupier: live tables for play money", f"  the lobby      {address}/{sit}"]
    for role, token in tokens.items():
        lines.append(f"  {role:<14} {address}/#token={token}")
    if not tokens:
        lines.append("  the floor's tokens were printed before; --new-tokens prints others")
    print("\n".join(lines), end="\n\n", flush=True, file=sys.stdout)
