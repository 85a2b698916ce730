"""Start Cardroom: on Discord if a token is set, otherwise in the local playground, if that is installed."""

import argparse
import asyncio
import gc
import importlib.util
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from cogs.client import Cardroom
from cogs.version import VERSION, revision
from db.databases import require_sound
from db.drivers.copies import address_of
from db.drivers.engine import database_path, database_url, is_file, place_of
from db.lock import lock_path, only_bot_on, starting_on
from db.store import DatabaseError, Store
from operation.commands import add_commands
from operation.daily_backups import DailyBackups, backed_up, by_command
from operation.errors import EXIT_FAILED, EXIT_PERMANENT, OperationError, PermanentFault, typed
from operation.logs import complain, report_errors, set_up_logging
from operation.monitoring import monitored
from operation.network import REJECTED, UNREACHABLE, explained, speak_only_with_lease
from operation.settings import Settings, read_settings
from operation.shard_leases import ShardLeases, require_no_older_processes
from operation.stopping import Stop, stopped_by_signals, wait_for_signal
from operation.working_folders import sweep
from playground.launch import run_playground
from playground.settings import (
    ENGLISH,
    LANGUAGES,
    PORT,
    ExternalWaits,
    PlaygroundError,
    PlaygroundSettings,
    is_installed,
    require_playable,
)
from sessions.computers.workers import Workers

GARBAGE_THRESHOLDS = (2_000, 10, 1_000)
"""When each generation is collected: after how many new objects, or collections of the generation before (``gc``)."""
SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter when another one waits for it; by default 5 ms. A transaction in a thread
gives it up with each step in SQLite, so while the event loop is busy each step waits for so long. The next move waits
for all of them."""
PLAYGROUND_DATABASE = Path("data/playground.db")
NO_TOKEN = (
    "No token is set. Set DISCORD_TOKEN in the environment or in the file .env. To try it without Discord, install "
    f'the playground, pip install ".[playground]", and open it by its name: {typed("playground")}'
)

_log = logging.getLogger("bot")


def run(folder: Path | None = None) -> int:
    """The command ``cardroom``, and ``python3 bot.py``: ``main`` in a process of its own."""
    collect_garbage_less_often()
    sys.setswitchinterval(SWITCH_SECONDS)
    return main(folder=folder)


def main(arguments: Sequence[str] | None = None, folder: Path | None = None) -> int:
    """Run until interrupted and return the exit status.

    The settings and the games are in ``folder``, by default the current one.
    """
    folder = folder or Path.cwd()
    options = _parse_arguments(arguments, folder)
    try:
        settings = read_settings(folder)
        set_up_logging(logging.getLevelName(settings.log_level), settings.log_format)
        if options.command is not None:
            return asyncio.run(options.run(options, settings)) or 0
        if settings.discord_token is not None:
            token = settings.discord_token.get_secret_value()
            if settings.thinkers is not None and importlib.util.find_spec("distributed") is None:
                raise PermanentFault('THINKERS needs the extra "cluster": pip install ".[cluster]"')
            report_errors(None if settings.sentry_dsn is None else settings.sentry_dsn.get_secret_value())
            if settings.has_leases:
                require_sound(database_url(settings.database_url))  # others start meanwhile
                with starting_on(settings.database_url) as let_others_start:
                    asyncio.run(_connect_shards(settings, token, let_others_start))
            else:
                with only_bot_on(settings.database_url):
                    sweep(database_path(database_url(settings.database_url)).parent)
                    asyncio.run(_connect(settings, token))
        elif options.stay or not is_installed():
            raise PermanentFault(NO_TOKEN)
        else:
            asyncio.run(_open_playground(options, settings))
    except (DatabaseError, OperationError, PlaygroundError) as error:
        what = f"{options.command} has failed" if options.command else "Cardroom cannot start"
        complain(f"{what}: {error}")
        if not isinstance(error, PermanentFault):
            return EXIT_FAILED
        if options.stay:
            wait_for_signal()
        return EXIT_PERMANENT
    except KeyboardInterrupt:
        pass
    return 0


def _parse_arguments(arguments: Sequence[str] | None, folder: Path) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.set_defaults(folder=folder)
    parser.add_argument("--version", action="version", version=f"Cardroom {VERSION}")
    playground = add_commands(parser)(
        "playground", _open_playground, "open the playground, whether or not a token is set"
    )
    parser.add_argument(
        "--stay",
        action="store_true",
        help="if only a change of the settings can help, wait to be stopped instead of ending: Docker "
        "would start the bot again and again",
    )
    parser.set_defaults(fresh=False, port=PORT, language=ENGLISH)
    for each in (parser, playground):  # whoever has no token may leave the name out
        _add_playground_options(each)
    return parser.parse_args(arguments)


def _add_playground_options(parser: argparse.ArgumentParser) -> None:
    """Options without defaults, so that they can stand before or after the name of the command."""
    unset = argparse.SUPPRESS
    deletes = "playground: delete the saved games and start over"
    parser.add_argument("--fresh", action="store_true", default=unset, help=deletes)
    first = f"playground: the first of its three ports (default: {PORT})"
    parser.add_argument("--port", type=int, default=unset, help=first)
    spoken = f"playground: the language of the server and its members (default: {ENGLISH})"
    parser.add_argument("--language", choices=LANGUAGES, default=unset, help=spoken)


async def _connect(settings: Settings, token: str) -> None:
    """Connect to Discord and stay connected until the process is asked to stop."""
    with stopped_by_signals() as stop:
        await _play(settings, token, await Store.open(settings.database_url), stop)


async def _connect_shards(settings: Settings, token: str, let_others_start: Callable[[], None]) -> None:
    """Connect our shards, unless another process serves one of them."""
    await asyncio.to_thread(require_no_older_processes, settings.database_url)
    store = await Store.open(settings.database_url, settings.shards, is_sound=True)
    leases = ShardLeases(store)
    try:
        await leases.take()
        let_others_start()
        _log.info("This process serves %s", settings.shards)
        with stopped_by_signals() as stop:
            await leases.keep_during(_play(settings, token, store, stop), stop.ask)
    finally:
        try:
            await leases.release()
        finally:
            await store.close()  # the bot has closed it, but the release has reopened it


async def _play(settings: Settings, token: str, store: Store, stop: Stop) -> None:
    _log_start(place_of(database_url(settings.database_url)))
    backups = _daily_backups(settings)
    async with (
        _thinkers(settings.thinkers) as options,
        Cardroom(
            store,
            draw_cards=True,
            draw_tables=True,
            ticks=time.monotonic,
            bans=settings.bans,
            keep_moves=settings.keep_moves,
            **options,
        ) as bot,
        monitored(bot, settings.metrics_host, settings.metrics_port, backups),
        backed_up(backups),
    ):
        speak_only_with_lease(bot)
        try:
            await stop.interrupts(bot.start(token), bot.drain)
        except REJECTED as error:
            raise PermanentFault(explained(error)) from None
        except UNREACHABLE as error:
            raise OperationError(explained(error)) from None


def _daily_backups(settings: Settings) -> DailyBackups | None:
    """What makes the backups of the whole database: the process of the first shard, if the host wants any."""
    if settings.backup_days is None or not settings.shards.has_first:
        return None
    url = database_url(settings.database_url)
    beside = database_path(url).parent if is_file(url) else PLAYGROUND_DATABASE.parent.absolute()
    program = by_command([str(Path(__file__).resolve())], settings.database_url)
    return DailyBackups(beside / "backups", settings.backup_days, program)


def _log_start(place: str) -> None:
    _log.info("Cardroom %s (%s)", VERSION, revision())
    _log.info("The games are kept in %s", place)


@asynccontextmanager
async def _thinkers(address: str | None) -> AsyncIterator[dict[str, Any]]:
    """The options with which computers think on the workers of the scheduler at ``address``, if there is one."""
    if address is None:
        yield {}
        return
    # Imported only here, because it needs the extra and takes time and memory.
    workers = importlib.import_module("sessions.cluster.remote_workers").RemoteWorkers(address, Workers())
    workers.start()
    try:
        yield {"compute": workers, "capacity": workers.capacity}
    finally:
        await workers.close()


async def _open_playground(options: argparse.Namespace, _settings: Settings) -> None:
    """Open the simulated server, which has its own database file."""
    settings = PlaygroundSettings.starting_at(options.port, options.language)
    require_playable(settings)
    database = options.folder / PLAYGROUND_DATABASE
    address = address_of(database)
    with only_bot_on(address):
        if options.fresh:
            _delete_games(database)
        _log_start(str(database))
        await _play_saved_games(address, settings)


async def _play_saved_games(address: str, settings: PlaygroundSettings) -> None:
    store, closing = await Store.open(address), AsyncExitStack()

    def build_bot(waits: ExternalWaits) -> Cardroom:
        workers = Workers(wait=waits.run)
        closing.push_async_callback(workers.close)

        async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
            return await waits.run(workers(function, *arguments))

        return Cardroom(
            store,
            sleep=waits,
            compute=compute,
            draw=asyncio.to_thread,
            edit_seconds=0,  # the simulated Discord has no limits, and its pages refuse taps on what is about to change
            draw_cards=True,
            draw_tables=True,
            shows_open_tables=True,
        )

    try:
        await run_playground(build_bot, settings)
    finally:
        await closing.aclose()
        await store.close()


def _delete_games(database: Path) -> None:
    """Delete the database with its backups and SQLite's own files, but not the lock that this process holds."""
    for file in database.parent.glob(database.name + "*"):
        if file.name == lock_path(database).name:
            continue
        try:
            file.unlink()
        except OSError as error:
            raise OperationError(
                f"{file} cannot be deleted ({error.strerror}). Is it open in another program?"
            ) from None


def collect_garbage_less_often() -> None:
    """Exclude everything imported so far from garbage collection, and collect the rest less often.

    Imports are never freed. A full collection blocks the event loop and so delays every answer: with all imports and
    2,000 tables in memory, for about a third of a second. Most objects are freed without any collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


if __name__ == "__main__":
    sys.exit(run(Path(__file__).resolve().parent))
