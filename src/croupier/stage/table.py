"""A table over many rounds: its opening, its shoe, its dealers and seats.

The table prepares what a round needs and carries over what it leaves behind. It has no clock and no
source of randomness: the order of new cards comes from the function it is given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from croupier.equipment.shoe import BACKS, FACE_UP, Shoe
from croupier.nouns.cards import Card, parse_card, shoe_of, without
from croupier.nouns.reasons import Reason
from croupier.rules.house import House
from croupier.stage.actions import Refusal
from croupier.stage.game import Game
from croupier.stage.layout import Layout
from croupier.stage.preparing import RemoveDevice
from croupier.stage.round import Hold, Round

Shuffle = Callable[[Sequence[Card]], list[Card]]
DEALS: Final = {"automated-shoe": "automated shoe", "shuffler": "shuffler that deals"}
"""The names of the devices that deal, by the house's way of dealing."""


def fair_shuffle(pack: Sequence[Card]) -> list[Card]:
    """Return the pack in random order, every order equally likely.

    Fisher–Yates without modulo bias, on the operating system's entropy.
    """
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        j = secrets.randbelow(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def outgoing(old: House, new: House) -> list[str]:
    """Return the devices of the old house that the new one's methods no longer use."""
    found = []
    if old.shuffler != "manual" and new.shuffler != old.shuffler:
        found.append("shuffler")
    if old.dealing in DEALS and new.dealing != old.dealing:
        found.append(DEALS[old.dealing])
    return found


class Table:
    """One table of one game under one house file.

    >>> from croupier import games
    >>> from croupier.rules import house
    >>> table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50000})
    >>> round = table.begin(cards=["7c", "5h", "9s", "7d"])
    >>> [round.act(said)[-1].kind for said in ("1 wager original 10", "dealer close", "1 raise 10")]
    ['wager', 'mark', 'collect']
    >>> round.layout.seats[1].net
    4000
    """

    def __init__(
        self,
        game: Game,
        house: House,
        bankrolls: Mapping[int, int],
        *,
        players: Mapping[str, Iterable[int]] | None = None,
        shuffle: Shuffle = fair_shuffle,
    ) -> None:
        self.game = game
        self.house = house
        self.bankrolls = dict(bankrolls)
        self.players = dict(players or {})
        self.rounds = 0
        self.round: Round | None = None
        self.shoe: Shoe | None = None
        self.rack: list[Card] = []
        self.situation: dict[str, Any] = {}
        """What the last round left for the next one."""
        self._coming: dict[str, Any] = {}
        """What was said about the next round while one was being played."""
        self._shuffle = shuffle
        self.shoes = 0
        """How many shoes or decks have been made up; decides which of two batches is next."""
        most = house.seats
        for number in bankrolls:
            if not 1 <= number <= most:
                raise Refusal(
                    Reason(f"there is no seat {number}: this table has {most}", None, "X-12")
                )

    def open(self) -> Round:
        """Open the table, and return the opening as a round that has been carried out."""
        self.situation |= {"first_shoe": True}
        layout = self._layout(Shoe(()))
        return Round(layout, script=self.game.opening(layout))

    def begin(
        self,
        cards: Iterable[str] = (),
        *,
        situation: Mapping[str, Any] | None = None,
        face_up: Iterable[int] = (),
        later: Iterable[Card] = (),
        hold: Hold | None = None,
    ) -> Round:
        """Begin the next round.

        ``cards`` leave the shoe first. ``situation`` overrides what was carried over. ``later`` are
        cards that must not come up by chance, because later rounds name them.
        """
        self._between_rounds()
        stands = {**self.situation, **(situation or {})}
        if not stands and self.house.preshuffled:
            # Pre-shuffled cards are for the first round, and this is it.
            stands["first_shoe"] = True
        first = [parse_card(card) for card in cards]
        shoe = self._shoe_for(stands, first)
        if (named := tuple(later)) and self.game.shoe_lasts(self.house):
            shoe.hold_back(named, ahead=len(first))
        if "marker" in stands:
            shoe.marker = shoe.pos + int(stands["marker"])
        for ahead in face_up:
            shoe.put_wrong(FACE_UP, ahead)
        self.shoe = shoe
        self.round = Round(self._layout(shoe, stands), hold=hold)
        return self.round

    def finish(self) -> None:
        """End the round: take over its bankrolls, its cards and the next round's situation."""
        done = self.round
        if done is None:
            return
        if not done.over:
            raise Refusal(Reason("the round is still open", done.game.over.rule))
        self.rounds += 1
        self.round = None
        self.bankrolls |= {n: seat.bankroll for n, seat in done.layout.seats.items()}
        self.rack += done.layout.rack
        self.situation = self.game.carry(done.layout) | self._coming
        self._coming.clear()

    def new_dealer(self) -> None:
        """Note that another dealer has come to the table; the next round will know."""
        self._after_this_round("new_dealer", True)

    def idle(self) -> None:
        """Note that nobody plays: the cards are spread until the next player comes."""
        self._between_rounds()
        self.situation["idle"] = True

    def reshuffle(self) -> None:
        """Have the cards shuffled before the next round, as the house may after any round."""
        self._after_this_round("shoe", "new")

    def change_house(self, house: House, *, devices_removed: bool = False) -> Round:
        """Play under another house file from the next round on; return what was done as a round.

        A change of method is refused until the devices that are no longer used have left the table.
        """
        self._between_rounds()
        rule, finding = self.game.device_rule or None, self.game.device_finding or None
        gone = outgoing(self.house, house)
        if gone and (rule or finding) and not devices_removed:
            message = f"the {' and the '.join(gone)} must be removed before another method is used"
            raise Refusal(Reason(message, house.book.cite(rule) if rule else None, finding))
        self.house = house
        cited = None if rule else finding or "X-20"
        steps = (
            RemoveDevice(rule, cited, place=device, text=f"the {device} is removed from the table")
            for device in gone
        )
        return Round(self._layout(Shoe(())), script=steps)

    def _between_rounds(self) -> None:
        if self.round is not None:
            self.finish()

    def _after_this_round(self, key: str, value: Any) -> None:
        """Note something about the next round that the end of this one must not undo."""
        (self.situation if self.round is None else self._coming)[key] = value

    def _shoe_for(self, stands: dict[str, Any], cards: Sequence[Card]) -> Shoe:
        old = (
            self.shoe if self.game.shoe_lasts(self.house) and stands.get("shoe") == "mid" else None
        )
        at_marker = stands.get("marker") == 0 or (
            old is not None and old.at_marker() and "marker" not in stands
        )
        if at_marker and self.game.reshuffles_at_marker(self.house):
            stands |= {"shoe": "new", "cut_card_first": True}
            stands.pop("marker", None)
        elif old is not None:
            old.arrange(cards)
            return old
        return self._new_shoe(stands, cards)

    def _new_shoe(self, stands: dict[str, Any], cards: Sequence[Card]) -> Shoe:
        pack = shoe_of(self.game.decks(self.house))
        order = [*cards, *self._shuffle(without(pack, cards))]
        lasts = self.game.shoe_lasts(self.house)
        self.rack = []
        self.shoes += 1
        # Two batches of different backs alternate; for a single deck the situation says which it
        # is.
        alternate = self.house.shuffler == "automated" and lasts
        back = (
            stands.get("back", BACKS[(self.shoes - 1) % 2])
            if alternate
            else stands.get("deck", BACKS[0])
        )
        return Shoe(order, marker=self.game.marker(self.house, len(order)), back=back)

    def _layout(self, shoe: Shoe, situation: Mapping[str, Any] | None = None) -> Layout:
        layout: type[Layout] = self.game.layout
        return layout(
            self.game,
            self.house,
            self.bankrolls,
            shoe,
            players=self.players,
            situation=situation if situation is not None else self.situation,
        )
