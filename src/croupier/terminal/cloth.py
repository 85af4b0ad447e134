"""The drawing of a sitting's felt: places with cards, scales with markers, seats with wagers.

Everything comes from what the player's seats may see and from the game's felt. The code knows no
game by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.money import dollars, parse_money, signed
from croupier.telling.felt import Felt, Scale, readable, seat_of
from croupier.terminal.drawing import (
    BOLD,
    CLOTH,
    FADED,
    GOLD,
    GRAND,
    INK,
    LARGE,
    MARKED,
    MEDIUM,
    SMALL,
    Block,
    Size,
    StyledLine,
    above,
    beside,
    boxed,
    clickable,
    draw_cards,
    faded,
    fitted,
    flowed,
    joined,
    line,
    long,
    plain,
    short,
    wide,
)

CHIP: Final = "◉"
AREA_WIDTH: Final = 16
_OUTCOMES: Final = {
    "win": "wins",
    "lose": "lost",
    "push": "push",
    "returned": "returned",
    "forfeited": "forfeited",
    "shared": "shares",
}


@dataclass(frozen=True)
class Place:
    """One of the player's seats."""

    number: int
    bankroll: int
    state: str
    wagers: Sequence[Mapping[str, Any]]
    active: bool
    chosen: str = ""
    """The wager whose area chips go to."""
    stack: int | None = None
    """The amount that is being built there and not yet placed."""


@dataclass(frozen=True)
class Guest:
    """The seat of a house player."""

    number: int
    name: str
    plays: str
    """How it plays, in words."""
    bankroll: int
    state: str
    staked: int
    """Everything it has wagered in this round."""
    net: int | None = None
    """What it won or lost, once the round is over."""
    thinks: bool = False


@dataclass(frozen=True)
class Picture:
    """Everything that is drawn."""

    felt: Felt
    payouts: Mapping[str, Mapping[str, Any]]
    laid: Mapping[str, Sequence[Card]]
    """Every place of the round with its cards as last seen."""
    lying: frozenset[str]
    """The places that still have their cards."""
    marks: Mapping[str, int]
    """By kind of event, the step on which it last put its marker."""
    seats: Sequence[Place]
    company: Sequence[Guest] = ()
    pot: int = 0
    button: str = ""
    """Where the dealer button lies, in a game that has one."""


def draw(picture: Picture, width: int, height: int) -> Block:
    """Draw the felt in the largest layout that fits, centred; if none fits, it can be scrolled."""
    block: Block = []
    for arranged in (_below, _beside) if picture.company else (_alone,):
        for size, seats, gap in _WAYS:
            above_seats = [*arranged(picture, size, width, gap), *_extras(picture)]
            block = above([*above_seats, seats(picture, size, width)], gap)
            if wide(block) <= width and len(block) <= height:
                return above([block], least=width)
    return above([block], least=width)


def _alone(picture: Picture, size: Size, width: int, gap: int) -> list[Block]:
    """Return the table without house players."""
    return [*_table(picture, size, width)]


def _below(picture: Picture, size: Size, width: int, gap: int) -> list[Block]:
    """Put the house players below the cards of the table."""
    # A scroll bar may take a column.
    return [*_table(picture, size, width), _company(picture, size, width - 1)]


def _beside(picture: Picture, size: Size, width: int, gap: int) -> list[Block]:
    """Put the house players beside the cards of the table, where there is too little height."""
    table = above([*_table(picture, size, width)], gap)
    return [beside([table, _company(picture, SMALL, width - wide(table) - 1)], gap=1)]


def _table(picture: Picture, size: Size, width: int) -> Iterator[Block]:
    """Yield the table's own places, row by row, then the scales."""
    felt = picture.felt
    own = {seat.number for seat in picture.seats} | {guest.number for guest in picture.company}
    named = {place for row in felt.rows for place in row}
    loose = [p for p in picture.laid if p not in named and seat_of(p) not in own]
    for row in felt.rows:
        yield _row(picture, row, size)
    yield flowed([_place(picture, place, size) for place in loose], width, gap=2)
    for scale in felt.scales:
        yield _scale(scale, picture)


def _extras(picture: Picture) -> Iterator[Block]:
    """Yield the pot and the button, in games that have them."""
    extras = [f"pot {CHIP} {dollars(picture.pot)}"] if picture.pot else []
    extras += [f"button at {picture.button}"] if picture.button else []
    if extras:
        yield [line("   ".join(extras), BOLD)]


def _row(picture: Picture, places: Sequence[str], size: Size) -> Block:
    """Draw places side by side and equally wide, so that rows line up."""
    blocks = [_place(picture, place, size) for place in places]
    width = max(map(wide, blocks), default=0)
    return beside([above([block], least=width) for block in blocks], gap=2)


def _place(picture: Picture, place: str, size: Size) -> Block:
    """Draw a place with its label and cards, faded once they are in the rack; "" is a gap."""
    if not place:
        return [line("")] * (size[1] + 1)
    cards = draw_cards(picture.laid.get(place, ()), size, picture.felt.cards.get(place, 1))
    block = above([[line(picture.felt.label(place), INK)], cards])
    gone = place in picture.laid and place not in picture.lying
    return faded(block) if gone else block


def _scale(scale: Scale, picture: Picture) -> Block:
    """Draw a line of steps, with their odds and the marker below."""
    at = picture.marks.get(scale.marker)
    rows = picture.payouts.get(scale.payouts, {})
    columns = [_steps(steps, odds, at) for odds, steps in _groups(scale, rows)]
    body: Block = []
    for i in range(3):
        edge = line("│" if i < 2 else " ", CLOTH)
        body.append((*edge, *joined([(*column[i], *edge) for column in columns])))
    return above([[line(" ".join(scale.label.upper()), CLOTH)], body])


def _groups(scale: Scale, rows: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """Yield the odds of each row of the payout table, with the steps that share it, in order."""
    taken: set[int] = set()
    for name, odds in rows.items():
        first, _, last = name.partition("-")
        steps = [s for s in scale.steps if int(first) <= s <= int(last or first)]
        taken.update(steps)
        yield str(odds), steps
    if len(taken) < len(scale.steps):
        yield "", [step for step in scale.steps if step not in taken]


def _steps(steps: Sequence[int], odds: str, at: int | None) -> Block:
    cell = 3 if len(steps) > 1 else max(len(odds), 3)
    numbers = joined([line(str(n).center(cell), MARKED if n == at else INK) for n in steps])
    marker = joined([line(("▲" if n == at else "").center(cell), GOLD) for n in steps])
    width = max(cell * len(steps), len(odds))
    return [fitted(numbers, width), fitted(line(odds, GOLD), width), fitted(marker, width)]


# --- house players --------------------------------------------------------------------------------


def _company(picture: Picture, size: Size, width: int) -> Block:
    """Draw the house players: with their cards side by side if there is room, or a line each."""
    if size in (GRAND, LARGE):
        return flowed([_guest(picture, guest) for guest in picture.company], width, gap=3)
    rows = [_facts(picture, guest) for guest in picture.company]
    block: Block = []
    for kept in _KEPT:
        columns = [above([[row[name]] for row in rows], centred=False) for name in kept]
        block = beside([column for column in columns if wide(column)], gap=1)
        if wide(block) <= width:
            break
    return block


_KEPT: Final = (
    ("who", "plays", "cards", "chips", "net", "state", "money"),
    ("who", "plays", "cards", "chips", "net", "state"),
    ("who", "plays", "cards", "chips", "net"),
    ("who", "cards", "chips", "net"),
    ("who", "short"),
    ("who",),
)
"""What a line says of a house player, the more the better."""


def _guest(picture: Picture, guest: Guest) -> Block:
    """Draw a house player's cards above the name, the chips and what became of them."""
    facts = _facts(picture, guest)
    hands = [draw_cards(picture.laid[place], SMALL) for place in _hands(picture, guest)]
    hands = hands if _lies(picture, guest) else [faded(hand) for hand in hands]
    below = [facts[name] for name in ("chips", "net", "state", "money")]
    who = joined([facts["who"], facts["plays"]], gap=1)
    told = joined([fact for fact in below if plain(fact)], gap=2)
    return above([beside(hands), [who], [told]])


def _facts(picture: Picture, guest: Guest) -> dict[str, StyledLine]:
    """Return everything about a house player, each fact as a short line."""
    cards = [card for place in _hands(picture, guest) for card in picture.laid[place]]
    played = guest.net is not None and guest.staked
    style = GOLD if guest.thinks else INK
    return {
        "who": line(f"{'▸' if guest.thinks else ' '} {guest.number} {guest.name}", style),
        "plays": line(guest.plays, CLOTH),
        "cards": line(" ".join(map(_tiny, cards)), BOLD if _lies(picture, guest) else FADED),
        "chips": line(f"{CHIP} {dollars(guest.staked)}" if guest.staked else "", BOLD),
        "net": line(signed(guest.net) if guest.net is not None and played else "", GOLD),
        "state": line("" if played else readable(guest.state), INK),
        "money": line(dollars(guest.bankroll), INK),
        "short": line(signed(guest.net or 0) if played else dollars(guest.staked), BOLD),
    }


def _lies(picture: Picture, guest: Guest) -> bool:
    return any(place in picture.lying for place in _hands(picture, guest))


def _hands(picture: Picture, guest: Guest) -> list[str]:
    return [place for place in picture.laid if seat_of(place) == guest.number]


def _tiny(card: Card) -> str:
    """Return a card for a line of many: a hidden one is a block."""
    return "▒▒" if card == UNKNOWN else short(card)


# --- seats ----------------------------------------------------------------------------------------


def _boxes(picture: Picture, size: Size, width: int) -> Block:
    """Draw every seat with its hand and boxed areas, as many side by side as fit."""
    return flowed([_seat(picture, seat, size) for seat in picture.seats], width, gap=3)


def _lines(picture: Picture, size: Size, width: int) -> Block:
    """Draw every seat in a line or two, below the hands."""
    hands = beside([_hand(picture, seat, size) for seat in picture.seats], gap=2)
    return above([hands, *(_seat_line(picture, seat, width) for seat in picture.seats)])


def _hand(picture: Picture, seat: Place, size: Size) -> Block:
    """Draw the cards of a seat, if it has any."""
    places = [place for place in picture.laid if seat_of(place) == seat.number]
    hands = [draw_cards(picture.laid[place], size) for place in places]
    shown = [
        hand if place in picture.lying else faded(hand)
        for place, hand in zip(places, hands, strict=True)
    ]
    return above([[line("your hand", INK)], beside(shown)]) if shown else []


def _seat(picture: Picture, seat: Place, size: Size) -> Block:
    areas = beside(
        [_area(picture.felt, seat, wager) for wager in _wagers(picture.felt, seat)], gap=1
    )
    return above([_hand(picture, seat, size), areas, [_name(seat)]])


def _wagers(felt: Felt, seat: Place) -> list[str]:
    """Return the areas of a seat: those of the felt, and those of any other wagers."""
    return list(dict.fromkeys([*felt.wagers, *(w["wager"] for w in seat.wagers)]))


def _area(felt: Felt, seat: Place, wager: str) -> Block:
    chosen = seat.active and seat.chosen == wager
    rows = _inside(seat, wager, chosen)
    block = boxed(rows, felt.label(wager), AREA_WIDTH, chosen=chosen)
    return clickable(block, _click(seat, wager))


def _inside(seat: Place, wager: str, chosen: bool) -> list[StyledLine]:
    """Return the lines in a betting area: its chips, and the stack being built or the outcome."""
    placed = next((w for w in seat.wagers if w["wager"] == wager), None)
    chips = line("·", CLOTH)
    if placed is not None:
        chips = line(f"{CHIP} {dollars(parse_money(placed['amount']))}", BOLD)
    if chosen and seat.stack is not None:
        return [chips, line(f"▸ {dollars(seat.stack)}", GOLD)]
    return [chips, line(_became(placed) if placed else "", GOLD)]


def _became(wager: Mapping[str, Any]) -> str:
    """Return what became of a wager, in a word or two."""
    if paid := parse_money(wager["paid"]):
        return f"+{dollars(paid)} {wager['odds'] or ''}".rstrip()
    return _OUTCOMES.get(wager["outcome"], "")


def _name(seat: Place) -> StyledLine:
    mark = "▸ " if seat.active else ""
    state = f" · {readable(seat.state)}" if seat.state else ""
    text = f"{mark}seat {seat.number} · {dollars(seat.bankroll)}{state}"
    return line(text, GOLD if seat.active else INK)


def _seat_line(picture: Picture, seat: Place, width: int) -> Block:
    """Draw a seat with its areas, without boxes."""
    areas = []
    for wager in _wagers(picture.felt, seat):
        chosen = seat.active and seat.chosen == wager
        label = line(f"{picture.felt.label(wager)} ", GOLD if chosen else CLOTH)
        inside = joined([one for one in _inside(seat, wager, chosen) if plain(one)], gap=1)
        areas += clickable([(*label, *inside)], _click(seat, wager))
    whole = joined([_name(seat), *areas], gap=2)
    if long(whole) <= width:
        return [whole]
    return above([[_name(seat)], flowed([[area] for area in areas], width, gap=2)])


def _click(seat: Place, wager: str) -> str:
    return f"screen.spot({seat.number}, {wager!r})"


_WAYS: Final = (
    (GRAND, _boxes, 1),
    (LARGE, _boxes, 1),
    (LARGE, _boxes, 0),
    (MEDIUM, _boxes, 1),
    (MEDIUM, _boxes, 0),
    (MEDIUM, _lines, 1),
    (MEDIUM, _lines, 0),
    (SMALL, _boxes, 0),
    (SMALL, _lines, 0),
)
"""The layouts, best first: the size of cards, how seats are drawn, and the gap between rows."""
