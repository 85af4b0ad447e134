"""Double Down Stud for the lab: connects a house to the solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

from croupier.games.double_down_stud.house import DoubleDownStudHouse
from croupier.games.double_down_stud.mathematics import reasons
from croupier.games.double_down_stud.mathematics.card import card as card_of
from croupier.games.double_down_stud.mathematics.card import doubled_states
from croupier.games.double_down_stud.mathematics.solver import (
    OUTCOMES,
    STRATEGIES,
    WINS,
    Payoffs,
    State,
    payoffs,
    profile_of,
    solve,
    solve_by,
    solve_known,
    states,
    zero_states,
)
from croupier.games.double_down_stud.mathematics.solver import advise as advise_on
from croupier.mathematics.analysis import (
    CARD,
    Analysis,
    Answer,
    Choice,
    Kind,
    Plays,
    Question,
    Reading,
    Search,
    Section,
    Setting,
    Situation,
    Staked,
    StrategyCard,
    Sweep,
    first_wager_of,
    hands_section,
    shown_in,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import RANKS
from croupier.nouns.money import dollars

MOST_SEEN: Final = 6


def pays(setting: Setting, double: int | None = None, coupon: int = 0) -> Payoffs:
    """Return what each outcome nets at this stake, with the house's rounding and limit.

    The double is as large as the original wager unless an amount is given.
    """
    house = DoubleDownStudHouse.of(setting.house)
    return payoffs(
        house.payouts["hand"],
        stake=setting.stake,
        double=double,
        coupon=coupon,
        chip=house.chip,
        limit=house.payout_limit,
        limit_per_wager=house.S_16 == "wager",
    )


def odds(setting: Setting, asked: Question) -> Answer:
    """Return the exact figures of a strategy, and what knowing more would be worth."""
    at = pays(setting)
    figures = _figures(setting, at, asked.strategy)
    sections = () if asked.brief else (_hands(figures), _information(at), *_zeros(at))
    return Answer(_with_passes(figures), sections=sections)


def _figures(setting: Setting, at: Payoffs, strategy: str) -> Figures:
    if strategy != CARD:
        return solve(at, strategy)
    return solve_by(at, doubled_states(at, setting.search).__contains__)


def doubled(setting: Setting, strategy: str) -> frozenset[tuple[tuple[int, ...], bool]]:
    """Return where a strategy doubles: by the ranks of the four cards, and if they share a suit."""
    at = pays(setting)
    if strategy == CARD:
        chosen: Iterable[State] = doubled_states(at, setting.search)
    else:
        decide = STRATEGIES[strategy]
        chosen = (state for state in states() if decide(at.gain(state.profile)))
    return frozenset((state.ranks, state.suited) for state in chosen)


@cache
def _places() -> Mapping[tuple[tuple[int, ...], bool], int]:
    """Return the number of each state, by its ranks and whether the cards share a suit."""
    return {(state.ranks, state.suited): n for n, state in enumerate(states())}


def plays(setting: Setting, strategy: str) -> Plays:
    """Return a strategy's decisions by the player's card and the three open ones."""
    chosen = doubled(setting, strategy)
    found, places = bytes(place in chosen for place in _places()), _places()

    def play(now: Situation) -> str:
        cards = (*now.hand, *now.table)
        ranks = tuple(sorted(RANKS.index(card[0]) for card in cards))
        # Suits matter only with four ranks: cards of one rank are never of one suit.
        suited = len({card[1] for card in cards}) == 1
        return "double" if found[places[ranks, suited]] else "pass"

    return play


def _with_passes(figures: Figures) -> Figures:
    doubled = figures.decisions["double"]
    return replace(figures, decisions={"double": doubled, "pass": 1 - doubled})


def _hands(figures: Figures) -> Section:
    names = ("less-than-a-pair-of-sixes", "pair-of-sixes-to-tens", *WINS)
    chances = {
        name: figures.outcomes[outcome] for name, outcome in zip(names, OUTCOMES, strict=True)
    }
    return hands_section(chances, "With all five cards; the double changes nothing about them.")


def _information(at: Payoffs) -> Section:
    """Return what a player may have seen, and what that is worth."""
    seen_too = {
        f"and {seen} of the other players' cards seen": solve(at, seen=seen)
        for seen in range(1, MOST_SEEN + 1)
    }
    rows = {"the hole card unknown": solve(at), **seen_too, "the hole card known": solve_known(at)}
    return Section(
        "information",
        "What is known when the double is decided, played optimally",
        {"known": "text", "ev": "exact", "double": "share"},
        [(name, figures.ev, figures.decisions["double"]) for name, figures in rows.items()],
    )


def _zeros(at: Payoffs) -> Iterator[Section]:
    """Yield the situations in which a double is worth exactly zero, and what making it changes."""
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
    columns: dict[str, Kind] = {
        "convention": "text",
        "double": "share",
        "average_wager": "exact",
        "element_of_risk": "share",
        "variance": "value",
    }
    rows = []
    for name, strategy in (("not made", "optimal"), ("made", "optimal-doubling-zeros")):
        f = solve(at, strategy)
        row = (name, f.decisions["double"], f.average_wager, f.element_of_risk, f.variance)
        rows.append(row)
    note = "The value of the round is the same; we do not make it."
    yield Section("zero_conventions", "Such a double", columns, rows, note)


def advise(setting: Setting, now: Situation) -> list[Choice]:
    """Value doubling and passing, given the cards in view."""
    amount = setting.stake if now.amount is None else now.amount
    at = pays(setting, amount, now.coupon)
    worth = advise_on(now.hand[0], now.table, at, now.seen)
    share = Fraction(amount, setting.stake)
    double = Choice("double", worth["double"], stakes=share, amount=amount)
    return [double, Choice("pass", worth["pass"])]


def worth(setting: Setting, staked: Staked) -> Fraction:
    """Return what an original wager is worth before the deal, with the coupon beside it."""
    return setting.stake * solve(pays(setting, coupon=staked.coupon)).ev


def reason(setting: Setting, now: Situation, choices: Sequence[Choice]) -> str:
    """Return why the best choice is best: the hole cards that make a paying hand, and its odds."""
    amount = next((choice.amount for choice in choices if choice.amount), setting.stake)
    at, house = pays(setting, amount, now.coupon), DoubleDownStudHouse.of(setting.house)
    posted = [house.payouts["hand"][name] for name in WINS]
    paid = [
        str(odds)
        if (added := (whole - single) * setting.stake) >= odds.pay(amount, house.chip)
        else f"{dollars(int(added))} more, at the limit"
        for odds, single, whole in zip(posted, at.single[2:], at.doubled[2:], strict=True)
    ]
    known = (*now.hand, *now.table)
    return reasons.reason(known, profile_of(known, now.seen), paid, choices, setting.stake)


def card(setting: Setting, search: Search) -> StrategyCard:
    """Return the strategy card: a short list of hands to double with."""
    return card_of(pays(setting), search)


# --- at a live table ------------------------------------------------------------------------------


def situation_of(
    view: Mapping[str, Any], told: Sequence[Mapping[str, Any]], seat: int
) -> Situation | None:
    """Return the player's card and the three open ones, once the double is asked for."""
    felt = view["felt"]
    own = felt.get(f"seat {seat}", ())
    table = felt.get("open", ())
    if len(own) != 1 or len(table) != 3:
        return None
    seen = shown_in(told) - {*own, *table}
    stake, coupon = first_wager_of(view, told, seat, "original")
    return Situation(tuple(own), tuple(table), tuple(sorted(seen)), stake=stake, coupon=coupon)


ANALYSIS: Final = Analysis(
    first_wager="original",
    strategies=(*STRATEGIES, CARD),
    shapes=((1, 3),),
    places=("open",),
    decks=lambda house: 1,
    stake=lambda house: house.first_wager[0],
    odds=odds,
    advise=advise,
    card=card,
    situation=situation_of,
    worth=worth,
    sweeps=(
        Sweep(
            "payouts.hand.flush",
            "the odds of a flush",
            ("8 to 1", "9 to 1", "10 to 1", "11 to 1", "12 to 1"),
        ),
    ),
    readings=(Reading("S-16", "original", "matters where the limit is reached"),),
    plays=plays,
    company={
        "best": "optimal",
        "card": CARD,
        "cautious": "never-double",
        "loose": "always-double",
    },
    reason=reason,
)
