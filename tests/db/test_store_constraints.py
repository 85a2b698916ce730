"""What the database itself refuses, whatever program writes to it."""

import asyncio
import shutil
from pathlib import Path

import pytest
from store_steps import ANNA, BEN, finished, lobby, playing, result

from db.store import Store
from tests.databases import REFUSED, SERVER, Raw, cells, new_address, raw_database


async def build(url: str) -> None:
    """A database in which table 1 is a lobby, table 2 is being played and table 3 is finished."""
    store = await Store.open(url)
    await lobby(store, channel=1)
    table = await playing(store, channel=2)
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "pass", table.opened_at, [("pass", 0.5, 10)])
        change.add_move(1, "pass", table.opened_at)
        change.take_back(2)
    await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    await store.close()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that tests copy, which is faster than building it."""
    path = tmp_path_factory.mktemp("constraints") / "model.db"
    if SERVER is None:
        asyncio.run(build(f"sqlite:///{path}"))
    return path


@pytest.fixture
def sql(model: Path, tmp_path: Path) -> Raw:
    """A database that the test may change."""
    if SERVER is None:
        return raw_database(f"sqlite:///{shutil.copy(model, tmp_path)}")
    url = new_address(tmp_path)
    asyncio.run(build(url))
    return raw_database(url)


NEW_TABLE = "INSERT INTO tables (guild_id, channel_id, game, options, host_id, phase, rev, opened_at) VALUES "
NEW_RESULT = "INSERT INTO results (table_id, seat, place, points, won, mu, sigma, overall_mu, overall_sigma) VALUES "
NEW_MOVE = "INSERT INTO moves (table_id, number, rev, seat, text, made_at) VALUES "

TABLES = {
    "a phase is a known one": "UPDATE tables SET phase = 'paused' WHERE id = 1",
    "a table opens as a lobby": NEW_TABLE + "(1, 9, 'counter', '{}', 1, 'closed', 1, 0)",
    "options are JSON": NEW_TABLE + "(1, 9, 'counter', 'two rounds', 1, 'lobby', 1, 0)",
    "options are an object": NEW_TABLE + "(1, 9, 'counter', '[2]', 1, 'lobby', 1, 0)",
    "revisions start at 1": NEW_TABLE + "(1, 9, 'counter', '{}', 1, 'lobby', 0, 0)",
    "ids are whole numbers": NEW_TABLE + "('guild', 9, 'counter', '{}', 1, 'lobby', 1, 0)",
    "times are whole numbers": NEW_TABLE + "(1, 9, 'counter', '{}', 1, 'lobby', 1, '2026-05-01 noon')",
    "a followed table exists": "INSERT INTO followers (table_id, user_id) VALUES (99, 5)",
    "a member is noted once": "INSERT INTO subscribers (guild_id, game, user_id) VALUES (1, 'a', 5), (1, 'a', 5)",
    "no seed before the start": "UPDATE tables SET seed = 'oak' WHERE id = 1",
    "no start without seed": "UPDATE tables SET phase = 'playing', rules_version = 1, started_at = 0 WHERE id = 1",
    "no start without rules": "UPDATE tables SET phase = 'playing', seed = 'oak', started_at = 0 WHERE id = 1",
    "no start without time": "UPDATE tables SET phase = 'playing', seed = 'oak', rules_version = 1 WHERE id = 1",
    "no deal in a lobby": "UPDATE tables SET seed = 'oak', rules_version = 1, started_at = 0 WHERE id = 1",
    "no end without time": "UPDATE tables SET phase = 'closed' WHERE id = 2",
    "no end time before the end": "UPDATE tables SET finished_at = 0 WHERE id = 2",
    "no end without results": "UPDATE tables SET phase = 'finished', finished_at = 0 WHERE id = 2",
    "no result of a lobby": "UPDATE tables SET phase = 'finished', finished_at = 0 WHERE id = 1",
    "no deadline after the end": "UPDATE tables SET deadline = 0 WHERE id = 3",
    "a finished table stays finished": "UPDATE tables SET phase = 'playing', finished_at = NULL WHERE id = 3",
    "no way back to the lobby": "UPDATE tables SET phase = 'lobby' WHERE id = 2",
    "the seed is fixed": "UPDATE tables SET seed = 'elm' WHERE id = 2",
    "the options are fixed": "UPDATE tables SET options = '{}' WHERE id = 2",
    "the rules are fixed": "UPDATE tables SET rules_version = 4 WHERE id = 3",
    "revisions do not fall": "UPDATE tables SET rev = rev - 1 WHERE id = 2",
    "revisions do not jump": "UPDATE tables SET rev = rev + 2 WHERE id = 2",
    "tables are kept": "DELETE FROM tables WHERE id = 1",
}
SEATS = {
    "seats count from 0": "INSERT INTO seats (table_id, seat, user_id) VALUES (1, -1, 77)",
    "a seat has one player": "INSERT INTO seats (table_id, seat, user_id) VALUES (1, 1, 77)",
    "a player has one seat": "INSERT INTO seats (table_id, seat, user_id) VALUES (1, 2, 11)",
    "a seat belongs to a table": "INSERT INTO seats (table_id, seat, user_id) VALUES (99, 0, 77)",
    "nobody joins a game": "INSERT INTO seats (table_id, seat, user_id) VALUES (2, 2, 77)",
    "nobody leaves a game": "DELETE FROM seats WHERE table_id = 2",
    "nobody changes seats in a game": "UPDATE seats SET seat = 5 WHERE table_id = 2 AND seat = 1",
    "nobody moves to another table": "UPDATE seats SET table_id = 2, seat = 5 WHERE table_id = 1 AND seat = 1",
    "nobody gives up in a lobby": "UPDATE seats SET resigned = 1, computer = 'easy' WHERE table_id = 1",
    "nobody gives up after the end": "UPDATE seats SET resigned = 1, computer = 'easy' WHERE table_id = 3",
    "a computer plays for a member who has given up": "UPDATE seats SET resigned = 1 WHERE table_id = 2",
    "a seat has a player": "INSERT INTO seats (table_id, seat) VALUES (1, 2)",
    "a seat keeps its player": "UPDATE seats SET user_id = 77 WHERE table_id = 1 AND seat = 1",
    "no computer takes over in a lobby": "UPDATE seats SET computer = 'easy' WHERE table_id = 1",
    "no computer takes over after the end": "UPDATE seats SET computer = 'easy' WHERE table_id = 3",
    "giving up is yes or no": "UPDATE seats SET resigned = 2, computer = 'easy' WHERE table_id = 2",
}
MOVES = {
    "no moves in a lobby": NEW_MOVE + "(1, 1, 1, 0, 'pass', 0)",
    "no moves after the end": NEW_MOVE + "(3, 1, 1, 0, 'pass', 0)",
    "no moves without a table": NEW_MOVE + "(99, 1, 1, 0, 'pass', 0)",
    "no moves of an empty seat": NEW_MOVE + "(2, 3, 1, 7, 'pass', 0)",
    "no gap between moves": NEW_MOVE + "(2, 4, 1, 0, 'pass', 0)",
    "no second move with the same number": NEW_MOVE + "(2, 1, 1, 0, 'pass', 0)",
    "moves do not change": "UPDATE moves SET text = 'draw' WHERE table_id = 2",
    "moves keep their player": "UPDATE moves SET seat = 1 WHERE table_id = 2 AND number = 1",
    "moves are kept": "DELETE FROM moves WHERE table_id = 2 AND number = 2",
    "taking back is for good": "UPDATE moves SET taken_back = 0 WHERE table_id = 2 AND number = 2",
    "taking back is yes or no": "UPDATE moves SET taken_back = 2 WHERE table_id = 2 AND number = 1",
}
RESULTS = {
    "places count from 1": NEW_RESULT + "(2, 0, 0, 0, 0, 25, 8, 25, 8)",
    "winning is yes or no": NEW_RESULT + "(2, 0, 1, 0, 2, 25, 8, 25, 8)",
    "a rating is uncertain": NEW_RESULT + "(2, 0, 1, 0, 1, 25, 0, 25, 8)",
    "a rating is a number": NEW_RESULT + "(2, 0, 1, 0, 1, 'good', 8, 25, 8)",
    "no result of an empty seat": NEW_RESULT + "(2, 7, 1, 0, 1, 25, 8, 25, 8)",
    "no results in a lobby": NEW_RESULT + "(1, 0, 1, 0, 1, 25, 8, 25, 8)",
    "no results after the end": NEW_RESULT + "(3, 2, 1, 0, 1, 25, 8, 25, 8)",
    "results do not change": "UPDATE results SET place = 1 WHERE table_id = 3",
    "results are kept": "DELETE FROM results WHERE table_id = 3",
}
NEW_THOUGHT = "INSERT INTO thoughts (table_id, number, considered) VALUES "
THOUGHTS = {
    "thoughts are a list": NEW_THOUGHT + "(2, 2, '{}')",
    "no thoughts without a move": NEW_THOUGHT + "(2, 3, '[]')",
    "no thoughts after the end": NEW_THOUGHT + "(3, 1, '[]')",
    "thoughts do not change": "UPDATE thoughts SET considered = '[]' WHERE table_id = 2",
    "thoughts are kept": "DELETE FROM thoughts WHERE table_id = 2",
}
STATEMENTS = TABLES | SEATS | MOVES | RESULTS | THOUGHTS


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS.keys())
def test_the_database_refuses(sql: Raw, statement: str):
    before = sorted(cells(sql), key=str)
    with pytest.raises(REFUSED):
        sql.execute(statement)
    assert sorted(cells(sql), key=str) == before


def test_a_game_starts_with_seats_without_gaps(sql: Raw):
    start = "UPDATE tables SET phase = 'playing', seed = 'oak', rules_version = 1, started_at = 0 WHERE id = 1"
    sql.execute("DELETE FROM seats WHERE table_id = 1 AND seat = 0")
    with pytest.raises(REFUSED, match="numbered from 0 without gaps"):
        sql.execute(start)
    sql.execute("DELETE FROM seats WHERE table_id = 1")
    with pytest.raises(REFUSED, match="numbered from 0 without gaps"):
        sql.execute(start)
    sql.execute("INSERT INTO seats (table_id, seat, user_id) VALUES (1, 0, 77)")
    sql.execute(start)
    assert sql.rows("SELECT phase FROM tables WHERE id = 1") == [("playing",)]


def test_a_game_does_not_end_with_only_some_of_its_results(sql: Raw):
    end = "UPDATE tables SET phase = 'finished', finished_at = 0 WHERE id = 2"
    sql.execute(NEW_RESULT + "(2, 0, 1, 0, 1, 25, 8, 25, 8)")
    with pytest.raises(REFUSED, match="a result for each seat"):
        sql.execute(end)
    sql.execute(NEW_RESULT + "(2, 1, 2, 0, 0, 25, 8, 25, 8)")
    sql.execute(end)
    assert sql.rows("SELECT phase FROM tables WHERE id = 2") == [("finished",)]


def test_giving_up_is_for_good(sql: Raw):
    sql.execute("UPDATE seats SET resigned = 1, computer = 'easy' WHERE table_id = 2 AND seat = 0")
    with pytest.raises(REFUSED, match="for good"):
        sql.execute("UPDATE seats SET resigned = 0 WHERE table_id = 2 AND seat = 0")


def test_an_id_is_never_used_twice(sql: Raw):
    sql.execute(NEW_TABLE + "(1, 9, 'counter', '{}', 1, 'lobby', 1, 0)")
    ((newest,),) = sql.rows("SELECT max(id) FROM tables")
    sql.execute(f"DELETE FROM tables WHERE id = {newest}")
    sql.execute(NEW_TABLE + "(1, 9, 'counter', '{}', 1, 'lobby', 1, 0)")
    assert sql.rows("SELECT max(id) FROM tables") == [(newest + 1,)]


@pytest.mark.only_files("PostgreSQL always checks types.")
@pytest.mark.parametrize("table", ["tables", "seats", "moves", "results", "notes"])
def test_every_table_is_strict(sql: Raw, table: str):
    assert sql.rows(f"SELECT strict FROM pragma_table_list WHERE name = '{table}'") == [(1,)]
