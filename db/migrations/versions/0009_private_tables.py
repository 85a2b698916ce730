"""Tables at which a member plays alone, in messages that nobody else sees."""

from alembic import op

revision = "0009"
down_revision = "0008"

TRIGGERS = {
    "tables_stay_private": """
        BEFORE UPDATE OF private ON tables WHEN OLD.private <> NEW.private
        BEGIN SELECT RAISE(ABORT, 'a table stays private or public'); END""",
    "private_tables_have_one_member": """
        BEFORE INSERT ON seats WHEN NEW.user_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM tables WHERE id = NEW.table_id AND private AND host_id <> NEW.user_id)
        BEGIN SELECT RAISE(ABORT, 'a private table has one member'); END""",
}


def upgrade() -> None:
    """Add the column; the tables that are already there are public."""
    op.execute("ALTER TABLE tables ADD COLUMN private INTEGER DEFAULT 0 NOT NULL")
    for name, body in TRIGGERS.items():
        op.execute(f"CREATE TRIGGER {name} {body}")
