"""Opponents: members and computers named with /play, or the member challenged."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cogs.shared.limits import LARGEST_ID
from cogs.shared.rendering import clip, safe_name
from engines.contract import Game
from engines.texts import Text, say, say_count
from opponents import Level
from sessions.shared.refusals import Refused

_MENTION = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&\d+>")
_SEPARATORS = re.compile(r"[\s,;+]+")
_AND = frozenset(("", "&", "and", "und", "et", "y"))
"""What may stand between two opponents."""
_MOST_NAMED = 100
"""How many characters of what was not understood are repeated."""
ANY_COMPUTER = "computer"
"""Asks for a computer of the usual level."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """The opponents somebody asks for: members by user id, and the levels of computers."""

    users: tuple[int, ...] = ()
    computers: tuple[Level, ...] = ()


NO_OPPONENTS = Opponents()


_HOW = say(
    "Mention members, such as “@bob @carol”, name levels of computers, such as “easy 2 hard”, or leave `opponents` out."
)
_HOW_ALONE = say("Name levels of computers, such as “easy 2 hard”, or leave `opponents` out.")


def named_opponents(text: str | None, game: Game[Any], host_id: int, how: Text = _HOW) -> Opponents:
    """The opponents that were typed: mentions of members, and computers by level, each with a number if there are more.

    Raises ``Refused`` if anything that was typed is neither, and says ``how`` to type them.
    """
    if text is None:
        return NO_OPPONENTS
    users, words = _members(text)
    computers, unknown = _computers(words)
    if unknown:
        raise Refused(
            say_count(
                "I don't know this opponent: {names}. {how}",
                "I don't know these opponents: {names}. {how}",
                len(unknown),
                names=_quoted(unknown),
                how=how,
            )
        )
    invited = tuple(user for user in users if user != host_id)
    if not (invited or computers):
        raise Refused(say("I couldn't find any opponents in that. {how}", how=how))
    most = game.seats[-1] - 1
    if len(invited) + len(computers) > most:
        raise Refused(
            say_count(
                "{game} has room for one opponent.", "{game} has room for {count} opponents.", most, game=game.name
            )
        )
    return Opponents(invited, tuple(computers))


def computer_opponents(text: str | None, game: Game[Any], host_id: int) -> list[Level]:
    """The computers that were typed, at least as many as the game needs. Raises ``Refused``, also for members."""
    named = named_opponents(text, game, host_id, _HOW_ALONE)
    if named.users:
        raise Refused(say("Only computers play in /practice. /play opens a table for members."))
    missing = game.seats[0] - 1 - len(named.computers)
    return [*named.computers, *[Level.NORMAL] * missing]


def _members(text: str) -> tuple[list[int], list[str]]:
    """The members mentioned, each once, and the rest of the text in words."""
    users: dict[int, None] = {}

    def read(mention: re.Match[str]) -> str:
        user = int(mention[1])
        if not 0 < user <= LARGEST_ID:  # nobody has such an id
            return f" {mention[0]} "
        users[user] = None
        return " "

    rest = _MENTION.sub(read, text)
    return list(users), [word for word in _SEPARATORS.split(rest) if word.casefold() not in _AND]


def _computers(words: Sequence[str]) -> tuple[list[Level], list[str]]:
    """The computers that the words ask for, and the words that ask for nothing.

    A number belongs to the level after it; one without a level asks for computers of the usual level.
    """
    found: list[Level] = []
    unknown: list[str] = []
    number = 0
    for word in words:
        level = _level(word.casefold())
        if level is not None:
            found += [level] * (number or 1)
            number = 0
        elif word.isdecimal() and word.isascii() and int(word[:4]) > 0 and not number:
            number = int(word[:4])
        else:
            unknown.append(word)
    return [*found, *[Level.NORMAL] * number], unknown


def _quoted(words: Sequence[str]) -> str:
    """The words as they were typed. A role is shown by its name, which notifies nobody in a private answer."""
    shown = (word if _ROLE.fullmatch(word) else safe_name(word) for word in words)
    return clip(", ".join(f"“{word}”" for word in shown), _MOST_NAMED)


def _level(word: str) -> Level | None:
    if word == ANY_COMPUTER:
        return Level.NORMAL
    return Level(word) if word in set(Level) else None
