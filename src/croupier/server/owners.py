"""People and the private tables that are theirs: a link accepted, a host erased."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from croupier.server.commands import Admit, Forget, MakeLink
from croupier.server.errors import Problem, forbidden
from croupier.server.hall import Hall
from croupier.server.membership import hosted_by
from croupier.server.people import LINK, SEES_RECORDS, SPECTATOR, Caller, new_link
from croupier.stage.actions import Refusal

Data = dict[str, Any]


async def make_link(hall: Hall, caller: Caller, table: str, hours: float | None) -> Data:
    """Make the link to a private table; the one before is revoked."""
    token, hash, made = new_link(caller.person, table, hours)
    asked = MakeLink(table=table, hash=hash, token_id=made.token_id, expires=made.expires)
    await hall.pit.ask(table, asked, caller)
    return {"token": token, "link": f"/#join={token}", "expires": made.expires, "table": table}


async def holder_of(hall: Hall, token: str) -> tuple[Caller, str]:
    """The link that a token is, and the table it leads to; 401 for anything else."""
    link = await hall.people.caller(token)
    if link is None or link.role != LINK or link.table is None:
        raise Problem(
            401, "unauthorized", "this link is unknown, has been replaced or is over: ask its host"
        )
    return link, link.table


async def accept_link(hall: Hall, token: str, caller: Caller, name: str | None) -> Data:
    """Admit somebody who has a link; a stranger becomes a guest first and gets a token."""
    link, table = await holder_of(hall, token)
    if caller.role in SEES_RECORDS:
        raise forbidden("the staff sees every table, and does not play")
    new = None
    if not caller.known:
        new = await hall.people.issue(SPECTATOR, name)
        caller = new.caller
    elif name:
        await hall.people.rename(caller.person, name)
    # As a person: a player's token may be for a seat that is lost by now.
    person = Caller(person=caller.person)
    await hall.pit.ask(table, Admit(table=table, link=link.token_id), person)
    return {
        "token": None if new is None else new.token,
        "role": SPECTATOR,
        "person": caller.person,
        "name": hall.people.name(caller.person),
        "table": table,
        "expires": caller.expires,
    }


async def find_heirs(hall: Hall, person: str) -> None:
    """Pass on or close the private tables of somebody who is to be forgotten, and their names."""
    for table in await hall.committer.read(partial(hosted_by, person=person)):
        with suppress(Refusal, Problem):  # it has closed or passed on meanwhile
            await hall.pit.ask(table, Forget(table=table, person=person), Caller(person=person))
