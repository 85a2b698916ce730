"""Says which processes serve shards of a database, without opening it as a bot does."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL, select

from db.cluster.cluster import Holder, shard_leases
from db.drivers.engine import LOCK_TIMEOUT, database_path, is_file, transaction
from db.errors import DatabaseError
from db.postgres.driver import create_postgres_engine
from db.schema.columns import EPOCH, MILLISECOND


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or older than shards.

    This blocks for as long as the database does.
    """
    now = datetime.now(UTC)
    if is_file(url):
        return _in_file(database_path(url), now)
    with ThreadPoolExecutor(1) as thread:  # the caller may have an event loop
        return thread.submit(lambda: asyncio.run(_on_server(url, now))).result()


def _in_file(path: Path, now: datetime) -> list[Holder]:
    if not path.exists():
        return []
    query = "SELECT token, host, machine, process, began FROM shard_leases WHERE until > ?"
    try:
        address = f"{path.resolve().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True, timeout=LOCK_TIMEOUT)) as connection:
            return [Holder(*row) for row in connection.execute(query, ((now - EPOCH) // MILLISECOND,))]
    except sqlite3.Error:
        return []


async def _on_server(url: URL, now: datetime) -> list[Holder]:
    leases = shard_leases.c
    holders = (leases.token, leases.host, leases.machine, leases.process, leases.began)
    engine = create_postgres_engine(url, (1, 0))
    try:
        async with transaction(engine) as connection:
            return [Holder(*row) for row in await connection.execute(select(*holders).where(leases.until > now))]
    except DatabaseError:
        return []
    finally:
        await engine.dispose()
