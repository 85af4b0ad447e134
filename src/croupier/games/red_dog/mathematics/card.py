"""Red Dog: the strategy card, which depends only on the spread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from croupier.games.red_dog.mathematics.solver import SPREADS, Payouts, Shoe, Spread, solve
from croupier.mathematics.analysis import Part, Rule, StrategyCard, worth_staking


def card(shoe: Shoe, pays: Payouts) -> StrategyCard:
    """Return a card that raises on every spread on which a raise gains on average."""
    spreads = solve(shoe, pays).spreads
    raised = raised_spreads(shoe, pays)
    passed = [spread for spread in spreads if spread not in raised]
    rules = [
        Rule(f"the spread is {spreads_in_words(which)}", action, _share(spreads, which))
        for action, which in (("raise", raised), ("pass", passed))
        if which
    ]
    value = solve(shoe, pays, raises=lambda now: now.spread in raised).figures.ev
    return StrategyCard(
        (Part("When the spread is called", tuple(rules)),), value, solve(shoe, pays).figures.ev
    )


def raised_spreads(shoe: Shoe, pays: Payouts) -> list[int]:
    """Return the spreads on which the card says to raise."""
    spreads = solve(shoe, pays).spreads
    return [spread for spread, parts in spreads.items() if worth_staking(parts.passing)]


def _share(spreads: Mapping[int, Spread], which: Sequence[int]) -> Fraction:
    return sum((spreads[spread].probability for spread in which), Fraction(0))


def spreads_in_words(spreads: Sequence[int]) -> str:
    """Return spreads as people say them: ``1 to 3 or 7 or more``."""
    runs: list[list[int]] = []
    for spread in spreads:
        if runs and runs[-1][-1] == spread - 1:
            runs[-1].append(spread)
        else:
            runs.append([spread])
    return " or ".join(map(_run, runs))


def _run(spreads: Sequence[int]) -> str:
    first, last = spreads[0], spreads[-1]
    if first == last:
        return str(first)
    return f"{first} or more" if last == SPREADS[-1] else f"{first} to {last}"
