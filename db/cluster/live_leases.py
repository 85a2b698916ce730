"""Says which processes serve shards of a database, without opening it as a bot does."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

from sqlalchemy import URL, select

from db.cluster.cluster import Holder
from db.databases import beside_the_bot
from db.errors import DatabaseError
from db.schema.cluster import shard_leases


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or older than shards.

    This blocks for as long as the database does.
    """
    with ThreadPoolExecutor(1) as thread:  # the caller may have an event loop
        return thread.submit(lambda: asyncio.run(_live_holders(url))).result()


async def _live_holders(url: URL) -> list[Holder]:
    leases = shard_leases.c
    holders = select(leases.token, leases.host, leases.machine, leases.process, leases.began)
    try:
        async with beside_the_bot(url) as connection:
            return [Holder(*row) for row in await connection.execute(holders.where(leases.until > datetime.now(UTC)))]
    except DatabaseError:
        return []
