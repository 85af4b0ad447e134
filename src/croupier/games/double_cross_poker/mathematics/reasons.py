"""Double Cross Poker: why an axis is worth raising on, or none is, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff, Showdowns
from croupier.mathematics import wording
from croupier.mathematics.analysis import Choice, Situation, best_of
from croupier.nouns.money import dollars

_AXES: Final = {"raise vertical": "vertical", "raise horizontal": "horizontal"}
_TOLD: Final = Fraction(1, 200)
"""A chance that is smaller is not told."""


def reason(
    now: Situation,
    axes: tuple[Showdowns, Showdowns],
    payoff: Payoff,
    choices: Sequence[Choice],
    stake: int,
) -> str:
    """Return why the best choice is best, by how often each axis wins and what a raise risks."""
    better = max(axes, key=payoff.value)
    needed, wins = wording.told_apart(_needed(better, payoff), _wins(better))
    far, right = (
        f"the {wording.rank_of(card)} ({name}) you hold {wording.held((*now.hand, card))} "
        f"and win {wins if axis is better else wording.in_hundred(_wins(axis))}{_ties(axis)}"
        for name, card, axis in zip(_AXES.values(), now.table, axes, strict=True)
    )
    lost = dollars(payoff.fold - payoff.lose)
    price = f"A lost raise costs {lost} more than a fold, so it must win {needed}."
    verdict = _verdict(choices, stake)
    return f"With {far}; with {right}. {price} {verdict}".strip()


def _wins(axis: Showdowns) -> Fraction:
    return Fraction(sum(axis.wins), axis.deals)


def _ties(axis: Showdowns) -> str:
    share = Fraction(axis.ties, axis.deals)
    return f" and tie {wording.in_hundred(share)}" if share >= _TOLD else ""


def _needed(axis: Showdowns, payoff: Payoff) -> Fraction:
    """Return the share of wins at which a raise is worth as much as a fold.

    Ties stay as frequent, and a win brings what it brings on this axis on average.
    """
    wins, ties = sum(axis.wins), Fraction(axis.ties, axis.deals)
    paid = zip(axis.wins, payoff.win, strict=True)
    won = Fraction(sum(n * net for n, net in paid), wins) if wins else Fraction(payoff.win[0])
    lost = payoff.fold - payoff.lose
    needed = (lost - ties * (payoff.tie - payoff.lose)) / (won - payoff.lose)
    return max(needed, Fraction(0))


def _verdict(choices: Sequence[Choice], stake: int) -> str:
    """Return what to do, and how much better it is than the other ways."""
    by_name = {choice.action: choice for choice in choices}
    best = best_of(choices)
    raising = [by_name[name] for name in _AXES if name in by_name]
    if best.action == "fold":
        if not raising:
            return ""
        near = best_of(raising)
        return f"So fold: on average it is {wording.better(best, near, _than(near), stake)}."
    others = [each for each in raising if each.action != best.action]
    if "fold" in by_name:
        others.insert(0, by_name["fold"])
    compared = [wording.better(best, other, _than(other), stake) for other in others]
    return f"So {best.action}: on average it is {wording.listed(compared)}." if compared else ""


def _than(choice: Choice) -> str:
    return f"raising {_AXES[choice.action]}" if choice.action in _AXES else "folding"
