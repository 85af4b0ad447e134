"""High Card: the higher card wins. A whole game in one short file, for those who want to add one."""

from __future__ import annotations

from typing import Any

from croupier.games.high_card.options import OPTIONS

from croupier.games import Game, Script
from croupier.nouns.cards import VALUE
from croupier.nouns.reasons import Reason
from croupier.procedures.procedure import (
    BadCards,
    WagerKind,
    Wagers,
    collect,
    deal,
    report_next_card,
    take_wagers,
    void_round,
)
from croupier.stage.actions import Grammar
from croupier.stage.events import Event
from croupier.stage.layout import Layout
from croupier.stage.round import VoidError

BAD = BadCards("5", finding="H-01")


def play(t: Layout) -> Script:
    """The round, clause by clause."""
    yield Event("shuffle", "1", by="dealer", text="the deck is shuffled")
    try:
        yield from take_wagers(t, WAGERS)
        for seat in t.playing("wager"):
            yield from deal(t, f"seat {seat.number}", "2(b)", BAD, seat=seat.number)
        dealers = yield from deal(t, "dealer", "2(b)", BAD)
        for seat in [*t.playing("wager")]:
            card = t.cards_at(f"seat {seat.number}")[0]
            if VALUE[card] > VALUE[dealers]:
                yield t.pay(seat, "wager", t.house.payouts["wager"][""], "3(a)")
            elif VALUE[card] < VALUE[dealers]:
                yield t.take(seat, "wager", "3(b)")
            else:
                yield t.give_back(seat, "wager", "3(b)", outcome="push")
        yield from collect(t, "4")
    except VoidError as error:
        yield from void_round(t, error, "4")


def opening(t: Layout) -> Script:
    """The table opens with a new deck."""
    yield Event("receive", "1", by="dealer", text="a new deck is received")


WAGERS = Wagers(
    kinds=(WagerKind("wager", "2(a)"),),
    close_rule="2(a)",
    nothing=Reason("no round is dealt without a wager", "2(a)"),
    reports=lambda t: (("face-up-card",),),
    on_report=lambda t, action: report_next_card(t, str(action.args[0]), BAD, "5"),
    why_not={"*": Reason("there is nothing to say yet", "2(a)")},
)


def board(t: Layout, viewer: str) -> dict[str, Any]:
    return {"dealer": t.laid["dealer"].shown_to(viewer)[0]} if "dealer" in t.laid else {}


GAME = Game(
    name="high-card",
    title="High Card",
    states=("ex",),
    first_wager="wager",
    options=OPTIONS,
    grammar=Grammar(
        seat=("wager wager AMOUNT", "withdraw wager"),
        dealer=("close", "report face-up-card"),
        floor=(),
    ),
    play=play,
    opening=opening,
    irregularities={"face-up-card": Reason("a card lies face up in the deck", "5")},
    unseated=Reason("only those who hold a seat may wager", None, "H-01"),
    over=Reason("the round is over", "4"),
    board=board,
    decks=lambda house: 1,
    situation={},
)
