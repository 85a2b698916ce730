"""What a store offers is declared: a function of a connection becomes a method that runs it as a transaction."""

import pytest
from sqlalchemy import Connection, text

from db.cluster.shards import Shards, StoredHere, query_here
from db.drivers.database import Database
from db.store import Store
from db.stored import Stored, browse, follow, query, read, write

WAYS = {"query": query, "read": read, "browse": browse, "write": write, "follow": follow}


def doubled(connection: Connection, number: int, *, more: int = 0) -> int:
    return connection.scalar(text(f"SELECT 2 * {number} + {more}")) or 0


def shards_here(_: Connection, shards: Shards, name: str) -> str:
    return f"{name}: {shards}"


@pytest.mark.parametrize("way", WAYS)
async def test_a_function_runs_on_the_database(store: Store, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Numbers(Stored):
        double = WAYS[way](doubled)

    ran = list[str]()
    for name in WAYS:
        run = getattr(Database, name)
        monkeypatch.setattr(
            Database, name, lambda *given, name=name, run=run, **named: ran.append(name) or run(*given, **named)
        )
    assert await Numbers(store.database).double(3, more=1) == 7
    assert ran == [way]


async def test_what_is_here_only_gets_the_shards(store: Store) -> None:
    class Places(StoredHere):
        here = query_here(shards_here)

    shards = Shards(frozenset({1}), 4)
    assert await Places(store.database, shards).here("mine") == f"mine: {shards}"
