"""The commands of ``bot.py``, with their arguments."""

import argparse
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from operation.backup import back_up, restore
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
    add("rebuild-ratings", _rebuild, "count the leaderboards again from the stored results; stop the bot first")


async def _back_up(options: argparse.Namespace, address: str) -> None:
    await back_up(address, options.file)


async def _restore(options: argparse.Namespace, address: str) -> None:
    await restore(address, options.file)


async def _rebuild(_options: argparse.Namespace, address: str) -> None:
    await rebuild_ratings(address)
