"""One suite for every game: a new game joins it by existing.

Nothing in this folder names a game. The suite finds all games, the documentation's example
included, and draws houses, seats and words from what each game declares.
"""
