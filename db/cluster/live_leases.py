"""Says which processes serve shards of a database, without opening it as a bot does."""

from datetime import UTC, datetime

from sqlalchemy import URL, select

from db.cluster.cluster import Holder
from db.databases import read_beside_the_bot
from db.drivers.statements import rows
from db.errors import DatabaseError
from db.schema.upkeep import shard_leases


def live_holders(url: URL) -> list[Holder]:
    """The processes whose leases have not run out; none if the database is damaged or older than shards.

    This blocks for as long as the database does.
    """
    leases = shard_leases.c
    live = select(leases.token, leases.host, leases.machine, leases.process, leases.began)
    live = live.where(leases.until > datetime.now(UTC))
    try:
        return [Holder(*row) for row in read_beside_the_bot(url, lambda connection: rows(connection, live))]
    except DatabaseError:
        return []
