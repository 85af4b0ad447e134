"""Cards and the felt, as they are drawn."""

from __future__ import annotations

import pytest

from croupier import games
from croupier.nouns.cards import DECK, UNKNOWN, Card
from croupier.telling import felt
from croupier.terminal.chair import Chair
from croupier.terminal.cloth import draw
from croupier.terminal.drawing import (
    GRAND,
    LARGE,
    MEDIUM,
    RED,
    SMALL,
    Size,
    draw_card,
    long,
    plain,
    short,
)
from tests.terminal.table import a_sitting


@pytest.mark.parametrize("size", [GRAND, LARGE, MEDIUM, SMALL])
def test_every_card_is_drawn_in_its_size_with_its_rank_and_suit(size: Size) -> None:
    for card in (*DECK, UNKNOWN, None):
        lines = draw_card(card, size)
        assert [long(line) for line in lines] == [size[0]] * size[1]
        text = "".join(map(plain, lines))
        if card is None or card == UNKNOWN:
            assert not set(text) & set("♠♥♦♣A23456789KQJ")
        else:
            assert short(card)[-1] in text and short(card)[:-1] in text


def test_hearts_are_red_and_still_say_so_without_colour() -> None:
    face = draw_card(Card("Th"), SMALL)[1]
    assert "10♥" in plain(face)
    assert RED in [style for _, style in face]


def drawn(chair: Chair, width: int, height: int) -> str:
    chair.look()
    return "\n".join(plain(line) for line in draw(chair.picture(), width, height))


def test_red_dog_shows_its_boxes_the_odds_and_the_marker() -> None:
    sitting = a_sitting(seed=7)
    sitting.hurry()
    chair = Chair(sitting)
    before = drawn(chair, 49, 18)
    assert "left" in before and "third card" in before and "right" in before
    assert "│5 to 1│4 to 1│2 to 1│" in before and "1 to 1" in before
    assert "▲" not in before
    sitting.act(sitting.game.grammar.parse("1 wager original 10"))
    sitting.hurry()
    sitting.act(sitting.game.grammar.parse("dealer close"))
    sitting.hurry()
    lines = drawn(chair, 49, 18).splitlines()
    numbers = next(line for line in lines if "│  1   │" in line)
    marker = next(line for line in lines if "▲" in line)
    assert numbers[marker.index("▲")] == "3"
    assert any("9" in line for line in lines) and any("♥" in line for line in lines)


def test_a_game_without_a_felt_gets_a_plain_one() -> None:
    game = games.load("red-dog")
    cloth = felt.plain(game)
    assert cloth.title == "Red Dog" and cloth.wagers == ("original", "raise")
    sitting = a_sitting(seed=7)
    sitting.felt = cloth
    for said in ("1 wager original 10", "dealer close"):
        sitting.hurry()
        sitting.act(game.grammar.parse(said))
    sitting.hurry()
    shown = drawn(Chair(sitting), 49, 18)
    assert "left" in shown and "right" in shown and "9" in shown and "♥" in shown
