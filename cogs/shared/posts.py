"""Keeps what is posted in channels: a feature says what a post shows, and this sees to it that its channel shows it.

A post that is due (``db.posts``) is shown however long that takes: in place, or in a new message where there is
none, where it is to be told anew, or where the old one takes no more edits. Changes that come fast are shown together.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

import discord

from cogs.shared.comparing import read
from cogs.shared.contents import Content, Contents, Look, Words, words_of
from cogs.shared.names import RETRY_SECONDS
from cogs.shared.responses import (
    BLOCKED,
    LINKS_BLOCKED,
    MESSAGE_TOO_OLD,
    NOBODY,
    REQUEST_ERRORS,
    THREAD_ARCHIVED,
    TITLE_BLOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    first_response,
    reopening,
    send_first,
)
from db.posts import Due, PostKind, PostRecord
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.precedence import Rank
from sessions.shared.refusals import Refused, StorageError
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=1)
"""How long to wait before showing a post again after Discord has failed; the pause doubles with every failure."""
MOST_FAILURES = 30 * 24
"""After so many failures a post that is over is left as it is: a month, in which the server may invite the bot again.
What still goes on is never given up."""
MOST_BLOCKED = 30
"""After so many refusals by AutoMod a post is left as it is until it changes: a day, in which words can be allowed."""
EARLIER = timedelta(seconds=10)
"""A new message that is older than this was sent by an earlier attempt, of which nobody heard."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a post shows now: ``make`` makes it, with pictures or in words, for the channel with this id.

    ``is_open``: it is about something that goes on, so if somebody deletes it, it is posted again, once. A new message
    may notify those who are ``mentioned``; ``on_posted`` is called as soon as it is there, and twice if the bot stops
    meanwhile.
    """

    channel_id: int
    make: Callable[[bool], Awaitable[Content]]
    is_open: bool
    mentioned: discord.AllowedMentions = NOBODY
    on_posted: Callable[[], Awaitable[None]] | None = None


def in_words(
    channel_id: int,
    words: Words,
    mentioned: discord.AllowedMentions = NOBODY,
    on_posted: Callable[[], Awaitable[None]] | None = None,
) -> Shown:
    """Plain words that are said once, and stay deleted if somebody deletes them."""

    async def make(_with_pictures: bool) -> Content:
        return words

    return Shown(channel_id, make, is_open=False, mentioned=mentioned, on_posted=on_posted)


class NotYet(Exception):
    """What a post is to show is not there yet."""


Describe = Callable[[PostRecord], Awaitable[Shown | None]]
"""Says what a post shows; ``None``, or ``Refused``: nothing any more. Raises ``NotYet``."""


class Keeper:
    """The keeper of all posts."""

    def __init__(self, client: discord.Client, service: Service, contents: Contents, sleep: Sleep) -> None:
        self._client = client
        self._service = service
        self._posts = service.posts
        self._contents = contents
        self._sleep = sleep
        self._changed: CoalescingTasks[tuple[PostKind, int]] = CoalescingTasks(self._note_change, sleep)
        self._kinds: dict[PostKind, tuple[Describe, CoalescingTasks[int]]] = {}
        self._calls: set[PostKind] = set()
        self._looks: dict[int, Look] = {}
        """What the messages of posts show, as far as this run of the bot knows."""
        self._nameless: set[int] = set()
        """Posts in which somebody has no name yet."""

    @property
    def kinds(self) -> Mapping[PostKind, Describe]:
        """Every kind of post that is kept, with what says how it looks."""
        return MappingProxyType({kind: describe for kind, (describe, _) in self._kinds.items()})

    def keep(self, kind: PostKind, describe: Describe, pause: float = 0, *, is_call: bool = False) -> None:
        """Keep the posts of this kind, whose messages are edited at most once in ``pause`` seconds.

        A message that ``is_call`` goes as soon as there is nothing more to say: nobody has to heed it then.
        """
        if is_call:
            self._calls.add(kind)
        self._kinds[kind] = describe, CoalescingTasks(self._show_soon, self._sleep, pause=pause)

    def start(self) -> None:
        """Show what is due from now on, and what the last run has left."""
        self._service.timer.start(self._service.times.posts, self.on_due)

    def look(self) -> None:
        """Show at once what has become due. Before the start this does nothing."""
        self._service.look_at_posts()

    async def close(self) -> None:
        """Stop. The next run shows the rest."""
        await self._changed.close()
        for _, updates in self._kinds.values():
            await updates.close()

    def changed(self, kind: PostKind, subject: int) -> None:
        """Show a change that has stored nothing about its post."""
        self._changed.request((kind, subject))

    async def on_due(self, post_id: int) -> None:
        """Show a post."""
        post = await self._posts.get(post_id)
        if post is not None and post.kind in self._kinds:
            self._kinds[post.kind][1].request(post_id)

    async def respond(
        self, interaction: discord.Interaction[Any], kind: PostKind, subject: int, content: Content
    ) -> bool:
        """Respond to a command with a post, which is shown for the first time or again.

        Returns ``False`` if the answer was late, so that the interaction had to be acknowledged privately: then the
        post follows by itself.
        """
        content.view.stop()
        post = await self._posts.find(kind, subject)
        assert post is not None, "it was stored with what it shows"
        assert interaction.channel_id is not None
        self.look()  # so that the post follows if this response is lost
        async with first_response(interaction) as response:
            if response is not None:
                message_id = await send_first(interaction, response, **content.to_send)
                await self._posts.shown(post, interaction.channel_id, message_id, is_open=True)
                self._looks[post.id] = content.look
                await self._replaced(post, message_id, is_open=True)
                return True
        await self._posts.make_due(post.guild_id, [Due(kind, subject)], self._service.now())
        self.look()
        return False

    async def redrawn(self, kind: PostKind, subject: int, content: Content) -> None:
        """Note that the response to a tap in the message of a post has brought it up to date."""
        post = await self._posts.find(kind, subject)
        if post is not None:
            self._looks[post.id] = content.look

    async def is_there(self, kind: PostKind, subject: int) -> bool:
        """Whether a post is where it was posted, or will be. Discord is asked, because it tells of no deletion."""
        post = await self._posts.find(kind, subject)
        if post is not None and post.message_id is not None:
            with suppress(*REQUEST_ERRORS):
                if await read(self._client, post) is None:
                    await self.gone(post)
            post = await self._posts.find(kind, subject)
        return post is not None and (post.message_id is not None or post.due_at is not None)

    async def open_after(self, last: int, limit: int) -> list[PostRecord]:
        """The next open posts after this id; whether they are shown rightly is compared."""
        return await self._posts.open_after(last, limit)

    def is_known(self, post: PostRecord, _since: datetime) -> bool:
        """Whether nobody can say what a post shows, because its feature is not there."""
        return post.kind not in self._kinds

    async def is_right(self, post: PostRecord, message: discord.Message) -> bool:
        """Whether the message of a post says what it is to say."""
        if (look := self._looks.get(post.id)) is not None:
            return look.words == words_of(message)
        with suppress(Refused, NotYet):
            shown = await self._kinds[post.kind][0](post)
            if shown is not None:
                content = await self._contents.make(shown.channel_id, shown.make)
                return content.look.words == words_of(message)
        return True

    async def gone(self, post: PostRecord) -> None:
        """Somebody has deleted the message of a post."""
        await self._lost(post, is_open=post.is_open)

    async def differs(self, post: PostRecord) -> None:
        """Discord has lost what it had confirmed."""
        self._looks.pop(post.id, None)
        await self._note_change((post.kind, post.subject))

    async def _note_change(self, about: tuple[PostKind, int]) -> None:
        await self._posts.changed(*about, self._service.now())
        self.look()

    async def _lost(self, post: PostRecord, *, is_open: bool) -> None:
        """Somebody has deleted the message of a post. What goes on is posted again, once."""
        _log.info("The message of %s %s is gone", post.kind, post.subject)
        again = is_open and not post.deletions
        self._looks.pop(post.id, None)
        await self._posts.lost(post, self._service.now() if again else None)
        self.look()

    async def _show_soon(self, post_id: int) -> None:
        await self._service.precedence.give_way(Rank.REST)
        post = await self._posts.get(post_id)
        if post is None or post.due_at is None or post.due_at > self._service.now():
            return
        try:
            await self._show(post)
            await self._have_named(post)
        except REQUEST_ERRORS as error:
            await self._failed(post, error)
        except NotYet:
            await self._put_off(post, growing(post.failures))
        except StorageError as error:  # then another time could not be stored either
            _log.error("Post %s could not be shown: %s", post_id, error)
            self._kinds[post.kind][1].request_later(post_id, RETRY.total_seconds())
        except Exception:
            await self._put_off(post, LONGEST_RETRY)
            raise

    def _note_shown(self, post: PostRecord, content: Content) -> None:
        self._looks[post.id] = content.look
        if content.lacks_names and not isinstance(content, Words):  # words that have pinged are told once
            self._nameless.add(post.id)

    async def _have_named(self, post: PostRecord) -> None:
        """Show a post again when the names that it lacks can be asked for again."""
        if post.id in self._nameless:
            self._nameless.remove(post.id)
            again = self._service.now() + timedelta(seconds=RETRY_SECONDS)
            await self._posts.make_due(post.guild_id, [Due(post.kind, post.subject, post.part, at=again)], again)
            self._service.timer.bring_forward(self._service.times.posts, again)

    async def _show(self, post: PostRecord) -> None:
        try:
            shown = await self._kinds[post.kind][0](post)
        except Refused:
            shown = None
        is_left = post.message_id is None and post.deletions > (shown is not None and shown.is_open)
        if shown is None or (is_left and not post.is_anew):
            if post.kind in self._calls and post.message_id is not None:
                await self._take_away(post, post.message_id)
            elif post.message_id is None and not post.deletions:
                await self._posts.drop(post)
            else:
                await self._posts.settle(post, is_open=False)
            return
        if post.message_id is None or post.is_anew or post.channel_id != shown.channel_id:
            await self._post(post, shown)
        else:
            await self._edit(post, shown, post.message_id)

    async def _post(self, post: PostRecord, shown: Shown) -> None:
        """Show a post in a new message, which replaces the former one."""
        channel = self._channel(shown.channel_id, post.guild_id)

        async def send(content: Content) -> int:
            sent = await channel.send(**content.to_send, allowed_mentions=shown.mentioned, nonce=post.nonce)
            self._note_shown(post, content)
            return sent.id

        message_id = await self._contents.show(shown.channel_id, shown.make, send)
        if age(message_id) > EARLIER:
            self._looks.pop(post.id, None)
            await self._edit(post, shown, message_id)
        if shown.on_posted is not None:
            await shown.on_posted()
            self.look()  # for what this may have made due
        await self._posts.shown(post, shown.channel_id, message_id, is_open=shown.is_open)
        await self._replaced(post, message_id, is_open=shown.is_open)

    async def _edit(self, post: PostRecord, shown: Shown, message_id: int) -> None:
        message = self._channel(shown.channel_id, post.guild_id).get_partial_message(message_id)

        async def edit(content: Content) -> None:
            if self._looks.get(post.id) != content.look:
                await message.edit(**content.to_edit, allowed_mentions=NOBODY)
            self._note_shown(post, content)

        try:
            await self._contents.show(shown.channel_id, shown.make, edit)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE:
                await self._lost(post, is_open=shown.is_open)
            elif error.code == MESSAGE_TOO_OLD and shown.is_open:
                await self._post(post, shown)
            else:
                raise
        else:
            await self._delete(post.guild_id, post.former_channel_id, post.former_id)
            await self._posts.settle(post, is_open=shown.is_open)

    async def _take_away(self, post: PostRecord, message_id: int) -> None:
        """Delete the message of a call that is over. Raises an error if Discord does not take that now."""
        with suppress(discord.NotFound):
            message = self._channel(post.channel_id, post.guild_id).get_partial_message(message_id)
            await reopening(self._client, post.channel_id, message.delete)
        await self._delete(post.guild_id, post.former_channel_id, post.former_id)
        self._looks.pop(post.id, None)
        await self._posts.drop(post)

    async def _replaced(self, post: PostRecord, message_id: int, *, is_open: bool) -> None:
        """Delete the messages that showed a post before."""
        if post.message_id != message_id:
            await self._delete(post.guild_id, post.channel_id, post.message_id)
        await self._delete(post.guild_id, post.former_channel_id, post.former_id)
        await self._posts.settle(post, is_open=is_open)

    async def _delete(self, guild_id: int, channel_id: int | None, message_id: int | None) -> None:
        if channel_id is None or message_id is None:
            return
        try:
            await self._channel(channel_id, guild_id).get_partial_message(message_id).delete()
        except REQUEST_ERRORS as error:
            _log.info("The former message %s was not deleted: %s", message_id, error)

    async def _failed(self, post: PostRecord, error: Exception) -> None:
        _log.info("%s %s could not be shown: %s", post.kind, post.subject, error)
        self._looks.pop(post.id, None)
        pause = pause_after(error, post.failures, is_open=post.is_open)
        if pause is not None and post.kind in self._calls and post.message_id is not None:
            pause = max(pause, growing(post.failures, LONGEST_RETRY * 12))
        await self._put_off(post, pause)

    async def _put_off(self, post: PostRecord, pause: timedelta | None) -> None:
        """Try again after this pause; ``None``: not until it changes."""
        until = None if pause is None else self._service.now() + pause
        await self._posts.put_off(post, until, post.failures + (until is not None))
        if until is not None:
            self._service.timer.bring_forward(self._service.times.posts, until)

    def _channel(self, channel_id: int | None, guild_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id or 0, guild_id=guild_id)


def age(message_id: int) -> timedelta:
    """How long ago a message was posted."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id)


def code_of(error: Exception) -> int | None:
    """The code with which Discord has refused a request, if it has."""
    return error.code if isinstance(error, discord.HTTPException) else None


def growing(failures: int, longest: timedelta = LONGEST_RETRY) -> timedelta:
    """The pause after so many earlier failures: twice as long each time."""
    return min(RETRY * 2 ** min(failures, 10), longest)


def pause_after(error: Exception, failures: int, *, is_open: bool) -> timedelta | None:
    """How long to wait before showing something again, after so many earlier failures and this one.

    ``None``: it is not shown again, because its channel is gone, its words are not allowed, or it is over and has
    failed for long.
    """
    code = code_of(error)
    if code in (BLOCKED, TITLE_BLOCKED, LINKS_BLOCKED) and failures >= MOST_BLOCKED:
        return None
    if code == UNKNOWN_CHANNEL or (failures >= MOST_FAILURES and not is_open):
        return None
    if isinstance(error, discord.RateLimited):
        return timedelta(seconds=error.retry_after)
    if code == THREAD_ARCHIVED:  # each attempt reopens the thread, and somebody wants it closed
        return LONGEST_RETRY
    return growing(failures)
