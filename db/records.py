"""What the store holds, as plain values. All times are aware and in UTC."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from db.purpose_records import IN_CHANNEL, Purpose


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


NO_SERVER = 0
"""Stands for the server where there is none of the bot's: in direct messages, and where only the member has installed
it. Every game there is private, and counts for nobody but its member. No server of Discord has this id."""


class Phase(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    """The game was played to its result."""
    CLOSED = "closed"
    """The table ended without a result."""

    @property
    def is_open(self) -> bool:
        """Whether the table has not ended."""
        return self in (Phase.LOBBY, Phase.PLAYING)


def is_former(user_id: int) -> bool:
    """Whether this stands for a member who has had their data deleted; Discord's ids are never negative."""
    return user_id < 0


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and its player: a member (``user_id``), a computer (``computer`` is its level), or both.

    Both means that the member is not there: invited and yet to answer before the game starts; afterwards gone, or
    given up for good (``resigned``), and a computer plays on. ``left_early``: they had hardly begun then.
    """

    seat: int
    user_id: int | None
    computer: str | None = None
    resigned: bool = False
    left_early: bool = False

    @property
    def is_away(self) -> bool:
        """Whether the member of this seat is not there."""
        return self.user_id is not None and self.computer is not None

    @property
    def is_former(self) -> bool:
        """Whether the member of this seat has had their data deleted."""
        return self.user_id is not None and is_former(self.user_id)


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a player for whom others wait.

    ``since`` is when it started for the present turn, moved on by the time for which it was stopped; ``None`` if it is
    not running. ``paused_until`` is when the player's vacation ends. ``late_since`` is when the time ran out and a
    computer took over, for the ``timeouts``-th time. ``bank_used`` is the extra time used in this game, ``away_used``
    how long vacations have stopped this clock. ``claims``: the player wants to claim the game from those who are late.
    """

    seat: int
    since: datetime | None = None
    paused_until: datetime | None = None
    late_since: datetime | None = None
    bank_used: timedelta = timedelta()
    away_used: timedelta = timedelta()
    claims: bool = False
    timeouts: int = 0


class TakeBackStatus(StrEnum):
    """What became of a request to take back a move."""

    OPEN = "open"
    GRANTED = "granted"
    REFUSED = "refused"
    EXPIRED = "expired"
    """Not everybody answered in time."""
    OVERTAKEN = "overtaken"
    """The table changed before everybody had answered."""


@dataclass(frozen=True, slots=True)
class TakeBackRecord:
    """A request of ``seat`` to take back the moves made since revision ``undone_from``, that one included.

    ``rev`` is the revision at which it was made; any change of the table ends it. ``undone`` are the other seats whose
    moves go back as well, ``agreed`` the seats that have said yes, ``refused_by`` the one that has said no. ``until``
    is when an open request expires.
    """

    id: int
    seat: int
    undone_from: int
    rev: int
    undone: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    refused_by: int | None = None
    status: TakeBackStatus = TakeBackStatus.OPEN
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote on removing the player at ``seat``, or with ``None`` on ending the game, and which seats voted how."""

    seat: int | None
    asked_by: int
    ends_at: datetime
    in_favour: tuple[int, ...] = ()
    against: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table and the game on it. ``rev`` grows by one with every change and guards the next one.

    ``seed`` and ``rules_version`` are set when the game starts. ``message_id`` is the message that shows the table,
    ``deadline`` is when the current decision must be made.
    ``pace`` says how much time the players have. ``thread_of`` is the channel to which the table belongs if
    ``channel_id`` is a thread that the bot made for it. ``invited_only``: only invited members can join. ``vote`` is
    the vote, if one is open. ``purpose`` is what the table is for; ``channel_id`` of a private one is where its member
    started the game.
    ``budget`` is how much time each player has for the whole game, if they have own clocks.
    """

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    game: str
    options: dict[str, Any]
    host_id: int
    phase: Phase
    seed: str | None = field(repr=False)  # it tells every card, so no log may show it
    rules_version: int | None
    rev: int
    deadline: datetime | None
    opened_at: datetime
    pace: str
    seats: tuple[SeatRecord, ...]
    clocks: tuple[SeatClock, ...] = ()
    thread_of: int | None = None
    invited_only: bool = False
    vote: Vote | None = None
    take_backs: tuple[TakeBackRecord, ...] = ()
    plans: tuple[PlanRecord, ...] = field(default=(), repr=False)  # each is for its member alone
    purpose: Purpose = IN_CHANNEL
    budget: timedelta | None = None

    @property
    def home_channel(self) -> int:
        """The channel to which the table belongs; its thread, if it has one, belongs to the same channel."""
        return self.channel_id if self.thread_of is None else self.thread_of

    def seat_of(self, user_id: int) -> SeatRecord | None:
        """The seat of this user, ``None`` if they are not at the table."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    @property
    def users(self) -> tuple[int, ...]:
        """The members who have a seat, away or not, in the order of their seats."""
        return tuple(seat.user_id for seat in self.seats if seat.user_id is not None)

    @property
    def present(self) -> tuple[SeatRecord, ...]:
        """The seats whose members are there and play themselves."""
        return tuple(seat for seat in self.seats if seat.computer is None)

    @property
    def invited(self) -> tuple[SeatRecord, ...]:
        """The seats kept for members who have not answered their invitation; none once the game has started."""
        return tuple(seat for seat in self.seats if seat.is_away) if self.seed is None else ()

    @property
    def take_back_request(self) -> TakeBackRecord | None:
        """The request to take back a move that is still open; a table has one at most."""
        return next((asked for asked in self.take_backs if asked.status is TakeBackStatus.OPEN), None)

    @property
    def has_computer_players(self) -> bool:
        """Whether computers have seats of their own; such games are rated separately."""
        return any(seat.user_id is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to open, with its host in ``host_seat`` and ``others`` in the other seats, in this order.

    The rest is as in a ``TableRecord``. ``pace``: the usual one if it is ``None``. ``invited``: they have no seat yet.
    """

    guild_id: int
    channel_id: int
    host_id: int
    game: str
    options: dict[str, Any]
    others: Sequence[SeatRecord] = ()
    pace: str | None = None
    host_seat: int = 0
    thread_of: int | None = None
    invited_only: bool = False
    invited: Collection[int] = ()
    purpose: Purpose = IN_CHANNEL
    budget: timedelta | None = None


@dataclass(frozen=True, slots=True)
class PingRecord:
    """The table waits for a turn of ``user_id``, or a computer plays for them, since ``began_at``.

    ``number`` tells this from the member's others at this table. ``pinged_at`` is when the member was last pinged for
    it, ``reminded`` whether that was the reminder that their time runs out. ``message_id`` is the message that pinged
    them at this table; ``None`` before that, and if another table has pinged them for it.
    """

    user_id: int
    number: int
    began_at: datetime
    pinged_at: datetime | None = None
    reminded: bool = False
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceRecord:
    """A game that a member plays. ``since``: when its latest move was made or, without one, when its table was opened.

    ``is_to_act``: whether it waits for the member; ``None`` if only a replay can tell (games of earlier versions).
    """

    table_id: int
    since: datetime
    is_to_act: bool | None


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """One action: ``number`` counts from 1, ``rev`` is the revision of the table after it."""

    number: int
    rev: int
    seat: int
    text: str


Considered = tuple[str, float, int] | tuple[str, float, int, float]
"""What a computer considered: the text of an action, its expected share of the win, and the number of trials.

The standard error of the share follows, where it is known.
"""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """What the decision before a move was worth; what is best beyond doubt comes first.

    ``stake`` is the share of the win that hung on the deal.
    """

    number: int
    stake: float
    considered: tuple[Considered, ...]


@dataclass(frozen=True, slots=True)
class ReviewRecord:
    """What the decisions at a seat of a finished game were worth, by judges of this version.

    ``luck`` is the share of games that equal computers win with the cards.
    """

    table_id: int
    seat: int
    version: int
    luck: float
    judged: tuple[JudgedMove, ...]


Player = int | str
"""The owner of a rating: a member by user id, or all computers of a level."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength (``mu``) and how uncertain it still is (``sigma``), in openskill's units."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """How one player finished a game, with the player's ratings after it.

    ``place`` is 1 for the best; players who tie have the same place. ``rating`` is for this game on this server,
    ``overall`` for all games; games with computers have separate ratings. ``before`` is the rating for this game that
    the player came with, ``None`` for a newcomer.
    """

    seat: int
    player: Player
    place: int
    points: float
    won: bool
    rating: Rating
    overall: Rating
    before: Rating | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a server's leaderboard. Equal ratings share a ``rank``. Who has not played for long ``has_faded``."""

    rank: int
    player: Player
    rating: Rating
    games: int
    wins: int
    has_faded: bool = False


@dataclass(frozen=True, slots=True)
class GameStats:
    """A player's record in one game on one server. ``streak``: the games won in a row, the latest included."""

    game: str
    games: int
    wins: int
    rating: Rating
    streak: int = 0


def row_of(table_id: int, record: Any) -> dict[str, Any]:
    """The columns of a record that belongs to a table. (``asdict`` copies every value in it, which takes longer.)"""
    return {"table_id": table_id} | {name: getattr(record, name) for name in record.__dataclass_fields__}
