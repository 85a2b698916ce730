"""``bot.py`` on the Discord at ``CARDROOM_TEST_DISCORD``, with leases of ``CARDROOM_TEST_LEASE`` seconds."""

import os
import sys
from datetime import timedelta

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot
from operation import shard_leases

if __name__ == "__main__":
    address = os.environ["CARDROOM_TEST_DISCORD"]
    Route.BASE = f"{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address.replace("http", "ws"))
    if (seconds := os.environ.get("CARDROOM_TEST_LEASE")) is not None:
        shard_leases.LEASE = timedelta(seconds=float(seconds))
        shard_leases.RENEW_EVERY = shard_leases.LEASE / 3
    sys.exit(bot.run())
