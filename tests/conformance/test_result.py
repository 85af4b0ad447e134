"""The result of a round says where each seat's money came from, in every game."""

from __future__ import annotations

from typing import Any

from croupier.nouns.money import parse_money
from croupier.stage.events import SURVEILLANCE
from croupier.stage.round import Round
from croupier.telling.result import explained_result, round_result
from tests.conformance.found import every_game
from tests.conformance.tables import at, play, seatings, viewers

KEPT = ("push", "returned")
"""The outcomes after which a wager goes back to its player as it is."""


def came_back(round: Round, number: int) -> int:
    """Add up, wager by wager, what a seat took from the table."""
    placed = round.layout.seats[number].wagers.values()
    paid = sum(w.amount + w.paid for w in placed if w.outcome == "win" and not w.in_pot)
    kept = sum(w.amount for w in placed if w.outcome in KEPT)
    return paid + kept + round.layout.shares.get(str(number), 0)


@every_game
def test_what_a_seat_gets_back_less_what_it_staked_is_its_net(game: str) -> None:
    settled = commissions = 0
    for seating in seatings(game, 60, "result"):
        with at(seating):
            for round in seating.rounds(2):
                result = explained_result(play(seating, round))
                for number, seat in result["seats"].items():
                    net, staked, back = (
                        parse_money(seat[key]) for key in ("net", "staked", "returned")
                    )
                    assert net == back - staked
                    assert staked == sum(parse_money(w["amount"]) for w in seat["wagers"])
                    if round.over:
                        assert back == came_back(round, int(number)), f"seat {number}"
                        settled += 1
                commissions += _commissions(result)
    assert settled > 100
    assert commissions or "commission" not in result["house"]


def _commissions(result: dict[str, Any]) -> int:
    """Assert that the seats' parts add up to what the house took; return how many there are."""
    parts = {n: s["commission"] for n, s in result["seats"].items() if "commission" in s}
    taken = parse_money(result["house"].get("commission", "0"))
    assert sum(map(parse_money, parts.values())) == taken
    assert all(parse_money(result["pot"]["shares"][n]) > 0 for n in parts)
    return len(parts)


@every_game
def test_hands_are_told_in_words_to_those_who_may_see_them(game: str) -> None:
    """Whoever is told a hand is told the same as surveillance; the seat's own words are those."""
    for seating in seatings(game, 40, "hands"):
        with at(seating):
            for round in seating.rounds(2):
                play(seating, round)
                whole = explained_result(round, SURVEILLANCE)["hands"]
                for viewer in viewers(round):
                    result = explained_result(round, viewer)
                    for place, told in result["hands"].items():
                        assert told["words"] and told["hand"] == whole[place]["hand"]
                    for number, seat in result["seats"].items():
                        hand = result["hands"].get(number)
                        assert seat["hand_words"] == (hand and hand["words"])
                        assert hand is None or hand["hand"] == seat["hand"]
                        told_of = number in whole
                        assert told_of is (seat["hand"] is not None), f"seat {number}"


@every_game
def test_the_journal_keeps_only_the_facts(game: str) -> None:
    """Words may become better; what a replay compares may not change with them."""
    for seating in seatings(game, 2, "facts"):
        with at(seating):
            for round in seating.rounds(1):
                play(seating, round)
                kept, told = round_result(round, events=False), explained_result(round)
                assert "hands" not in kept and set(kept) < set(told)
                for number, seat in kept["seats"].items():
                    assert set(seat) == {"net", "wagers", "hand"}
                    assert seat.items() <= told["seats"][number].items()
