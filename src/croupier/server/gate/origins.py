"""Tells our own page from somebody else's."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from croupier.server.settings import Settings


def from_our_page(scope: Scope, settings: Settings) -> bool:
    """Whether a WebSocket comes from our own page.

    Programs other than browsers send no ``Origin``; they hold no token of somebody else's either.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin", "")
    if not origin or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False
