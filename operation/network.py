"""The errors of a connection to Discord that fails."""

import aiohttp
import discord

UNREACHABLE = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
