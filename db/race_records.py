"""What is played as a race: several members play the same deal, each alone, and their results are compared."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from db.purpose_records import DealTry

DEALT_AGAIN_FOR = timedelta(days=7)
"""How long after its end the cards of a game are dealt to others."""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal that members of a server play, one try each.

    ``origin`` is the table whose cards are dealt again, if there is one. ``levels`` are those of the computers, one for
    each seat; the member takes the place of one of them. ``channel_id`` is where everybody is invited to it, if
    no channel shows the table of its origin. ``is_sealed``: nobody knows its cards before they play it, because it
    belongs to the cup ``cup_id``.
    """

    id: int
    guild_id: int
    origin: int | None
    game: str
    options: dict[str, Any]
    rules_version: int
    levels: tuple[str, ...]
    seed: str = field(repr=False)
    ends_at: datetime
    is_sealed: bool
    channel_id: int | None = None
    cup_id: int | None = None

    @property
    def of_table(self) -> DealTry:
        """What the tables of this deal know of it."""
        return DealTry(self.id, self.ends_at, self.is_sealed, self.cup_id)


@dataclass(frozen=True, slots=True)
class DealTryRecord:
    """A member's try at a deal, in ``seat``. The rest is as in a ``TryRecord``."""

    deal: int
    table: int
    user_id: int
    seat: int
    is_open: bool
    points: float | None
    is_hidden: bool
