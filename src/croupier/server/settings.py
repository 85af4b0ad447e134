"""How the server is set up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Settings:
    """Everything that may be chosen when the server starts; what is not named has a sensible value."""

    database: str = ""
    """A database URL or an SQLite file; the user's own if none is named."""
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    """Where the signing keys are; beside an SQLite file if nothing is said."""
    origins: tuple[str, ...] = ()
    """Where the page may come from, if not from this very address."""
    proxied: bool = False
    """Whether a proxy on this machine says in ``X-Forwarded-For`` who is there."""
    pause: float = 5.0
    """Seconds that a finished round lies on the felt."""
    stake: int = 100_000
    """Play money that the cage gives a newcomer, in cents."""
    buy_in: int = 50_000
    """Chips that somebody sits down with who does not say, in cents."""
    tray: int = 1_000_000
    """What a new table's tray holds, in cents."""
    rate: float = 50.0
    """Requests or frames per second from one address or connection, on average."""
    burst: int = 200
    signing_seconds: float = 60.0
    stall_seconds: float = 10.0
    """How long a process that shares its database may stand still before its tables go to others."""
    drain_seconds: float = 10.0
    """How long a shutdown waits for connections to close."""

    @property
    def public(self) -> bool:
        """Whether other machines can reach it."""
        return self.host not in LOOPBACK

    @property
    def hosts(self) -> frozenset[str]:
        """The names by which a browser may call us; against pages that point a name of theirs at us."""
        named = {urlsplit(origin).hostname or "" for origin in self.origins}
        return frozenset({*LOOPBACK, self.host, *named})
