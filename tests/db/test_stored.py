"""What a store offers is declared: a function of a connection becomes a method that runs it as a transaction."""

import pytest
from sqlalchemy import Connection, text

from db.drivers.database import Database, Here, Stored, browse, follow, query, query_here, read, write
from db.schema.tables import tables
from db.store import Store

WAYS = {"query": query, "read": read, "browse": browse, "write": write, "follow": follow}


def doubled(connection: Connection, number: int, *, more: int = 0) -> int:
    return connection.scalar(text(f"SELECT 2 * {number} + {more}")) or 0


def servers_here(_: Connection, here: Here, name: str) -> str:
    return f"{name}: {[str(condition) for condition in here(tables.c.guild_id)]}"


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


async def test_what_looks_for_something_to_do_gets_the_condition_of_the_process(store: Store) -> None:
    class Places(Stored):
        here = query_here(servers_here)

    assert await Places(store.database).here("mine") == "mine: []"
    store.database.here = lambda guild_id: (guild_id == 1,)
    assert await Places(store.database).here("mine") == "mine: ['tables.guild_id = :guild_id_1']"
