"""Invitations: who may be invited, and who may join a table."""

from collections.abc import AsyncIterator, Iterable, Sequence
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
        """Let these members join, who are invited."""
        await self._cache.store.guests.invite(table_id, users)

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

    async def to_call(self, call: Call, caller: int, users: Iterable[int]) -> list[int]:
        """Those of these users who take invitations and whom ``caller`` may ping now, which counts."""
        wanting = [user_id for user_id in users if await self._settings.wants(user_id, Wish.INVITATIONS)]
        return await self._guard.admits(call, caller, wanting)

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
