"""Export rounds of the journal as a round record that ``croupier run`` can carry out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from croupier import games
from croupier.equipment.shoe import FACE_UP
from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Opened
from croupier.nouns.money import parse_money
from croupier.telling.record import Record, RoundRecord


def to_record(logs: Sequence[RoundLog]) -> Record:
    """Return one round, or several consecutive rounds of one table, as a record.

    Raises :class:`JournalError` where a seat, its money, its holder or the house changed between
    two rounds: such rounds do not fit into one record.
    """
    for before, after in pairwise(logs):
        _check_follows(before, after)
    first = logs[0].opened
    return Record(
        game=first.game,
        rulebook=first.rulebook,
        house=first.house,
        seats=first.bankrolls,
        rounds=tuple(_entry(log, carried=i > 0) for i, log in enumerate(logs)),
        players=first.players,
        several=len(logs) > 1,
    )


def _entry(log: RoundLog, *, carried: bool) -> RoundRecord:
    grammar = games.load(log.opened.game).grammar
    cards = log.cards
    wrong = log.opened.shoe.wrong
    return RoundRecord(
        cards=tuple(cards),
        face_up=tuple(i for i, what in wrong if what == FACE_UP and i < len(cards)),
        actions=tuple(grammar.parse(said) for said in log.actions),
        situation=_situation(log.opened, carried=carried),
    )


def _situation(opened: Opened, *, carried: bool) -> dict[str, Any]:
    """Return where the round stood, in the keys of a record.

    ``carried`` says that the record also holds the round before it. Then the shoe and the marker
    carry over; a round by itself must state them.
    """
    stood = dict(opened.situation)
    if stood.get("shoe", "new") == "new":
        stood["back"] = opened.shoe.back  # which batch it was, if the game's records have the key
    if stood.get("cut_card_first"):
        # The table found the cut card in front of an old shoe and changed it for a new one.
        stood["shoe"] = "mid"
        if not carried:
            stood["marker"] = 0
    elif opened.shoe.marker is not None and stood.get("shoe") == "mid" and not carried:
        stood["marker"] = max(opened.shoe.marker, 0)
    accepted = games.load(opened.game).situation
    return {key: stood[key] for key in accepted if key in stood}


def _check_follows(before: RoundLog, after: RoundLog) -> None:
    one, two = before.opened, after.opened
    apart = f"round {after.number} does not follow from round {before.number}"
    if before.table != after.table:
        raise JournalError(f"{apart}: it was played at table {after.table}")
    if before.closed is None:
        raise JournalError(f"{apart}, which was never finished: export them separately")
    if (one.game, one.rulebook, one.house) != (two.game, two.rulebook, two.house):
        raise JournalError(f"{apart}: the house has changed: export them separately")
    nets = before.closed.result["seats"]
    left = {n: brought + parse_money(nets[str(n)]["net"]) for n, brought in one.seats}
    if left != two.bankrolls or one.players != two.players:
        raise JournalError(f"{apart}: seats or their money have changed: export them separately")
