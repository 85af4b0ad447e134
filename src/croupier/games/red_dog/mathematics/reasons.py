"""Red Dog: why a raise gains or loses, in words."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.red_dog.mathematics.card import spreads_in_words
from croupier.games.red_dog.mathematics.solver import SPREADS, OuterCards, Shoe
from croupier.mathematics import wording
from croupier.mathematics.analysis import Choice, best_of
from croupier.nouns.money import Odds, dollars


def reason(worth: OuterCards, shoe: Shoe, paid: Odds, choices: Sequence[Choice], stake: int) -> str:
    """Return why the best choice is best, with these cards still in the shoe.

    ``worth`` has what a raise of the amount in the choices wins, in first wagers.
    """
    wins = int(worth.wins * shoe.size)
    counted = f"{wins} of the {shoe.size} unseen cards"
    if worth.spread < 0:
        return (
            f"A pair leaves nothing to raise. {counted} make three of a kind, which pays {paid}; "
            "with any other the wager pushes."
        )
    if worth.spread == 0:
        return "The cards are consecutive: the wager pushes, and there is nothing to raise."
    needed = wording.one_in(1 / (1 + worth.odds))
    chances = (
        f"The spread is {worth.spread}: {counted} win, {wording.percent(worth.wins)}. "
        f"At {paid} a raise needs more than {needed}."
    )
    return f"{chances} {_verdict(choices, stake)}".strip()


def by_card(spread: int, raised: Sequence[int], choices: Sequence[Choice]) -> str:
    """Return the line of the strategy card that decides this spread, if it says what is best."""
    raises = spread in raised
    action = "raise" if raises else "pass"
    if best_of(choices).action != action or spread not in SPREADS:
        return ""
    covered = [each for each in SPREADS if (each in raised) == raises]
    return f" The strategy card says: {action} if the spread is {spreads_in_words(covered)}."


def _verdict(choices: Sequence[Choice], stake: int) -> str:
    by_name = {choice.action: choice for choice in choices}
    if by_name.keys() != {"raise", "pass"}:
        return ""
    raising, passing = by_name["raise"], by_name["pass"]
    gain = wording.difference(raising.value, passing.value)
    raised = dollars(raising.amount or stake)
    if gain == 0:
        return f"So pass: a raise of {raised} gains nothing on average."
    average = f"{wording.amount(gain, stake)} on average"
    if gain > 0:
        return f"So raise: {raised} more gains {average}."
    return f"So pass: a raise of {raised} loses {average}."
