"""The suite's houses: they use every choice that a game leaves to the house."""

from __future__ import annotations

from croupier import games
from croupier.rules import house
from tests.conformance.found import GAMES, every_game
from tests.conformance.houses import drawn, keys_of


@every_game
def test_every_choice_and_every_reading_is_in_some_lawful_house(game: str) -> None:
    for state in games.load(game).states:
        assert not drawn(game, state).left


@every_game
def test_a_house_is_rebuilt_from_the_keys_that_differ(game: str) -> None:
    for state in games.load(game).states:
        for keys in drawn(game, state).houses:
            chosen = house.build(game, keys, state)
            again = house.build(game, chosen.changed(), state)
            assert again.fingerprint() == chosen.fingerprint(), keys
            assert house.build(game, chosen.flat(), state).fingerprint() == chosen.fingerprint()


@every_game
def test_a_key_that_a_later_release_added_counts_once_it_is_set(game: str) -> None:
    """At its default it leaves the fingerprints of older journals as they are."""
    standard = house.standard(game)
    added = [option for option in standard.options.values() if option.later]
    assert added
    for option in added:
        assert house.build(game, {option.key: option.default}).fingerprint() == (
            standard.fingerprint()
        )
        other = house.build(game, {option.key: option.default + 1})
        assert other.fingerprint() != standard.fingerprint()


@every_game
def test_a_key_that_the_game_does_not_have_is_a_breach(game: str) -> None:
    """This holds for a key of another game, too."""
    for state in games.load(game).states:
        given = {key: "1" for other in GAMES for key in every_key(other)} | {"moon": "full"}
        for key in every_key(game):
            given.pop(key, None)
        _, breaches, _ = house.examine(game, given, state)
        assert {breach.key for breach in breaches} >= set(given)


def every_key(game: str) -> set[str]:
    few, many = keys_of(game, games.load(game).states[0])
    return {*few, *many}
