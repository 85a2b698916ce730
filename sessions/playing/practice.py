"""Private practice games: one member plays against computers, in messages that nobody else sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from db.errors import RaceOver
from db.purpose_records import PRACTICE, DayTry, DealTry, LessonEnding, PracticeGame
from db.race_records import DayRecord, DealRecord
from db.records import NewTable, Phase, SeatRecord, TableRecord
from engines.contract import GameOptions, State
from engines.texts import say
from opponents import Level
from sessions.playing.lobby import Lobby, same_options
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.leaving import SUBSTITUTE
from sessions.tables.pace import Pace

RULES_HAVE_CHANGED = say("The rules of this game have changed since then, so results could not be compared.")
MOST_OPEN = 10
"""How many practice games a member can have open, not counting those that end lessons."""
CAPACITY = 10_000
"""How many rematches are remembered, so that a second tap finds the game that the first one started."""


@dataclass(frozen=True, slots=True)
class PastPosition:
    """A position of a finished game, which these ``moves`` have led to, and the seat from which it is played on."""

    table: TableRecord
    moves: Sequence[tuple[int, str]]
    seat: int


class Practice:
    """Starts practice games, which need neither a lobby nor a message in the channel."""

    def __init__(self, cache: TableCache, lobby: Lobby) -> None:
        self._cache = cache
        self._lobby = lobby
        self._rematches: LRUCache[int, int] = LRUCache(CAPACITY)

    async def start(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        game: str,
        options: GameOptions,
        computers: Sequence[Level],
        seed: str | None = None,
        race: DayTry | DealTry | None = None,
        host_seat: int = 0,
    ) -> TableRecord:
        """Deal a game to this member and computers of these levels. Raises ``Refused``, and then nothing is open.

        Without a ``seed`` the deal is random. A ``race``, which others play as well, is not limited.
        """
        others = [SeatRecord(seat, None, level.value) for seat, level in enumerate(computers, 1)]
        new = _new(guild_id, channel_id, user_id, game, options, others, host_seat)
        async with self._cache.lock("practice", user_id):
            return await self._deal(new, seed, race=race, is_limited=race is None)

    async def play_deal(self, deal: DayRecord | DealRecord, seat: int, channel_id: int, user_id: int) -> TableRecord:
        """Deal cards that others play as well to a member who has not tried them. Raises ``Refused``."""
        options = same_options(self._cache.games, deal)
        if deal.rules_version not in (None, self._cache.games[deal.game].rules_version):
            raise Refused(RULES_HAVE_CHANGED)
        others = [Level(level) for number, level in enumerate(deal.levels) if number != seat]
        return await self.start(
            deal.guild_id, channel_id, user_id, deal.game, options, others, deal.seed, deal.of_table, seat
        )

    async def play_on(self, past: PastPosition, guild_id: int, channel_id: int, user_id: int) -> TableRecord:
        """Play on from a position of a finished game, against computers. It counts nowhere. Raises ``Refused``."""
        table = past.table
        others = [
            SeatRecord(seat.seat, None, seat.computer or SUBSTITUTE.value)
            for seat in table.seats
            if seat.seat != past.seat
        ]
        options = same_options(self._cache.games, table)
        new = _new(guild_id, channel_id, user_id, table.game, options, others, past.seat)
        async with self._cache.lock("practice", user_id):
            return await self._deal(new, table.seed, moves=past.moves)

    async def rematch(self, table_id: int, user_id: int) -> TableRecord:
        """Start a game like this one (after a lesson: by the usual rules), or return to the rematch that is open."""
        async with self._cache.lock("rematch", table_id):
            started = self._rematches.get(table_id)
            if started is not None:
                again = (await self._cache.get(started)).table
                if again.phase.is_open:
                    return again
            finished = (await self._cache.get(table_id)).table
            if finished.phase is not Phase.FINISHED or not finished.purpose.is_private:
                raise Refused(say("A rematch needs a finished game."))
            options = same_options(self._cache.games, finished)
            computers = [Level(seat.computer) for seat in finished.seats if seat.user_id is None and seat.computer]
            again = await self.start(
                finished.guild_id,
                finished.channel_id,
                user_id,
                finished.game,
                type(options)() if isinstance(finished.purpose, LessonEnding) else options,
                computers,
            )
            self._rematches[table_id] = again.id
            return again

    async def _deal(
        self,
        new: NewTable,
        seed: str | None,
        *,
        moves: Sequence[tuple[int, str]] = (),
        race: DayTry | DealTry | None = None,
        is_limited: bool = True,
    ) -> TableRecord:
        """Open a table and start its game. Raises ``Refused`` or ``RaceOver``, and then nothing is open."""
        if is_limited:
            await self._require_room(new.host_id)
        opened = await self._lobby.open(new)
        try:
            # Another process may have opened one at the same moment, after a tap on another server.
            if is_limited:
                await self._require_room(new.host_id, besides=opened.id)
            return await self._lobby.start(opened.id, new.host_id, seed, moves=moves, race=race)
        except (Refused, RaceOver):
            await self._cache.close_abandoned(opened.id)
            raise

    async def _require_room(self, user_id: int, besides: int | None = None) -> None:
        tables = await self._cache.store.tables.open_tables_of(user_id)
        count = sum(isinstance(table.purpose, PracticeGame) and table.id != besides for table in tables)
        if count >= MOST_OPEN:
            raise Refused(
                say(
                    "You have {count} practice games open, which is the most you can have. /games lists them; "
                    "tap More below a hand to end one.",
                    count=count,
                )
            )


def leaves_a_choice(state: State[Any]) -> bool:
    """Whether somebody still has a choice. Otherwise the game is over, or only forced moves are left to its end."""
    after = state.clone()
    while after.outcome is None and (forced := after.forced()) is not None:
        after.apply(*forced)
    return after.outcome is None


def _new(
    guild_id: int,
    channel_id: int,
    user_id: int,
    game: str,
    options: GameOptions,
    others: Sequence[SeatRecord],
    host_seat: int = 0,
) -> NewTable:
    """A table for one member against computers, without a limit of time."""
    place = guild_id, channel_id, user_id
    return NewTable(*place, game, options.dump(), others, Pace.NO_LIMIT, host_seat, purpose=PRACTICE)
