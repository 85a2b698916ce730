"""A change is stored as a whole or not at all, however it ends."""

import asyncio
import sqlite3
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, text
from store_steps import ANNA, BEN, CLARA, NOON, lobby, playing, result

from db.drivers.sqlite import FileConnection, driver_of
from db.records import Phase, SeatRecord, TableRecord
from db.store import Change, DatabaseError, Stale, Store
from tests.databases import SERVER, Gate, laid_out

TIMEOUT = 10
STATEMENTS = 21 if SERVER else 22
"""How many statements a change with a ``whole_game`` sends, with what becomes due to be posted.

The driver of PostgreSQL begins by itself.
"""


class Interruption(Exception):
    pass


@contextmanager
def on_event(name: str, listener: Callable[..., object]) -> Iterator[None]:
    """Call ``listener`` on this event of any engine of SQLAlchemy."""
    event.listen(Engine, name, listener)
    try:
        yield
    finally:
        event.remove(Engine, name, listener)


def whole_game(change: Change) -> None:
    change.add_move(0, "pass", NOON)
    change.hand_over(SeatRecord(1, BEN, "easy", resigned=True))
    change.finish([result(0, ANNA), result(1, BEN, 2)], NOON)


async def cancel(task: asyncio.Task[None], times: int) -> None:
    """Cancel a task now and in each of the next turns of the event loop."""
    for _ in range(times):
        task.cancel()
        await asyncio.sleep(0)


def cancel_meanwhile(task: asyncio.Task[None], times: int) -> None:
    """Cancel a task whose transaction is being carried out, in the event loop or in the thread of a file."""
    if SERVER:
        task.cancel()
        later = asyncio.create_task(cancel(task, times - 1))
        task.add_done_callback(lambda _: later.cancel())
    else:
        asyncio.run_coroutine_threadsafe(cancel(task, times), task.get_loop()).result(TIMEOUT)


async def assert_untouched(store: Store, table: TableRecord) -> None:
    assert await store.tables.get(table.id) == table
    assert await store.games.moves(table.id) == []
    assert await store.games.results(table.id) == []


async def assert_still_works(store: Store, table: TableRecord) -> None:
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(1, "again", NOON)
    assert [move.text for move in await store.games.moves(table.id)] == ["again"]


@pytest.mark.parametrize("distance", [-1, 1])
async def test_a_change_for_another_revision_is_stale(store: Store, table: TableRecord, distance: int):
    with pytest.raises(Stale) as stale:
        async with store.tables.change(table.id, table.rev + distance) as change:
            change.add_move(0, "pass", NOON)
    assert (stale.value.table_id, stale.value.rev) == (table.id, table.rev + distance)
    await assert_untouched(store, table)


async def test_a_change_of_an_unknown_table_is_stale(store: Store):
    with pytest.raises(Stale):
        async with store.tables.change(99, 1):
            pass


async def test_of_many_simultaneous_changes_one_succeeds(store: Store, table: TableRecord):

    async def move(number: int) -> int:
        async with store.tables.change(table.id, table.rev) as change:
            change.add_move(0, f"play {number}", NOON)
        return number

    outcomes = await asyncio.gather(*(move(number) for number in range(20)), return_exceptions=True)
    succeeded = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert len(succeeded) == 1
    assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 19
    assert [move.text for move in await store.games.moves(table.id)] == [f"play {succeeded[0]}"]


@pytest.mark.only_files("PostgreSQL has several writers.")
async def test_writers_wait_for_each_other_without_asking_sqlite(url: str):
    """Here SQLite would refuse a second writer at once; elsewhere it would let writers wait in no particular order."""
    store = await Store.open(laid_out(url) + "?timeout=0")
    tables = [await playing(store, channel=channel) for channel in range(5)]
    order: list[int] = []

    async def move(table: TableRecord) -> None:
        async with store.tables.change(table.id, table.rev) as change:
            order.append(table.id)
            change.add_move(0, "pass", NOON)

    await asyncio.gather(*map(move, tables))
    assert order == [table.id for table in tables]
    await store.close()


@pytest.mark.only_files("PostgreSQL has several writers.")
@pytest.mark.parametrize("fault", ["none", "its own", "given up", "of all"])
async def test_changes_that_wait_together_are_committed_together_and_fail_alone(store: Store, fault: str):
    tables = [await playing(store, channel=channel) for channel in range(5)]
    commits = list[object]()

    async def move(number: int) -> None:
        async with store.tables.change(tables[number].id, tables[number].rev) as change:
            change.add_move(0, "pass", NOON)

    async def fail() -> None:
        def work(connection: Connection) -> None:
            connection.execute(text("INSERT INTO notes (key, value) VALUES ('of it', 'stored')"))
            if fault == "of all":  # as SQLite does by itself when the disk is full
                driver_of(connection).execute("ROLLBACK")
            if fault == "given up":
                cancel_meanwhile(failing, 3)
            elif fault != "none":
                raise Interruption

        await store.database.write(work)

    begun, gate = threading.Event(), threading.Event()
    with on_event("commit", commits.append):
        first = asyncio.create_task(store.database.write(lambda _: (begun.set(), gate.wait(TIMEOUT))))
        await asyncio.to_thread(begun.wait, TIMEOUT)
        before = [asyncio.create_task(move(number)) for number in range(3)]
        failing = asyncio.create_task(fail())
        after = [asyncio.create_task(move(number)) for number in range(3, 5)]
        for _ in range(20):  # until all stand in line
            await asyncio.sleep(0)
        gate.set()
        outcomes = await asyncio.gather(*before, failing, *after, return_exceptions=True)
        await first
    expected = {"its own": Interruption, "given up": asyncio.CancelledError, "of all": Exception}
    assert isinstance(outcomes[3], expected.get(fault, type(None)))
    stored = [len(await store.games.moves(table.id)) for table in tables]
    assert await store.notes.fetch_value("of it") == ("stored" if fault == "none" else None)
    assert stored == [0 if isinstance(outcome, Exception) else 1 for outcome in (*outcomes[:3], *outcomes[4:])]
    assert len(commits) == (1 if fault == "of all" else 2)
    await assert_still_works(store, await playing(store, channel=9))


async def test_two_players_open_a_table_at_once(store: Store):
    outcomes = await asyncio.gather(lobby(store, [ANNA]), lobby(store, [BEN]), return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ChannelFull", "TableRecord"]


async def test_an_exception_leaves_nothing_of_the_change(store: Store, table: TableRecord):

    async def play() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            whole_game(change)
            raise Interruption

    with pytest.raises(Interruption):
        await play()
    await assert_untouched(store, table)
    await assert_still_works(store, table)


async def test_statements_are_counted(store: Store, table: TableRecord):
    seen: list[str] = []
    with on_event("before_cursor_execute", lambda *arguments: seen.append(arguments[2])):
        async with store.tables.change(table.id, table.rev) as change:
            whole_game(change)
    assert len(seen) == STATEMENTS
    assert SERVER or seen[0] == "BEGIN IMMEDIATE"


@pytest.mark.only_files("asyncpg has no thread.")
async def test_a_change_is_one_trip_to_the_thread_of_the_file(store: Store, monkeypatch: pytest.MonkeyPatch):
    table = await playing(store)
    trips = list[Any]()

    def counted(send: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *arguments: trips.append(arguments) or send(*arguments)

    for way in (FileConnection.start, FileConnection.post):
        monkeypatch.setattr(FileConnection, way.__name__, counted(way))
    async with store.tables.change(table.id, table.rev) as change:
        whole_game(change)
    assert len(trips) == 1
    await store.games.moves(table.id)
    assert len(trips) == 2


async def test_a_single_query_needs_no_transaction(store: Store, table: TableRecord):
    seen: list[str] = []
    with on_event("before_cursor_execute", lambda *arguments: seen.append(arguments[2])):
        await store.games.moves(table.id)
    assert [statement.split()[0] for statement in seen] == ["SELECT"]


async def test_columns_that_a_change_sets_twice_are_stored_once(store: Store, table: TableRecord):
    seen: list[str] = []
    with on_event("before_cursor_execute", lambda *arguments: seen.append(arguments[2])):
        async with store.tables.change(table.id, table.rev) as change:
            change.set_deadline(NOON)
            change.set_to_act([1], computer=True)
            change.close(NOON)
    assert change.table.deadline is None
    assert change.table.phase is Phase.CLOSED
    assert sum(statement.startswith("UPDATE tables SET") for statement in seen) == 2  # one raises the revision


@pytest.mark.thorough(samples=STATEMENTS)
@pytest.mark.parametrize("cancellations", [1, 2, 3])
@pytest.mark.parametrize("statement", range(STATEMENTS))
async def test_a_change_cancelled_in_any_statement_leaves_nothing(store: Store, statement: int, cancellations: int):
    table = await playing(store)
    seen = 0

    async def play() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            whole_game(change)

    def count(*_: Any) -> None:
        nonlocal seen
        if seen == statement:
            cancel_meanwhile(task, cancellations)
        seen += 1

    with on_event("before_cursor_execute", count):
        task = asyncio.create_task(play())
        with pytest.raises(asyncio.CancelledError):
            await task
    await assert_untouched(store, table)
    await assert_still_works(store, table)


@pytest.mark.parametrize("cancellations", [1, 2, 3])
async def test_a_change_cancelled_during_its_commit_is_stored_as_a_whole(store: Store, cancellations: int):
    table = await playing(store)

    async def play() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            whole_game(change)

    with on_event("commit", lambda _: cancel_meanwhile(task, cancellations)):
        task = asyncio.create_task(play())
        with pytest.raises(asyncio.CancelledError):
            await task
    await store.notes.store_value("next", "writer")  # waits for the commit
    stored = await store.tables.get(table.id)
    assert stored is not None
    assert (stored.phase, stored.rev) == (Phase.FINISHED, table.rev + 1)
    assert len(await store.games.moves(table.id)) == 1
    assert len(await store.games.results(table.id)) == 2


async def test_a_change_cancelled_while_it_waits_for_its_turn_leaves_nothing(store: Store, table: TableRecord):
    other = await playing(store, channel=1)

    async def play() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            whole_game(change)

    gate, change = Gate(), Change(other.id, other.rev)

    def hold_up(connection: Connection) -> None:
        gate.wait()
        change.carry_out(connection)

    held_up = asyncio.create_task(store.database.write(hold_up))
    await asyncio.sleep(0)
    task = asyncio.create_task(play())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.open()
    await held_up
    assert change.table.rev == other.rev + 1
    await assert_still_works(store, table)


async def test_readers_do_not_wait_and_see_what_is_committed(store: Store, table: TableRecord):
    async with store.tables.change(table.id, table.rev) as change:
        whole_game(change)
        await assert_untouched(store, table)
    assert len(await store.games.moves(table.id)) == 1


@pytest.mark.only_files("PostgreSQL has several writers.")
async def test_a_change_locks_out_other_programs_only_while_it_is_carried_out(store: Store, path: Path):
    table = await playing(store)
    with sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False) as other:
        refused: list[str] = []

        def write(*_: Any) -> None:
            try:
                other.execute("BEGIN IMMEDIATE")
                other.execute("ROLLBACK")
            except sqlite3.OperationalError as error:
                refused.append(str(error))

        with on_event("after_cursor_execute", write):
            async with store.tables.change(table.id, table.rev) as change:
                whole_game(change)
                write()
                assert not refused
        write()
    assert refused == ["database is locked"] * STATEMENTS
    other.close()


@pytest.mark.only_files("PostgreSQL has several writers.")
async def test_a_file_locked_by_another_program_is_reported_in_one_line(path: Path, url: str):
    store = await Store.open(laid_out(url) + "?timeout=0")
    other = sqlite3.connect(path, isolation_level=None)
    try:
        table = await lobby(store, [ANNA, BEN])
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match="another program has locked the file"):
            async with store.tables.change(table.id, table.rev) as change:
                change.sit(CLARA)
        assert await store.tables.get(table.id) == table
        other.execute("ROLLBACK")
        async with store.tables.change(table.id, table.rev) as change:
            change.sit(CLARA)
        assert len(change.table.seats) == 3
    finally:
        other.close()
        await store.close()


@pytest.mark.only_files("SQLite can be told how large a file may become.")
async def test_a_full_disk_leaves_nothing_of_the_change(url: str, path: Path):
    def fill(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA max_page_count = 1")  # SQLite rounds this up to the current number of pages
        cursor.close()

    first = await Store.open(url)
    table = await playing(first)
    await first.close()
    event.listen(Engine, "connect", fill)
    try:
        store = await Store.open(url)
        with pytest.raises(DatabaseError, match="the disk is full"):
            async with store.tables.change(table.id, table.rev) as change:
                change.add_move(0, "pass " * 10_000, NOON)
        await assert_untouched(store, table)
        await assert_still_works(store, table)
        await store.close()
    finally:
        event.remove(Engine, "connect", fill)


async def everything(store: Store, table_id: int) -> Sequence[object]:
    return await store.tables.get(table_id), await store.games.moves(table_id), await store.games.results(table_id)


async def test_everything_is_still_there_after_reopening(url: str):
    first = await Store.open(url)
    table = await playing(first)
    async with first.tables.change(table.id, table.rev) as change:
        whole_game(change)
    before = await everything(first, table.id)
    await first.close()
    second = await Store.open(url)
    assert await everything(second, table.id) == before
    await second.close()


async def test_an_error_names_no_values(store: Store):
    """They may be secret: a seed, or a choice that others may not know yet."""
    table, secret = await playing(store), "-".join(("a", "secret", "pass"))

    async def fail() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            change.add_move(7, secret, NOON)

    with pytest.raises(DatabaseError) as raised:
        await fail()
    logged = "".join(traceback.format_exception(raised.value))
    assert "INSERT INTO moves" in logged
    assert secret not in logged
