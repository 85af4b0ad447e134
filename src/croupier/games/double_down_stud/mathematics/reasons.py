"""Double Down Stud: why a double gains or loses, in words."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.double_down_stud.mathematics.solver import WINS, Profile
from croupier.mathematics import wording
from croupier.mathematics.analysis import Choice
from croupier.nouns.cards import Card
from croupier.nouns.money import dollars

_WITHOUT_ARTICLE = ("two-pair", "three-of-a-kind", "four-of-a-kind")


def reason(
    known: Sequence[Card],
    profile: Profile,
    paid: Sequence[str],
    choices: Sequence[Choice],
    stake: int,
) -> str:
    """Return why the best choice is best.

    The profile says how many hole cards end in each outcome, ``paid`` what each winning hand pays
    on the double.
    """
    loses, pushes, *winning = profile
    hands = sorted(zip(winning, WINS, paid, strict=True), key=lambda hand: -hand[0])
    made = [f"{cards} {_named(name)} ({pays})" for cards, name, pays in hands if cards]
    if made:
        made[0] = made[0].replace(" ", " makes " if hands[0][0] == 1 else " make ", 1)
    if pushes:
        made.append(f"{pushes} {'pushes' if pushes == 1 else 'push'}")
    made.append(f"{loses or 'none'} {'lose' if loses > 1 else 'loses'}")
    chances = f"Of the {sum(profile)} unseen cards {wording.listed(made)}."
    return f"You hold {wording.held(known)}. {chances} {_verdict(choices, stake)}".strip()


def _named(hand: str) -> str:
    words = hand.replace("-", " ")
    return words if hand in _WITHOUT_ARTICLE else f"a {words}"


def _verdict(choices: Sequence[Choice], stake: int) -> str:
    by_name = {choice.action: choice for choice in choices}
    if by_name.keys() != {"double", "pass"}:
        return ""
    double, passing = by_name["double"], by_name["pass"]
    gain = wording.difference(double.value, passing.value)
    doubled = dollars(double.amount or stake)
    if gain == 0:
        return f"So pass: a double of {doubled} gains nothing on average."
    average = f"{wording.amount(gain, stake)} on average"
    if gain > 0:
        return f"So double: {doubled} more gains {average}."
    return f"So pass: a double of {doubled} loses {average}."
