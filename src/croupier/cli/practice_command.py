"""The command ``practice``: a player's drill of close decisions, graded by their values."""

from __future__ import annotations

import secrets
from typing import Any, Final

from croupier import games
from croupier.cli.errors import print_json, report_error
from croupier.cli.train_desk import Desk, Leave
from croupier.lab import LabMissingError
from croupier.nouns.money import dollars, signed
from croupier.nouns.reasons import MalformedError
from croupier.practice.drills import Dealer, Drill, streets
from croupier.practice.exercises import Exercise, Verdict
from croupier.telling.felt import Felt
from croupier.telling.felt import of as felt_of

SEEDS: Final = 1_000_000


def practice(
    game: str, *, street: int, questions: int, seed: int | None, state: str, as_json: bool
) -> int | None:
    """``croupier practice``: ask for decisions, one after another, and say what each was worth."""
    found = games.load(game)
    if state and state not in found.states:
        raise MalformedError(f"{game} has no rulebook {state!r}, only {', '.join(found.states)}")
    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    try:
        decisions = streets(game)
        if not 1 <= street <= len(decisions):
            named = "; ".join(f"{n} is {name}" for n, name in enumerate(decisions, 1))
            raise MalformedError(f"--street {street}: {named}")
        dealer = Dealer(Drill(game, state or found.states[0], street - 1))
    except LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    desk = Desk(beside_json=as_json)
    desk.say(f"{found.title}: {decisions[street - 1]}. Seed {drawn}.", "bold")
    desk.say("Answer with the number of a choice; q stops.")
    answers: list[dict[str, Any]] = []
    felt = felt_of(found)
    try:
        for n in range(questions):
            asked = dealer.deal(drawn + n)
            desk.say(f"\n{n + 1}/{questions}", "bold")
            verdict = asked.grade(_answer(desk, asked, felt))
            _tell(desk, asked, verdict, felt)
            answers.append({"question": asked.question(), "verdict": verdict.as_dict()})
    except Leave:
        desk.say("\nYou left before the end.")
    right = sum(one["verdict"]["right"] for one in answers)
    desk.out.rule()
    desk.say(f"{right} of {len(answers)} right.", "bold")
    if as_json:
        about = {"game": game, "rulebook": state or found.states[0], "street": street}
        print_json({**about, "seed": drawn, "right": right, "answers": answers})
    return None


def _answer(desk: Desk, asked: Exercise, felt: Felt) -> str:
    """Show a decision and read what the player chooses."""
    actions = [action for action, _ in asked.choices]
    for place, cards in _piles(asked, felt):
        desk.say(f"   {place}: {' '.join(cards)}", "cyan")
    desk.say(f"   your first wager: {dollars(asked.stake)}")
    if asked.question()["alone"]:
        desk.say("   you are alone against the dealer")
    for i, (action, cost) in enumerate(zip(actions, asked.costs, strict=True), 1):
        more = f", {dollars(cost)} more" if cost else ""
        desk.say(f"  {i}  {felt.label(action)}{more}")
    while True:
        line = desk.read(">").lower()
        if line.isdecimal() and 1 <= int(line) <= len(actions):
            return actions[int(line) - 1]
        if line in actions:
            return line
        desk.say(f"answer with a number from 1 to {len(actions)}", "red")


def _piles(asked: Exercise, felt: Felt) -> list[tuple[str, tuple[str, ...]]]:
    """Return the cards of a decision by the names of their places."""
    places = asked.question()["places"]
    laid: list[tuple[str, tuple[str, ...]]]
    if len(places) == len(asked.table):
        laid = [(felt.label(p), (card,)) for p, card in zip(places, asked.table, strict=True)]
    else:
        laid = [(felt.label(places[0]) if places else "on the table", asked.table)]
    return [*laid, *([("your hand", asked.hand)] if asked.hand else [])]


def _tell(desk: Desk, asked: Exercise, verdict: Verdict, felt: Felt) -> None:
    if verdict.right:
        desk.say("  ✓ Right.", "green")
    else:
        cost = dollars(round(float(verdict.cost) * 100))
        desk.say(f"  ✗ This costs {cost}. Best: {felt.label(verdict.best)}.", "red", hang=4)
    desk.say(f"  {verdict.reason}", hang=2)
    for action, value in verdict.values:
        desk.say(f"  {signed(round(float(value) * 100)):>9}  {felt.label(action)}")
    if asked.closest_of > 1:
        desk.say(f"  The closest of {asked.closest_of} random deals.", "dim")
