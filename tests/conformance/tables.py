"""Random tables of any game: seats, actions, and what every viewer sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.nouns.canonical import encode
from croupier.nouns.cards import Card
from croupier.rules import house
from croupier.rules.house import House
from croupier.stage.actions import DEALER, FLOOR, Action, Actor, Amount, Offer, Refusal
from croupier.stage.events import PUBLIC, SURVEILLANCE
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.telling.result import explained_result
from tests.conformance.houses import drawn, seats_of
from tests.sizes import sized

MOST_SEATS = 8
LONGEST = 80
"""The most actions in a round. After these it stays unfinished."""
PURSES = (0, 700, 2_500, 100_000, 100_000, 10**9)
AMOUNTS = ("0", "5", "10", "7.25", "100000", "-5")
STANDS: tuple[Any, ...] = (True, False, "new", "mid", "red", "blue", DEALER, [], [1], [1, 2, 3])
"""Words that a situation may use beside numbers. A game's readers take those they understand."""

Order = Callable[[list[Card]], list[Card]]


@dataclass(frozen=True)
class Seating:
    """A table before its first round. It is the same, card for card, whenever it is set up."""

    game: str
    state: str
    keys: Mapping[str, Any]
    seats: Mapping[int, int]
    players: Mapping[str, list[int]]
    situation: Mapping[str, Any]
    face_up: tuple[int, ...]
    seed: str
    told: list[str] = field(default_factory=list, compare=False)
    """The actions in the current round."""

    def __str__(self) -> str:
        return (
            f"{self.game}.{self.state}, house {dict(self.keys)}, seats {dict(self.seats)}, "
            f"players {dict(self.players)}, situation {dict(self.situation)}, "
            f"face up {self.face_up}, seed {self.seed!r}; said: {'; '.join(self.told) or 'nothing'}"
        )

    @cached_property
    def house(self) -> House:
        return house.build(self.game, self.keys, self.state)

    def random(self, what: str = "") -> Random:
        """Return a generator that is always the same for the same purpose."""
        return Random(f"{self.seed}/{what}")

    def table(self, order: Order = list) -> Table:
        """Return the table. Its packs may be put in another order."""
        numbers = count()

        def shuffle(pack: Any) -> list[Card]:
            # Every card is its own object, so that cards of the same name can be told apart.
            cards = ordered(pack, f"{self.seed}/{next(numbers)}")
            return order([Card("".join(card)) for card in cards])

        return Table(
            games.load(self.game), self.house, self.seats, players=self.players, shuffle=shuffle
        )

    def begin(self, table: Table, **how: Any) -> Round:
        """Begin the first round."""
        self.told.clear()
        return table.begin(situation=self.situation, face_up=self.face_up, **how)

    def rounds(self, most: int, table: Table | None = None, **how: Any) -> Iterator[Round]:
        """Yield rounds of the table, with events between them. The caller plays each round."""
        random, table = self.random("between"), table or self.table()
        round = self.begin(table, **how)
        for _ in range(most):
            yield round
            if not round.over:
                return
            table.finish()
            for happens in (table.new_dealer, table.reshuffle, table.idle):
                if random.random() < 0.15:
                    happens()
            self.told.clear()
            round = table.begin(face_up=_face_up(random), **how)

    def act(self, round: Round, action: Action) -> None:
        """Say an action, and remember it for the message of a failure."""
        self.told.append(str(action))
        round.act(action)


def seatings(game: str, tables: int, about: str = "") -> Iterator[Seating]:
    """Yield N tables of a game, with its rulebooks and houses in turn."""
    states = games.load(game).states
    for number in range(sized(tables * 10, 10)):
        state = states[number % len(states)]
        houses = drawn(game, state).houses
        seed = f"{about}/{game}/{number}"
        random = Random(seed)
        keys = houses[number // len(states) % len(houses)]
        yield _seating(random, game, state, keys, seed)


@contextmanager
def at(seating: Seating) -> Iterator[None]:
    """Name the table in any failure inside this block."""
    try:
        yield
    except (Exception, pytest.fail.Exception) as error:
        error.add_note(f"at {seating}")
        raise


def _seating(random: Random, game: str, state: str, keys: Mapping[str, Any], seed: str) -> Seating:
    most = min(seats_of(house.build(game, keys, state)), MOST_SEATS)
    numbers = sorted(random.sample(range(1, most + 1), random.randint(1, most)))
    seating = Seating(
        game,
        state,
        keys,
        seats={n: random.choice(PURSES) for n in numbers} | {random.choice(numbers): 10**9},
        players={"Ann": numbers[:2]} if random.random() < 0.5 else {},
        situation=_situation(random, game, most) if random.random() < 0.5 else {},
        face_up=_face_up(random),
        seed=seed,
    )
    while True:
        try:
            seating.begin(seating.table())
            return seating
        except Refusal as refusal:  # such as a cut too near the end: no round can begin
            assert seating.situation and (refusal.rule or refusal.finding), f"{refusal} {seating}"
            fewer = dict(seating.situation)
            del fewer[random.choice(sorted(fewer))]
            seating = replace(seating, situation=fewer)


def _situation(random: Random, game: str, seats: int) -> dict[str, Any]:
    """Return a random situation in words that the game's readers take."""
    drawn: dict[str, Any] = {}
    for key, read in games.load(game).situation.items():
        if random.random() < 0.5:
            values = [*STANDS, *range(min(seats, 5) + 1)]
            random.shuffle(values)
            for value in values:
                try:
                    drawn[key] = read(value)
                    break
                except ValueError:
                    continue
    return drawn


def _face_up(random: Random) -> tuple[int, ...]:
    return (random.randrange(20),) if random.random() < 0.25 else ()


# --- what is said ---------------------------------------------------------------------------------


def actors(round: Round) -> list[Actor]:
    """Return everybody who may act."""
    return [*round.layout.seats, DEALER, FLOOR]


def anything_legal(random: Random, round: Round) -> Action:
    """Return a random legal action: seats more often than the dealer, reports now and then."""
    offers = [offer for actor in actors(round) for offer in round.legal(actor)]
    assert offers, "an open round waits for somebody"
    wanted = random.choice(("seat", "seat", "seat", "close", "any"))
    if wanted == "seat":
        offers = [o for o in offers if isinstance(o.actor, int)] or offers
    elif wanted == "close":
        offers = [o for o in offers if o.verb == "close"] or offers
    if random.random() < 0.8:
        offers = [o for o in offers if o.verb != "report"] or offers
    return spoken(random, random.choice(offers))


def spoken(random: Random, offer: Offer) -> Action:
    """Return an action of an offer, with any amount between the bounds."""

    def choose(amount: Amount) -> int:
        step = amount.step.cents
        low, high = amount.low // step, amount.high // step
        return random.choice((low, high, random.randint(low, high))) * step

    return offer.action(choose)


def anything(random: Random, round: Round) -> Action:
    """Return any sentence of the game, sensible or not, by anybody."""
    grammar = round.game.grammar
    roles = [role for role in ("seat", "seat", DEALER, FLOOR) if grammar.sentences(role)]
    role = random.choice(roles)
    sentence = random.choice(grammar.sentences(role))
    seat = str(random.randint(1, MOST_SEATS + 1))
    words = sentence.replace("AMOUNT", random.choice(AMOUNTS)).replace("SEAT", seat)
    return grammar.parse(f"{seat if role == 'seat' else role} {words}")


def play(seating: Seating, round: Round, what: str = "") -> Round:
    """Say legal actions until the round is over or long enough."""
    random = seating.random(f"play/{what}")
    for _ in range(LONGEST):
        if round.over:
            break
        seating.act(round, anything_legal(random, round))
    return round


# --- what is seen ---------------------------------------------------------------------------------


def viewers(round: Round) -> list[str]:
    """Return all viewers: those who see everything, the public, and every seat."""
    return [SURVEILLANCE, PUBLIC, *(f"seat:{n}" for n in round.layout.seats)]


def seen(round: Round, viewer: str) -> dict[str, Any]:
    """Return all that a viewer is shown of a round."""
    return {
        "view": round.view(viewer),
        "told": round.told(viewer),
        "result": explained_result(round, viewer),
    }


def picture(round: Round) -> bytes:
    """Return what everybody sees, as bytes."""
    return encode([seen(round, viewer) for viewer in viewers(round)])


@contextmanager
def watching(look: Callable[[Layout, Any], None]) -> Iterator[None]:
    """Call a function with the layout right after each step."""
    perform = Layout.perform

    def performed(layout: Layout, step: Any) -> Any:
        answer = perform(layout, step)
        look(layout, step)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Layout, "perform", performed)
        yield
