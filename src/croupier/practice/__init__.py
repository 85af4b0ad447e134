"""Practice for players: their own mistakes as exercises, drills, lessons and a score.

An exercise asks for one decision and is graded by the values that ``croupier advise`` gives. This
room has no clock: callers pass the day and the seed.
"""
