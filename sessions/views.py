"""What members see of a table: its game, its log, and the question that is put to them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from db.records import Phase
from engines.contract import Game, View
from engines.texts import Text
from sessions.deals import Boards
from sessions.leaderboards import Leaderboards, RatedGames
from sessions.replays.replays import Replays
from sessions.settings.server import ServerSettings
from sessions.shared.presence import Presence
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot, take_snapshot
from sessions.tables.cache import CachedTable, TableCache, not_installed
from sessions.tables.fair_deal import is_sealed
from sessions.take_backs import notes_of

FAR_AWAY = timedelta(hours=1)
"""A time that ends later tells nothing to members who are there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An open question: the rules, and what the member who is asked sees."""

    game: Game[Any]
    view: View[Any]


class Views:
    """Shows each member what they may see."""

    def __init__(
        self,
        cache: TableCache,
        replays: Replays,
        server_settings: ServerSettings,
        leaderboards: Leaderboards,
        rated_games: RatedGames,
        presence: Presence,
        boards: Boards,
    ) -> None:
        self._cache = cache
        self._presence = presence
        self._boards = boards
        self._server_settings = server_settings
        self._leaderboards = leaderboards
        self._rated_games = rated_games
        self._replays = replays

    async def snapshot(self, table_id: int, user_id: int | None) -> Snapshot:
        """The table as this member sees it, or as everybody does (``None``). Raises ``Refused`` if there is none."""
        entry = await self._cache.get(table_id)
        game = self._cache.games.get(entry.table.game)
        if game is None:
            raise Refused(not_installed(entry.table))
        snapshot = await self._with_ratings(take_snapshot(entry, game, user_id, self._cache.now()))
        snapshot = replace(snapshot, has_no_hurry=self._has_no_hurry(entry, snapshot))
        if entry.table.phase is not Phase.FINISHED:
            return snapshot
        board = await self._boards.of(entry.table, user_id)
        if board is not None and board.is_tried and snapshot.deal is not None:
            snapshot = replace(snapshot, deal=replace(snapshot.deal, seed=None))
        return replace(snapshot, turning_point=await self._replays.turning_point(table_id), board=board)

    def is_current(self, snapshot: Snapshot) -> bool:
        """Whether the table has not moved on since."""
        return self._cache.is_current(snapshot.table)

    async def _with_ratings(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot with what this server and its members let everybody know about ratings."""
        table = snapshot.table
        if not await self._server_settings.has_leaderboard(table.guild_id):
            return replace(snapshot, unrated=None, rated=frozenset())
        if table.phase is Phase.LOBBY:
            return replace(snapshot, unrated=await self._rated_games.why_unrated(table))
        if table.phase is Phase.FINISHED:
            return replace(snapshot, rated=snapshot.rated - await self._leaderboards.hidden_seats(table))
        return snapshot

    def _has_no_hurry(self, entry: CachedTable, snapshot: Snapshot) -> bool:
        """Whether all members whom the table waits for are there, with hours left."""
        waited_for, until = entry.users_to_act, snapshot.until
        if until is None or until - self._cache.now() < FAR_AWAY or not waited_for:
            return False
        return all(self._presence.is_at(entry.table.id, user) for user in waited_for)

    async def log(self, table_id: int, user_id: int) -> tuple[Snapshot, tuple[Text, ...]]:
        """The table, and all events of its game that this member may know about, oldest first."""
        snapshot = await self.snapshot(table_id, user_id)
        live = (await self._cache.get(table_id)).live
        if live is None or snapshot.is_sealed:
            return snapshot, ()
        return snapshot, live.log_for(snapshot.seat, notes_of(snapshot.table))

    async def news_since(self, table_id: int, users: Collection[int]) -> tuple[Text, ...]:
        """What everybody may know about the moves since one of these members last moved."""
        entry = await self._cache.get(table_id)
        seats = [seat.seat for seat in entry.table.seats if seat.user_id in users]
        if entry.live is None or is_sealed(entry.table):
            return ()
        return entry.live.news_since(seats, notes_of(entry.table))

    async def asked(self, table_id: int, user_id: int, drawn_at: int) -> Asked | None:
        """The question put to this member at revision ``drawn_at``; ``None`` if it no longer stands."""
        entry = await self._cache.get(table_id)
        live, own = entry.live, entry.table.seat_of(user_id)
        if live is None or entry.table.phase is not Phase.PLAYING or own is None or own.is_away:
            return None
        return Asked(live.game, live.view(own.seat)) if live.is_fresh(own.seat, drawn_at) else None

    async def shows_all(self, table_id: int, user_id: int, drawn_at: int) -> bool:
        """Whether a hand drawn at this revision is still right: nothing has changed since, at least for this member."""
        entry = await self._cache.get(table_id)
        return drawn_at >= entry.table.rev or await self.asked(table_id, user_id, drawn_at) is not None
