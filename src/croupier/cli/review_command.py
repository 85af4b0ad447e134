"""The command ``review``: what decisions cost, from the journal alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from rich.console import Console

from croupier.cli.errors import print_json, report_error
from croupier.cli.journal_command import reported
from croupier.cli.lab_command import chosen_house
from croupier.cli.paper import paper, table
from croupier.company.names import HOUSE_PLAYER
from croupier.journal import Journal, JournalError, RoundLog, open_journal
from croupier.journal.database import DatabaseStore
from croupier.lab.progress import watched
from croupier.lab.settings import LabMissingError
from croupier.mathematics.analysis import Estimate, Value, scaled
from croupier.nouns.reasons import MalformedError
from croupier.review import Decision, RoundReview, added, people_of, persons, review_round
from croupier.review.documents import WORST, sums
from croupier.review.rounds import CENT
from croupier.rules.house import House


@reported
def review(
    database: str,
    number: int | None,
    *,
    through: int | None,
    person: str,
    seed: int,
    file: Path | None,
    sets: Sequence[str],
    as_json: bool,
) -> int | None:
    """``croupier review``: what each decision cost, and what was luck."""
    if through is not None and through < (number or 0):
        raise MalformedError(f"--through {through} is before round {number}")
    try:
        with open_journal(database) as journal:
            verdict = journal.verify()
            if not verdict.verified:
                raise JournalError(str(verdict))
            names = _names(journal)
            wanted = list(_wanted(journal, number, through, person, names))
            if not wanted:
                raise JournalError(_nothing(number, through, person))
            with watched("reviewing") as report:
                found = []
                for done, (round, who) in enumerate(wanted, 1):
                    log = journal.round(round)
                    found.append(review_round(log, who, seed, _house(log, file, sets)))
                    report(done, len(wanted))
    except LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    if as_json:
        print_json(added(found))
    else:
        _print(found, names)
    return None


def _house(log: RoundLog, file: Path | None, sets: Sequence[str]) -> House | None:
    """Return the house that somebody names instead of the round's own; None if nobody does."""
    if file is None and not sets:
        return None
    opened = log.opened
    return chosen_house(opened.game, file, sets, opened.rulebook, opened.house)


def _names(journal: Journal) -> Mapping[str, str]:
    """Return the names of people by pseudonym, if this is a server's journal."""
    store = journal.store
    if not isinstance(store, DatabaseStore) or not sa.inspect(store.engine).has_table("people"):
        return {}
    people = sa.table("people", sa.column("person"), sa.column("name"))
    with store.engine.connect() as connection:
        return {row.person: row.name for row in connection.execute(sa.select(people)) if row.name}


def _wanted(
    journal: Journal, first: int | None, last: int | None, person: str, names: Mapping[str, str]
) -> Iterator[tuple[int, str]]:
    """Yield the rounds to review and whose they are; an unfinished one only if it is named."""
    named = first is not None and last in (None, first)
    lines = iter([journal.round(first)]) if named and first is not None else journal.rounds()
    for line in lines:
        inside = (first or 0) <= line.number and (last is None or line.number <= last)
        if not named and (not inside or line.closed is None):
            continue
        for who, seats in people_of(line).items():
            called = {who, names.get(who), *(f"seat {seat}" for seat in seats)}
            if person in called if person else not who.startswith(HOUSE_PLAYER):
                yield line.number, who


def _nothing(first: int | None, last: int | None, person: str) -> str:
    who = person or "anybody but the players of the house"
    where = "in any finished round"
    if first is not None:
        where = f"in round {first}" if last in (None, first) else f"from round {first} to {last}"
    return f"there is nothing to review: the journal does not have {who} {where}"


# --- for people -----------------------------------------------------------------------------------


def _print(found: Sequence[RoundReview], names: Mapping[str, str]) -> None:
    out = paper()
    several = len(persons(found)) > 1
    made = [(review, one) for review in found for one in review.decisions]
    who = ", ".join(names.get(person, person) for person in persons(found))
    numbers = [review.line.number for review in found]
    rounds = f"{len(set(numbers)):,} rounds" if len(set(numbers)) > 1 else f"Round {numbers[0]}"
    out.print(f"{rounds}: {who}", style="bold")
    columns = ["round", "seat", "cards", "table", "said", "worth", "best", "worth", "cost"]
    shown = table(*columns, right=("round", "worth", "cost"))
    for review, one in made:
        shown.add_row(
            str(review.line.number),
            f"{one.seat} ({names.get(review.person, review.person)})" if several else str(one.seat),
            " ".join(one.situation.hand) or "-",
            " ".join(one.situation.table),
            one.made.action if one.by == "player" else f"{one.made.action} (time over)",
            money(scaled(one.made.value, one.dollars)),
            "" if one.right else one.best.action,
            "" if one.right else money(scaled(one.best.value, one.dollars)),
            "" if one.right else money(one.cost),
        )
    out.print(shown if made else "\nNo decision was to be made.\n")
    _print_worst(out, made)
    _print_sums(out, found, made)


def _print_worst(out: Console, made: Sequence[tuple[RoundReview, Decision]]) -> None:
    mistakes = [(review, one) for review, one in made if one.mistake]
    mistakes.sort(key=lambda pair: -float(pair[1].cost))
    if not mistakes:
        return
    out.print("The costliest mistakes", style="bold")
    for review, one in mistakes[:WORST]:
        said = f"{one.made.action} instead of {one.best.action} cost {money(one.cost)}."
        out.print(f"  Round {review.line.number}, seat {one.seat}: {said} {one.reason}".rstrip())
    out.print()


def _print_sums(
    out: Console, found: Sequence[RoundReview], made: Sequence[tuple[RoundReview, Decision]]
) -> None:
    if made:
        right = [one.right for _, one in made if one.right or one.mistake]
        out.print(f"Right decisions: {sum(right)} of {len(right)}")
    shown = table("", "", "", right=("",))
    totals = sums([review.as_dict() for review in found])
    for name, about in MEANING.items():
        shown.add_row(name, money(totals[name]), about)
    out.print(shown)


MEANING: Final = {
    "result": "won or lost",
    "cost": "lost by decisions",
    "mistakes": "what of it could be helped",
    "expected": "by the odds, with these decisions",
    "luck": "what the cards gave beyond that",
}


def money(value: Value) -> str:
    """Return dollars as people read them, to the cent, an estimate with its standard error.

    >>> money(Fraction(-7, 2)), money(Estimate(1.234, 0.02))
    ('-$3.50', '$1.23 ± 0.02')
    """
    cents = round((Fraction(value.value) if isinstance(value, Estimate) else value) / CENT)
    text = f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
    return f"{text} ± {value.stderr:.2f}" if isinstance(value, Estimate) else text
