"""The front door to the sessions: everything that the bot can ask of them."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from db.records import Phase, TableRecord
from db.store import Store
from engines.contract import Game, View
from engines.texts import Text
from sessions.clocks.deadlines import Deadlines
from sessions.clocks.outages import HEARTBEAT, Outages
from sessions.clocks.timeouts import Timeouts
from sessions.clocks.vacations import Vacations
from sessions.cluster.cross_process_tasks import Errands
from sessions.computers.hints import Hints
from sessions.computers.players import Computers
from sessions.computers.thinking import Thinker
from sessions.daily.games import DailyGames
from sessions.members.guild_data import GuildData
from sessions.members.privacy import Privacy
from sessions.pings.listeners import Listeners
from sessions.pings.pings import Calls
from sessions.playing.guests import Guests
from sessions.playing.lobby import Lobby, new_seed
from sessions.playing.play import Play
from sessions.playing.practice import Practice
from sessions.removals.votes import Removals
from sessions.replays.replays import Replays
from sessions.replays.reviews import Reviews
from sessions.settings.first_games import FirstGames
from sessions.settings.server import ServerSettings
from sessions.settings.settings import Settings
from sessions.shared.events import EventBus, TableEvent
from sessions.shared.precedence import Precedence
from sessions.shared.presence import Presence
from sessions.shared.refusals import Refused
from sessions.shared.steady_time import SteadyTime, Ticks
from sessions.shared.timer import Clock, Sleep
from sessions.snapshots import Snapshot, take_snapshot
from sessions.tables.cache import TableCache, not_installed
from sessions.tables.fair_deal import FairDeals
from sessions.tables.lookup import Whereabouts
from sessions.tables.seats import Seats
from sessions.take_backs.consent import notes_of
from sessions.take_backs.requests import TakeBacks


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open: the rules, and what the member who is asked sees."""

    game: Game[Any]
    view: View[Any]


class TableService:
    """Opens tables, lets members play at them and shows each member what they may see."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any]],
        now: Callable[[], datetime],
        thinker: Thinker,
        seed: Callable[[], str] = new_seed,
        sleep: Sleep = asyncio.sleep,
        ticks: Ticks | None = None,
    ) -> None:
        time = SteadyTime(now, ticks)
        now = self.now = time.now
        self.store = store
        self.games = games
        self.bus = EventBus()
        self._cache = TableCache(store, games, self.bus, now)
        self.settings = Settings(store)
        self.server_settings = ServerSettings(self.settings)
        self.first_games = FirstGames(store, self.settings)
        self.lobby = Lobby(self._cache, self.server_settings, seed)
        self.play = Play(self._cache, self.server_settings)
        self.practice = Practice(self._cache, self.lobby, self.play)
        self.daily = DailyGames(self._cache, self.practice, self.settings, self.server_settings)
        self.whereabouts = Whereabouts(self._cache)
        self.listeners = Listeners(self._cache)
        self.seats = Seats(self._cache)
        self.guests = Guests(self._cache, self.settings)
        self.removals = Removals(self._cache)
        self.timeouts = Timeouts(self._cache)
        self.errands = Errands(store, sleep)
        self.vacations = Vacations(self._cache, self.errands)
        self.outages = Outages(store, self._cache, time, sleep)
        self.deadlines = Deadlines(self._cache, self.outages.is_out_of_reach)
        self.clock = Clock(self.deadlines, now, sleep)
        self._vote_clock = Clock(self.removals, now, sleep)
        self.take_backs = TakeBacks(self._cache, self.outages.is_out_of_reach)
        self._request_clock = Clock(self.take_backs, now, sleep)
        self.precedence = Precedence(sleep)
        self.computers = Computers(store, self._cache, self.play, thinker, seed, sleep, self.precedence)
        self.replays = Replays(self._cache)
        self.reviews = Reviews(self._cache, self.replays, thinker)
        self.fair_deals = FairDeals(self._cache)
        self.hints = Hints(self._cache, thinker, seed)
        self.presence = Presence(now, self.computers.on_presence)
        self.calls = Calls(store, self.settings, self.presence, now)
        self.privacy = Privacy(self._cache, self.lobby, self.seats, self.play, self.errands)
        self.privacy.forgets(
            self.settings.forget_member,
            self.presence.forget_member,
            self.first_games.forget_member,
            self.whereabouts.forget_member,
            self.guests.forget_member,
        )
        self.guild_data = GuildData(self._cache, self.play, self.settings, now, sleep)
        for clock in (self.clock, self._vote_clock, self._request_clock):
            self.outages.on_moved_clocks(clock.wake)
        self.bus.subscribe(self.whereabouts.on_event)
        self.bus.subscribe(self.first_games.on_event)
        self.bus.subscribe(self.clock.on_event)
        self.bus.subscribe(self._on_vote)
        self.bus.subscribe(self.computers.on_event)
        self.bus.subscribe(self._on_event)

    async def start(self, heartbeat: timedelta = HEARTBEAT) -> None:
        """Resume where the bot stopped: handle deadlines that have passed and let computers move."""
        await self.outages.start(heartbeat)
        await self.clock.start()
        await self._vote_clock.start()
        await self._request_clock.start()
        self.computers.start()
        self.errands.start()

    async def close(self) -> None:
        """Stop the clock and the computers. The next start resumes from what is stored."""
        await self.errands.close()
        await self.clock.stop()
        await self._vote_clock.stop()
        await self._request_clock.stop()
        await self.computers.close()
        await self.guild_data.close()
        await self.outages.close()

    def _on_vote(self, event: TableEvent) -> None:
        """Bring the timer for votes forward if one has begun that ends before all others."""
        if event.table.removal is not None:
            self._vote_clock.bring_forward(event.table.removal.ends_at)

    async def disconnected(self, shard: int, shards: int) -> None:
        """Stop the clocks of the servers of this shard, of so many: the bot cannot hear their members."""
        await self.outages.disconnected(shard, shards)

    async def connected(self, shard: int, shards: int) -> None:
        """Let those clocks run again, and show the deadlines that have moved."""
        await self.outages.connected(shard, shards)

    def _on_event(self, event: TableEvent) -> None:
        """See that a request to take back a move expires in time."""
        request = event.table.take_back_request
        if request is not None and request.until is not None:
            self._request_clock.bring_forward(request.until)

    async def table_in(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel or its threads; ``None`` if there was never any."""
        return await self.store.last_table_in(channel_id)

    async def snapshot(self, table_id: int, user_id: int | None) -> Snapshot:
        """The table as this member sees it (``None``: as everybody does). Raises ``Refused`` if there is none."""
        entry = await self._cache.get(table_id)
        game = self.games.get(entry.table.game)
        if game is None:
            raise Refused(not_installed(entry.table))
        snapshot = take_snapshot(entry, game, user_id, self.now())
        if entry.table.phase is not Phase.FINISHED:
            return snapshot
        return replace(snapshot, turning_point=await self.replays.turning_point(table_id))

    async def log(self, table_id: int, user_id: int) -> tuple[Snapshot, tuple[Text, ...]]:
        """The table, and everything that has happened in its game as far as this member may know it, oldest first."""
        snapshot = await self.snapshot(table_id, user_id)
        live = (await self._cache.get(table_id)).live
        return snapshot, live.log_for(snapshot.seat, notes_of(snapshot.table)) if live else ()

    async def news_since(self, table_id: int, users: Collection[int]) -> tuple[Text, ...]:
        """What everybody may read of what has happened since one of these members last moved."""
        entry = await self._cache.get(table_id)
        seats = [seat.seat for seat in entry.table.seats if seat.user_id in users]
        return entry.live.news_since(seats, notes_of(entry.table)) if entry.live else ()

    async def asked(self, table_id: int, user_id: int, drawn_at: int) -> Asked | None:
        """The question put to this member at revision ``drawn_at``; ``None`` if it no longer stands."""
        entry = await self._cache.get(table_id)
        live, own = entry.live, entry.table.seat_of(user_id)
        if live is None or entry.table.phase is not Phase.PLAYING or own is None or own.is_away:
            return None
        return Asked(live.game, live.state.view(own.seat)) if live.is_fresh(own.seat, drawn_at) else None

    async def shows_all(self, table_id: int, user_id: int, drawn_at: int) -> bool:
        """Whether a hand drawn at this revision is still right: nothing has changed since, or not for this member."""
        entry = await self._cache.get(table_id)
        return drawn_at >= entry.table.rev or await self.asked(table_id, user_id, drawn_at) is not None

    async def shown_at(self, table_id: int, message_id: int) -> None:
        """Store which message shows the table."""
        await self._cache.set_message(table_id, message_id)

    async def ping_gone(self, table_id: int) -> None:
        """Store that the table has no message any more that only pings players."""
        await self._cache.set_ping(table_id, None)

    async def moved_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table has a thread of its own from now on."""
        await self._cache.move_to_thread(table_id, thread_id)

    async def called_by(self, table_id: int, message_id: int | None) -> None:
        """Store which message pings the players whose turn it is; ``None``: there is none any more."""
        await self._cache.set_ping(table_id, message_id)

    async def channel_gone(self, channel_id: int) -> None:
        """Close the tables that were open in a channel that has been deleted, or in threads there."""
        for table in await self.store.open_tables_in(channel_id):
            await self.play.close_abandoned(table.id)
