"""Exports or deletes what is stored about a member who asks the host of the bot."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from db.databases import is_up_to_date
from db.drivers.copies import write_private
from db.drivers.engine import database_url
from db.lock import only_bot_on
from db.store import Store
from engines import GAMES
from operation.backup import require_database
from operation.errors import OperationError
from sessions.computers.thinking import Thinker
from sessions.service import Service
from sessions.shared.refusals import Refused


async def export(address: str, user_id: int, file: Path | None) -> None:
    """Write what is stored about a member as JSON, to a new file or to the terminal."""
    place = require_database(address)
    if not await asyncio.to_thread(is_up_to_date, database_url(address)):
        # Opening the database would update it under a bot that may be running.
        raise OperationError(
            f"{place} was written by another version. Start this version of the bot once, then export."
        )
    async with _service(address) as service:
        document = await service.privacy.export(user_id)
    if file is None:
        sys.stdout.buffer.write(document + b"\n")
        return
    try:
        write_private(file, document)
    except FileExistsError:
        raise OperationError(f"{file} exists already. Choose another name, or delete it first.") from None
    except OSError as error:
        raise OperationError(f"{file} cannot be written: {error.strerror}.") from error
    print(f"What is stored about {user_id} was written to {file}.")


async def forget(address: str, user_id: int, *, asks: bool = True) -> None:
    """Delete what is stored about a member, as if they had asked the bot. ``asks``: the host types the id again."""
    require_database(address)
    with only_bot_on(address):
        if asks:
            _require_number(user_id)
        async with _service(address) as service:
            try:
                await service.privacy.delete(user_id)
            except Refused as error:
                raise OperationError(f"Nothing was deleted: {error}") from error
    print(f"The data of {user_id} was deleted. Older backups still contain it: delete them.")


def _require_number(user_id: int) -> None:
    """Let the host type the member's number, so that a typo deletes nobody."""
    try:
        typed = input(f"Nobody can undo this. Type {user_id} to delete the data of this member: ")
    except EOFError:
        raise OperationError(
            "Nobody typed the number, so nothing was deleted. Add --yes to be asked nothing."
        ) from None
    if typed.strip() != str(user_id):
        raise OperationError("That is another number. Nothing was deleted.")


@asynccontextmanager
async def _service(address: str) -> AsyncIterator[Service]:
    """The sessions on the database, which do nothing by themselves: no timer runs and no computer moves."""
    store = await Store.open(address)
    service = Service(store, GAMES, lambda: datetime.now(UTC), Thinker(_never))
    try:
        yield service
    finally:
        await service.close()
        await store.close()


async def _never(*_: Any) -> Any:
    await asyncio.Event().wait()
