"""The dealer's chair: training for a person who learns to deal.

A :class:`~croupier.chair.course.Course` is a round record walked step by step. A
:class:`~croupier.chair.sitting.Sitting` asks a trainee for each step and judges the answer. Lessons
are round records with notes. Exams and drills are rounds that the program makes up. Nothing here
draws a screen: ``croupier train`` and the page do that.
"""
