"""The tables of the database with their constraints.

The constraints make it impossible to store a half-written game. What a constraint cannot express (the order of
phases, moves that never change) is enforced by triggers: those of SQLite are in ``migrations/versions``, those of
PostgreSQL in ``db/postgres/schema.py``. A SQLite file is created by the migrations, a PostgreSQL database from this
module; tests compare them.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    UniqueConstraint,
    text,
)

from db.drivers.statements import only_where
from db.purpose_records import Unrated
from db.records import Phase, PlanNews, TakeBackStatus
from db.schema.columns import (
    REAL,
    Duration,
    Flag,
    Integer,
    Json,
    Listed,
    Milliseconds,
    NameOf,
    Text,
    flags,
    metadata,
    optional,
    required,
    strict_table,
)

tables = strict_table(
    "tables",
    Column("id", Integer, primary_key=True),
    *required(Integer, "guild_id", "channel_id"),
    Column("message_id", Integer),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("host_id", Integer, nullable=False),
    Column("phase", NameOf(Phase), nullable=False),
    Column("seed", Text),
    Column("rules_version", Integer),
    Column("rev", Integer, nullable=False),
    Column("deadline", Milliseconds),
    Column("opened_at", Milliseconds, nullable=False),
    *optional(Milliseconds, "started_at", "finished_at"),
    Column("pace", Text, nullable=False, server_default=text("'days_1'")),
    Column("thread_of", Integer),
    *flags("invited_only", "private", "computer_to_act"),
    Column("lesson", Text),
    Column("to_act", Json),
    Column("look_at", Milliseconds),
    Column("unrated", NameOf(Unrated)),
    Column("match_id", Integer),
    Column("archive_at", Milliseconds),
    Column("budget", Duration),
    CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'closed')", name="phase"),
    CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="options"),
    CheckConstraint("rev >= 1", name="rev"),
    CheckConstraint(
        "(seed IS NULL) = (started_at IS NULL) AND (rules_version IS NULL) = (started_at IS NULL)", name="deal"
    ),
    CheckConstraint(
        "CASE phase WHEN 'lobby' THEN started_at IS NULL WHEN 'closed' THEN 1 ELSE started_at IS NOT NULL END",
        name="started",
    ).ddl_if(dialect="sqlite"),
    CheckConstraint("phase = 'closed' OR (phase = 'lobby') = (started_at IS NULL)", name="started").ddl_if(
        dialect="postgresql"
    ),
    CheckConstraint("(finished_at IS NOT NULL) = (phase IN ('finished', 'closed'))", name="finished"),
    CheckConstraint("deadline IS NULL OR phase IN ('lobby', 'playing')", name="deadline"),
    # Buttons carry the id of their table, so an id is never used again.
    sqlite_autoincrement=True,
)

is_open = tables.c.finished_at.is_(None)
"""The condition for a table that has not ended."""
is_public = tables.c.private.is_(False)
"""The condition for a table that its channel shows."""

Index("open_tables_by_channel", tables.c.channel_id, **only_where(is_open))
Index("ix_tables_thread_of", tables.c.thread_of, **only_where(tables.c.thread_of.is_not(None)))
Index("ix_tables_channel_id", tables.c.channel_id)
Index("ix_tables_guild_id_game", tables.c.guild_id, tables.c.game)
Index("ix_tables_guild_id_started_at", tables.c.guild_id, tables.c.started_at)
Index("ix_tables_guild_id_finished_at", tables.c.guild_id, tables.c.finished_at)
Index("ix_tables_computer_to_act", tables.c.id, **only_where(tables.c.computer_to_act.is_(True)))
Index("ix_tables_deadline", tables.c.deadline, **only_where(tables.c.deadline.is_not(None)))

Index("ix_tables_look_at", tables.c.look_at, **only_where(tables.c.look_at.is_not(None)))

Index("ix_tables_archive_at", tables.c.archive_at, **only_where(tables.c.archive_at.is_not(None)))

Index("ix_tables_match_id", tables.c.match_id, **only_where(tables.c.match_id.is_not(None)))

pings = strict_table(
    "pings",
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    *required(Integer, "user_id", "number"),
    Column("began_at", Milliseconds, nullable=False),
    Column("pinged_at", Milliseconds),
    Column("reminded", Flag, nullable=False),
    Column("message_id", Integer),
    PrimaryKeyConstraint("table_id", "user_id", "number"),
    CheckConstraint("reminded IN (0, 1)", name="reminded"),
    Index("ix_pings_user_id", "user_id"),
    rowid=False,
)
"""The members for whom tables wait, and when they were pinged for it. ``look_at`` of a table is when to do so next."""

seats = strict_table(
    "seats",
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", Integer),
    Column("computer", Text),
    *flags("resigned", "left_early"),
    PrimaryKeyConstraint("table_id", "seat"),
    UniqueConstraint("table_id", "user_id"),
    CheckConstraint("seat >= 0", name="seat"),
    CheckConstraint("user_id IS NOT NULL OR computer IS NOT NULL", name="player"),
    CheckConstraint("resigned = 0 OR resigned = 1 AND computer IS NOT NULL", name="resigned"),
    Index("ix_seats_user_id", "user_id"),
    rowid=False,
)

clocks = strict_table(
    "clocks",
    *required(Integer, "table_id", "seat"),
    *optional(Milliseconds, "since", "paused_until", "late_since"),
    *required(Duration, "bank_used", "away_used"),
    Column("claims", Flag, nullable=False),
    Column("timeouts", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("since IS NOT NULL OR paused_until IS NULL AND late_since IS NULL", name="since"),
    CheckConstraint("bank_used >= 0 AND away_used >= 0", name="used"),
    CheckConstraint("claims IN (0, 1)", name="claims"),
    rowid=False,
)
"""The clocks of the players; a seat that has never been on the clock has none."""

votes = strict_table(
    "removals",
    Column("table_id", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("asked_by", Integer, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("asked_by <> seat", name="asked_by"),
    rowid=False,
)
"""The votes, at most one at each table. The name in the database is older than votes on ending the game."""

Index("ix_removals_ends_at", votes.c.ends_at)

cast_votes = strict_table(
    "removal_votes",
    *required(Integer, "table_id", "seat"),
    Column("removes", Flag, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("removes IN (0, 1)", name="removes"),
    rowid=False,
)
"""How the other players have voted."""

vacations = strict_table(
    "vacations",
    Column("user_id", Integer, primary_key=True, autoincrement=False),
    Column("until", Milliseconds, nullable=False),
)
"""Until when members are on vacation."""

moves = strict_table(
    "moves",
    *required(Integer, "table_id", "number", "rev", "seat"),
    Column("text", Text, nullable=False),
    Column("made_at", Milliseconds, nullable=False),
    Column("taken_back", Flag, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("table_id", "number"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("number >= 1", name="number"),
    CheckConstraint("taken_back IN (0, 1)", name="taken_back"),
    rowid=False,
)

thoughts = strict_table(
    "thoughts",
    *required(Integer, "table_id", "number"),
    Column("considered", Json, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    ForeignKeyConstraint(["table_id", "number"], [moves.c.table_id, moves.c.number]),
    CheckConstraint("json_valid(considered) AND json_type(considered) = 'array'", name="considered"),
    rowid=False,
)
"""What computer players considered before their moves, by the number of the move."""

reviews = strict_table(
    "reviews",
    *required(Integer, "table_id", "seat", "version"),
    Column("luck", REAL, nullable=False),
    Column("judged", Json, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("json_valid(judged) AND json_type(judged) = 'array'", name="judged"),
    rowid=False,
)
"""``judged`` lists number, stake and what was considered of each move; ``version`` is that of the judges."""

results = strict_table(
    "results",
    # Grows with every result, so it tells which rating of a player is the latest, whatever the clock did.
    Column("id", Integer, primary_key=True),
    *required(Integer, "table_id", "seat", "place"),
    Column("points", REAL, nullable=False),
    Column("won", Flag, nullable=False),
    *required(REAL, "mu", "sigma", "overall_mu", "overall_sigma"),
    *optional(REAL, "former_mu", "former_sigma"),
    UniqueConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("place >= 1", name="place"),
    CheckConstraint("won IN (0, 1)", name="won"),
    CheckConstraint("sigma > 0 AND overall_sigma > 0", name="sigma"),
    CheckConstraint("(former_mu IS NULL) = (former_sigma IS NULL)", name="former"),
)
"""How each player finished a game, with the ratings after it and (``former``) the one of this game before it."""

take_backs = strict_table(
    "take_backs",
    Column("id", Integer, primary_key=True),
    *required(Integer, "table_id", "seat", "undone_from", "rev"),
    *required(Listed, "undone", "agreed"),
    Column("refused_by", Integer),
    Column("status", NameOf(TakeBackStatus), nullable=False),
    Column("until", Milliseconds),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("1 <= undone_from AND undone_from <= rev", name="rev"),
    CheckConstraint("json_valid(undone) AND json_type(undone) = 'array'", name="undone"),
    CheckConstraint("json_valid(agreed) AND json_type(agreed) = 'array'", name="agreed"),
    CheckConstraint("(refused_by IS NOT NULL) = (status = 'refused')", name="refused"),
    CheckConstraint("status IN ('open', 'granted', 'refused', 'expired', 'overtaken')", name="status"),
    CheckConstraint("(until IS NOT NULL) = (status = 'open')", name="until"),
)
"""Members who asked whether they may take back a move, and what came of it."""

Index("one_open_take_back", take_backs.c.table_id, unique=True, **only_where(text("status = 'open'")))
Index("ix_take_backs_table_id", take_backs.c.table_id)
Index("ix_take_backs_until", take_backs.c.until, **only_where(take_backs.c.until.is_not(None)))
hidden_members = strict_table(
    "hidden_members", metadata, Column("user_id", Integer, primary_key=True, autoincrement=False)
)
"""Members who do not want to be on leaderboards; their standings are ``hidden``."""

departures = strict_table(
    "departures",
    Column("guild_id", Integer, primary_key=True, autoincrement=False),
    Column("since", Milliseconds, nullable=False),
)
"""When the bot left the servers whose data it still holds."""

followers = strict_table(
    "followers",
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("user_id", Integer, nullable=False),
    PrimaryKeyConstraint("table_id", "user_id"),
    rowid=False,
)
"""Members who want to know how a game that they do not play ends."""

guests = strict_table(
    "guests",
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("admitted", Flag, nullable=False),
    Column("called", Flag, nullable=False, server_default=text("1")),
    PrimaryKeyConstraint("table_id", "user_id"),
    CheckConstraint("admitted IN (0, 1)", name="admitted"),
    rowid=False,
)
"""Members who are invited to a table, ``called`` there or not yet, and those who were removed (not ``admitted``)."""

subscribers = strict_table(
    "subscribers",
    Column("guild_id", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("user_id", Integer, nullable=False),
    PrimaryKeyConstraint("guild_id", "game", "user_id"),
    rowid=False,
)
"""Members who want to know when a table of a game needs players."""

notes = strict_table(
    "notes", Column("key", Text, primary_key=True, nullable=False), Column("value", Text, nullable=False), rowid=False
)
"""Small values that the bot remembers by name, such as which commands it has registered."""


folded_games = strict_table(
    "folded_games", Column("table_id", ForeignKey(tables.c.id), primary_key=True, autoincrement=False, nullable=False)
)
"""Finished games of which only the results are left: their moves were deleted, because the host wants it so."""


plans = strict_table(
    "plans",
    *required(Integer, "table_id", "seat"),
    *optional(Text, "following", "standing"),
    Column("due_at", Milliseconds),
    Column("news", NameOf(PlanNews)),
    Column("news_rev", Integer),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("news IN ('done', 'forced', 'dropped')", name="news"),
    CheckConstraint("(news IS NULL) = (news_rev IS NULL)", name="news_rev"),
    rowid=False,
)
"""What members have decided ahead in games in progress, and when a decision is made for them."""

Index("ix_plans_due_at", plans.c.due_at, **only_where(plans.c.due_at.is_not(None)))
