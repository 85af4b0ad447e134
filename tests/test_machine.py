"""Random tables: legal and illegal things are said, and the invariants of the design hold throughout."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from croupier import games
from croupier.equipment.shoe import FACE_UP, ordered
from croupier.nouns.canonical import encode
from croupier.nouns.cards import shoe_of
from croupier.rules import house, rulebook
from croupier.stage.actions import DEALER, FLOOR, Action, Actor, Amount, Offer, Refusal
from croupier.stage.events import PUBLIC, SURVEILLANCE
from croupier.stage.round import Round
from croupier.stage.table import Table
from tests.houses import HOUSES
from tests.support import cards_of

pytestmark = pytest.mark.no_cover  # rounds by the thousand: tracing them would only cost time


class TableMachine(RuleBasedStateMachine):
    """One table of one game; subclasses name the game."""

    game = ""

    @initialize(data=st.data())
    def open_table(self, data: st.DataObject) -> None:
        self.kind = games.load(self.game)
        state = data.draw(st.sampled_from(self.kind.states))
        options = data.draw(st.sampled_from(HOUSES[self.game]))
        self.house = house.build(self.game, options, state)
        most = min(self.house["seats"], 8)
        chosen = data.draw(st.sets(st.integers(1, most), min_size=1, max_size=most))
        bankrolls = {
            n: data.draw(st.sampled_from([0, 700, 2_500, 100_000])) for n in sorted(chosen)
        }
        self.seed = data.draw(st.integers(0, 999))
        self.players = {"Ann": sorted(chosen)} if data.draw(st.booleans()) else {}
        self.table = self._table(bankrolls)
        self.money = sum(bankrolls.values())
        self.played: list[tuple[dict[int, int], dict[str, Any], list[Action], bytes]] = []
        self.began: dict[int, int] = dict(bankrolls)
        self.situation = self._situation(data)
        face_up = data.draw(st.sets(st.integers(0, 20), max_size=2))
        self.round = self.table.begin(situation=self.situation, face_up=face_up)
        self.first = dict(bankrolls)

    def _table(self, bankrolls: dict[int, int]) -> Table:
        counter = iter(range(10_000))
        return Table(
            self.kind,
            self.house,
            bankrolls,
            players=self.players,
            shuffle=lambda pack: ordered(pack, f"{self.seed}/{next(counter)}"),
        )

    def _situation(self, data: st.DataObject) -> dict[str, Any]:
        if not data.draw(st.booleans()):
            return {}
        known = self.kind.situation
        flags = [k for k in ("new_dealer", "first_shoe", "idle") if k in known]
        drawn: dict[str, Any] = {key: data.draw(st.booleans()) for key in flags}
        if "rounds_since_count" in known:
            drawn["rounds_since_count"] = data.draw(st.integers(0, 5))
        if "cut_declined" in known:
            drawn["cut_declined"] = data.draw(st.lists(st.integers(1, 8), max_size=8))
            drawn["first_player"] = data.draw(st.integers(1, 8))
        if "button" in known:
            drawn["button"] = data.draw(
                st.sampled_from([DEALER, *range(1, self.house["seats"] + 1)])
            )
        return drawn

    @rule(data=st.data())
    def say_something_legal(self, data: st.DataObject) -> None:
        if self.round.over:
            return
        actors: list[Actor] = [*self.round.layout.seats, DEALER, FLOOR]
        offers = [offer for actor in actors for offer in self.round.legal(actor)]
        assert offers, "an open round waits for somebody"
        wanted = data.draw(st.sampled_from(["seat", "seat", "seat", "close", "any"]))
        if wanted == "seat":
            offers = [o for o in offers if isinstance(o.actor, int)] or offers
        elif wanted == "close":
            offers = [o for o in offers if o.verb == "close"] or offers
        action = self._say(data, data.draw(st.sampled_from(offers)))
        assert action in self.round.legal(action.actor)
        assert self.round.check(action) is None
        self.round.act(action)

    def _say(self, data: st.DataObject, offer: Offer) -> Action:
        def choose(amount: Amount) -> int:
            step = amount.step.cents
            return data.draw(st.integers(amount.low // step, amount.high // step)) * step

        return offer.action(choose)

    @rule(data=st.data())
    def say_anything(self, data: st.DataObject) -> None:
        role = data.draw(st.sampled_from(["seat", DEALER, FLOOR]))
        sentence = data.draw(st.sampled_from(self.kind.grammar.sentences(role)))
        amount = data.draw(st.sampled_from(["0", "5", "10", "7.25", "100000", "-5"]))
        seat = str(data.draw(st.integers(1, 9)))
        words = sentence.replace("AMOUNT", amount).replace("SEAT", seat)
        action = self.kind.grammar.parse(f"{seat if role == 'seat' else role} {words}")
        legal = action in self.round.legal(action.actor)
        refusal = self.round.check(action)
        assert legal == (refusal is None)
        before = encode(self.round.told()), encode(self.round.view())
        if refusal is None:
            self.round.act(action)
            return
        assert refusal.rule is not None or refusal.finding is not None, str(refusal)
        try:
            self.round.act(action)
            raise AssertionError(f"{action} was checked but not refused")
        except Refusal:
            assert before == (encode(self.round.told()), encode(self.round.view()))

    @rule(data=st.data())
    def next_round(self, data: st.DataObject) -> None:
        if not self.round.over:
            return
        self.table.finish()
        if data.draw(st.booleans()):
            self.table.new_dealer()
        self.first = dict(self.table.bankrolls)
        self.round = self.table.begin()

    @invariant()
    def money_is_conserved(self) -> None:
        layout = self.round.layout
        held = sum(seat.bankroll for seat in layout.seats.values())
        assert held + layout.on_table + layout.tray == sum(self.first.values())
        if self.round.over:
            assert layout.on_table == 0
            assert sum(s.net for s in layout.seats.values()) + layout.tray == 0

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        layout = self.round.layout
        pack = shoe_of(self.kind.decks(self.house))
        there = Counter(layout.shoe.rest()) + Counter(layout.rack) + Counter(self.table.rack)
        for pile in layout.felt.values():
            there += Counter(pile.cards)
        assert there == Counter(pack)

    @invariant()
    def every_event_cites(self) -> None:
        book = self.house.book
        findings = rulebook.find_findings()
        for event in self.round.events:
            assert event.rule is not None or event.finding is not None, event
            assert event.rule is None or event.rule in book.clauses
            assert event.finding is None or event.finding in findings

    @invariant()
    def nobody_sees_too_much(self) -> None:
        layout = self.round.layout
        for viewer in (PUBLIC, *(f"seat:{n}" for n in layout.seats)):
            shown = {card for cards in layout.shown_to(viewer).values() for card in cards}
            for event in self.round.events:
                if event.visible_to(viewer):
                    shown |= cards_of(event)
            hidden = {c for c in shoe_of(1) if c not in shown}
            text = encode([self.round.view(viewer), self.round.told(viewer)]).decode()
            leaked = {card for card in hidden if f'"{card}"' in text}
            assert not leaked, f"{viewer} sees {leaked}"

    def teardown(self) -> None:
        """Running it again gives the same events, byte for byte."""
        if not hasattr(self, "round"):
            return
        again = self._again(self.round)
        assert encode(again.told()) == encode(self.round.told())
        assert again.view(SURVEILLANCE) == self.round.view(SURVEILLANCE)

    def _again(self, played: Round) -> Round:
        table = Table(self.kind, self.house, self.first, players=self.players, shuffle=list)
        shoe = played.layout.shoe
        rerun = table.begin(situation=played.layout.situation)
        copy = rerun.layout.shoe
        began = played._began
        copy.cards, copy.pos, copy.back = list(shoe.cards), began, shoe.back
        copy.marker = shoe.marker
        for ahead in played.face_up:
            copy.put_wrong(FACE_UP, ahead)
        layout = table._layout(copy, played.layout.situation)
        again = Round(layout)
        for action in played.actions:
            again.act(action)
        return again


@pytest.mark.parametrize("game", games.names())
def test_random_tables_hold_the_invariants(game: str) -> None:
    machine = type(f"{game} machine", (TableMachine,), {"game": game})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=120, stateful_step_count=30, deadline=None, derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
