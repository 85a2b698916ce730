"""Inviting members to a table: naming them with /play, or challenging one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from cogs.permissions import require_permissions
from engines.contract import Game, GameOptions
from engines.texts import say, say_count
from opponents import Level
from sessions.refusals import Refused

if TYPE_CHECKING:
    from cogs.desk import Desk

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_SEPARATORS = re.compile(r"[\s,;+]+")
ANY_COMPUTER = "computer"
"""Asks for a computer without saying how well it should play."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """Whom somebody wants to play against: members by user id, and the levels of computers."""

    users: tuple[int, ...] = ()
    computers: tuple[Level, ...] = ()


NOBODY_YET = Opponents()


async def open_table(
    desk: Desk,
    interaction: discord.Interaction[Any],
    game: Game[Any],
    options: GameOptions,
    opponents: Opponents = NOBODY_YET,
) -> None:
    """Open a table in this channel, seat the computers and call those who are invited. Raises ``Refused``."""
    require_permissions(interaction)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    table = await desk.service.lobby.open(
        interaction.guild_id, interaction.channel_id, interaction.user.id, game.key, options
    )
    if opponents.computers:
        await desk.service.lobby.add_computers(table.id, interaction.user.id, opponents.computers)
    await desk.presenter.post(interaction, table.id)
    if opponents.users:
        renderer = await desk.renderers.everybody(table)
        await interaction.followup.send(
            " ".join(f"<@{user}>" for user in opponents.users)
            + " "
            + renderer.say(say("You are invited to a game of {game}: tap Join at the table.", game=game.name)),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in opponents.users]
            ),
        )


def named_opponents(text: str | None, game: Game[Any], host_id: int) -> Opponents:
    """Who is meant by what was typed as opponents: members mentioned, levels of computers. Raises ``Refused``."""
    if text is None:
        return NOBODY_YET
    users = tuple(dict.fromkeys(int(match) for match in _MENTION.findall(text) if int(match) != host_id))
    words = _SEPARATORS.split(_MENTION.sub(" ", text).casefold())
    computers = [level for word in words if (level := _level(word)) is not None]
    if not (users or computers):
        raise Refused(
            say(
                "I found nobody else in the opponents. Mention members, as in “@bob @carol”, name the levels of "
                "computers, as in “easy hard”, or leave it out."
            )
        )
    most = game.seats[-1] - 1
    if len(users) + len(computers) > most:
        raise Refused(
            say_count(
                "{game} has room for one opponent.", "{game} has room for {count} opponents.", most, game=game.name
            )
        )
    return Opponents(users, tuple(computers))


def _level(word: str) -> Level | None:
    """The level of the computer that a word asks for."""
    if word == ANY_COMPUTER:
        return Level.NORMAL
    return Level(word) if word in set(Level) else None


def require_challengeable(challenger: discord.abc.User, user: discord.abc.User) -> None:
    """Raise ``Refused`` if a member cannot be challenged by another."""
    if user.id == challenger.id:
        raise Refused(say("You cannot challenge yourself. /play opens a table that others can join."))
    if user.bot:
        raise Refused(say("Bots do not play here. Challenge a member of the server."))
