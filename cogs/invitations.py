"""Inviting members to a table: naming them with /play, or challenging one of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord

from cogs.permissions import require_permissions
from engines.contract import Game, GameOptions
from engines.texts import say, say_count
from sessions.refusals import Refused

if TYPE_CHECKING:
    from cogs.desk import Desk

_MENTION = re.compile(r"<@!?(\d{1,20})>")


async def open_table(
    desk: Desk,
    interaction: discord.Interaction[Any],
    game: Game[Any],
    options: GameOptions,
    invited: tuple[int, ...] = (),
) -> None:
    """Open a table in this channel and call those who are invited. Raises ``Refused``."""
    require_permissions(interaction)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    table = await desk.house.lobby.open(
        interaction.guild_id, interaction.channel_id, interaction.user.id, game.key, options
    )
    await desk.presenter.post(interaction, table.id)
    if invited:
        voice = await desk.readers.everybody(table)
        await interaction.followup.send(
            " ".join(f"<@{user}>" for user in invited)
            + " "
            + voice.say(say("You are invited to a game of {game}: tap Join at the table.", game=game.name)),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in invited]
            ),
        )


def mentioned_users(text: str | None, game: Game[Any], host_id: int) -> tuple[int, ...]:
    """The members mentioned in what was typed as opponents. Raises ``Refused`` if nobody is, or too many."""
    if text is None:
        return ()
    users = tuple(dict.fromkeys(int(match) for match in _MENTION.findall(text) if int(match) != host_id))
    if not users:
        raise Refused(
            say("I found no other member in the opponents. Mention them, as in “@bob @carol”, or leave them out.")
        )
    most = game.seats[-1] - 1
    if len(users) > most:
        raise Refused(
            say_count(
                "{game} has room for one opponent.", "{game} has room for {count} opponents.", most, game=game.name
            )
        )
    return users


def require_challengeable(challenger: discord.abc.User, user: discord.abc.User) -> None:
    """Raise ``Refused`` if a member cannot be challenged by another."""
    if user.id == challenger.id:
        raise Refused(say("You cannot challenge yourself. /play opens a table that others can join."))
    if user.bot:
        raise Refused(say("Bots do not play here. Challenge a member of the server."))
