"""The size of tests that can grow: a share in ``make test``, the whole in ``make proof``."""

from __future__ import annotations

import os
from typing import Final

PROOF: Final = os.environ.get("CROUPIER_PROOF") == "1"


def sized(whole: int, share: int = 5) -> int:
    """Return ``whole`` in a proof, otherwise one part of ``share``."""
    return whole if PROOF else max(1, whole // share)
