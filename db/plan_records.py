"""What a member has decided ahead at a table, as it is stored."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class PlanNews(StrEnum):
    """What has become of a member's latest plan; the values are stored."""

    DONE = "done"
    """It was carried out."""
    FORCED = "forced"
    """A decision was made for the member, who had no choice."""
    DROPPED = "dropped"
    """It no longer applied."""


@dataclass(frozen=True, slots=True)
class PlanRecord:
    """What the member at ``seat`` has decided ahead, as keys that the game understands.

    ``following`` is for one decision, ``standing`` for every decision to which it applies. ``due_at`` is when the open
    question is answered for the member; ``None``: it is not. ``news`` happened at revision ``news_rev``.
    """

    seat: int
    following: str | None = None
    standing: str | None = None
    due_at: datetime | None = None
    news: PlanNews | None = None
    news_rev: int | None = None

    @property
    def is_news_only(self) -> bool:
        """Whether nothing is planned or about to be decided."""
        return self.following is None and self.standing is None and self.due_at is None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return self == PlanRecord(self.seat)
