"""People and what they may do: pseudonyms, names, and tokens.

Names are kept apart from the pseudonyms in the chain; tokens are kept as hashes.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from croupier.chair import progress
from croupier.company.names import HOUSE_NAMES, HOUSE_PLAYER
from croupier.journal import JournalError
from croupier.journal.database import Also
from croupier.journal.recorder import stamp
from croupier.nouns.reasons import Reason
from croupier.server import practice_tables
from croupier.server.answers import find_answer, find_asker, keep_answer
from croupier.server.database import Committer
from croupier.server.errors import unknown_token
from croupier.server.schema import (
    ACCOUNTS,
    CHAIRS,
    DISPUTES,
    PEOPLE,
    REVIEWS,
    SHARES,
    STANDING,
    TOKENS,
)
from croupier.server.snapshot import Snapshot
from croupier.stage.actions import Refusal

SPECTATOR: Final = "spectator"
PLAYER: Final = "player"
DEALER: Final = "dealer"
FLOOR: Final = "floor"
SURVEILLANCE: Final = "surveillance"
ADMINISTRATOR: Final = "administrator"
INVITATION: Final = "invitation"
"""Not a role: a token that can be exchanged for one seat, once."""
LINK: Final = "link"
"""Not a role: a token that admits people to a private table."""
DEALER_LINK: Final = "dealer-link"
"""Not a role: a token that admits people to a private table as its dealers."""

LINKS: Final = (LINK, DEALER_LINK)

MOST_DEVICES: Final = 50
"""How many tokens a guest has who comes back, and how many for each seat."""

SEEN_EVERY: Final = timedelta(hours=1)
"""How exactly it is known when a token was last used."""

INVITATIONS: Final = "invitations"
"""The name under which answers about invitations are kept; no table has it."""

ROLES: Final = (SPECTATOR, PLAYER, DEALER, FLOOR, SURVEILLANCE, ADMINISTRATOR)
STAFF: Final = frozenset({FLOOR, ADMINISTRATOR})
SPEAKS: Final = frozenset(ROLES) - {SURVEILLANCE}
SEES_RECORDS: Final = frozenset({FLOOR, SURVEILLANCE, ADMINISTRATOR})

HOURS: Final[Mapping[str, int]] = {
    SPECTATOR: 24 * 30,
    PLAYER: 24 * 30,
    DEALER: 24 * 7,
    FLOOR: 24 * 7,
    SURVEILLANCE: 24 * 7,
    ADMINISTRATOR: 24,
    INVITATION: 24 * 2,
    LINK: 24 * 2,
    DEALER_LINK: 24 * 2,
}
"""How many hours a token of each role lasts, unless its issuer says otherwise."""


@dataclass(frozen=True)
class Caller:
    """The holder of a valid token, or the public, who has none."""

    role: str = SPECTATOR
    person: str = ""
    token_id: str = ""
    table: str | None = None
    seat: int | None = None
    buy_in: int | None = None
    expires: str = "9999"

    @property
    def known(self) -> bool:
        """Whether this is the holder of a token, not the public."""
        return bool(self.person)

    @property
    def own_seat(self) -> int:
        """The seat of a player; a player's token always names one."""
        assert self.seat is not None
        return self.seat


PUBLIC: Final = Caller()


class HeldSeat(NamedTuple):
    """A seat that somebody holds."""

    table: str
    seat: int
    name: str
    """What the table is called."""
    chips: int
    """The chips there as of the last round's end, in cents."""


@dataclass(frozen=True)
class NewToken:
    """A token as its holder gets it, once, and the write that keeps its hash."""

    token: str
    caller: Caller
    write: Also


def new_link(person: str, table: str, hours: float | None = None) -> tuple[str, bytes, Caller]:
    """Make a link to a private table: the token, its hash, and what will be its caller.

    The table writes it down, because a new link replaces the one before.
    """
    new = new_token(LINK, person, table=table, hours=hours)
    return new.token, _hash(new.token), new.caller


def new_token(
    role: str,
    person: str,
    *,
    table: str | None = None,
    seat: int | None = None,
    buy_in: int | None = None,
    hours: float | None = None,
    how: str | None = None,
) -> NewToken:
    """Make a token that nobody can guess; only its hash is written down.

    ``how`` says what its holder got it with.
    """
    token = secrets.token_urlsafe(32)
    now = datetime.now(UTC)
    expires = stamp(now + timedelta(hours=HOURS[role] if hours is None else hours))
    caller = Caller(role, person, secrets.token_hex(8), table, seat, buy_in, expires)
    row = TOKENS.insert().values(
        hash=_hash(token),
        token_id=caller.token_id,
        role=role,
        person=person,
        table_id=table,
        seat=seat,
        buy_in=buy_in,
        created=stamp(now),
        expires=expires,
        how=how,
    )
    return NewToken(token, caller, lambda connection: connection.execute(row))


def end_oldest(new: Caller) -> Also:
    """The write that ends a person's oldest tokens of a kind if a new one makes them too many.

    It goes after the write of the new one. Tokens for a seat are counted on their own.
    """
    alike = (
        (TOKENS.c.person == new.person)
        & (TOKENS.c.role == new.role)
        & TOKENS.c.table_id.is_not_distinct_from(new.table)
        & TOKENS.c.seat.is_not_distinct_from(new.seat)
        & TOKENS.c.revoked.is_(None)
    )
    valid = sa.select(TOKENS.c.token_id).where(alike, TOKENS.c.expires > stamp())
    newest = valid.order_by((TOKENS.c.token_id == new.token_id).desc(), TOKENS.c.created.desc())
    others = TOKENS.c.token_id.not_in(newest.limit(MOST_DEVICES).scalar_subquery())
    gone = TOKENS.update().where(alike, others).values(revoked=stamp())
    return lambda connection: connection.execute(gone)


def need_token(caller: Caller) -> Also:
    """The write that refuses if the caller's token has ended since the request came in."""
    valid = sa.select(TOKENS.c.token_id).where(
        TOKENS.c.token_id == caller.token_id, TOKENS.c.revoked.is_(None)
    )

    def write(connection: sa.Connection) -> None:
        if connection.scalar(valid.with_for_update()) is None:
            raise unknown_token()

    return write


def new_pseudonym() -> str:
    """Make the name that a new person has in the chain."""
    return f"p-{secrets.token_hex(8)}"


# --- house players --------------------------------------------------------------------------------


def new_house_player(others: Iterable[str] = ()) -> str:
    """Make the pseudonym of a house player whose name differs from those of the others."""
    taken = {house_name(person) for person in others}
    while True:
        person = f"{HOUSE_PLAYER}{secrets.token_hex(8)}"
        if house_name(person) not in taken or len(taken) >= len(HOUSE_NAMES):
            return person


def is_house_player(person: str | None) -> bool:
    """Whether a pseudonym is a house player's."""
    return person is not None and person.startswith(HOUSE_PLAYER)


def house_name(person: str) -> str:
    """The name of a house player; it follows from the pseudonym, so nobody has to keep it."""
    return HOUSE_NAMES[int(person.removeprefix(HOUSE_PLAYER), 16) % len(HOUSE_NAMES)]


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()


def revoke_seat(table: str, seat: int) -> Also:
    """The write that revokes the tokens of a seat."""
    gone = (
        TOKENS.update()
        .where(TOKENS.c.table_id == table, TOKENS.c.seat == seat, TOKENS.c.revoked.is_(None))
        .where(TOKENS.c.role == PLAYER)
        .values(revoked=stamp())
    )
    return lambda connection: connection.execute(gone)


def forgets(person: str) -> Also:
    """The write that erases a person's name, progress, reviews, shared rounds and words.

    The floor's words in a ruling go with those of the player, because they may name the player.
    """
    gone = PEOPLE.update().where(PEOPLE.c.person == person).values(name=None)
    unsaid = DISPUTES.update().where(DISPUTES.c.person == person)
    unsaid = unsaid.values(words=None, salt=None, ruling_words=None, ruling_salt=None)

    def write(connection: sa.Connection) -> None:
        connection.execute(gone)
        connection.execute(unsaid)
        for kept in (CHAIRS, REVIEWS, SHARES):
            connection.execute(kept.delete().where(kept.c.person == person))
        progress.erase(connection, person)
        practice_tables.forget(connection, person)

    return write


def stands_of(connection: sa.Connection, person: str) -> Iterator[tuple[str, Snapshot]]:
    """The tables whose snapshots name a person, except closed private ones."""
    name = person.encode()
    for table, written in connection.execute(STANDING):
        if name in bytes(written):  # most tables need not be decoded
            yield table, Snapshot.decode(written)


def _invited(guest: str, table: str | None, seat: int | None) -> dict[str, Any]:
    """What is kept as the answer to a request for an invitation."""
    return {"person": guest, "table": table, "seat": seat}


def _revoke_invitations(person: str) -> Also:
    held = TOKENS.update().where(TOKENS.c.person == person, TOKENS.c.revoked.is_(None))
    gone = held.where(TOKENS.c.role == INVITATION).values(revoked=stamp())
    return lambda connection: connection.execute(gone)


class People:
    """People and their tokens in the database.

    Names are kept in memory; tokens are looked up every time.
    """

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._names: dict[str, str] = {}
        self.tell: Callable[[str, str | None], None] = lambda person, name: None
        """Called with each new name, for the other processes."""

    # --- tokens -----------------------------------------------------------------------------------

    async def caller(self, token: str, *, spent: bool = False) -> Caller | None:
        """The holder of a token; None if it is unknown, expired or revoked.

        With ``spent``, the holder of a revoked token is returned too.
        """
        wanted = _hash(token)
        row = await self._committer.read(
            lambda c: c.execute(sa.select(TOKENS).where(TOKENS.c.hash == wanted)).first()
        )
        if row is None or not hmac.compare_digest(bytes(row.hash), wanted):
            return None
        if (row.revoked is not None and not spent) or row.expires <= stamp():
            return None
        if row.revoked is None:
            await self._seen(row)
        return Caller(
            row.role, row.person, row.token_id, row.table_id, row.seat, row.buy_in, row.expires
        )

    async def _seen(self, row: sa.Row[Any]) -> None:
        """Note about when a token is used: at its first use, and then once an hour.

        If that cannot be written now, the holder is let in all the same.
        """
        now = datetime.now(UTC)
        if row.used is None or row.used < stamp(now - SEEN_EVERY):
            noted = TOKENS.update().where(TOKENS.c.token_id == row.token_id).values(used=stamp(now))
            with suppress(JournalError, sa.exc.SQLAlchemyError):
                await self._committer.write(lambda connection: connection.execute(noted))

    async def still_valid(self, token_ids: list[str]) -> set[str]:
        """Those of the given tokens that are neither revoked nor expired."""
        valid = sa.select(TOKENS.c.token_id).where(
            TOKENS.c.token_id.in_(token_ids), TOKENS.c.revoked.is_(None), TOKENS.c.expires > stamp()
        )
        return set(await self._committer.read(lambda c: list(c.scalars(valid))))

    async def has_role(self, role: str) -> bool:
        """Whether anybody holds a valid token of a role."""
        valid = sa.select(TOKENS.c.token_id).where(
            TOKENS.c.role == role, TOKENS.c.revoked.is_(None), TOKENS.c.expires > stamp()
        )
        return await self._committer.read(lambda c: c.execute(valid).first()) is not None

    async def issue(
        self,
        role: str,
        name: str | None = None,
        hours: float | None = None,
        *,
        how: str | None = None,
    ) -> NewToken:
        """Issue a token for a new person."""
        person = await self.create(name)
        new = new_token(role, person, hours=hours, how=how)
        await self._committer.write(new.write)
        return new

    async def invite(
        self, table: str, seat: int, *, by: str, id: str, hours: float | None, buy_in: int | None
    ) -> NewToken:
        """Issue an invitation for a new person.

        A request that is repeated under its ``id`` gets a new invitation for the same guest, and
        the first one, whose answer may never have arrived, is revoked. Once the guest has accepted,
        there is no other.
        """
        guest = new_pseudonym()
        new = new_token(INVITATION, guest, table=table, seat=seat, hours=hours, buy_in=buy_in)
        row = PEOPLE.insert().values(person=guest, created=stamp())
        answer = keep_answer(INVITATIONS, by, id, _invited(guest, table, seat))
        with suppress(IntegrityError):  # the id is known: this was asked for before
            also = [lambda connection: connection.execute(row), new.write, answer]
            await self._committer.commit((), also, alone=True)
            return new
        said = await find_answer(self._committer, INVITATIONS, by, id)
        if said is None or (said["table"], said["seat"]) != (table, seat):
            raise Refusal(Reason("this id belongs to another invitation"))
        guest = str(said["person"])
        if await self._seat_tokens(guest, table):
            raise Refusal(Reason("this invitation has already been accepted"))
        new = new_token(INVITATION, guest, table=table, seat=seat, hours=hours, buy_in=buy_in)
        await self._committer.commit((), [_revoke_invitations(guest), new.write], alone=True)
        return new

    async def host_of(self, invited: Caller) -> str | None:
        """Who made an invitation; None if the database does not tell.

        It is the person whose request for it was answered with this guest.
        """
        said = _invited(invited.person, invited.table, invited.seat)
        return await find_asker(self._committer, INVITATIONS, said)

    async def may_come_back(self, invited: Caller) -> bool:
        """Whether a guest who accepted an invitation may get another token for the seat.

        They may unless a token of theirs was revoked or they have left.
        """
        held = await self._seat_tokens(invited.person, invited.table)
        return all(revoked is None for revoked in held)

    async def _seat_tokens(self, person: str, table: str | None) -> list[str | None]:
        """When each token of a person for seats of a table was revoked; None for a valid one."""
        held = sa.select(TOKENS.c.revoked).where(
            TOKENS.c.person == person, TOKENS.c.table_id == table, TOKENS.c.role == PLAYER
        )
        return await self._committer.read(lambda c: list(c.scalars(held)))

    async def add(self, new: NewToken) -> None:
        """Write a new token down, which makes it valid; it may end the holder's oldest one."""
        await self._committer.commit((), [new.write, end_oldest(new.caller)], alone=True)

    async def replace(self, new: NewToken) -> None:
        """Write a new link of a table down; older ones of the same kind are revoked."""
        made = new.caller
        held = TOKENS.update().where(TOKENS.c.table_id == made.table, TOKENS.c.role == made.role)
        gone = held.where(TOKENS.c.revoked.is_(None)).values(revoked=stamp())
        also = [lambda connection: connection.execute(gone), new.write]
        await self._committer.commit((), also, alone=True)

    async def revoke(self, token_id: str) -> bool:
        """Revoke a token; return whether there is such a token."""
        found = await self._committer.read(
            lambda c: c.execute(sa.select(TOKENS).where(TOKENS.c.token_id == token_id)).first()
        )
        if found is None:
            return False
        gone = TOKENS.update().where(TOKENS.c.token_id == token_id).values(revoked=stamp())
        await self._committer.write(lambda connection: connection.execute(gone))
        return True

    async def tokens(self) -> list[dict[str, Any]]:
        """All tokens, without what would let anybody use them."""
        rows = await self._committer.read(
            lambda c: list(c.execute(sa.select(TOKENS).order_by(TOKENS.c.created)))
        )
        return [
            {
                "token_id": row.token_id,
                "role": row.role,
                "person": row.person,
                "name": self.name(row.person),
                "table": row.table_id,
                "seat": row.seat,
                "created": row.created,
                "expires": row.expires,
                "revoked": row.revoked,
            }
            for row in rows
        ]

    async def seats_of(self, person: str) -> list[HeldSeat]:
        """The seats that a person holds, as the tables are recorded."""

        def look(connection: sa.Connection) -> list[HeldSeat]:
            return [
                HeldSeat(table, number, stands.name, place.chips + place.extra)
                for table, stands in stands_of(connection, person)
                for number, place in stands.seats.items()
                if place.person == person
            ]

        return await self._committer.read(look)

    # --- names ------------------------------------------------------------------------------------

    async def load(self) -> None:
        """Read all names from the database."""
        rows = await self._committer.read(lambda c: list(c.execute(sa.select(PEOPLE))))
        self._names = {row.person: row.name for row in rows if row.name is not None}

    async def create(self, name: str | None = None) -> str:
        """Add a person and return the pseudonym."""
        person = new_pseudonym()
        row = PEOPLE.insert().values(person=person, name=name, created=stamp())
        await self._committer.write(lambda connection: connection.execute(row))
        if name:
            self._rename(person, name)
        return person

    async def rename(self, person: str, name: str) -> None:
        """Change a person's name. The chain has only the pseudonym and does not change."""
        row = PEOPLE.update().where(PEOPLE.c.person == person).values(name=name)
        await self._committer.write(lambda connection: connection.execute(row))
        self._rename(person, name)

    async def erase(self, person: str) -> None:
        """Erase a person's name, progress in the dealer's chair and words in disputes."""
        await self._committer.write(forgets(person))
        self.nameless(person)

    def nameless(self, person: str) -> None:
        """Forget a name that has been erased, here and in the other processes."""
        self._rename(person, None)

    def _rename(self, person: str, name: str | None) -> None:
        self.heard(person, name)
        self.tell(person, name)

    def heard(self, person: str, name: str | None) -> None:
        """Remember a person's new name; None if it was erased."""
        if name is None:
            self._names.pop(person, None)
        else:
            self._names[person] = name

    def name(self, person: str | None) -> str | None:
        """A person's name; None if they have none."""
        if person is not None and is_house_player(person):
            return house_name(person)
        return self._names.get(person or "")

    async def all(self) -> list[dict[str, Any]]:
        """All people, with their balances."""
        both = sa.select(PEOPLE, ACCOUNTS.c.balance).outerjoin(
            ACCOUNTS, ACCOUNTS.c.person == PEOPLE.c.person
        )
        rows = await self._committer.read(
            lambda c: list(c.execute(both.order_by(PEOPLE.c.created)))
        )
        return [
            {"person": row.person, "name": row.name, "created": row.created, "balance": row.balance}
            for row in rows
        ]

    async def exists(self, person: str) -> bool:
        """Whether there is such a person, named or not."""
        found = sa.select(PEOPLE.c.person).where(PEOPLE.c.person == person)
        return await self._committer.read(lambda c: c.execute(found).first()) is not None

    async def balance(self, person: str) -> int | None:
        """The balance of a person's account in cents; None if they never had one."""
        wanted = sa.select(ACCOUNTS.c.balance).where(ACCOUNTS.c.person == person)
        return await self._committer.read(lambda c: c.scalar(wanted))
