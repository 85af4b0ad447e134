"""How the server is set up."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
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

    def pages(self, port: int) -> dict[str, str]:
        """The addresses of the page at which browsers have passkeys, with the host of each.

        These are the origins that we were told and, where this machine can reach us, localhost at
        the port we listen on. An IP address has no passkeys; without TLS only localhost has.
        """
        local = f"http://localhost{'' if port == 80 else f':{port}'}"
        known = [local] if self.host in (*LOOPBACK, *EVERYWHERE) else []
        found = {}
        for address in (*known, *self.origins):
            parts = urlsplit(address)
            name = parts.hostname or ""
            if _is_name(name) and (parts.scheme == "https" or _is_local(name)):
                found[f"{parts.scheme}://{parts.netloc.lower()}"] = name
        return found

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


def _is_name(host: str) -> bool:
    """Whether a host is a name and not an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return bool(host)
    return False


def _is_local(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")
