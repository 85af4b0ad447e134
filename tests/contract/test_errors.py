"""Files that cannot be run give an exit code and one line, never a traceback."""

from __future__ import annotations

import random
import re

import pytest

from tests.contract.bench import run
from tests.support import in_turn

HEAD = 'croupier = 1\ngame = "red-dog"\n'
SEATS = '[seats]\n1 = "100"\n2 = "50"\n'
ROUND = (
    '[round]\nshoe = "mid"\ncards = "4c 7d 5h"\n'
    'actions = ["1 wager original 10", "dealer close", "1 pass"]\n'
)
GOOD = HEAD + SEATS + ROUND
MALFORMED = {
    "no format": GOOD.replace("croupier = 1\n", ""),
    "a newer format": GOOD.replace("croupier = 1", "croupier = 2"),
    "a format that is not a number": GOOD.replace("croupier = 1", 'croupier = "1"'),
    "no game": GOOD.replace('game = "red-dog"\n', ""),
    "an unknown game": GOOD.replace("red-dog", "baccarat"),
    "a rulebook of another game": HEAD + 'rulebook = "nj"\n' + SEATS + ROUND,
    "no seats": HEAD + ROUND,
    "a seat zero": GOOD.replace("1 = ", "0 = "),
    "a seat twice": GOOD.replace("2 = ", "01 = "),
    "a negative bankroll": GOOD.replace('"100"', '"-100"'),
    "a bankroll of mills": GOOD.replace('"100"', '"100.001"'),
    "a float": GOOD.replace('"100"', "100.0"),
    "no round": HEAD + SEATS,
    "a round and rounds": GOOD + "[[rounds]]\nactions = []\n",
    "no TOML": GOOD + "[[[",
    "no text": "\x00\x01",
    "an unknown key": "tables = 1\n" + GOOD,
    "an unknown key of the round": GOOD + "river = 2\n",
    "no card": GOOD.replace("4c", "1x"),
    "a card nobody has seen": GOOD.replace("4c", "??"),
    "a card too often": GOOD.replace("4c 7d 5h", " ".join(["4c"] * 7)),
    "actions that are not a list": GOOD.replace("actions = [", 'actions = "x" # ['),
    "an unknown verb": GOOD.replace("1 pass", "1 fold"),
    "an unknown report": GOOD.replace("1 pass", "dealer report sneeze"),
    "an amount of mills": GOOD.replace("original 10", "original 10.005"),
    "a house of mills": HEAD + '[house]\nminimum = "5.123"\n' + SEATS + ROUND,
    "a shoe of no kind": GOOD.replace('"mid"', '"old"'),
    "players that are not a list": GOOD + "[players]\nAnn = 1\n",
    "a seat of two players": GOOD + "[players]\nAnn = [1]\nBob = [1]\n",
}
REFUSED = {
    "a house against the rules": HEAD + '[house]\nminimum = "0"\n' + SEATS + ROUND,
    "a house with an unknown key": HEAD + "[house]\nnonsense = 1\n" + SEATS + ROUND,
    "a house with a key of another game": HEAD + '[house]\nante = "5"\n' + SEATS + ROUND,
    "a seat that is not in the record": GOOD.replace("1 pass", "5 pass"),
    "a seat that the table does not have": GOOD.replace("2 = ", "8 = "),
    "a seat of [players] that is not in the record": GOOD + "[players]\nAnn = [1, 3]\n",
    "an action after the end": GOOD.replace('"1 pass"', '"1 pass", "1 raise 5"'),
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_not_understood_exits_2(text: str) -> None:
    result = run(text)
    assert result.code == 2 and result.document["error"]["kind"] == "malformed"
    assert result.err.startswith("croupier: ") and result.err.count("\n") == 1


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
def test_what_does_not_hold_exits_1(text: str) -> None:
    result = run(text)
    assert result.code == 1 and result.document["error"]["kind"] in ("refused", "house")
    assert result.err.startswith("croupier: ") and result.err.count("\n") == 1


def test_a_breach_is_cited_once() -> None:
    result = run(HEAD + '[house]\nminimum = "0"\nseats = 0\n' + SEATS + ROUND)
    assert result.err == (
        "croupier: house: minimum: $0 is less than $0.01 [X-09]; seats: 0 is less than 1 [X-12]\n"
    )
    assert [breach["key"] for breach in result.document["breaches"]] == ["minimum", "seats"]


def test_an_unknown_report_is_answered_with_the_known_ones() -> None:
    err = run(MALFORMED["an unknown report"]).err
    reports = "face-up-card missed-burn early-third-card wrong-spread shuffler-fault"
    for name in reports.split():
        assert f"report {name}" in err


GAMES = {
    "red-dog": (
        "4c 7d 9s 5h",
        "1 wager original 10; dealer close; dealer report early-third-card; 1 play-on; 1 raise 10",
    ),
    "double-down-stud": ("Jc Jd 7h 2s 3d", "1 wager original 10; dealer close; 1 double 5"),
    "double-cross-poker": (
        "As Kd 2h 9s 4c Jh Ts Qs 5d",
        "1 wager ante 10; 1 wager three-card 5; dealer close; 1 expose; 1 raise vertical",
    ),
}
IN_A_LINE = '0 -1 99999 1.5 ?? ^ none dealer floor report seat coupon cash [ ] " ='
IN_A_FILE = "true [house] seats Ah 10h é \\u0000 # ,"
WORDS = (*IN_A_LINE.split(), "\n", *IN_A_FILE.split())


@pytest.mark.parametrize("game", GAMES)
def test_mangled_records_never_end_in_a_traceback(game: str) -> None:
    cards, said = GAMES[game]
    text = (
        f'croupier = 1\ngame = "{game}"\nrulebook = "ma"\n[house]\nminimum = "5"\n{SEATS}[round]\n'
    )
    text += f"cards = {cards!r}\nactions = {in_turn(said)!r}\n".replace("'", '"')
    assert run(text).code == 0
    rng = random.Random(game)
    codes = set()
    for _ in range(40):
        parts = re.split(r"(\s+|[\"\[\],=])", text)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(parts))
            match rng.randrange(4):
                case 0:
                    del parts[at]
                case 1:
                    parts.insert(at, rng.choice(WORDS))
                case 2:
                    parts[at] = rng.choice(WORDS)
                case 3:
                    parts[at] = rng.choice(parts)
        mangled = "".join(parts)
        result = run(mangled)
        codes.add(result.code)
        assert result.code in (0, 1, 2), mangled
        assert result.err.count("\n") == (result.code > 0), (mangled, result.err)
        assert ("error" in result.document) is (result.code > 0)
    assert codes >= {0, 2}
