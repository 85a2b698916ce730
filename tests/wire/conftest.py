import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from db.drivers.copies import address_of
from tests.wire.discord_server import FakeDiscord, Wire, running_discord, wait_until

ROOT = Path(__file__).parents[2]
GRACE = 20
"""Seconds after which a process that should have ended is taken to hang."""


@pytest.fixture
def wire() -> Iterator[Wire]:
    with running_discord() as wire:
        yield wire


@pytest.fixture
def discord(wire: Wire) -> FakeDiscord:
    return wire.discord


class Bot:
    """A process of the bot."""

    def __init__(
        self, discord: FakeDiscord, folder: Path, arguments: Sequence[str] = (), code: Path = ROOT, **settings: str
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        own = {
            "PYTHONPATH": str(code), "DISCORD_TOKEN": "a.secret.token", "METRICS_PORT": str(self.port),
            "DATABASE_URL": address_of(folder / "cards.db"), "CARDROOM_TEST_DISCORD": discord.address,
        }  # fmt: skip
        # In a file, so that a bot that writes a lot is never held up by a full pipe.
        self._log = folder / f"{self.port}.log"
        with self._log.open("wb") as log:
            script = str(Path(__file__).with_name("wired_bot.py"))
            self.process = subprocess.Popen(
                [sys.executable, script, *arguments],
                cwd=folder,
                env=os.environ | own | settings,
                stderr=log,
                stdout=log,
            )

    @property
    def log(self) -> str:
        """What it has written."""
        return self._log.read_text("utf-8")

    def health(self) -> tuple[int, str]:
        """The status and the text of ``/healthz``; 0 if nobody answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def terminate(self) -> int:
        """Ask it to stop, as a service does, and return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self) -> int:
        """Wait for its end and return its exit status."""
        return self.process.wait(GRACE)

    def is_over(self) -> bool:
        return self.process.poll() is not None


class Bots:
    """Starts processes of the bot on one database."""

    def __init__(self, discord: FakeDiscord, folder: Path) -> None:
        self._discord = discord
        self._folder = folder
        self.started: list[Bot] = []

    def start(self, *arguments: str, code: Path = ROOT, **settings: str) -> Bot:
        """Start a process of the version in the folder ``code``."""
        bot = Bot(self._discord, self._folder, arguments, code, **settings)
        self.started.append(bot)
        return bot

    def start_ready(self, *, code: Path = ROOT, **settings: str) -> Bot:
        """Start a process and wait until it is connected."""
        bot = self.start(code=code, **settings)
        wait_until(lambda: bot.health()[0] == 200 or bot.is_over())
        assert not bot.is_over(), bot.log
        return bot


@pytest.fixture
def bots(discord: FakeDiscord, tmp_path: Path) -> Iterator[Bots]:
    bots = Bots(discord, tmp_path)
    yield bots
    for bot in bots.started:
        bot.process.kill()
        bot.process.wait(GRACE)
