"""Reminds members who want that, in the evening, that they have yet to play the game of the day."""

from dataclasses import dataclass

from db.records import NO_SERVER
from db.store import Store
from sessions.clocks.vacations import Vacations
from sessions.daily.games import DailyGames, DailyOffer, day_number
from sessions.occasions import Kind, Occasions
from sessions.settings.settings import Pings, Settings, Wish
from sessions.shared.guard import Call, Guard

RECENT_DAYS = 14
"""A member who has not played for longer on a server is not reminded there."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """Whom to remind in which channel: where they last played."""

    offer: DailyOffer
    users: dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class Called:
    """Whom a message reminds; ``more``: others are left for the next one."""

    offer: DailyOffer
    users: list[int]
    more: bool


@dataclass(eq=False)
class Reminders:
    """Knows whom to remind of the game of the day."""

    _store: Store
    _daily: DailyGames
    _settings: Settings
    _vacations: Vacations
    _guard: Guard
    _occasions: Occasions

    async def plan(self, user_id: int) -> None:
        """Remind this member from now on, on all servers on which they have played lately, if they want that."""
        if not await self._settings.wants(user_id, Wish.REMINDER):
            return
        since = day_number(self._occasions.now().date()) - RECENT_DAYS
        for guild_id in await self._store.daily.servers_since(user_id, since) - {NO_SERVER}:
            await self._occasions.plan(guild_id, Kind.REMINDER)

    async def due(self, guild_id: int) -> Reminder | None:
        """Whom to remind on a server now, where they may be pinged; ``None`` if nobody there wants that any more."""
        offer = await self._daily.day_now(guild_id)
        if offer is None:
            return None
        recent = await self._store.daily.players_since(guild_id, offer.day - RECENT_DAYS)
        wanting = [player for player in recent if await self._settings.wants(player[0], Wish.REMINDER)]
        users: dict[int, list[int]] = {}
        for user, day, channel in wanting:
            if day < offer.day and await self._may_be_pinged(guild_id, user):
                users.setdefault(channel, []).append(user)
        return Reminder(offer, users) if wanting else None

    async def called(self, guild_id: int, channel_id: int, day: int, message: int, most: int) -> Called | None:
        """Whom this message reminds of the game of a day, each once, however often this is asked; ``None``: nobody."""
        reminder = await self.due(guild_id)
        if reminder is None or reminder.offer.day != day:
            return None
        called: list[int] = []
        for user in reminder.users.get(channel_id, []):
            if len(called) == most:
                return Called(reminder.offer, called, more=True)
            called += await self._guard.admits(Call.DAILY, guild_id, [user], f"{day} {message}")
        return Called(reminder.offer, called, more=False) if called else None

    async def _may_be_pinged(self, guild_id: int, user: int) -> bool:
        if await self._settings.pings(user) is Pings.NEVER or await self._vacations.until(user) is not None:
            return False
        return not await self._settings.is_quiet(user, guild_id, self._occasions.now())
