"""How the bot answers an interaction: always once, always privately unless a table is shown."""

from __future__ import annotations

import logging
import secrets
from typing import Any

import aiohttp
import discord
from discord import app_commands, ui

from cogs.rendering import Renderer
from engines.contract import IllegalAction
from engines.texts import Text, say
from sessions.refusals import Refused

_log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()
"""For every message but a ping or an invitation: a name in a text notifies nobody."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
MESSAGE_TOO_OLD = 30046
ALREADY_ACKNOWLEDGED = 40060
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
THREAD_ARCHIVED = 50083
"""Error codes of Discord's API (Discord documentation, "Opcodes and status codes")."""

UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request raises that Discord refused or that did not get through to it."""


async def answer(interaction: discord.Interaction[Any], content: str) -> None:
    """Say something that only the member who asked can read."""
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(content, ephemeral=True, allowed_mentions=NOBODY)


async def show(interaction: discord.Interaction[Any], view: ui.LayoutView) -> None:
    """Show something that only the member who asked can see."""
    # All controls are dynamic items. Left to listen, discord.py would keep a timer of 15 minutes for every such view.
    view.stop()
    if interaction.response.is_done():
        await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY)
    else:
        await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)


async def explain(interaction: discord.Interaction[Any], error: BaseException, renderer: Renderer) -> None:
    """Tell the member why what they asked for did not happen; log what nobody foresaw."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        # Too late, or the bot runs twice: nobody can be told any more.
        _log.warning("An interaction could not be answered (%s): %s", error, describe(interaction))
        return
    text = _expected(error)
    if text is None:
        reference = secrets.token_hex(4)
        _log.error("Reference %s: %s failed", reference, describe(interaction), exc_info=error)
        text = say(
            "Something went wrong here, and it is not your fault. Nothing is lost: the table goes on. "
            "If it happens again, tell whoever runs this bot the reference {reference}.",
            reference=reference,
        )
    try:
        await answer(interaction, renderer.say(text))
    except UNREACHED as failure:
        _log.warning("A refusal could not be told (%s): %s", failure, describe(interaction))


def describe(interaction: discord.Interaction[Any]) -> str:
    """An interaction for the log: what kind and where, without tokens and without what was picked."""
    command = interaction.command
    what = f"/{command.qualified_name}" if command else f"{interaction.type.name} interaction"
    return f"{what} by user {interaction.user.id} in channel {interaction.channel_id} of server {interaction.guild_id}"


def _expected(error: BaseException) -> Text | None:
    """The sentence for an error that belongs to normal life, ``None`` for one that does not."""
    match error:
        case Refused() | IllegalAction():
            return error.text
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return say("This command has just been renewed. Give Discord a minute and type it again.")
        case app_commands.NoPrivateMessage():
            return say("Cards are played in the channels of a server: type this command in one.")
        case discord.HTTPException(code=code) if code in (MISSING_ACCESS, MISSING_PERMISSIONS):
            return say(
                "I may not do that in this channel. Somebody who manages it has to allow me to view the channel "
                "and to send messages in it."
            )
        case discord.HTTPException(code=code) if code == THREAD_ARCHIVED:
            return say("This thread is archived. Reopen it, then try again.")
        case _:
            return None
