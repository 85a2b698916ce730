"""Invitations: who may be invited, how often, and who may join a table."""

from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta

from cachetools import LRUCache

from db.records import Phase, TableRecord
from db.store import Store
from engines.texts import Text, say, say_count
from sessions.settings.settings import Settings, Wish
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

MOST_INVITED, WITHIN = 10, timedelta(hours=1)
"""How many members one member can invite, and in what time."""
BETWEEN_INVITATIONS = timedelta(minutes=10)
"""How long a member must wait before inviting the same member again."""
CAPACITY = 10_000
"""How many members' invitations stay in memory."""


class Guests:
    """Invites members to tables and limits how often others call them.

    Recent invitations are kept in memory and not stored. They matter for an hour at most, and the worst that a restart
    does is let somebody invite a few more members.
    """

    def __init__(self, cache: TableCache, settings: Settings) -> None:
        self._cache = cache
        self._settings = settings
        self._invited: LRUCache[int, deque[tuple[datetime, int]]] = LRUCache(CAPACITY)
        """The invitations of the last hour by inviter, oldest first."""

    def forget_member(self, user_id: int) -> None:
        """Forget whom a member has invited, and who has invited them."""
        self._invited.pop(user_id, None)
        for inviter, invited in list(self._invited.items()):
            self._invited[inviter] = deque(entry for entry in invited if entry[1] != user_id)

    async def check(self, inviter: int, users: Sequence[int]) -> None:
        """Raise ``Refused`` if this member cannot invite all of these members now."""
        for user_id in users:
            if not await self._settings.wants(user_id, Wish.INVITATIONS):
                raise Refused(
                    say(
                        "{member} isn't accepting invitations at the moment. Nobody was invited.",
                        member=f"<@{user_id}>",
                    )
                )
        self._require_within_limits(inviter, users)

    async def note(self, table_id: int, inviter: int, users: Sequence[int]) -> None:
        """Let these members join, now that ``inviter`` has invited them."""
        self._count(inviter, users)
        await self._cache.store.guests.invite(table_id, users)

    async def invite(self, table_id: int, inviter: int, user_id: int) -> TableRecord:
        """Invite a member to a table that has not started, and return it. Raises ``Refused`` if that is impossible."""
        await self.check(inviter, [user_id])
        async with self._cache.hold(table_id) as entry:
            table = entry.table
            if entry.trouble is not None:
                raise Refused(entry.trouble)
            await self._require_may_invite(table, inviter, user_id)
            # Checked again under the lock: two invitations at once count as two.
            self._require_within_limits(inviter, [user_id])
            await self.note(table_id, inviter, [user_id])
        return table

    async def welcome(self, users: Sequence[int]) -> list[int]:
        """Those of these users who take invitations."""
        return [user_id for user_id in users if await self._settings.wants(user_id, Wish.INVITATIONS)]

    async def _require_may_invite(self, table: TableRecord, inviter: int, user_id: int) -> None:
        if table.phase is not Phase.LOBBY:
            raise Refused(say("You can only invite members to a table that has not started."))
        if table.seat_of(inviter) not in table.present:
            raise Refused(say("Only players at the table can do that. Tap Join first."))
        if table.seat_of(user_id) is not None:
            raise Refused(say("That member has a seat at this table."))
        was_removed = await self._cache.store.guests.is_admitted(table.id, user_id) is False
        if was_removed and table.host_id != inviter:
            raise Refused(say("The host has removed that member, so only the host can invite them again."))

    def _require_within_limits(self, inviter: int, users: Sequence[int]) -> None:
        recent = self._recent(inviter)
        now = self._cache.now()
        for when, user_id in recent:
            if user_id in users and now - when < BETWEEN_INVITATIONS:
                raise Refused(_too_soon(user_id, when + BETWEEN_INVITATIONS - now))
        if len(recent) + len(users) > MOST_INVITED:
            raise Refused(_too_many(recent[0][0] + WITHIN - now if recent else WITHIN))

    def _recent(self, inviter: int) -> deque[tuple[datetime, int]]:
        recent = self._invited.setdefault(inviter, deque())
        while recent and self._cache.now() - recent[0][0] >= WITHIN:
            recent.popleft()
        return recent

    def _count(self, inviter: int, users: Sequence[int]) -> None:
        self._recent(inviter).extend((self._cache.now(), user_id) for user_id in users)


async def require_admitted(store: Store, table: TableRecord, user_id: int) -> None:
    """Raise ``Refused`` if this member, who has no seat reserved, may not join the table or take a computer's place."""
    admitted = await store.guests.is_admitted(table.id, user_id)
    if admitted is False:
        raise Refused(say("The host has removed you from this table. You can join it again if the host invites you."))
    if table.invited_only and not admitted:
        raise Refused(say("Only invited members can join this table. Ask a player there to invite you."))


def _minutes(time: timedelta) -> int:
    """A time in whole minutes, rounded up."""
    return -(-time // timedelta(minutes=1))


def _too_soon(user_id: int, wait: timedelta) -> Text:
    return say_count(
        "You have just invited {member}. You can invite them again in one minute.",
        "You have just invited {member}. You can invite them again in {count} minutes.",
        _minutes(wait),
        member=f"<@{user_id}>",
    )


def _too_many(wait: timedelta) -> Text:
    return say_count(
        "You can invite {most} members an hour. You can invite more in one minute.",
        "You can invite {most} members an hour. You can invite more in {count} minutes.",
        _minutes(wait),
        most=MOST_INVITED,
    )
