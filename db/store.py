"""The store: reads and writes everything that the bot keeps, as plain records."""

from typing import Self

from sqlalchemy import Connection

from db.cluster import EVERYTHING, Cluster, Shards, Term
from db.cups import Cups
from db.databases import open_database
from db.drivers.database import Database
from db.drivers.engine import database_url
from db.errors import ChannelFull, DatabaseError, HostBusy, Stale
from db.hosting import Monitoring, Notes
from db.insights import ServerInsights
from db.leaderboards.leaderboard import Leaderboards
from db.leaderboards.seasons import Seasons
from db.leagues import Leagues
from db.limits import Limits
from db.members.departures import Departures
from db.members.listeners import Listeners
from db.members.privacy import MemberData
from db.occasions import Occasions, RolesGiven
from db.posts import Posts
from db.races import Daily, Deals, Races
from db.sunday import Puzzles, Weeks
from db.tables.clocks import Vacations
from db.tables.games import Folding, Games
from db.tables.pings import Pings
from db.tables.seating import Guests
from db.tables.transactions import Change, Tables
from db.times import StoredTimes

__all__ = ["Change", "ChannelFull", "DatabaseError", "HostBusy", "Stale", "Store"]


class Store:
    """The database of the bot, by subjects.

    Every method of these is one transaction and raises ``DatabaseError`` if the database fails. Readers never wait.
    Writers wait for each other, so inside a ``tables.change`` block write only through that change. Queries that look
    for something to do find only what belongs to servers that this process serves.
    """

    def __init__(self, database: Database, shards: Shards = EVERYTHING) -> None:
        self.shards = shards
        self.database = database
        self.is_alone = shards.is_everything
        """Whether no other process writes to this database."""
        if not self.is_alone:
            database.here = shards.conditions
        self.tables = Tables(database)
        self.games = Games(database)
        self.pings = Pings(database)
        self.leaderboards = Leaderboards(database)
        self.leagues = Leagues(database)
        self.posts = Posts(database)
        self.seasons = Seasons(database)
        self.occasions = Occasions(database)
        self.roles_given = RolesGiven(database)
        self.weeks = Weeks(database)
        self.puzzles = Puzzles(database)
        self.insights = ServerInsights(database)
        self.notes = Notes(database)
        self.guests = Guests(database)
        self.limits = Limits(database)
        self.listeners = Listeners(database)
        self.monitoring = Monitoring(database)
        self.members = MemberData(database)
        self.departures = Departures(database)
        self.cluster = Cluster(database)
        self.term = Term(database)
        self.daily = Daily(database)
        self.deals = Deals(database)
        self.races = Races(database)
        self.cups = Cups(database)
        self.folding = Folding(database)
        self.vacations = Vacations(database)
        self.times = StoredTimes(database)

    @classmethod
    async def open(cls, url: str, shards: Shards = EVERYTHING, *, is_sound: bool = False) -> Self:
        """Open the database at ``url``; create its tables or bring it up to date. Raises ``DatabaseError``."""
        store = cls(await open_database(database_url(url), is_sound=is_sound), shards)
        try:
            await store.database.write(_nothing)  # it is writable
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections. What was committed is there when the database is opened again."""
        await self.database.close()


def _nothing(_: Connection) -> None:
    """An empty transaction."""
