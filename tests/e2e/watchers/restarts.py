"""The bot is restarted in the middle of a game, and nobody notices."""

import re
from collections.abc import Awaitable, Callable
from itertools import count

from simcord import MemberActor

from playground.testing.room import Room
from playground.testing.screens import texts
from playground.testing.watcher import Watcher

Restart = Callable[..., Awaitable[None]]

RESTARTS = {3: True, 6: False}
"""The numbers of steps after which the bot restarts, and whether it is killed."""


class Restarts(Watcher):
    """Restarts the bot twice: once it is killed, once it is stopped."""

    def __init__(self, room: Room, people: list[MemberActor], restart: Restart) -> None:
        self._room = room
        self._people = people
        self._restart = restart
        self._steps = count(1)
        self._ways: set[bool] = set()

    async def after_step(self) -> None:
        """Restart if it is time for that: the moves, the table and the hands stay, and old buttons work."""
        killed = RESTARTS.get(next(self._steps))
        if killed is None:
            return
        self._ways.add(killed)
        room = self._room
        hands, table, moves = await self._refreshed(), _timeless(texts(room.shown)), await room.moves()
        await self._restart(killed=killed)
        assert await room.moves() == moves
        assert await self._refreshed() == hands
        assert _timeless(texts(room.shown)) == table

    async def _refreshed(self) -> list[list[str]]:
        """The ends of all hands after a refresh, which forgets choices that somebody has begun."""
        for person in self._people:
            await self._room.hand(person)
        return [_timeless(self._room.hand_text(person)).splitlines()[-3:] for person in self._people]

    async def at_the_end(self) -> None:
        """The game was long enough."""
        assert self._ways == {True, False}, "the game was over before the bot was restarted"


def _timeless(text: str) -> str:
    """The text without its deadlines, which are not shown while everybody is known to be there."""
    return re.sub(r" · (due )?<t:\d+:R>", "", text)
