"""Reviews with mistakes, for tests of practice."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from croupier import __version__
from croupier.lab.documents import number
from croupier.practice.drills import Dealer, Drill
from croupier.server.reviews import EDITION
from croupier.server.schema import REVIEWS
from tests.server.reviewer import decision, review
from tests.server.visitors import House

Data = dict[str, Any]


async def keep_review(house: House, person: str, round: int, decisions: list[Data]) -> None:
    """Keep a review as the server does when it has computed one."""
    row = {
        "person": person,
        "round": round,
        "begun": "2026-07-01T12:00:00.000000Z",
        "edition": EDITION,
        "release": __version__,
        "worst_value": max(one["cost"]["value"] for one in decisions),
        "document": json.dumps(review(round, decisions)).encode(),
    }
    await house.hall.committer.write(lambda c: c.execute(REVIEWS.insert().values(row)))


def mistake(round: int, seed: int = 0, cost: Fraction = Fraction(3), **more: Any) -> Data:
    """A decision of a review in a dealt situation, and the wrong thing that was done."""
    dealt = Dealer(Drill("red-dog", "ma")).deal(seed)
    wrong = next(name for name, _ in dealt.choices if name != dealt.best)
    return decision(
        round,
        cost,
        situation={"hand": [], "table": list(dealt.table), "seen": [], "players": 1},
        choices=[{"action": name, "ev": number(value)} for name, value in dealt.choices],
        best=dealt.best,
        made=wrong,
        value=number(dict(dealt.choices)[wrong]),
        stake="5.00",
        **more,
    )
