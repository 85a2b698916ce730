"""The messages of posts: sends, edits, replaces and deletes them with as few requests as possible.

How long to wait after Discord has refused one is decided here as well.
"""

import logging
import math
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord
from cachetools import LRUCache

from cogs.shared import responses
from cogs.shared.contents import Content, Contents, Look, Words, words_of
from cogs.shared.layout import CLOSED_COLOUR, layout
from cogs.shared.message_tokens import MessageTokens
from cogs.shared.renderers import RETRY_SECONDS, Renderers
from db.posts import PostKind, PostRecord
from engines.texts import Text, say

_log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_KNOWN = 20_000
"""Of how many posts it is remembered what they show. Others are edited once more than they need be."""
FIRST_HOUR = timedelta(hours=1)
"""How long after its start the bot looks for what an earlier run has posted: it has to read the channel."""
LATEST = 50
"""How many messages of a channel are read for one that has been sent although nobody has heard of it."""
RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=1)
"""How long to wait before showing a post again after Discord has failed; the pause doubles with every failure."""
MOST_FAILURES = 30 * 24
"""After so many failures a post that is over is left as it is: a month, in which the server may invite the bot again.
What still goes on is never given up."""
GIVEN_UP: Mapping[int, int] = {responses.UNKNOWN_CHANNEL: 3} | dict.fromkeys(responses.BY_AUTOMOD, 30)
"""After so many failures with such a code a post is left as it is until it changes.

A channel that Discord does not know is gone after minutes, in which an outage may pass (if the bot hears of a deletion,
tables there close at once). In a day AutoMod may allow its words.
"""
PICTURE_AGAIN = 20.0
"""After how many seconds something that is shown in words, because its picture was late, is shown again."""
EARLIER = timedelta(seconds=10)
"""A new message that is older than this was sent before the bot was started."""

MOVED = say("This is now shown in a newer message.")

Make = Callable[[bool], Awaitable[Content]]
"""Makes what a message shows, with pictures or in words."""
NotedIn = Callable[[int, int, Collection[int]], Awaitable[set[int]]]
"""Those among messages in a channel of a server of which it is stored what they show (``db.posts.Posts.noted_in``)."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a post shows now: ``make`` makes it for the channel with this id.

    ``is_open``: it is about something that goes on, so if somebody deletes it, it is posted again. A new message
    may notify those who are ``mentioned``; ``on_posted`` is called as soon as it is there, and twice if the bot stops
    meanwhile. ``is_anew``: an edit would not do. ``make_new`` and ``make_answer`` make the same for a new message, and
    for a member who waits for an answer, if that makes a difference.
    """

    channel_id: int
    make: Make
    is_open: bool
    mentioned: discord.AllowedMentions = responses.NOBODY
    on_posted: Callable[[], Awaitable[None]] | None = None
    is_anew: bool = False
    make_new: Make | None = None
    make_answer: Make | None = None


def in_words(
    channel_id: int,
    words: Words,
    mentioned: discord.AllowedMentions = responses.NOBODY,
    on_posted: Callable[[], Awaitable[None]] | None = None,
) -> Shown:
    """Plain words that are said once, and stay deleted if somebody deletes them."""

    async def make(_with_pictures: bool) -> Content:
        return words

    return Shown(channel_id, make, is_open=False, mentioned=mentioned, on_posted=on_posted)


@dataclass(frozen=True, slots=True)
class Known:
    """What the message of a post shows, and when Discord has confirmed it.

    ``complete_in``: in how many seconds it can be shown with the names or the picture that it lacks. ``is_blank``: as
    soon as its picture is drawn.
    """

    look: Look
    at: datetime
    complete_in: float | None
    is_blank: bool


class PostMessages:
    """Sends requests about the messages of posts, and remembers what each shows. Methods raise what Discord refuses."""

    def __init__(
        self,
        client: discord.Client,
        noted_in: NotedIn,
        contents: Contents,
        tokens: MessageTokens,
        renderers: Renderers,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._noted_in = noted_in
        self._contents = contents
        self._tokens = tokens
        self._renderers = renderers
        self._known: LRUCache[tuple[PostKind, int], Known] = LRUCache(MOST_KNOWN)
        self._now = now
        self._started_at = now()

    def start(self) -> None:
        """Send what is due from now on."""
        self._started_at = self._now()

    def may_be_there(self, due_at: datetime | None) -> bool:
        """Whether an earlier run may have sent what has been due since then. All of that is sent within an hour."""
        is_new = self._now() < self._started_at + FIRST_HOUR
        return is_new and due_at is not None and due_at < self._started_at

    def known(self, post: PostRecord) -> Known | None:
        """What the message of a post shows; ``None`` if this run of the bot does not know that."""
        return self._known.get((post.kind, post.id))

    def forget(self, kind: PostKind, post_id: int) -> None:
        """Forget what a post shows, so that it is shown again."""
        self._known.pop((kind, post_id), None)

    async def make(self, shown: Shown) -> Content:
        """What a post shows in its channel."""
        return await self._contents.make(shown.channel_id, shown.make)

    async def read(self, post: PostRecord) -> discord.Message | None:
        """The message of a post; ``None`` if it is gone. Raises an error if Discord does not show it."""
        assert post.channel_id is not None
        assert post.message_id is not None
        try:
            return await self.channel(post.channel_id, post.guild_id).fetch_message(post.message_id)
        except responses.REQUEST_ERRORS as error:
            if responses.code_of(error) in (responses.UNKNOWN_MESSAGE, responses.UNKNOWN_CHANNEL):
                return None
            _log.info("Message %s could not be read: %s", post.message_id, error)
            raise

    async def answer(self, interaction: discord.Interaction[Any], post: PostRecord, shown: Shown) -> int | None:
        """Respond with a post in a new message, and return its id; ``None`` if it had to be acknowledged privately."""

        async def send(content: Content) -> int | None:
            async with responses.first_response(interaction) as response:
                if response is not None:
                    return await responses.send_first(interaction, response, **content.to_send)
            return None

        message_id = await self._show(post, shown, shown.make_answer or shown.make, send)
        if message_id is None:
            self.forget(post.kind, post.id)
        else:
            self._tokens.keep(message_id, interaction)
        return message_id

    async def tell(self, interaction: discord.Interaction[Any], text: Text) -> None:
        """Say something about a post to the member who has asked for it."""
        await responses.respond(interaction, self._renderers.without_names(interaction).render(text))

    async def redraw(self, interaction: discord.Interaction[Any], post: PostRecord, shown: Shown) -> None:
        """Respond to a tap in the message of a post by showing the post there."""
        assert interaction.message is not None
        self.forget(post.kind, post.id)

        async def send(content: Content) -> None:
            await responses.redraw(interaction, content.view, content.files)

        await self._show(post, shown, shown.make_answer or shown.make, send)
        self._tokens.keep(interaction.message.id, interaction)

    async def send(self, post: PostRecord, shown: Shown) -> int:
        """Show a post in a new message, and return its id: that of an earlier one, if nobody has heard of it.

        A nonce keeps Discord from taking a message twice only for a few minutes, and an answer has none.
        """
        channel = self.channel(shown.channel_id, post.guild_id)

        async def send(content: Content) -> tuple[int, bool]:
            message = await channel.send(**content.to_send, allowed_mentions=shown.mentioned, nonce=post.nonce)
            is_other = post.failures > 0 and words_of(message) != content.look.words
            return message.id, is_other or age(message.id) > EARLIER

        earlier = None
        if post.failures or (self.known(post) is None and self.may_be_there(post.due_at)):
            earlier = await self.find(post.guild_id, shown.channel_id, await shown.make(False))
        sent = (earlier, True) if earlier else await self._show(post, shown, shown.make_new or shown.make, send)
        if sent[1]:  # nobody knows what it shows
            self.forget(post.kind, post.id)
        return sent[0]

    async def find(self, guild_id: int, channel_id: int, content: Content) -> int | None:
        """The newest message of a channel that shows this, perhaps as it was earlier, and of which nobody has heard."""
        try:
            latest = [message async for message in self.channel(channel_id, guild_id).history(limit=LATEST)]
        except responses.REQUEST_ERRORS as error:
            _log.info("What channel %s shows could not be read: %s", channel_id, error)
            return None
        own = self._client.user
        found = {message.id for message in latest if message.author == own and content.is_shown_by(message)}
        return max(found - await self._noted_in(guild_id, channel_id, found), default=None) if found else None

    async def edit(self, post: PostRecord, shown: Shown, message_id: int) -> None:
        """Make this message show a post, unless it does."""
        message = self.channel(shown.channel_id, post.guild_id).get_partial_message(message_id)

        async def edit(content: Content) -> None:
            known = self.known(post)
            if known is not None and known.look == content.look:
                return
            if isinstance(content, Words) or not await self._tokens.edit(message_id, content.view, content.files):
                await message.edit(**content.to_edit, allowed_mentions=responses.NOBODY)

        await self._show(post, shown, shown.make, edit)

    async def delete(self, guild_id: int, channel_id: int, message_id: int) -> bool:
        """Delete a message, and say whether it was there. An archived thread is reopened."""
        if await self._tokens.delete(message_id):
            return True
        try:
            message = self.channel(channel_id, guild_id).get_partial_message(message_id)
            await responses.reopening(self._client, channel_id, message.delete)
        except discord.HTTPException as error:
            if error.code != responses.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def take_away(self, guild_id: int, channel_id: int, message_id: int) -> None:
        """Delete a message that another one has replaced, or at least its buttons, so that nobody uses it.

        Raises an error if that may be done later.
        """
        try:
            await self._delete_or_empty(guild_id, channel_id, message_id)
        except responses.REQUEST_ERRORS as error:
            if not responses.is_final(error) or responses.code_of(error) == responses.MISSING_ACCESS:
                raise
            _log.info("Message %s has kept its buttons: %s", message_id, error)

    async def _delete_or_empty(self, guild_id: int, channel_id: int, message_id: int) -> None:
        try:
            await self.delete(guild_id, channel_id, message_id)
        except responses.REQUEST_ERRORS as error:
            if not responses.is_final(error):
                raise
            _log.info("The former message %s was not deleted: %s", message_id, error)
            renderer = await self._renderers.for_server(guild_id)
            moved = layout(CLOSED_COLOUR, renderer.render(MOVED))
            message = self.channel(channel_id, guild_id).get_partial_message(message_id)
            await message.edit(view=moved, attachments=[], allowed_mentions=responses.NOBODY)

    def channel(self, channel_id: int, guild_id: int) -> discord.PartialMessageable:
        """A channel or thread, whether or not the bot can see it."""
        return self._client.get_partial_messageable(channel_id, guild_id=guild_id)

    async def _show(self, post: PostRecord, shown: Shown, make: Make, send: Callable[[Content], Awaitable[T]]) -> T:
        """Let ``send`` show a post, and note what its message shows."""

        async def remember(content: Content) -> T:
            sent = await send(content)
            complete_in = None
            if content.lacks_picture or (content.lacks_names and not isinstance(content, Words)):  # pings are told once
                complete_in = RETRY_SECONDS if content.lacks_names else PICTURE_AGAIN
            before, look = self.known(post), content.look
            at = before.at if before is not None and before.look == look else discord.utils.utcnow()
            self._known[post.kind, post.id] = Known(look, at, complete_in, content.is_blank)
            return sent

        return await self._contents.show(shown.channel_id, make, remember)


def age(message_id: int) -> timedelta:
    """How long ago a message was posted."""
    return discord.utils.utcnow() - discord.utils.snowflake_time(message_id)


def growing(failures: int, longest: timedelta = LONGEST_RETRY) -> timedelta:
    """The pause after so many earlier failures: twice as long each time."""
    return min(RETRY * 2 ** min(failures, 10), longest)


def pause_after(error: Exception, failures: int, *, is_open: bool) -> timedelta | None:
    """How long to wait before showing something again, after so many earlier failures and this one.

    ``None``: it is not shown again, because its channel is gone, its words are not allowed, or it is over and has
    failed for long.
    """
    code = responses.code_of(error) or 0
    if failures >= GIVEN_UP.get(code, math.inf if is_open else MOST_FAILURES):
        return None
    if isinstance(error, discord.RateLimited):
        return timedelta(seconds=error.retry_after)
    if code == responses.THREAD_ARCHIVED:  # each attempt reopens the thread, and somebody wants it closed
        return LONGEST_RETRY
    return growing(failures)
