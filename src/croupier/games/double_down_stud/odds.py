"""Double Down Stud for the lab: from a house to its solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from croupier.games.double_down_stud import solver
from croupier.games.double_down_stud.solver import (
    STRATEGIES,
    UNSEEN,
    Payoffs,
    State,
    payoffs,
    solve,
    solve_known,
    states,
    zero_states,
)
from croupier.mathematics.analysis import (
    Analysis,
    Answer,
    Choice,
    Feature,
    Part,
    Question,
    Reading,
    Rule,
    Search,
    Section,
    Setting,
    Situation,
    StrategyCard,
    Sweep,
    shown_in,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import RANK_NAMES
from croupier.nouns.money import parse_money

MOST_SEEN: Final = 6
PASS, DOUBLE = range(2)


def pays(setting: Setting) -> Payoffs:
    """What each outcome comes to at this stake, rounded and limited as the house does."""
    house = setting.house
    return payoffs(
        house.payouts["hand"],
        stake=setting.stake,
        chip=house.chip,
        limit=house["payout_limit"],
        limit_per_wager=house.ruling("S-16") == "wager",
    )


def odds(setting: Setting, asked: Question) -> Answer:
    """The exact figures of a strategy, with what knowing more would be worth."""
    at = pays(setting)
    sections = () if asked.brief else (_information(at), *_zeros(at))
    return Answer(_with_passes(solve(at, asked.strategy)), sections=sections)


def _with_passes(figures: Figures) -> Figures:
    doubled = figures.decisions["double"]
    return replace(figures, decisions={"double": doubled, "pass": 1 - doubled})


def _information(at: Payoffs) -> Section:
    """What is seen, and what that is worth."""
    rows = [
        ("the hole card unknown", solve(at)),
        *((f"and {seen} of the other players' cards seen", solve(at, seen=seen))
          for seen in range(1, MOST_SEEN + 1)),
        ("the hole card known", solve_known(at)),
    ]  # fmt: skip
    return Section(
        "information",
        "What is known when the double is decided, played optimally",
        {"known": "text", "ev": "exact", "double": "share"},
        [(name, figures.ev, figures.decisions["double"]) for name, figures in rows],
    )


def _zeros(at: Payoffs) -> Iterator[Section]:
    """The situations in which a double is worth exactly nothing, and what making it changes."""
    deals = sum(state.deals for state in states())
    zeros = [(state.name, Fraction(state.deals, deals)) for state in zero_states(at)]
    if not zeros:
        return
    yield Section(
        "zero_situations",
        "Doubling is worth exactly nothing with",
        {"cards": "text", "probability": "share"},
        zeros,
    )
    conventions = {"not made": "optimal", "made": "optimal-doubling-zeros"}
    yield Section(
        "zero_conventions",
        "Such a double",
        {"convention": "text", "double": "share", "average_wager": "exact",
         "element_of_risk": "share", "variance": "value"},
        [
            (name, f.decisions["double"], f.average_wager, f.element_of_risk, f.variance)
            for name, f in ((name, solve(at, play)) for name, play in conventions.items())
        ],
        "The value of the round is the same; we do not make it.",
    )  # fmt: skip


def advise(setting: Setting, now: Situation) -> list[Choice]:
    """Doubling or not, with the cards in view."""
    worth = solver.advise(now.hand[0], now.table, pays(setting), now.seen)
    return [Choice(action, value) for action, value in worth.items()]


# --- the strategy card ----------------------------------------------------------------------------------


def _alike(state: State) -> list[tuple[int, int]]:
    """Groups of equal ranks, (copies, value 2 to 14), the best first."""
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
    """What a player can see in four cards: family, words, whether it is so."""
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


def card(setting: Setting, search: Search) -> StrategyCard:
    """Double with the hands on a short list, found over the 2,535 states."""
    import numpy as np

    at = pays(setting)
    deals = sum(state.deals for state in states())
    gains = [at.gain(state.profile) * state.deals / (deals * UNSEEN) for state in states()]
    features = [
        Feature(family, text, np.array([holds(state) for state in states()]))
        for family, text, holds in _features()
    ]
    values = np.array([[0.0] * len(gains), [float(gain) for gain in gains]])
    lines = search(values, features, default=PASS, most=8, worth=1e-5)
    rules = []
    gained = Fraction(0)
    for line in lines:
        where = np.flatnonzero(line.where).tolist()
        if line.action == DOUBLE:
            gained += sum((gains[n] for n in where), Fraction(0))
        share = Fraction(sum(states()[n].deals for n in where), deals)
        rules.append(Rule(line.text, ("pass", "double")[line.action], share))
    return StrategyCard(
        (Part("With your card and the three open ones", tuple(rules)),),
        solve(at, "never-double").ev + gained,
        solve(at).ev,
    )


# --- at a live table ------------------------------------------------------------------------------------


def situation_of(
    view: Mapping[str, Any], told: Sequence[Mapping[str, Any]], seat: int
) -> Situation | None:
    """The own card and the three open ones, once the double is asked for."""
    felt = view["felt"]
    own = felt.get(f"seat {seat}", ())
    table = felt.get("open", ())
    if len(own) != 1 or len(table) != 3:
        return None
    seen = shown_in(told) - {*own, *table}
    stake = parse_money(view["seats"][str(seat)]["wagers"]["original"])
    return Situation(tuple(own), tuple(table), tuple(sorted(seen)), stake=stake)


ANALYSIS: Final = Analysis(
    first_wager="original",
    strategies=tuple(STRATEGIES),
    shapes=((1, 3),),
    decks=lambda house: 1,
    stake=lambda house: int(house["minimum"]),
    odds=odds,
    advise=advise,
    card=card,
    situation=situation_of,
    sweeps=(
        Sweep(
            "payouts.hand.flush",
            "the odds of a flush",
            ("8 to 1", "9 to 1", "10 to 1", "11 to 1", "12 to 1"),
        ),
    ),
    readings=(Reading("S-16", "original", "matters where the limit is reached"),),
)
