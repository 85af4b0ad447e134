"""One suite for every game there is: a new game joins it by existing.

Nothing in this folder knows a game by name. Games are found by looking, the documentation's example
included; houses, seats and words are drawn from what a game itself declares.
"""
