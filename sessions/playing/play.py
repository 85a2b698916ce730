"""What happens during a game: members and computers move, and tables are closed."""

import logging
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from db.purpose_records import DayTry, Race
from db.records import Considered, Phase, SeatRecord, TableRecord
from engines.contract import IllegalAction
from engines.texts import say
from opponents import Thought
from sessions.settings.server import MayEnd, ServerSetting, ServerSettings
from sessions.shared.refusals import STALE_BUTTON, Refused
from sessions.tables.automatic import harmless
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import given_up, has_to_be_played, owes_others_a_result
from sessions.tables.updates import GameUpdate, store_update

_log = logging.getLogger(__name__)

MAX_CONSIDERED = 6
"""How many of the actions that a computer considered are stored, best first."""
DAY_IS_OVER = say("That day is over. /daily starts today's game.")
PLAYS_HERE = say(
    "You play here yourself, so another member who may manage messages here has to end it. You can resign: tap More."
)
DEAL_IS_OVER = say("The time for these cards is over, so this try no longer counts.")


class Ending(Enum):
    """What it means that a member ends a table."""

    CLOSES = auto()
    """It is closed without a result."""
    TAKES_ALL = auto()
    """The other players have to agree."""
    GIVES_UP = auto()
    """The game has a result: they have given it up."""


class Play:
    """Plays moves and closes tables."""

    def __init__(self, cache: TableCache, server_settings: ServerSettings) -> None:
        self._cache = cache
        self._server_settings = server_settings

    async def act(
        self, table_id: int, user_id: int, actions: Sequence[Any], drawn_at: int | None = None
    ) -> TableRecord:
        """Play one or more actions (or their texts) for this member's seat, all or none of them.

        The control was ``drawn_at`` this revision; a typed move has none. Raises ``Refused`` or ``IllegalAction``.
        """
        async with self._cache.hold(table_id) as entry:
            live, seat = entry.seat_in_play(user_id)
            if drawn_at is not None and not live.is_fresh(seat, drawn_at):
                raise Refused(STALE_BUTTON)
            purpose = entry.table.purpose
            if isinstance(purpose, Race) and purpose.is_over(self._cache.now()):
                raise Refused(DAY_IS_OVER if isinstance(purpose, DayTry) else DEAL_IS_OVER)
            after = live.copy()
            for action in actions:
                after.play(seat, action, entry.table.rev + 1)
            return await store_update(self._cache, entry, GameUpdate(after, by=user_id))

    async def act_for(
        self, table_id: int, seat: SeatRecord, thought: Thought[Any], asked_at: int, *, quiet: bool = False
    ) -> bool:
        """Play what a computer has chosen for ``seat`` at revision ``asked_at``, if the question still stands.

        Meanwhile the member may have returned to the seat, or somebody has taken back a move or asks to do so. Returns
        whether the action was played. ``quiet``: if computers move next, show this move together with theirs.
        """
        async with self._cache.hold(table_id) as entry:
            live = entry.live
            if live is None or seat not in entry.computers_to_act or not live.is_fresh(seat.seat, asked_at):
                return False
            if entry.table.take_back_request is not None:
                return False
            after = live.copy()
            try:
                after.play(seat.seat, thought.action, entry.table.rev + 1)
            except IllegalAction:
                _log.exception("A computer at table %s chose an illegal action; a harmless one is played", table_id)
                after.play(seat.seat, harmless(live.game, live.state.view(seat.seat)), entry.table.rev + 1)
            considered = _considered(thought) or (None if seat.user_id is None else [])
            update = GameUpdate(after, thought=considered, quiet=quiet)
            await store_update(self._cache, entry, update)
            return True

    async def check_end(self, table_id: int, user_id: int, may_manage: bool) -> tuple[TableRecord, Ending]:
        """The table, and what it means that this member ends it. Raises ``Refused`` if they cannot."""
        entry = await self._cache.get(table_id)
        return entry.table, await self._ending(entry, user_id, may_manage)

    async def end(
        self, table_id: int, user_id: int, may_manage: bool, unchanged_since: int | None = None
    ) -> TableRecord:
        """Close the table without a result, or give it up (``Ending``). The server chooses who may (``MayEnd``).

        Raises ``Refused`` if others have to agree, or if the table has changed since the revision ``unchanged_since``.
        """
        async with self._cache.hold(table_id) as entry:
            ending = await self._ending(entry, user_id, may_manage)
            if ending is Ending.TAKES_ALL:
                raise Refused(say("The other players have to agree. Tap More to ask them."))
            if unchanged_since is not None and unchanged_since < entry.table.rev:
                raise Refused(say("The table has changed since you were asked. Tap More to be asked again."))
            if ending is Ending.GIVES_UP and entry.live is not None:
                given = GameUpdate(entry.live.copy(), by=user_id, handed_over=[given_up(entry.own_seat(user_id))])
                return await store_update(self._cache, entry, given)
            return await self._cache.close(entry, user_id)

    async def _ending(self, entry: CachedTable, user_id: int, may_manage: bool) -> Ending:
        """What it means that this member ends the table; nobody who may be losing calls it off. Raises ``Refused``."""
        table = entry.table
        if not table.phase.is_open:
            raise Refused(say("This table is already closed. Open a new one with /play."))
        is_party = entry.live is not None and owes_others_a_result(table, user_id)
        counts = entry.live is not None and has_to_be_played(table)
        if not (table.purpose.is_private and user_id == table.host_id) and (is_party or not may_manage):
            right, is_playing = await self._right_to_end(entry), table.phase is Phase.PLAYING
            if not _has_right(table, user_id, right):
                raise Refused(PLAYS_HERE if may_manage else _MAY_NOT_END[right])
            others = len(table.present) - 1
            if is_playing and others > 0 and not counts and (right is MayEnd.ALL or (is_party and others > 1)):
                return Ending.TAKES_ALL
        return Ending.GIVES_UP if (is_party or counts) and table.seat_of(user_id) is not None else Ending.CLOSES

    async def _right_to_end(self, entry: CachedTable) -> MayEnd:
        """The server decides about games. A table that has not started belongs to its host."""
        table = entry.table
        if not table.purpose.has_stand_ins:
            return MayEnd.MODERATORS
        if table.phase is Phase.LOBBY:
            return MayEnd.HOST
        right = MayEnd(await self._server_settings.value(table.guild_id, ServerSetting.ENDING))
        # Nobody can be asked at a table whose game cannot be read.
        return MayEnd.HOST if right is MayEnd.ALL and entry.live is None else right

    async def close_all_in(self, channel_id: int) -> None:
        """Close the tables that were open in a channel that has been deleted, or in its threads."""
        for table in await self._cache.store.tables.open_tables_in(channel_id):
            await self._cache.close_abandoned(table.id)


def _has_right(table: TableRecord, user_id: int, right: MayEnd) -> bool:
    """Whether a member can end the table without being allowed to manage messages."""
    seat = table.seat_of(user_id)
    is_player = seat is not None and not seat.resigned
    if right is MayEnd.ALL:
        return seat in table.present
    return (right is MayEnd.HOST and user_id == table.host_id) or (right is MayEnd.PLAYERS and is_player)


_MAY_NOT_END = {
    MayEnd.ALL: say("Only all the players here together, or a member who may manage messages here, can end it."),
    MayEnd.HOST: say(
        "Only the host of the table, or a member who may manage messages here, can end it. You can resign: tap More."
    ),
    MayEnd.MODERATORS: say("Only members who may manage messages here can end a table. You can resign: tap More."),
    MayEnd.PLAYERS: say("Only players at the table, or members who may manage messages here, can end it."),
}
"""Why a member cannot end a table, depending on who can."""


def _considered(thought: Thought[Any]) -> list[Considered]:
    """The part of a thought that is stored for replays."""
    best = thought.considered[:MAX_CONSIDERED]
    return [(str(one.action), round(one.estimate, 3), one.visits, round(one.error, 3)) for one in best]
