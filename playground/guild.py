"""The simulated server: one guild, one channel, three members, and the bot in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

import simcord

from playground.settings import BuildBot, PlaygroundSettings

SETTLE_SECONDS = 15.0
"""How long an action may keep the bot busy; SimCord's own limit of 5 s is short for a thinking computer player."""

T = TypeVar("T")

BOT_NAME = "Cardroom"


class SimulatedSleep:
    """The ``sleep`` of a bot in the playground.

    SimCord answers an action only when the bot has nothing left to do, and a plain ``asyncio.sleep`` shorter than
    its settling time counts as something to do. A wait that is declared external does not, so a
    pause of a computer player does not hold up a click (SimCord documentation, "settlement").
    """

    env: simcord.Env | None = None

    async def __call__(self, seconds: float) -> None:
        """Wait in simulated time.

        Raises:
            RuntimeError: the bot has not been started yet.
        """
        await self._started().external_wait(asyncio.sleep(seconds), reason="a pause of the bot")

    async def elsewhere(self, work: Awaitable[T]) -> T:
        """Await work of other processes; clicks are answered meanwhile.

        Raises:
            RuntimeError: the bot has not been started yet.
        """
        return await self._started().external_wait(work, reason="work elsewhere")

    def _started(self) -> simcord.Env:
        if self.env is None:
            raise RuntimeError("the bot waited before it was started")
        return self.env


@dataclass(frozen=True)
class SimulatedServer:
    """A running simulation.

    Attributes:
        env: SimCord's environment, with the bot in it.
        channel: the only text channel.
        members: the people of the server by name.
    """

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: dict[str, simcord.MemberActor]


def furnish(env: simcord.Env, settings: PlaygroundSettings) -> SimulatedServer:
    """Make the guild, its channel and its members.

    An id is the simulated time and a counter, and simulated time always begins at the same instant. So made here, in
    this order and before the bot can make anything, server, channel and members have the same ids in every run, and the
    database of an earlier run goes on belonging to them.
    """
    env.backend.edit_bot_profile(BOT_NAME)
    users = {name: env.create_user(name) for name in settings.members}
    guild = env.create_guild(settings.server, owner=users[settings.members[0]])
    channel = guild.create_text_channel(settings.channel)
    return SimulatedServer(env, channel, {name: guild.add_member(user) for name, user in users.items()})


def seconds_behind(env: simcord.Env) -> float:
    """How far simulated time is behind real time, in seconds; negative when it is ahead."""
    return (datetime.now(UTC) - env.now()).total_seconds()


@asynccontextmanager
async def simulated_server(build_bot: BuildBot, settings: PlaygroundSettings) -> AsyncIterator[SimulatedServer]:
    """Start the bot on a fresh simulated server; close it at the end (SimCord does not)."""
    sleep = SimulatedSleep()
    bot = build_bot(sleep)
    env = simcord.Env(bot, shard_count=1, check_errors=False, settle_timeout=SETTLE_SECONDS)
    sleep.env = env
    server = furnish(env, settings)
    # From here on simulated time is real time: messages of two runs never share an id, and what the
    # database says of times stays true. Before the start, so that no timer of the bot has to be run through.
    env.backend.advance_clock(max(0.0, seconds_behind(env)))
    # SimCord forgets the commands of an application between runs, but a bot that syncs them only when they have changed
    # does not. To a new application it has never told them.
    env.backend.application_id = env.backend.snowflake()
    try:
        await env.start()
        with env.time_context():
            yield server
    finally:
        await bot.close()
        await env.shutdown()
