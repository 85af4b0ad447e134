"""House players: who keeps a table company, and where they sit.

A house player is a person in all but one respect: the server speaks for them. They have a pseudonym
(``h-…``), an account, a seat and chips, and whatever they do passes through the table's keeper like
everybody's commands.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.nouns.reasons import Reason
from croupier.server import people
from croupier.server.answers import Reply
from croupier.server.commands import SetCompany
from croupier.server.live import LiveTable
from croupier.server.people import Caller
from croupier.server.snapshot import Companion
from croupier.stage.actions import Refusal


def companions(strategies: Sequence[str], kept: Sequence[Companion] = ()) -> list[Companion]:
    """House players who play like this; of those that are kept, each who fits stays."""
    spare, chosen = list(kept), list[Companion]()
    for strategy in strategies:
        same = next((one for one in spare if one.strategy == strategy), None)
        if same is None:
            others = [one.person for one in (*chosen, *spare)]
            same = Companion(people.new_house_player(others), strategy)
        else:
            spare.remove(same)
        chosen.append(same)
    return chosen


def forget(live: LiveTable, person: str) -> None:
    """Keep a house player no longer."""
    stands = live.snapshot
    stands.company = [one for one in stands.company if one.person != person]


def set_company(live: LiveTable, command: SetCompany, caller: Caller) -> Reply:
    """Choose the house players of a table."""
    live.need_open()
    live.need_host(caller)
    most = live.house.seats
    if len(command.strategies) > most:
        raise Refusal(Reason(f"this table has {most} seats", None, "X-12"))
    if caller.role not in people.STAFF:
        live.policy().need_company(len(command.strategies))
    live.snapshot.company = companions(command.strategies, live.snapshot.company)
    live.note(
        "company",
        players=[[one.person, one.strategy] for one in live.snapshot.company],
        by=caller.person,
        id=command.id,
    )
    return {}
