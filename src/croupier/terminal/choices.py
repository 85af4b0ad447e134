"""What the player may do now, as things to press: each has a label, a key, and its amount."""

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
"""Letters that always mean the same, so no choice gets them."""

WAGERING: Final = frozenset({"wager", "withdraw"})

Spot = tuple[int | str, str, tuple[str, ...]]
"""The actor, verb and words of an offer, which identify what an amount belongs to."""


@dataclass(frozen=True)
class Choice:
    """Something that the player may do now."""

    offer: Offer
    label: str
    key: str = ""
    cents: int | None = None
    """The amount that it currently carries, None if it has no amount."""

    @property
    def spot(self) -> Spot:
        """The key under which its amount is remembered."""
        return spot_of(self.offer)

    @property
    def amount(self) -> Amount | None:
        """The bounds of its amount, None if there is none to choose."""
        return next((part for part in self.offer.args if isinstance(part, Amount)), None)

    @property
    def action(self) -> Action:
        """The action that pressing it takes, with the amount that it carries."""
        return self.offer.action(lambda amount: amount.low if self.cents is None else self.cents)

    @property
    def area(self) -> str:
        """The betting area that the amount goes to."""
        _, verb, words = self.spot
        return words[0] if verb == "wager" else verb

    @property
    def text(self) -> str:
        """The label with the amount, or with what it costs if there is none to choose."""
        cents = _fixed(self.offer) if self.cents is None else self.cents
        cents = cents or self.offer.cost
        return f"{self.label} {dollars(cents)}" if cents else self.label


def spot_of(offer: Offer) -> Spot:
    """Return the actor, verb and words of an offer."""
    return offer.actor, offer.verb, tuple(part for part in offer.args if isinstance(part, str))


class Stacks:
    """The amounts that the player is about to wager: built from chips, or those of last time."""

    def __init__(self) -> None:
        self._built: dict[Spot, int] = {}
        self._last: dict[Spot, int] = {}

    def built(self, spot: Spot) -> int | None:
        """Return the amount built by hand, None if there is none."""
        return self._built.get(spot)

    def set(self, spot: Spot, cents: int) -> None:
        """Set an amount built by hand, which takes precedence over any other."""
        self._built[spot] = cents

    def clear(self, spot: Spot) -> None:
        """Forget the amount built by hand; the usual amount comes up again."""
        self._built.pop(spot, None)

    def said(self, choice: Choice) -> None:
        """Note that a choice was made with its amount, which then comes up next time."""
        self.clear(choice.spot)
        if choice.cents is not None and choice.offer.verb == "wager":
            self._last[choice.spot] = choice.cents

    def said_before(self, actions: Iterable[Action]) -> None:
        """Take the usual amounts from the wagers of an earlier round."""
        for action in actions:
            words = tuple(arg for arg in action.args if isinstance(arg, str))
            cents = next((arg for arg in action.args if isinstance(arg, int)), None)
            if cents is not None:
                self._last[action.actor, action.verb, words] = cents

    def amount(self, offer: Offer) -> int | None:
        """Return the amount that an offer would carry now, None if it has no amount.

        That is the stack built by hand, or the amount of last time, or else the least wager or the
        full raise.
        """
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
    """Return what one seat may do now; before the deal, this includes the dealer's close."""
    offers = list(_plainest(round.legal(seat)))
    choices = [Choice(offer, _label(offer, felt), cents=stacks.amount(offer)) for offer in offers]
    if wagering(round):
        choices += [Choice(o, "deal") for o in round.legal(DEALER) if o.verb == "close"]
    return choices


def wagering(round: Round) -> bool:
    """Whether wagers are being made before the deal."""
    return any(o.verb in WAGERING for seat in round.layout.seats for o in round.legal(seat))


def of_house(round: Round) -> list[Choice]:
    """Return what the dealer and the floor may say: reports, confirmations, a recut, a close."""
    if round.over or round.pending is not None:
        return []
    return [Choice(offer, str(offer)) for actor in (DEALER, FLOOR) for offer in round.legal(actor)]


def keyed(choices: Sequence[Choice], taken: Iterable[str] = TAKEN) -> list[Choice]:
    """Give every choice a free letter of its label, preferably of a word no other label has."""
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
    """Drop the offers that leave out a fixed amount, where one that states it exists."""
    kept = list(offers)
    priced = {spot_of(offer) for offer in kept if _fixed(offer) is not None}
    return (o for o in kept if _fixed(o) is not None or spot_of(o) not in priced)


def _fixed(offer: Offer) -> int | None:
    return next((part.cents for part in offer.args if isinstance(part, Fixed)), None)


def _label(offer: Offer, felt: Felt) -> str:
    """Return the label of an offer: the felt's own words for it, else the words of the offer."""
    words = [part for part in offer.args if isinstance(part, str)]
    sentence = " ".join([offer.verb, *words])
    if sentence in felt.labels:
        return felt.labels[sentence]
    names = [felt.label(word) for word in words]
    if offer.verb == "wager":
        return " + ".join(names)
    verb = "take back" if offer.verb == "withdraw" else felt.label(offer.verb)
    return " ".join([verb, *names])
