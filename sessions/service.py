"""The front door to the sessions: makes them, connects them, starts and stops them."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from db.leaderboards.seasons import SeasonNow
from db.store import Store
from engines.contract import Game
from sessions.clocks.deadlines import Deadlines
from sessions.clocks.heartbeat import HEARTBEAT
from sessions.clocks.outages import Outages
from sessions.clocks.vacations import Vacations
from sessions.cluster.cross_process_tasks import CrossProcessTasks
from sessions.computers.hints import Hints
from sessions.computers.players import Computers
from sessions.computers.thinking import Thinker
from sessions.cups import Cups
from sessions.daily.games import DailyGames
from sessions.daily.reminders import Reminders
from sessions.deals import Challenges
from sessions.honours import Honours
from sessions.insights import Insights
from sessions.leaderboards import Leaderboards, RatedGames, Season, Seasons
from sessions.leagues.appointments import Appointments
from sessions.leagues.ledger import LeagueLedger
from sessions.leagues.organising import Organising
from sessions.leagues.overview import Overviews
from sessions.leagues.rounds import Rounds
from sessions.leagues.same_cards import SameCards
from sessions.leagues.sign_up import SignUp
from sessions.leagues.tables import MatchTables
from sessions.members import GuildData, Privacy
from sessions.occasions import Occasions
from sessions.pings import Listeners, PingPlanner
from sessions.plans import Plans
from sessions.playing.lobby import Lobby
from sessions.playing.play import Play
from sessions.playing.practice import Practice
from sessions.playing.seating import Guests, Terms
from sessions.races import Races
from sessions.replays.folding import Folding
from sessions.replays.mistakes import Mistakes
from sessions.replays.replays import Replays
from sessions.replays.reviews import Reviews
from sessions.settings.server import Languages, ServerSettings
from sessions.settings.settings import FirstGames, Settings
from sessions.shared.events import ENDED, EventBus, EventKind
from sessions.shared.guard import Guard
from sessions.shared.precedence import Precedence
from sessions.shared.synced import Synced
from sessions.shared.timer import Sleep, SteadyTime, Ticks, Timer
from sessions.snapshots import Views
from sessions.sunday import Puzzles, Recaps
from sessions.tables.automatic import AutomaticDecisions
from sessions.tables.cache import TableCache
from sessions.tables.fair_deal import FairDeals, new_seed
from sessions.tables.lookup import Presence, TableLookup, Whereabouts
from sessions.tables.seats import Seats
from sessions.take_backs import TakeBacks
from sessions.votes import Votes


class Service:
    """All sessions, one for each subject."""

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
        self.games = games
        self.bus = EventBus()
        self.posts = store.posts
        self.settings = Settings(store)
        automatic = AutomaticDecisions(self.settings.plays_forced)
        self._cache = TableCache(store, games, self.bus, now, automatic, self._season_of)
        self.times, self.timer = store.times, Timer(now, sleep)
        self.look_at_posts = self._cache.on_posts = partial(self.timer.look_at_once, self.times.posts)
        """See at once what is to be posted. Before the keeper of posts has started this does nothing."""
        self.server_settings = ServerSettings(self.settings)
        self.languages = Languages(self.settings)
        self.first_games = FirstGames(store, self.settings)
        self._rated_games = RatedGames(store, games, now)
        self.guard = Guard(store, now)
        self.lobby = Lobby(self._cache, self.server_settings, self._rated_games, self.guard, seed)
        self.terms = Terms(self._cache)
        self.play = Play(self._cache, self.server_settings)
        self.practice = Practice(self._cache, self.lobby)
        races = Races(self._cache, self.practice)
        self.daily = DailyGames(self._cache, races, self.settings, self.server_settings)
        self.challenges = Challenges(self._cache, races)
        self.sleep = sleep
        self.cross_process_tasks = CrossProcessTasks(store, sleep)
        self.cups = Cups(self._cache, races, self.settings, self.guard)
        self.lookup = TableLookup(self._cache)
        self.whereabouts = Whereabouts(self._cache)
        self.leaderboards = Leaderboards(store, self.server_settings, now)
        self.seasons = Seasons(store, self.settings, self.leaderboards, now)
        self.listeners = Listeners(self._cache)
        self.seats = Seats(self._cache)
        self.guests = Guests(self._cache, self.settings, self.guard)
        self.votes = Votes(self._cache)
        self.vacations = Vacations(self._cache, self.cross_process_tasks)
        self.outages = Outages(store, self._cache, time, sleep)
        self.league_ledger = LeagueLedger(self._cache)
        self.league_sign_up = SignUp(self._cache, self.league_ledger, self.guard)
        self.league_tables = MatchTables(self._cache, self.lobby)
        same_cards = SameCards(self._cache, races)
        self.league_rounds = Rounds(
            self._cache, self.league_ledger, self.league_tables, same_cards, self.settings, self.outages.is_out_of_reach
        )
        self.league_appointments = Appointments(
            self._cache, self.league_ledger, self.league_rounds, same_cards, self.settings
        )
        self.league_overviews = Overviews(self.league_ledger, self.league_tables)
        self.league_organising = Organising(
            self.league_ledger, self.league_tables, self.league_rounds, self.league_appointments, self.settings
        )
        self.precedence = Precedence(sleep)
        self.deadlines = Deadlines(self._cache, self.outages.is_out_of_reach, self.precedence)
        self.take_backs = TakeBacks(self._cache, self.outages.is_out_of_reach)
        self.plans = Plans(self._cache, self.outages.is_out_of_reach)
        self.occasions = Occasions(store, self.settings, now, self.timer, self.outages.is_out_of_reach)
        self.honours = Honours(store, self.settings, self.occasions, self.seasons, self.daily)
        self.presence = Presence(now)
        self.computers = Computers(self._cache, self.play, thinker, seed, sleep, self.precedence, self.presence)
        self.replays = Replays(self._cache)
        self.views = Views(
            self._cache,
            self.replays,
            self.server_settings,
            self.leaderboards,
            self._rated_games,
            self.presence,
            self.challenges,
        )
        self.reviews = Reviews(self._cache, self.replays, thinker)
        self.mistakes = Mistakes(self._cache, self.reviews, self.replays, thinker)
        self.insights = Insights(store, self.settings, now)
        self.reminders = Reminders(store, self.daily, self.settings, self.vacations, self.guard, self.occasions)
        self.recaps = Recaps(store, self.settings, self.daily, self.occasions, self.league_overviews)
        self.puzzles = Puzzles(self._cache, self.reviews, self.replays)
        self.fair_deals = FairDeals(self._cache)
        self.hints = Hints(self._cache, thinker)
        self.pings = PingPlanner(self._cache, self.settings, self.presence)
        self.privacy = Privacy(self._cache, self.lobby, self.seats, self.cross_process_tasks)
        self.privacy.on_deletion(
            self.languages.forget_member,
            self.settings.forget_member,
            store.vacations.forget_member,
            self.presence.forget_member,
            self.pings.forget_member,
            self.first_games.forget_member,
            self.lookup.forget_member,
        )
        self.synced = Synced(store)
        self.folding = Folding(self._cache, sleep)
        self.guild_data = GuildData(self._cache, self.settings, self.outages, sleep)
        self.outages.on_moved_clocks = self._on_moved_clocks
        self.bus.subscribe(self.lookup.on_event)
        self.bus.subscribe(self.first_games.on_event, EventKind.FINISHED)
        self.bus.subscribe(self.timer.on_event)
        self.bus.subscribe(self.computers.on_event)
        self.bus.subscribe(self.league_rounds.on_event, *ENDED)
        self.league_ledger.on_due = partial(self.timer.bring_forward, self.times.leagues)
        self.daily.on_opened = partial(self.timer.bring_forward, self.times.days)
        self.cups.on_opened = partial(self.timer.bring_forward, self.times.cups)

    async def _season_of(self, guild_id: int) -> SeasonNow:
        """The season in which a game that ends now counts."""
        season = await self.seasons.now(guild_id)
        begins_at = season.begins_at(await self.settings.time_zone(guild_id))
        return SeasonNow(season.number, begins_at, Season.of((self.now() + timedelta(days=1)).date()).number)

    async def start(self, heartbeat: timedelta = HEARTBEAT) -> None:
        """Resume where the bot stopped: handle passed deadlines and let computers move."""
        await self.outages.start(heartbeat)
        self.timer.start(self.times.decisions, self.deadlines.on_due)
        self.timer.start(self.times.votes, self.votes.on_due)
        self.timer.start(self.times.requests, self.take_backs.on_due)
        self.timer.start(self.times.plans, self.plans.on_due)
        self.timer.start(self.times.days, self.daily.on_due)
        self.timer.start(self.times.cups, self.cups.on_due)
        await self.occasions.start()
        self.computers.start()
        self.cross_process_tasks.start()

    async def _on_moved_clocks(self) -> None:
        """Look at all deadlines again: they have been moved, or the clock has been set."""
        self.timer.wake()
        await self.occasions.set_right()

    async def start_leagues(self) -> None:
        """Go on with leagues, once it is known on which servers the bot is."""
        self.timer.start(self.times.leagues, self.league_rounds.advance)
        await self.league_rounds.resume()

    async def close(self) -> None:
        """Stop the timer and the computers. The next start resumes from what is stored."""
        await self.cross_process_tasks.close()
        await self.languages.close()
        await self.timer.stop()
        await self.league_rounds.close()
        await self.computers.close()
        await self.guild_data.close()
        await self.folding.close()
        await self.outages.close()
