"""Ports for servers that tests start."""

from __future__ import annotations

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """Return a free port that stays free while no server listens on it.

    The system gives ports from 32768 on to outgoing connections. A player who calls while the
    server is dead would get such a port sooner or later, and take the server's place.
    """
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")
