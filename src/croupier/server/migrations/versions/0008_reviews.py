"""Keep what each person's decisions were worth, and which rounds are shared by a link."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create a table for reviews and one for the links to them."""
    op.create_table(
        "reviews",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("begun", sa.String(30), nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("release", sa.String(40), nullable=False),
        sa.Column("result_value", sa.Float),
        sa.Column("expected_value", sa.Float),
        sa.Column("luck_value", sa.Float),
        sa.Column("cost_value", sa.Float),
        sa.Column("mistakes_value", sa.Float),
        sa.Column("worst_value", sa.Float),
        sa.Column("decisions", sa.Integer),
        sa.Column("right", sa.Integer),
        sa.Column("document", sa.LargeBinary),
    )
    money = ("result_value", "expected_value", "luck_value", "cost_value", "mistakes_value")
    figures = ["person", "round", "edition", *money, "decisions", "right"]
    op.create_index("reviews_figures", "reviews", figures)
    op.create_index("reviews_worst", "reviews", ["person", "worst_value"])
    op.create_table(
        "shares",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
    )
    op.create_index("shares_person", "shares", ["person", "round"], unique=True)
