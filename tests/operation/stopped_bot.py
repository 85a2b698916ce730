"""``bot.py`` with a gateway that never responds, and a member whose interaction takes ``sys.argv[1]`` seconds.

The process prints a line when the interaction begins and when it ends.
"""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

import discord

import bot
from cogs.client import Cardroom
from sessions.clocks.heartbeat import HEARTBEAT


async def start(client: Cardroom, _token: str) -> None:
    """Replaces logging in and connecting."""
    client.loop = asyncio.get_running_loop()
    client.http.close = client.http.clear = lambda: asyncio.sleep(0)  # type: ignore[method-assign, assignment]
    await client.service.start(HEARTBEAT)
    interaction = asyncio.create_task(interact(client, float(sys.argv[1])))
    await asyncio.Event().wait()
    await interaction


async def interact(client: Cardroom, seconds: float) -> None:
    interaction: Any = SimpleNamespace(
        extras={},
        user=SimpleNamespace(id=1),
        type=discord.InteractionType.component,
        response=None,
        command=None,
        channel_id=2,
        guild_id=3,
    )
    await client.acknowledgements.watch(interaction, None)
    print("begun", flush=True)
    await asyncio.sleep(seconds)
    print("answered", flush=True)


if __name__ == "__main__":
    Cardroom.start = start  # type: ignore[method-assign, assignment]
    sys.exit(bot.main([]))
