"""Recounts the leaderboards from the stored results."""

from db.drivers.engine import database_url, place_of
from db.lock import only_bot_on
from db.store import Store


async def rebuild_ratings(address: str) -> None:
    """Replace all leaderboards of the database at ``address``."""
    with only_bot_on(address):
        store = await Store.open(address)
        try:
            lines = await store.leaderboards.count_standings_again()
        finally:
            await store.close()
    print(f"The leaderboards of {place_of(database_url(address))} were counted again: {lines} lines.")
