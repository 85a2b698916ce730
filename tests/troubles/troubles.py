"""What can go wrong with a post: each trouble has it come about, and ends before the post is judged."""

import copy
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import discord
from simcord import ChannelHandle

from playground.testing.people import slash
from playground.testing.room import deny
from playground.testing.truths.backend import NONCE_KNOWN_FOR
from playground.testing.truths.limits import MEMBERS, THREADS
from playground.testing.truths.requests import MESSAGE, Hang, uploads, writes
from tests.troubles.posts import Post
from tests.troubles.stage import Stage, is_german, said

HOUR = timedelta(hours=1).total_seconds()
DAY = 24 * HOUR
SOON = HOUR + 600
"""Seconds within which everything must be right again: a failed request is repeated hourly at least."""
FEW_REQUESTS = 60
"""The most requests about a channel in a day after it is gone."""

Judge = Callable[[Stage, Post], list[str]]


@dataclass(frozen=True)
class Trouble:
    """Something that goes wrong: when it ``can`` happen to a post, what happens, and how the end is judged."""

    name: str
    can: Callable[[Post], bool]
    happen: Callable[[Stage, Post], Awaitable[None]]
    judge: Judge


def shown(stage: Stage, post: Post) -> list[discord.Message]:
    """The messages that are this post."""
    return [message for message in stage.messages() if post.is_it(message)]


def is_true(stage: Stage, post: Post) -> list[str]:
    """What is wrong: the truth has to stand there, once, and everybody has to be called, once."""
    found = shown(stage, post)
    wrong = [] if len(found) == 1 else [f"it is shown {len(found)} times"]
    wrong += [f"{said(message)!r} does not say {post.truth!r}" for message in found if post.truth not in said(message)]
    return wrong + has_called(stage, post)


def has_called(stage: Stage, post: Post) -> list[str]:
    """Who has not been called once."""
    counted = {name: stage.calls(stage.room.members[name], post.call) for name in post.called}
    return [f"{name} was called {count} times" for name, count in counted.items() if count != 1]


def names_everybody(stage: Stage, post: Post) -> list[str]:
    """The same, and nobody stands there as a number."""
    numbers = [found for message in shown(stage, post) for found in re.findall(r"member \d{6,}", said(message))]
    return is_true(stage, post) + [f"{number} is not named" for number in numbers]


def is_in_german(stage: Stage, post: Post) -> list[str]:
    """It is shown once, in the language of those who are there."""
    found = [message for message in stage.messages() if is_german(said(message), post.template)]
    everything = [said(message) for message in stage.messages()]
    return [] if len(found) == 1 else [f"it is shown {len(found)} times in German: {everything}"]


def is_quiet(stage: Stage, post: Post) -> list[str]:
    """The channel is gone, and the bot knows it."""
    requests = stage.request_log.requests[stage.asked :]
    asked = sum(request.path.startswith(f"/channels/{gone}") for request in requests for gone in stage.gone)
    return [f"{asked} requests about a channel that is gone"] if asked > FEW_REQUESTS else []


def stays_deleted(stage: Stage, post: Post) -> list[str]:
    """What goes on is true again; what is over stays deleted, and calls nobody again."""
    if post.is_kept or post.goes_on:
        return is_true(stage, post)
    return [f"it is posted {len(shown(stage, post))} times"] * bool(shown(stage, post)) + has_called(stage, post)


async def comes_about(stage: Stage, post: Post, pause: float = SOON) -> None:
    """It happens, and time passes, but no more than until it is over."""
    stage.note()
    await post.happens(stage)
    await stage.room.env.advance_time(min(pause, post.over_after))


def picture_refused(status: int, code: int) -> Callable[[Stage, Post], Awaitable[None]]:
    """Discord takes no pictures."""

    async def happen(stage: Stage, post: Post) -> None:
        refusal = stage.refuse(uploads, status, code)
        refusal.errors = (
            {"attachments": {"0": {"_errors": [{"code": "X", "message": "no"}]}}} if status == 400 else None
        )
        await post.prepare(stage)
        await comes_about(stage, post)

    return happen


async def text_refused(stage: Stage, post: Post) -> None:
    """A filter of the server takes offence at the first attempts."""
    await post.prepare(stage)
    stage.refuse(writes, 400, 200000, times=2)
    await comes_about(stage, post)


def closed(seconds: float) -> Callable[[Stage, Post], Awaitable[None]]:
    """The bot does not see the channel for a time."""

    async def happen(stage: Stage, post: Post) -> None:
        await post.prepare(stage)
        refusal = stage.refuse(stage.in_channel, 403, 50001)
        await comes_about(stage, post, seconds)
        refusal.times = 0
        await stage.room.env.advance_time(min(SOON, post.over_after))

    return happen


async def closed_for_good(stage: Stage, post: Post) -> None:
    """The channel is deleted before the post is there, and its threads with it."""
    await post.prepare(stage)
    await _gone(stage, post, [*stage.threads(), stage.home])


async def _gone(stage: Stage, post: Post, places: Sequence[ChannelHandle]) -> None:
    refusal = stage.refuse(stage.in_channel, 403, 50001)
    await comes_about(stage, post, 1)
    for place in places:
        stage.room.env.backend.delete_channel(place.id)
        stage.gone.add(place.id)
    refusal.times = 0
    stage.asked = len(stage.request_log.requests)
    await stage.room.env.advance_time(DAY)


async def deleted(stage: Stage, post: Post) -> None:
    """Somebody deletes it: before it changes, if it is kept, and otherwise when it has been read."""
    await post.prepare(stage)
    if not post.is_kept:
        await comes_about(stage, post, 60)
    for message in shown(stage, post):
        stage.room.env.backend.delete_message(message.channel.id, message.id)
    await stage.room.env.advance_time(2 * HOUR)
    if post.is_kept:
        assert len(shown(stage, post)) == 1, "what goes on is posted again"
        await comes_about(stage, post)


async def edit_lost(stage: Stage, post: Post) -> None:
    """Discord confirms the edits that it brings about, and loses them."""
    await post.prepare(stage)
    (message,) = shown(stage, post)
    messages = stage.room.env.backend.messages[message.channel.id]
    before = copy.deepcopy(messages[message.id])
    await comes_about(stage, post, 60)
    messages[message.id] = before
    await stage.room.env.advance_time(2 * HOUR)


async def unknown_for_a_moment(stage: Stage, post: Post) -> None:
    """Discord says that there is no such message when it is edited, and when it is read later; but there is."""
    await post.prepare(stage)
    edits = stage.refuse(lambda asked: asked.method == "PATCH" and bool(MESSAGE.fullmatch(asked.path)), 404, 10008, 1)
    await comes_about(stage, post)
    edits.times = 0
    stage.refuse(lambda asked: asked.method == "GET" and bool(MESSAGE.fullmatch(asked.path)), 404, 10008, 1)
    await stage.room.env.advance_time(2 * HOUR)


async def in_a_thread(stage: Stage, post: Post) -> None:
    """Everything happens in a thread that a member has begun, unless it has threads of its own."""
    if not post.in_thread:
        await stage.move_to_thread()
    await post.prepare(stage)


def thread_closed(*, locked: bool) -> Callable[[Stage, Post], Awaitable[None]]:
    """A moderator archives the thread, which the bot may reopen."""

    async def happen(stage: Stage, post: Post) -> None:
        stage.everybody_manages_threads()
        await in_a_thread(stage, post)
        stage.close_threads(archived=True, locked=locked)
        await stage.room.env.settle()
        await comes_about(stage, post)

    return happen


async def thread_locked(stage: Stage, post: Post) -> None:
    """A moderator locks the thread for a day, and the bot may not manage threads."""
    stage.everybody_manages_threads()
    await deny(stage.room, manage_threads=False)
    await in_a_thread(stage, post)
    stage.close_threads(archived=True, locked=True)
    await stage.room.env.settle()
    await comes_about(stage, post, DAY)
    stage.close_threads(archived=False, locked=False)
    await stage.room.env.advance_time(SOON)


async def thread_deleted(stage: Stage, post: Post) -> None:
    """A moderator deletes the thread before the post is there."""
    await in_a_thread(stage, post)
    await _gone(stage, post, stage.threads())


async def thread_comes_late(stage: Stage, post: Post) -> None:
    """Others have used up the limit of the channel."""
    await post.prepare(stage)
    stage.room.env.backend.limits.exhaust(THREADS, stage.room.channel.id, 200)
    await comes_about(stage, post)


async def answers_lost(stage: Stage, post: Post) -> None:
    """Discord does what it is asked, and says that it has failed, until it has forgotten the nonces."""
    await post.prepare(stage)
    stage.room.env.backend.hang = Hang(writes, is_done=True, fails=True)
    lost_for = 2 * NONCE_KNOWN_FOR.total_seconds()
    await comes_about(stage, post, lost_for)
    stage.room.env.backend.hang = None
    await stage.room.env.advance_time(min(SOON, post.over_after) - lost_for)


def killed(*, is_done: bool) -> Callable[[Stage, Post], Awaitable[None]]:
    """The bot is killed before it has sent, or before it has noted what it has sent, and away for some time."""

    async def happen(stage: Stage, post: Post) -> None:
        await post.prepare(stage)
        stage.note()
        stage.room.env.backend.hang = Hang(writes, is_done)
        await post.happens(stage)
        stage.room.env.backend.hang = None
        await stage.life.restart(killed=True, down_for=2 * NONCE_KNOWN_FOR.total_seconds())
        await stage.room.env.advance_time(min(SOON, post.over_after))

    return happen


async def names_unknown(stage: Stage, post: Post) -> None:
    """The bot starts again, and Discord tells no names for a quarter of an hour."""
    await post.prepare(stage)
    await stage.life.restart()
    stage.room.env.backend.limits.exhaust(MEMBERS, stage.room.guild.id, HOUR / 4)
    await comes_about(stage, post)


async def language_unknown(stage: Stage, post: Post) -> None:
    """Everybody speaks German, as the bot has heard, and the server, which is no Community, says English."""
    stage.everybody_speaks_german()
    for person in stage.room.members.values():
        await slash(person, stage.room.channel, "help")
    await post.prepare(stage)
    await comes_about(stage, post, 60)


def always(_post: Post) -> bool:
    """It can happen to every post."""
    return True


TROUBLES = (
    Trouble("picture 403", lambda post: post.has_picture, picture_refused(403, 50013), is_true),
    Trouble("picture 400", lambda post: post.has_picture, picture_refused(400, 50035), is_true),
    Trouble("picture 413", lambda post: post.has_picture, picture_refused(413, 40005), is_true),
    Trouble("text refused", always, text_refused, is_true),
    Trouble("closed for a minute", always, closed(60), is_true),
    Trouble("closed for a day", lambda post: post.lasts, closed(DAY), is_true),
    Trouble("closed for good", always, closed_for_good, is_quiet),
    Trouble("deleted", always, deleted, stays_deleted),
    Trouble("unknown for a moment", lambda post: post.is_kept, unknown_for_a_moment, is_true),
    Trouble("edit lost", lambda post: post.is_kept and post.goes_on, edit_lost, is_true),
    Trouble("thread archived", lambda post: post.can_be_in_thread, thread_closed(locked=False), is_true),
    Trouble("thread locked", lambda post: post.in_thread, thread_closed(locked=True), is_true),
    Trouble("thread locked for a day", lambda post: post.can_be_in_thread and post.lasts, thread_locked, is_true),
    Trouble("thread deleted", lambda post: post.can_be_in_thread, thread_deleted, is_quiet),
    Trouble("thread comes late", lambda post: post.makes_thread, thread_comes_late, is_true),
    Trouble("answers lost", always, answers_lost, is_true),
    Trouble("killed before sending", always, killed(is_done=False), is_true),
    Trouble("killed before noting", always, killed(is_done=True), is_true),
    Trouble("names unknown", always, names_unknown, names_everybody),
    Trouble("language unknown", always, language_unknown, is_in_german),
)
