"""A bot that cannot run costs the token nothing, and a new version changes nothing under an older one."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from operation.errors import EXIT_PERMANENT
from sessions.cluster.cross_process_tasks import INTERVAL
from tests.wire.conftest import ROOT, Bots
from tests.wire.discord_server import FakeDiscord, Wire, wait_until

pytestmark = [pytest.mark.processes, pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")]

MIGRATION = '''"""A migration of a version to come."""

from alembic import op

revision = "9999"
down_revision = "{before}"
{kind}


def upgrade() -> None:
    """Add a table."""
    op.execute("CREATE TABLE to_come (id INTEGER)")
'''


def test_a_bot_without_identifies_left_waits(discord: FakeDiscord, bots: Bots) -> None:
    discord.remaining = 0
    bot = bots.start()
    wait_until(lambda: "Discord lets no more shards connect" in bot.log)
    assert (discord.identified, discord.connections) == ([], 0)
    assert bot.terminate() == 0, bot.log


def test_bots_that_are_started_again_and_again_identify_slowly(discord: FakeDiscord, bots: Bots) -> None:
    for _ in range(2):
        bot = bots.start_ready()
        bot.process.kill()
        bot.end()
    (_, first), (_, second) = discord.identified
    assert second - first >= INTERVAL.total_seconds() - 0.1


@pytest.mark.parametrize(("code", "words"), [(4004, "Copy the new one"), (4011, "needs more shards")])
def test_what_no_restart_can_mend(discord: FakeDiscord, bots: Bots, code: int, words: str) -> None:
    discord.close_code = code
    bot = bots.start()
    assert bot.end() == EXIT_PERMANENT
    assert words in bot.log


def test_in_a_container_it_stays_until_it_is_stopped(discord: FakeDiscord, bots: Bots) -> None:
    discord.status = 401
    bot = bots.start("--stay")
    wait_until(lambda: "Discord rejected the token" in bot.log)
    asked = len(discord.requests)
    time.sleep(0.5)
    assert not bot.is_over()
    assert len(discord.requests) == asked
    assert bot.terminate() == EXIT_PERMANENT


def version_to_come(folder: Path, kind: str) -> Path:
    """A copy of the bot with one migration more."""
    for entry in ROOT.iterdir():
        if entry.suffix == ".py" or (entry.is_dir() and not entry.name.startswith(".") and entry.name != "db"):
            os.symlink(entry, folder / entry.name)
    shutil.copytree(ROOT / "db", folder / "db", ignore=shutil.ignore_patterns("__pycache__"))
    versions = folder / "db" / "migrations" / "versions"
    before = max(file.name for file in versions.glob("0*.py"))[:4]
    (versions / "9999_to_come.py").write_text(MIGRATION.format(before=before, kind=kind))
    return folder


@pytest.fixture
def code(tmp_path: Path) -> Path:
    folder = tmp_path / "code"
    folder.mkdir()
    return folder


def test_a_new_version_does_not_migrate_under_an_older_one(
    wire: Wire, discord: FakeDiscord, bots: Bots, code: Path
) -> None:
    old = bots.start_ready(SHARD_COUNT="2", SHARD_IDS="0")
    new = bots.start(code=version_to_come(code, ""), SHARD_COUNT="2", SHARD_IDS="1")
    assert new.end() == 1
    assert f"Stop first: process {old.process.pid} on " in new.log
    wire.tap(1, shard=0, count=2)
    wait_until(lambda: discord.callbacks[1])
    assert old.terminate() == 0, old.log
    new = bots.start_ready(code=code, SHARD_COUNT="2", SHARD_IDS="1")
    assert new.terminate() == 0, new.log


def test_a_version_that_only_adds_to_the_database_runs_beside_an_older_one(
    wire: Wire, discord: FakeDiscord, bots: Bots, code: Path
) -> None:
    old = bots.start_ready(SHARD_COUNT="2", SHARD_IDS="0")
    new = bots.start_ready(code=version_to_come(code, "ADDS_ONLY = True"), SHARD_COUNT="2", SHARD_IDS="1")
    for shard in (0, 1):
        wire.tap(1 + shard, shard=shard, count=2)
        wait_until(lambda tapped=1 + shard: discord.callbacks[tapped])
    assert old.terminate() == 0, old.log
    assert bots.start_ready(code=code, SHARD_COUNT="2", SHARD_IDS="0").terminate() == 0
    assert new.terminate() == 0, new.log
