"""What the player may do now, as things to press: a label, a key, and the amount it would carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from croupier.nouns.money import dollars
from croupier.stage.actions import DEALER, FLOOR, Action, Amount, Fixed, Offer
from croupier.stage.round import Round
from croupier.telling.felt import Felt

CHIPS: Final = (100, 500, 2500, 10000)
"""The chips on the number keys, in cents."""

TAKEN: Final = frozenset("qhiwyml")
"""Letters that mean the same at any time, so that no choice gets them."""

WAGERING: Final = frozenset({"wager", "withdraw"})

Spot = tuple[int | str, str, tuple[str, ...]]
"""Actor, verb and words of an offer: what an amount belongs to."""


@dataclass(frozen=True)
class Choice:
    """Something that may be said now."""

    offer: Offer
    label: str
    key: str = ""
    cents: int | None = None
    """The amount that it carries at the moment, where it carries one."""

    @property
    def spot(self) -> Spot:
        """What its amount is remembered by, from one look at the table to the next."""
        return spot_of(self.offer)

    @property
    def amount(self) -> Amount | None:
        """The bounds of its amount, where one may be chosen."""
        return next((part for part in self.offer.args if isinstance(part, Amount)), None)

    @property
    def action(self) -> Action:
        """What pressing it says, with the amount that it carries."""
        return self.offer.action(lambda amount: amount.low if self.cents is None else self.cents)

    @property
    def area(self) -> str:
        """The betting area that the amount goes to."""
        _, verb, words = self.spot
        return words[0] if verb == "wager" else verb

    @property
    def text(self) -> str:
        """The label, with the amount."""
        cents = _fixed(self.offer) if self.cents is None else self.cents
        return self.label if cents is None else f"{self.label} {dollars(cents)}"


def spot_of(offer: Offer) -> Spot:
    """Where an offer stands among the buttons: who, what, and which words."""
    return offer.actor, offer.verb, tuple(part for part in offer.args if isinstance(part, str))


class Stacks:
    """The amounts that the player is about to name: built from chips, or as they were last time."""

    def __init__(self) -> None:
        self._built: dict[Spot, int] = {}
        self._last: dict[Spot, int] = {}

    def built(self, spot: Spot) -> int | None:
        """What has been built by hand, if anything."""
        return self._built.get(spot)

    def set(self, spot: Spot, cents: int) -> None:
        """An amount built by hand, which goes before any other."""
        self._built[spot] = cents

    def clear(self, spot: Spot) -> None:
        """What was built by hand is forgotten; the usual amount comes up again."""
        self._built.pop(spot, None)

    def said(self, choice: Choice) -> None:
        """The amount has been said: it is what comes up next time."""
        self.clear(choice.spot)
        if choice.cents is not None and choice.offer.verb == "wager":
            self._last[choice.spot] = choice.cents

    def said_before(self, actions: Iterable[Action]) -> None:
        """Take over the wagers of an earlier round."""
        for action in actions:
            words = tuple(arg for arg in action.args if isinstance(arg, str))
            cents = next((arg for arg in action.args if isinstance(arg, int)), None)
            if cents is not None:
                self._last[action.actor, action.verb, words] = cents

    def amount(self, offer: Offer) -> int | None:
        """What an offer would carry now: as built, or as last time, or the least wager, the full raise."""
        bounds = next((part for part in offer.args if isinstance(part, Amount)), None)
        if bounds is None:
            return None
        spot = spot_of(offer)
        built = self._built.get(spot)
        if built is not None:
            return built
        usual = self._last.get(spot, bounds.low if offer.verb == "wager" else bounds.high)
        return max(bounds.low, min(usual, bounds.high))


def of_seat(round: Round, seat: int, felt: Felt, stacks: Stacks) -> list[Choice]:
    """What one seat may say now; before the deal the dealer's close, too."""
    offers = list(_plainest(round.legal(seat)))
    choices = [Choice(offer, _label(offer, felt), cents=stacks.amount(offer)) for offer in offers]
    if wagering(round):
        choices += [Choice(o, "deal") for o in round.legal(DEALER) if o.verb == "close"]
    return choices


def wagering(round: Round) -> bool:
    """Whether wagers are being made before the deal."""
    return any(o.verb in WAGERING for seat in round.layout.seats for o in round.legal(seat))


def of_house(round: Round) -> list[Choice]:
    """What the dealer and the floor may say now: irregularities, confirmations, a recut, a close."""
    if round.over or round.pending is not None:
        return []
    return [Choice(offer, str(offer)) for actor in (DEALER, FLOOR) for offer in round.legal(actor)]


def keyed(choices: Sequence[Choice], taken: Iterable[str] = TAKEN) -> list[Choice]:
    """Give every choice a free letter of its label, rather of a word that no other label has."""
    shared = Counter(word for choice in choices for word in set(choice.label.split()))
    taken = set(taken)
    found = []
    for choice in choices:
        words = sorted(choice.label.split(), key=lambda word: shared[word] > 1)
        letters = [c for word in words for c in word.lower() if c.isascii() and c.isalpha()]
        key = next((c for c in letters if c not in taken), "")
        taken.add(key)
        found.append(replace(choice, key=key))
    return found


def _plainest(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Without those that leave out an amount that is fixed anyway: better to read it."""
    kept = list(offers)
    priced = {spot_of(offer) for offer in kept if _fixed(offer) is not None}
    return (o for o in kept if _fixed(o) is not None or spot_of(o) not in priced)


def _fixed(offer: Offer) -> int | None:
    return next((part.cents for part in offer.args if isinstance(part, Fixed)), None)


def _label(offer: Offer, felt: Felt) -> str:
    """What an offer is called: the felt's own words for it, else the words of the offer."""
    words = [part for part in offer.args if isinstance(part, str)]
    sentence = " ".join([offer.verb, *words])
    if sentence in felt.labels:
        return felt.labels[sentence]
    names = [felt.label(word) for word in words]
    if offer.verb == "wager":
        return " + ".join(names)
    verb = "take back" if offer.verb == "withdraw" else felt.label(offer.verb)
    return " ".join([verb, *names])
