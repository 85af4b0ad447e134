"""Double Down Stud: the strategy card, built from what a player sees in four cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from croupier.games.double_down_stud.mathematics.solver import (
    UNSEEN,
    Payoffs,
    State,
    solve,
    solve_by,
    states,
)
from croupier.mathematics.analysis import (
    Feature,
    FoundRule,
    Part,
    Rule,
    Search,
    StrategyCard,
)
from croupier.nouns.cards import RANK_NAMES

PASS, DOUBLE = range(2)


def _alike(state: State) -> list[tuple[int, int]]:
    """Return the groups of equal ranks as (copies, value 2 to 14), the best first."""
    return sorted(((n, rank + 2) for rank, n in Counter(state.ranks).items()), reverse=True)


def _at_least_pair(value: int) -> Callable[[State], bool]:
    def holds(state: State) -> bool:
        groups = _alike(state)
        return groups[0][0] > 2 or groups[1][0] > 1 or groups[0] >= (2, value)

    return holds


def _no_card_below(value: int) -> Callable[[State], bool]:
    return lambda state: state.ranks[0] + 2 >= value


def _cards_above_ten(count: int) -> Callable[[State], bool]:
    return lambda state: sum(rank + 2 > 10 for rank in state.ranks) >= count


def _straight_draw(state: State, *, both_ends: bool) -> bool:
    low, *_, high = state.ranks
    distinct = len(set(state.ranks)) == len(state.ranks)
    if both_ends:
        return distinct and high - low == 3 and high < 12
    wheel = high == 12 and state.ranks[2] <= 3
    return distinct and (high - low <= 4 or wheel)


def _features() -> Iterator[tuple[str, str, Callable[[State], bool]]]:
    """Yield what a player can see in four cards: family, words, and a test for it."""
    for value in range(2, 15):
        yield "alike", f"a pair of {RANK_NAMES[value]}s or better", _at_least_pair(value)
    yield "alike", "two pair or better", lambda s: _alike(s)[0][0] > 2 or _alike(s)[1][0] > 1
    yield "alike", "three of a kind or better", lambda s: _alike(s)[0][0] > 2
    yield "suit", "four cards of one suit", lambda s: s.suited
    yield "row", "four in a row, open at both ends", lambda s: _straight_draw(s, both_ends=True)
    yield "row", "four cards of a straight", lambda s: _straight_draw(s, both_ends=False)
    for value in range(3, 15):
        name = f"no card below a {RANK_NAMES[value]}"
        yield "low", name, _no_card_below(value)
    for count in range(1, 5):
        name = f"{count} cards above a ten" if count > 1 else "a card above a ten"
        yield "high", name, _cards_above_ten(count)


def _lines(at: Payoffs, search: Search) -> list[FoundRule]:
    """Find the lines of the card over the 2,535 states."""
    import numpy as np  # the odds of this game do not need it

    deals = sum(state.deals for state in states())
    gains = [at.gain(state.profile) * state.deals / (deals * UNSEEN) for state in states()]
    features = [
        Feature(family, text, np.array([holds(state) for state in states()]))
        for family, text, holds in _features()
    ]
    values = np.array([[0.0] * len(gains), [float(gain) for gain in gains]])
    return search(values, features, default=PASS, most=8, worth=1e-5)


def doubled_states(at: Payoffs, search: Search) -> frozenset[State]:
    """Return the states in which the card says to double."""
    return _doubled(_lines(at, search))


def _doubled(lines: Iterable[FoundRule]) -> frozenset[State]:
    doubling = [line.where for line in lines if line.action == DOUBLE]
    return frozenset(state for n, state in enumerate(states()) if any(w[n] for w in doubling))


def card(at: Payoffs, search: Search) -> StrategyCard:
    """Return a short list of hands to double with."""
    deals = sum(state.deals for state in states())
    lines = _lines(at, search)
    rules = tuple(
        Rule(
            line.text,
            ("pass", "double")[line.action],
            Fraction(sum(states()[n].deals for n in line.where.nonzero()[0]), deals),
        )
        for line in lines
    )
    return StrategyCard(
        (Part("With your card and the three open ones", rules),),
        solve_by(at, _doubled(lines).__contains__).ev,
        solve(at).ev,
    )
