"""Says which processes serve shards of a database, without opening it as a bot does."""

from datetime import UTC, datetime

from sqlalchemy import URL, select

from db.cluster.cluster import Holder
from db.databases import beside_the_bot, run_apart
from db.errors import DatabaseError
from db.schema.cluster import shard_leases


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or older than shards.

    This blocks for as long as the database does.
    """
    return run_apart(lambda: _live_holders(url))


async def _live_holders(url: URL) -> list[Holder]:
    leases = shard_leases.c
    holders = select(leases.token, leases.host, leases.machine, leases.process, leases.began)
    try:
        async with beside_the_bot(url) as connection:
            return [Holder(*row) for row in await connection.execute(holders.where(leases.until > datetime.now(UTC)))]
    except DatabaseError:
        return []
