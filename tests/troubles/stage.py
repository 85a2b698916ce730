"""Where a post gets into trouble: the channel, what everybody reads in it and whom it has called."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord import InteractionResult, MemberActor

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
    """A server in which something is posted. ``english``: everybody's Discord is."""

    room: Room
    life: Life
    gateway: Gateway
    request_log: RequestLog
    log_watch: LogWatch
    english: bool = True
    asked: int = 0
    _pushed: int = field(default=0)

    def messages(self) -> list[discord.Message]:
        """What everybody reads in the channel and its threads, oldest first."""
        if self.room.channel.id not in self.room.env.backend.channels:
            return []
        places = (self.room.channel, *self.room.channel.threads)
        return sorted((message for place in places for message in place.history()), key=lambda message: message.id)

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
