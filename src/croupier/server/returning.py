"""Coming back: a guest keeps name, chips and record with a passkey or a recovery code.

Only guests have a way back. The staff's tokens come from the administrator, who can revoke them.
Whatever is added, used, refused or removed here is recorded in the chain of :mod:`.door`.
"""

from __future__ import annotations

import hmac
import math
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any, Final

import sqlalchemy as sa

from croupier.journal.database import Also
from croupier.journal.recorder import stamp, utc_now
from croupier.nouns.reasons import Reason
from croupier.server import metrics, passkeys
from croupier.server.challenges import TO_ADD, TO_RETURN, Challenges
from croupier.server.database import Committer
from croupier.server.door import Door
from croupier.server.errors import Problem, not_found
from croupier.server.gate.buckets import Buckets
from croupier.server.passkeys import Site, WrongAnswerError
from croupier.server.patience import Patience, neighbourhood
from croupier.server.people import (
    SPECTATOR,
    Caller,
    NewToken,
    People,
    end_oldest,
    need_token,
    new_token,
)
from croupier.server.recovery import hash_code, new_code
from croupier.server.schema import PASSKEYS, RECOVERY, TOKENS
from croupier.server.settings import Settings
from croupier.stage.actions import Refusal

Data = dict[str, Any]

PASSKEY: Final = "passkey"
CODE: Final = "recovery"

MOST_PASSKEYS: Final = 10
"""How many passkeys a person may have."""
REPEATED: Final = timedelta(minutes=10)
"""How long the request that used a code up may be repeated, if its answer was lost."""
_TRIES: Final = 3

_CHALLENGE_RATE: Final = 0.5
_CHALLENGE_BURST: Final = 20
"""How many challenges one address may ask for: a second on average, and at once."""

_NOT_YOURS: Final = "this passkey does not open anything here"
_TOO_LATE: Final = "this took too long, or was sent twice: try again"
_WRONG_CODE: Final = "this code opens nothing: it is wrong, has been used, or was replaced"


class _LostRaceError(Exception):
    """Another request has changed the row meanwhile."""


class Returning:
    """The ways back: adding them, using them, removing them."""

    def __init__(
        self, settings: Settings, committer: Committer, people: People, door: Door
    ) -> None:
        self._settings = settings
        self._committer = committer
        self._people = people
        self._door = door
        self._challenges = Challenges(committer)
        self._asks = Buckets(_CHALLENGE_RATE, _CHALLENGE_BURST)
        self.address_patience = Patience(free=5, first=2.0, longest=900.0, memory=3600.0)
        """With one address that guesses."""
        self.house_patience = Patience(free=100, first=0.25, longest=4.0, memory=600.0)
        """With everybody together who has failed, for those who guess from many addresses."""

    # --- passkeys ---------------------------------------------------------------------------------

    def site(self, origin: str | None, port: int) -> Site:
        """The page that a request comes from, if it is one that has passkeys."""
        name = self._settings.pages(port).get(origin or "")
        if name is None:
            raise Refusal(
                Reason("passkeys need the page's own name: open it by a name, not by an IP address")
            )
        return Site(origin or "", name)

    async def ask_to_add(self, caller: Caller, site: Site, address: str) -> Data:
        """Begin to add a passkey: what the browser needs to make one."""
        self._may_ask(address)
        held = await self._passkeys_of(caller.person)
        if len(held) >= MOST_PASSKEYS:
            raise Refusal(Reason(f"you have {MOST_PASSKEYS} passkeys: remove one first"))
        name = self._people.name(caller.person) or f"guest {caller.person[-4:]}"
        challenge = await self._challenges.make(TO_ADD, site.origin, caller.person)
        credentials = [bytes(row.credential) for row in held if row.site == site.name]
        return passkeys.wanted_of(
            site, challenge, person=caller.person, name=name, held=credentials
        )

    async def add(self, caller: Caller, response: Mapping[str, Any], label: str, port: int) -> Data:
        """Add the passkey that a browser has made; return how it is listed."""
        try:
            site, challenge = await self._answered(response, TO_ADD, port, caller.person)
            made = passkeys.made(site, challenge, response)
        except WrongAnswerError as wrong:
            await self._door.refused("passkey to add", wrong.why, caller.person)
            late = wrong.why == "challenge"
            message = _TOO_LATE if late else "this passkey cannot be added"
            raise Problem(409, "refused", message) from None
        key, now = passkeys.new_key(), stamp()
        row = PASSKEYS.insert().values(
            credential=made.credential,
            key=key,
            person=caller.person,
            site=site.name,
            public=made.public,
            uses=made.uses,
            label=label,
            created=now,
        )
        mine = sa.select(PASSKEYS.c.key).where(PASSKEYS.c.person == caller.person)
        same = sa.select(PASSKEYS.c.key).where(PASSKEYS.c.credential == made.credential)

        def write(connection: sa.Connection) -> None:
            if len(list(connection.scalars(mine))) >= MOST_PASSKEYS:
                raise Refusal(Reason(f"you have {MOST_PASSKEYS} passkeys: remove one first"))
            if connection.scalar(same) is not None:
                raise Refusal(Reason("this passkey has been added before"))
            connection.execute(row)

        await self._door.note(
            "passkey added", need_token(caller), write, person=caller.person, passkey=key
        )
        return {"key": key, "label": label, "site": site.name, "created": now, "used": None}

    async def remove(self, caller: Caller, key: str) -> None:
        """Remove a passkey; nobody signs in with it from now on."""
        gone = PASSKEYS.delete().where(PASSKEYS.c.key == key, PASSKEYS.c.person == caller.person)
        await self._door.note(
            "passkey removed",
            need_token(caller),
            partial(_need_row, gone, "there is no such passkey"),
            person=caller.person,
            passkey=key,
        )

    async def ask_to_return(self, site: Site, address: str) -> Data:
        """Begin to sign somebody in: what the browser needs to find a passkey."""
        self._may_ask(address)
        challenge = await self._challenges.make(TO_RETURN, site.origin)
        return passkeys.asked_of(site, challenge)

    async def with_passkey(self, response: Mapping[str, Any], address: str, port: int) -> Data:
        """Sign in the owner of a passkey."""
        name = self._may_try(PASSKEY, address)
        try:
            new = await self._enter(response, port)
        except WrongAnswerError as wrong:
            await self._door.refused(PASSKEY, wrong.why, wrong.person)
            late = wrong.why == "challenge"
            raise Problem(401, "unauthorized", _TOO_LATE if late else _NOT_YOURS) from None
        self.address_patience.succeeded(name)
        return await self._welcome(PASSKEY, new)

    async def _enter(self, response: Mapping[str, Any], port: int) -> NewToken:
        site, challenge = await self._answered(response, TO_RETURN, port)
        credential = bytes(response["rawId"])
        wanted = sa.select(PASSKEYS).where(PASSKEYS.c.credential == credential)
        held = await self._committer.read(lambda c: c.execute(wanted).first())
        if held is None or held.site != site.name:
            raise WrongAnswerError("unknown")
        try:
            uses = passkeys.signed(site, challenge, credential, bytes(held.public), response)
        except WrongAnswerError as wrong:
            raise WrongAnswerError(wrong.why, held.person) from None
        owner = response.get("userHandle")
        if owner is not None and bytes(owner) != held.person.encode():
            raise WrongAnswerError("owner", held.person)
        new = new_token(SPECTATOR, held.person, how=PASSKEY)
        this = PASSKEYS.update().where(PASSKEYS.c.key == held.key)
        counted = this.where(PASSKEYS.c.uses == held.uses).values(uses=uses, used=stamp())

        def count(connection: sa.Connection) -> None:
            """A copy of the key that was faster has counted further, or the key was removed."""
            if not connection.execute(counted).rowcount:
                raise WrongAnswerError("copy", held.person)

        if passkeys.is_cloned(held.uses, uses):
            raise WrongAnswerError("copy", held.person)
        await self._door.note(
            "sign-in",
            count,
            new.write,
            end_oldest(new.caller),
            person=held.person,
            how=PASSKEY,
            passkey=held.key,
        )
        return new

    async def _answered(
        self, response: Mapping[str, Any], ceremony: str, port: int, person: str | None = None
    ) -> tuple[Site, bytes]:
        """The page and the challenge that an answer is to; the challenge is used up."""
        challenge = passkeys.challenge_in(response["clientDataJSON"])
        origin = await self._challenges.take(challenge, ceremony, person)
        if origin is None:
            raise WrongAnswerError("challenge")
        name = self._settings.pages(port).get(origin)
        if name is None:
            raise WrongAnswerError("origin")
        return Site(origin, name), challenge

    async def _passkeys_of(self, person: str) -> list[sa.Row[Any]]:
        held = sa.select(PASSKEYS).where(PASSKEYS.c.person == person)
        return await self._committer.read(
            lambda c: list(c.execute(held.order_by(PASSKEYS.c.created)))
        )

    # --- recovery codes ---------------------------------------------------------------------------

    async def make_code(self, caller: Caller) -> Data:
        """Make a recovery code, which is shown once; the one before opens nothing any more."""
        code, now = new_code(), stamp()
        keep = _keep_code(caller.person, hash_code(code), now)
        await self._door.note("code made", need_token(caller), keep, person=caller.person)
        return {"code": code, "created": now}

    async def remove_code(self, caller: Caller) -> None:
        """Remove the recovery code."""
        gone = RECOVERY.delete().where(RECOVERY.c.person == caller.person)
        await self._door.note(
            "code removed",
            need_token(caller),
            partial(_need_row, gone, "there is no recovery code"),
            person=caller.person,
        )

    async def with_code(self, typed: str, address: str, id: str) -> Data:
        """Sign in the owner of a recovery code, which is used up; the answer holds the next one."""
        wanted = hash_code(typed)
        name = self._may_try(CODE, address)
        self.house_patience.tries("")
        for _ in range(_TRIES):
            with suppress(_LostRaceError):
                new, code = await self._use(wanted, id)
                self.address_patience.succeeded(name)
                self.house_patience.succeeded("")
                return await self._welcome(CODE, new) | {"recovery": code}
        raise Problem(503, "journal", "this cannot be recorded now; nothing has changed")

    async def _use(self, wanted: bytes, id: str) -> tuple[NewToken, str]:
        either = (RECOVERY.c.hash == wanted) | (RECOVERY.c.spent == wanted)
        token = TOKENS.c.token_id == RECOVERY.c.spent_token
        unused = (TOKENS.c.used.is_(None) & TOKENS.c.revoked.is_(None)).label("unused")
        found = sa.select(RECOVERY, unused).outerjoin(TOKENS, token).where(either)
        row = await self._committer.read(lambda c: c.execute(found).first())
        if row is None:
            await self._door.refused(CODE, "unknown")
            raise Problem(401, "unauthorized", _WRONG_CODE)
        again = not hmac.compare_digest(bytes(row.hash), wanted)
        if again and not _was_lost(row, wanted, id):
            await self._door.refused(CODE, "used before", row.person)
            raise Problem(401, "unauthorized", _WRONG_CODE)
        code, now = new_code(), utc_now()
        new = new_token(SPECTATOR, row.person, how=CODE)
        this = RECOVERY.update().where(RECOVERY.c.person == row.person, RECOVERY.c.hash == row.hash)
        next = this.values(
            hash=hash_code(code),
            created=stamp(now),
            spent=wanted,
            spent_id=id,
            spent_token=new.caller.token_id,
            spent_at=row.spent_at if again else stamp(now),
        )
        lost = TOKENS.update().where(TOKENS.c.token_id == row.spent_token)

        def write(connection: sa.Connection) -> None:
            if not connection.execute(next).rowcount:
                raise _LostRaceError
            if again:
                connection.execute(lost.values(revoked=stamp(now)))

        await self._door.note(
            "sign-in",
            write,
            new.write,
            end_oldest(new.caller),
            person=row.person,
            how=CODE,
            repeated=True if again else None,
        )
        return new, code

    # --- both -------------------------------------------------------------------------------------

    async def ways(self, person: str) -> Data:
        """A person's ways back: the passkeys, and when the code was made."""
        made = sa.select(RECOVERY.c.created).where(RECOVERY.c.person == person)
        code = await self._committer.read(lambda c: c.scalar(made))
        return {
            "passkeys": [
                {
                    "key": row.key,
                    "label": row.label,
                    "site": row.site,
                    "created": row.created,
                    "used": row.used,
                }
                for row in await self._passkeys_of(person)
            ],
            "recovery": None if code is None else {"created": code},
        }

    async def has_way(self, person: str) -> bool:
        """Whether a person could come back without a token."""
        ways = await self.ways(person)
        return bool(ways["passkeys"] or ways["recovery"])

    def _may_ask(self, address: str) -> None:
        """Refuse an address that asks for challenges too fast: others would lose theirs."""
        bucket = self._asks.of(neighbourhood(address))
        if not bucket.take():
            raise _too_fast(bucket.wait())

    def _may_try(self, how: str, address: str) -> str:
        """Refuse an address that has guessed too often; return the name it is counted under."""
        name = neighbourhood(address)
        wait = self.address_patience.wait(name)
        # Whoever has not failed need not wait: otherwise those who guess could keep everybody out.
        if how == CODE and self.address_patience.has_failed(name):
            wait = max(wait, self.house_patience.wait(""))
        if wait > 0:
            metrics.RETURNS.labels(how, "limited").inc()
            raise _too_fast(wait)
        self.address_patience.tries(name)
        return name

    async def _welcome(self, how: str, new: NewToken) -> Data:
        metrics.RETURNS.labels(how, "accepted").inc()
        person = new.caller.person
        return {
            "token": new.token,
            "role": new.caller.role,
            "person": person,
            "name": self._people.name(person),
            "expires": new.caller.expires,
            "seats": [
                {"table": held.table, "seat": held.seat}
                for held in await self._people.seats_of(person)
            ],
        }


def _was_lost(row: sa.Row[Any], wanted: bytes, id: str) -> bool:
    """Whether this is the request that used the code up, and its answer never arrived.

    Nobody has used the token of that answer.
    """
    same = hmac.compare_digest(bytes(row.spent), wanted) and row.spent_id == id
    return same and bool(row.unused) and row.spent_at > stamp(utc_now() - REPEATED)


def _too_fast(wait: float) -> Problem:
    seconds = max(1, math.ceil(wait))
    return Problem(429, "limited", f"too many tries: wait {seconds} s", wait=seconds)


def _need_row(change: sa.Delete, missing: str, connection: sa.Connection) -> None:
    if not connection.execute(change).rowcount:
        raise not_found(missing)


def _keep_code(person: str, hash: bytes, now: str) -> Also:
    """The write that makes this the only code of a person that opens anything."""

    def write(connection: sa.Connection) -> None:
        connection.execute(RECOVERY.delete().where(RECOVERY.c.person == person))
        row = RECOVERY.insert().values(person=person, hash=hash, created=now)
        connection.execute(row)

    return write
