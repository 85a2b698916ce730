"""The bot's first message on a server."""

import logging
from collections.abc import Mapping
from typing import Any

import discord

from cogs.shared.learn_button import newcomers_screen
from cogs.shared.rendering import Renderer
from cogs.shared.responses import NOBODY, REQUEST_ERRORS
from engines.contract import Game
from engines.texts import say

_log = logging.getLogger(__name__)

HELLO = say("Hello! I deal card games. **/play** opens a table in any channel, **/help** says what to do first.")


async def welcome(guild: discord.Guild, games: Mapping[str, Game[Any]], renderer: Renderer) -> None:
    """Post how to learn a game in the channel that the server has for such messages, if it has one."""
    channel = guild.system_channel
    if channel is None:
        return
    view = newcomers_screen(HELLO, games, renderer)
    view.stop()  # all controls are dynamic items, so the view need not be kept
    try:
        await channel.send(view=view, allowed_mentions=NOBODY)
    except REQUEST_ERRORS as error:
        _log.info("The welcome of server %s was not posted: %s", guild.id, error)
