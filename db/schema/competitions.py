"""Leagues, cups, seasons and standings, and what is raced: the game of the day, deals and puzzles."""

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
from db.league_records import Deed, EntryStatus, LeagueKind, LeaguePhase, MatchStatus
from db.schema.columns import (
    REAL,
    Flag,
    Integer,
    Json,
    Listed,
    Milliseconds,
    NameOf,
    Text,
    flags,
    optional,
    required,
    strict_table,
)
from db.schema.tables import seats, tables

leagues = strict_table(
    "leagues",
    Column("id", Integer, primary_key=True),
    *required(Integer, "guild_id", "channel_id"),
    Column("kind", NameOf(LeagueKind), nullable=False),
    *required(Text, "name", "game"),
    Column("organiser_id", Integer, nullable=False),
    Column("phase", NameOf(LeaguePhase), nullable=False),
    *required(Integer, "most_players", "rounds"),
    Column("pace", Text, nullable=False),
    Column("minutes", Integer),
    Column("round", Integer, nullable=False, server_default=text("0")),
    *optional(Milliseconds, "began_at", "round_ends_at", "due_at"),
    Column("opened_at", Milliseconds, nullable=False),
    Column("key", Text),
    Column("edition", Integer, nullable=False, server_default=text("0")),
    Column("co_organiser_id", Integer),
    Column("paused_until", Milliseconds),
    Column("former_id", Integer),
    Column("finished_at", Milliseconds),
    CheckConstraint("kind IN ('league', 'evening')", name="kind"),
    CheckConstraint("phase IN ('sign_up', 'rounds', 'finished', 'cancelled')", name="phase"),
    Index("ix_leagues_guild_id", "guild_id"),
)

Index("ix_leagues_due_at", leagues.c.due_at, **only_where(leagues.c.due_at.is_not(None)))

league_entries = strict_table(
    "league_entries",
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    *required(Integer, "number", "user_id"),
    Column("status", NameOf(EntryStatus), nullable=False),
    Column("division", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("league_id", "number"),
    UniqueConstraint("league_id", "user_id"),
    CheckConstraint("status IN ('waiting', 'in', 'out')", name="status"),
    Index("ix_league_entries_user_id", "user_id"),
    rowid=False,
)
"""Who takes part. The number stays when somebody else takes the place over."""

league_matches = strict_table(
    "league_matches",
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    *required(Integer, "round", "division"),
    Column("status", NameOf(MatchStatus), nullable=False),
    Column("ends_at", Milliseconds),
    Column("warned", Flag, nullable=False, server_default=text("0")),
    Column("way", Text),
    *optional(Milliseconds, "falls_back_at", "meets_at"),
    Column("moves", Integer, nullable=False, server_default=text("0")),
    CheckConstraint(
        "status IN ('open', 'played', 'forfeited', 'walkover', 'unplayed', 'entered', 'annulled', 'bye')", name="status"
    ),
    Index("ix_league_matches_league_id", "league_id"),
)
"""Games to be played. A table names its match."""

league_match_seats = strict_table(
    "league_match_seats",
    Column("match_id", ForeignKey(league_matches.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("place", Integer),
    Column("points", REAL),
    Column("forfeited", Flag, nullable=False, server_default=text("0")),
    Column("offers", Listed, nullable=False, server_default=text("'[]'")),
    *flags("is_here", "wants_alone", "is_willing", "wants_later"),
    PrimaryKeyConstraint("match_id", "number"),
    CheckConstraint("place >= 1", name="place"),
    rowid=False,
)
"""Who meets in a match, by the numbers of their entries, and how they finished."""

league_deeds = strict_table(
    "league_deeds",
    Column("id", Integer, primary_key=True),
    Column("league_id", ForeignKey(leagues.c.id), nullable=False),
    Column("at", Milliseconds, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("deed", NameOf(Deed), nullable=False),
    Column("numbers", Listed, nullable=False),
    Column("former_id", Integer),
    Column("reason", Text),
    Column("undone", Flag, nullable=False, server_default=text("0")),
    Column("changed", Json),
    CheckConstraint("json_valid(numbers) AND json_type(numbers) = 'array'", name="numbers"),
    Index("ix_league_deeds_league_id", "league_id"),
    Index("ix_league_deeds_user_id", "user_id"),
)
"""What organisers have done by hand."""


cups = strict_table(
    "cups",
    Column("id", Integer, primary_key=True),
    *required(Integer, "guild_id", "channel_id", "organiser_id"),
    *required(Text, "name", "game"),
    Column("fewest_points_win", Flag, nullable=False),
    Column("key", Text, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    Column("is_cancelled", Flag, nullable=False),
    Column("due_at", Milliseconds),
    Column("was_derby", Flag, nullable=False, server_default=text("0")),
    CheckConstraint("fewest_points_win IN (0, 1)", name="fewest_points_win"),
    CheckConstraint("is_cancelled IN (0, 1)", name="is_cancelled"),
    Index("ix_cups_guild_id", "guild_id"),
    Index("ix_cups_organiser_id", "organiser_id"),
    # Buttons carry the id of their cup, so an id is never used again.
    sqlite_autoincrement=True,
)

Index("ix_cups_due_at", cups.c.due_at, **only_where(cups.c.due_at.is_not(None)))


season_lines = strict_table(
    "season_lines",
    *required(Integer, "guild_id", "season", "user_id", "points", "games", "wins"),
    Column("hidden", Flag, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("guild_id", "season", "user_id"),
    CheckConstraint("hidden IN (0, 1)", name="hidden"),
    CheckConstraint("0 <= wins AND wins <= games AND games <= points", name="counts"),
    Index("ix_season_lines_user_id", "user_id"),
    rowid=False,
)
"""What a member has scored in a season of a server. Seasons are numbered: four times the year, and 0 to 3 more."""

# In the order of a season's leaderboard, so that a page is read where it begins.
Index(
    "season_leaderboard",
    season_lines.c.guild_id,
    season_lines.c.season,
    season_lines.c.hidden,
    season_lines.c.points.desc(),
    season_lines.c.wins.desc(),
    season_lines.c.user_id,
)


ALL_GAMES = ""
"""Stands in ``standings.game`` for all games together."""

standings = strict_table(
    "standings",
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("practice", Flag, nullable=False),
    Column("user_id", Integer),
    Column("computer", Text),
    *required(REAL, "mu", "sigma", "ordinal"),
    *required(Integer, "games", "wins", "streak"),
    Column("hidden", Flag, nullable=False, server_default=text("0")),
    Column("played_at", Milliseconds, nullable=False, server_default=text("0")),
    CheckConstraint("(user_id IS NULL) <> (computer IS NULL)", name="player"),
    CheckConstraint("practice IN (0, 1)", name="practice"),
    CheckConstraint("sigma > 0", name="sigma"),
    CheckConstraint("0 <= streak AND streak <= wins AND wins <= games", name="counts"),
)
"""The lines of the leaderboards, counted from the results: a member's, or that of all computers of a level."""

of_member = standings.c.user_id.is_not(None)
"""The condition for a member's standing."""
of_computer = standings.c.computer.is_not(None)
"""The condition for a computer's standing."""

Index(
    "one_standing_of_member",
    standings.c.guild_id,
    standings.c.user_id,
    standings.c.practice,
    standings.c.game,
    unique=True,
    **only_where(of_member),
)
Index(
    "one_standing_of_computer",
    standings.c.guild_id,
    standings.c.computer,
    standings.c.practice,
    standings.c.game,
    unique=True,
    **only_where(of_computer),
)
# In the order of a leaderboard, so that a page is read where it begins. It knows as well who has not played for long.
Index(
    "leaderboard",
    standings.c.guild_id,
    standings.c.practice,
    standings.c.game,
    standings.c.hidden,
    standings.c.ordinal.desc(),
    standings.c.wins.desc(),
    standings.c.id,
    standings.c.played_at,
)


daily_secrets = strict_table(
    "daily_secrets",
    Column("guild_id", Integer, primary_key=True, autoincrement=False),
    Column("secret", Text, nullable=False),
)
"""Each server's secret, from which the seeds of its days follow. Nobody is ever shown it."""

daily_days = strict_table(
    "daily_days",
    *required(Integer, "guild_id", "day"),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("opponents", Integer, nullable=False),
    *required(Text, "level", "seed"),
    Column("ends_at", Milliseconds, nullable=False),
    Column("is_sealed", Flag, nullable=False, server_default=text("1")),
    PrimaryKeyConstraint("guild_id", "day"),
    CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="options"),
    rowid=False,
)
"""The game of each day on which somebody played, so that it stays the same whatever changes during the day."""

Index("ix_daily_days_ends_at", daily_days.c.ends_at, **only_where(daily_days.c.is_sealed.is_(True)))

daily_games = strict_table(
    "daily_games",
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    *required(Integer, "guild_id", "day", "user_id"),
    ForeignKeyConstraint(["guild_id", "day"], [daily_days.c.guild_id, daily_days.c.day]),
    UniqueConstraint("guild_id", "day", "user_id"),
    Index("ix_daily_games_user_id", "user_id"),
)
"""The tables at which members play the game of a day: one for each member and day."""


deals = strict_table(
    "deals",
    Column("id", Integer, primary_key=True),
    Column("guild_id", Integer, nullable=False),
    # No foreign key: the tables of a server are deleted a few at a time, and its deals after all of them.
    Column("origin", Integer),
    Column("game", Text, nullable=False),
    Column("options", Json, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("levels", Listed, nullable=False),
    Column("seed", Text, nullable=False),
    Column("ends_at", Milliseconds, nullable=False),
    Column("is_sealed", Flag, nullable=False),
    Column("channel_id", Integer),
    # Nothing reads it any more (see db/schema/upkeep.py), but SQLite drops no column that a constraint names.
    Column("message_id", Integer),
    # No foreign keys: the columns are younger than the table.
    *optional(Integer, "cup_id", "match_id"),
    CheckConstraint("json_valid(options) AND json_type(options) = 'object'", name="options"),
    CheckConstraint("json_valid(levels) AND json_type(levels) = 'array'", name="levels"),
    CheckConstraint("is_sealed IN (0, 1)", name="is_sealed"),
    CheckConstraint("message_id IS NULL OR channel_id IS NOT NULL", name="message"),
    # Buttons carry the id of their deal, so an id is never used again.
    sqlite_autoincrement=True,
)
"""What is dealt to everybody who tries. ``origin`` is the table of the game that was played with these cards first."""

Index("ix_deals_origin", deals.c.origin, unique=True, **only_where(deals.c.origin.is_not(None)))
Index("ix_deals_guild_id", deals.c.guild_id)
Index("ix_deals_cup_id", deals.c.cup_id)
Index("ix_deals_match_id", deals.c.match_id)

tries = strict_table(
    "tries",
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("deal_id", ForeignKey(deals.c.id), nullable=False),
    Column("user_id", Integer, nullable=False),
    UniqueConstraint("deal_id", "user_id"),
    Index("ix_tries_user_id", "user_id"),
)
"""The tables at which members play a deal: one for each member and deal."""


puzzles = strict_table(
    "puzzles",
    *required(Integer, "table_id", "seat", "guild_id", "number"),
    Column("choices", Listed, nullable=False),
    *required(REAL, "best", "got"),
    Column("offered_at", Milliseconds, nullable=False),
    *optional(Milliseconds, "posted_at", "told_at"),
    PrimaryKeyConstraint("table_id", "seat"),
    ForeignKeyConstraint(["table_id", "seat"], [seats.c.table_id, seats.c.seat]),
    CheckConstraint("json_valid(choices) AND json_type(choices) = 'array'", name="choices"),
    CheckConstraint("posted_at IS NOT NULL OR told_at IS NULL", name="told"),
    Index("ix_puzzles_guild_id_offered_at", "guild_id", "offered_at"),
    rowid=False,
)
"""The decision before a move that its player missed: the best action, what was played, their shares of the win."""

puzzle_answers = strict_table(
    "puzzle_answers",
    *required(Integer, "table_id", "seat", "user_id", "choice"),
    PrimaryKeyConstraint("table_id", "seat", "user_id"),
    ForeignKeyConstraint(["table_id", "seat"], [puzzles.c.table_id, puzzles.c.seat]),
    CheckConstraint("choice >= 0", name="choice"),
    Index("ix_puzzle_answers_user_id", "user_id"),
    rowid=False,
)
"""Which choice members took for the best."""

mistakes = strict_table(
    "mistakes",
    Column("table_id", ForeignKey(tables.c.id), nullable=False),
    *required(Integer, "user_id", "number"),
    Column("due_at", Milliseconds),
    PrimaryKeyConstraint("table_id", "user_id", "number"),
    Index("ix_mistakes_user_id", "user_id"),
)
"""Costly moves that their members were asked about again. ``due_at``: a miss, to be asked once more."""
