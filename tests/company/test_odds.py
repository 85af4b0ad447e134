"""House players decide as ``odds`` values their strategy, and win as much in the long run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random

import numpy as np
import pytest

from croupier import games, lab
from croupier.company import STRATEGIES, decide, look, wagers, warm
from croupier.company.solved import plays_of
from croupier.equipment.shoe import ordered
from croupier.games.double_cross_poker.mathematics import odds as double_cross
from croupier.games.double_cross_poker.mathematics.solver_situations import canonical
from croupier.games.double_down_stud.mathematics import odds as double_down
from croupier.games.red_dog.mathematics import odds as red_dog
from croupier.games.red_dog.mathematics.solver import Shoe, situation
from croupier.games.winners_pot_poker.mathematics import odds as winners_pot
from croupier.games.winners_pot_poker.mathematics.solver import Solution
from croupier.games.winners_pot_poker.mathematics.solver_streets import fourth_state, third_state
from croupier.lab.answers import odds
from croupier.mathematics.analysis import Answer, Others, Question, Setting, Situation
from croupier.nouns.cards import DECK, RANKS, Card
from croupier.nouns.money import show_money
from croupier.rules.house import House, standard
from croupier.stage.round import Round
from croupier.stage.table import Table
from tests.sizes import sized

GAMES = tuple(name for name in games.names() if name != "high-card")
RICH = 10**12
ROUNDS = 15_000
"""Rounds of each game and strategy in a proof."""
SITUATIONS = 400

every_strategy = pytest.mark.parametrize("strategy", STRATEGIES)
every_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, strategy: str) -> str:
    """Return the strategy of ``odds`` that a kind of house player follows."""
    return games.odds_of(game).company[strategy]


@cache
def answer(game: str, strategy: str) -> Answer:
    return odds(lab.setting(standard(game)), Question(played(game, strategy), brief=True))


def sat(house: House, seats: int, seed: str) -> Table:
    """Return a table with a seed, at which everybody can pay for everything."""
    shuffles = iter(range(10**9))
    return Table(
        games.load(house.book.game),
        house,
        dict.fromkeys(range(1, seats + 1), RICH),
        shuffle=lambda pack: ordered(pack, f"{seed}/{next(shuffles)}"),
    )


def begun(table: Table) -> Round:
    """Return the next round after the house players have wagered."""
    round = table.begin()
    for seat in round.layout.seats:
        for said in wagers(look(round, seat), "best"):
            round.act(f"{seat} {said}")
    round.act("dealer close")
    return round


# --- in the long run ------------------------------------------------------------------------------


@every_game
@every_strategy
def test_a_house_player_wins_in_the_long_run_what_odds_says(game: str, strategy: str) -> None:
    house = standard(game)
    exact = answer(game, strategy).figures
    table, rounds = sat(house, 1, f"long run/{game}"), sized(ROUNDS)
    stake, net, staked = house.first_wager[0], 0, 0
    for _ in range(rounds):
        round = begun(table)
        while not round.over:
            round.act(f"1 {decide(look(round, 1), strategy)}")
        seat = round.layout.seats[1]
        net += seat.net
        staked += sum(placed.amount for placed in seat.wagers.values())
    mean, error = net / rounds / stake, sqrt(exact.variance / rounds)
    assert abs(mean - exact.ev) < 4 * error, f"{mean:.4f}, not {float(exact.ev):.4f} ± {error:.4f}"
    # What is staked varies far less, so it tells more about the decisions.
    assert staked / rounds / stake == pytest.approx(float(exact.average_wager), rel=0.03)


@every_game
def test_the_card_is_worth_what_the_strategy_card_says(game: str) -> None:
    table = lab.setting(standard(game))
    assert answer(game, "card").figures.ev == lab.strategy(table).ev


@every_game
def test_the_strategies_differ_as_their_names_say(game: str) -> None:
    figures = {name: answer(game, name).figures for name in STRATEGIES}
    assert figures["best"].ev >= figures["card"].ev > figures["cautious"].ev
    assert figures["card"].ev > figures["loose"].ev
    staked = {name: found.average_wager for name, found in figures.items()}
    assert staked["cautious"] < staked["best"] < staked["loose"]


# --- decision by decision -------------------------------------------------------------------------


def dealt(random: Random, hand: int, table: int) -> Situation:
    cards = random.sample(DECK, hand + table)
    return Situation(tuple(cards[:hand]), tuple(cards[hand:]))


def number(card: Card) -> int:
    return DECK.index(card)


def red_dog_says(at: Setting, name: str) -> Callable[[Situation], str]:
    raises, pays = red_dog.raises(at, name), red_dog.payouts(at)

    def says(now: Situation) -> str:
        left, right = (RANKS.index(card[0]) for card in now.table)
        found = situation(Shoe.of(6, now.table), left, right, pays)
        return "raise" if found.spread > 0 and raises(found) else "pass"

    return says


def double_down_says(at: Setting, name: str) -> Callable[[Situation], str]:
    doubled = double_down.doubled(at, name)

    def says(now: Situation) -> str:
        known = [number(card) for card in (*now.hand, *now.table)]
        state = tuple(sorted(n >> 2 for n in known)), len({n & 3 for n in known}) == 1
        return "double" if state in doubled else "pass"

    return says


def double_cross_says(at: Setting, name: str) -> Callable[[Situation], str]:
    numbers = double_cross.table(at).situations.number
    chosen = double_cross.decisions(at, name)
    said = ("fold", "raise vertical", "raise horizontal", "raise vertical")

    def says(now: Situation) -> str:
        place = canonical(*(number(card) for card in (*now.hand, *now.table)))
        return said[chosen[np.searchsorted(numbers, place)]]

    return says


def winners_pot_says(at: Setting, name: str) -> Callable[[Situation], str]:
    play: Solution = winners_pot.solution(at, name)

    def says(now: Situation) -> str:
        own = np.array([number(card) for card in now.hand])
        shown = [number(card) for card in now.table]
        if len(own) == 3:
            return "bet" if play.bets[third_state(own, *shown)] else "fold"
        return "double" if play.doubles[fourth_state(own, *shown)] else "fold"

    return says


SAYS: dict[str, Callable[[Setting, str], Callable[[Situation], str]]] = {
    "red-dog": red_dog_says,
    "double-down-stud": double_down_says,
    "double-cross-poker": double_cross_says,
    "winners-pot-poker": winners_pot_says,
}
"""What odds and kernel are made of, with the compiled functions that house players do without."""


@every_game
@every_strategy
def test_every_decision_is_the_one_that_odds_values(game: str, strategy: str) -> None:
    house = standard(game)
    warm(house)
    decided, says = (
        plays_of(house, strategy),
        SAYS[game](lab.setting(house), played(game, strategy)),
    )
    assert decided is not None
    random = Random(f"{game}/{strategy}")
    said = set()
    for n in range(SITUATIONS):
        shapes = games.odds_of(game).shapes
        now = dealt(random, *shapes[n % len(shapes)])
        assert decided(now) == says(now), now
        said.add(decided(now))
    assert strategy in ("cautious", "loose") or len(said) > 1


@every_game
def test_best_play_is_what_advice_values_most(game: str) -> None:
    """Advice solves each situation by itself, without the tables of decisions."""
    house = standard(game)
    warm(house)
    decided = plays_of(house, "best")
    assert decided is not None
    random, at = Random(game), lab.setting(house)
    for n in range(sized(200)):
        shapes = games.odds_of(game).shapes
        now = dealt(random, *shapes[n % len(shapes)])
        choices = games.odds_of(game).advise(at, now)
        worth = {choice.action: choice.value for choice in choices}
        assert worth[decided(now)] == worth[lab.best_of(choices).action], now


# --- who else is in the pot -----------------------------------------------------------------------


def test_with_rivals_the_heads_up_strategy_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's cards but the player's and the dealer's count, and nothing is estimated."""

    def never(*args: object, **how: object) -> None:
        raise AssertionError("an estimate takes seconds")

    game = "winners-pot-poker"
    monkeypatch.setattr(winners_pot, "estimate", never)
    says = winners_pot_says(lab.setting(standard(game)), "optimal")
    table = sat(standard(game), 5, "rivals")
    rivals = decisions = 0
    for _ in range(sized(400)):
        round = begun(table)
        while not round.over:
            seat = int(round.asking()[0])
            view = look(round, seat)
            assert view.situation is not None
            alone = replace(view.situation, seen=(), others=Others())
            said = decide(view, "best")
            assert said == decide(replace(view, situation=alone), "best") == says(alone)
            rivals += view.situation.others != Others()
            decisions += 1
            round.act(f"{seat} {said}")
    assert rivals > decisions // 2 > 100


@every_game
def test_a_full_table_of_house_players_plays_on_by_itself(game: str) -> None:
    house = standard(game)
    table = sat(house, house.seats, "full")
    names = list(STRATEGIES)
    for _ in range(20):
        round = begun(table)
        assert all(seat.wagers for seat in round.layout.seats.values())
        while not round.over:
            seat = int(round.asking()[0])
            round.act(f"{seat} {decide(look(round, seat), names[seat % len(names)])}")
    assert round.outcome == "settled"


def test_the_first_wager_is_the_least_and_lies_there_once() -> None:
    for game in GAMES:
        house = standard(game)
        round = sat(house, 1, game).begin()
        (said,) = wagers(look(round, 1), "loose")
        least = show_money(house.first_wager[0]).removesuffix(".00")
        assert said == f"wager {games.load(game).first_wager} {least}"
        round.act(f"1 {said}")
        assert wagers(look(round, 1), "loose") == []
        poor = Table(games.load(game), house, {1: 100, 2: RICH}).begin()
        assert wagers(look(poor, 1), "best") == []
