"""What the store holds about posts: what is posted in channels and kept there."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum


class PostKind(StrEnum):
    """What a post is. The values are stored, so they never change; ``subject`` is the id of what it is about."""

    LEAGUE = "league"
    MATCH = "match"
    """The players of a match are called to its table; the post's part is the table's id."""
    MEETING = "meeting"
    """The players of a match have to agree on a time, or to come then; the part is a ``MeetingCall``."""
    BYE = "bye"
    """Somebody has nobody to play with."""
    WARNING = "warning"
    """A match ends soon."""
    FORFEIT = "forfeit"
    """A match was decided without being played."""
    ENTERED = "entered"
    """The organiser has entered the result of a match."""
    INVITATION = "invitation"
    """Members are called to a table that has not started."""
    QUESTION = "question"
    """Players of a table are called to answer a request to take back a move, or to vote."""
    CUP = "cup"
    CUP_RESULT = "cup result"
    WEEK = "week"
    """How the week of a server was; the part is when it was over, in seconds since 1970."""
    SOLUTION = "solution"
    """The solution of a server's puzzle; the part is likewise when it was due."""
    BOARD = "board"
    """What has been scored with the cards of a game: below its result, or below an invitation to them."""
    FOLLOWED = "followed"
    """A game is over; the part says how many of its followers have been told before."""
    PLAYERS = "players"
    """A table needs players."""
    REMINDER = "reminder"
    """Members are reminded in a channel of the game of a day; the part is a hundred times its number and counts on."""
    WELCOME = "welcome"
    """How to begin, on a server that has invited the bot."""


class MeetingCall(IntEnum):
    """What the players of a match are told about their meeting. The values are stored, so they never change."""

    FIND = 0
    """The match is on, and how far its players have agreed on a time."""
    OFFERED = 1
    """Another player has said when they can play, or wants another time."""
    LAST = 2
    """In a day there will be no time for a meeting any more."""
    SOON = 3
    NOW = 4


CALLS_TO_MATCHES = (PostKind.MATCH, PostKind.MEETING, PostKind.BYE, PostKind.WARNING)
"""What calls the players of a match; nobody has to heed it when the match is over."""

POSTED_WITHIN = timedelta(minutes=1)
"""How long the response may take that shows something new. After that the bot posts it itself."""


CALLED_AFTER = timedelta(seconds=10)
"""How long after its opening a table calls for players: computers and invited members are seated by then."""


@dataclass(frozen=True, slots=True)
class Due:
    """A post that a change makes due. ``is_anew``: in a new message, which replaces the former one."""

    kind: PostKind
    subject: int
    part: int = 0
    is_anew: bool = False
    at: datetime | None = None
    """When to show it; ``None``: at once."""


@dataclass(frozen=True, slots=True)
class PostRecord:
    """A post as it is stored.

    ``message_id`` shows it, if it is there; ``former_id`` is to be deleted. ``is_open`` says whether what it is about
    still goes on. ``deletions`` counts how often somebody has deleted it since it was posted on purpose, ``failures``
    how often in a row it could not be shown, and ``changes`` what has made it due.
    """

    id: int
    kind: PostKind
    subject: int
    part: int
    guild_id: int
    channel_id: int | None
    message_id: int | None
    former_channel_id: int | None
    former_id: int | None
    is_open: bool
    is_anew: bool
    edition: int
    deletions: int
    failures: int
    changes: int
    due_at: datetime | None

    @property
    def nonce(self) -> str:
        """The nonce of its next message. It changes only when a message is noted, so a repeated request has the same.

        Discord takes a message once for each nonce (Discord documentation, "Create Message", ``enforce_nonce``).
        """
        return f"post {self.id}.{self.edition}"
