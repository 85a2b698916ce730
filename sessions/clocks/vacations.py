"""Vacations: while a member is away, their clocks at a pace of days stand still."""

from datetime import datetime

from db.records import Phase
from engines.texts import say
from sessions.cluster.cross_process_tasks import CrossProcessTasks, TaskKind
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.pace import Pace, clocks_by_seat, control_of, earliest, paused, resumed
from sessions.tables.updates import next_deadline, paused_until, vacations_at


class Vacations:
    """Stores until when members are away, and stops their clocks, a moment later also those of other processes."""

    def __init__(self, cache: TableCache, other_processes: CrossProcessTasks) -> None:
        self._cache = cache
        self._other_processes = other_processes
        other_processes.on(TaskKind.AWAY, self._at_all_tables)

    async def until(self, user_id: int) -> datetime | None:
        """Until when this member is away; ``None`` if they are not."""
        until = (await self._cache.store.vacations.of([user_id])).get(user_id)
        return until if until is not None and until > self._cache.now() else None

    async def begin(self, user_id: int, until: datetime) -> int:
        """Stop this member's clocks until then, and return at how many tables here. ``Refused`` if it is past."""
        if until <= self._cache.now():
            raise Refused(
                say("That is in the past. Give a number of days, such as 5, or the last day, such as 2030-12-24.")
            )
        return await self._change(user_id, until)

    async def end(self, user_id: int) -> int:
        """Restart this member's clocks, and return at how many tables here. Raises ``Refused`` if they are not away."""
        if await self.until(user_id) is None:
            raise Refused(
                say(
                    "You are not away. To go away, give a number of days, such as 5, or the last day, such as "
                    "2030-12-24."
                )
            )
        return await self._change(user_id, self._cache.now())

    async def _change(self, user_id: int, until: datetime) -> int:
        await self._cache.store.vacations.save(user_id, until)
        tables = await self._cache.store.tables.open_tables_of(user_id)
        await self._other_processes.send(TaskKind.AWAY, user_id, {table.guild_id for table in tables})
        return await self._at_all_tables(user_id)

    async def _at_all_tables(self, user_id: int) -> int:
        """Stop or restart this member's clocks here, as is stored. Returns at how many tables any has changed."""
        changed, until = 0, (await self._cache.store.vacations.of([user_id])).get(user_id, self._cache.now())
        for table_id in await self._cache.store.tables.tables_played_by(user_id):
            async with self._cache.hold(table_id) as entry:
                changed += await self._at_table(entry, user_id, until)
        return changed

    async def _at_table(self, entry: CachedTable, user_id: int, until: datetime) -> bool:
        """Stop this member's clock at a table until then, and return whether it was running and has changed."""
        table, live, seat = entry.table, entry.live, entry.table.seat_of(user_id)
        control, now = control_of(table), self._cache.now()
        if live is None or seat is None or table.phase is not Phase.PLAYING or Pace(table.pace).is_live:
            return False
        clocks = clocks_by_seat(table)
        before = clocks[seat.seat]
        still = await paused_until(self._cache.store, table)
        after = clocks[seat.seat] = paused(resumed(before, now, still), control, now, until, still)
        is_idle = earliest(clocks.values(), control) is None and live.state.time_limit() is None
        if after == before and not is_idle:
            return False
        away = await vacations_at(self._cache.store, table)
        deadline = next_deadline(table, clocks.values(), live, now, away)
        await self._cache.retime(entry, None, [after], deadline)
        return after != before
