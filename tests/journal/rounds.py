"""Random rounds for the journal: any legal action is said and recorded."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.journal import Journal, Recorder
from croupier.rules import house
from croupier.stage.actions import DEALER, FLOOR, Action, Actor, Amount
from croupier.stage.round import Round
from croupier.stage.table import Table


def random_table(
    random: Random, options: dict[str, Any] | None = None, name: str = "red-dog"
) -> Table:
    """Return a table with a few seats and random bankrolls."""
    game = games.load(name)
    chosen = house.build(name, options or {}, random.choice(game.states))
    places = range(1, min(chosen["seats"], 7) + 1)
    numbers = sorted(random.sample(places, random.randint(1, min(4, len(places)))))
    shoes = iter(range(1_000_000))
    seed = random.random()
    return Table(
        game,
        chosen,
        {n: random.choice([2_500, 100_000, 10_000_000]) for n in numbers},
        players={"Ann": numbers[:2]} if len(numbers) > 1 else {},
        shuffle=lambda pack: ordered(pack, f"{seed}/{next(shoes)}"),
    )


def anything_legal(random: Random, round: Round) -> Action:
    """Return a random legal action, of seats more often than of the dealer, with any amount."""
    actors: list[Actor] = [*round.layout.seats, DEALER, FLOOR]
    offers = [offer for actor in actors for offer in round.legal(actor)]
    close = [offer for offer in offers if offer.verb == "close"]
    usual = [offer for offer in offers if offer.verb != "report" or random.random() < 0.1]
    chosen = random.choice(close if close and random.random() < 0.4 else usual)

    def amount(of: Amount) -> int:
        step = of.step.cents
        return random.randint(of.low // step, min(of.high, of.low + 40 * step) // step) * step

    return chosen.action(amount)


def play(random: Random, table: Table, recorder: Recorder, **situation: Any) -> Round:
    """Play the next round of a table and record it."""
    face_up = [random.randrange(8)] if random.random() < 0.2 else []
    round = table.begin(situation=situation, face_up=face_up)
    recorder.begin_round(round)
    while not round.over:
        recorder.act(anything_legal(random, round))
    if random.random() < 0.5 and "dealer close" in round.legal(DEALER):
        recorder.act("dealer close")
    recorder.end_round()
    return round


def sitting(
    random: Random, table: Table, journal: Journal, name: str = "pit 1", rounds: int = 5
) -> Iterator[Round]:
    """Play rounds of one table, with notes between them."""
    recorder = Recorder(journal, name)
    if random.random() < 0.5:
        recorder.note_opening(table.open())
    least = table.house.values.get("minimum") or table.house["ante"]
    for _ in range(rounds):
        if any(cents >= least for cents in table.bankrolls.values()):
            yield play(random, table, recorder)
            table.finish()
            if random.random() < 0.2:
                table.new_dealer()
                recorder.note("new dealer")
            if random.random() < 0.1:
                table.reshuffle()
