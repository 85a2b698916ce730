"""The tables of leagues and club evenings."""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, PrimaryKeyConstraint, Table, UniqueConstraint, text

from db.drivers.dialects import only_where
from db.schema.columns import REAL, Flag, Integer, Json, Milliseconds, Text
from db.schema.tables import metadata

leagues = Table(
    "leagues",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    Column("channel_id", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("organiser_id", Integer, nullable=False),
    Column("phase", Text, nullable=False),
    Column("most_players", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("pace", Text, nullable=False),
    Column("minutes", Integer),
    Column("round", Integer, nullable=False, server_default=text("0")),
    Column("began_at", Milliseconds),
    Column("round_ends_at", Milliseconds),
    Column("due_at", Milliseconds),
    Column("opened_at", Milliseconds, nullable=False),
    Column("key", Text),
    Column("edition", Integer, nullable=False, server_default=text("0")),
    CheckConstraint("kind IN ('league', 'evening')", name="kind"),
    CheckConstraint("phase IN ('sign_up', 'rounds', 'finished', 'cancelled')", name="phase"),
    Index("ix_leagues_guild_id", "guild_id"),
    sqlite_strict=True,
)

Index("ix_leagues_due_at", leagues.c.due_at, **only_where(leagues.c.due_at.is_not(None)))

league_entries = Table(
    "league_entries",
    metadata,
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("division", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("league_id", "number"),
    UniqueConstraint("league_id", "user_id"),
    CheckConstraint("status IN ('waiting', 'in', 'out')", name="status"),
    Index("ix_league_entries_user_id", "user_id"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Who takes part. The number stays when somebody else takes the place over."""

league_matches = Table(
    "league_matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    Column("round", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("ends_at", Milliseconds),
    Column("warned", Flag, nullable=False, server_default=text("0")),
    CheckConstraint(
        "status IN ('open', 'played', 'forfeited', 'walkover', 'unplayed', 'entered', 'annulled', 'bye')", name="status"
    ),
    Index("ix_league_matches_league_id", "league_id"),
    sqlite_strict=True,
)
"""Games to be played. A table names its match."""

league_match_seats = Table(
    "league_match_seats",
    metadata,
    Column("match_id", ForeignKey(league_matches.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("place", Integer),
    Column("points", REAL),
    Column("forfeited", Flag, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("match_id", "number"),
    CheckConstraint("place >= 1", name="place"),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
"""Who meets in a match, by the numbers of their entries, and how they finished."""

league_deeds = Table(
    "league_deeds",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    Column("at", Milliseconds, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("deed", Text, nullable=False),
    Column("numbers", Json, nullable=False),
    CheckConstraint("json_valid(numbers) AND json_type(numbers) = 'array'", name="numbers"),
    Index("ix_league_deeds_league_id", "league_id"),
    Index("ix_league_deeds_user_id", "user_id"),
    sqlite_strict=True,
)
"""What organisers have done by hand."""
