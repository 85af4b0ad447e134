"""Checks beyond the chain: signed heads must fit it, and packs must match their commitments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from croupier.journal import signing
from croupier.journal.entry import ACTION, TABLE, JournalError
from croupier.journal.fairness import Order, problem_with
from croupier.journal.payloads import Noted, Said
from croupier.journal.store import Row
from croupier.journal.verify import Verdict
from croupier.journal.witness import NOBODY, Witness
from croupier.nouns import structs
from croupier.nouns.cards import Card


@dataclass
class _Pack:
    """A pack of cards in play."""

    number: int
    commitment: bytes
    entropy: list[str] = field(default_factory=list)
    counted: int = 0
    """How many contributions came in time."""
    left: list[Card] = field(default_factory=list)


class Auditor:
    """Checks every entry of all chains, shown to it in order, and says what is wrong with one."""

    def __init__(
        self,
        keys: Sequence[signing.PublicKey],
        signed: Sequence[signing.SignedHead],
        witness: Witness = NOBODY,
    ) -> None:
        signing.check(keys, signed)
        for key in witness.keys:
            if key not in keys:
                raise JournalError(
                    f"key {key.key}, which a witness has kept, is not one of the journal's: "
                    "its heads were signed again"
                )
        self._signed = len(signed)
        self._marks: dict[tuple[str, int], tuple[int, bytes]] = {}
        for head in (*signed, *witness.signed):
            for table, at in head.heads.items():
                mark = self._marks.setdefault((table, at.number), (head.number, at.hash))
                if mark[1] != at.hash:
                    raise JournalError(
                        f"signed head {head.number}, which a witness has kept, names "
                        f"another entry {at.number} of table {table}"
                    )
        self._packs: dict[str, _Pack] = {}
        self._shuffled: set[str] = set()
        """The tables whose shuffles were committed to."""
        self._fair = 0
        self._said = structs.decoder(Said)
        self._noted = structs.decoder(Noted)

    def __call__(self, row: Row) -> str | None:
        """Return how an entry contradicts a signed head or the committed pack, or None."""
        table, number, _, kind, payload, _, hash = row
        mark = self._marks.pop((table, number), None)
        if mark is not None and mark[1] != hash:
            return f"is not what signed head {mark[0]} names: the chain was rewritten"
        if kind == TABLE:
            return self._life(table, payload) if b'"pack":' in payload else None
        if kind == ACTION and table in self._shuffled:
            cards = self._said.decode(payload).cards
            pack = self._packs.get(table)
            if pack is not None:
                pack.left += cards
            elif cards:
                return "cards left that no shuffle was committed to"
        return None

    def concluded(self, verdict: Verdict) -> Verdict:
        """Return the verdict on the chains with the auditor's findings added."""
        if not verdict.verified:
            return verdict
        if self._marks:
            (table, number), (head, _) = min(self._marks.items())
            last = verdict.heads[table].number if table in verdict.heads else 0
            return replace(
                verdict,
                table=table,
                at=last + 1,
                problem=f"is cut off: signed head {head} names entry {number}",
            )
        return replace(verdict, packs=self._fair, signed=self._signed)

    def _life(self, table: str, payload: bytes) -> str | None:
        note = self._noted.decode(payload)
        about = note.details
        pack = self._packs.get(table)
        if note.what == "shuffle":
            self._shuffled.add(table)
            self._packs[table] = _Pack(about["pack"], bytes.fromhex(about["commitment"]))
            return None if pack is None else f"pack {pack.number} was never revealed"
        if pack is None or about.get("pack") != pack.number:
            return None
        if note.what == "entropy":
            pack.entropy.append(about["value"])
        elif note.what == "seal":
            pack.counted = about["entropy"]
            # If cards left before the seal, every contribution came too late.
            if pack.counted != (0 if pack.left else len(pack.entropy)):
                return f"pack {pack.number} was sealed without all that was added to it"
        elif note.what == "reveal":
            del self._packs[table]
            order = Order(tuple(about["order"]), bytes.fromhex(about["nonce"]))
            problem = problem_with(pack.commitment, order, pack.entropy[: pack.counted], pack.left)
            if problem is not None:
                return f"pack {pack.number} was not dealt fairly: {problem}"
            self._fair += 1
        return None
