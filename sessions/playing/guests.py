"""Invitations: who may be invited, and who may join a table."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from db.records import Phase, TableRecord
from db.store import Store
from engines.texts import say
from sessions.settings.settings import Settings, Wish
from sessions.shared.guard import Call, Guard
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache


class Guests:
    """Invites members to tables."""

    def __init__(self, cache: TableCache, settings: Settings, guard: Guard) -> None:
        self._cache = cache
        self._settings = settings
        self._guard = guard

    async def check(self, users: Sequence[int]) -> None:
        """Raise ``Refused`` if one of these members takes no invitations."""
        for user_id in users:
            if not await self._settings.wants(user_id, Wish.INVITATIONS):
                raise Refused(
                    say(
                        "{member} isn't accepting invitations at the moment. Nobody was invited.",
                        member=f"<@{user_id}>",
                    )
                )

    @asynccontextmanager
    async def inviting(self, inviter: int, users: Sequence[int]) -> AsyncIterator[None]:
        """Count that a member invites these members to a table that the block opens. Raises ``Refused``."""
        await self.check(users)
        async with self._guard.inviting(inviter, users):
            yield

    async def admit(self, table_id: int, users: Sequence[int]) -> None:
        """Let these members join, who are invited, and have them called."""
        await self._cache.store.guests.invite(table_id, users, self._cache.now())
        self._cache.on_posts()

    async def missing(self, table: TableRecord, message: str) -> Mapping[int, bool]:
        """The invited members who have not joined a table, and whether each has been called there.

        A rematch calls only those who take invitations, as far as whoever asks for it may ping them by ``message``.
        """
        joined, kept = ({seat.user_id for seat in seats} for seats in (table.present, table.invited))
        invited = await self._cache.store.guests.invited(table.id)
        missing = {user_id: called for user_id, called in invited.items() if user_id not in joined}
        asked = [user_id for user_id, called in missing.items() if user_id in kept and not called]
        wanting = [user_id for user_id in asked if await self._settings.wants(user_id, Wish.INVITATIONS)]
        left_alone = set(asked).difference(await self._guard.admits(Call.REMATCH, table.host_id, wanting, message))
        return {user_id: called for user_id, called in missing.items() if user_id not in left_alone}

    async def note_called(self, table_id: int, users: Collection[int]) -> None:
        """Note that these members have been called to a table."""
        await self._cache.store.guests.note_called(table_id, users)

    async def invite(self, table_id: int, inviter: int, user_id: int) -> TableRecord:
        """Invite a member to a table that has not started, and return it. Raises ``Refused`` if that is impossible."""
        async with self._cache.hold(table_id) as entry:
            table = entry.table
            if entry.trouble is not None:
                raise Refused(entry.trouble)
            await self._require_may_invite(table, inviter, user_id)
            async with self.inviting(inviter, [user_id]):
                await self.admit(table_id, [user_id])
        return table

    async def _require_may_invite(self, table: TableRecord, inviter: int, user_id: int) -> None:
        if table.phase is not Phase.LOBBY:
            raise Refused(say("You can only invite members to a table that has not started."))
        if table.seat_of(inviter) not in table.present:
            raise Refused(say("Only players at the table can do that. Tap Join first."))
        if table.seat_of(user_id) is not None:
            raise Refused(say("That member has a seat at this table."))
        was_removed = await self._cache.store.guests.is_admitted(table.id, user_id, self._cache.now()) is False
        if was_removed and table.host_id != inviter:
            raise Refused(say("The host has removed that member, so only the host can invite them again."))


async def require_admitted(store: Store, table: TableRecord, user_id: int, now: datetime) -> None:
    """Raise ``Refused`` if this member, who has no seat reserved, may not join the table or take a computer's place."""
    admitted = await store.guests.is_admitted(table.id, user_id, now)
    if admitted is False:
        raise Refused(say("The host has removed you from this table. You can join it again if the host invites you."))
    if table.invited_only and not admitted:
        raise Refused(say("Only invited members can join this table. Ask a player there to invite you."))
