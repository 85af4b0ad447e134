"""The gate that every request passes: small layers, each with one concern."""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from croupier.server.gate.accounts import Accounts
from croupier.server.gate.headers import Headers
from croupier.server.gate.rates import Rates
from croupier.server.gate.refusals import MOST, Refusals
from croupier.server.settings import Settings


def layers(settings: Settings) -> list[Middleware]:
    """The layers around the application, the outermost first."""
    return [
        Middleware(Accounts),
        Middleware(Headers),
        Middleware(Refusals),
        # Only a name of ours: a page elsewhere may have pointed its own name at this address.
        Middleware(TrustedHostMiddleware, allowed_hosts=settings.hosts, www_redirect=False),
        Middleware(Rates, rate=settings.rate, burst=settings.burst),
        Middleware(RequestBodyLimitMiddleware, max_body_size=MOST),
    ]
