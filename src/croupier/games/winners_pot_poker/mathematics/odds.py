"""Winner's Pot Poker for the lab: connects a house to the solver."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from statistics import fmean
from typing import Any, Final, TypeAlias
from weakref import WeakValueDictionary

import numpy as np

from croupier.games.winners_pot_poker import jacks_plus
from croupier.games.winners_pot_poker.house import MOST_SEATS, WinnersPotHouse
from croupier.games.winners_pot_poker.layout import JACKS_PLUS, place_of
from croupier.games.winners_pot_poker.mathematics import reasons, solver_advice, tables
from croupier.games.winners_pot_poker.mathematics import solver_side as jacks
from croupier.games.winners_pot_poker.mathematics.card import Decisions, by_card
from croupier.games.winners_pot_poker.mathematics.card import card as card_of
from croupier.games.winners_pot_poker.mathematics.seats import Rake, Scene, estimate, staying
from croupier.games.winners_pot_poker.mathematics.solver import (
    STRATEGIES,
    Solution,
    pair_or_king,
    solve,
)
from croupier.games.winners_pot_poker.mathematics.solver_advice import Endings
from croupier.games.winners_pot_poker.mathematics.solver_counts import Array
from croupier.games.winners_pot_poker.mathematics.solver_payoff import (
    FOLD_FOURTH,
    FOLD_THIRD,
    Terms,
)
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.games.winners_pot_poker.pot import divide
from croupier.mathematics.analysis import (
    CARD,
    SEED,
    Analysis,
    Answer,
    Choice,
    Estimate,
    Others,
    Plays,
    Question,
    Reading,
    Search,
    Section,
    Setting,
    SideWager,
    Situation,
    Staked,
    StrategyCard,
    Sweep,
    Value,
    hands_section,
    scaled,
    shown_in,
    summed,
)
from croupier.mathematics.compiled import plain
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import INDEX, UNKNOWN, Card
from croupier.nouns.hands import Category, judge
from croupier.nouns.money import dollars, parse_money, show_money
from croupier.rules.house import Breach, build
from croupier.stage.actions import DEALER

RULE: Final = "10(h)(2)(i)"
ROUNDS: Final = 400_000
"""The number of simulated rounds in an estimate for several players."""
TOLD_ROUNDS: Final = 20_000
"""The number of simulated rounds from which a reason's chances are told in hundredths."""


def percent_of(house: WinnersPotHouse) -> Fraction:
    """Return the percentage in force; it is ten if only a fixed amount is set (W-16)."""
    share = house.commission_percent
    return Fraction(10 if share is None else share)


def terms_of(house: WinnersPotHouse) -> Terms:
    """Return what a won and a shared pot net in antes, as the dealer divides them."""
    ante = house.ante

    def net(dealer: bool) -> Fraction:
        awarded = divide(house, 8 * ante, [1], dealer, 4 * ante).seats[1]
        return Fraction(awarded - 4 * ante, ante)

    return Terms(win=net(False), tie=net(True))


def solution(setting: Setting, strategy: str = "optimal") -> Solution:
    """Return the strategy at this table, from a kept table or solved now."""
    on = terms_of(WinnersPotHouse.of(setting.house))
    if strategy == CARD:
        return by_card(on, tables.counts(), _card_decisions(setting))
    return setting.keeper.table(tables.solution(on, strategy))


def _card_decisions(setting: Setting) -> Decisions:
    def solve() -> Decisions:
        _, play = card_of(solution(setting), tables.counts(), setting.search)
        return play.bets, play.doubles

    on = terms_of(WinnersPotHouse.of(setting.house))
    return setting.keeper.table(tables.by_card(on, solve))


# --- one situation after another ------------------------------------------------------------------


Stays: TypeAlias = Callable[[Array, Array], bool]
"""Whether to stay with these cards against those that the dealer shows, all 0 to 51."""


def plays(setting: Setting, strategy: str) -> Plays:
    """Return the decisions of a heads-up strategy, whoever else is in the pot.

    They depend on the player's cards and the dealer's open ones alone.
    """
    stays = _STAYS.get(strategy) or _looked_up(setting, strategy)

    def play(now: Situation) -> str:
        own, shown = (np.array([INDEX[c] for c in cards]) for cards in (now.hand, now.table))
        if not stays(own, shown):
            return "fold"
        return "bet" if len(own) == 3 else "double"

    return play


_STAYS: Final[Mapping[str, Stays]] = {
    "never-fold": lambda own, shown: True,
    "pair-or-king": lambda own, shown: bool(pair_or_king(np.sort(own >> 2))),
}
"""The strategies for which nothing has to be solved."""


class _Decided:
    """A strategy's decisions on both streets, packed: they stay as long as a house is played."""

    def __init__(self, bets: Array, doubles: Array) -> None:
        self._third, self._fourth = (np.packbits(street) for street in (bets, doubles))
        self._early, self._late = bets.shape, doubles.shape
        self._third_of, self._fourth_of = plain(third_state), plain(fourth_state)

    def __call__(self, own: Array, shown: Array) -> bool:
        if len(own) == 3:
            return _bit(self._third, self._early, self._third_of(own, *shown))
        return _bit(self._fourth, self._late, self._fourth_of(own, *shown))


def _bit(bits: Array, shape: tuple[int, ...], state: tuple[int, int, int]) -> bool:
    at = (state[0] * shape[1] + state[1]) * shape[2] + state[2]
    return bool(bits[at >> 3] >> (7 - (at & 7)) & 1)


_DECIDED: WeakValueDictionary[tuple[Terms, str], _Decided] = WeakValueDictionary()
"""The decisions in use, which all houses of the same terms share."""


def _looked_up(setting: Setting, strategy: str) -> Stays:
    key = terms_of(WinnersPotHouse.of(setting.house)), strategy
    found = _DECIDED.get(key)
    if found is None:
        if strategy == CARD:
            found = _Decided(*_card_decisions(setting))
        else:
            solved = solution(setting, strategy)
            found = _Decided(solved.bets, solved.doubles)
        _DECIDED[key] = found
    return found


def odds(setting: Setting, asked: Question) -> Answer:
    """Return the exact figures against the dealer alone.

    With more players, an estimate for each seat is added.
    """
    play = solution(setting, asked.strategy)
    sections: list[Section] = []
    if not asked.brief:
        short = _short_hands(WinnersPotHouse.of(setting.house))
        sections += (_final_hands(play), *_commissions(setting), short)
    if asked.players > 1:
        sections.append(_seats(setting, play, asked.players))
    return Answer(_with_doubles(play.figures), _side_wager(setting, play), tuple(sections))


def _with_doubles(figures: Figures) -> Figures:
    folds = figures.decisions
    return replace(figures, decisions={**folds, "double": 1 - sum(folds.values(), Fraction(0))})


def _final_hands(play: Solution) -> Section:
    counts, ends = jacks.hands(play), play.figures.outcomes
    chances = {category.slug: Fraction(counts[category], jacks.ALL_DEALS) for category in Category}
    folds = {
        "fold-with-three-cards": ends["fold-third"],
        "fold-with-four-cards": ends["fold-fourth"],
    }
    note = "Alone against the dealer, with all five cards, whoever wins."
    return hands_section(chances | folds, note)


# --- jacks plus -----------------------------------------------------------------------------------


def _side_wager(setting: Setting, play: Solution) -> dict[str, SideWager]:
    house = WinnersPotHouse.of(setting.house)
    if not house.jacks_plus_offered:
        return {}
    note = "The player folds as the ante's strategy says; a folded hand is judged by W-13."
    figures = _bonus(house, jacks.with_folds(play, house.W_13))
    return {JACKS_PLUS: SideWager(house.jacks_plus_minimum, figures, note)}


def _bonus(house: WinnersPotHouse, counts: jacks.Counts, stake: int | None = None) -> Figures:
    return jacks.figures(
        counts,
        house.payouts[JACKS_PLUS],
        stake=house.jacks_plus_minimum if stake is None else stake,
        chip=house.chip,
        limit=jacks_plus.limit(house),
    )


def _short_hands(house: WinnersPotHouse) -> Section:
    """Return the bonus judged on three, four and five cards, whatever the strategy."""
    rows = []
    for size in (3, 4, 5):
        figures = _bonus(house, jacks.five_cards() if size == 5 else _hands(size))
        rows.append((size, figures.hit_frequency, figures.ev))
    return Section(
        "jacks_plus",
        "Jacks plus by the number of cards it is judged on",
        {"cards": "count", "wins": "share", "ev": "exact"},
        rows,
        "Per unit of the bonus wager.",
    )


def _hands(size: int) -> jacks.Counts:
    """Count all hands of three or four cards by outcome of the bonus."""
    counts = [0] * len(jacks.OUTCOMES)
    for ranks in combinations_with_replacement(range(13), size):
        category, groups = judge(sum(5**rank for rank in ranks), False)
        low_pair = category == Category.PAIR and groups[0] < jacks_plus.JACK
        counts[0 if low_pair else category] += prod(comb(4, ranks.count(r)) for r in set(ranks))
    return tuple(counts)


# --- the commission -------------------------------------------------------------------------------


def _commissions(setting: Setting) -> Iterator[Section]:
    house = WinnersPotHouse.of(setting.house)
    base, ties = house.W_17, house.W_19
    by_percent = setting.keeper.table(tables.commissions(base, ties))
    fixed = setting.keeper.table(tables.fixed(percent_of(house), base, ties))
    yield Section(
        "commissions",
        "The value of optimal play by the commission",
        {"percent": "count", "ev": "exact"},
        [(n, Fraction(ev)) for n, ev in zip(tables.PERCENTS, by_percent["ev"], strict=True)],
        "In antes, nothing fixed, unrounded.",
    )
    beside = f"antes fixed, beside {float(percent_of(house)):g} percent"
    rows = [
        ("percent of the pot, nothing fixed", *_point(by_percent["break_even"])),
        (beside, *_point(fixed["break_even"])),
    ]
    yield Section(
        "break_even",
        "Neither side has the edge at a commission of",
        {"commission": "text", "value": "exact", "precise": "text"},
        rows,
        "Unrounded. Where optimal play differs on the two sides, the point is true to 1 in 10^9.",
    )


def _point(found: Sequence[Any] | None) -> tuple[Fraction | None, str]:
    if found is None:
        return None, "there is none"
    return Fraction(found[0]), "exact" if found[1] else "to 1 in 10^9"


def least_sound(setting: Setting) -> Iterable[Breach]:
    """Find the smallest commission that leaves the player no edge at this ante.

    It is a fixed amount beside the percentage in force if any does, otherwise a percentage.
    """
    house = WinnersPotHouse.of(setting.house)

    def sound(**commission: str) -> bool:
        given = {f"commission.{key}": value for key, value in commission.items()}
        other = build(house.book.game, {**house.changed(), **given})
        return solve(tables.counts(), terms_of(WinnersPotHouse.of(other))).figures.ev <= 0

    def least(most: int, holds: Callable[[int], bool]) -> int:
        """Return the smallest number that passes, given that all numbers above it pass, too."""
        return bisect_left(range(most), True, key=holds)

    if sound(fixed="none"):
        # More than the percentage is never taken.
        most = int(percent_of(house) * 8 * setting.stake / 100)
        amount = least(most, lambda cents: sound(fixed=show_money(cents)))
        yield Breach("commission.fixed", f"the least sound amount is {dollars(amount)}", RULE)
    elif sound(percent="10", fixed="none"):
        share = least(1000, lambda n: sound(percent=f"{n / 100:.2f}", fixed="none")) / 100
        message = f"the least sound percentage is {share:g}, with nothing fixed"
        yield Breach("commission.percent", message, RULE)


# --- advice ---------------------------------------------------------------------------------------


_STAKES: Final = {"fold": 0, "bet": 1, "double": 2}
"""What each action stakes, in antes."""


def advise(setting: Setting, now: Situation) -> list[Choice]:
    """Value the choices: exactly against the dealer alone, by an estimate with other players."""
    ends = _endings(setting, now)
    if ends is not None:
        value: Value = terms_of(WinnersPotHouse.of(setting.house)).total(*ends) / ends.whole
    else:
        play, watched = solution(setting), "playing rounds out"
        value, *_ = _estimate(
            setting, play, _scene(now), ROUNDS // 2, seed=now.seed, watched=watched
        )
    stay, folded = ("bet", FOLD_THIRD) if len(now.hand) == 3 else ("double", FOLD_FOURTH)
    return [Choice(stay, value, _STAKES[stay]), Choice("fold", Fraction(folded))]


def _endings(setting: Setting, now: Situation) -> Endings | None:
    """Return how a round goes on if the player stays; None with other players in the pot.

    A solved table that is in memory gives it at once, where no other cards have been seen.
    """
    if now.others.open or now.others.left:
        return None
    on = terms_of(WinnersPotHouse.of(setting.house))
    if len(now.hand) == 3 and not now.seen:
        solved = setting.keeper.held(tables.solution(on, "optimal"))
        if solved is not None:
            return Endings(*solved.endings_of_bet(now.hand, now.table[0]))
    return solver_advice.endings(now.hand, now.table, on, now.seen)


def _scene(now: Situation) -> Scene:
    """Return the moment in which a player stays, who is the first seat."""
    own = _five(now.hand[:2], now.hand[2:])
    others = (_five((), cards) for cards in (*now.others.open, now.table))
    return Scene(
        hands=(own, *others),
        street=len(now.hand),
        stayed=(True, *now.others.decided),
        left=now.others.left,
        gone=now.seen,
    )


def reason(setting: Setting, now: Situation, choices: Sequence[Choice]) -> str:
    """Return why the best choice is best: the chance to win the pot, and the price to stay."""
    house = WinnersPotHouse.of(setting.house)
    ends = _endings(setting, now)
    if ends is not None:
        facts = reasons.Facts.exact(ends, terms_of(house))
    else:
        rake, play = Rake.of(house, setting.stake), solution(setting)
        found = staying(play, rake, _scene(now), rounds=TOLD_ROUNDS, seed=now.seed)
        facts = reasons.Facts.estimated(found)
    alone = plays(setting, "optimal")(now) if now.others.open else ""
    return reasons.reason(now, facts, choices, setting.stake, alone)


def _estimate(
    setting: Setting, play: Solution, scene: Scene, rounds: int, *, watched: str, seed: int = SEED
) -> list[Estimate]:
    """Estimate every seat's result, and report progress under the name ``watched``."""
    rake = Rake.of(WinnersPotHouse.of(setting.house), setting.stake)
    with setting.keeper.watch(watched) as report:
        return estimate(play, rake, scene, rounds=rounds, seed=seed, report=report)


def _five(down: Sequence[Card], up: Sequence[Card]) -> tuple[Card | None, ...]:
    """Return a hand in the order dealt, two cards down and three up; None for unknown cards."""
    cards: list[Card | None] = [*down, *(None,) * (2 - len(down)), *up]
    return (*cards, *(None,) * (5 - len(cards)))


def _seats(setting: Setting, play: Solution, players: int) -> Section:
    watched = f"playing {ROUNDS:,} rounds"
    values = _estimate(setting, play, Scene.start(players), ROUNDS, watched=watched)
    return Section(
        "seats",
        f"{players} players, everybody on the heads-up strategy {play.strategy}: an estimate",
        {"seat": "count", "ev": "value"},
        list(enumerate(values, 1)),
        f"In antes, from {ROUNDS:,} simulated rounds (seed {SEED}), with the standard error.",
    )


def worth(setting: Setting, staked: Staked) -> Value:
    """Return what an ante and jacks plus are worth before the deal.

    Against the dealer alone it is exact; with other players it is an estimate, as their odds are.
    """
    house, play = WinnersPotHouse.of(setting.house), solution(setting)
    value: Value = setting.stake * play.figures.ev
    if staked.players > 1:
        start = Scene.start(staked.players)
        watched = f"playing {ROUNDS:,} rounds"
        seats = _estimate(setting, play, start, ROUNDS, watched=watched)
        value = scaled(mean(seats), setting.stake)
    side = staked.wagers.get(JACKS_PLUS, 0)
    if not side:
        return value
    bonus = _bonus(house, jacks.with_folds(play, house.W_13), side)
    return summed([value, side * bonus.ev])


def mean(seats: Sequence[Estimate]) -> Estimate:
    """Return the mean of some seats' values, with the error that it has at most.

    The seats played the same rounds, so their errors are not independent.
    """
    values, errors = zip(*((seat.value, seat.stderr) for seat in seats), strict=True)
    return Estimate(fmean(values), fmean(errors))


def card(setting: Setting, search: Search) -> StrategyCard:
    """Return the strategy card that the search finds, and its exact cost."""
    best = solution(setting)
    parts, play = card_of(best, tables.counts(), search)
    return StrategyCard(parts, play.figures.ev, best.figures.ev)


# --- at a live table ------------------------------------------------------------------------------


def situation_of(
    view: Mapping[str, Any], told: Sequence[Mapping[str, Any]], seat: int
) -> Situation | None:
    """Return the player's cards and the dealer's open ones, when a street is decided."""
    felt = view["felt"]
    own = tuple(felt.get(place_of(seat), ()))
    shown = tuple(card for card in felt.get(DEALER, ()) if card != UNKNOWN)
    if (len(own), len(shown)) not in ANALYSIS.shapes:
        return None
    # The first two cards were dealt down; one that was exposed since is only known to be gone.
    others = {
        number: tuple(card for card in felt[place_of(number)][2:] if card != UNKNOWN)
        for number, other in view["seats"].items()
        if int(number) != seat and "ante" in other["wagers"] and place_of(number) in felt
    }
    asked = "bet" if len(own) == 3 else "double"
    ante = parse_money(view["seats"][str(seat)]["wagers"]["ante"])
    rivals = Others(
        open=tuple(others.values()),
        decided=tuple(asked in view["seats"][number]["wagers"] for number in others),
        # The pot on fourth street holds the antes and bets of players who folded there.
        left=parse_money(view.get("pot", "0")) // ante,
    )
    gone = shown_in(told).difference(own, shown, *others.values())
    return Situation(own, shown, tuple(sorted(gone)), rivals, stake=ante)


ANALYSIS: Final = Analysis(
    first_wager="ante",
    strategies=(*STRATEGIES, CARD),
    shapes=((3, 1), (4, 2)),
    places=(DEALER,),
    decks=lambda house: 1,
    stake=lambda house: house.first_wager[0],
    odds=odds,
    advise=advise,
    card=card,
    situation=situation_of,
    worth=worth,
    sweeps=(Sweep("commission.percent", "the commission in percent", tuple(map(str, range(11)))),),
    readings=(
        Reading("W-13", JACKS_PLUS),
        Reading("W-17", "ante"),
        Reading("W-18", "ante", "matters for several players and a fixed amount only"),
        Reading("W-19", "ante"),
    ),
    least_sound=least_sound,
    most_players=MOST_SEATS,
    plays=plays,
    company={
        "best": "optimal",
        "card": CARD,
        "cautious": "pair-or-king",
        "loose": "never-fold",
    },
    reason=reason,
)
