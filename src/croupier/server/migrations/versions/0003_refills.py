"""Remember when each person was last given a refill."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create a table for the times of refills."""
    op.create_table(
        "refills",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("time", sa.String(30), nullable=False),
    )
