"""The dealer's chair in the browser: a guided round, an exam with all mistakes, a drill."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Response, expect

from croupier.chair.choices import choices
from croupier.chair.course import Course
from croupier.chair.data import lesson
from croupier.chair.drills import PAYOUTS, drill
from croupier.chair.exams import exam_on
from croupier.chair.moves import Move
from croupier.chair.progress import read_standing
from croupier.chair.verdict import Mark, judge
from croupier.nouns.money import show_money
from tests.browser.test_felt import COVERED
from tests.browser.visitors import DESK, PHONE, Doors, Visitor
from tests.chair.helpers import drawing
from tests.server.visitors import House
from tests.sizes import PROOF

SEED = 4


async def choose(visitor: Visitor, move: Move, figure: int | None = None) -> None:
    """Press a choice and, if it has a figure, give it."""
    buttons = visitor.page.locator(".choices button span")
    await buttons.get_by_text(move.label, exact=True).click()
    if move.figure:
        text = show_money(figure or 0) if move.figure == "amount" else str(figure or 0)
        await visitor.page.locator(".figure-box input").fill(text)
        await visitor.press("Do it")


async def step_is(visitor: Visitor, at: int, of: int, what: str = "Step") -> None:
    await expect(visitor.page.locator(".chair-bar")).to_contain_text(f"{what} {at + 1} of {of}")


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
    await visitor.sees(
        re.compile(rf"Best: 100 percent, passed, in .*, {len(course)} right in a row")
    )


def mistakes(course: Course) -> dict[int, tuple[Mark, Move, int | None]]:
    """Return for each kind of mistake a moment at which the page offers it."""
    found: dict[int, tuple[Mark, Move, int | None]] = {}
    wanted = [mark for mark in Mark if mark is not Mark.RIGHT]
    for moment in course.moments:
        for move in choices(course, moment.number, SEED):
            figure = 12345 if move.figure else None
            verdict = judge(course, moment.number, move, figure)
            mark, here = verdict.mark, verdict.met == moment.number
            if mark in wanted and here and moment.number not in found:
                wanted.remove(mark)
                found[moment.number] = (mark, move, figure)
    assert not wanted
    return found


async def test_an_exam_tells_every_mistake_at_its_end_and_gives_a_certificate(
    house: House, doors: Doors
) -> None:
    visitor = await doors.enter("#/train/double-down-stud")
    answers: list[dict[str, Any]] = []

    async def hear(response: Response) -> None:
        if response.url.endswith("/answers"):
            answers.append(await response.json())

    visitor.page.on("response", hear)
    with drawing(SEED):
        await visitor.press("Begin: the exam")
        course = exam_on("double-down-stud", (), seed=SEED)
        await step_is(visitor, 0, len(course))
    wrong = mistakes(course)
    seen = 0
    for moment in course.moments:
        await step_is(visitor, moment.number, len(course))
        assert await visitor.page.locator(".guide").count() == 0
        assert await visitor.page.locator(".verdict-card").count() == 0
        assert await visitor.button("A hint").count() == 0
        if moment.situation:
            seen += 1
            await expect(visitor.page.locator(".situation")).to_be_visible()
        _, move, figure = wrong.get(moment.number, (Mark.RIGHT, moment.move, moment.figure))
        await choose(visitor, move, figure)
    assert seen == 3
    await visitor.sees("Passed")
    assert len(answers) >= len(course) - 1, "the last may still be on its way to us"
    assert all(one["verdict"] is None for one in answers)
    assert all(one["picture"]["report"] is None for one in answers if not one["picture"]["over"])
    await visitor.sees("To study again")
    rows = visitor.page.locator(".report tbody tr")
    await expect(rows).to_have_count(5)
    told = await rows.locator("td:nth-child(2)").all_inner_texts()
    assert sorted(told) == sorted(str(mark) for mark, *_ in wrong.values())
    should = await rows.locator("td:nth-child(4)").all_inner_texts()
    assert should[0].startswith(course.moments[min(wrong)].move.label)
    person = (await house.hall.people.all())[-1]["person"]
    standing = await house.hall.committer.read(
        lambda connection: read_standing(connection, person, "double-down-stud.ma")
    )
    assert {judge(course, n, move, f).item for n, (_, move, f) in wrong.items()} <= set(
        standing.due
    )
    await visitor.page.get_by_role("link", name="The certificate, to print").click()
    await visitor.sees(
        "passed the exam in dealing Double Down Stud under the rules of Massachusetts"
    )
    await visitor.page.emulate_media(media="print")
    await expect(visitor.page.locator("body > header")).to_be_hidden()
    await expect(visitor.button("Print")).to_be_hidden()
    paper = await visitor.page.locator(".certificate").bounding_box()
    assert paper is not None and paper["height"] < 900, "it fits on a sheet of paper"
    number = await visitor.page.locator(".certificate-number").inner_text()
    anybody = await doors.enter(f"#/certificate/{number}")
    await anybody.sees(f"{len(course) - 5} of {len(course)} steps right")


async def test_a_payout_drill_is_typed(house: House, doors: Doors) -> None:
    visitor = await doors.enter(f"#/train/double-cross-poker?seed={SEED}")
    await visitor.press("Begin: payout drill")
    questions = drill(PAYOUTS, "double-cross-poker", seed=SEED).questions
    for i, question in enumerate(questions):
        await step_is(visitor, i, len(questions), "Question")
        await visitor.sees(question.prompt)
        await expect(visitor.page.locator(".hands .face").first).to_be_visible()
        await expect(visitor.page.locator(".facts")).to_contain_text("$")
        wrong = i == 2
        await visitor.page.get_by_label("How much, in dollars").fill(
            show_money(question.right + 100 * wrong)
        )
        await visitor.press("Answer")
        if i == len(questions) - 1:
            break  # the report takes the place of the last verdict
        await step_is(visitor, i + 1, len(questions), "Question")
        await verdict_is(visitor, "wrong" if wrong else "right")
        if wrong:
            verdict = visitor.page.locator(".verdict-card")
            await expect(verdict).to_contain_text(question.should)
    await visitor.sees("9 of 10 right")
    row = visitor.page.locator(".report tbody tr")
    await expect(row.locator("td").first).to_have_text("3")


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


# --- the felt and the choices ---------------------------------------------------------------------

SIZES = (DESK, PHONE, (1920, 1080)) if PROOF else (DESK, PHONE)

HIDDEN = """() => {
  const ask = document.querySelector(".chair-ask").getBoundingClientRect();
  const complaints = [];
  const look = (name, element, within) => {
    const box = element.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, within.top), Math.min(innerHeight, within.bottom)];
    if (!box.width || box.top < top - 1 || box.bottom > bottom + 1 || box.right > innerWidth + 1)
      complaints.push(`${name} is out of view: ${box.top} to ${box.bottom} of ${bottom}`);
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!element.contains(middle) && !middle?.contains(element))
      complaints.push(`${name} is covered by ${middle?.className}`);
  };
  const window = { top: 0, bottom: innerHeight };
  look("the felt", document.querySelector(".chair-stage"), window);
  for (const asked of document.querySelectorAll(".chair-ask .next, .situation"))
    look("what is asked", asked, ask);
  for (const choice of document.querySelectorAll(".choices button"))
    look(choice.textContent.trim(), choice, ask);
  if (scrollY) complaints.push("the page was scrolled");
  return complaints;
}"""
"""Finds what a trainee has to scroll for: the felt, what is asked, or a choice."""

LONGEST = {"red-dog": 6, "double-down-stud": 2, "double-cross-poker": 4, "winners-pot-poker": 4}
"""A lesson of each game with many choices, long texts and things that go wrong."""


@pytest.mark.parametrize(("game", "number"), LONGEST.items())
async def test_felt_question_and_choices_are_in_view_at_every_step(
    game: str, number: int, house: House, doors: Doors
) -> None:
    visitor = await doors.enter(f"#/train/{game}")
    await visitor.page.get_by_label("How much help").select_option("guided")
    await visitor.press(f"Begin lesson {number}")
    course = lesson(game, number).course()
    for moment in course.moments:
        await step_is(visitor, moment.number, len(course))
        for size in SIZES:
            await visitor.resize(size)
            assert await visitor.page.evaluate(HIDDEN) == [], (moment.move.label, size)
            assert await visitor.page.evaluate(COVERED) == [], (moment.move.label, size)
        await choose(visitor, moment.move, moment.figure)
    await visitor.sees("100 percent")


async def press_thing(visitor: Visitor, selector: str, to: str = "") -> None:
    """Press something on the felt, or drag it somewhere else."""
    boxes = []
    for wanted in filter(None, (selector, to)):
        box = await visitor.page.locator(f"svg.table {wanted}").first.bounding_box()
        assert box is not None
        boxes.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    mouse = visitor.page.mouse
    await mouse.move(*boxes[0])
    await mouse.down()
    await mouse.move(*boxes[-1])
    await mouse.up()


async def test_a_round_is_dealt_with_hands_on_the_felt(house: House, doors: Doors) -> None:
    """Cards are drawn from the shoe, chips are pushed, words are said in the bubble."""
    visitor = await doors.enter("#/train/red-dog")
    await visitor.page.get_by_label("How much help").select_option("coached")
    await visitor.press("Begin lesson 2")
    course = lesson("red-dog", 2).course()
    felt = {"burn": (".shoe", ".rack"), "mark": (".scale", "")}
    touched = set()
    for moment in course.moments:
        await step_is(visitor, moment.number, len(course))
        move = moment.move
        place = f'.place[data-place="{move.place}"]'
        area = f'.area[data-seat="{move.seat}"][data-wager="{move.wager}"]'
        ways = felt | {
            "deal": (".shoe", place),
            "collect": (place, ".rack"),
            "pay": (".tray", area),
            "announce": (".bubble", ""),
        }
        if move.kind not in ways:
            await choose(visitor, move, moment.figure)
            continue
        touched.add(move.kind)
        await press_thing(visitor, *ways[move.kind])
        menu = visitor.page.locator(".hand-menu")
        box = visitor.page.locator(".figure-box input")
        if moment.figure is not None:
            amount = move.figure == "amount"
            await box.fill(show_money(moment.figure) if amount else str(moment.figure))
            await visitor.press("Do it")
        elif await menu.count():
            await menu.get_by_text(move.label, exact=True).click()
        if moment.number < len(course) - 1:
            await step_is(visitor, moment.number + 1, len(course))
            await verdict_is(visitor, "right")
    assert touched == {"burn", "mark", "deal", "collect", "pay", "announce"}
    await visitor.sees(f"{len(course)} of {len(course)} right, 100 percent")


async def test_the_dealer_sees_the_table_from_the_dealers_side(house: House, doors: Doors) -> None:
    visitor = await doors.enter("#/train/double-cross-poker")
    await visitor.press("Begin lesson 2")
    await expect(visitor.page.locator("svg.table .tray")).to_be_visible()
    for size in (*SIZES, (768, 1024), (844, 390)):
        await visitor.resize(size)
        middle = {}
        for name, selector in {
            "tray": ".tray",
            "shoe": ".shoe",
            "rack": ".rack",
            "seat 1": '.area[data-seat="1"]',
            "seat 3": '.area[data-seat="3"]',
            **{p: f'.place[data-place="{p}"]' for p in ("left", "right", "near", "far")},
        }.items():
            box = await visitor.page.locator(f"svg.table {selector}").first.bounding_box()
            assert box is not None
            middle[name] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert middle["tray"][1] > middle["near"][1] > middle["far"][1] > middle["seat 1"][1], size
        assert middle["left"][0] < middle["right"][0] and middle["shoe"][0] < middle["rack"][0]
        assert middle["seat 1"][0] < middle["seat 3"][0], size


async def test_the_chair_can_be_read_by_day_and_by_night(house: House, doors: Doors) -> None:
    visitor = await doors.enter(f"#/train/red-dog?seed={SEED}")

    async def can_be_read(what: str, thing: str = "") -> None:
        for size in (PHONE, DESK):
            await visitor.resize(size)
            if thing:
                await expect(visitor.page.locator(".hand-menu")).to_have_count(0)
                await press_thing(visitor, thing)
                await expect(visitor.page.locator(".hand-menu")).to_be_visible()
            assert await visitor.complaints_about_reading() == [], (what, size)
            assert await visitor.complaints_of_axe() == [], (what, size)

    await visitor.sees("The course")
    await can_be_read("the course")
    await visitor.press("Begin lesson 2")
    course = lesson("red-dog", 2).course()
    await step_is(visitor, 0, len(course))
    await can_be_read("a guided lesson")
    await choose(visitor, course.moments[0].move)
    await step_is(visitor, 1, len(course))
    await can_be_read("words to choose from at the bubble", ".bubble")
    await visitor.page.locator(".hand-menu button").first.click()
    await verdict_is(visitor, "not called for")
    await can_be_read("a mistake")
    await visitor.press("Get up")
    await visitor.sees("The end")
    await can_be_read("a report")
    for name, sees in (
        ("Begin: the exam", "What do you do?"),
        ("Begin: payout drill", "The amount"),
        ("Begin: flash cards", "Get up"),
    ):
        await visitor.go(f"#/train/red-dog?seed={SEED}")
        await visitor.press(name)
        await expect(visitor.page.get_by_text(sees).first).to_be_attached()
        await can_be_read(name)


async def test_a_certificate_can_be_read(house: House, doors: Doors) -> None:
    guest = await house.guest("Ann")
    with drawing(SEED):
        picture = await guest.post("/api/chair", 201, game="red-dog", what="exam")
    course = exam_on("red-dog", (), seed=SEED)
    for moment in course.moments:
        right = choices(course, moment.number, SEED).index(moment.move)
        body: dict[str, Any] = {"at": moment.number, "choice": right}
        if moment.figure is not None:
            amount = moment.move.figure == "amount"
            body["figure"] = show_money(moment.figure) if amount else str(moment.figure)
        path = f"/api/chair/sittings/{picture['sitting']}/answers"
        picture = (await guest.post(path, **body))["picture"]
    visitor = await doors.enter(f"#/certificate/{picture['certificate']}")
    await visitor.sees("This is our own exam")
    await visitor.sees("Verified: the journal holds it")
    await can_be_read(visitor)
    person = (await guest.get("/api/me"))["person"]
    floor = await doors.enter(f"#token={house.floor.token}")
    await floor.go("#/dealers")
    await floor.sees("Ann")
    await can_be_read(floor)
    await floor.go(f"#/results/red-dog?rulebook=ma&person={person}")
    await floor.sees("Results of Ann")
    await floor.sees("By clause, the weakest first")
    await can_be_read(floor)


async def can_be_read(visitor: Any) -> None:
    for size in (PHONE, DESK):
        await visitor.resize(size)
        assert await visitor.complaints_about_reading() == [], size
        assert await visitor.complaints_of_axe() == [], size
