"""What the store holds about leagues and club evenings, as plain values. All times are aware and in UTC."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from db.records import Phase, is_former


class LeagueKind(StrEnum):
    """What is organised."""

    LEAGUE = "league"
    """Rounds of a week, which open and end by themselves."""
    EVENING = "evening"
    """Rounds of minutes, each begun by the organiser, with players who come later."""


class LeaguePhase(StrEnum):
    """The life of a league."""

    SIGN_UP = "sign_up"
    ROUNDS = "rounds"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing is played in it any more."""
        return self in OVER

    @property
    def is_played(self) -> bool:
        """Whether its rounds are being played."""
        return self is LeaguePhase.ROUNDS


OVER = (LeaguePhase.FINISHED, LeaguePhase.CANCELLED)


class EntryStatus(StrEnum):
    """Where a member stands in a league."""

    WAITING = "waiting"
    """On the waiting list."""
    IN = "in"
    OUT = "out"
    """Gone while it was played: who meets them wins. They can come back as long as others can come late."""


class MatchStatus(StrEnum):
    """What has become of a match."""

    OPEN = "open"
    PLAYED = "played"
    FORFEITED = "forfeited"
    """Somebody has given up at the table, or ran out of time there."""
    WALKOVER = "walkover"
    """Somebody was not there to play it."""
    UNPLAYED = "unplayed"
    """Nobody was."""
    ENTERED = "entered"
    """The organiser has entered the result."""
    ANNULLED = "annulled"
    """It counts in no table."""
    BYE = "bye"
    """Nobody was left to play with. That is not due, so it costs nothing."""


class Deed(StrEnum):
    """What an organiser can do by hand; the log names it."""

    STARTED = "started"
    ENTERED = "entered"
    WALKOVER = "walkover"
    EXTENDED = "extended"
    TIMED = "timed"
    """A match has a time at which its players meet."""
    ANNULLED = "annulled"
    WITHDREW = "withdrew"
    REPLACED = "replaced"
    CANCELLED = "cancelled"
    NEXT_ROUND = "next_round"
    ADDED = "added"
    """Somebody takes part who came late."""
    MOVED = "moved"
    """Somebody plays in another group."""
    APPOINTED = "appointed"
    """There is a second organiser."""
    LEFT = "left"
    """A player is not on the server any more. Nobody has done that by hand, but it can be undone."""
    MISSED = "missed"
    """The same of a player who has missed two matches in a row."""
    REMINDED = "reminded"
    PAUSED = "paused"
    RESUMED = "resumed"
    UNDONE = "undone"
    """An earlier deed is taken back."""


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """A place in a league, in a group counted from 0. ``number`` stays when somebody else takes it over."""

    number: int
    user_id: int
    status: EntryStatus
    division: int = 0

    @property
    def plays(self) -> bool:
        """Whether somebody plays for this entry."""
        return self.status is EntryStatus.IN and not is_former(self.user_id)


@dataclass(frozen=True, slots=True)
class MatchSeatRecord:
    """An entry in a match. ``place`` is 1 for the best, ties share it; ``None`` while the match is open.

    ``forfeited``: not played to the end. In an open match of several, the others play without this player, who is last.

    Before a match that is played together, ``offers`` are the times at which this player can meet the others;
    ``is_here``: they have come to the meeting, ``wants_alone``: they would rather play the same cards alone,
    ``is_willing``: they have named times, and have neither moved nor missed a meeting since, ``wants_later``: they ask
    the others to meet at another time.
    """

    number: int
    place: int | None = None
    points: float | None = None
    forfeited: bool = False
    offers: tuple[datetime, ...] = ()
    is_here: bool = False
    wants_alone: bool = False
    is_willing: bool = False
    wants_later: bool = False


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A game that a league wants played.

    ``division`` is the group; one below 0 is none: that of a final, which leagues had before there were seasons.
    ``ends_at`` is when whoever has not played forfeits. ``way`` is how it is played (a value of ``formats.Way``;
    ``None``: at a table that opens at once). One that is played together waits for a meeting until ``falls_back_at``,
    then it is played with the same cards; ``moves`` counts how often the meeting has been moved.
    """

    id: int
    round: int
    division: int
    status: MatchStatus
    ends_at: datetime | None
    warned: bool
    seats: tuple[MatchSeatRecord, ...]
    way: str | None = None
    falls_back_at: datetime | None = None
    meets_at: datetime | None = None
    moves: int = 0

    @property
    def expected(self) -> tuple[MatchSeatRecord, ...]:
        """Those who play an open match."""
        return tuple(seat for seat in self.seats if not seat.forfeited)

    @property
    def is_open(self) -> bool:
        """Whether it has no result."""
        return self.status is MatchStatus.OPEN

    @property
    def counts(self) -> bool:
        """Whether it has a result that counts in the table."""
        return self.status not in (MatchStatus.OPEN, MatchStatus.BYE, MatchStatus.ANNULLED)

    @property
    def was_missed(self) -> bool:
        """Whether somebody has not played it to its end."""
        return self.status is MatchStatus.UNPLAYED or any(seat.forfeited for seat in self.seats)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The entries that meet."""
        return tuple(seat.number for seat in self.seats)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match that is to be stored."""

    round: int
    numbers: tuple[int, ...]
    ends_at: datetime | None
    division: int = 0
    status: MatchStatus = MatchStatus.OPEN
    way: str | None = None
    falls_back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LeagueRecord:
    """A league or a club evening.

    ``round`` is the latest round that has begun. ``edition`` is the number of the season; 0 is a league from before
    there were any, which ends with the round that was being played. ``due_at`` is when there is something to do next.

    A *live cup* is an evening with a ``key``, which nobody is shown before it is over: the cards of each round follow
    from it, the same at all tables.
    """

    id: int
    guild_id: int
    channel_id: int
    kind: LeagueKind
    name: str
    game: str
    organiser_id: int
    phase: LeaguePhase
    most_players: int
    rounds: int
    pace: str
    minutes: int | None
    round: int
    began_at: datetime | None
    round_ends_at: datetime | None
    due_at: datetime | None
    opened_at: datetime
    edition: int = 0
    co_organiser_id: int | None = None
    paused_until: datetime | None = None
    """Until when clocks stand still, and nothing ends."""
    former_id: int | None = None
    """The league that was the season before."""
    finished_at: datetime | None = None
    """``None`` also for leagues from before this was noted."""
    key: str | None = field(default=None, repr=False)
    entries: tuple[EntryRecord, ...] = ()
    matches: tuple[MatchRecord, ...] = ()

    @property
    def is_live_cup(self) -> bool:
        """Whether all tables of a round are dealt the same cards."""
        return self.key is not None

    @property
    def has_editions(self) -> bool:
        """Whether another season can follow: leagues from before there were any, and evenings, have none."""
        return self.kind is LeagueKind.LEAGUE and self.edition > 0

    @property
    def meets_all(self) -> bool:
        """Whether all of a group meet: two in each match of a league, once that has begun."""
        return self.kind is LeagueKind.LEAGUE and all(len(match.numbers) == 2 for match in self.matches)

    def is_paused(self, now: datetime) -> bool:
        """Whether clocks stand still."""
        return self.phase.is_played and self.paused_until is not None and self.paused_until > now

    @property
    def is_unwanted(self) -> bool:
        """Whether it has not begun, and nobody but its organiser has signed up."""
        return self.round == 0 and all(entry.user_id == self.organiser_id for entry in self.entries)

    def entry_of(self, user_id: int) -> EntryRecord | None:
        """The entry of this member."""
        return next((entry for entry in self.entries if entry.user_id == user_id), None)

    def entry(self, number: int) -> EntryRecord:
        """The entry with this number."""
        return next(entry for entry in self.entries if entry.number == number)

    def match(self, match_id: int) -> MatchRecord | None:
        """The match with this id; ``None`` if it belongs to another league."""
        return next((match for match in self.matches if match.id == match_id), None)

    def is_past(self, match: MatchRecord) -> bool:
        """Whether there is no more to do about a match: it has a result, or whoever has nobody to play plays on."""
        is_bye = match.status is MatchStatus.BYE and match.round == self.round
        return self.phase.is_over or not (match.is_open or is_bye)

    @property
    def open_matches(self) -> tuple[MatchRecord, ...]:
        """The matches that have no result."""
        return tuple(match for match in self.matches if match.is_open)

    @property
    def playing(self) -> tuple[EntryRecord, ...]:
        """The entries for which somebody plays."""
        return tuple(entry for entry in self.entries if entry.plays)

    @property
    def waiting(self) -> tuple[EntryRecord, ...]:
        """The waiting list, in order."""
        return tuple(entry for entry in self.entries if entry.status is EntryStatus.WAITING)


@dataclass(frozen=True, slots=True)
class DeedRecord:
    """What an organiser has done: ``numbers`` are the entries that it is about.

    ``changed`` is what it changed, as ``db/leagues.py`` writes it, and ``former_id`` the member who had the
    place before, or who takes part now. A deed that is new has no ``id``.
    """

    at: datetime
    by: int
    deed: Deed
    numbers: tuple[int, ...]
    former_id: int | None = None
    id: int = 0
    reason: str | None = None
    is_undone: bool = False
    changed: dict[str, list[Any]] = field(default_factory=dict)


class MatchTable(NamedTuple):
    """A table at which a match is or was played."""

    match_id: int
    table_id: int
    phase: Phase
    channel_id: int
    message_id: int | None
