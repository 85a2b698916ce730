"""What is posted in channels and kept there: when each post is to be shown, and which message shows it.

A post becomes due in the transaction of the change that it is to show. So a bot that stops anywhere shows it after its
next start, and never twice: a new message has a nonce that follows from the row (``PostRecord.nonce``).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Any

from sqlalchemy import CompoundSelect, Connection, Row, Select, case, delete, literal, select, union, update

from db.drivers.database import Stored
from db.drivers.statements import execute, insert, rows, scalars
from db.schema.columns import EPOCH
from db.schema.tables import pings, tables
from db.schema.upkeep import posts


class PostKind(StrEnum):
    """What a post is. The values are stored, so they never change; ``subject`` is the id of what it is about."""

    TABLE = "table"
    """A table. Where it stands is stored with the table itself, which names its message."""
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
    EVENT = "event"
    """A round of a league in a server's calendar, where an event stands for the message; the part is the round."""
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
    REPLACED = "replaced"
    """A message that another one has replaced, which is its subject: it is to be deleted, and then the post is gone."""


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
    HERE = 5
    """Another player is there, and would play at once."""
    LATER = 6
    """Another player asks to meet at another time, shortly before the meeting, or to pause."""


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
    guild_id: int
    channel_id: int | None
    message_id: int | None
    is_open: bool
    edition: int
    failures: int
    changes: int
    due_at: datetime | None
    part: int = 0
    former_channel_id: int | None = None
    former_id: int | None = None
    is_anew: bool = False
    deletions: int = 0

    @property
    def nonce(self) -> str:
        """The nonce of its next message, which stays until one is noted (Discord documentation, "Create Message")."""
        return f"post {self.id}.{self.edition}"


class Posts(Stored):
    """Stores posts; every method is one transaction."""

    async def get(self, post_id: int) -> PostRecord | None:
        """The post with this id."""
        found = await self._database.query(rows, select(posts).where(posts.c.id == post_id))
        return _record(found[0]) if found else None

    async def find(self, kind: PostKind, subject: int, part: int = 0) -> PostRecord | None:
        """The post of this kind about this subject."""
        query = select(posts).filter_by(kind=kind, subject=subject, part=part)
        found = await self._database.query(rows, query)
        return _record(found[0]) if found else None

    async def open_after(self, post_id: int, limit: int) -> list[PostRecord]:
        """The next posts after this id that are still open and have a message."""
        is_shown = posts.c.is_open.is_(True) & posts.c.message_id.is_not(None) & (posts.c.id > post_id)
        query = select(posts).where(is_shown, *self._database.here(posts.c.guild_id)).order_by(posts.c.id)
        return [_record(row) for row in await self._database.query(rows, query.limit(limit))]

    async def changed(self, kind: PostKind, subject: int, now: datetime) -> None:
        """Have the post of this kind about this subject shown again, if there is one."""
        await self._database.follow(note_change, [kind], [subject], now)

    async def make_due(self, guild_id: int, due: Collection[Due], now: datetime) -> None:
        """Have these posts of a server shown."""
        await self._database.write(make_due, guild_id, due, now)

    async def call(self, guild_id: int, due: Collection[Due], now: datetime) -> None:
        """The same for those among them that have never been due before."""
        await self._database.write(_call, guild_id, due, now)

    async def shown(self, post: PostRecord, channel_id: int, message_id: int, *, is_open: bool) -> None:
        """Note the new message that shows a post, and that those before it are to be deleted."""
        await self._database.write(_shown, post, channel_id, message_id, is_open=is_open)

    async def leave(self, guild_id: int, channel_id: int, message_id: int) -> None:
        """Have a message deleted that another one has replaced."""
        await self._database.write(leave, guild_id, channel_id, message_id)

    async def noted_in(self, guild_id: int, channel_id: int, message_ids: Collection[int]) -> set[int]:
        """Those among messages in a channel that are known to show a post, or to have shown one, or to be a ping."""
        return set(await self._database.query(scalars, _noted(guild_id, channel_id, message_ids)))

    async def settle(self, post: PostRecord, *, is_open: bool, again_at: datetime | None = None) -> None:
        """Note that there is no more to do about a post until then, unless it has changed since it was read."""
        due_at = case((posts.c.changes == post.changes, literal(again_at, posts.c.due_at.type)), else_=posts.c.due_at)
        done = {"failures": 0, "is_open": is_open}
        await self._database.write(execute, update(posts).where(posts.c.id == post.id).values(due_at=due_at, **done))

    async def lost(self, post: PostRecord, again_at: datetime | None) -> None:
        """Note that a message is gone, and when to post it again. Should it be there (TJ-Bot #476), it goes later."""
        former = {"former_id": post.message_id, "former_channel_id": post.channel_id}
        values = {"message_id": None, "channel_id": None, "deletions": post.deletions + 1, "due_at": again_at, **former}
        its = (posts.c.id == post.id) & (posts.c.message_id == post.message_id)
        await self._database.write(execute, update(posts).where(its).values(edition=post.edition + 1, **values))

    async def put_off(self, post: PostRecord, until: datetime | None, failures: int) -> None:
        """Try to show a post again then, or when it changes; unless it has changed since it was read."""
        unchanged = (posts.c.id == post.id) & (posts.c.changes == post.changes)
        values = {"due_at": until, "failures": failures}
        await self._database.write(execute, update(posts).where(unchanged).values(values))

    async def drop(self, post: PostRecord) -> None:
        """Forget a post that is not to be shown any more, and of which there is no message."""
        unchanged = (posts.c.id == post.id) & (posts.c.changes == post.changes)
        await self._database.write(execute, delete(posts).where(unchanged))


_KEYS = ("kind", "subject", "part")


def _row(guild_id: int, due: Due) -> dict[str, Any]:
    return {name: getattr(due, name) for name in _KEYS} | {"guild_id": guild_id}


def make_due(connection: Connection, guild_id: int, due: Collection[Due], now: datetime) -> None:
    """Have these posts of a server shown. One that is posted anew may have been deleted as often as you like."""
    for one in due:
        again = {"due_at": one.at or now, "failures": 0, "changes": posts.c.changes + 1}
        if one.is_anew:
            again |= {"is_anew": True, "deletions": 0}
        added = insert(posts).values(due_at=one.at or now, **_row(guild_id, one))
        connection.execute(added.on_conflict_do_update(index_elements=_KEYS, set_=again))


def note_change(connection: Connection, kinds: Collection[PostKind], subjects: Collection[int], now: datetime) -> bool:
    """Have the posts of these kinds about these subjects shown again, and return whether there are any."""
    its = update(posts).where(posts.c.kind.in_(kinds), posts.c.subject.in_(subjects))
    return connection.execute(its.values(due_at=now, failures=0, changes=posts.c.changes + 1)).rowcount > 0


def note_all(connection: Connection, guilds: Select[int]) -> None:
    """Have everything shown again that goes on in channels of these servers; what says the same is left as it is."""
    its = update(posts).where(posts.c.guild_id.in_(guilds), posts.c.is_open.is_(True), posts.c.message_id.is_not(None))
    connection.execute(its.values(due_at=EPOCH, failures=0, changes=posts.c.changes + 1))


def leave(connection: Connection, guild_id: int, channel_id: int, message_id: int) -> None:
    """Have a message deleted that another one has replaced."""
    adopt(connection, guild_id, Due(PostKind.REPLACED, message_id), channel_id, message_id, due_at=EPOCH)


def adopt(
    connection: Connection, guild_id: int, due: Due, channel_id: int, message_id: int, due_at: datetime | None = None
) -> None:
    """Have a message that is there already show a post as well, from its next change on or from ``due_at``."""
    shown = {"channel_id": channel_id, "message_id": message_id, "is_open": False, "due_at": due_at}
    added = insert(posts).values(_row(guild_id, due) | shown)
    connection.execute(added.on_conflict_do_nothing(index_elements=_KEYS))


def _shown(connection: Connection, post: PostRecord, channel_id: int, message_id: int, *, is_open: bool) -> None:
    # If it is to be told anew by now, in another message, it still is.
    is_anew = case((posts.c.changes == post.changes, literal(False, posts.c.is_anew.type)), else_=posts.c.is_anew)
    values = {"channel_id": channel_id, "message_id": message_id, "is_open": is_open, "is_anew": is_anew}
    former = {"former_id": None, "former_channel_id": None}
    replaced = update(posts).where(posts.c.id == post.id)
    connection.execute(replaced.values(edition=post.edition + 1, **values, **former))
    for channel, message in ((post.channel_id, post.message_id), (post.former_channel_id, post.former_id)):
        if channel is not None and message is not None and message != message_id:
            leave(connection, post.guild_id, channel, message)


def _noted(guild_id: int, channel_id: int, message_ids: Collection[int]) -> CompoundSelect[Any]:
    on_server, here = posts.c.guild_id == guild_id, tables.c.channel_id == channel_id
    return union(
        select(posts.c.message_id).where(on_server, posts.c.message_id.in_(message_ids)),
        select(posts.c.former_id).where(on_server, posts.c.former_id.in_(message_ids)),
        select(tables.c.message_id).where(here, tables.c.message_id.in_(message_ids)),
        select(pings.c.message_id)
        .join(tables, tables.c.id == pings.c.table_id)
        .where(here, pings.c.message_id.in_(message_ids)),
    )


def _call(connection: Connection, guild_id: int, due: Collection[Due], now: datetime) -> None:
    """A call replaces those about earlier parts of its subject, which are over."""
    for one in due:
        added = insert(posts).values(due_at=one.at or now, **_row(guild_id, one))
        if connection.execute(added.on_conflict_do_nothing(index_elements=_KEYS)).rowcount:
            note_change(connection, [one.kind], [one.subject], now)


def _record(row: Row[tuple[object, ...]]) -> PostRecord:
    return PostRecord(**{**row._mapping, "kind": PostKind(row.kind)})
