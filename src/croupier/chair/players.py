"""Players run by the program: simple, sensible, and the same every time for a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.nouns.hands import Category, rank_hand
from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.stage.actions import DEALER, Action, Amount, Offer
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.telling.record import Record, RoundRecord, of_round

BANKROLL: Final = 500_000


@dataclass
class Players:
    """How the seats wager and answer, drawn at random from their legal actions.

    ``says`` are answers to prefer whenever they are on offer, such as ``raise vertical``.
    ``wagers`` are amounts by the name of the wager.
    """

    draw: random.Random
    says: Sequence[str] = ()
    wagers: Mapping[str, int] = field(default_factory=dict)
    stay: bool = False
    """Whether every seat stays in to the end."""

    def wager(self, round: Round) -> None:
        """Make the first wager of every seat, and perhaps a side wager."""
        for number in round.layout.seats:
            made: set[str] = set()
            while offer := self._next_wager(round, number, made):
                name = str(offer.args[0])
                made.add(name)
                first = name == round.game.first_wager
                if first or name in self.wagers or (not self.wagers and self.draw.random() < 0.6):
                    round.act(offer.action(partial(self._amount, name)))

    @staticmethod
    def _next_wager(round: Round, seat: int, made: set[str]) -> Offer | None:
        for offer in round.legal(seat):
            plain = offer.verb == "wager" and len(offer.args) <= 2
            if plain and str(offer.args[0]) not in made:
                return offer
        return None

    def _amount(self, name: str, amount: Amount) -> int:
        if name in self.wagers:
            return self.wagers[name]
        wanted = amount.low * self.draw.choice((1, 2, 3, 4, 5))
        return min(wanted // amount.step.cents * amount.step.cents, amount.high)

    def answer(self, round: Round, seat: int) -> Action:
        """Return what a seat answers when it is asked."""
        offers = list(round.legal(seat))
        for words in self.says:
            for offer in offers:
                if str(offer).removeprefix(f"{seat} ").startswith(words):
                    return offer.action(partial(self._support, words))
        declines = round.game.declines
        staying = [offer for offer in offers if offer.verb not in declines]
        leaving = [offer for offer in offers if offer.verb in declines]
        stays = self.stay or self._likes(round, seat) or self.draw.random() < 0.6
        chosen = self.draw.choice((staying if stays else leaving) or offers)
        return chosen.action(self._half_or_all)

    def _support(self, words: str, amount: Amount) -> int:
        return self.wagers.get(words, amount.high)

    def _half_or_all(self, amount: Amount) -> int:
        half = amount.high // 2 // amount.step.cents * amount.step.cents
        return amount.high if self.stay else self.draw.choice((amount.high, max(half, amount.low)))

    @staticmethod
    def _likes(round: Round, seat: int) -> bool:
        """Whether the seat's own cards make a pair or better."""
        cards = round.layout.cards_at(f"seat {seat}")
        return len(cards) > 1 and rank_hand(cards[:5]).category >= Category.PAIR


@dataclass(frozen=True)
class Deal:
    """The plan of a made-up round: whatever is fixed beforehand."""

    cards: tuple[str, ...] = ()
    face_up: tuple[int, ...] = ()
    situation: Mapping[str, Any] = field(default_factory=dict)
    report: str = ""
    """What goes wrong, in the words of a report; ``{seat}`` is a seat of the round."""
    early: bool = False
    """Whether it comes to light before the wagers are closed."""
    says: tuple[str, ...] = ()
    wagers: Mapping[str, int] = field(default_factory=dict)
    stay: bool = False


def compose(
    game: str,
    deals: Iterable[Deal],
    *,
    seed: object,
    seats: Sequence[int],
    state: str = "",
    options: Mapping[str, Any] | None = None,
) -> Record:
    """Return a record of made-up rounds at one table; the same seed makes the same record.

    Raises :class:`MalformedError` if what should go wrong cannot happen in its round.
    """
    found = games.load(game)
    state = state or found.states[0]
    given = dict(options or {})
    bankrolls = dict.fromkeys(seats, BANKROLL)
    rounds: list[RoundRecord] = []
    table = Table(
        found,
        house.build(game, given, state),
        bankrolls,
        shuffle=lambda pack: ordered(pack, f"{seed}/{len(rounds) + 1}"),
    )
    for deal in deals:
        draw = random.Random(f"{seed}/{len(rounds)}")
        round = table.begin(deal.cards, situation=deal.situation, face_up=deal.face_up)
        players = Players(draw, deal.says, deal.wagers, deal.stay)
        _play(round, players, deal, deal.report.format(seat=draw.choice(seats)))
        entry = of_round(round, **deal.situation)
        rounds.append(replace(entry, seed=str(seed)))
    return Record(game, state, given, bankrolls, tuple(rounds), several=True, digest=str(seed))


def _play(round: Round, players: Players, deal: Deal, report: str) -> None:
    incident = round.game.grammar.parse(f"dealer report {report}") if report else None
    players.wager(round)
    if deal.early:
        incident = _happens(round, incident)
    if not round.over:
        round.act(Action(DEALER, "close"))
    while not round.over:
        incident = _happens(round, incident)
        if asked := round.asking():
            round.act(players.answer(round, int(asked[0])))
    if incident is not None:
        raise MalformedError(f"{incident} cannot happen in this round")


def _happens(round: Round, incident: Action | None) -> Action | None:
    """Report the incident if it can happen now and return None; otherwise return it for later."""
    if incident is not None and round.check(incident) is None:
        round.act(incident)
        return None
    return incident


def amounts(texts: Mapping[str, str]) -> dict[str, int]:
    """Read wagers as a file writes them."""
    return {name: int(parse_money(text)) for name, text in texts.items()}
