"""Random rounds of one seat, each from a full pack, with every choice made by chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.journal import Journal, Recorder, RoundLog, memory_journal
from croupier.rules import house
from croupier.stage.actions import DEALER
from croupier.stage.table import Table

GAMES = ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")


def one_seat(
    game: str, rounds: int, seed: int = 1, *, stake: str = "", options: dict[str, Any] | None = None
) -> Iterator[RoundLog]:
    """Yield rounds in which one seat stakes its first wager alone and then answers at random."""
    random = Random(seed)
    found = games.load(game)
    for number in range(rounds):
        journal = memory_journal()
        chosen = house.build(game, options or {}, random.choice(found.states))
        least = chosen.values.get("minimum") or chosen["ante"]
        table = Table(
            found, chosen, {1: 100_000}, shuffle=partial(ordered, seed=f"{seed}/{number}")
        )
        recorder = Recorder(journal, "pit 1")
        round = table.begin()
        recorder.begin_round(round)
        recorder.act(f"1 wager {found.first_wager} {stake or least / 100:g}")
        recorder.act("dealer close")
        while not round.over:
            offers = list(round.legal(1)) or list(round.legal(DEALER))
            usual = [offer for offer in offers if offer.verb not in ("report", "ask")]
            recorder.act(random.choice(usual).action(lambda amount: amount.high))
        recorder.end_round()
        yield journal.round(1)


def anything(game: str, rounds: int, seed: int = 1) -> Journal:
    """Return a journal of rounds in which anything that is legal may happen."""
    from tests.journal.rounds import random_table, sitting

    random, journal, played = Random(seed), memory_journal(), 0
    while played < rounds:
        table = random_table(random, name=game)
        played += sum(1 for _ in sitting(random, table, journal, f"pit {played}"))
    return journal
