"""The dealer's chair: the steps of a round put to a person who learns to deal.

A :class:`~croupier.chair.course.Course` is a round record walked step by step; a
:class:`~croupier.chair.sitting.Sitting` puts its steps to a trainee and judges what is chosen. Lessons
are round records with notes; exams and drills are rounds that the program makes up. Nothing here draws
a screen: ``croupier train`` and the page do.
"""
