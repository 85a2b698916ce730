"""What happens on a server at set times, and the roles that the bot has given there."""

from sqlalchemy import Column, Index, PrimaryKeyConstraint, Table

from db.schema.columns import Integer, Milliseconds, Text
from db.schema.tables import metadata

occasions = Table(
    "occasions",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Milliseconds, nullable=False),
    PrimaryKeyConstraint("guild_id", "kind"),
    Index("ix_occasions_kind_at", "kind", "at", "guild_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""When something is to happen on a server next."""

roles_given = Table(
    "roles_given",
    metadata,
    Column("guild_id", Integer, nullable=False),
    Column("role_id", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "role_id", "user_id"),
    Index("ix_roles_given_user_id", "user_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""The roles that the bot has given to members, and will take from them: never any other."""
