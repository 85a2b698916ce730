"""What is played as a race: several members play the same deal, each alone, and their results are compared."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

DEALT_AGAIN_FOR = timedelta(days=7)
"""How long after its end the cards of a game are dealt to others."""


class Race:
    """Until ``ends_at`` members can play the same deal."""

    __slots__ = ()

    ends_at: datetime

    def is_over(self, now: datetime) -> bool:
        """Whether nobody can play the deal any more."""
        return self.ends_at <= now

    def is_open_to_all(self, now: datetime) -> bool:
        """Whether everybody may know the deal now."""
        return self.is_over(now)


@dataclass(frozen=True, slots=True)
class DayOfTable(Race):
    """The day whose game is played at a table: its number, and when it ends on the server."""

    day: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class DealOfTable(Race):
    """The deal that is played at a table: its number, until when it is played, and the cup to which it belongs, if any.

    ``is_sealed``: nobody knows its cards before they play it, so that they are told only when all is over.
    """

    deal: int
    ends_at: datetime
    is_sealed: bool
    cup: int | None = None

    def is_open_to_all(self, now: datetime) -> bool:
        """Whether everybody may know the deal now."""
        return not self.is_sealed or self.is_over(now)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal that members of a server play, one try each.

    ``origin`` is the table whose cards are dealt again, if there is one. ``levels`` are those of the computers, one for
    each seat; the member takes the place of one of them. ``message_id`` is the message in ``channel_id`` that invites
    to it, if the table of its origin has none. ``is_sealed``: nobody knows its cards before they play it, because it
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
    message_id: int | None = None
    cup_id: int | None = None

    @property
    def of_table(self) -> DealOfTable:
        """What the tables of this deal know of it."""
        return DealOfTable(self.id, self.ends_at, self.is_sealed, self.cup_id)


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
