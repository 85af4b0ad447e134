"""High Card, clause by clause."""

from __future__ import annotations

from typing import Final

from croupier.nouns.cards import VALUE
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import BadCards, collect, deal, report_next_card, void_round
from croupier.procedures.steps import VoidError
from croupier.procedures.wagers import WagerKind, Wagers, take_wagers
from croupier.stage.game import Script
from croupier.stage.layout import Layout
from croupier.stage.preparing import Shuffle

BAD: Final = BadCards("5", finding="H-01")


def play(t: Layout) -> Script:
    """A round: wagers, a card each, the higher one wins."""
    yield Shuffle("1", by="dealer", text="the deck is shuffled")
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
                yield t.push(seat, "wager", "3(b)")
        yield from collect(t, "4")
    except VoidError as error:
        yield from void_round(t, error)
    return None


WAGERS: Final[Wagers[Layout]] = Wagers(
    kinds=(WagerKind("wager", "2(a)"),),
    close_rule="2(a)",
    nothing=Reason("no round is dealt without a wager", "2(a)"),
    reports=lambda t: (("face-up-card",),),
    on_report=lambda t, action: report_next_card(t, str(action.args[0]), BAD, "5"),
    why_not={"*": Reason("there is nothing to say yet", "2(a)")},
)
