"""What a table is for, and what follows from that for its game."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar


class Unrated(StrEnum):
    """Why a game changes no ratings. The values are stored, so they never change."""

    ENOUGH = "enough"
    FIRST = "first"
    LEFT_EARLY = "left early"
    KNOWN = "known"
    CHOSEN = "chosen"
    """Who begins, under house rules with which that can decide it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """What a table is for. ``unrated`` says why its game changes no ratings, though others of its kind do."""

    unrated: Unrated | None = None

    is_private: ClassVar[bool] = False
    """Whether only its player sees it."""
    can_be_rated: ClassVar[bool] = True
    """Whether such games change ratings."""
    allows_hints: ClassVar[bool] = True
    """Whether the bot may advise its players: beginners always, and others who play alone against computers."""
    allows_take_backs: ClassVar[bool] = True
    has_stand_ins: ClassVar[bool] = True
    """Whether computers play for members who are away and can come back. In a league, whoever goes is out."""
    starts_by_itself: ClassVar[bool] = False
    """Whether nobody changes anything before the cards are dealt: a league has seated its players."""
    has_secret_deal: ClassVar[bool] = True
    """Whether the cards stay secret until the game has ended."""
    is_sealed: ClassVar[bool] = False
    """Whether only the players see the cards until the deal may be told."""
    can_be_puzzle: ClassVar[bool] = False
    """Whether its positions can be shown to everybody when it has ended."""

    @property
    def can_be_filmed(self) -> bool:
        """Whether everybody could see the table while it was played."""
        return not (self.is_private or self.is_sealed)

    @property
    def is_rated(self) -> bool:
        """Whether the result changes ratings."""
        return self.can_be_rated and self.unrated is None

    @property
    def can_be_dealt_again(self) -> bool:
        """Whether its cards are unknown to all before, and can be dealt to others when the game has ended."""
        return False

    @property
    def is_played_on(self) -> bool:
        """Whether a member plays on from a finished game, with its cards, which anybody may know."""
        return False

    @property
    def may_tell_deal(self) -> bool:
        """Whether the deal may be told when the game is finished, because nobody else is to play it unknown."""
        return True


class _NewCards(Purpose):
    """Cards that nobody has played before, unless they are known from a replay."""

    __slots__ = ()

    @property
    def can_be_dealt_again(self) -> bool:
        """Yes, unless somebody had seen them in a replay."""
        return self.unrated is not Unrated.KNOWN


class ChannelGame(_NewCards):
    """A game in a channel, where everybody can watch."""

    __slots__ = ()
    can_be_puzzle = True


class PracticeGame(_NewCards):
    """One member against computers, in messages that nobody else sees."""

    __slots__ = ()
    is_private = True
    can_be_puzzle = True

    @property
    def is_played_on(self) -> bool:
        """Whether its cards are those of a game that has been played."""
        return self.unrated is Unrated.KNOWN


@dataclass(frozen=True, slots=True)
class LessonEnding(Purpose):
    """The end of the lesson with the key ``lesson``, on cards that everybody knows."""

    lesson: str

    is_private = True
    can_be_rated = False
    has_secret_deal = False


@dataclass(frozen=True, slots=True)
class LeagueMatch(_NewCards):
    """The match of a league with this number, in a channel."""

    match_id: int

    has_stand_ins = False
    starts_by_itself = True


@dataclass(frozen=True, slots=True)
class LiveCupMatch(LeagueMatch):
    """A match of a live cup, whose cards are played at other tables, too. The channel sees them when all have ended.

    ``is_dealt_elsewhere``: others still play the same deal, whether or not this game has ended.
    """

    is_dealt_elsewhere: bool

    is_sealed = True

    @property
    def can_be_dealt_again(self) -> bool:
        """No: its cards are those of other tables."""
        return False

    @property
    def may_tell_deal(self) -> bool:
        """Whether all tables have played it."""
        return not self.is_dealt_elsewhere


class Race:
    """Until ``ends_at`` members can play the same deal."""

    __slots__ = ()

    ends_at: datetime

    @property
    def is_unsealed(self) -> bool:
        """Whether it is stored that the cards may be told. Whatever the clock says, nobody plays them afterwards."""
        return False

    def is_over(self, now: datetime) -> bool:
        """Whether nobody can play the deal any more."""
        return self.is_unsealed or self.ends_at <= now


class _Try(Race, Purpose):
    """A member's only try at cards that others play as well: equal moves get equal replies, and nobody is advised."""

    __slots__ = ()
    is_private = True
    can_be_rated = False
    allows_hints = False
    allows_take_backs = False

    is_sealed_deal: bool

    @property
    def may_tell_deal(self) -> bool:
        """Whether its cards are known anyway, or nobody can play them any more."""
        return not self.is_sealed_deal


@dataclass(frozen=True, slots=True)
class DayTry(_Try):
    """The game of a day, by its number, which everybody on the server plays alone until it ends there."""

    day: int
    ends_at: datetime
    is_sealed_deal: bool

    @property
    def is_unsealed(self) -> bool:
        """Whether the end of the day is stored."""
        return not self.is_sealed_deal


@dataclass(frozen=True, slots=True)
class DealTry(_Try):
    """A deal, by its number, that others have played, or play as well, and its cup or its match of a league, if any.

    ``is_sealed_deal``: nobody knows its cards before they play it, so that they are told only when all is over.
    """

    deal: int
    ends_at: datetime
    is_sealed_deal: bool
    cup: int | None = None
    match: int | None = None

    @property
    def is_unsealed(self) -> bool:
        """Whether the end of its cup or match is stored."""
        return (self.cup is not None or self.match is not None) and not self.is_sealed_deal


IN_CHANNEL = ChannelGame()
PRACTICE = PracticeGame()
