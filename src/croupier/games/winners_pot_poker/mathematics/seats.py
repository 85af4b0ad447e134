"""Winner's Pot Poker with several players: the value of staying, estimated by simulation.

With others in the pot the best play depends on everybody's cards, so there is no exact value. Here
all players follow a heads-up strategy, looked up in its tables, and ignore the others' cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.mathematics.solver import Solution
from croupier.games.winners_pot_poker.mathematics.solver_counts import Array
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.mathematics.analysis import Estimate
from croupier.mathematics.compiled import compiled
from croupier.mathematics.fasthands import strength5
from croupier.nouns.cards import INDEX, Card, CardError

BATCHES: Final = 32
"""The number of independent batches of rounds from which a standard error is computed."""
UNKNOWN: Final = -1
OPEN, STAYED = 0, 1
"""Whether a player has yet to decide on the current street, or has stayed already."""


@dataclass(frozen=True)
class Rake:
    """How a pot is divided, in whole cents; see :mod:`.pot`."""

    ante: int
    numerator: int
    """The percentage is ``numerator / denominator``."""
    denominator: int
    fixed: int
    """The fixed amount; negative if there is none."""
    chip: int
    of_winnings: bool
    per_player: bool
    ties_free: bool
    odd_to_house: bool

    @classmethod
    def of(cls, house: WinnersPotHouse, ante: int) -> Rake:
        """Make a rake from the house's commission and its readings of W-17 to W-20."""
        percent, fixed = house.commission_percent, house.commission_fixed
        share = Fraction(10 if percent is None else percent)
        return cls(
            ante=ante,
            numerator=share.numerator,
            denominator=share.denominator,
            fixed=-1 if fixed is None else fixed,
            chip=house.chip,
            of_winnings=house.W_17 == "winnings",
            per_player=house.W_18 == "per-player",
            ties_free=house.W_19 == "waive",
            odd_to_house=house.W_20 == "house",
        )

    def numbers(self) -> Array:
        """Return all fields in one array, which the compiled functions read by index."""
        return np.array(astuple(self), dtype=np.int64)


@compiled
def _commission(rake: Array, base: int) -> int:
    chip = rake[4]
    taken = rake[1] * base // (100 * rake[2] * chip) * chip
    if rake[3] >= 0:
        taken = min(taken, rake[3] // chip * chip)
    return int(taken)


@compiled
def award(rake: Array, pot: int, winners: Array, dealer: bool, first: int, nets: Array) -> None:
    """Add each winning seat's award to ``nets``; odd chips go round from seat ``first``."""
    chip = rake[4]
    count = 0
    for seat in winners:
        count += seat
    share = pot // ((count + 1) * chip) * chip if dealer else 0
    rest = pot - share
    if count == 1 and not dealer:
        taken = _commission(rake, rest - 4 * rake[0] if rake[5] else rest)
        for seat in range(len(winners)):
            nets[seat] += winners[seat] * (rest - taken)
        return
    free = dealer and rake[7] == 1
    each_pays = rake[6] == 1 and not free
    if not free and not each_pays:
        rest -= _commission(rake, rest)
    each = rest // (count * chip) * chip
    odd = 0 if rake[8] else rest - each * count
    for place in range(len(winners)):
        seat = (first + place) % len(winners)
        if winners[seat]:
            more = min(odd, chip)
            odd -= more
            gross = each + more
            nets[seat] += gross - _commission(rake, gross) if each_pays else gross


@compiled
def play_out(
    hands: Array,
    street: int,
    stands: Array,
    left: int,
    first: int,
    bets: Array,
    doubles: Array,
    rake: Array,
    nets: Array,
) -> None:
    """Play one round with all cards known: ``hands[seat]`` in the order dealt, the dealer's last.

    Seats that have not stayed decide by the tables. ``nets`` gets what each seat wins, in cents.
    """
    ante = rake[0]
    seats = len(hands) - 1
    dealer = hands[seats]
    pot = (4 + left) * ante
    staying = np.zeros(seats, dtype=np.int64)
    for seat in range(seats):
        nets[seat] = 0
        if (
            street == 3
            and stands[seat] == OPEN
            and not bets[third_state(hands[seat, :3], dealer[2])]
        ):
            nets[seat] = -ante
            continue
        late = street == 3 or stands[seat] == OPEN
        if late and not doubles[fourth_state(hands[seat, :4], dealer[2], dealer[3])]:
            nets[seat] = -2 * ante
            pot += 2 * ante
            continue
        staying[seat] = 1
        nets[seat] = -4 * ante
        pot += 4 * ante
    best = strength5(dealer[0], dealer[1], dealer[2], dealer[3], dealer[4])
    shared = True
    for seat in range(seats):
        if staying[seat]:
            own = hands[seat]
            strength = strength5(own[0], own[1], own[2], own[3], own[4])
            staying[seat] = strength
            if strength > best:
                best = strength
                shared = False
    won = 0
    for seat in range(seats):
        staying[seat] = staying[seat] == best
        won += staying[seat]
    if won:
        award(rake, pot, staying, shared, first, nets)


@compiled
def _simulate(
    known: Array,
    rest: Array,
    street: int,
    stands: Array,
    left: int,
    bets: Array,
    doubles: Array,
    rake: Array,
    rounds: int,
    seed: int,
    ends: Array,
) -> Array:
    """Sum each seat's nets over N rounds in which the unknown cards are dealt at random.

    ``ends`` counts for the first seat the rounds it wins or shares, what it nets in them, and the
    rounds it folds on fourth street. Even a shared pot leaves it more than such a fold.
    """
    np.random.seed(seed)
    cards = rest.copy()
    hands = known.copy()
    seats = len(known) - 1
    nets = np.zeros(seats, dtype=np.int64)
    sums = np.zeros(seats, dtype=np.int64)
    for _ in range(rounds):
        used = 0
        for seat in range(seats + 1):
            for place in range(5):
                if known[seat, place] < 0:
                    at = np.random.randint(used, len(cards))
                    cards[used], cards[at] = cards[at], cards[used]
                    hands[seat, place] = cards[used]
                    used += 1
        first = np.random.randint(0, seats)
        play_out(hands, street, stands, left, first, bets, doubles, rake, nets)
        sums += nets
        if nets[0] > -2 * rake[0]:
            ends[0] += 1
            ends[1] += nets[0]
        ends[2] += nets[0] == -2 * rake[0]
    return sums


@dataclass(frozen=True)
class Scene:
    """A moment in a round: who is in it, which cards are known, who has stayed already."""

    hands: tuple[tuple[Card | None, ...], ...]
    """Five cards for each seat in the order dealt, None if unknown; the dealer's last."""
    street: int = 3
    stayed: tuple[bool, ...] = ()
    left: int = 0
    """The antes in the pot from players who are out."""
    gone: tuple[Card, ...] = ()
    """Other cards that have been seen."""

    @classmethod
    def start(cls, seats: int) -> Scene:
        """Return a round of N players from its start."""
        return cls(((None,) * 5,) * (seats + 1), stayed=(False,) * seats)


class Staying(NamedTuple):
    """What becomes of the first seat, which stays now: shares of simulated rounds."""

    wins: float
    """How often it wins the pot or shares it."""
    folds: float
    """How often it folds on fourth street."""
    won: float
    """The mean net result in antes where it wins or shares the pot."""


def staying(play: Solution, rake: Rake, scene: Scene, *, rounds: int, seed: int) -> Staying:
    """Estimate how often the first seat, which has stayed, wins if everybody plays like this."""
    ends = np.zeros(3, dtype=np.int64)
    _simulate(*_start(scene), play.bets, play.doubles, rake.numbers(), rounds, seed, ends)
    wins, won, folds = ends.tolist()
    return Staying(wins / rounds, folds / rounds, won / (max(wins, 1) * rake.ante))


def _start(scene: Scene) -> tuple[Array, Array, int, Array, int]:
    """Return what is known of a scene: hands, other cards, street, who has stayed, money left."""
    known = np.array(
        [[UNKNOWN if card is None else INDEX[card] for card in hand] for hand in scene.hands]
    )
    gone = {INDEX[card] for card in scene.gone}.union(known.flat)
    rest = np.array([card for card in range(52) if card not in gone])
    if len(rest) < (known == UNKNOWN).sum():
        raise CardError("too many cards have been seen: not all hands can be dealt")
    stands = np.array([STAYED if stayed else OPEN for stayed in scene.stayed])
    return known, rest, scene.street, stands, scene.left


def estimate(
    play: Solution,
    rake: Rake,
    scene: Scene,
    *,
    rounds: int,
    seed: int,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> list[Estimate]:
    """Estimate each seat's mean result in antes if everybody follows this strategy."""
    ends = np.zeros(3, dtype=np.int64)
    size = -(-rounds // BATCHES)
    start = _start(scene)
    play_by = play.bets, play.doubles, rake.numbers()
    means = np.zeros((BATCHES, len(scene.stayed)))
    for batch in range(BATCHES):
        sums = _simulate(*start, *play_by, size, seed * BATCHES + batch, ends)
        means[batch] = sums / (size * rake.ante)
        report(batch + 1, BATCHES)
    spread = means.std(axis=0, ddof=1) / sqrt(BATCHES)
    return [
        Estimate(float(mean), float(error))
        for mean, error in zip(means.mean(axis=0), spread, strict=True)
    ]
