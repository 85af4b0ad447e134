"""Drills: payouts to work out, and flash cards of irregularities to rule on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from croupier import games
from croupier.chair.course import Course, Moment, walk
from croupier.chair.data import Irregularity, PayoutDeal, payout_deals, situations
from croupier.chair.guide import Told, told, told_of
from croupier.chair.players import Deal, compose
from croupier.chair.sitting import PASS_MARK
from croupier.chair.streaks import Streak, pace_of, streak_of
from croupier.chair.verdict import in_words
from croupier.chair.wording import with_article
from croupier.nouns.money import Odds, dollars, parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from croupier.rules.house import House
from croupier.rules.rulebook import Rulebook
from croupier.stage.payments import Award, Commission, Pay
from croupier.telling.felt import readable

PAYOUTS: Final = "payouts"
IRREGULARITIES: Final = "irregularities"
KINDS: Final = (PAYOUTS, IRREGULARITIES)

_RULINGS: Final = 4
"""How many rulings a flash card offers."""


@dataclass(frozen=True)
class Question:
    """A question of a drill: an amount to work out, or a ruling to choose."""

    item: str
    """What the question teaches."""
    prompt: str
    right: int
    """The right amount in cents, or the index of the right option."""
    should: str
    clauses: tuple[Told, ...]
    options: tuple[str, ...] = ()
    """Rulings to choose from; empty if the question asks for an amount."""
    facts: tuple[str, ...] = ()
    """What bears on the amount: the hand, the wagers, limits, chips."""
    hint: str = ""
    """The odds, where the trainee should know them."""
    view: Mapping[str, Any] = field(default_factory=dict)

    def read(self, text: str) -> int:
        """Read a typed answer: dollars, or the number of an option.

        Raises :class:`MalformedError` if it is neither.
        """
        if not self.options:
            return int(parse_money(text))
        numbers = [str(i) for i in range(1, len(self.options) + 1)]
        if text.strip() in numbers:
            return numbers.index(text.strip())
        raise MalformedError(f"{text.strip()!r}: choose 1 to {len(self.options)}")


class Drill:
    """Questions asked one after another."""

    def __init__(self, kind: str, game: str, questions: Sequence[Question]) -> None:
        self.kind = kind
        self.game = game
        self.questions = list(questions)
        self.answers: list[tuple[Question, int, float]] = []

    @property
    def over(self) -> bool:
        """Whether no question is left; only then can the drill be passed."""
        return len(self.answers) == len(self.questions)

    @property
    def question(self) -> Question:
        """The question to answer now; raises :class:`MalformedError` after the last."""
        if self.over:
            raise MalformedError("the last question of this drill has been answered")
        return self.questions[len(self.answers)]

    def answer(self, value: int, seconds: float = 0.0) -> bool:
        """Take an answer and move on to the next question; returns whether it is right."""
        question = self.question
        self.answers.append((question, value, seconds))
        return value == question.right

    @property
    def right(self) -> int:
        """How many answers were right so far."""
        return sum(value == question.right for question, value, _ in self.answers)

    @property
    def learnt(self) -> dict[str, bool]:
        """Every item that was asked, and whether it was answered right each time."""
        learnt: dict[str, bool] = {}
        for question, value, _ in self.answers:
            learnt[question.item] = learnt.get(question.item, True) and value == question.right
        return learnt

    @property
    def streak(self) -> Streak:
        """How many questions in a row were answered right: now, and at best."""
        return streak_of(value == question.right for question, value, _ in self.answers)

    @property
    def times(self) -> list[float]:
        """The seconds that each answer took."""
        return [seconds for *_, seconds in self.answers]

    @property
    def seconds(self) -> float:
        """The total time of the answers."""
        return sum(seconds for *_, seconds in self.answers)

    @property
    def passed(self) -> bool:
        """Whether the drill was finished with enough right answers."""
        return self.over and 100 * self.right >= PASS_MARK * len(self.questions)

    def report(self) -> dict[str, Any]:
        """Return the score and what was missed; questions are counted from 1."""
        asked = enumerate(self.answers, 1)
        missed = [(number, q, value) for number, (q, value, _) in asked if value != q.right]
        return {
            "game": self.game,
            "drill": self.kind,
            "questions": len(self.questions),
            "answered": len(self.answers),
            "right": self.right,
            "seconds": round(self.seconds, 1),
            "streak": self.streak.best,
            **pace_of(self.times),
            "passed": self.passed,
            "missed": [
                {
                    "question": number,
                    "item": q.item,
                    "prompt": q.prompt,
                    "said": q.options[value] if q.options else dollars(value),
                    "should": q.should,
                }
                for number, q, value in missed
            ],
        }


def drill(
    kind: str,
    game: str,
    *,
    seed: object,
    state: str = "",
    most: int = 10,
    soon: Collection[str] = (),
) -> Drill:
    """Return a drill of at most ``most`` questions; items that should come ``soon`` come first."""
    if kind not in KINDS:
        raise MalformedError(f"unknown drill {kind!r}: the drills are {', '.join(KINDS)}")
    make = payouts if kind == PAYOUTS else flash_cards
    return Drill(kind, game, _picked(list(make(game, seed, state)), most, soon))


def _picked(questions: Sequence[Question], most: int, soon: Collection[str]) -> list[Question]:
    """Pick at most ``most``: first what should come soon, and everything once before a repeat."""
    times: Counter[str] = Counter()
    turns = []
    for i, question in enumerate(questions):
        turns.append((question.item not in soon, times[question.item], i))
        times[question.item] += 1
    return [questions[i] for *_, i in sorted(turns)[:most]]


# --- payouts --------------------------------------------------------------------------------------


_PAID: Final = (Pay, Commission, Award)


def payouts(game: str, seed: object, state: str = "") -> Iterator[Question]:
    """Yield hands and wagers whose payments to work out; the game itself settles them."""
    draw = random.Random(f"{seed}/payouts")
    deals = list(payout_deals(game)) or [_MADE_UP] * 12
    draw.shuffle(deals)
    for i, one in enumerate(deals):
        wagers = draw.choice(one.wagers)
        record = compose(
            game,
            [replace(one.deal, wagers=wagers)],
            seed=f"{seed}/{i}",
            seats=one.seats,
            state=state,
            options=one.house,
        )
        course = walk(record)
        asked = [moment for moment in course.moments if isinstance(moment.step, _PAID)]
        yield from (_payout(course, moment) for moment in asked)


_MADE_UP: Final = PayoutDeal("a round", Deal(stay=True), (1, 2), ({},))
"""The deal for a game that lists none: a random round."""


def _payout(course: Course, moment: Moment) -> Question:
    step, house = moment.step, course.house
    odds = step.odds if isinstance(step, Pay) else ""
    what = f"{step.wager} at {odds}" if isinstance(step, Pay) else step.kind
    return Question(
        item=f"payout: {what}",
        prompt=f"{moment.move.label}: how much?",
        right=moment.figure or 0,
        should=f"{in_words(moment.move, moment.figure)}{_working(moment)}",
        clauses=tuple(told_of(step, house.book)),
        facts=tuple(_facts(course, moment, house)),
        hint=f"The house pays {odds}." if odds else "",
        view=moment.view,
    )


def _working(moment: Moment) -> str:
    """Return how a payment by odds is worked out."""
    step = moment.step
    if not isinstance(step, Pay):
        return ""
    stake = parse_money(moment.view["seats"][str(step.seat)]["wagers"][step.wager])
    due = Odds.parse(step.odds).pay(stake)
    paid = moment.figure or 0
    end = "" if paid == due else ", rounded up" if paid > due else ", held to the limit"
    return f" ({dollars(stake)} at {step.odds} is {dollars(due)}{end})"


def _facts(course: Course, moment: Moment, house: House) -> Iterator[str]:
    step, view = moment.step, moment.view
    number = getattr(step, "seat", None)
    if number is not None:
        seat = view["seats"][str(number)]
        hand = course.results[moment.round - 1]["seats"][str(number)]["hand"]
        if hand:
            yield f"Seat {number} has {with_article(readable(hand))}."
        for name, amount in seat["wagers"].items():
            yield f"The {readable(name)} is {dollars(parse_money(amount))}."
    yield from _posted(house)
    if "pot" in view:
        yield f"The pot is {dollars(parse_money(view['pot']))}."
    if isinstance(step, Commission):
        for key, option in house.options.items():
            if option.favours == "house" and house.values[key] is not None:
                name, value = readable(key.replace(".", " ")), option.show(house.values[key])
                yield f"The house's {name} is {value}."
    if house.payout_limit is not None and isinstance(step, Pay):
        yield f"The payout limit is {dollars(house.payout_limit)}."
    for rule in moment.rules:
        if house.book.clauses[rule].kind == "payout-limit":
            yield f"{house.book.clauses[rule].summary} ({rule})"
    if house.chip > 1:
        yield f"The smallest chip is {dollars(house.chip)}."


def _posted(house: House) -> Iterator[str]:
    """Yield the odds that are better than the document's, which nobody can know by heart."""
    for wager, rows in house.book.least_odds.items():
        for row, least in rows.items():
            odds = house.payouts[wager][row]
            if odds != least:
                yield f"This house pays {odds} on {readable(f'{wager} {row}'.strip())}."


# --- irregularities -------------------------------------------------------------------------------


def flash_cards(game: str, seed: object, state: str = "") -> Iterator[Question]:
    """Yield every irregularity of a game, with its ruling among others to choose from."""
    draw = random.Random(f"{seed}/irregularities")
    book = rulebook.load(game, state or games.load(game).states[0])
    known = list(situations(game))
    draw.shuffle(known)
    for situation in known:
        yield _flash_card(situation, known, book, draw)


def _flash_card(
    situation: Irregularity, known: Sequence[Irregularity], book: Rulebook, draw: random.Random
) -> Question:
    ours = _ruling(situation, book)
    # Rulings with the same beginning are the same ruling, so one of them is enough.
    leads = {
        _lead(ruling): ruling for s in known if _lead(ruling := _ruling(s, book)) != _lead(ours)
    }
    others = sorted(leads.values())
    options = [ours, *draw.sample(others, min(_RULINGS - 1, len(others)))]
    draw.shuffle(options)
    seat = draw.randint(1, 6)
    cited = [book.cite(situation.rule)] if situation.rule else []
    return Question(
        item=f"ruling: {situation.report or situation.cited}",
        prompt=situation.seen.format(seat=seat),
        right=options.index(ours),
        should=ours,
        clauses=tuple(told(book, cited, situation.finding)),
        options=tuple(options),
    )


def _lead(ruling: str) -> str:
    return ruling.partition(":")[0]


def _ruling(situation: Irregularity, book: Rulebook) -> str:
    """Return the ruling in the list's words, or else in those of the clause or the finding."""
    if situation.ruling:
        return situation.ruling
    if situation.rule:
        return book.clause(situation.rule).summary
    return book.findings[situation.finding or ""].ruling
