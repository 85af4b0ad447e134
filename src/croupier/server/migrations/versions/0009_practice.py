"""Keep what people practise: their mistakes, the exercises they were asked, scores and lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of practice."""
    op.create_table(
        "practice_mistakes",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("mistake", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("exercise", sa.LargeBinary, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("made", sa.String(80), nullable=False),
        sa.Column("cost", sa.Float, nullable=False),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.String(10), nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("answered", sa.String(30)),
    )
    op.create_table(
        "practice_reviews",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "practice_exercises",
        sa.Column("exercise", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("source", sa.String(20), nullable=False),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.String(30), nullable=False),
        sa.Column("reply", sa.LargeBinary),
    )
    op.create_index("practice_exercises_person", "practice_exercises", ["person"])
    op.create_table(
        "practice_scores",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("right", sa.Integer, nullable=False),
    )
    op.create_table(
        "practice_moves",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("time", sa.String(30), nullable=False),
    )
    op.create_table(
        "practice_lessons",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("rulebook", sa.String(10), primary_key=True),
        sa.Column("lesson", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answers", sa.String(20), nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("passed", sa.String(30)),
    )
