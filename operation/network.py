"""The errors raised when Discord cannot be reached."""

import aiohttp
import discord

UNREACHABLE = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
