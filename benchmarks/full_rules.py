"""Play rounds through the full rules: ``python full_rules.py ROUNDS SOURCE``.

It uses the public library alone, so it runs on every release: it names no module and has its own
shuffle. It prints JSON: rounds per second of processor time, and a digest of every seat's money in
every round.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import croupier

FULL: Final = {
    "red-dog": 7,
    "double-down-stud": 7,
    "double-cross-poker": 7,
    "winners-pot-poker": 6,
}
"""The games, and how many seats a full table of each has."""
BEFORE: Final = {
    "red-dog": ("wager original 10",),
    "double-down-stud": ("wager original 10",),
    "double-cross-poker": ("wager ante 10", "wager three-card 5"),
    "winners-pot-poker": ("wager ante", "wager jacks-plus 5"),
}
"""What every seat says before the deal."""
ASKED: Final = {
    "red-dog": ("raise 5",),
    "double-down-stud": ("double 5",),
    "double-cross-poker": ("expose", "raise vertical"),
    "winners-pot-poker": ("bet", "double"),
}
"""What it answers each time it is asked."""
PACKS: Final = 64
RICH: Final = 10**9


def shuffler() -> Callable[[Sequence[Any]], list[Any]]:
    """Return a shuffle that repeats a few orders of a pack, the same in every release."""
    made: dict[tuple[int, int], list[int]] = {}
    number = 0

    def shuffle(pack: Sequence[Any]) -> list[Any]:
        nonlocal number
        number += 1
        which = number % PACKS, len(pack)
        if which not in made:
            keys = [hashlib.sha256(f"{which}/{i}".encode()).digest() for i in range(len(pack))]
            made[which] = sorted(range(len(pack)), key=keys.__getitem__)
        cards = sorted(pack)
        return [cards[i] for i in made[which]]

    return shuffle


def play(
    game: str, seats: int, count: int, shuffle: Callable[[Sequence[Any]], list[Any]]
) -> list[list[int]]:
    """Play rounds of one table and return every seat's money in each."""
    numbers = range(1, seats + 1)
    table = croupier.open_table(game, dict.fromkeys(numbers, RICH), shuffle=shuffle)
    parse = table.game.grammar.parse
    opening = [parse(f"{n} {words}") for words in BEFORE[game] for n in numbers]
    opening.append(parse("dealer close"))
    asked = {n: [parse(f"{n} {words}") for words in ASKED[game]] for n in numbers}
    money = []
    for _ in range(count):
        round = table.begin()
        for action in opening:
            round.act(action)
        answers = {n: iter(said) for n, said in asked.items()}
        while not round.over:
            round.act(next(answers[int(round.asking()[0])]))
        money.append([seat.net for seat in round.layout.seats.values()])
    return money


def main() -> None:
    rounds, source = int(sys.argv[1]), sys.argv[2]
    assert str(croupier.__file__).startswith(source), f"{croupier.__file__} is not of {source}"
    rows = {}
    for game, full in FULL.items():
        for seats in (1, full):
            shuffle = shuffler()
            play(game, seats, 2 * PACKS, shuffle)  # fill caches before the clock runs
            count = rounds // seats
            start = time.process_time()
            money = play(game, seats, count, shuffle)
            spent = time.process_time() - start
            assert any(map(any, money)), "somebody won or lost"
            rows[f"{game}, {seats} seat{'s'[: seats > 1]}"] = {
                "rate": count / spent,
                "money": hashlib.sha256(json.dumps(money).encode()).hexdigest(),
            }
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
