"""The bot can always be stopped, and does not speak for shards that another process serves."""

import signal
import sys
import time

import pytest

from cogs.version import VERSION
from operation.stopping import LONGEST
from tests.wire.conftest import Bots
from tests.wire.discord_server import FakeDiscord, Wire, wait_until

LEASE = 3
"""Seconds after which the shards of a frozen process are free."""

pytestmark = [pytest.mark.processes, pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")]


@pytest.mark.sample
def test_a_connected_bot_answers_and_stops_cleanly(wire: Wire, discord: FakeDiscord, bots: Bots) -> None:
    bot = bots.start_ready()
    wire.tap(1)
    wait_until(lambda: discord.callbacks[1])
    assert bot.terminate() == 0, bot.log
    assert f"Cardroom {VERSION} is ready: servers: 1, shards: 0 of 1" in bot.log
    assert f"Cardroom {VERSION} stops: servers: 1, shards: 0 of 1" in bot.log


def test_a_bot_stops_while_the_gateway_says_nothing(discord: FakeDiscord, bots: Bots) -> None:
    discord.is_silent = True
    bot = bots.start()
    wait_until(lambda: discord.connections)
    began = time.monotonic()
    assert bot.terminate() == 0, bot.log
    assert time.monotonic() - began < LONGEST


def test_a_bot_stops_while_it_reconnects_to_a_silent_gateway(wire: Wire, discord: FakeDiscord, bots: Bots) -> None:
    """There discord.py swallows a cancellation."""
    bot = bots.start_ready()
    discord.is_silent = True
    before = discord.connections
    wire.loop.call_soon_threadsafe(lambda: discord.sessions[0].socket._writer.transport.close())  # type: ignore[union-attr]
    wait_until(lambda: discord.connections > before)
    began = time.monotonic()
    assert bot.terminate() == 0, bot.log
    assert time.monotonic() - began < LONGEST


def test_a_bot_whose_shards_were_taken_over_while_it_was_frozen(wire: Wire, discord: FakeDiscord, bots: Bots) -> None:
    frozen = bots.start_ready(SHARD_COUNT="2", SHARD_IDS="0", CARDROOM_TEST_LEASE=str(LEASE))
    frozen.process.send_signal(signal.SIGSTOP)
    time.sleep(LEASE + 1)
    other = bots.start_ready(SHARD_COUNT="2", SHARD_IDS="0", CARDROOM_TEST_LEASE=str(LEASE))
    wire.tap(1, shard=0, count=2)
    wait_until(lambda: discord.callbacks[1])
    wire.tap(2, shard=0, count=2)
    said_before = len(discord.requests)
    frozen.process.send_signal(signal.SIGCONT)
    healths = [frozen.health()[0] for _ in range(20)]
    wait_until(frozen.is_over, LONGEST)
    wait_until(lambda: discord.callbacks[2])
    assert frozen.end() == 1
    assert "Another process has taken over shard 0 of 2" in frozen.log
    assert 200 not in healths, "it does not say that it is connected"
    assert len(discord.callbacks[1]) == len(discord.callbacks[2]) == 1, "one process has answered"
    assert discord.requests[said_before:].count(("POST", "/interactions/2/token2/callback")) <= 1
    assert other.terminate() == 0, other.log


def test_a_frozen_bot_goes_on_if_nobody_has_taken_over(wire: Wire, discord: FakeDiscord, bots: Bots) -> None:
    bot = bots.start_ready(SHARD_COUNT="2", SHARD_IDS="0", CARDROOM_TEST_LEASE=str(LEASE))
    bot.process.send_signal(signal.SIGSTOP)
    wire.tap(1, shard=0, count=2)
    time.sleep(LEASE + 1)
    bot.process.send_signal(signal.SIGCONT)
    wait_until(lambda: discord.callbacks[1])
    wait_until(lambda: bot.health()[0] == 200)
    assert bot.terminate() == 0, bot.log
