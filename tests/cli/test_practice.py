"""``croupier practice``: a player's drill in the terminal."""

from __future__ import annotations

import io

import pytest

from croupier.practice.drills import Dealer, Drill
from tests.cli.driver import Run, croupier


def practise(monkeypatch: pytest.MonkeyPatch, answers: list[str], *args: object) -> Run:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{one}\n" for one in answers)))
    return croupier("practice", *args)


def test_every_answer_is_told_what_it_was_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    dealer = Dealer(Drill("double-cross-poker", "ma"))
    first, second = dealer.deal(4), dealer.deal(5)
    wrong = next(action for action, _ in first.choices if action != first.best)
    right = second.question()["choices"].index(second.best) + 1
    args = ("double-cross-poker", "--seed", 4, "--questions", 2)
    run = practise(monkeypatch, [wrong, "9", str(right)], *args)
    assert run.code == 0, run.err
    assert f"far: {first.table[0]}" in run.out and f"your hand: {' '.join(first.hand)}" in run.out
    assert "✗ This costs $" in run.out and f"Best: {first.best}." in run.out
    assert "raise vertical, $10 more" in run.out and "alone against" not in run.out
    assert first.reason in run.out and "answer with a number from 1 to 3" in run.out
    assert "✓ Right." in run.out and run.out.endswith("1 of 2 right.\n")


def test_whoever_is_alone_where_others_matter_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    run = practise(monkeypatch, ["q"], "winners-pot-poker", "--street", 2, "--seed", 1)
    assert "you are alone against the dealer" in run.out


def test_the_json_document_has_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("winners-pot-poker", "--street", 2, "--seed", 1, "--questions", 3, "--json")
    document = practise(monkeypatch, ["1", "2", "q"], *args).document
    assert (document["street"], document["seed"], len(document["answers"])) == (2, 1, 2)
    assert document["right"] == sum(one["verdict"]["right"] for one in document["answers"])
    dealt = Dealer(Drill("winners-pot-poker", "ma", 1)).deal(1)
    assert document["answers"][0]["question"] == dealt.question()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("red-dog", "--street", 2), "--street 2: 1 is two cards on the table"),
        (("red-dog", "--rulebook", "nj"), "red-dog has no rulebook 'nj', only ma"),
    ],
)
def test_what_does_not_exist_is_refused(
    monkeypatch: pytest.MonkeyPatch, args: tuple[object, ...], message: str
) -> None:
    run = practise(monkeypatch, [], *args)
    assert run.code == 2 and run.err == f"croupier: {message}\n"
