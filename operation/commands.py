"""The commands of ``bot.py``, with their arguments."""

import argparse
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from cogs.shared.limits import LARGEST_ID
from db.drivers.engine import database_url, place_of, resolved_address
from db.lock import only_bot_on
from db.store import Store
from operation.backup import back_up, require_database, restore
from operation.doctor import diagnose
from operation.errors import OperationError
from operation.field_test.run import run_field_test
from operation.members import export, forget
from operation.settings import Settings


async def rebuild_ratings(address: str) -> None:
    """Replace all leaderboards of the database at ``address``."""
    with only_bot_on(address):
        store = await Store.open(address)
        try:
            lines = await store.leaderboards.count_standings_again()
        finally:
            await store.close()
    print(f"The leaderboards of {place_of(database_url(address))} were counted again: {lines} lines.")


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


Command = Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int | None]]
"""Carries out a command with its arguments. It may return an exit status."""
Add = Callable[[str, Command, str], argparse.ArgumentParser]
"""Adds a command with its name, what carries it out and what it does in a few words."""


def add_commands(parser: argparse.ArgumentParser) -> Add:
    """Add the commands, and return what adds another. What they ``run`` gets the parsed options and a ``folder``."""
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", description="what to do instead of starting the bot"
    )

    def add(name: str, run: Command, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.set_defaults(run=run)
        return command

    doctor = add("doctor", _diagnose, "check everything that the bot needs; the bot may be running")
    doctor.add_argument("channel", type=_id, nargs="?", metavar="CHANNEL", help="check the permissions in this channel")
    doctor.add_argument(
        "--channel",
        dest="field",
        type=_id,
        metavar="ID",
        help="run the field test in this channel of your own; stop the bot first",
    )
    doctor.add_argument("--long", action="store_true", help="field test: 15 minutes more, for what happens then")
    backup = add(
        "backup",
        lambda options, settings: back_up(settings.database_url, options.file),
        "copy the database to a new file and check the copy; the bot may be running",
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to create")
    restoring = add(
        "restore",
        lambda options, settings: restore(settings.database_url, options.file, replays=not options.unchecked),
        "put a backup in place of the database; a file is kept, a server's must be empty; stop the bot first",
    )
    restoring.add_argument("file", type=Path, metavar="FILE", help="the backup; - for standard input")
    restoring.add_argument("--unchecked", action="store_true", help="do not replay the open games before")
    exporting = add(
        "export",
        lambda options, settings: export(settings.database_url, options.user, options.file),
        "write what is stored about a member as JSON; the bot may be running",
    )
    exporting.add_argument("user", type=_id, metavar="USER", help="the number of the member's Discord account")
    exporting.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the file to create instead of printing")
    forgetting = add(
        "forget",
        lambda options, settings: forget(settings.database_url, options.user, asks=not options.yes),
        "delete what is stored about a member; stop the bot first",
    )
    forgetting.add_argument("user", type=_id, metavar="USER", help="the number of the member's Discord account")
    forgetting.add_argument("--yes", action="store_true", help="do not ask to type the number again")
    moving = add(
        "move-to",
        lambda options, settings: move(settings.database_url, resolved_address(options.address, options.folder)),
        "copy everything to an empty database at another address; stop the bot first",
    )
    moving.add_argument("address", metavar="ADDRESS", help="the address, in the form of DATABASE_URL")
    add(
        "rebuild-ratings",
        lambda _, settings: rebuild_ratings(settings.database_url),
        "count the leaderboards again from the stored results; stop the bot first",
    )
    return add


def _id(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number that Discord gives an account or a channel")
    return int(text)


async def _diagnose(options: argparse.Namespace, settings: Settings) -> int:
    token = None if settings.discord_token is None else settings.discord_token.get_secret_value()
    if options.field is None:
        return 1 if await diagnose(settings.database_url, token, options.channel, settings.alive_notes) else 0
    if token is None:
        raise OperationError("No DISCORD_TOKEN is set, and the field test needs the real one.")
    await run_field_test(settings.database_url, token, options.field, Path.cwd(), is_long=options.long)
    return 0
