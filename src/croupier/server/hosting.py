"""The host of a private table: the link, who is admitted or removed, and whose table it is next.

Nothing here needs the floor, and the chain has all of it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp, utc_now
from croupier.nouns.reasons import Reason
from croupier.server import box, closing, money, people
from croupier.server.answers import Reply
from croupier.server.commands import Admit, Forget, HandOver, MakeLink, Remove
from croupier.server.errors import not_found
from croupier.server.live import LiveTable, usual_name
from croupier.server.money import HOUSE
from croupier.server.people import Caller, is_house_player
from croupier.server.schema import TOKENS
from croupier.stage.actions import Refusal

MOST_GUESTS: Final = 50
"""How many people may be admitted to one table at a time."""
MOST_BARRED: Final = 200
"""How many removed people a table remembers; the links they had are revoked anyway."""

# --- the link and the people it admits ------------------------------------------------------------


def make_link(live: LiveTable, asked: MakeLink, caller: Caller) -> Reply:
    """Make a new link, or only revoke the old one."""
    live.need_host(caller)
    live.need_private()
    live.need_open()
    live.also.append(_revoke(live.id, people.LINK))
    if not asked.hash:
        live.note("link revoked", by=caller.person)
        return {}
    row = TOKENS.insert().values(
        hash=asked.hash,
        token_id=asked.token_id,
        role=people.LINK,
        person=caller.person,
        table_id=live.id,
        created=stamp(),
        expires=asked.expires,
    )
    live.also.append(lambda connection: connection.execute(row))
    live.note("link", token=asked.token_id, expires=asked.expires, by=caller.person)
    return {}


def _revoke(table: str, *roles: str) -> Also:
    """The write that revokes the links of a table that are of some kinds."""
    held = TOKENS.update().where(TOKENS.c.table_id == table, TOKENS.c.revoked.is_(None))
    gone = held.where(TOKENS.c.role.in_(roles)).values(revoked=stamp())
    return lambda connection: connection.execute(gone)


def admit(live: LiveTable, asked: Admit, caller: Caller) -> Reply:
    """Admit the holder of a link, who may see the table from now on, and sit down or deal.

    A table that is open to everybody admits nobody in particular.
    """
    stands, person = live.snapshot, caller.person
    if not stands.host:
        return {}
    live.need_open()
    live.need_welcome(person)
    if person in (stands.host, stands.dealer, *stands.guests):
        return {}
    if len(stands.guests) >= MOST_GUESTS:
        raise Refusal(
            Reason(f"this table has admitted {MOST_GUESTS} people: its host may remove one")
        )
    stands.guests.append(person)
    live.also.append(_need_valid(asked.link))
    live.guarded = True
    live.note("admitted", person=person, link=asked.link)
    return {}


def _need_valid(link: str) -> Also:
    """The write that refuses if a link was revoked a moment ago."""
    valid = sa.select(TOKENS.c.token_id).where(
        TOKENS.c.token_id == link, TOKENS.c.revoked.is_(None), TOKENS.c.expires > stamp()
    )

    def write(connection: sa.Connection) -> None:
        if connection.scalar(valid) is None:
            raise Refusal(Reason("this link has been revoked: ask the host for another"))

    return write


def remove(live: LiveTable, command: Remove, caller: Caller) -> Reply:
    """Remove a person: at once, or after the round if they have chips on the table."""
    live.need_host(caller)
    live.need_private()
    live.need_open()
    stands, person = live.snapshot, _meant(live, command)
    if person == stands.host:
        raise Refusal(Reason("the host cannot be removed: hand the table over first"))
    if person not in live.members():
        raise not_found("this person is not at the table")
    stands.guests = [one for one in stands.guests if one != person]
    if person not in stands.barred:
        stands.barred = [*stands.barred, person][-MOST_BARRED:]
    if stands.dealer == person:
        box.vacate(live, caller.person)
    # Whoever was removed may still have a link, and could come back as somebody else.
    live.also.append(_revoke(live.id, *people.LINKS))
    live.note("removed", person=person, by=caller.person, id=command.id)
    leaving = False
    for seat in stands.players().get(person, ()):
        reply = money.leave(live, seat, person, id=command.id, after_round=True)
        leaving |= reply.get("leaving", False)
    return {"leaving": leaving}


def _meant(live: LiveTable, command: Remove) -> str:
    """The person whom a removal is about."""
    if command.person is not None:
        return command.person
    place = live.snapshot.seats.get(command.seat or 0)
    if place is None:
        raise not_found("name a seat that is taken, or a person")
    if is_house_player(place.person):
        raise Refusal(Reason("this is a house player: choose the house players instead"))
    return place.person


# --- whose table it is ----------------------------------------------------------------------------


def hand_over(live: LiveTable, command: HandOver, caller: Caller) -> Reply:
    """Make somebody else at the table the host."""
    live.need_host(caller)
    live.need_private()
    live.need_open()
    if command.person not in live.members() or command.person in live.snapshot.barred:
        raise not_found("this person is not at the table")
    if command.person != live.snapshot.host:
        _pass_on(live, command.person, caller.person, command.id)
    return {}


def _pass_on(live: LiveTable, heir: str, by: str, id: str | None = None) -> None:
    stands = live.snapshot
    was, stands.host, stands.host_away = stands.host, heir, ""
    stands.guests = [*(one for one in stands.guests if one != heir), was]
    live.note("handed over", person=heir, was=was, by=by, id=id)


def forget(live: LiveTable, asked: Forget, caller: Caller) -> Reply:
    """Pass the table on, or close it, because its host is being erased, and forget its name."""
    stands = live.snapshot
    if stands.host == asked.person:
        stands.name = usual_name(live.game, live.id)
    if stands.open and stands.host == asked.person:
        heir = _heir(live)
        if heir is None:
            closing.soon(live, HOUSE)
        else:
            _pass_on(live, heir, HOUSE)
    return {}


def _seated(live: LiveTable) -> list[str]:
    """The people who sit at the table and stay, by seat."""
    places = [place for _, place in sorted(live.snapshot.seats.items())]
    return [p.person for p in places if not (p.leaving or is_house_player(p.person))]


def _heir(live: LiveTable) -> str | None:
    """The next person seated, who becomes the host."""
    mine = live.snapshot.host
    return next((person for person in _seated(live) if person != mine), None)


# --- people who come and go -----------------------------------------------------------------------


def seated_host(live: LiveTable) -> str:
    """The host of a private table, if they have a seat; empty if not."""
    host = live.snapshot.host
    return host if any(one.person == host for one in live.snapshot.seats.values()) else ""


def follow(live: LiveTable, sat: str, by: str) -> None:
    """Note since when nobody is there, and pass the table on when the host gives up the seat.

    ``sat`` is the host who had a seat before; empty if none had. Somebody else may be the host now.
    ``by`` is who has just done something: whoever deals to house players is there, too.
    """
    stands = live.snapshot
    if not stands.host or not stands.open:
        return
    heir = _heir(live)
    if sat == stands.host and not seated_host(live) and heir is not None:
        _pass_on(live, heir, HOUSE)
    empty = not _seated(live)
    here = bool(seated_host(live)) or stands.host == stands.dealer
    since = "" if by and by == stands.dealer else stands.empty_since
    stands.empty_since = (since or stamp()) if empty else ""
    stands.host_away = "" if empty or here else (stands.host_away or stamp())


def seconds_left(live: LiveTable) -> float | None:
    """How long it is until an absence has consequences; None if nobody is absent."""
    stands = live.snapshot
    since = stands.empty_since or stands.host_away
    if not (stands.host and stands.open and since) or stands.closing:
        return None
    end = datetime.fromisoformat(since) + timedelta(minutes=live.policy().minutes)
    return max(0.0, (end - utc_now()).total_seconds())


def on_time(live: LiveTable) -> None:
    """Close a table without people; pass on one whose host has been away for as long."""
    if seconds_left(live) != 0.0:
        return
    heir = _heir(live)
    if live.snapshot.empty_since:
        live.note("empty", since=live.snapshot.empty_since)
        closing.soon(live, HOUSE)
    elif heir is not None:
        _pass_on(live, heir, HOUSE)
