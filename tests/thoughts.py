"""Notes what computers considered, as if they had made the moves."""

from collections.abc import Mapping, Sequence

from db.drivers.connections import Connection
from db.records import Considered
from db.store import Store
from db.tables.games import insert_thought


async def note_thoughts(store: Store, table_id: int, thoughts: Mapping[int, Sequence[Considered]]) -> None:
    """Store what was considered before the moves of a table with these numbers."""

    async def insert(connection: Connection) -> None:
        for number, considered in thoughts.items():
            await insert_thought(connection, table_id, number, considered)

    await store._writing.run(insert)
