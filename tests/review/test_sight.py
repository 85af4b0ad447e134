"""What a player sees can be written down, and read back as the same."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.lab.sight import read, written
from croupier.mathematics.analysis import Estimate, Others, Situation
from croupier.nouns.cards import Card, parse_cards
from croupier.rules import house


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


OWN, TABLE = cards("As Kd 7c 2h"), cards("9h 4c")


@pytest.mark.parametrize(
    ("others", "seen", "text", "players"),
    [
        (Others(), "3c 5c", "3c 5c", 1),
        (Others((cards("Qd Jd"),), (False,)), "", "Qd Jd", 2),
        (Others((cards("Qd Jd"), cards("2c 3c")), (True, False)), "", "Qd Jd ?? 2c 3c", 3),
        (Others((cards("Qd Jd"),), (True,), 2), "5s 6s 8s", "Qd Jd ?? 5s 6s ?? ?? 8s", 3),
        (Others(left=4), "5s 6s 8s Ts", "5s 6s ?? ?? 8s Ts ?? ??", 3),
    ],
)
def test_every_kind_of_rival(others: Others, seen: str, text: str, players: int) -> None:
    now = Situation(OWN, TABLE, cards(seen), others)
    assert written(now) == (cards(text), players)
    assert read(OWN, TABLE, cards(text), players=players) == now


def test_without_all_open_cards_nothing_is_known_of_their_hands() -> None:
    now = read(OWN, TABLE, cards("Qd ?? Jd 5s"), players=3)
    assert now.others == Others(((), ()), (False, False))
    assert now.seen == cards("Qd Jd 5s")
    irregular = Situation(OWN, TABLE, cards("8s"), Others((cards("Qd"),), (False,)))
    assert written(irregular) == (cards("?? Qd 8s"), 2)
    assert read(OWN, TABLE, cards("?? Qd 8s"), players=2).others == Others(((),), (False,))


def test_what_the_others_did_changes_the_estimate() -> None:
    table = lab.setting(house.build("winners-pot-poker"))
    third = cards("As Kd 7c"), cards("9h")

    def stay(seen: str, players: int, seed: int = 1) -> Estimate:
        value = lab.advise(table, *third, cards(seen), players=players, seed=seed)[0].value
        assert isinstance(value, Estimate)
        return value

    assert stay("Qd 2c", 3) != stay("Qd 2c ??", 3) != stay("Qd 2c ?? ??", 3)
    assert stay("Qd 2c", 3) == stay("Qd 2c", 3)
    assert stay("Qd 2c", 3, seed=2) != stay("Qd 2c", 3)
