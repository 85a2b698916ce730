"""The doctor finds what is broken, and says what to do about it."""

import shutil
import sqlite3
import subprocess
import sys
from collections import namedtuple
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient, Route

from cogs.shared.card_emojis import FOLDER, card_pictures
from db.drivers.copies import address_of
from db.lock import only_bot_on
from db.store import Store
from operation import doctor, health
from operation.doctor import (
    PERMISSIONS,
    Finding,
    Health,
    check_assets,
    check_bot,
    check_database,
    check_discord,
    check_disk,
    check_versions,
    diagnose,
)
from operation.health import LONGEST_SILENCE
from pictures.lettering import FONT
from sessions.clocks.heartbeat import ALIVE
from tests.databases import laid_out

ROOT = Path(__file__).parents[2]
TOKEN = "a.secret.token"
BOT, GUILD, CHANNEL, ROLE = "900", "100", "200", "300"
DiskUsage = namedtuple("DiskUsage", "total used free")


def is_fault(finding: Finding, *words: str) -> bool:
    return finding.health is Health.FAULTY and all(word in finding.text for word in words)


# On this machine


def test_sufficient_versions() -> None:
    finding = check_versions()
    assert finding.health is Health.GOOD
    assert f"discord.py {discord.__version__}" in finding.text


def test_a_package_that_is_missing_or_too_old(tmp_path: Path) -> None:
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text('[project]\ndependencies = ["no-such-thing>=1", "discord.py>=99.1,<100", "sqlalchemy[x]>=2"]')
    finding = check_versions(pyproject)
    assert is_fault(finding, "no-such-thing is not installed", "discord.py", "is older than 99.1", "pip install")
    assert "sqlalchemy" not in finding.text


def test_an_installed_package_knows_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the repository, and without what only extras need."""
    needed = ["no-such-thing>=1", "nor-this>=2; extra == 'test'", "discord.py<100,>=99.1"]
    monkeypatch.setattr(doctor, "requires", lambda _name: needed)
    finding = check_versions(tmp_path / "pyproject.toml")
    assert finding.text == (
        f"no-such-thing is not installed, discord.py {discord.__version__} is older than 99.1. Install Cardroom again."
    )


def test_missing_pictures(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "cards")
    assert check_assets(tmp_path / "cards").health is Health.GOOD
    (tmp_path / "cards" / "QS.png").unlink()
    assert is_fault(check_assets(tmp_path / "cards"), "1 of 54", "QS.png", "Get the folder assets again")
    assert is_fault(check_assets(tmp_path / "cards", FONT.with_name("none.ttf")), "2 of 54")


def test_a_healthy_database(address: str, path: Path) -> None:
    assert "does not exist yet" in check_database(address).text
    assert not path.parent.exists()
    laid_out(address)
    finding = check_database(address)
    assert finding.health is Health.GOOD
    assert "is intact" in finding.text


def test_an_older_schema_is_reported(address: str, path: Path) -> None:
    laid_out(address)
    change(path, "UPDATE alembic_version SET version_num = '0003'")
    assert "older layout" in check_database(address).text


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


def test_a_database_that_cannot_be_used(address: str, path: Path, tmp_path: Path) -> None:
    laid_out(address)
    change(path, "UPDATE alembic_version SET version_num = '9999'")
    assert is_fault(check_database(address), "written by a newer Cardroom", "Install the newer version")
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"x" * (len(content) - 8192))
    assert is_fault(check_database(address), "damaged", "restore a backup")
    foreign = tmp_path / "foreign.db"
    change(foreign, "CREATE TABLE recipes (name TEXT)")
    assert is_fault(check_database(address_of(foreign)), "another program", "give Cardroom a file of its own")


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a diary")
    assert is_fault(check_database(address_of(tmp_path / "data" / "cardroom.db")), "cannot be created")


def test_a_folder_that_the_bot_cannot_write_to(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert is_fault(check_database(address), f"write to the folder {tmp_path}")


def test_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: DiskUsage(10**9, 10**9 - 10**7, 10**7))
    assert is_fault(check_disk(path), "10 MB are free", "Free at least 200 MB")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: DiskUsage(10**9, 0, 10**9))
    assert check_disk(path).health is Health.GOOD


async def beat(address: str, ago: timedelta) -> None:
    store = await Store.open(address)
    await store.notes.store_value(ALIVE, (datetime.now(UTC) - ago).isoformat())
    await store.close()


async def test_a_bot_without_a_connection(address: str) -> None:
    assert "none is running" in check_bot(address).text
    await beat(address, timedelta())
    with only_bot_on(address):
        assert check_bot(address).text == "it is running and connected."
        await beat(address, 2 * LONGEST_SILENCE)
        assert is_fault(check_bot(address), "without a connection to Discord", "restart it")
    assert "none is running" in check_bot(address).text


async def test_the_health_check_reads_the_heartbeat(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert health.main() == 1
    await beat(address, timedelta(seconds=90))
    assert health.main() == 0
    await beat(address, 2 * LONGEST_SILENCE)
    assert health.main() == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "The bot is running and connected.",
        "The bot is not running, or it is cut off from Discord.",
    ]


@pytest.mark.processes
def test_the_health_check_loads_neither_discord_nor_the_games() -> None:
    """A container runs it every two minutes."""
    asked = "import operation.health, sys; print(sorted({'discord', 'engines', 'PIL', 'numpy'} & {*sys.modules}))"
    run = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


# On Discord


class FakeDiscord:
    """Responds to requests by method and path. A response may be an error."""

    def __init__(self) -> None:
        emojis = [
            {"id": str(number), "name": face.name, "animated": False, "managed": False, "roles": [], "available": True}
            for number, face in enumerate(card_pictures(), 1)
        ]
        everyone = role(GUILD, "@everyone", 0)
        self.channel: dict[str, Any] = {
            "id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "cards", "position": 0, "permission_overwrites": [],
            "nsfw": False, "parent_id": None,
        }  # fmt: skip
        self.roles = [everyone, role(ROLE, "Cardroom", PERMISSIONS.value)]
        self.application: dict[str, Any] = {
            "id": BOT, "name": "Cardroom", "description": "", "icon": None, "bot_public": True, "flags": 0,
            "bot_require_code_grant": False, "verify_key": "", "team": None,
            "owner": {"id": "1", "username": "host", "discriminator": "0", "avatar": None},
        }  # fmt: skip
        user = {"id": BOT, "username": "Cardroom", "discriminator": "0", "avatar": None, "bot": True}
        member = {
            "user": user,
            "flags": 0,
            "roles": [ROLE],
            "joined_at": "2026-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
        }
        guild = {"id": GUILD, "name": "home", "owner_id": "1", "roles": self.roles, "emojis": [], "features": []}
        self.answers: dict[str, Any] = {
            "GET /users/@me": user | {"flags": 0},
            "GET /oauth2/applications/@me": self.application,
            f"GET /applications/{BOT}/emojis": {"items": emojis},
            f"GET /channels/{CHANNEL}": self.channel,
            f"GET /guilds/{GUILD}": guild,
            f"GET /guilds/{GUILD}/members/{BOT}": member,
        }

    async def request(self, _client: HTTPClient, route: Route, **_: Any) -> Any:
        found = self.answers[f"{route.method} {route.url.removeprefix(Route.BASE).partition('?')[0]}"]
        if isinstance(found, Exception):
            raise found
        return found


def role(key: str, name: str, permissions: int) -> dict[str, Any]:
    return {"id": key, "name": name, "permissions": str(permissions), "position": 0, "color": 0, "hoist": False,
            "managed": False, "mentionable": False, "flags": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}}  # fmt: skip


def response(status: int) -> Any:
    return SimpleNamespace(status=status, reason="no")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeDiscord:
    fake = FakeDiscord()

    async def request(client: HTTPClient, route: Route, **options: Any) -> Any:
        return await fake.request(client, route, **options)

    monkeypatch.setattr(HTTPClient, "request", request)
    return fake


async def faults(channel: int | None = int(CHANNEL)) -> list[Finding]:
    return [finding for finding in await check_discord(TOKEN, channel) if finding.health is Health.FAULTY]


async def test_discord_when_everything_is_fine(fake: FakeDiscord) -> None:
    findings = await check_discord(TOKEN, int(CHANNEL))
    assert [(finding.health, finding.subject) for finding in findings] == [
        (Health.GOOD, subject) for subject in ("Token", "Intents", "Emojis", "Permissions")
    ]
    assert "in #cards the bot has all that it needs" in findings[-1].text


async def test_without_a_token_the_doctor_says_what_it_cannot_check() -> None:
    (finding,) = await check_discord(None, int(CHANNEL))
    assert finding.health is Health.UNKNOWN
    assert "no DISCORD_TOKEN is set" in finding.text


async def test_a_wrong_token(fake: FakeDiscord) -> None:
    fake.answers["GET /users/@me"] = discord.HTTPException(response(401), "401: Unauthorized")
    (found,) = await faults()
    assert is_fault(found, "Discord rejected the token in DISCORD_TOKEN", "Copy it again")


async def test_no_network(fake: FakeDiscord) -> None:
    fake.answers["GET /users/@me"] = aiohttp.ClientConnectionError("no route to discord.com")
    (found,) = await faults()
    assert is_fault(found, "no route to discord.com", "Check your internet connection")


async def test_an_unneeded_intent(fake: FakeDiscord) -> None:
    fake.application["flags"] = discord.ApplicationFlags(gateway_message_content=True).value
    texts = [finding.text for finding in await check_discord(TOKEN, None)]
    assert "the bot does not need message content. You can switch it off in the portal." in texts


async def test_missing_emojis(fake: FakeDiscord) -> None:
    del fake.answers[f"GET /applications/{BOT}/emojis"]["items"][:3]
    (found,) = await faults()
    assert is_fault(found, "3 of 53 card faces", "it uploads them")


async def test_missing_permissions(fake: FakeDiscord) -> None:
    fake.channel["permission_overwrites"] = [
        {"id": ROLE, "type": 0, "allow": "0", "deny": str(discord.Permissions(attach_files=True).value)}
    ]
    (found,) = await faults()
    assert is_fault(found, "in #cards the bot lacks: attach files. Allow")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (discord.NotFound(response(404), "Unknown Channel"), "there is no channel 200"),
        (discord.Forbidden(response(403), "Missing Access"), "allow View Channel"),
        (discord.DiscordServerError(response(503), "upstream"), "Try again later"),
    ],
)
async def test_a_channel_that_cannot_be_read(fake: FakeDiscord, error: Exception, words: str) -> None:
    fake.answers[f"GET /channels/{CHANNEL}"] = error
    (found,) = await faults()
    assert is_fault(found, words)


async def test_the_doctor_prints_one_line_per_check_and_no_token(
    fake: FakeDiscord, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await diagnose(address, TOKEN, None) == 0
    fake.answers["GET /users/@me"] = discord.HTTPException(response(401), TOKEN)
    assert await diagnose(address, TOKEN, None) == 1
    printed = capsys.readouterr().out
    assert TOKEN not in printed
    assert all(line.startswith(("ok     ", "FAULT  ", "?      ")) for line in printed.splitlines())
    assert printed.count("FAULT  Token: ") == 1
