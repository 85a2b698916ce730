"""Opponents: members and computers named with /play, or the member challenged."""

import re
from dataclasses import dataclass
from typing import Any

import discord

from cogs.shared.limits import LARGEST_ID
from engines.contract import Game
from engines.texts import say, say_count
from opponents import Level
from sessions.shared.refusals import Refused

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_SEPARATORS = re.compile(r"[\s,;+]+")
ANY_COMPUTER = "computer"
"""Asks for a computer of the usual level."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """The opponents somebody asks for: members by user id, and the levels of computers."""

    users: tuple[int, ...] = ()
    computers: tuple[Level, ...] = ()


NO_OPPONENTS = Opponents()


def named_opponents(text: str | None, game: Game[Any], host_id: int) -> Opponents:
    """The opponents that were typed: mentions of members and levels of computers. Raises ``Refused``."""
    if text is None:
        return NO_OPPONENTS
    mentioned = (int(match) for match in _MENTION.findall(text))
    users = tuple(dict.fromkeys(user for user in mentioned if user != host_id and 0 < user <= LARGEST_ID))
    words = _SEPARATORS.split(_MENTION.sub(" ", text).casefold())
    computers = [level for word in words if (level := _level(word)) is not None]
    if not (users or computers):
        raise Refused(
            say(
                "I couldn't find any opponents in that. Mention members, as in “@bob @carol”, name levels of "
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
    """The level of computer that a word asks for."""
    if word == ANY_COMPUTER:
        return Level.NORMAL
    return Level(word) if word in set(Level) else None


def require_challengeable(challenger: discord.abc.User, user: discord.abc.User) -> None:
    """Raise ``Refused`` if a member cannot be challenged by another."""
    if user.id == challenger.id:
        raise Refused(say("You can't challenge yourself. /play opens a table that others can join."))
    if user.bot:
        raise Refused(say("You can't challenge a bot. Choose another member, or add a computer to a table."))
