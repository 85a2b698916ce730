"""The simulated server: one guild with one channel, three members and the bot."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from playground.settings import BuildBot, PlaygroundSettings

SETTLE_SECONDS = 15.0
"""How long an action may keep the bot busy. SimCord's default of 5 s is too short for a thinking computer player."""

T = TypeVar("T")

BOT_NAME = "Cardroom"


class SimulatedSleep:
    """The ``ExternalWaits`` of a bot in the playground.

    SimCord answers an action only when the bot is idle, and treats a short ``asyncio.sleep`` as being busy. It ignores
    waits that are declared external, so a computer player's pause delays nobody's click (see "settlement" in SimCord's
    documentation).
    """

    env: simcord.Env | None = None

    async def __call__(self, seconds: float) -> None:
        """Sleep in simulated time."""
        await self._wait(asyncio.sleep(seconds), "a pause of the bot")

    async def run(self, work: Awaitable[T]) -> T:
        """Await work that another process does. Clicks are answered in the meantime."""
        return await self._wait(work, "work in another process")

    async def _wait(self, work: Awaitable[T], reason: str) -> T:
        assert self.env is not None, "the bot waited before it was started"
        return await self.env.external_wait(work, reason=reason)


@dataclass(frozen=True)
class SimulatedServer:
    """A running simulation: SimCord's environment, the only text channel, and the members of the server by name."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: dict[str, simcord.MemberActor]


def create_server(env: simcord.Env, settings: PlaygroundSettings) -> SimulatedServer:
    """Create the guild, its channel and its members, with the same ids in every run.

    An id is made of the simulated time, which always starts at the same instant, and a counter. The ids only repeat
    because the server is created in a fixed order, before the bot can create anything. They have to repeat so that the
    database of an earlier run still fits.
    """
    env.backend.edit_bot_profile(BOT_NAME)
    users = {name: env.create_user(name) for name in settings.members}
    guild = env.create_guild(settings.server, owner=users[settings.members[0]], preferred_locale=settings.language)
    _speak(env, settings.language)
    channel = guild.create_text_channel(settings.channel)
    members = {name: guild.add_member(user) for name, user in users.items()}
    denied = discord.Permissions(create_public_threads=True)  # keeps tables in the channel: a page shows nothing else
    bot = env.backend.bot_user.id
    env.backend.set_overwrite(channel.id, Overwrite(bot, OverwriteType.MEMBER, deny=denied.value))
    return SimulatedServer(env, channel, members)


def _speak(env: simcord.Env, language: str) -> None:
    """Make everybody act in this language: by default SimCord says "en-US"."""
    emit = env.backend.emit

    def emit_in_language(event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = {**payload, "locale": language, "guild_locale": language}
        emit(event, payload)

    env.backend.emit = emit_in_language


async def _start(env: simcord.Env, bot: discord.AutoShardedClient) -> None:
    """Start the bot, and leave it to the bot to handle errors in its commands.

    SimCord reports every such error as an action with an unknown outcome. But a refusal, such as that of a second table
    in a channel, is an error with a response. An error without a response is still reported.
    """
    tree = getattr(bot, "tree", None)
    on_error = getattr(tree, "on_error", None)
    await env.start()
    if tree is not None:
        tree.on_error = on_error


def seconds_behind(env: simcord.Env) -> float:
    """How many seconds simulated time is behind real time; negative if it is ahead."""
    return (datetime.now(UTC) - env.now()).total_seconds()


@asynccontextmanager
async def simulated_server(build_bot: BuildBot, settings: PlaygroundSettings) -> AsyncIterator[SimulatedServer]:
    """Run the bot on a new simulated server. Closes the bot at the end, which SimCord does not do."""
    sleep = SimulatedSleep()
    bot = build_bot(sleep)
    env = simcord.Env(bot, shard_count=1, check_errors=False, settle_timeout=SETTLE_SECONDS)
    sleep.env = env
    server = create_server(env, settings)
    # From here on simulated time is real time, so the messages of two runs never share an id and the times in the
    # database stay correct. The clock is set before the bot starts, when no timer is running yet.
    env.backend.advance_clock(max(0.0, seconds_behind(env)))
    # SimCord forgets an application's commands between runs, but the bot only syncs commands that have changed.
    # A new application id makes it sync them again.
    env.backend.application_id = env.backend.snowflake()
    try:
        await _start(env, bot)
        with env.time_context():
            yield server
    finally:
        await bot.close()
        await env.shutdown()
