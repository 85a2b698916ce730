"""What the store holds about cups."""

from dataclasses import dataclass, field
from datetime import datetime

from db.purpose_records import Race
from db.race_records import DealRecord


@dataclass(frozen=True, slots=True)
class CupRecord(Race):
    """A cup of a server: sealed ``deals``, numbered from 1, that its members play until ``ends_at``.

    All seeds follow from ``key``, which nobody is shown before the cup has ended. ``due_at`` is when its result is to
    be posted; ``None``: it has been, or there is none. A post in ``channel_id`` shows the cup.

    ``was_derby``: it was opened when the cups of two servers could have the same deals and be compared.
    """

    id: int
    guild_id: int
    channel_id: int
    organiser_id: int
    name: str
    game: str
    fewest_points_win: bool
    key: str = field(repr=False)
    ends_at: datetime
    is_cancelled: bool
    due_at: datetime | None
    deals: tuple[DealRecord, ...] = ()
    was_derby: bool = False

    def has_ended(self, now: datetime) -> bool:
        """Whether its time is over or it has been cancelled."""
        return self.is_cancelled or self.is_over(now)
