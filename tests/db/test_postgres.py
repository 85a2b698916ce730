"""What only a database on a PostgreSQL server does: several bots share it, and it can go away and come back."""

import asyncio
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, Connection, inspect, select
from sqlalchemy.util import await_only
from store_steps import ANNA, BEN, CHANNEL, GUILD, NOON, finished, lobby, playing, result

from db.databases import is_up_to_date
from db.drivers.engine import database_url, place_of
from db.drivers.migrate import migrate
from db.errors import ChannelFull, DatabaseError
from db.hosting import read_note
from db.lock import is_in_use, only_bot_on
from db.postgres.driver import CONNECTIONS, create_postgres_engine, examine, transaction
from db.postgres.schema import TRIGGERS
from db.records import NewTable, SeatClock, TableRecord
from db.schema.columns import metadata
from db.schema.tables import moves, tables
from db.store import Stale, Store
from tests.databases import Raw, refusal, server
from tests.optional import present

pytestmark = pytest.mark.only_postgres("CARDROOM_TEST_DATABASE names no PostgreSQL server.")


@pytest.fixture
async def other(store: Store, url: str) -> AsyncIterator[Store]:
    """The store of another bot on the same database."""
    other = await Store.open(url)
    yield other
    await other.close()


# The schema


def test_both_databases_have_the_same_triggers(path: Path) -> None:
    migrate(database_url(f"sqlite:///{path}"))
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    assert {name: trigger.event.split(" ON ")[1] for name, trigger in TRIGGERS.items()} == dict(found)


async def test_the_database_has_the_tables_columns_indexes_and_constraints_of_the_schema(url: str, raw: Raw) -> None:
    engine = create_postgres_engine(database_url(url), (1, 0))
    async with transaction(engine) as connection:
        names = await connection.run_sync(
            lambda sync: {
                table: (
                    {column["name"] for column in inspect(sync).get_columns(table)},
                    {index["name"] for index in inspect(sync).get_indexes(table)}
                    - {unique["name"] for unique in inspect(sync).get_unique_constraints(table)},
                    {check["name"] for check in inspect(sync).get_check_constraints(table)},
                    len(inspect(sync).get_foreign_keys(table)),
                )
                for table in inspect(sync).get_table_names()
                if table != "alembic_version"
            }
        )
    await engine.dispose()
    assert names == {
        name: (
            set(table.columns.keys()),
            {index.name for index in table.indexes},
            {each.name for each in table.constraints if isinstance(each, CheckConstraint)},
            len(table.foreign_key_constraints),
        )
        for name, table in metadata.tables.items()
    }


def test_a_database_is_up_to_date_after_it_was_opened(url: str) -> None:
    assert is_up_to_date(database_url(url))


EVERYTHING = (
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(pg_trigger.oid),"
    " regexp_replace(prosrc, '\\s+', ' ', 'g') FROM pg_trigger"
    " JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal ORDER BY 1, 2",
    "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
    "SELECT table_name, column_name, data_type, is_nullable, collation_name, column_default"
    " FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2",
)
"""What a database consists of: its triggers, indexes, columns and constraints."""
AS_OF_0013 = """
    DROP TABLE tries, deals, cups;
    DROP TABLE folded_games;
    DROP FUNCTION only_finished_games_are_folded;
    DROP TABLE season_lines;
    ALTER TABLE standings DROP COLUMN played_at;
    DROP TABLE league_deeds, league_match_seats, league_matches, league_entries, leagues;
    ALTER TABLE tables DROP COLUMN match_id;
    DROP TABLE daily_games, daily_days, daily_secrets, pings, uses, plans, cross_process_tasks;
    DROP TABLE mistakes, puzzle_answers, puzzles, occasions, roles_given, posts, reviews;
    ALTER TABLE tables DROP COLUMN archive_at, DROP COLUMN budget, ADD COLUMN ping_id bigint;
    DROP INDEX ix_tables_guild_id_finished_at;
    ALTER TABLE tables DROP COLUMN lesson, DROP COLUMN to_act, DROP COLUMN look_at, DROP COLUMN unrated;
    DROP INDEX ix_tables_guild_id_started_at;
    ALTER TABLE seats DROP COLUMN left_early;
    ALTER TABLE clocks DROP COLUMN timeouts;
    ALTER TABLE guests DROP COLUMN called;
    ALTER TABLE removals ALTER COLUMN seat SET NOT NULL;
    ALTER TABLE standings RENAME COLUMN ordinal TO worth;
    CREATE INDEX leaderboard ON standings (guild_id, practice, game, hidden, worth DESC, wins DESC, id);
    CREATE TABLE calls (
        table_id bigint PRIMARY KEY REFERENCES tables, turns text COLLATE "C" NOT NULL, due_at bigint);
    CREATE TABLE errands (
        id bigserial PRIMARY KEY, shard bigint NOT NULL, kind text COLLATE "C" NOT NULL, user_id bigint NOT NULL);
    UPDATE alembic_version SET version_num = '0013';
"""
"""Takes the database back to before the first migration that one on a server can lack."""


async def test_an_older_database_gets_what_a_new_one_has(
    store: Store, url: str, raw: Raw, caplog: pytest.LogCaptureFixture
) -> None:
    table = await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    new, standings = [raw.rows(query) for query in EVERYTHING], raw.rows("SELECT * FROM standings ORDER BY id")
    raw.execute(AS_OF_0013)
    raw.execute(
        f"INSERT INTO calls VALUES ({table.id}, '[[11, 0, 60000, 120000, true], [12, -2, 60000, null, false]]', 7)"
    )
    raw.execute("INSERT INTO errands (shard, kind, user_id) VALUES (1, 'away', 4)")
    assert [raw.rows(query) for query in EVERYTHING] != new
    await (await Store.open(url)).close()
    assert "from schema 0013 to" in caplog.text
    assert "Only a backup that you have made before leads back" in caplog.text, "hosts hear of it"
    assert [raw.rows(query) for query in EVERYTHING] == new
    assert raw.rows("SELECT * FROM standings ORDER BY id") == standings
    assert raw.rows("SELECT * FROM pings ORDER BY user_id") == [
        (table.id, 11, 0, 60_000, 120_000, 1, None),
        (table.id, 12, -2, 60_000, None, 0, None),
    ]
    assert raw.rows(f"SELECT look_at FROM tables WHERE id = {table.id}") == [(7,)]
    assert raw.rows("SELECT shard, kind, subject_id FROM cross_process_tasks") == [(1, "away", 4)]


async def test_a_newer_database_is_refused(url: str, raw: Raw) -> None:
    ((current,),) = raw.rows("SELECT version_num FROM alembic_version")
    raw.execute("UPDATE alembic_version SET version_num = '9999'")
    try:
        with pytest.raises(DatabaseError, match="written by a newer Cardroom"):
            await Store.open(url)
    finally:
        raw.execute(f"UPDATE alembic_version SET version_num = '{current}'")


async def test_a_database_of_another_program_is_refused(url: str, raw: Raw) -> None:
    raw.execute("ALTER TABLE alembic_version RENAME TO recipes")
    try:
        with pytest.raises(DatabaseError, match="is the database of another program"):
            await Store.open(url)
    finally:
        raw.execute("ALTER TABLE recipes RENAME TO alembic_version")


async def test_large_numbers_and_odd_texts_are_kept(store: Store) -> None:
    largest = 2**63 - 1
    table = await store.tables.open_table(
        NewTable(guild_id=largest, channel_id=largest - 1, game="counter", options={"é": "\"'\\"}, host_id=largest - 2),
        NOON,
    )
    assert await store.tables.get(table.id) == table
    rating = 25.123456789012345
    await finished(store, [result(0, ANNA, mu=rating), result(1, BEN, 2)])
    stored = present(await store.leaderboards.rating(GUILD, ANNA, "counter"))
    assert stored.mu == rating


# Several bots


async def test_of_two_bots_that_change_a_table_one_succeeds(store: Store, table: TableRecord, other: Store) -> None:

    async def move(bot: Store, number: int) -> None:
        async with bot.tables.change(table.id, table.rev) as change:
            change.add_move(0, f"play {number}", NOON)

    outcomes = await asyncio.gather(
        *(move(bot, number) for number, bot in enumerate((store, other) * 10)), return_exceptions=True
    )
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 19
    assert len(await store.games.moves(table.id)) == 1


async def test_two_bots_open_no_more_tables_than_a_channel_may_have(store: Store, other: Store) -> None:
    outcomes = await asyncio.gather(*(lobby(bot, [ANNA]) for bot in (store, other) * 4), return_exceptions=True)
    assert sum(isinstance(outcome, TableRecord) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, ChannelFull) for outcome in outcomes) == 7


async def test_changes_of_many_tables_and_of_all_tables_do_not_lock_each_other_out(store: Store, other: Store) -> None:
    tables = [await playing(store, channel=CHANNEL + number) for number in range(10)]

    async def move(bot: Store, table: TableRecord) -> None:
        for rev in range(table.rev, table.rev + 5):
            async with bot.tables.change(table.id, rev) as change:
                change.set_clocks([SeatClock(0, NOON)])
                change.add_move(0, "pass", NOON)

    async def postpone(bot: Store) -> None:
        for _ in range(5):
            await bot.tables.postpone(NOON - NOON)
            await bot.members.hide(ANNA, hidden=True)
            await bot.leaderboards.count_standings_again()

    work = [move(bot, table) for table, bot in zip(tables, (store, other) * 5, strict=True)]
    await asyncio.gather(*work, postpone(store), postpone(other))
    assert [len(await store.games.moves(table.id)) for table in tables] == [5] * 10


async def test_bots_rate_the_games_of_a_server_one_after_another(store: Store, other: Store) -> None:
    rating = 0

    async def rate(bot: Store) -> None:
        nonlocal rating
        async with bot.leaderboards.lock_ratings(GUILD):
            before = rating
            await asyncio.sleep(0.01)
            rating = before + 1

    await asyncio.gather(*(rate(bot) for bot in (store, other) * 10))
    assert rating == 20


async def test_writers_wait_for_a_connection_however_long_it_takes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgres.driver.CONNECT_TIMEOUT", 1)
    store, most = await Store.open(url), sum(CONNECTIONS["writing"])
    go_on = asyncio.Event()

    def write(_: Connection, number: int) -> None:
        begun.append(number)
        await_only(go_on.wait())

    begun: list[int] = []
    writers = [asyncio.create_task(store.database.write(write, number)) for number in range(most + 3)]
    await asyncio.wait(writers, timeout=1.5)
    assert sorted(begun) == list(range(most))
    go_on.set()
    await asyncio.gather(*writers)
    assert sorted(begun) == list(range(most + 3))
    await store.close()


async def test_a_reader_sees_one_moment(store: Store, table: TableRecord, other: Store) -> None:

    async def move() -> None:
        async with other.tables.change(table.id, table.rev) as change:
            change.add_move(0, "pass", NOON)

    def read(connection: Connection) -> list[Any]:
        before = connection.scalar(select(tables.c.rev))
        await_only(move())
        return [before, connection.scalar(select(tables.c.rev)), connection.scalars(select(moves)).all()]

    assert await store.database.read(read) == [table.rev, table.rev, []]


# The lock

HOLD_THE_LOCK = """
import sys
from db.lock import only_bot_on

with only_bot_on(sys.argv[1]):
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_a_second_bot_is_refused_until_the_first_has_stopped(url: str) -> None:
    assert not is_in_use(url)
    refused = pytest.raises(DatabaseError, match="Another Cardroom is running on the database")
    with only_bot_on(url):
        assert is_in_use(url)
        with refused, only_bot_on(url):
            pass
    with only_bot_on(url):
        pass
    assert not is_in_use(url)


def test_a_killed_bot_leaves_no_lock_behind(url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert present(other.stdout).readline() == "locked\n"
        assert is_in_use(url)
        other.kill()
    server().wait_for_others()
    assert not is_in_use(url)


def test_a_bot_that_has_lost_its_connection_takes_its_lock_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgres.server_lock.CHECK_SECONDS", 0.05)
    holders = (
        "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database"
        " WHERE locktype = 'advisory' AND datname = current_database()"
    )
    with only_bot_on(url):
        ((lost,),) = server().rows(holders)
        server().disconnect_others()
        while server().rows(holders) in ([], [(lost,)]):
            pass
        with pytest.raises(DatabaseError, match="Another Cardroom"), only_bot_on(url):
            pass


# Trouble


async def test_a_server_that_is_away_is_reported_in_one_line(url: str) -> None:
    away = database_url(url).set(host="127.0.0.1", port=1, password="a-secret")
    message = await refusal(away.render_as_string(hide_password=False))
    assert "the server cannot be reached" in message
    assert "a-secret" not in message


async def test_a_database_that_does_not_exist_is_reported_in_one_line(url: str) -> None:
    missing = database_url(url).set(database="missing").render_as_string(hide_password=False)
    assert "the server has no such database" in await refusal(missing)


async def test_a_user_who_does_not_exist_is_reported_in_one_line(url: str) -> None:
    stranger = database_url(url).set(username="stranger").render_as_string(hide_password=False)
    assert "the server rejected the user or the password" in await refusal(stranger)


async def test_a_read_only_database_is_refused(url: str, raw: Raw) -> None:
    name = database_url(url).database
    raw.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        assert "it is read-only" in await refusal(url)
    finally:
        raw.execute(f"BEGIN READ WRITE; ALTER DATABASE {name} RESET default_transaction_read_only; COMMIT")


async def test_the_store_goes_on_after_the_server_was_away(store: Store, table: TableRecord) -> None:
    server().disconnect_others()
    assert await store.tables.get(table.id) == table
    server().disconnect_others()
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "pass", NOON)
    assert len(await store.games.moves(table.id)) == 1


async def test_a_change_during_which_the_connection_is_lost_leaves_nothing(store: Store, table: TableRecord) -> None:

    async def move() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            change.add_move(0, "pass", NOON)
            change._note(lambda _connection, _table_id: await_only(asyncio.to_thread(server().disconnect_others)))
            change.add_move(1, "pass", NOON)

    with pytest.raises(
        DatabaseError, match=r"the server is stopping or starting|the connection to the server was lost"
    ):
        await move()
    assert await store.games.moves(table.id) == []
    assert await store.tables.get(table.id) == table


async def test_an_error_names_no_values_of_the_row(store: Store) -> None:
    """PostgreSQL names them all in the details of its errors: a seed, or a choice that others must not know."""
    table, secret = await lobby(store), "-".join(("a", "secret", "seed"))

    async def fail() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            change.start(seed=secret, rules_version=3, now=NOON)
            change._columns["started_at"] = None

    with pytest.raises(DatabaseError) as raised:
        await fail()
    logged = "".join(traceback.format_exception(raised.value))
    assert "UPDATE tables" in logged
    assert secret not in logged


# Commands


async def test_what_the_doctor_wants_to_know(url: str) -> None:
    state = await examine(database_url(url))
    assert state.lacking == []
    assert state.size > 0
    assert state.free_connections > 0
    assert int(state.version.split(".")[0]) >= 12


async def test_a_note_is_read_beside_the_bot(store: Store, url: str) -> None:
    await store.notes.store_value("tree", "oak")
    assert await asyncio.to_thread(read_note, url, "tree") == "oak"
    assert await asyncio.to_thread(read_note, url, "shrub") is None


def test_the_place_of_a_database_is_named_without_its_password() -> None:
    url = database_url("postgres://cardroom:a-secret@db.example/cards?sslmode=require")
    assert place_of(url) == "cards on db.example"
    assert url.drivername == "postgresql+asyncpg"
    assert url.query == {"ssl": "require"}


def test_an_address_that_cannot_be_read_is_not_quoted_with_its_password() -> None:
    with pytest.raises(DatabaseError) as refused:
        database_url("postgresql//cardroom:a-secret@db.example/cards")
    assert "a-secret" not in str(refused.value)
