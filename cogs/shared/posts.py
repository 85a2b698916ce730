"""Keeps what is posted in channels: a feature says what a post shows, and this sees to it that its channel shows it.

A post that is due (``db.posts``) is shown however long that takes: in place, or in a new message where there is
none, where it is to be told anew, or where the old one takes no more edits. Changes that come fast are shown together.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

import discord

from cogs.shared import responses
from cogs.shared.contents import words_of
from cogs.shared.drawing import Overtaken
from cogs.shared.post_messages import LONGEST_RETRY, RETRY, PostMessages, Shown, growing, pause_after
from db.posts import PostKind, PostRecord
from engines.texts import Text
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import TableEvent
from sessions.shared.precedence import Rank
from sessions.shared.refusals import Refused, StorageError
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

BETWEEN_EDITS = 60.0
"""Seconds between two edits of a post that nobody waits for."""


class NotYet(Exception):
    """What a post is to show is not there yet."""


Describe = Callable[[PostRecord], Awaitable[Shown | None]]
"""Says what a post shows; ``None``, or ``Refused``: nothing any more. Raises ``NotYet``."""
Show = Callable[[Shown], Awaitable[None]]
Around = Callable[[PostRecord, Show], Awaitable[None]]
"""Has ``Show`` make the message of a post show something, and does what belongs to that."""


class PostLedger(Protocol):
    """Where posts are stored; ``db.posts.Posts`` says what each method means."""

    async def get(self, post_id: int, /) -> PostRecord | None:
        """The post with this id."""

    async def find(self, kind: PostKind, subject: int, /) -> PostRecord | None:
        """The post about this subject."""

    async def open_after(self, post_id: int, limit: int, /) -> Sequence[PostRecord]:
        """The next posts that go on."""
        ...

    async def changed(self, kind: PostKind, subject: int, now: datetime, /) -> None:
        """Have a post shown again."""

    async def shown(self, post: PostRecord, channel_id: int, message_id: int, /, *, is_open: bool) -> None:
        """Note its new message, and that the one before is to be deleted."""

    async def settle(self, post: PostRecord, /, *, is_open: bool, again_at: datetime | None = None) -> None:
        """Note that it is shown."""

    async def lost(self, post: PostRecord, again_at: datetime | None, /) -> None:
        """Note that its message is gone."""

    async def put_off(self, post: PostRecord, until: datetime | None, failures: int, /) -> None:
        """Note that it is to be shown later."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """How posts of a kind are kept."""

    describe: Describe
    updates: CoalescingTasks[int]
    is_call: bool
    ledger: PostLedger
    around: Around | None
    recognise: Callable[[PostRecord, discord.Message], bool] | None
    rank: Callable[[int], Rank]


class Keeper:
    """The keeper of all posts."""

    def __init__(self, service: Service, messages: PostMessages, sleep: Sleep) -> None:
        self._service = service
        self.messages = messages
        self._sleep = sleep
        self._changed: CoalescingTasks[tuple[PostKind, int]] = CoalescingTasks(self._note_change, sleep)
        self._kinds: dict[PostKind, _Kept] = {}
        self._answering: set[tuple[PostKind, int]] = set()
        """Which posts are being shown by an answer."""
        self.keep(PostKind.REPLACED, _nothing, around=self._take_away)

    @property
    def ledgers(self) -> Sequence[PostLedger]:
        """Wherever posts are stored."""
        return list(dict.fromkeys(kept.ledger for kept in self._kinds.values()))

    def keep(
        self,
        kind: PostKind,
        describe: Describe,
        pause: float = 0,
        *,
        is_call: bool = False,
        ledger: PostLedger | None = None,
        around: Around | None = None,
        recognise: Callable[[PostRecord, discord.Message], bool] | None = None,
        rank: Callable[[int], Rank] = lambda _: Rank.REST,
    ) -> None:
        """Keep the posts of this kind, whose messages are edited at most once in ``pause`` seconds.

        A message that ``is_call`` goes as soon as there is nothing more to say: nobody has to heed it then. Something
        may have to be done ``around`` showing a post, or instead. What an earlier run of the bot has shown, a kind can
        ``recognise`` without describing it again. ``rank`` says what goes first.
        """
        updates = CoalescingTasks(partial(self._show_soon, kind), self._sleep, pause=pause)
        self._kinds[kind] = _Kept(describe, updates, is_call, ledger or self._service.posts, around, recognise, rank)

    def start(self) -> None:
        """Show what is due from now on, and what the last run has left."""
        self.messages.start()
        self._service.timer.start(self._service.times.posts, self.on_due)

    async def close(self) -> None:
        """Stop. The next run shows the rest."""
        await self._changed.close()
        for kept in self._kinds.values():
            await kept.updates.close()

    def changed(self, kind: PostKind, subject: int, seconds: float = 0) -> None:
        """Show a change that has stored nothing about its post, at once or in so many seconds."""
        if seconds:
            self._changed.request_later((kind, subject), seconds)
        else:
            self._changed.request((kind, subject))

    def on_event(self, _event: TableEvent) -> None:
        """Show at once what a change of a table has made due."""
        self._service.look_at_posts()

    def request(self, kind: PostKind, post_id: int) -> None:
        """Show a post soon, if it is due."""
        self._kinds[kind].updates.request(post_id)

    async def on_due(self, post_id: int) -> None:
        """Show a post."""
        post = await self._service.posts.get(post_id)
        if post is not None and post.kind in self._kinds:
            self.request(post.kind, post_id)

    async def respond(self, interaction: discord.Interaction[Any], kind: PostKind, subject: int, late: Text) -> None:
        """Respond with a post, which is shown for the first time or again.

        If the interaction had to be acknowledged privately because the answer was ``late``, a member who has typed a
        command is told so, and the post is in the channel all the same.
        """
        post, shown = await self._described(kind, subject)
        self._service.look_at_posts()  # so that the post follows if this response is lost
        try:
            message_id = await self.messages.answer(interaction, post, shown)
        except responses.REQUEST_ERRORS as error:
            if post.message_id is not None:
                raise
            _log.info("%s %s was posted, because an answer was lost: %s", kind, subject, error)
            await self._post(replace(post, failures=1), shown)
            return
        if message_id is None:
            await self._post(post, shown)
            if interaction.type is discord.InteractionType.application_command:
                await self.messages.tell(interaction, late)
            return
        assert interaction.channel_id is not None
        await self._replaced(post, interaction.channel_id, message_id, is_open=True)
        await self._settle(post, is_open=True)
        self._complete(post)

    async def redraw(self, interaction: discord.Interaction[Any], kind: PostKind, subject: int) -> None:
        """Respond to a tap in the message of a post by bringing it up to date.

        An old message, and one that a forged button names, stays as it is: the post's own shows the change by itself.
        """
        self._answering.add((kind, subject))
        try:
            post, shown = await self._described(kind, subject)
            if interaction.message is None or interaction.message.id != post.message_id:
                await responses.defer(interaction)
            else:
                await self.messages.redraw(interaction, post, shown)
        except Exception:
            self.changed(kind, subject)
            raise
        finally:
            self._answering.discard((kind, subject))
        self._complete(post)
        self.request(kind, post.id)

    async def post(self, kind: PostKind, subject: int) -> None:
        """Show a post in a new message now. Raises what Discord refuses."""
        await self._post(*await self._described(kind, subject))

    async def is_there(self, kind: PostKind, subject: int) -> bool:
        """Whether a post is where it was posted, or will be. Discord is asked, because it tells of no deletion.

        It is not where the bot has lost the channel, or Discord has refused it so far.
        """
        ledger = self._kinds[kind].ledger
        post = await ledger.find(kind, subject)
        if post is not None and post.message_id is not None:
            try:
                if await self.messages.read(post) is None:
                    await self.gone(post)
            except responses.REQUEST_ERRORS as error:
                if responses.code_of(error) == responses.MISSING_ACCESS:
                    return False
            post = await ledger.find(kind, subject)
        return post is not None and (post.message_id is not None or (post.due_at is not None and not post.failures))

    def is_known(self, post: PostRecord, since: datetime) -> bool:
        """Whether Discord has confirmed since then what a post shows, or nobody can say what it is to show."""
        known = self.messages.known(post)
        return post.kind not in self._kinds or (known is not None and known.at >= since)

    async def is_right(self, post: PostRecord, message: discord.Message) -> bool:
        """Whether the message of a post says what it is to say."""
        if (known := self.messages.known(post)) is not None:
            return known.look.words == words_of(message)
        kept = self._kinds[post.kind]
        if kept.recognise is not None:
            return kept.recognise(post, message)
        with suppress(Refused, NotYet):
            shown = await kept.describe(post)
            if shown is not None:
                return (await self.messages.make(shown)).look.words == words_of(message)
        return True

    async def gone(self, post: PostRecord) -> None:
        """Somebody has deleted the message of a post."""
        await self._lost(post, is_open=post.is_open)

    async def differs(self, post: PostRecord) -> None:
        """Discord has lost what it had confirmed."""
        self.messages.forget(post.kind, post.id)
        await self._note_change((post.kind, post.subject))

    async def _described(self, kind: PostKind, subject: int) -> tuple[PostRecord, Shown]:
        kept = self._kinds[kind]
        post = await kept.ledger.find(kind, subject)
        assert post is not None, "it was stored with what it shows"
        shown = await kept.describe(post)
        assert shown is not None, "somebody has just made or used it"
        return post, shown

    def _complete(self, post: PostRecord) -> None:
        """Have a picture follow that an answer did not wait for."""
        known = self.messages.known(post)
        if known is not None and known.is_blank:
            self.changed(post.kind, post.subject)

    async def _note_change(self, about: tuple[PostKind, int]) -> None:
        await self._kinds[about[0]].ledger.changed(*about, self._service.now())
        self._service.look_at_posts()

    async def _lost(self, post: PostRecord, *, is_open: bool) -> None:
        """Somebody has deleted the message of a post. What goes on is posted again, once."""
        _log.info("The message of %s %s is gone", post.kind, post.subject)
        again = is_open and not post.deletions
        self.messages.forget(post.kind, post.id)
        await self._kinds[post.kind].ledger.lost(post, self._service.now() if again else None)
        self.request(post.kind, post.id)

    async def _show_soon(self, kind: PostKind, post_id: int) -> None:
        kept = self._kinds[kind]
        await self._service.precedence.give_way(kept.rank(post_id))
        kept.updates.take_in(post_id)
        try:
            post = await kept.ledger.get(post_id)
            if post is None or (kind, post.subject) in self._answering:  # then it follows
                return
            if post.due_at is not None and post.due_at <= self._service.now():
                await self._try_to_show(kept, post)
        except StorageError as error:  # then another time could not be stored either
            self.messages.forget(kind, post_id)
            _log.error("%s %s could not be shown: %s", kind, post_id, error)
            kept.updates.request_later(post_id, RETRY.total_seconds())

    async def _try_to_show(self, kept: _Kept, post: PostRecord) -> None:
        try:
            if kept.around is None:
                await self._show(kept, post)
            else:
                await kept.around(post, partial(self._put, post))
        except Overtaken:
            kept.updates.request(post.id)
        except responses.REQUEST_ERRORS as error:
            await self._failed(post, error)
        except NotYet:
            await self._put_off(post, growing(post.failures))
        except StorageError:
            raise
        except Exception:
            self.messages.forget(post.kind, post.id)
            await self._put_off(post, LONGEST_RETRY)
            raise

    async def _show(self, kept: _Kept, post: PostRecord) -> None:
        try:
            shown = await kept.describe(post)
        except Refused:
            shown = None
        is_left = post.message_id is None and post.deletions > (shown is not None and shown.is_open)
        if shown is not None and not (is_left and not post.is_anew):
            await self._put(post, shown)
        elif kept.is_call and post.message_id is not None and post.channel_id is not None:
            await self.messages.delete(post.guild_id, post.channel_id, post.message_id)
            self.messages.forget(post.kind, post.id)
            await self._service.posts.drop(post)
        elif post.message_id is None and not post.deletions:
            await self._service.posts.drop(post)
        else:
            await kept.ledger.settle(post, is_open=False)

    async def _put(self, post: PostRecord, shown: Shown) -> None:
        """Show a post in its message, or in a new one if it has none, or an edit would not do."""
        if post.message_id is None or post.is_anew or shown.is_anew or post.channel_id != shown.channel_id:
            await self._post(post, shown)
            return
        try:
            await self.messages.edit(post, shown, post.message_id)
        except discord.HTTPException as error:
            if error.code == responses.UNKNOWN_MESSAGE and await self.messages.read(post) is None:
                await self._lost(post, is_open=shown.is_open)
            elif error.code == responses.MESSAGE_TOO_OLD and shown.is_open:
                await self._post(post, shown)
            else:
                raise
        else:
            await self._settle(post, is_open=shown.is_open)

    async def _post(self, post: PostRecord, shown: Shown) -> None:
        """Show a post in a new message, which replaces the former one."""
        message_id = await self.messages.send(post, shown)
        if shown.on_posted is not None:
            await shown.on_posted()
        await self._replaced(post, shown.channel_id, message_id, is_open=shown.is_open)
        if self.messages.known(post) is None:
            await self.messages.edit(post, shown, message_id)
        await self._settle(post, is_open=shown.is_open)

    async def _replaced(self, post: PostRecord, channel_id: int, message_id: int, *, is_open: bool) -> None:
        """Note the message that shows a post from now on. Those that showed it before are deleted soon."""
        await self._kinds[post.kind].ledger.shown(post, channel_id, message_id, is_open=is_open)
        self._service.look_at_posts()

    async def _take_away(self, post: PostRecord, _show: Show) -> None:
        assert post.channel_id is not None
        await self.messages.take_away(post.guild_id, post.channel_id, post.subject)
        await self._service.posts.drop(post)

    async def _settle(self, post: PostRecord, *, is_open: bool) -> None:
        """Note that a post is shown; if it lacks something, it is shown again when that can be there."""
        known = self.messages.known(post)
        lacking = known and known.complete_in
        again = None if lacking is None else self._service.now() + timedelta(seconds=lacking)
        await self._kinds[post.kind].ledger.settle(post, is_open=is_open, again_at=again)
        if again is not None:
            self._service.timer.bring_forward(self._service.times.posts, again)

    async def _failed(self, post: PostRecord, error: Exception) -> None:
        code = responses.code_of(error)
        is_usual = code in responses.REFUSALS or isinstance(error, discord.RateLimited)
        level = logging.INFO if is_usual else logging.WARNING
        _log.log(level, "%s %s could not be shown: %s", post.kind, post.subject, error)
        self.messages.forget(post.kind, post.id)
        pause = pause_after(error, post.failures, is_open=post.is_open)
        if code == responses.UNKNOWN_CHANNEL and pause is None and post.channel_id is not None:
            await self._service.play.close_all_in(post.channel_id)
        if pause is not None and self._kinds[post.kind].is_call and post.message_id is not None:
            pause = max(pause, growing(post.failures, LONGEST_RETRY * 12))
        await self._put_off(post, pause)

    async def _put_off(self, post: PostRecord, pause: timedelta | None) -> None:
        """Try again after this pause; ``None``: not until it changes."""
        until = None if pause is None else self._service.now() + pause
        await self._kinds[post.kind].ledger.put_off(post, until, post.failures + (until is not None))
        if until is not None:
            self._service.timer.bring_forward(self._service.times.posts, until)


async def _nothing(_post: PostRecord) -> None:
    """A message that is to be deleted shows nothing."""
