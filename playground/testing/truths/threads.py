"""Threads: archived, locked, archived by themselves, and whose taps get through (rows 1, 17, 18 and 19)."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from discord.utils import snowflake_time
from simcord.backend import Backend, permissions
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.enums import CallbackType

from playground.testing.truths.requests import CALLBACK, MESSAGE, POST, WEBHOOK, Request, Truth

THREAD_ARCHIVED, THREAD_LOCKED, TOO_MANY_THREADS, MISSING_PERMISSIONS = 50083, 160005, 160006, 50013
MOST_OPEN = 1_000
"""How many threads of a server are open at once."""

_CHANNEL = re.compile(r"/channels/(\d+)")
_MEMBER = re.compile(r"/channels/(\d+)/thread-members/\d+")
_SHOWN = (
    CallbackType.CHANNEL_MESSAGE_WITH_SOURCE,
    CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE,
    CallbackType.UPDATE_MESSAGE,
)
"""The callbacks that write a message (discord-api-docs #5517)."""


def check_archived(backend: Backend, request: Request) -> None:
    """Refuse what is written in a thread that is archived or locked, and reopening one that is locked.

    Discord's documentation says that posting reopens a thread; bots report that it does not. So it never does here.
    """
    thread = _thread_written_in(backend, request)
    if thread is not None and thread.thread_metadata is not None:
        if thread.thread_metadata.archived:
            raise BackendError(400, THREAD_ARCHIVED, "Thread is archived")
        if thread.thread_metadata.locked and POST.fullmatch(request.path) and not _manages(backend, thread):
            raise BackendError(400, THREAD_LOCKED, "Thread is locked")
    if request.method == "PATCH" and (found := _CHANNEL.fullmatch(request.path)):
        thread = _thread(backend, int(found[1]))
        if thread is not None and thread.thread_metadata is not None:
            if thread.thread_metadata.locked and not _manages(backend, thread):
                raise BackendError(403, MISSING_PERMISSIONS, "Missing Permissions")
            if thread.thread_metadata.archived and request.body.get("archived") is False:
                _check_room(backend, thread)


def check_new_thread(backend: Backend, request: Request) -> None:
    """Refuse a thread beyond those that may be open at once."""
    if request.method == "POST" and request.path.endswith("/threads"):
        _check_room(backend, backend.get_channel(int(request.path.split("/")[2])))


def archive_idle(backend: Backend) -> None:
    """Archive the open threads in which nobody has posted for as long as they stay open."""
    now = backend.clock.now()
    for guild in backend.guilds.values():
        for thread in [backend.channels[number] for number in guild.thread_ids if number in backend.channels]:
            data = thread.thread_metadata
            if (
                data is None
                or data.archived
                or now < _idle_since(thread) + timedelta(minutes=data.auto_archive_duration)
            ):
                continue
            backend.edit_channel(
                thread.id, {}, thread_metadata={"archived": True, "archive_timestamp": now.isoformat()}
            )


def reopen_for_tap(backend: Backend, channel_id: int, user_id: int) -> bool:
    """An app reopens an archived thread before it sends a tap. Whether the tap is sent then."""
    thread = _thread(backend, channel_id)
    if thread is None or thread.thread_metadata is None or not thread.thread_metadata.archived:
        return True
    needed = "manage_threads" if thread.thread_metadata.locked else "send_messages_in_threads"
    assert thread.guild_id is not None
    if not backend.compute_permissions(thread.guild_id, user_id, thread.id) & permissions.flag(needed):
        return False
    backend.edit_channel(
        thread.id, {}, thread_metadata={"archived": False, "archive_timestamp": backend.clock.now().isoformat()}
    )
    return True


def _thread_written_in(backend: Backend, request: Request) -> Channel | None:
    """The thread in which a request writes, deletes or adds somebody."""
    if request.method == "GET":
        return None
    for path in (POST, MESSAGE, _MEMBER):
        if found := path.fullmatch(request.path):
            return _thread(backend, int(found[1]))
    if found := CALLBACK.fullmatch(request.path):
        record = backend.interactions.get(int(found[1]))
        is_shown = request.body["type"] in _SHOWN
        return _thread(backend, record.channel_id) if record is not None and is_shown else None
    if found := WEBHOOK.fullmatch(request.path):
        record = backend.interactions.get(backend.interaction_tokens.get(found[1], 0))
        return _thread(backend, record.channel_id) if record is not None else None
    return None


def _thread(backend: Backend, channel_id: int) -> Channel | None:
    channel = backend.channels.get(channel_id)
    return channel if channel is not None and channel.is_thread else None


def _manages(backend: Backend, thread: Channel) -> bool:
    """Whether the bot manages threads here."""
    assert thread.guild_id is not None
    held = backend.compute_permissions(thread.guild_id, backend.bot_user.id, thread.id)
    return bool(held & permissions.flag("manage_threads"))


def _check_room(backend: Backend, channel: Channel) -> None:
    if channel.guild_id is not None and len(backend.active_threads(channel.guild_id)) >= MOST_OPEN:
        raise BackendError(400, TOO_MANY_THREADS, "Maximum number of active threads reached")


def _idle_since(thread: Channel) -> datetime:
    """When somebody last posted there, or opened or reopened it."""
    assert thread.thread_metadata is not None
    opened = datetime.fromisoformat(thread.thread_metadata.archive_timestamp)
    return max(opened, snowflake_time(thread.last_message_id)) if thread.last_message_id else opened


Check = Callable[[Backend, Request], None]
CHECKS: tuple[tuple[Truth, Check], ...] = ((Truth.ARCHIVED, check_archived), (Truth.AUTO_ARCHIVE, check_new_thread))
