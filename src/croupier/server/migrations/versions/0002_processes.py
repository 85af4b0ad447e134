"""Support several processes over one PostgreSQL, and sittings that outlive their process."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create a table for sittings; on PostgreSQL, also the sequence that numbers all rounds."""
    op.create_table(
        "chairs",
        sa.Column("sitting", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("begun", sa.String(30), nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("answers", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("chairs_person", "chairs", ["person"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE SEQUENCE rounds MINVALUE 0 START 0")
