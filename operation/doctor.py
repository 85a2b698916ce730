"""Checks everything that the bot needs, and says in one line for each thing whether it is fine or what to do."""

import asyncio
import os
import platform
import re
import shutil
import sqlite3
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import discord

from cogs.shared.card_emojis import BACK, FOLDER, card_pictures
from db.databases import is_up_to_date
from db.drivers.engine import database_path, database_url, is_file, place_of
from db.errors import DatabaseError
from db.lock import is_in_use
from engines.cards import CARD_TEXTS
from operation.health import is_well, silence
from operation.network import UNREACHABLE, explained
from pictures.lettering import FONT
from sessions.clocks.heartbeat import ALIVE


class Health(Enum):
    """The state of a thing, with which its line begins."""

    GOOD = "ok"
    FAULTY = "FAULT"
    UNKNOWN = "?"


@dataclass(frozen=True)
class Finding:
    """The state of one thing. The text of a fault ends with what to do."""

    health: Health
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.health.value:<6} {self.subject}: {self.text}"


good, fault, unknown = (partial(Finding, health) for health in Health)

LEAST_FREE = 200_000_000
"""How many bytes of the disk should be free."""
PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
"""It is there only if the bot runs from its repository."""
INSTALL = "python3 -m pip install -c constraints.txt -e ."
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[\w+])?.*>=([\d.]+)")


def check_here(address: str, alive: Collection[str] = (ALIVE,)) -> list[Finding]:
    """All local checks; ``alive`` names the notes that tell when the bot was last connected."""
    url = database_url(address)
    disk = [check_disk(database_path(url))] if is_file(url) else []
    return [check_versions(), check_assets(), check_database(address), *disk, check_bot(address, alive)]


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


def check_bot(address: str, alive: Collection[str] = (ALIVE,)) -> Finding:
    """Whether a bot on this database is connected to Discord."""
    try:
        if not is_in_use(address):
            return good("Bot", "none is running on this database.")
        silent = silence(address, alive)
    except DatabaseError as error:
        return fault("Bot", str(error))
    if not is_well(silent):
        return fault("Bot", "it is running without a connection to Discord. Read its log, and restart it if need be.")
    return good("Bot", "it is running and connected.")


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())


async def diagnose(address: str, token: str | None, channel_id: int | None, alive: Collection[str] = (ALIVE,)) -> int:
    """Print all findings and return how many of them are faults."""
    findings = [*await asyncio.to_thread(check_here, address, alive), *await check_discord(token, channel_id)]
    for finding in findings:
        print(finding)
    return sum(finding.health is Health.FAULTY for finding in findings)


PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invitation in ``docs/hosting.md`` asks for."""
UNNEEDED_INTENTS = {
    "message content": ("gateway_message_content", "gateway_message_content_limited"),
    "server members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "presence": ("gateway_presence", "gateway_presence_limited"),
}
"""The privileged intents, by their names in the developer portal, with the flags that applications with them have."""


async def check_discord(token: str | None, channel_id: int | None) -> list[Finding]:
    """All checks that need no connection to the gateway, where a bot may already be running."""
    if token is None:
        return [unknown("Discord", "no DISCORD_TOKEN is set, so token, intents, emojis and permissions are unchecked.")]
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            return [fault("Token", explained(error))]
        except UNREACHABLE as error:
            return [fault("Discord", explained(error))]
        findings = [good("Token", f"Discord knows it as {client.user}."), _intents(client)]
        try:
            findings.append(await _emojis(client))
            findings.append(await check_permissions(client, channel_id))
        except UNREACHABLE as error:
            findings.append(fault("Discord", explained(error)))
        return findings


def _intents(client: discord.Client) -> Finding:
    flags = client.application.flags if client.application is not None else discord.ApplicationFlags()
    unneeded = [name for name, ways in UNNEEDED_INTENTS.items() if any(getattr(flags, way) for way in ways)]
    if unneeded:
        return good("Intents", f"the bot does not need {' and '.join(unneeded)}. You can switch it off in the portal.")
    return good("Intents", "none that has to be switched on is needed.")


async def _emojis(client: discord.Client) -> Finding:
    present = {emoji.name for emoji in await client.fetch_application_emojis()}
    wanted = {face.name for face in card_pictures()}
    missing = len(wanted - present)
    if missing:
        return fault(
            "Emojis",
            f"{missing} of {len(wanted)} card faces are not uploaded, so those cards are written. "
            "Start the bot: it uploads them while it runs, as slowly as Discord wants it.",
        )
    return good("Emojis", f"all {len(wanted)} card faces are uploaded.")


async def check_permissions(client: discord.Client, channel_id: int | None) -> Finding:
    """Whether the bot has in this channel all that the invitation asks for."""
    if channel_id is None:
        return unknown("Permissions", "unchecked. Add the id of a channel to check them there.")
    try:
        found = await client.fetch_channel(channel_id)
    except discord.NotFound:
        return fault("Permissions", f"there is no channel {channel_id}. Copy the id of the channel, not of the server.")
    except discord.Forbidden:
        return fault("Permissions", f"the bot cannot see the channel {channel_id}. Invite it, or allow View Channel.")
    if isinstance(found, discord.abc.PrivateChannel):
        return fault("Permissions", f"{channel_id} is not a channel of a server.")
    # Only a server that is fetched on its own knows its roles.
    guild = await client.fetch_guild(found.guild.id)
    place = await guild.fetch_channel(channel_id)
    if isinstance(place, discord.Thread):
        place = await guild.fetch_channel(place.parent_id)
    if isinstance(place, discord.Thread) or client.user is None:
        return unknown("Permissions", f"{channel_id} is not a channel with permissions of its own.")
    allowed = place.permissions_for(await guild.fetch_member(client.user.id))
    missing = [name.replace("_", " ") for name, is_needed in PERMISSIONS if is_needed and not getattr(allowed, name)]
    if missing:
        return fault("Permissions", f"in #{place.name} the bot lacks: {', '.join(missing)}. Allow them to its role.")
    return good("Permissions", f"in #{place.name} the bot has all that it needs.")
