"""What may be said at a table: actions, the offers they are chosen from, and refusals.

>>> report = "report wrong-count seat SEAT"
>>> grammar = Grammar(seat=["wager original AMOUNT"], dealer=[report], floor=[])
>>> grammar.parse("1 wager original 2.50")
Action(actor=1, verb='wager', args=('original', 250))
>>> str(grammar.parse("dealer report wrong-count seat 3"))
'dealer report wrong-count seat 3'
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from croupier.nouns.cards import parse_card
from croupier.nouns.money import dollars, parse_money, show_money
from croupier.nouns.reasons import MalformedError, Reason

Actor: TypeAlias = int | str
"""A seat's number, ``"dealer"`` or ``"floor"`` (the casino supervisor)."""

DEALER: Final = "dealer"
FLOOR: Final = "floor"


class Action(msgspec.Struct, frozen=True):
    """``actor verb arguments``, as a game's :class:`Grammar` reads it; numbers are cents."""

    actor: Actor
    verb: str
    args: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        words = [a if isinstance(a, str) else show_money(a).removesuffix(".00") for a in self.args]
        return " ".join([str(self.actor), self.verb, *words])


class Refusal(Exception):
    """Raised for an action that the rules do not allow; the round is unchanged."""

    def __init__(self, reason: Reason, action: Action | None = None) -> None:
        super().__init__(reason.message)
        self.message = reason.message
        self.rule = reason.rule
        self.finding = reason.finding
        self.action = action

    def __str__(self) -> str:
        cited = self.rule or self.finding
        return f"{self.message} [{cited}]" if cited else self.message


class Bound(msgspec.Struct, frozen=True, gc=False):
    """A limit on an amount and the reason for it; ``{}`` in the message stands for the limit."""

    cents: int
    message: str
    rule: str | None = None
    finding: str | None = None

    @property
    def reason(self) -> Reason:
        """Why an amount that breaks this limit is refused, with the limit in dollars."""
        # Most bounds are never cited, so the amount is put into words only here.
        return Reason(self.message.format(dollars(self.cents)), self.rule, self.finding)


class Amount(msgspec.Struct, frozen=True, gc=False):
    """An amount that somebody may choose: within all the bounds, in multiples of the step."""

    least: tuple[Bound, ...]
    most: tuple[Bound, ...]
    step: Bound

    @property
    def low(self) -> int:
        """The least amount allowed."""
        step = self.step.cents
        return -(-max(bound.cents for bound in self.least) // step) * step

    @property
    def high(self) -> int:
        """The greatest amount allowed; it is below :attr:`low` if no amount is."""
        step = self.step.cents
        return min(bound.cents for bound in self.most) // step * step

    def why_not(self, cents: int) -> Reason | None:
        """Return the reason why an amount is refused, or None if it is allowed."""
        for bound in self.least:
            if cents < bound.cents:
                return bound.reason
        for bound in self.most:
            if cents > bound.cents:
                return bound.reason
        if cents % self.step.cents:
            return self.step.reason
        return None


class Same(msgspec.Struct, frozen=True, gc=False):
    """An amount that must equal the previous one in the same action."""

    reason: Reason


class Fixed(msgspec.Struct, frozen=True, gc=False):
    """An amount for which only one value is allowed."""

    cents: int
    reason: Reason


Part: TypeAlias = str | Amount | Same | Fixed


class Offer(msgspec.Struct, frozen=True, gc=False):
    """Something that an actor may say now."""

    actor: Actor
    verb: str
    args: tuple[Part, ...] = ()
    cost: int = 0
    """What saying it takes from the seat's money, in cents; 0 where an amount is to be chosen."""

    def shaped(self, action: Action) -> bool:
        """Return whether the action has the words of this offer, whatever its amounts."""
        if action.verb != self.verb or len(action.args) != len(self.args):
            return False
        for said, part in zip(action.args, self.args, strict=True):
            if isinstance(part, str):
                if said != part:
                    return False
            elif not isinstance(said, int):
                return False
        return True

    def why_not(self, action: Action) -> Reason | None:
        """Return why the amounts of an action of this shape are refused, or None."""
        before = 0
        for said, part in zip(action.args, self.args, strict=True):
            reason: Reason | None = None
            if isinstance(said, int) and not isinstance(part, str):
                if isinstance(part, Amount):
                    reason = part.why_not(said)
                elif isinstance(part, Same):
                    reason = None if said == before else part.reason
                else:
                    reason = None if said == part.cents else part.reason
                before = said
            if reason is not None:
                return reason
        return None

    def possible(self) -> bool:
        """Return whether any amount at all satisfies the offer."""
        if Amount not in map(type, self.args):
            return True
        return all(not isinstance(p, Amount) or p.low <= p.high for p in self.args)

    def action(self, choose: Callable[[Amount], int] = lambda amount: amount.low) -> Action:
        """Return an action of this offer; ``choose`` picks its amounts, by default the least."""
        args: list[str | int] = []
        before = 0
        for part in self.args:
            if isinstance(part, str):
                args.append(part)
                continue
            if isinstance(part, Amount):
                before = choose(part)
            elif isinstance(part, Fixed):
                before = part.cents
            args.append(before)
        return Action(self.actor, self.verb, tuple(args))

    def __str__(self) -> str:
        words = [str(self.actor), self.verb]
        for part in self.args:
            if isinstance(part, Amount):
                words.append(f"{show_money(part.low)}..{show_money(part.high)}")
            elif isinstance(part, Same):
                words.append("the same")
            elif isinstance(part, Fixed):
                words.append(show_money(part.cents))
            else:
                words.append(part)
        return " ".join(words)


class Ask(ABC):
    """A pause in the round: who may say what, and why everything else is refused.

    A script yields an ask and is sent the accepted action. Exactly what :meth:`offers` yields
    is accepted; :meth:`why_not` only explains a refusal.
    """

    @abstractmethod
    def actors(self) -> Sequence[Actor]:
        """The actors who may speak now, in the order in which they are asked."""

    @abstractmethod
    def offers(self, actor: Actor) -> Iterator[Offer]:
        """What this actor may say."""

    def like(self, action: Action) -> Iterable[Offer]:
        """Return the actor's offers that this action could match; an ask may leave out others."""
        return self.offers(action.actor)

    @abstractmethod
    def why_not(self, action: Action) -> Reason:
        """Return why an action that matches none of the offers cannot be said now."""

    def refusal(self, action: Action) -> Reason | None:
        """Return the reason why an action is refused, or None if it may be said."""
        verb = action.verb
        for offer in self.like(action):
            if offer.verb == verb and offer.shaped(action):
                return offer.why_not(action) if action.args else None
        return self.why_not(action)


class Legal:
    """What an actor may say now: supports ``in``, iterates over offers, prints itself."""

    def __init__(self, ask: Ask | None, actor: Actor, grammar: Grammar) -> None:
        self._ask = ask
        self._grammar = grammar
        self.actor = actor

    def __iter__(self) -> Iterator[Offer]:
        if self._ask is not None:
            for offer in self._ask.offers(self.actor):
                if offer.possible():
                    yield offer

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = self._grammar.parse(action)
            except MalformedError:
                return False
        return (
            isinstance(action, Action)
            and action.actor == self.actor
            and self._ask is not None
            and self._ask.refusal(action) is None
        )

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __repr__(self) -> str:
        return f"<Legal for {self.actor}: {'; '.join(str(offer) for offer in self) or 'nothing'}>"


def _seat(word: str) -> str:
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise ValueError(f"{word!r} is not a seat")
    return word


SLOTS: Final[Mapping[str, Callable[[str], str | int]]] = {
    "AMOUNT": parse_money,
    "SEAT": _seat,
    "CARD": parse_card,
    "NAME": str,
}
"""The placeholders that a sentence may contain, each with the function that reads its word."""


def report_sentences(
    names: Iterable[str], about: Mapping[str, Sequence[str]] | None = None
) -> list[str]:
    """Return the sentences with which a dealer reports irregularities, and their subjects.

    >>> report_sentences(["missed-burn", "touched"], {"touched": ["seat SEAT"]})
    ['report missed-burn', 'report touched seat SEAT']
    """
    told = about or {}
    return [f"report {name} {whom}".strip() for name in names for whom in told.get(name, ("",))]


class Grammar:
    """The sentences that one game understands, by kind of actor, as data.

    The placeholders AMOUNT, SEAT, CARD and NAME stand for money, a seat, a card or a name:
    ``insure AMOUNT``, ``report wrong-count seat SEAT``. All other words are literal.
    """

    def __init__(self, seat: Sequence[str], dealer: Sequence[str], floor: Sequence[str]) -> None:
        self._sentences = {
            role: [tuple(line.split()) for line in lines]
            for role, lines in (("seat", seat), (DEALER, dealer), (FLOOR, floor))
        }

    def sentences(self, role: str) -> list[str]:
        """Every sentence that a seat, the dealer or the floor can say in this game."""
        return [" ".join(words) for words in self._sentences[role]]

    def reports(self) -> list[str]:
        """The irregularities that a dealer can report, by name."""
        lines = (words for words in self._sentences[DEALER] if words[0] == "report")
        return list(dict.fromkeys(words[1] for words in lines))

    def parse(self, text: str) -> Action:
        """Read an action such as ``3 raise 10``; :class:`MalformedError` if it is not one."""
        words = text.split()
        if len(words) < 2:
            raise MalformedError(f"{text!r} is not an action: write actor, verb, arguments")
        actor = _actor(words[0].lower(), text)
        verb, *said = (word.lower() for word in words[1:])
        role = "seat" if isinstance(actor, int) else actor
        forms = [form for form in self._sentences[role] if form[0] == verb]
        if not forms:
            known = ", ".join(dict.fromkeys(form[0] for form in self._sentences[role]))
            raise MalformedError(f"{text!r}: a {role} has no verb {verb!r}; it knows {known}")
        problem: ValueError | None = None
        for form in forms:
            if _worded(form[1:], said):
                try:
                    return Action(actor, verb, _read(form[1:], said))
                except ValueError as error:
                    problem = error
        if problem is not None:
            raise MalformedError(f"{text!r}: {problem}") from None
        meant = [form for form in forms if form[1:2] == tuple(said[:1])]
        known = "; ".join(" ".join(form) for form in meant or forms)
        raise MalformedError(f"{text!r} is not understood: write {known}")


def _actor(word: str, text: str) -> Actor:
    if word.isascii() and word.isdigit() and len(word) < 6:
        return int(word)
    if word not in (DEALER, FLOOR):
        raise MalformedError(
            f"{text!r}: {word!r} is not an actor: use a seat's number, dealer or floor"
        )
    return word


def _worded(form: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether the words match a sentence, whatever fills its placeholders."""
    return len(form) == len(said) and all(
        part in SLOTS or part == word for part, word in zip(form, said, strict=True)
    )


def _read(form: Sequence[str], said: Sequence[str]) -> tuple[str | int, ...]:
    return tuple(
        SLOTS[part](word) if part in SLOTS else word for part, word in zip(form, said, strict=True)
    )
