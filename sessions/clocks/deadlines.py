"""What happens when a table's deadline passes: a computer plays, and the others may claim the game."""

from collections.abc import Callable
from dataclasses import replace

from db.purpose_records import Race
from db.records import Phase
from sessions.shared.precedence import Precedence
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import given_up, has_to_be_played, late_seats, timed_out
from sessions.tables.live import LiveGame
from sessions.tables.pace import clocks_by_seat, control_of, due, members_to_act, stopped
from sessions.tables.updates import GameUpdate, next_deadline, store_update, vacations_at, window_of


class Deadlines:
    """Closes windows, abandoned tables and games of past days, and lets computers play for those who are late.

    In a league they are out of the game; a computer plays on for them if two others do. Nothing happens on a server
    that ``is_out_of_reach``. Members who have tapped already go first: nobody is late because the bot is busy.
    """

    def __init__(self, cache: TableCache, is_out_of_reach: Callable[[int], bool], precedence: Precedence) -> None:
        self._cache = cache
        self._precedence = precedence
        self._is_out_of_reach = is_out_of_reach

    async def on_due(self, table_id: int) -> None:
        """Handle the deadline of a table if it has passed."""
        await self._precedence.give_way()
        if self._precedence.members_at_work:  # otherwise the table need not be read twice
            await self._precedence.let_finish((await self._cache.get(table_id)).table.users)
        async with self._cache.hold(table_id, reload=True) as entry:
            table, live = entry.table, entry.live
            if not table.phase.is_open or table.deadline is None or table.deadline > self._cache.now():
                return
            if self._is_out_of_reach(table.guild_id):
                return
            race = table.purpose if isinstance(table.purpose, Race) else None
            if race is not None and not race.is_over(self._cache.now()):  # there is more time by now
                await self._cache.retime(entry, None, (), race.ends_at)
            elif live is None or table.phase is not Phase.PLAYING or race is not None:
                await self._cache.close(entry)
            elif window_of(table, live) is not None:
                await store_update(self._cache, entry, GameUpdate(_decided(live, table.rev)))
            elif waited_for := members_to_act(table, live.state.to_act):
                await self._time_out(entry, live, waited_for)
            elif has_to_be_played(table) and entry.users_to_act:
                await self._abandon(entry, live)
            else:
                await self._cache.close(entry)

    async def _time_out(self, entry: CachedTable, live: LiveGame, timed: frozenset[int]) -> None:
        """Let computers play for late players. If nobody waits for them, the game ends a while later instead.

        It ends at once if only one member was left to play it. Without a limit, everybody is late after a week.
        """
        table, now = entry.table, self._cache.now()
        clocks, control = clocks_by_seat(table), control_of(table)
        # Without a limit there are no clocks, and a game from before there were any has none until its next move.
        late = [clocks[seat] for seat in sorted(timed) if (due(clocks[seat], control) or now) <= now]
        nobody_waits = table.purpose.has_stand_ins and timed == {seat.seat for seat in table.present}
        if late and not nobody_waits:
            seats = [
                timed_out(seat, clock.timeouts + 1) if table.purpose.has_stand_ins else given_up(seat)
                for seat, clock in ((table.seats[clock.seat], clock) for clock in late)
            ]
            update = GameUpdate(live.copy(), handed_over=seats, late=[clock.seat for clock in late])
            await store_update(self._cache, entry, update)
        elif len(late) == len(timed) and (len(timed) == 1 or all(clock.since is None for clock in late)):
            await self._abandon(entry, live)
        else:
            changed = {clock.seat: stopped(clock, control, now) for clock in late}
            away = await vacations_at(self._cache.store, table)
            deadline = next_deadline(table, (clocks | changed).values(), live, now, away)
            await self._cache.retime(entry, None, changed.values(), deadline)

    async def _abandon(self, entry: CachedTable, live: LiveGame) -> None:
        """End a game that nobody plays: a last member who has to play it loses; else nobody who was late wins."""
        if has_to_be_played(entry.table):
            changed = [given_up(seat) for seat in entry.table.present]
        else:
            changed = [replace(seat, computer=None) for seat in late_seats(entry.table)]
        await store_update(self._cache, entry, GameUpdate(live.copy(), handed_over=changed, abandoned=True))


def _decided(live: LiveGame, rev: int) -> LiveGame:
    """The game after the least harmful decision for every player who has run out of time."""
    after = live.copy()
    for seat in live.state.to_act:
        # One seat's fallback may end the decision for the others.
        action = after.game.fallback(after.state.view(seat)) if after.is_fresh(seat, rev) else None
        if action is not None:
            after.play(seat, action, rev + 1)
    return after
