"""The errors of a connection to Discord that cannot be made."""

import aiohttp
import discord

UNREACHABLE = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
