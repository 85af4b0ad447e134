"""The course of every game teaches every clause that is addressed to the dealer."""

from __future__ import annotations

import pytest

from croupier import games
from croupier.chair.data import lesson, lessons, parse_lesson, situations
from croupier.chair.guide import DEALERS_OWN, addressed
from croupier.chair.sitting import Level, Sitting
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from tests.chair.helpers import RED_DOG, do_right

DOCUMENTS = rulebook.documents()


@pytest.mark.parametrize(("game", "state"), DOCUMENTS)
def test_every_clause_addressed_to_the_dealer_is_taught(game: str, state: str) -> None:
    """The guided text of some lesson tells it in full, in our words or as the physical act."""
    book = rulebook.load(game, state)
    told = {cited: one for given in lessons(game, state) for cited, one in given.taught().items()}
    wanted = addressed(book)
    assert len(wanted) >= 16
    missing = [id for id in wanted if id not in told]
    assert not missing, f"{len(wanted) - len(missing)} of {len(wanted)}: {missing}"
    for id in wanted:
        clause = book.clauses[id]
        physical = clause.coverage == "physical"
        assert told[id].physical is physical
        assert told[id].text == (clause.reason if physical else clause.summary)


@pytest.mark.parametrize(("game", "state"), DOCUMENTS)
def test_no_clause_on_dealing_opening_shuffle_or_cut_is_left_out(game: str, state: str) -> None:
    told = {cited for given in lessons(game, state) for cited in given.taught()}
    every = {c.id for c in rulebook.load(game, state).clauses.values() if c.kind in DEALERS_OWN}
    assert every <= told


def test_the_documents_have_this_many_clauses_for_the_dealer() -> None:
    counts = {f"{g}.{s}": len(addressed(rulebook.load(g, s))) for g, s in DOCUMENTS}
    assert counts == {
        "double-cross-poker.ma": 33,
        "double-cross-poker.nj": 33,
        "double-down-stud.ma": 16,
        "red-dog.ma": 19,
        "winners-pot-poker.ma": 40,
    }


@pytest.mark.parametrize(("game", "state"), DOCUMENTS)
def test_a_course_has_five_lessons_at_least_and_all_of_them_run(game: str, state: str) -> None:
    course = lessons(game, state)
    assert [one.number for one in course] == list(range(1, len(course) + 1))
    assert len(course) >= 5
    assert course[0].opening
    assert {Level.GUIDED, Level.COACHED} <= {one.level for one in course}
    for one in course:
        walked = one.course()
        assert one.text and len(walked) >= 15
        assert all(result["outcome"] != "open" for result in walked.results), one.title
        assert len(one.noted(walked)) == len(one.notes) >= 3
        assert all(m.situation for m in walked.moments if m.step.kind == "report"), one.title
        sitting = Sitting(walked, Level.EXAM)
        do_right(sitting)
        assert sitting.over


@pytest.mark.parametrize("game", games.names())
def test_a_course_teaches_payments_and_irregularities(game: str) -> None:
    kinds = [{m.step.kind for m in one.course().moments} for one in lessons(game)]
    assert any("report" in found for found in kinds)
    assert sum("pay" in found or "award" in found for found in kinds) >= 3


@pytest.mark.parametrize("game", games.names())
def test_a_course_uses_every_way_of_dealing(game: str) -> None:
    choices = games.load(game).house.options["dealing"].choices
    assert choices is not None
    used = {one.record.house.get("dealing", choices[0]) for one in lessons(game)}
    assert used >= set(choices) - {"continuous"}


def test_a_trainer_writes_a_lesson_as_a_record_with_notes() -> None:
    head = """
[lesson]
title = "My lesson"
level = "coached"
text = '''Look at
the spread.'''
[[lesson.notes]]
step = "announce The spread"
text = "Count."
clauses = ["1(b)(2)"]
[[lesson.notes]]
step = "pay seat 1 raise"
text = "Twice."
"""
    written = parse_lesson(RED_DOG + head, 3)
    walked = written.course()
    assert (written.number, written.title, written.level) == (3, "My lesson", Level.COACHED)
    assert written.text == "Look at the spread."
    at = {walked.moments[n].move.name: note.text for n, note in written.noted(walked).items()}
    assert at == {"announce The spread is 3": "Count.", "pay seat 1 raise": "Twice."}
    assert written.taught(walked)["1(b)(2)"].text == "A jack is worth eleven."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x =", "is not a TOML"),
        (RED_DOG, "no \\[lesson\\] with a title"),
        (RED_DOG + '[lesson]\ntitle = "x"\nlevel = "hard"', "hard"),
        (RED_DOG + '[lesson]\ntitle = "x"\nnumber = 2', "unknown key 'number'"),
        (RED_DOG + '[lesson]\ntitle = "x"\n[[lesson.notes]]\ntext = "x"', "step"),
        ('[lesson]\ntitle = "x"\n', "croupier"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_why(text: str, problem: str) -> None:
    with pytest.raises(MalformedError, match=problem):
        parse_lesson(text)


def test_a_note_about_a_step_that_does_not_come_is_an_error() -> None:
    note = '[lesson]\ntitle = "x"\n[[lesson.notes]]\nstep = "burn"\ntext = "x"'
    written = parse_lesson(RED_DOG + note)
    with pytest.raises(MalformedError, match="no step 'burn'"):
        written.noted(written.course())


def test_there_is_no_such_lesson() -> None:
    with pytest.raises(MalformedError, match="no lesson 99: its lessons are 1 to 6"):
        lesson("red-dog", 99)
    with pytest.raises(MalformedError, match="no rulebook 'nj'"):
        lessons("red-dog", "nj")


@pytest.mark.parametrize("game", games.names())
def test_everything_that_can_be_reported_has_a_situation(game: str) -> None:
    sentences = games.load(game).grammar.sentences("dealer")
    reports = {words.removeprefix("report ") for words in sentences if words.startswith("report ")}
    assert reports == {s.report.replace("{seat}", "SEAT") for s in situations(game) if s.report}
