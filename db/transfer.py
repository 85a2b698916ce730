"""Copies everything from one database to another, which may be of the other kind."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec

from sqlalchemy import URL, Table, event, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from db.databases import open_database
from db.drivers.engine import database_url, is_file, place_of, set_up_connections
from db.drivers.sqlite import PRAGMAS
from db.errors import DatabaseError
from db.postgres.driver import ONE_MOMENT, create_postgres_engine, transaction
from db.schema import metadata
from db.schema.tables import tables

ROWS_AT_ONCE = 1_000
"""How many rows are read and written at once."""


async def transfer(source_address: str, target_address: str) -> int:
    """Copy all rows of one moment to an empty database and return how many there are.

    Both are brought up to date before. Raises ``DatabaseError``; then the target stays empty.
    """
    if find_spec("greenlet") is None:  # it comes with SQLAlchemy's coroutines, which a bot on a file does without
        raise DatabaseError('Copying needs another package: pip install -c constraints.txt -e ".[postgres]"')
    source_url, target_url = database_url(source_address), database_url(target_address)
    for url in source_url, target_url:
        await (await open_database(url)).close()
    rows = 0
    async with _copying(source_url) as reader, _copying(target_url, writes=True) as writer:
        for table in metadata.sorted_tables:
            if await _count(writer, table):
                raise DatabaseError(f"{place_of(target_url)} already has data. Give an empty database.")
        async with _without_triggers(writer, is_file(target_url)):
            for table in metadata.sorted_tables:
                rows += await _copy_table(reader, writer, table)
        await _use_no_id_again(reader, writer)
    return rows


async def _copy_table(reader: AsyncConnection, writer: AsyncConnection, table: Table) -> int:
    streamed = await reader.stream(select(table), execution_options={"yield_per": ROWS_AT_ONCE})
    async for part in streamed.mappings().partitions():
        await writer.execute(insert(table), [dict(row) for row in part])
    rows, copied = await _count(reader, table), await _count(writer, table)
    if rows != copied:
        raise DatabaseError(f"Of {rows} rows of {table.name}, only {copied} were copied.")
    return rows


async def _count(connection: AsyncConnection, table: Table) -> int:
    return await connection.scalar(select(func.count()).select_from(table)) or 0


@asynccontextmanager
async def _without_triggers(writer: AsyncConnection, into_file: bool) -> AsyncIterator[None]:
    """Allow finished games to be stored: otherwise the triggers only allow a game to be played."""
    if into_file:
        found = await writer.execute(text("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))
        triggers = [(name, sql) for name, sql in found]
        off = [f"DROP TRIGGER {name}" for name, _ in triggers]
        on = [sql for _, sql in triggers]
    else:
        off, on = (
            [f"ALTER TABLE {table.name} {what} TRIGGER USER" for table in metadata.sorted_tables]
            for what in ("DISABLE", "ENABLE")
        )
    for statement in off:
        await writer.exec_driver_sql(statement)
    yield
    for statement in on:
        await writer.exec_driver_sql(statement)


async def _use_no_id_again(reader: AsyncConnection, writer: AsyncConnection) -> None:
    """Give new rows larger ids than any row has ever had: buttons carry the ids of their tables."""
    for table in metadata.sorted_tables:
        if table.autoincrement_column is None:
            continue
        last = await reader.scalar(select(func.max(table.c.id))) or 0
        if table is tables:
            last = max(last, await _last_id(reader))
        await _set_last_id(writer, table, last)


async def _last_id(reader: AsyncConnection) -> int:
    if reader.dialect.name == "sqlite":
        return await reader.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")) or 0
    return await reader.scalar(text("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM tables_id_seq")) or 0


async def _set_last_id(writer: AsyncConnection, table: Table, last: int) -> None:
    if writer.dialect.name == "postgresql":
        if last:
            await writer.execute(select(func.setval(f"{table.name}_id_seq", last)))
    elif table is tables:  # SQLite finds the others' next ids by itself
        await writer.execute(text("DELETE FROM sqlite_sequence WHERE name = 'tables'"))
        await writer.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', :last)"), {"last": last})


@asynccontextmanager
async def _copying(url: URL, *, writes: bool = False) -> AsyncIterator[AsyncConnection]:
    """Run a transaction of coroutines, so that rows can go from one database to another. Raises ``DatabaseError``."""
    if is_file(url):
        address = url.set(drivername="sqlite+aiosqlite")
        engine = create_async_engine(address, hide_parameters=True)
        set_up_connections(engine.sync_engine, PRAGMAS)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
        event.listen(engine.sync_engine, "begin", lambda connection: connection.exec_driver_sql(begin))
    else:
        engine = create_postgres_engine(url, (1, 0), execution_options={} if writes else ONE_MOMENT)
    try:
        async with transaction(engine) as connection:
            yield connection
    finally:
        await engine.dispose()
