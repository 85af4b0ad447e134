"""A sitting: one person at one table, round after round, saved so that it can be resumed.

This module does not draw. It holds back each step of the dealer, so that the screen decides when
the step happens. It gives out only what the player's seats may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.nouns.cards import UNKNOWN, Card, parse_cards
from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.stage.actions import DEALER, Action, Refusal
from croupier.stage.round import Round
from croupier.stage.table import Table, fair_shuffle
from croupier.telling import felt
from croupier.telling.result import round_result
from croupier.terminal.choices import wagering
from croupier.terminal.companions import next_answer, seated
from croupier.terminal.store import FORMAT, Saved, Start, Visit

PLAYER: Final = "you"

_RUNNING_OUT: Final = 5
"""With fewer first wagers than this a hand cannot be played to its end in every game."""
_ENOUGH: Final = 20
"""How many first wagers a house player brings at least."""

Keep = Callable[[Saved], None]


@dataclass(frozen=True)
class Played:
    """A round that has ended."""

    number: int
    outcome: str
    staked: int
    nets: dict[int, int]
    cards: tuple[Card, ...]
    """The table's cards as the player saw them."""
    wagers: tuple[Action, ...]
    """The actions that would place the same wagers in another round."""
    company: dict[int, int] = field(default_factory=dict)
    """The nets of the house players by their seats."""

    @property
    def net(self) -> int:
        """The net of all the player's seats together, in cents."""
        return sum(self.nets.values())


def start_of(
    game: str,
    seats: dict[int, int],
    *,
    rulebook: str,
    given: dict[str, Any] | None = None,
    seed: int | None = None,
    company: Sequence[str] = (),
) -> Start:
    """Return how to begin; with several seats, the house is set to permit one player as many.

    ``company`` is a strategy for each house player. They take the first free seats, and each brings
    as much as the player brought to the first seat, or what a few hands cost if that is more.
    """
    keys = dict(given or {})
    known = games.load(game).house.options
    if len(seats) > 1 and "positions_per_player" in known:
        keys.setdefault("positions_per_player", len(seats))
    if not company:
        return Start(game, rulebook, seats, keys, seed)
    table = house.build(game, keys, rulebook)
    free = [n for n in range(1, table.seats + 1) if n not in seats]
    bankroll = max(seats[min(seats)], _ENOUGH * table.first_wager[0])
    others = seated(company, free, bankroll, seed)
    return Start(game, rulebook, seats, keys, seed, others)


class Sitting:
    """A table with its rounds; ``keep`` is called with the whole sitting after each change.

    >>> sitting = Sitting(Start("red-dog", "ma", {1: 50000}, seed=7))
    >>> sitting.hurry(); sitting.act(Action(1, "wager", ("original", 1000))); sitting.hurry()
    >>> sitting.view()["seats"]["1"]["wagers"]
    {'original': '10.00'}
    """

    def __init__(
        self, start: Start, keep: Keep = lambda saved: None, saved: Saved | None = None
    ) -> None:
        self.start = start
        self.game = games.load(start.game)
        self.house = house.build(start.game, start.house, start.rulebook)
        self.book = self.house.book
        self.felt = felt.of(self.game)
        self.seats: Final = tuple(sorted(start.seats))
        self.company: Final = dict(sorted(start.company.items()))
        """The house players by their seats."""
        self.history: list[Played] = []
        self.laid: dict[str, list[Card]] = {}
        """Every place of this round that had cards, as last seen."""
        self.trouble = ""
        """Why the sitting could not be saved the last time; empty if it was."""
        self._saved = saved or Saved(start, croupier=FORMAT if start.company else 1)
        self._keep = keep
        self._viewers = [f"seat:{n}" for n in self.seats]
        self._shoes = 0
        brought = start.seats | {n: other.bankroll for n, other in self.company.items()}
        self.table = Table(
            self.game,
            self.house,
            dict(sorted(brought.items())),
            players={PLAYER: self.seats, **{c.name: (n,) for n, c in self.company.items()}},
            shuffle=self._order,
        )
        self.opening: list[dict[str, Any]] = self._told(self.table.open())
        if self._saved.rounds:
            self._take_up(self._saved.rounds)
        else:
            self.next_round()

    # --- the course of the sitting ----------------------------------------------------------------

    @property
    def pending(self) -> str | None:
        """The kind of the dealer's next step; None if somebody must act first."""
        step = self.round.pending
        return None if step is None else step.kind

    @property
    def number(self) -> int:
        """The round's number in the sitting, from 1."""
        return self.table.rounds + 1

    def act(self, action: Action) -> None:
        """Take an action and save it; if it raises :class:`Refusal`, nothing has changed.

        Before the dealer closes the wagering, the house players who have not wagered yet do so.
        """
        if action.actor == DEALER and action.verb == "close" and wagering(self.round):
            self.hurry()
        self._take(action)

    def _take(self, action: Action) -> None:
        self.round.act(action)
        self._saved.rounds[-1].actions.append(str(action))
        self._noted()
        self._save()

    def step(self) -> None:
        """Let the dealer take the pending step."""
        self.round.proceed()
        self._noted()

    def deal_on(self) -> None:
        """Let the dealer take all pending steps."""
        while self.round.pending is not None:
            self.step()

    def hurry(self) -> None:
        """Let the dealer take all pending steps, and the house players answer at once."""
        self.deal_on()
        while self.thinking is not None:
            self.answer()
            self.deal_on()

    @property
    def thinking(self) -> Action | None:
        """What a house player is about to say; None if it is not the turn of one."""
        return next_answer(self.round, self.company)

    def answer(self) -> None:
        """Let the house player whose turn it is say, and do, what it has decided."""
        answer = self.thinking
        assert answer is not None
        self._take(answer)
        if self.round.pending is not None:
            self.step()

    @property
    def may_buy(self) -> bool:
        """Whether chips may be bought: until the first action of anybody but a house player."""
        said = (action.actor for action in self.round.actions)
        return all(actor in self.company for actor in said) and not self.round.over

    def buy(self, seat: int, cents: int) -> None:
        """Buy chips for a seat; they are saved as bought before the round."""
        assert self.may_buy
        bought = self._saved.rounds[-1].bought
        bought[seat] = bought.get(seat, 0) + cents
        chips = self.round.layout.seats[seat]
        chips.brought += cents
        chips.bankroll += cents
        self._save()

    def next_round(self) -> None:
        """Begin the next round; a house player who is running out of chips buys some first."""
        self.table.finish()
        least, money = self.house.first_wager[0], self.table.bankrolls
        visit = Visit(
            {n: c.bankroll for n, c in self.company.items() if money[n] < _RUNNING_OUT * least}
        )
        self._begin(visit)
        self._saved.rounds.append(visit)
        self._save()

    # --- what the player sees ---------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """Return the table as the player's seats see it together, without their legal actions."""
        views = [self.round.view(viewer) for viewer in self._viewers]
        for view in views:
            del view["next"]
        shown: dict[str, Any] = clearest(views)
        return shown

    def told(self) -> list[dict[str, Any]]:
        """Return the round's events as the player's seats know them together."""
        return self._told(self.round)

    def wagers(self, seat: int) -> list[dict[str, Any]]:
        """Return a seat's wagers in this round, including settled ones, as a result lists them."""
        seats = round_result(self.round, self._viewers[0])["seats"]
        shown: list[dict[str, Any]] = seats[str(seat)]["wagers"]
        return shown

    def bankroll(self, seat: int) -> int:
        """Return a seat's money, without what lies on the layout."""
        return self.round.layout.seats[seat].bankroll

    @property
    def net(self) -> int:
        """The net of the rounds that have ended."""
        return sum(played.net for played in self.history)

    def won_by(self, seat: int) -> int:
        """Return a house player's net of the rounds that have ended."""
        return sum(played.company[seat] for played in self.history)

    def last_wagers(self) -> tuple[Action, ...]:
        """Return the wagers of the last round, as they stood when the cards were dealt."""
        return self.history[-1].wagers if self.history else ()

    # --- inside -----------------------------------------------------------------------------------

    def _save(self) -> None:
        try:
            self._keep(self._saved)
            self.trouble = ""
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _begin(self, visit: Visit) -> None:
        self.table.finish()
        for seat, cents in visit.bought.items():
            self.table.bankrolls[seat] += cents
        self.laid = {}
        self.round: Round = self.table.begin(hold=lambda step: True)

    def _take_up(self, visits: Sequence[Visit]) -> None:
        """Run the saved rounds again; all but the last must have ended."""
        try:
            for i, visit in enumerate(visits, 1):
                self._begin(visit)
                self.deal_on()
                for text in visit.actions:
                    self.round.act(text)
                    self._noted()
                    self.deal_on()
                if i < len(visits) and not self.round.over:
                    raise MalformedError(f"round {i} does not end")
        except Refusal as refusal:
            raise MalformedError(f"{refusal.action}: {refusal}") from None
        except KeyError as error:
            raise MalformedError(f"there is no seat {error}") from None

    def _order(self, pack: Sequence[Card]) -> list[Card]:
        self._shoes += 1
        if self.start.seed is not None:
            return ordered(pack, f"{self.start.seed}/{self._shoes}")
        shoes = self._saved.shoes
        if self._shoes > len(shoes):
            shoes.append(" ".join(fair_shuffle(pack)))
        cards = parse_cards(shoes[self._shoes - 1])
        if sorted(cards) != sorted(pack):
            raise MalformedError(f"shoe {self._shoes} does not hold the cards of this table")
        return cards

    def _noted(self) -> None:
        """Remember what lies on the felt, and the round once it has ended."""
        piles = [self.round.layout.shown_to(viewer) for viewer in self._viewers]
        self.laid |= clearest(piles)
        if self.round.over and len(self.history) < self.number:
            self.history.append(self._played())

    def _played(self) -> Played:
        seats = round_result(self.round, self._viewers[0])["seats"]
        boards = [self.game.board(self.round.layout, viewer) for viewer in self._viewers]
        nets = {int(n): parse_money(seat["net"]) for n, seat in seats.items()}
        wagers = [
            (n, wager["wager"], parse_money(wager["amount"]))
            for n in self.seats
            for wager in seats[str(n)]["wagers"]
        ]
        placed = {
            line.split()[1]
            for line in self.game.grammar.sentences("seat")
            if line.startswith("wager ")
        }
        return Played(
            number=self.number,
            outcome=self.round.outcome,
            staked=sum(cents for _, _, cents in wagers),
            nets={n: nets[n] for n in self.seats},
            cards=tuple(_flat(clearest(boards))),
            wagers=tuple(Action(n, "wager", (w, c)) for n, w, c in wagers if w in placed),
            company={n: nets[n] for n in self.company},
        )

    def _told(self, round: Round) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = clearest([round.told(viewer) for viewer in self._viewers])
        return told


def clearest(shown: Sequence[Any]) -> Any:
    """Return what several viewers see together: a card is known if one of them knows it.

    >>> clearest([{"hand": ["As", "??"]}, {"hand": ["??", "Kd"]}])
    {'hand': ['As', 'Kd']}
    """
    first = shown[0]
    if len(shown) == 1:
        return first
    if isinstance(first, dict):
        return {key: clearest([one[key] for one in shown]) for key in first}
    if isinstance(first, list):
        return [clearest(column) for column in zip(*shown, strict=True)]
    if first == UNKNOWN:
        return next((card for card in shown if card != UNKNOWN), first)
    return first


def _flat(board: Any) -> Iterator[Card]:
    """Yield the cards of a board, whatever its shape."""
    if isinstance(board, str):
        yield Card(board)
    else:
        for part in board.values() if isinstance(board, dict) else board:
            yield from _flat(part)
