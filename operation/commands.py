"""The commands of ``bot.py``, with their arguments."""

import argparse
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from cogs.shared.limits import LARGEST_ID
from operation.backup import back_up, restore
from operation.members import export, forget
from operation.ratings import rebuild_ratings

Command = Callable[[argparse.Namespace, str], Coroutine[Any, Any, None]]
"""Does what the arguments say with the database at an address."""


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Let ``parser`` read commands. The one that is given is ``run`` in its result, with ``command`` as its name."""
    commands = parser.add_subparsers(
        title="commands", dest="command", metavar="COMMAND", description="what to do instead of starting the bot"
    )

    def add(name: str, run: Command, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        command.set_defaults(run=run)
        return command

    backup = add("backup", _back_up, "copy the database to a new file and check the copy; the bot may be running")
    backup.add_argument("file", type=Path, metavar="FILE", help="the file to create")
    restoring = add("restore", _restore, "put a backup in place of the database, which is kept; stop the bot first")
    restoring.add_argument("file", type=Path, metavar="FILE", help="the backup")
    exporting = add("export", _export, "write what is stored about a member as JSON; the bot may be running")
    exporting.add_argument("user", type=_user_id, metavar="USER", help="the number of the member's Discord account")
    exporting.add_argument("file", type=Path, nargs="?", metavar="FILE", help="the file to create instead of printing")
    forgetting = add("forget", _forget, "delete what is stored about a member; stop the bot first")
    forgetting.add_argument("user", type=_user_id, metavar="USER", help="the number of the member's Discord account")
    forgetting.add_argument("--yes", action="store_true", help="do not ask to type the number again")
    add("rebuild-ratings", _rebuild, "count the leaderboards again from the stored results; stop the bot first")


def _user_id(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LARGEST_ID:
        raise argparse.ArgumentTypeError(f"{text!r} is not the number of a Discord account")
    return int(text)


async def _back_up(options: argparse.Namespace, address: str) -> None:
    await back_up(address, options.file)


async def _restore(options: argparse.Namespace, address: str) -> None:
    await restore(address, options.file)


async def _export(options: argparse.Namespace, address: str) -> None:
    await export(address, options.user, options.file)


async def _forget(options: argparse.Namespace, address: str) -> None:
    await forget(address, options.user, asks=not options.yes)


async def _rebuild(_options: argparse.Namespace, address: str) -> None:
    await rebuild_ratings(address)
