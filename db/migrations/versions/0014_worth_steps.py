"""Counts of players by steps of their worth, so that no page of a leaderboard needs to count all lines."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

STEPS = {
    # A cast rounds towards zero, so it is too large by one for what is negative and not whole.
    "sqlite": "CAST({row}worth * 8 AS INTEGER) - ({row}worth * 8 < CAST({row}worth * 8 AS INTEGER))",
    "postgresql": "floor({row}worth * 8)",
}
"""The worth of a line in steps, rounded down."""

COUNTED = """
    INSERT INTO worth_steps (guild_id, practice, game, step, players)
    SELECT NEW.guild_id, NEW.practice, NEW.game, {step_of_new}, 1 WHERE NEW.hidden = 0
    ON CONFLICT (guild_id, practice, game, step) DO UPDATE SET players = worth_steps.players + 1;"""
UNCOUNTED = """
    UPDATE worth_steps SET players = players - 1
    WHERE OLD.hidden = 0 AND guild_id = OLD.guild_id AND practice = OLD.practice AND game = OLD.game
        AND step = {step_of_old};
    DELETE FROM worth_steps
    WHERE players = 0 AND guild_id = OLD.guild_id AND practice = OLD.practice AND game = OLD.game
        AND step = {step_of_old};"""

TRIGGERS = {
    "standings_are_counted": ("INSERT", COUNTED),
    "standings_are_counted_anew": ("UPDATE OF guild_id, practice, game, worth, hidden", UNCOUNTED + COUNTED),
    "standings_are_not_counted_any_more": ("DELETE", UNCOUNTED),
}


def upgrade() -> None:
    """Count the lines that there are, let triggers count from now on, and let an index find the lines of a page."""
    dialect = op.get_bind().dialect.name
    make_table(on_server=dialect == "postgresql")
    step = STEPS[dialect].format(row="")
    op.execute(
        "INSERT INTO worth_steps (guild_id, practice, game, step, players)"
        f" SELECT guild_id, practice, game, {step}, count(*) FROM standings WHERE hidden = 0 GROUP BY 1, 2, 3, 4"
    )
    for name, (event, body) in TRIGGERS.items():
        step_of = {f"step_of_{row.lower()}": STEPS[dialect].format(row=f"{row}.") for row in ("NEW", "OLD")}
        make_trigger(name, event, body.format(**step_of), on_server=dialect == "postgresql")
    op.drop_index("leaderboard", "standings")
    order = (sa.text("worth DESC"), sa.text("wins DESC"), "id")
    op.create_index("leaderboard", "standings", ["guild_id", "practice", "game", "hidden", *order])


def make_table(*, on_server: bool) -> None:
    """The shown lines of each leaderboard, counted by steps of their worth."""
    number, flag = (sa.BigInteger, sa.SmallInteger) if on_server else (sa.Integer, sa.Integer)
    op.create_table(
        "worth_steps",
        sa.Column("guild_id", number, nullable=False),
        sa.Column("practice", flag, nullable=False),
        sa.Column("game", sa.Text(collation="C") if on_server else sa.Text, nullable=False),
        sa.Column("step", number, nullable=False),
        sa.Column("players", number, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "practice", "game", "step", name="pk_worth_steps"),
        sa.CheckConstraint("players >= 0", name="ck_worth_steps_players"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def make_trigger(name: str, event: str, body: str, *, on_server: bool) -> None:
    """A trigger that counts."""
    action = f"BEGIN {body} END"
    if on_server:
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NULL; END $$")
        action = f"EXECUTE FUNCTION {name}()"
    op.execute(f"CREATE TRIGGER {name} AFTER {event} ON standings FOR EACH ROW {action}")
