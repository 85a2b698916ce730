"""The note in the database that says when the bot was last running. Reading it takes no game."""

from datetime import timedelta

from db.cluster import EVERYTHING, Shards

HEARTBEAT = timedelta(minutes=1)
"""How often the bot notes that it is running. After a crash, players may gain this much time."""
ALIVE = "alive at"
"""The name under which the store keeps when the bot was last running and connected."""


def alive_notes(shards: Shards = EVERYTHING) -> dict[str, Shards]:
    """The names of a process's notes, each with its shard, or with all of them if it serves all servers."""
    if shards.is_everything:
        return {ALIVE: EVERYTHING}
    each = (Shards(frozenset({shard}), shards.count) for shard in sorted(shards.ids))
    return {f"{ALIVE}: {shard}": shard for shard in each}
