"""Moves the games to another database, such as from a file to a PostgreSQL server."""

from db.drivers.engine import database_url, place_of
from db.lock import only_bot_on
from operation.backup import require_database
from operation.errors import OperationError


async def move(address: str, target: str) -> None:
    """Copy everything in the database at ``address`` to the empty one at ``target``, and leave the first as it is."""
    from db.transfer import transfer

    former, new = require_database(address), place_of(database_url(target))
    if former == new:
        raise OperationError(f"{former} is the database that the bot already uses.")
    with only_bot_on(address), only_bot_on(target):
        rows = await transfer(address, target)
    print(f"{rows} rows were copied from {former} to {new}. Set DATABASE_URL to the new address, then start the bot.")
    print(f"The former database was not changed. Delete {former} when you no longer need it.")
