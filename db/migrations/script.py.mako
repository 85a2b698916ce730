"""${message}."""

from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Go up from the revision before."""
    ${upgrades if upgrades else "..."}
