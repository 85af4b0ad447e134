"""Winner's Pot Poker: why to stay or to fold, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.games.winners_pot_poker.mathematics.seats import Staying
from croupier.games.winners_pot_poker.mathematics.solver_advice import Endings
from croupier.games.winners_pot_poker.mathematics.solver_payoff import FOLD_FOURTH, LOSE, Terms
from croupier.mathematics import wording
from croupier.mathematics.analysis import Choice, Situation, best_of
from croupier.nouns.cards import Card
from croupier.nouns.hands import Category, rank_hand

Share = Fraction | float
_TOLD: Final = Fraction(1, 200)
"""A chance that is smaller is not told."""


@dataclass(frozen=True)
class Facts:
    """What becomes of a player who stays: chances, and nets in antes."""

    wins: Share
    ties: Share
    folds: Share
    """How often the player folds on fourth street."""
    won: Share
    """The mean net of a win."""
    tied: Share
    """The net of a pot shared with the dealer; an estimate counts it as won."""
    about: str = ""
    """``about`` with a space, for an estimate."""

    @classmethod
    def exact(cls, ends: Endings, on: Terms) -> Facts:
        """Make facts from the counted endings against the dealer alone."""
        wins, ties, folds = (Fraction(n, ends.whole) for n in (ends.wins, ends.ties, ends.folds))
        return cls(wins, ties, folds, on.win, on.tie)

    @classmethod
    def estimated(cls, found: Staying) -> Facts:
        """Make facts from simulated rounds with other players."""
        return cls(found.wins, 0, found.folds, found.won, 0, "about ")

    def needed(self, folding: int) -> Share:
        """Return the share of wins at which to stay is worth what folding now is."""
        others = self.ties * (self.tied - LOSE) + self.folds * (FOLD_FOURTH - LOSE)
        share: Share = (folding - LOSE - others) / (self.won - LOSE)
        return max(share, Fraction(0))


def reason(
    now: Situation, facts: Facts, choices: Sequence[Choice], stake: int, alone: str = ""
) -> str:
    """Return why the best choice is best, by the chance to win the pot and the price to stay.

    ``alone`` is what is best against the dealer alone, where there are other players.
    """
    parts = (
        f"Against {_opposed(now)} you hold {wording.held(now.hand)}.",
        _price(facts, stake, early=len(now.hand) == 3),
        _verdict(choices, stake),
        _otherwise(choices, alone),
    )
    return " ".join(filter(None, parts))


def _price(facts: Facts, stake: int, *, early: bool) -> str:
    """Return what it costs to stay, the pot, and the wins needed beside the chances there are."""
    about, later = facts.about, wording.amount(Fraction(FOLD_FOURTH - LOSE), stake)
    price = f"A double costs {later} more"
    if early:
        price = f"A bet costs {wording.amount(Fraction(1), stake)} now and {later} on fourth street"
    if about and not facts.wins:
        return f"{price}, and you hardly ever win the pot."
    pot = f"{about}{wording.amount(facts.won - LOSE, stake)}"
    if about or facts.won < -LOSE:
        pot += " after the commission"
    needed, wins = wording.told_apart(facts.needed(-1 if early else FOLD_FOURTH), facts.wins)
    chances = [f"win {about}{_number(wins)}"]
    if facts.ties >= _TOLD:
        chances.append(f"share {_number(wording.in_hundred(facts.ties))}")
    if facts.folds >= _TOLD:
        chances.append(f"fold {about}{_number(wording.in_hundred(facts.folds))} on fourth street")
    return (
        f"{price}, for a pot of {pot}. "
        f"You need to win {about}{needed}; you {wording.listed(chances)}."
    )


def _number(chance: str) -> str:
    """Return the number of a chance, for a list that follows another chance in a hundred."""
    return chance.removesuffix(" in 100")


def _opposed(now: Situation) -> str:
    rivals = len(now.others.open)
    others = f"{rivals} other player{'s'[: rivals != 1]} and " if rivals else ""
    return f"{others}the dealer's {_shown(now.table)}"


def _shown(table: Sequence[Card]) -> str:
    if len(table) > 1 and (pair := rank_hand(table)).category == Category.PAIR:
        return pair.describe()
    return wording.listed([wording.rank_of(card) for card in table])


def _verdict(choices: Sequence[Choice], stake: int) -> str:
    if len(choices) < 2:
        return ""
    best = best_of(choices)
    other = next(choice for choice in choices if choice.action != best.action)
    than = "folding" if other.action == "fold" else f"a {other.action}"
    return f"So {best.action}: on average it is {wording.better(best, other, than, stake)}."


def _otherwise(choices: Sequence[Choice], alone: str) -> str:
    """Return what would be best without the other players, if that is something else."""
    if alone in ("", best_of(choices).action):
        return ""
    return f"Alone against the dealer, {alone} would be best."
