"""Where a recorded round stood when it began: its house, its table, and the known cards."""

from __future__ import annotations

from croupier import games
from croupier.equipment.shoe import Shoe, ShoeError
from croupier.journal.entry import FORMAT, JournalError
from croupier.journal.log import RoundLog
from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.rules.house import House, HouseError
from croupier.rules.rulebook import RulebookError
from croupier.stage.layout import Layout


class ReplayError(JournalError):
    """This program cannot run a round again, and why; it says nothing about the round's truth."""


class _Recorded(Shoe):
    """A shoe in which only the cards that left it are known."""

    __slots__ = ()

    def draw(self) -> Card:
        card = super().draw()
        if card == UNKNOWN:
            raise ShoeError("more cards are drawn than were recorded")
        return card


def house_of(log: RoundLog) -> House:
    """Return the house of a round; raises if the house or the rulebook has changed since."""
    opened = log.opened
    stamp = opened.stamp
    if stamp.format > FORMAT:
        raise ReplayError(f"round {log.number}: format {stamp.format} is newer than this program")
    try:
        chosen = house.build(opened.game, opened.house, opened.rulebook)
    except (MalformedError, RulebookError, HouseError) as error:
        raise ReplayError(f"round {log.number}: {error}") from None
    if not chosen.book.since <= stamp.version <= chosen.book.version:
        raise ReplayError(
            f"round {log.number} was played under {stamp.document} version {stamp.version}, but "
            f"this program has version {chosen.book.version}: replay it with release "
            f"{stamp.product}"
        )
    return chosen


def layout_of(log: RoundLog, chosen: House, shoe: Shoe | None = None) -> Layout:
    """Return the table as it stood when the round began.

    Only the cards that left the shoe are known, unless the shoe itself is given.
    """
    opened = log.opened
    if shoe is None:
        state = opened.shoe
        unseen = [UNKNOWN] * (state.left - len(log.cards))
        shoe = _Recorded([*log.cards, *unseen], marker=state.marker, back=state.back)
        shoe.wrong, shoe.known = dict(state.wrong), set(state.known)
    game = games.load(opened.game)
    layout: type[Layout] = game.layout
    return layout(
        game,
        chosen,
        opened.bankrolls,
        shoe,
        players=opened.players,
        situation=opened.situation,
    )
