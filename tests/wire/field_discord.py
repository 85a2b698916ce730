"""The Discord on the wire with a host who taps, and on which each truth of the field test can be contradicted."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from aiohttp import web
from discord import InteractionResponseType, MessageFlags, Permissions
from simcord.backend import serializers
from simcord.backend.models import Channel, Message

from operation.doctor import PERMISSIONS
from operation.field_test.truths import Truth
from playground.testing.truths import requests as usual
from playground.testing.truths.limits import THREADS
from playground.testing.truths.requests import CALLBACK, MESSAGE, POST, WEBHOOK, Request, refused_gallery
from tests.wire.api import answer
from tests.wire.discord_server import FakeDiscord, server_of

SERVER = server_of(0, 1)
CHANNEL, CATEGORY = SERVER + 1, SERVER + 2
COMPONENTS, EPHEMERAL = MessageFlags.components_v2.flag, MessageFlags.ephemeral.flag
REFUSED, UPDATE = 50035, InteractionResponseType.message_update.value
NAMED = {
    Truth.ADDED: usual.Truth.ADDED_MEMBERS,
    Truth.ARCHIVED_TAP: usual.Truth.CLOSED_TAPS,
    Truth.LANGUAGE: usual.Truth.LOCALE,
}
"""What every test of the whole bot can switch off, too."""


@dataclass
class FieldDiscord(FakeDiscord):
    """Does what the truths say, but for ``lies``. Threads are limited once two have been started."""

    lies: set[Truth] = field(default_factory=set)
    is_patient: bool = True
    """Whether the host taps."""
    phone: str = "first"
    """What the host's phone has shown."""
    token_lasts: float = 60.0
    """The seconds for which the token of a tap can be used."""
    _offered: set[int] = field(default_factory=set)
    _tapping: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.api.server(SERVER)
        self.api.backend.channels[CATEGORY] = Channel(id=CATEGORY, type=4, name="rooms", guild_id=SERVER)
        self.allow(PERMISSIONS | Permissions(manage_channels=True))  # SimCord wants that for one's own threads, too

    def allow(self, permissions: Permissions) -> None:
        """Let everybody on the server do this and nothing else."""
        for role in self.api.backend.guilds[SERVER].roles.values():  # the bot has one of its own
            role.permissions = permissions.value

    def lie(self, truth: Truth) -> None:
        """Contradict a truth."""
        self.lies.add(truth)
        backend = self.api.backend
        if truth in NAMED:
            backend.truths.suspend(NAMED[truth], because="the field test finds it out")
        match truth:
            case Truth.LANGUAGE:
                backend.guilds[SERVER].preferred_locale = "de"
            case Truth.PICTURES:
                backend.refuse(refused_gallery())
            case Truth.PUSH:
                self.phone = "both"

    @property
    def threads(self) -> list[Channel]:
        """Those that are there."""
        return [place for place in self.api.backend.channels.values() if place.is_thread]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left that others see."""
        return not (
            self.threads
            or self.api.backend.application_emojis
            or [one for one in self._shown() if not one.flags & EPHEMERAL]
        )

    def _shown(self) -> list[Message]:
        places = [CHANNEL, *(thread.id for thread in self.threads)]
        return [message for place in places for message in self.api.backend.messages.get(place, {}).values()]

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer a request, perhaps with a lie."""
        path = request.path.removeprefix("/api/v10")
        asked = Request(request.method, path, await _body(request), has_uploads=False)
        told = self._lie_about(asked)
        if told is not None:
            self.requests.append((request.method, path))
            return told
        if Truth.NONCE in self.lies:
            self.api.backend.forget_nonces()
        response = await super().handle(request)
        if path.endswith("/threads") and len(self.threads) == 2 and Truth.THREAD_LIMIT not in self.lies:
            self.api.backend.limits.exhaust(THREADS, CHANNEL, 180)
        self._show_host()
        return response

    def _lie_about(self, asked: Request) -> web.Response | None:
        for truth in self.lies & LIES.keys():
            is_meant, tell = LIES[truth]
            if is_meant(self, asked):
                return tell(self)
        return None

    def message_of(self, asked: Request) -> Message | None:
        """The message that a request is about to edit."""
        found = MESSAGE.fullmatch(asked.path) if asked.method == "PATCH" else None
        return self.api.backend.messages.get(int(found[1]), {}).get(int(found[2])) if found else None

    def is_archived(self, asked: Request) -> bool | None:
        """Whether the thread of a request is archived; ``None`` if there is no thread."""
        found = POST.fullmatch(asked.path) or MESSAGE.fullmatch(asked.path)
        place = self.api.backend.channels.get(int(found[1])) if found else None
        return place.thread_metadata.archived if place is not None and place.thread_metadata is not None else None

    def refuse(self) -> web.Response:
        """Refuse what should be done."""
        return answer({"message": "no", "code": REFUSED}, 400)

    def accept(self) -> web.Response:
        """Do as if something had been done: there is some message."""
        return self._message(next(iter(self.api.backend.messages[CHANNEL])))

    def _message(self, number: int, **changes: Any) -> web.Response:
        message = self.api.backend.messages[CHANNEL][number]
        return answer({**serializers.message_payload(self.api.backend, message), **changes})

    def name_nobody(self) -> web.Response:
        """Post without a ping."""
        return self._message(next(iter(self.api.backend.messages[CHANNEL])), mentions=[])

    # The host

    def _show_host(self) -> None:
        """The host sees what is new, and taps what is offered."""
        for message in self._shown():
            offered = [] if message.id in self._offered else list(_custom_ids(message.components))
            if offered and self.is_patient:
                self._offered.add(message.id)
                wanted = [one for one in offered if one.endswith(f":{self.phone}")] or offered
                task = asyncio.get_running_loop().create_task(self._tap_it(message, wanted[0]))
                self._tapping.add(task)
                task.add_done_callback(self._tapping.discard)

    async def _tap_it(self, message: Message, custom_id: str) -> None:
        """Tap a button; one in a thread after it was archived, and an ephemeral one again when its token is old."""
        metadata = self.api.backend.channels[message.channel_id].thread_metadata
        while metadata is not None and not metadata.archived:
            await asyncio.sleep(0.005)
            metadata = self.api.backend.channels[message.channel_id].thread_metadata
        self._press(message, custom_id)
        if message.flags & EPHEMERAL:
            asyncio.get_running_loop().call_later(2 * self.token_lasts, self._press, message, custom_id)

    def _press(self, message: Message, custom_id: str) -> None:
        record = self.api.press(message.channel_id, message.id, custom_id)
        ends = self.api.backend.clock.now() + timedelta(seconds=self.token_lasts)
        record.expires_at = ends.isoformat()


def _is_edit_in_words(field: FieldDiscord, asked: Request) -> bool:
    message = field.message_of(asked)
    is_in_words = message is not None and bool(message.flags & COMPONENTS) and "attachments" not in asked.body
    return is_in_words and field.is_archived(asked) is None


def _posts_both(_: FieldDiscord, asked: Request) -> bool:
    return bool(
        POST.fullmatch(asked.path) and asked.content.get("flags", 0) & COMPONENTS and asked.content.get("content")
    )


def _converts(field: FieldDiscord, asked: Request) -> bool:
    message = field.message_of(asked)
    return message is not None and not message.flags & COMPONENTS and bool(asked.body.get("flags", 0) & COMPONENTS)


def _converts_back(field: FieldDiscord, asked: Request) -> bool:
    message = field.message_of(asked)
    return message is not None and bool(message.flags & COMPONENTS) and bool(asked.body.get("content"))


def _edits_deleted(field: FieldDiscord, asked: Request) -> bool:
    return asked.method == "PATCH" and bool(MESSAGE.fullmatch(asked.path)) and field.message_of(asked) is None


def _pings_in_components(_: FieldDiscord, asked: Request) -> bool:
    return "<@" in json.dumps(asked.content.get("components", []))


def _answers_again(field: FieldDiscord, asked: Request) -> bool:
    found = CALLBACK.fullmatch(asked.path)
    return found is not None and field.api.backend.interactions[int(found[1])].responded


Lie = tuple[Callable[[FieldDiscord, Request], bool], Callable[[FieldDiscord], web.Response]]
LIES: Mapping[Truth, Lie] = {
    Truth.LATE_TAP: (
        lambda _, asked: asked.path.endswith("/callback") and asked.body.get("type") == UPDATE,
        FieldDiscord.refuse,
    ),
    Truth.WORDS: (_is_edit_in_words, FieldDiscord.refuse),
    Truth.CONTENT: (_posts_both, FieldDiscord.accept),
    Truth.CONVERTED: (_converts, FieldDiscord.refuse),
    Truth.NO_WAY_BACK: (_converts_back, FieldDiscord.accept),
    Truth.DELETED: (_edits_deleted, FieldDiscord.accept),
    Truth.ARCHIVED_EDIT: (
        lambda field, asked: asked.method == "PATCH" and bool(field.is_archived(asked)),
        FieldDiscord.accept,
    ),
    Truth.ARCHIVED_POST: (
        lambda field, asked: asked.method == "POST" and bool(field.is_archived(asked)),
        FieldDiscord.accept,
    ),
    Truth.REOPENED: (
        lambda field, asked: asked.method == "PATCH" and field.is_archived(asked) is False,
        FieldDiscord.refuse,
    ),
    Truth.EMOJIS: (lambda _, asked: asked.method == "POST" and asked.path.endswith("/emojis"), FieldDiscord.refuse),
    Truth.PING: (_pings_in_components, FieldDiscord.name_nobody),
    Truth.REPEATED: (_answers_again, FieldDiscord.accept),
    Truth.EPHEMERAL: (
        lambda _, asked: asked.method == "PATCH" and bool(WEBHOOK.fullmatch(asked.path)),
        FieldDiscord.refuse,
    ),
}


async def _body(request: web.Request) -> Any:
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    text = await request.text()
    return json.loads(text) if text else None


def _custom_ids(part: Any) -> Iterator[str]:
    match part:
        case dict():
            if "custom_id" in part:
                yield part["custom_id"]
            for inner in part.values():
                yield from _custom_ids(inner)
        case list():
            for inner in part:
                yield from _custom_ids(inner)
