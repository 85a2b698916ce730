"""When the system asks the bot to stop, members who are waiting for a response still get it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
from discord import ui

from cogs.client import Cardroom
from cogs.hands.display import OpenHand
from cogs.shared.contents import Content
from db.drivers.copies import address_of
from db.lock import is_in_use
from db.store import Store
from operation import stopping
from operation.health import silence
from operation.stopping import Stop
from sessions.shared.coalescing import CoalescingTasks
from tests.databases import laid_out

ROOT = Path(__file__).parents[2]
LONGEST = 10
"""Seconds within which the bot has to stop."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")


@pytest.mark.processes
@pytest.mark.parametrize(("seconds", "is_answered"), [pytest.param(1, True, marks=pytest.mark.sample), (60, False)])
def test_a_bot_that_is_terminated_finishes_what_it_can(tmp_path: Path, seconds: float, is_answered: bool) -> None:
    database = tmp_path / "cards.db"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "a.secret.token", "DATABASE_URL": address_of(database),
        "METRICS_PORT": str(port),
    }  # fmt: skip
    command = [sys.executable, str(Path(__file__).with_name("stopped_bot.py")), str(seconds)]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        scraper = socket.create_connection(("127.0.0.1", port))  # it sends no request, and nobody waits for it
        asked = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        assert process.wait(LONGEST) == 0
        assert time.monotonic() - asked < LONGEST
    scraper.close()
    assert rest == ("answered\n" if is_answered else "")
    assert not is_in_use(address_of(database))
    silent = silence(address_of(database))
    assert silent is not None
    assert silent < timedelta(seconds=LONGEST)


class FakeShard:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_connected = True

    async def disconnect(self) -> None:
        await asyncio.sleep(self.seconds)
        self.is_connected = False


async def test_a_bot_that_drains_disconnects_every_shard_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.client.HANG_UP_SECONDS", 0.05)
    shards = {0: FakeShard(0), 1: FakeShard(60), 2: FakeShard(0)}
    connected: list[bool] = []
    store = await Store.open(laid_out(address_of(tmp_path / "cards.db")))
    monkeypatch.setattr(Cardroom, "shards", shards)
    bot = Cardroom(store)

    async def all_answered() -> None:
        connected.extend(shard.is_connected for shard in shards.values())

    monkeypatch.setattr(bot.acknowledgements, "all_answered", all_answered)
    await bot.drain()
    assert connected == [False, True, False]
    await store.close()


async def test_a_bot_that_drains_lets_the_pictures_of_blank_hands_follow(tmp_path: Path) -> None:
    """Only the interaction of a hand can edit it, and the next run does not know it."""
    store = await Store.open(laid_out(address_of(tmp_path / "cards.db")))
    bot = Cardroom(store)
    hands, is_drawn = bot.hand_messages, asyncio.Event()
    followed: list[tuple[int, int]] = []

    async def update(key: tuple[int, int]) -> None:
        await is_drawn.wait()
        followed.append(key)

    hands._updates = CoalescingTasks(update)
    for key, blank in (((1, 7), Content(ui.LayoutView())), ((1, 8), None)):
        hands._open[key] = OpenHand(None, 1, blank=blank)  # pyright: ignore[reportArgumentType]
    hands._updates.request((1, 7))
    draining = asyncio.create_task(bot.drain())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not draining.done()
    is_drawn.set()
    await draining
    assert followed == [(1, 7)]
    await store.close()


async def nothing() -> None: ...


async def test_work_that_ends_by_itself_is_not_drained() -> None:
    async def drain() -> None:
        raise AssertionError

    await Stop(pytest.fail).interrupts(nothing(), drain)


async def test_a_failure_in_the_work_is_raised() -> None:
    async def work() -> None:
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        await Stop(pytest.fail).interrupts(work(), nothing)


async def test_a_cancelled_bot_cancels_its_work() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    task = asyncio.create_task(Stop(pytest.fail).interrupts(work(), nothing))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended.is_set()


async def test_work_that_swallows_a_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As discord.py does while a shard reconnects."""
    monkeypatch.setattr(stopping, "CANCEL_EVERY", 0.001)
    swallowed = 0
    ending: list[bool] = []

    async def work() -> None:
        nonlocal swallowed
        while swallowed < 3:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                swallowed += 1

    stop = Stop(lambda: ending.append(True))
    stop.ask()
    stop.ask()
    await stop.interrupts(work(), nothing)
    assert swallowed == 3
    assert ending == [True], "the process ends in any case, ten seconds after the first request"
