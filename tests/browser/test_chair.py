"""The dealer's chair in the browser: a guided round, an exam with all mistakes, a drill."""

from __future__ import annotations

from playwright.async_api import expect

from croupier.chair.choices import choices
from croupier.chair.course import Course
from croupier.chair.data import lesson
from croupier.chair.drills import PAYOUTS, drill
from croupier.chair.exams import exam
from croupier.chair.moves import Move
from croupier.chair.progress import read_standing
from croupier.chair.verdict import Mark, judge
from croupier.nouns.money import show_money
from tests.browser.visitors import Doors, Visitor
from tests.server.visitors import House

SEED = 4


async def choose(visitor: Visitor, move: Move, figure: int | None = None) -> None:
    """Press a choice and, if it has a figure, give it."""
    buttons = visitor.page.locator(".choices button span")
    await buttons.get_by_text(move.label, exact=True).click()
    if move.figure:
        text = show_money(figure or 0) if move.figure == "amount" else str(figure or 0)
        await visitor.page.locator(".figure-box input").fill(text)
        await visitor.press("Do it")


async def step_is(visitor: Visitor, at: int, of: int) -> None:
    await expect(visitor.page.locator(".chair-bar")).to_contain_text(f"{at} of {of}")


async def verdict_is(visitor: Visitor, mark: str) -> None:
    await expect(visitor.page.locator(".verdict-card")).to_have_attribute("data-mark", mark)


async def test_a_guided_round_is_dealt_as_it_is_shown(house: House, doors: Doors) -> None:
    visitor = await doors.enter("#/train/red-dog")
    await visitor.sees("You have not sat in this chair yet")
    await visitor.press("Begin lesson 2")
    await visitor.sees("Lesson 2: A plain round")
    course = lesson("red-dog", 2).course()
    for moment in course.moments:
        await step_is(visitor, moment.number, len(course))
        await expect(visitor.page.locator(".guide .next")).to_contain_text(moment.move.label)
        if moment.move.name.startswith("deal left"):
            hands = visitor.page.locator(".guide .physical")
            await expect(hands).to_contain_text("Draw with the left hand")
        await choose(visitor, moment.move, moment.figure)
        if moment.number < len(course) - 1:
            await verdict_is(visitor, "right")
    await visitor.sees(f"{len(course)} of {len(course)} right, 100 percent")
    await visitor.page.get_by_role("link", name="Back to the course").click()
    await visitor.sees("You have sat down 1 time.")
    await visitor.sees("Best: 100 percent, passed.")


def mistakes(course: Course) -> dict[int, tuple[Mark, Move, int | None]]:
    """Return for each kind of mistake a moment at which the page offers it."""
    found: dict[int, tuple[Mark, Move, int | None]] = {}
    wanted = [mark for mark in Mark if mark is not Mark.RIGHT]
    for moment in course.moments:
        for move in choices(course, moment.number, SEED):
            figure = 12345 if move.figure else None
            mark = judge(course, moment.number, move, figure).mark
            if mark in wanted and moment.number not in found:
                wanted.remove(mark)
                found[moment.number] = (mark, move, figure)
    assert not wanted
    return found


async def test_an_exam_with_every_kind_of_mistake_and_the_verdict_on_each(
    house: House, doors: Doors
) -> None:
    visitor = await doors.enter(f"#/train/double-down-stud?seed={SEED}")
    await visitor.press("Begin: the exam")
    course = exam("double-down-stud", seed=SEED)
    wrong = mistakes(course)
    seen = 0
    for moment in course.moments:
        await step_is(visitor, moment.number, len(course))
        assert await visitor.page.locator(".guide").count() == 0
        assert await visitor.button("A hint").count() == 0
        if moment.situation:
            seen += 1
            await expect(visitor.page.locator(".situation")).to_be_visible()
        mark, move, figure = wrong.get(moment.number, (Mark.RIGHT, moment.move, moment.figure))
        await choose(visitor, move, figure)
        await verdict_is(visitor, str(mark))
        if mark is not Mark.RIGHT:
            verdict = visitor.page.locator(".verdict-card")
            await expect(verdict).to_contain_text("What should have happened")
            await expect(verdict).to_contain_text(moment.move.label)
            await expect(verdict.locator(".told li").first).to_be_visible()
    assert seen == 3
    await visitor.sees("Passed")
    await visitor.sees("To study again")
    rows = visitor.page.locator(".report tbody tr")
    await expect(rows).to_have_count(5)
    told = await rows.locator("td:nth-child(2)").all_inner_texts()
    assert sorted(told) == sorted(str(mark) for mark, *_ in wrong.values())
    person = (await house.hall.people.all())[-1]["person"]
    standing = await house.hall.committer.read(
        lambda connection: read_standing(connection, person, "double-down-stud.ma")
    )
    assert {judge(course, n, move, f).item for n, (_, move, f) in wrong.items()} <= set(
        standing.due
    )


async def test_a_payout_drill_is_typed(house: House, doors: Doors) -> None:
    visitor = await doors.enter(f"#/train/double-cross-poker?seed={SEED}")
    await visitor.press("Begin: payout drill")
    questions = drill(PAYOUTS, "double-cross-poker", seed=SEED).questions
    for i, question in enumerate(questions):
        await step_is(visitor, i, len(questions))
        await visitor.sees(question.prompt)
        await expect(visitor.page.locator(".hands .face").first).to_be_visible()
        await expect(visitor.page.locator(".facts")).to_contain_text("$")
        wrong = i == 2
        await visitor.page.get_by_label("How much, in dollars").fill(
            show_money(question.right + 100 * wrong)
        )
        await visitor.press("Pay")
        await verdict_is(visitor, "wrong" if wrong else "right")
        if wrong:
            verdict = visitor.page.locator(".verdict-card")
            await expect(verdict).to_contain_text(question.should)
    await visitor.sees("9 of 10 right")


async def test_flash_cards_and_hints(house: House, doors: Doors) -> None:
    visitor = await doors.enter(f"#/train/winners-pot-poker?seed={SEED}")
    await visitor.press("Begin: flash cards")
    question = drill("irregularities", "winners-pot-poker", seed=SEED).question
    await visitor.page.locator(".choices button").nth(question.right).click()
    await verdict_is(visitor, "right")
    await visitor.go("#/train/double-cross-poker?rulebook=nj")
    await visitor.press("Begin: a round for practice")
    await visitor.press("A hint")
    await expect(visitor.page.locator(".chair-hint")).to_contain_text("(25.")
    await visitor.press("Get up")
    await visitor.sees("The end")


async def test_a_choice_can_be_made_from_the_keyboard(house: House, doors: Doors) -> None:
    visitor = await doors.enter("#/train/red-dog")
    await visitor.press("Begin lesson 2")
    course = lesson("red-dog", 2).course()
    await step_is(visitor, 0, len(course))
    right = choices(course, 0, 2).index(course.moments[0].move)
    await visitor.page.keyboard.press(str(right + 1))
    await step_is(visitor, 1, len(course))
    await verdict_is(visitor, "right")
