"""The numbers in the words of a reason are those that counting every unseen card gives."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from tests.clauses.winners_pot import deck
from tests.support import play
from tests.test_prose import UNLEARNED

from croupier import games, lab
from croupier.games.double_cross_poker.mathematics.solver_advice import showdowns
from croupier.mathematics.analysis import Analysis, Choice, Others, Setting, Situation, best_of
from croupier.mathematics.kept import Keeper
from croupier.mathematics.wording import difference
from croupier.nouns.cards import DECK, VALUE, Card, parse_cards, without
from croupier.nouns.hands import comparison_key, rank_hand
from croupier.nouns.money import dollars

KEEPER = Keeper()
STAKE = 1000
CROSSES = [("double-cross-poker", "ma"), ("double-cross-poker", "nj")]
EVERY = [("red-dog", ""), ("double-down-stud", ""), *CROSSES, ("winners-pot-poker", "")]


def at(game: str, state: str = "", **given: Any) -> Setting:
    return lab.setting(lab.lab_house(game, given, state), stake=STAKE, tables=KEEPER)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def explained(table: Setting, now: Situation) -> tuple[str, list[Choice]]:
    analysis = games.odds_of(table.house.book.game)
    choices = analysis.advise(table, now)
    return analysis.reason(table, now, choices), choices


def number(words: str, pattern: str) -> int:
    found = re.search(pattern, words)
    assert found, f"no {pattern} in: {words}"
    return int(found[1])


def hundredths(share: Fraction, digits: int = 0) -> str:
    return f"{float(100 * share):.{digits}f}"


def more(best: Choice, other: Choice) -> str:
    """Return the difference of two exact choices in dollars."""
    return dollars(int(difference(best.value, other.value) * STAKE + Fraction(1, 2)))


def dealt(seed: int, count: int, times: int) -> Iterator[tuple[Card, ...]]:
    rng = random.Random(seed)
    for _ in range(times):
        yield tuple(rng.sample(DECK, count))


# --- Red Dog --------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 6])
def test_red_dog_counts_the_third_cards(decks: int) -> None:
    table = at("red-dog", decks=decks)
    spread_pays = table.house.payouts["spread"]
    for left, right, *seen in dealt(1, 5, 60):
        words, choices = explained(table, Situation((), (left, right), tuple(seen)))
        unseen = list(DECK) * decks
        for card in (left, right, *seen):
            unseen.remove(card)
        low, high = sorted((VALUE[left], VALUE[right]))
        if high == low + 1:
            assert words.startswith("The cards are consecutive: the wager pushes")
            continue
        if high == low:
            wins = sum(VALUE[card] == low for card in unseen)
            assert f"{wins} of the {len(unseen)} unseen cards make three of a kind" in words
            continue
        wins, spread = sum(low < VALUE[card] < high for card in unseen), high - low - 1
        pays = spread_pays[str(spread) if spread < 4 else "4-11"]
        assert words.startswith(
            f"The spread is {spread}: {wins} of the {len(unseen)} unseen cards win, "
        )
        assert f"At {pays} a raise needs more than " in words
        gain = Fraction(wins, len(unseen)) * (1 + pays.ratio) - 1
        cents = dollars(int(abs(gain) * STAKE + Fraction(1, 2)))
        does = (
            f"raise: $10 more gains {cents}" if gain > 0 else f"pass: a raise of $10 loses {cents}"
        )
        assert gain == 0 or f"So {does} on average." in words
        assert best_of(choices).action == ("raise" if gain > 0 else "pass")
        by_card = (
            "raise if the spread is 7 or more" if spread > 6 else "pass if the spread is 1 to 6"
        )
        assert (f"The strategy card says: {by_card}." in words) == ((gain > 0) == (spread > 6))


def test_red_dog_speaks_of_the_amount_that_is_valued() -> None:
    table = at("red-dog")
    words, _ = explained(table, Situation((), cards("2c Kd"), amount=400))
    assert "So raise: $4 more gains $2.19 on average." in words
    even, _ = explained(at("red-dog", decks=1), Situation((), cards("3c Td"), cards("2c 2d")))
    assert "24 of the 48 unseen cards win, 50 %. At 1 to 1 a raise needs more than half." in even
    assert "So pass: a raise of $10 gains nothing on average." in even


# --- Double Down Stud -----------------------------------------------------------------------------


def hole_cards(known: Sequence[Card], seen: Sequence[Card]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for hole in without(DECK, (*known, *seen)):
        hand = rank_hand((*known, hole))
        name = hand.category.slug
        if name == "pair":
            low, high = hand.ranks[0] <= 5, hand.ranks[0] >= 11
            name = "lose" if low else "pair-of-jacks-or-better" if high else "push"
        counted["lose" if name == "high-card" else name] += 1
    return counted


def test_double_down_stud_counts_the_hole_cards() -> None:
    table = at("double-down-stud")
    odds = table.house.payouts["hand"]
    hands = [*dealt(2, 6, 100), cards("Ac Kc Qc Jc 2d 3d")]
    for hand in hands:
        one, shown, seen = hand[0], hand[1:4], hand[4:]
        words, choices = explained(table, Situation((one,), shown, seen))
        counted = hole_cards((one, *shown), seen)
        assert "Of the 46 unseen cards " in words
        told = {
            name.replace(" ", "-").removeprefix("a-"): (int(n), pays)
            for n, name, pays in re.findall(r"(\d+) (?:makes? )?([a-z ]+) \((\d+ to \d+)\)", words)
        }
        assert told == {name: (n, str(odds[name])) for name, n in counted.items() if name in odds}
        pushes, loses = re.search(r"(\d+) push", words), re.search(r"(\w+) loses?", words)
        assert int(pushes[1] if pushes else 0) == counted["push"]
        assert loses and loses[1] == str(counted["lose"] or "none")
        best = best_of(choices)
        other = next(choice for choice in choices if choice is not best)
        assert words.startswith("You hold ") and f"So {best.action}: " in words
        assert f"s {more(best, other)} on average." in words or "gains nothing" in words


def test_double_down_stud_tells_what_a_limit_leaves() -> None:
    limit = at("double-down-stud", payout_limit="100000")
    words, _ = explained(
        Setting(limit.house, 6000, KEEPER), Situation(cards("Ac"), cards("Kc Qc Jc"))
    )
    assert "1 a royal flush ($40,000 more, at the limit)" in words


# --- Double Cross Poker ---------------------------------------------------------------------------


def axes_played_out(
    own: Sequence[Card], far: Card, right: Card, left: Sequence[Card]
) -> list[tuple[Fraction, Fraction]]:
    """Return the shares of wins and ties on both axes, by playing every deal out."""
    counts, deals = [Counter[str](), Counter[str]()], 0
    for pair in combinations(left, 2):
        for center, near, end in permutations(without(left, pair), 3):
            axes = (far, center, near), (right, center, end)
            dealer = max(comparison_key(rank_hand((*pair, *axis))) for axis in axes)
            deals += 1
            for counted, axis in zip(counts, axes, strict=True):
                mine = comparison_key(rank_hand((*own, *axis)))
                counted["win" if mine > dealer else "tie" if mine == dealer else "lose"] += 1
    return [(Fraction(c["win"], deals), Fraction(c["tie"], deals)) for c in counts]


def told_axes(words: str) -> list[str]:
    return re.findall(r"and win ([\w. ]+?) in 100", words)


@pytest.mark.parametrize(("game", "state"), CROSSES)
def test_double_cross_counts_the_wins_of_both_axes(game: str, state: str) -> None:
    table = at(game, state)
    for dealing in dealt(3, 11, 8):
        own, far, right, left = dealing[:2], dealing[2], dealing[3], dealing[4:]
        now = Situation(own, (far, right), tuple(without(DECK, dealing)))
        check_axes(table, now, axes_played_out(own, far, right, left))


@pytest.mark.parametrize(("game", "state"), CROSSES)
def test_double_cross_says_the_same_from_the_kept_table(game: str, state: str) -> None:
    table = at(game, state)
    for dealing in dealt(4, 4, 3):
        axes = showdowns(dealing[:2], dealing[2], dealing[3])
        shares = [(Fraction(sum(a.wins), a.deals), Fraction(a.ties, a.deals)) for a in axes]
        check_axes(table, Situation(dealing[:2], dealing[2:]), shares)


def check_axes(table: Setting, now: Situation, shares: list[tuple[Fraction, Fraction]]) -> None:
    words, choices = explained(table, now)
    for told, (wins, ties) in zip(told_axes(words), shares, strict=True):
        digits = len(told.partition(".")[2])
        few = {"fewer than 1": wins < Fraction(1, 200), "more than 99": wins > Fraction(199, 200)}
        assert few[told] if told in few else told == hundredths(wins, digits)
        if ties >= Fraction(1, 100):
            assert f" and tie {hundredths(ties)} in 100" in words
    assert words.count(" and win ") == 2
    assert f"A lost raise costs {dollars(2 * STAKE)} more than a fold" in words
    best = best_of(choices)
    assert f"So {best.action}: on average it is " in words
    others = [choice for choice in choices if choice is not best]
    compared = (
        [max(others, key=lambda choice: float(choice.value))] if best.action == "fold" else others
    )
    for other in compared:
        assert f"{more(best, other)} better than" in words or "as good as" in words


@pytest.mark.parametrize(("game", "state"), CROSSES)
def test_double_cross_needs_as_many_wins_as_make_a_raise_worth_a_fold(
    game: str, state: str
) -> None:
    """A raise that beats the fold wins more than it must, and any other less."""
    table = at(game, state)
    for dealing in dealt(5, 4, 100):
        words, choices = explained(table, Situation(dealing[:2], dealing[2:]))
        needed = float(re.findall(r"so it must win ([\d.]+) in 100", words)[0])
        best = max(choices[1:], key=lambda choice: float(choice.value))
        wins = float(told_axes(words)[choices.index(best) - 1])
        assert (wins > needed) == (difference(best.value, choices[0].value) > 0)


# --- Winner's Pot Poker ---------------------------------------------------------------------------


def last_cards(
    own: Sequence[Card], shown: Sequence[Card], left: Sequence[Card]
) -> tuple[Fraction, Fraction]:
    """Return the shares of wins and ties on fourth street, by dealing every last card."""
    wins = ties = deals = 0
    for fifth in left:
        mine = rank_hand((*own, fifth))
        for others in combinations(without(left, [fifth]), 3):
            dealer = rank_hand((*shown, *others))
            wins, ties, deals = wins + (mine > dealer), ties + (mine == dealer), deals + 1
    return Fraction(wins, deals), Fraction(ties, deals)


def check_pot(words: str, choices: list[Choice], wins: Fraction, folds: Fraction) -> None:
    told = re.search(r"in 100; you win (\d+(?:\.\d+)?)", words)
    if told:
        assert told[1] == hundredths(wins, len(told[1].partition(".")[2]))
    else:
        assert "you win fewer than 1" in words and wins < Fraction(1, 200)
    if folds > Fraction(1, 100):
        assert f"fold {hundredths(folds)} on fourth street" in words
    best = best_of(choices)
    (other,) = (choice for choice in choices if choice is not best)
    assert f"So {best.action}: on average it is {more(best, other)} better than " in words
    needed = float(re.findall(r"need to win (?:about )?([\d.]+) in 100", words)[0])
    assert (100 * wins > needed) == (best.action != "fold") or abs(100 * wins - needed) < 1


def test_winners_pot_deals_the_last_cards_of_fourth_street() -> None:
    table = at("winners-pot-poker")
    for dealing in dealt(6, 15, 25):
        own, shown, left = dealing[:4], dealing[4:6], dealing[6:]
        words, choices = explained(table, Situation(own, shown, tuple(without(DECK, dealing))))
        wins, _ = last_cards(own, shown, left)
        check_pot(words, choices, wins, Fraction(0))
        assert "A double costs $20 more, for a pot of $72 after the commission." in words


def test_winners_pot_plays_third_street_on() -> None:
    """A player who bets folds on fourth street where that is worth more."""
    table = at("winners-pot-poker")
    for dealing in dealt(7, 11, 12):
        own, shown, left = dealing[:3], dealing[3:4], dealing[4:]
        words, choices = explained(table, Situation(own, shown, tuple(without(DECK, dealing))))
        won = folded = Fraction(0)
        for mine, theirs in permutations(left, 2):
            rest = without(left, [mine, theirs])
            wins, ties = last_cards((*own, mine), (*shown, theirs), rest)
            stays = wins * Fraction("3.2") - ties * Fraction("0.4") - 4 * (1 - wins - ties)
            won, folded = (won + wins, folded) if stays > -2 else (won, folded + 1)
        check_pot(words, choices, won / 42, folded / 42)
        assert "A bet costs $10 now and $20 on fourth street, for a pot of $72" in words


def test_winners_pot_is_about_right_with_another_player() -> None:
    """The other player has doubled, and so few cards are left that every deal can be played."""
    table = at("winners-pot-poker")
    for dealing in dealt(8, 16, 3):
        own, rival, shown, left = dealing[:4], dealing[4:6], dealing[6:8], dealing[8:]
        now = Situation(
            own, shown, tuple(without(DECK, dealing)), Others((rival,), decided=(True,))
        )
        words, _ = explained(table, now)
        wins = deals = 0
        for fifth in left:
            mine = rank_hand((*own, fifth))
            for theirs in combinations(without(left, [fifth]), 3):
                beaten = mine >= rank_hand((*rival, *theirs))
                for rest in combinations(without(left, [fifth, *theirs]), 3):
                    wins += beaten and mine >= rank_hand((*shown, *rest))
                    deals += 1
        assert words.startswith("Against 1 other player and the dealer's ")
        told = number(words, r"; you win about (\d+)")
        assert abs(told - 100 * wins / deals) < 2
        assert number(words, r"for a pot of about \$(\d+)") > 72


def test_winners_pot_says_what_would_be_best_without_the_other_players() -> None:
    table = at("winners-pot-poker")
    own, shown = cards("Js 6c Ks"), cards("7h")
    alone, choices = explained(table, Situation(own, shown))
    rivals = Others(tuple((card,) for card in cards("Kc Qd Td")), decided=(True,) * 3)
    words, others = explained(table, Situation(own, shown, others=rivals))
    best, among = best_of(choices).action, best_of(others).action
    assert best != among
    assert words.endswith(f" Alone against the dealer, {best} would be best.")
    assert "Alone" not in alone


def test_winners_pot_where_nothing_can_win() -> None:
    own, shown = cards("2c 3d 7h 9s"), cards("Ac Ad")
    alone, _ = explained(at("winners-pot-poker"), Situation(own, shown))
    assert "; you win 0." in alone and "the dealer's pair of aces" in alone
    more_in_pot = Situation(own, shown, others=Others(left=4))
    left, _ = explained(at("winners-pot-poker"), more_in_pot)
    assert "and you hardly ever win the pot." in left


# --- every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "state"), EVERY)
def test_reasons_are_a_few_plain_sentences(game: str, state: str) -> None:
    analysis, table = games.odds_of(game), at(game, state)
    for hand, shown in analysis.shapes:
        for dealing in dealt(9, hand + shown, 30):
            words, choices = explained(table, Situation(dealing[:hand], dealing[hand:]))
            assert words.endswith(".") and "  " not in words and ".." not in words
            assert len(re.findall(r"\.(?: |$)", words)) <= 4
            assert not re.search(r"\d[eE][-+]?\d|None|Fraction|-\d|nan", words)
            assert not UNLEARNED.search(words)
            some = analysis.reason(table, Situation(dealing[:hand], dealing[hand:]), choices[:1])
            assert some.endswith(".")


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("double-down-stud", "As 2d Ks Qs Js", "As 3h Ks Qs Js"),
        ("double-cross-poker", "As Kd 2c 2d 4c Jh Ts Qs 5d", "As Kd 3c 3d 4d Jc Ts Qs 5h"),
        (
            "winners-pot-poker",
            deck({1: "As Kd 7c 2h 3d"}, "9h Jc 6s 6d Tc"),
            deck({1: "As Kd 7c 3h 4d"}, "2h 2c 6s 8d 9c"),
        ),
    ],
)
def test_a_reason_does_not_depend_on_what_lies_face_down(game: str, one: str, other: str) -> None:
    analysis = games.odds_of(game)
    amount = "" if game == "winners-pot-poker" else " 10"
    said = set()
    for cards in (one, other):
        wager = f"1 wager {analysis.first_wager}{amount}"
        round = play(game, cards, wager, "dealer close")
        now = analysis.situation(round.view("seat:1"), round.told("seat:1"), 1)
        assert now is not None
        said.add(explained(at(game), now)[0])
    assert len(said) == 1


def test_a_game_needs_no_reasons() -> None:
    default: Any = Analysis.__dataclass_fields__["reason"].default
    assert default(at("red-dog"), Situation((), cards("2c 9d")), []) == ""
