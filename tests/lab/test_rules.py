"""The search for short lists of rules."""

from __future__ import annotations

import numpy as np

from croupier.lab.rules import search
from croupier.mathematics.analysis import Feature

FOLD, PLAY = range(2)


def test_a_rule_that_explains_everything_is_found() -> None:
    ranks = np.arange(13)
    values = np.array([np.zeros(13), np.where(ranks >= 8, 1.0, -1.0)])
    features = [Feature("high", f"{r} or better", ranks >= r) for r in range(13)]
    rule, rest = search(values, features, default=FOLD, most=5, worth=0.1)
    assert (rule.text, rule.action) == ("8 or better", PLAY)
    assert (rest.text, rest.action) == ("anything else", FOLD)
    assert rule.where.tolist() == (ranks >= 8).tolist() == (~rest.where).tolist()


def test_exceptions_come_first_and_features_go_together() -> None:
    suited, ranks = (grid.reshape(-1) for grid in np.indices((2, 13)))
    play = (ranks >= 9) | ((suited == 1) & (ranks >= 5))
    weights = np.where(suited == 1, 0.3, 1.0)
    values = np.array([np.zeros(26), np.where(play, weights, -weights)])
    features = [
        Feature("suit", "suited", suited == 1),
        *(Feature("high", f"{r} or better", ranks >= r) for r in range(1, 13)),
    ]
    lines = search(values, features, default=FOLD, most=4, worth=0.1)
    decided = np.zeros(26, dtype=bool)
    for line in lines:
        decided |= line.where & (line.action == PLAY)
    assert (decided == play).all()
    assert {line.text for line in lines} == {"9 or better", "suited; 5 or better", "anything else"}


def test_what_gains_too_little_is_left_out() -> None:
    values = np.array([[0.0, 0.0, 0.0], [5.0, 0.01, -5.0]])
    features = [Feature(str(n), f"number {n}", np.arange(3) == n) for n in range(3)]
    lines = search(values, features, default=FOLD, most=3, worth=0.1)
    assert [line.text for line in lines] == ["number 0", "anything else"]
    exact = search(values, features, default=FOLD, most=3, worth=0)
    assert [line.text for line in exact][-1] == "anything else" and len(exact) == 3


def test_the_lines_share_out_all_situations() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(3, 500))
    features = [Feature(str(n % 5), f"feature {n}", rng.random(500) < 0.3) for n in range(15)]
    lines = search(values, features, default=2, most=6, worth=0.5, deep=3)
    assert (np.sum([line.where for line in lines], axis=0) == 1).all()
    value = sum(values[line.action][line.where].sum() for line in lines)
    assert value > values[2].sum()
