"""The rule that voided a round takes its cards to the rack, not the rule for paid hands."""

from __future__ import annotations

import pytest

from croupier.telling import record

VOIDED = {
    "double-cross-poker": ("1 wager ante 10", "wrong-count seat 1", "12(c)", None),
    "double-down-stud": ("1 wager original 10", "wrong-count seat 1", "11(d)", None),
    "winners-pot-poker": ("1 wager ante", "missed-card seat 1", "12(f)", "W-07"),
}


@pytest.mark.parametrize("game", VOIDED)
def test_cards_are_collected_by_the_rule_that_voided_the_round(game: str) -> None:
    wager, report, rule, finding = VOIDED[game]
    text = f"""
croupier = 1
game = "{game}"
[seats]
1 = "500"
[round]
actions = ["{wager}", "dealer close", "dealer report {report}"]
"""
    shown = record.run(record.parse(text))
    assert shown["outcome"] == "void"
    collected = [e for e in shown["events"] if e["kind"] == "collect"]
    assert collected
    assert {(e["rule"], e.get("finding")) for e in collected} == {(rule, finding)}
