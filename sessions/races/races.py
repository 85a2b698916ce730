"""Deals raced cards to members: one try for each member and deal, until its time is over."""

from collections.abc import Mapping
from types import MappingProxyType

from db.limits import knows_deal
from db.race_records import DayRecord, DealRecord, RacedFor
from db.records import TableRecord
from engines.texts import Text, say
from sessions.playing.practice import Practice
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

WEEK_IS_OVER = say("The week for these cards is over. You can play them from the replay, just for fun.")
CUP_IS_OVER = say("This cup is over, so its deals are closed.")
TRIED = say("You have had your one try with these cards.")
IS_OVER: Mapping[RacedFor, Text] = MappingProxyType(
    {
        RacedFor.DAY: say("That day is over. /daily has the game of today."),
        RacedFor.AGAIN: WEEK_IS_OVER,
        RacedFor.CUP: CUP_IS_OVER,
    }
)
"""Why a try cannot begin any more."""
HAS_TRIED: Mapping[RacedFor, Text] = MappingProxyType(
    {
        RacedFor.DAY: say("You have played today's game already. There will be another one tomorrow."),
        RacedFor.AGAIN: TRIED,
        RacedFor.CUP: TRIED,
    }
)
"""Why a member whose data have been deleted gets no second try."""


class Races:
    """Knows who has tried which deal, and begins tries."""

    def __init__(self, cache: TableCache, practice: Practice) -> None:
        self._cache = cache
        self._store = cache.store.races
        self._practice = practice

    async def try_of(self, deal: DayRecord | DealRecord | None, user_id: int) -> TableRecord | None:
        """The table of a member's try at a deal, whether or not it has ended."""
        table_id = None if deal is None else await self._store.table_of(deal, user_id)
        return None if table_id is None else (await self._cache.get(table_id)).table

    async def has_tried(self, deal: DayRecord | DealRecord, user_id: int) -> bool:
        """Whether a member has tried these cards, maybe on another server, or had before a deletion of their data."""
        if await self._store.has_tried(deal.seed, user_id):
            return True
        now = self._cache.now()
        return await self._cache.store.limits.reached_until(knows_deal(deal, user_id, now), now) is not None

    async def begin(self, deal: DayRecord | DealRecord, seat: int, channel_id: int, user_id: int) -> TableRecord:
        """The member's try in this seat, dealt now if they have not begun it. Raises ``Refused``."""
        async with self._cache.lock("try", user_id):
            begun = await self.try_of(deal, user_id)
            if begun is not None:
                return begun
            if deal.is_over(self._cache.now()):
                raise Refused(IS_OVER[deal.raced_for])
            await self.require_first(deal, user_id)
            return await self._practice.play_deal(deal, seat, channel_id, user_id)

    async def require_first(self, deal: DayRecord | DealRecord, user_id: int) -> None:
        """Raise ``Refused`` if the member has tried these cards."""
        if await self.has_tried(deal, user_id):
            raise Refused(HAS_TRIED[deal.raced_for])
