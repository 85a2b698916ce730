"""Migrations of a new file, a current file and an older one, and what happens when one fails."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, create_engine, event
from store_steps import lobby

from db.drivers.copies import MAX_BACKUPS, back_up, backups_of
from db.drivers.engine import database_url
from db.drivers.migrate import migrate, scripts_in, upgrade
from db.drivers.revision import MIGRATIONS, newest_revision
from db.errors import DatabaseError
from db.schema.columns import metadata
from db.store import Store

pytestmark = pytest.mark.only_files("A PostgreSQL database begins with the newest schema of SQLite.")

SCRIPTS = list(scripts_in(MIGRATIONS).walk_revisions())
HEAD = SCRIPTS[0].revision
RELEASED = "0019"
"""The latest migration of 1.0.0. Those up to it are never changed."""
AFTER_HEAD = f"{int(HEAD) + 1:04}"
NEXT = f"""
from alembic import op

revision = "{AFTER_HEAD}"
down_revision = "{HEAD}"


def upgrade():
    op.execute("ALTER TABLE notes ADD COLUMN author TEXT")
    op.execute("UPDATE notes SET author = 'bot'")
"""

LOBBY = (
    "INSERT INTO tables (guild_id, channel_id, game, options, host_id, phase, rev, opened_at)"
    " VALUES (1, 2, 'counter', '{}', 3, 'lobby', 1, 0)"
)
START = "UPDATE tables SET phase = 'playing', seed = 'oak', rules_version = 1, started_at = 0 WHERE id = ?"
Newer = Callable[[str], Path]


@pytest.fixture
def address(url: str) -> URL:
    return database_url(url)


@pytest.fixture
def newer(tmp_path: Path) -> Newer:
    """Makes a copy of the migrations with one more."""

    def make(step: str) -> Path:
        folder = tmp_path / "migrations"
        shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "versions" / f"{AFTER_HEAD}_next.py").write_text(step)
        return folder

    return make


@pytest.fixture
def old(address: URL, path: Path) -> Path:
    """A database of the real schema with a note in it."""
    migrate(address)
    change(path, "INSERT INTO notes (key, value) VALUES ('tree', 'oak')")
    return path


def change(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def rows(path: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def revision(path: Path) -> str:
    ((number,),) = rows(path, "SELECT version_num FROM alembic_version")
    return number


def definitions(path: Path) -> list[tuple]:
    """Everything but triggers. Statements are on one line, because SQLite adds a column without a line break."""
    found = rows(
        path,
        "SELECT type, name, sql FROM sqlite_schema WHERE type <> 'trigger' AND name NOT LIKE 'sqlite_%'"
        " AND tbl_name <> 'alembic_version' ORDER BY type, name",
    )
    return [(kind, name, " ".join(sql.split())) for kind, name, sql in found]


def test_an_empty_file_gets_the_newest_schema_without_a_backup(address: URL, path: Path):
    migrate(address)
    assert revision(path) == HEAD
    assert backups_of(path) == []


def test_migrating_again_changes_nothing(old: Path, address: URL):
    before = old.read_bytes()
    migrate(address)
    assert old.read_bytes() == before
    assert backups_of(old) == []


def test_the_migrations_create_the_tables_of_the_schema(address: URL, path: Path, tmp_path: Path):
    migrate(address)
    declared = tmp_path / "declared.db"
    engine = create_engine(f"sqlite:///{declared}")
    metadata.create_all(engine)
    engine.dispose()
    assert definitions(path) == definitions(declared)


def test_alembic_finds_no_difference_either(address: URL, path: Path):
    migrate(address)
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_every_migration_is_in_a_file_named_after_its_number():
    scripts = list(ScriptDirectory(str(MIGRATIONS)).walk_revisions())
    assert [script.revision for script in reversed(scripts)] == [f"{step:04}" for step in range(1, len(scripts) + 1)]
    assert all(Path(script.path).name.startswith(f"{script.revision}_") for script in scripts)


def only_adds(statements: Iterable[str]) -> bool:
    """Whether these statements leave alone what an older process reads and writes, as far as statements tell."""
    new = {"alembic_version"}
    for said in statements:
        word, *_ = said.split()
        if word in ("SELECT", "PRAGMA") or re.match("CREATE INDEX", said):
            continue
        if made := re.match(r"CREATE TABLE (\w+)|ALTER TABLE (\w+) ADD COLUMN \W?(\w+)", said):
            new.add(made[1] or f"{made[2]}.{made[3]}")
            continue
        filled = re.match(r"INSERT INTO (\w+)|UPDATE (\w+) SET (\w+) ?= ?[^,]+$", said)
        filled = filled or re.match(r"CREATE (?:UNIQUE INDEX|TRIGGER) .* ON (\w+)", said)
        if filled is None or not {*filled.groups(), f"{filled[2]}.{filled[3]}" if filled.lastindex == 3 else ""} & new:
            return False
    return True


def test_a_migration_that_only_adds_says_so() -> None:
    """Otherwise an update would ask for all processes to be stopped, and no process could follow another."""
    engine, steps, statements = create_engine("sqlite://"), dict[str, list[str]](), list[str]()

    def note(*sent: Any) -> None:
        statements.append(" ".join(sent[2].split()))
        if step := re.match(r"(?:INSERT INTO|UPDATE) alembic_version .*?'(\d+)'", statements[-1]):
            steps[step[1]] = statements.copy()
            statements.clear()

    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA legacy_alter_table = ON")
        event.listen(connection, "before_cursor_execute", note)
        upgrade(connection, MIGRATIONS)
    says = {script.revision: getattr(script.module, "ADDS_ONLY", None) for script in SCRIPTS}
    assert steps.keys() == says.keys()
    adding = {step for step, done in steps.items() if only_adds(done)}
    assert {step for step, said in says.items() if said} <= adding
    assert {step for step in adding if says[step] is None and step > RELEASED} == set()


def test_an_older_file_is_backed_up_and_migrated(old: Path, address: URL, newer: Newer):
    migrate(address, newer(NEXT))
    assert revision(old) == AFTER_HEAD
    assert rows(old, "SELECT key, value, author FROM notes") == [("tree", "oak", "bot")]
    (backup,) = backups_of(old)
    assert backup.name.endswith(f"-{HEAD}.db")
    assert revision(backup) == HEAD
    assert rows(backup, "SELECT * FROM notes") == [("tree", "oak")]


async def test_a_backup_can_be_opened_in_place_of_the_original(store: Store, path: Path):
    table = await lobby(store)
    assert path.with_name(path.name + "-wal").stat().st_size > 0, "the table is in the write-ahead log"
    backup = back_up(path, "0001")
    restored = await Store.open(f"sqlite:///{backup}")
    assert await restored.tables.get(table.id) == table
    await restored.close()


def test_a_newer_file_is_refused_and_kept(old: Path, address: URL, newer: Newer):
    migrate(address, newer(NEXT))
    before, backups = old.read_bytes(), backups_of(old)
    with pytest.raises(
        DatabaseError, match=rf"newer Cardroom \(schema {AFTER_HEAD}; this version supports up to {HEAD}\)"
    ):
        migrate(address)
    assert old.read_bytes() == before
    assert backups_of(old) == backups


@pytest.mark.parametrize(
    ("last_step", "refusal"),
    [
        ("op.execute('DROP TABLE nowhere')", "no such table: nowhere"),
        ("op.execute('DELETE FROM seats')", "seats are left in the lobby"),
        ("op.execute('DELETE FROM tables')", "would lose its parent"),
    ],
)
async def test_a_migration_that_fails_leaves_the_file_as_it_was(
    store: Store, path: Path, address: URL, newer: Newer, last_step: str, refusal: str
):
    table = await lobby(store)
    async with store.tables.change(table.id, table.rev) as start:
        start.start(seed="oak", rules_version=1, now=table.opened_at)
    await store.close()
    before = definitions(path), rows(path, "SELECT * FROM tables"), rows(path, "SELECT * FROM seats")
    with pytest.raises(DatabaseError, match=refusal):
        migrate(address, newer(NEXT + f"    {last_step}\n"))
    assert revision(path) == HEAD
    assert (definitions(path), rows(path, "SELECT * FROM tables"), rows(path, "SELECT * FROM seats")) == before
    assert len(backups_of(path)) == 1


def test_without_a_backup_there_is_no_migration(old: Path, address: URL, newer: Newer, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(DatabaseError, match=r"No backup of .* No space left on device"):
        migrate(address, newer(NEXT))
    assert revision(old) == HEAD
    assert [file.name for file in old.parent.iterdir()] == [old.name]


def test_the_last_backups_are_kept(old: Path):
    interrupted = old.with_name("cardroom.backup-20200101T000000000000Z-0001.db.part")
    unrelated = old.with_name("cardroom.backup.txt")
    journal = interrupted.with_name(f"{interrupted.name}-journal")
    for file in (interrupted, journal, unrelated):
        file.touch()
    made = [back_up(old, "0001") for _ in range(MAX_BACKUPS + 2)]
    assert backups_of(old) == made[-MAX_BACKUPS:]
    assert not interrupted.exists()
    assert not journal.exists()
    assert unrelated.exists()


def test_a_migration_may_rebuild_a_table_that_others_refer_to(old: Path, address: URL, newer: Newer):
    change(old, LOBBY)
    change(old, "INSERT INTO seats (table_id, seat, user_id) VALUES (1, 0, 3)")
    rebuild = NEXT + "    with op.batch_alter_table('tables') as tables:\n        tables.drop_column('message_id')\n"
    migrate(address, newer(rebuild))
    assert "message_id" not in {name for _, name, *_ in rows(old, "PRAGMA table_info(tables)")}
    assert rows(old, "SELECT table_id, user_id FROM seats") == [(1, 3)]
    assert rows(old, "PRAGMA foreign_key_check") == []


def migrations_before(number: str, tmp_path: Path) -> Path:
    """A copy of the migrations up to the one before ``number``."""
    folder = tmp_path / f"before_{number}"
    shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for step in (folder / "versions").glob("[0-9]*.py"):
        if step.name[:4] >= number:
            step.unlink()
    return folder


def test_an_open_vote_goes_on_when_votes_can_be_about_ending_a_game(address: URL, path: Path, tmp_path: Path):
    migrate(address, migrations_before("0022", tmp_path))
    change(path, LOBBY)
    change(path, "INSERT INTO seats (table_id, seat, user_id) VALUES (1, 0, 3), (1, 1, 4)")
    change(path, "INSERT INTO removals (table_id, seat, asked_by, ends_at) VALUES (1, 1, 0, 5)")
    migrate(address)
    assert rows(path, "SELECT table_id, seat, asked_by, ends_at FROM removals") == [(1, 1, 0, 5)]
    change(path, "UPDATE removals SET seat = NULL")


def test_computers_play_at_once_where_others_were_being_asked_about_late_players(
    address: URL, path: Path, tmp_path: Path
):
    migrate(address, migrations_before("0021", tmp_path))
    change(
        path,
        "INSERT INTO tables (guild_id, channel_id, game, options, host_id, phase, rev, deadline, opened_at)"
        " VALUES (1, 2, 'counter', '{}', 3, 'lobby', 1, 9000, 0), (1, 3, 'counter', '{}', 3, 'lobby', 1, 9000, 0)",
    )
    for table in (1, 2):
        change(path, f"INSERT INTO seats (table_id, seat, user_id) VALUES ({table}, 0, 3), ({table}, 1, 4)")
    change(path, "UPDATE tables SET phase = 'playing', seed = 'oak', rules_version = 1, started_at = 0")
    columns = "(table_id, seat, since, late_since, bank_used, away_used, claims)"
    change(path, f"INSERT INTO clocks {columns} VALUES (1, 0, 1000, 5000, 0, 0, 0), (1, 1, NULL, NULL, 0, 0, 1)")
    change(path, f"INSERT INTO clocks {columns} VALUES (2, 0, 1000, NULL, 0, 0, 0)")
    migrate(address)
    assert rows(path, "SELECT id, deadline FROM tables ORDER BY id") == [(1, 5000), (2, 9000)]
    assert rows(path, "SELECT since, late_since, claims, timeouts FROM clocks ORDER BY table_id, seat") == [
        (1000, None, 0, 0),
        (None, None, 0, 0),
        (1000, None, 0, 0),
    ]


async def test_deals_from_before_there_were_cups_belong_to_none(address: URL, url: str, path: Path, tmp_path: Path):
    migrate(address, migrations_before("0032", tmp_path))
    change(
        path,
        "INSERT INTO deals (guild_id, origin, game, options, rules_version, levels, seed, ends_at, is_sealed)"
        " VALUES (1, 7, 'counter', '{}', 1, '[\"normal\", \"easy\"]', 'oak', 9000, 0)",
    )
    migrate(address)
    store = await Store.open(url)
    deal = await store.deals.of_origin(7)
    assert deal is not None
    assert (deal.levels, deal.cup_id, deal.is_sealed) == (("normal", "easy"), None, False)
    assert await store.times.cups.first() is None
    await store.close()


def test_a_running_derby_goes_on_as_two_cups_that_say_so(address: URL, path: Path, tmp_path: Path):
    migrate(address, migrations_before("0039", tmp_path))
    for cup, rival, is_off in ((1, 2, 0), (2, 1, 0), (3, None, 0), (4, 5, 1)):
        change(
            path,
            "INSERT INTO cups (id, guild_id, channel_id, organiser_id, name, game, fewest_points_win, key, ends_at,"
            " is_cancelled, due_at, rival_id, derby_is_off, server_name) VALUES (?, ?, 1, 1, 'Cup', 'knotweed', 0,"
            " 'key', 10, 0, 12, ?, ?, 'A')",
            *(cup, cup, rival, is_off),
        )
        change(path, "INSERT INTO posts (kind, subject, guild_id) VALUES ('cup', ?, ?)", cup, cup)
    migrate(address)
    assert rows(path, "SELECT id, was_derby, due_at FROM cups") == [(1, 1, 12), (2, 1, 12), (3, 0, 12), (4, 1, 12)]
    assert rows(path, "SELECT subject FROM posts WHERE due_at = 0") == [(1,), (2,), (4,)]


def test_a_running_league_finishes_its_round(address: URL, path: Path, tmp_path: Path):
    """One is in its second round, with a match postponed beyond it; one plays the third game of a final.

    A list that somebody has signed is closed from now on if nobody else comes. Who has named times for a match, or has
    come to a meeting, is known to be willing.
    """
    migrate(address, migrations_before("0041", tmp_path))
    for league, phase, number in ((1, "rounds", 2), (2, "finals", 6), (3, "finished", 6), (4, "sign_up", 0)):
        change(
            path,
            "INSERT INTO leagues (id, guild_id, channel_id, kind, name, game, organiser_id, phase, most_players,"
            " rounds, finalists, pace, round, round_ends_at, opened_at)"
            " VALUES (?, 1, 1, 'league', 'Autumn', 'counter', 1, ?, 12, 5, 2, 'days_1', ?, 10, 0)",
            *(league, phase, number),
        )
        change(path, "INSERT INTO posts (kind, subject, guild_id) VALUES ('league', ?, 1)", league)
    for league, number, stage, game, ends in ((1, 1, "round", 1, 10), (1, 2, "round", 1, 17), (2, 6, "final", 3, 10)):
        change(
            path,
            "INSERT INTO league_matches (league_id, round, stage, division, game, status, ends_at)"
            " VALUES (?, ?, ?, 0, ?, 'open', ?)",
            *(league, number, stage, game, ends),
        )
    change(path, "INSERT INTO posts (kind, subject, guild_id) VALUES ('postponed', 1, 1)")
    change(path, "INSERT INTO league_entries (league_id, number, user_id, status) VALUES (4, 0, 2, 'in')")
    migrate(address, migrations_before("0052", tmp_path))
    for seat in ("0, '[9]', 0", "1, '[]', 1", "2, '[]', 0"):
        change(path, f"INSERT INTO league_match_seats (match_id, number, offers, is_here) VALUES (1, {seat})")
    migrate(address)
    assert rows(path, "SELECT is_willing FROM league_match_seats ORDER BY number") == [(1,), (1,), (0,)]
    assert rows(path, "SELECT id FROM leagues WHERE due_at > 0 AND phase = 'sign_up'") == [(4,)]
    assert rows(path, "SELECT phase, rounds, round_ends_at, edition FROM leagues WHERE id < 4") == [
        ("rounds", 2, 17, 0),
        ("rounds", 6, 10, 0),
        ("finished", 5, 10, 0),
    ]
    assert rows(path, "SELECT round, division FROM league_matches") == [(1, 0), (2, 0), (8, -1)]
    assert rows(path, "SELECT kind, subject, is_anew FROM posts WHERE due_at = 0") == [("league", n, 1) for n in (1, 2)]
    assert rows(path, "SELECT count(*) FROM posts") == [(4,)]


def test_the_newest_migration_is_known_without_alembic():
    assert newest_revision() == scripts_in(MIGRATIONS).get_current_head()


def test_the_season_that_goes_on_is_counted_by_wins_alone(address: URL, path: Path, tmp_path: Path) -> None:
    """Member 5 has come second three times, 3 has won once; before, 5 was ahead. The season before stays."""
    migrate(address, migrations_before("0044", tmp_path))
    now = datetime.now(UTC)
    season = 4 * now.year + (now.month - 1) // 3
    for table, order in enumerate(([3, 5, 4], [6, 5, 4], [6, 5, 3]), 1):
        change(path, LOBBY)
        for seat, user in enumerate(order):
            change(path, "INSERT INTO seats (table_id, seat, user_id) VALUES (?, ?, ?)", table, seat, user)
        change(path, START, table)
        for seat in range(3):
            change(
                path,
                "INSERT INTO results (table_id, seat, place, points, won, mu, sigma, overall_mu, overall_sigma)"
                " VALUES (?, ?, ?, 0, ?, 25, 8, 25, 8)",
                *(table, seat, seat + 1, seat == 0),
            )
        finished = "UPDATE tables SET phase = 'finished', finished_at = ? WHERE id = ?"
        change(path, finished, round(now.timestamp() * 1000), table)
    for line in ((season, 5, 6), (season, 3, 4), (season - 1, 5, 6)):
        change(
            path,
            "INSERT INTO season_lines (guild_id, season, user_id, points, games, wins) VALUES (1, ?, ?, ?, 3, 0)",
            *line,
        )
    migrate(address)
    assert rows(path, "SELECT season, user_id, points, games, wins FROM season_lines ORDER BY season, user_id") == [
        (season - 1, 5, 6, 3, 0),
        (season, 3, 2, 1, 1),
        (season, 6, 4, 2, 2),
    ]
