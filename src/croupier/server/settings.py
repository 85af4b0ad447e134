"""How the server is set up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
EVERYWHERE: Final = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Settings:
    """What may be chosen when the server starts. Every choice has a sensible default."""

    database: str = ""
    """A database URL or an SQLite file; empty for the user's own file."""
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    """The folder of the signing keys; None puts them beside the SQLite file."""
    origins: tuple[str, ...] = ()
    """Other addresses that the page may come from."""
    proxied: bool = False
    """Whether a proxy on this machine names the client in ``X-Forwarded-For``."""
    pause: float = 5.0
    """Seconds from the end of a round until the next one is laid out and wagers are taken."""
    thinking: float = 1.0
    """How long house players think, as a multiple of their usual time."""
    stake: int = 100_000
    """Play money that the cage gives a newcomer, in cents."""
    refill: int = 50_000
    """What a refill brings a person's play money up to, in cents."""
    buy_in: int = 50_000
    """Chips that a player sits down with unless they choose an amount, in cents."""
    tray: int = 1_000_000
    """What a new table's tray holds, in cents."""
    rate: float = 50.0
    """Requests or frames per second from one address or connection, on average."""
    burst: int = 200
    signing_seconds: float = 60.0
    stall_seconds: float = 10.0
    """How long a process on a shared database may stall before others take its tables."""
    drain_seconds: float = 10.0
    """How long a shutdown waits for connections to close."""

    @property
    def public(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK

    @property
    def hosts(self) -> list[str]:
        """The names by which a browser may call us, as ``Host`` writes them.

        A page whose own name points at this address is refused. A server that listens on every
        address and was told no origin cannot know its names, and answers to all of them.
        """
        if self.host in EVERYWHERE and not self.origins:
            return ["*"]
        named = [urlsplit(origin).hostname or "" for origin in self.origins]
        return [f"[{name}]" if ":" in name else name for name in (*LOOPBACK, self.host, *named)]
