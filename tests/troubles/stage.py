"""Where a post gets into trouble: the channel, what everybody reads in it and whom it has called."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.shared.catalogue import default_catalogue
from engines.texts import say, say_count
from playground.testing.life import Life
from playground.testing.log_watch import LogWatch
from playground.testing.people import press, tap
from playground.testing.room import Room
from playground.testing.screens import Seen, read, texts
from playground.testing.truths.requests import Refusal, Request
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog

GERMAN = "de"


@dataclass
class Stage:
    """A server in which something is posted; in the channel that is its ``home`` or in threads there.

    ``english``: everybody's Discord is. ``gone`` are channels and threads that were deleted after so many requests were
    ``asked``.
    """

    room: Room
    life: Life
    gateway: Gateway
    request_log: RequestLog
    log_watch: LogWatch
    english: bool = True
    asked: int = 0
    gone: set[int] = field(default_factory=set[int])
    _pushed: int = field(default=0)

    def messages(self) -> list[discord.Message]:
        """What everybody reads in the channel and its threads, oldest first."""
        places = [place for place in (self.home, *self.home.threads) if place.id not in self.gone]
        return sorted((message for place in places for message in place.history()), key=lambda message: message.id)

    @property
    def home(self) -> ChannelHandle:
        """The channel of the server."""
        return self.room.guild.channels["cards"]

    def threads(self) -> list[ChannelHandle]:
        """All threads of the channel."""
        return self.home.threads

    async def move_to_thread(self) -> None:
        """From now on everything happens in a thread of the channel."""
        self.room.env.backend.create_thread(self.home.id, "talk", owner_id=self.room.members["ann"].id)
        await self.room.env.settle()
        (self.room.channel,) = self.threads()

    def everybody_manages_threads(self) -> None:
        """Members are moderators, so that their apps send their taps in threads that are locked."""
        managing = discord.Permissions(manage_threads=True).value
        everybody = Overwrite(self.room.guild.id, OverwriteType.ROLE, managing, 0)
        self.room.env.backend.set_overwrite(self.home.id, everybody)

    def close_threads(self, *, archived: bool, locked: bool) -> None:
        """A moderator archives or locks all threads, or reopens them."""
        for thread in self.threads():
            state = {"archived": archived, "locked": locked}
            self.room.env.backend.edit_channel(thread.id, {}, thread_metadata=state)

    def note(self) -> None:
        """Calls are counted from now on."""
        self._pushed = len(self.room.env.backend.pushes)

    def calls(self, person: MemberActor, saying: str) -> int:
        """How often somebody's phone has rung for a message that says this; for any: since ``note``."""
        pushes = self.room.env.backend.pushes[0 if saying else self._pushed :]
        return sum(push.user_id == person.id and saying in push.message for push in pushes)

    async def do(self, deed: Coroutine[Any, Any, object]) -> None:
        """Have the bot's sessions do something for somebody."""
        with self.room.env._bot_scope():
            doing = asyncio.ensure_future(deed)
        await self.room.env.settle()
        await doing

    def refuse(self, meant: Callable[[Request], bool], status: int, code: int, times: int | None = None) -> Refusal:
        """Discord refuses some requests from now on."""
        return self.room.env.backend.refuse(Refusal(meant, status, code, times))

    def in_channel(self, request: Request) -> bool:
        """Whether a request is about the channel or one of its threads."""
        return request.path.startswith("/channels/")

    def everybody_speaks_german(self) -> None:
        """Everybody's Discord is German; the server's language is not known."""
        self.english = False
        for person in self.room.members.values():
            self.gateway.speak(person, GERMAN)

    async def press(self, person: MemberActor, seen: Seen, label: str) -> InteractionResult:
        """Press a button, in whatever language it is labelled. A bot that hangs need not answer."""
        faces = [button.face for button in read(seen).buttons]
        in_german = default_catalogue().template(say(label), GERMAN)
        face = label if any(label in face for face in faces) else in_german
        return await (press if self.room.env.backend.hang is None else tap)(person, seen, face)


def said(message: discord.Message) -> str:
    """All words of a message."""
    return f"{message.content}\n{texts(message)}"


def is_german(shown: str, template: str) -> bool:
    """Whether a sentence stands in a text in German, whatever its values are."""
    catalogue = default_catalogue()
    translated = catalogue.template(say(template), GERMAN)
    if translated == template:
        translated = catalogue.template(say_count(template, template, 1), GERMAN)
    parts = [part.strip() for part in re.split(r"\{[^}]*\}", translated)]
    assert translated != template, f"no translation of {template!r}"
    return all(part in shown for part in parts)
