"""Checks everything that the bot needs, and says in one line for each thing whether it is fine or what to do."""

import asyncio
import os
import platform
import re
import shutil
import sqlite3
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from cogs.shared.card_emojis import BACK, FOLDER
from db.cluster.shards import EVERYTHING, Shards
from db.databases import is_up_to_date
from db.drivers.engine import database_path, database_url, is_file, place_of
from db.errors import DatabaseError
from db.lock import is_in_use
from engines.cards import CARD_TEXTS
from operation.discord_checks import check_discord
from operation.findings import Finding, Health, fault, good
from operation.health import is_well, silence
from pictures.lettering import FONT

LEAST_FREE = 200_000_000
"""How many bytes of the disk should be free."""
PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
"""It is there only if the bot runs from its repository."""
INSTALL = "python3 -m pip install -c constraints.txt -e ."
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[\w+])?.*>=([\d.]+)")


def check_here(address: str, shards: Shards = EVERYTHING) -> list[Finding]:
    """All local checks."""
    url = database_url(address)
    disk = [check_disk(database_path(url))] if is_file(url) else []
    return [check_versions(), check_assets(), check_database(address), *disk, check_bot(address, shards)]


def check_versions(pyproject: Path = PYPROJECT) -> Finding:
    """Whether everything that the bot needs is installed and new enough."""
    lacking = [problem for each in _requirements(pyproject) if (problem := _lacking(each))]
    if lacking:
        advice = f"Run: {INSTALL}" if pyproject.is_file() else "Install Cardroom again."
        return fault("Versions", f"{', '.join(lacking)}. {advice}")
    return good(
        "Versions",
        f"Python {platform.python_version()}, discord.py {version('discord.py')}, SQLite {sqlite3.sqlite_version}.",
    )


def _requirements(pyproject: Path) -> list[str]:
    """What the bot needs. What pip noted when it was installed may be older than the repository that it runs from."""
    if pyproject.is_file():
        return tomllib.loads(pyproject.read_text("utf-8"))["project"]["dependencies"]
    return [requirement for requirement in requires("cardroom") or () if "extra ==" not in requirement]


def _lacking(requirement: str) -> str | None:
    found = _REQUIREMENT.match(requirement)
    if found is None:
        return None
    name, least = found.groups()
    try:
        installed = version(name)
    except PackageNotFoundError:
        return f"{name} is not installed"
    if _numbers(installed) < _numbers(least):
        return f"{name} {installed} is older than {least}"
    return None


def _numbers(text: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", text)]


def check_assets(cards: Path = FOLDER, font: Path = FONT) -> Finding:
    """Whether the pictures of the cards and their font are there."""
    wanted = [*(cards / f"{card}.png" for card in (*CARD_TEXTS, BACK)), font]
    missing = [file.name for file in wanted if not file.is_file()]
    if missing:
        return fault(
            "Assets",
            f"{len(missing)} of {len(wanted)} files are missing, such as {missing[0]}. "
            "Get the folder assets again from where you got the bot.",
        )
    return good("Assets", f"all {len(wanted)} files are there.")


def check_database(address: str) -> Finding:
    """Whether the bot could start on the database."""
    url = database_url(address)
    if not is_file(url):
        return _check_server(address)
    path = database_path(url)
    if not path.exists():
        folder = _existing(path.parent)
        if not folder.is_dir() or not os.access(folder, os.W_OK):
            return fault("Database", f"{path} cannot be created. Let the bot's user write to the folder {folder}.")
        return good("Database", f"{path} does not exist yet. The bot creates it when it starts.")
    try:
        is_latest = is_up_to_date(url)
    except DatabaseError as error:
        return fault("Database", str(error))
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        return fault("Database", f"{path} is read-only. Let the bot's user write to it and to its folder.")
    if not is_latest:
        return good("Database", f"{path} has an older layout. The next start makes a backup and updates it.")
    return good("Database", f"{path} is intact, {path.stat().st_size / 1e6:.1f} MB.")


def _check_server(address: str) -> Finding:
    from db.postgres.driver import MOST_CONNECTIONS, examine

    url = database_url(address)
    try:
        state = asyncio.run(examine(url))
    except DatabaseError as error:
        return fault("Database", str(error))
    if state.free_connections < MOST_CONNECTIONS:
        return fault(
            "Database",
            f"the server of {place_of(url)} has {state.free_connections} free connections, and a bot uses up to "
            f"{MOST_CONNECTIONS}. Raise max_connections in postgresql.conf.",
        )
    if state.lacking:
        return good("Database", f"{place_of(url)} has no tables of this version yet. The next start brings them.")
    return good("Database", f"{place_of(url)}, PostgreSQL {state.version}, {state.size / 1e6:.1f} MB.")


def check_disk(path: Path) -> Finding:
    """Whether there is space for the database, a backup and the copy that checks the backup."""
    size = path.stat().st_size if path.is_file() else 0
    needed = max(LEAST_FREE, 3 * size)
    folder = _existing(path.parent)
    free = shutil.disk_usage(folder).free
    if free < needed:
        return fault(
            "Disk",
            f"{free / 1e6:.0f} MB are free in {folder}. Free at least {needed / 1e6:.0f} MB, "
            "for example by deleting old backups.",
        )
    return good("Disk", f"{free / 1e6:,.0f} MB are free in {folder}.")


def check_bot(address: str, shards: Shards = EVERYTHING) -> Finding:
    """Whether a bot on this database is connected to Discord with these shards."""
    try:
        if not is_in_use(address):
            return good("Bot", "none is running on this database.")
        silent = silence(address, shards)
    except DatabaseError as error:
        return fault("Bot", str(error))
    if not is_well(silent):
        return fault("Bot", "it is running without a connection to Discord. Read its log, and restart it if need be.")
    return good("Bot", "it is running and connected.")


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())


async def diagnose(address: str, token: str | None, channel_id: int | None, shards: Shards = EVERYTHING) -> int:
    """Print all findings and return how many of them are faults."""
    findings = [*await asyncio.to_thread(check_here, address, shards), *await check_discord(token, channel_id)]
    for finding in findings:
        print(finding)
    return sum(finding.health is Health.FAULTY for finding in findings)
