"""What the Discord on the wire knows and answers: SimCord's, with all of its truths, in real time and over HTTP.

A truth is contradicted by ``backend.truths.suspend(Truth.ARCHIVED, because="...")``, and what happens now and then is
provoked as in any other test: ``backend.refuse``, ``backend.lose_answers``, ``backend.limits.exhaust``.
"""

import io
import json
from datetime import UTC, datetime
from typing import Any

import discord
from aiohttp import web
from simcord._clock import Clock
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction, User
from simcord.http import router
from simcord.interactions import base_payload

from playground.testing.truths.backend import TruthfulBackend
from playground.testing.truths.limits import Limits, TooManyRequests, limit_of
from playground.testing.truths.requests import CALLBACK, Truth

APPLICATION, MEMBER = 900, 11
"""The ids of the bot, and of the member who owns every server."""
BUTTON = 2


class WallClock(Clock):
    """Real time."""

    def now(self) -> datetime:
        """The present time."""
        return datetime.now(UTC)


class Api:
    """Answers requests from ``backend``."""

    def __init__(self) -> None:
        self.backend = backend = TruthfulBackend()
        backend.clock = WallClock()
        backend.limits = Limits(backend.clock.now)
        backend.application_id = APPLICATION
        backend.bot_user = backend.users[APPLICATION] = User(APPLICATION, "Cardroom", bot=True)
        backend.users[MEMBER] = User(MEMBER, "anna", global_name="Anna")

    def server(self, number: int) -> dict[str, Any]:
        """The server with this id, as the gateway tells of it; its channel has the id after it."""
        backend = self.backend
        if number not in backend.guilds:
            guild = backend.create_guild("Friends", id=number, owner_id=MEMBER)
            backend.channels[number + 1] = Channel(id=number + 1, type=0, name="games", guild_id=number)
            backend.messages[number + 1] = {}
            guild.channel_ids.append(number + 1)
        return dict(serializers.guild_create_payload(backend, backend.get_guild(number)))

    def press(self, channel_id: int, message_id: int, custom_id: str) -> Interaction:
        """The member presses a button; what becomes of it. Called in the loop of the wire."""
        backend = self.backend
        message = backend.get_message(channel_id, message_id)
        data = {"custom_id": custom_id, "component_type": BUTTON}
        guild_id = backend.get_channel(channel_id).guild_id
        record, payload = base_payload(
            backend, type=3, channel_id=channel_id, guild_id=guild_id, user_id=MEMBER, data=data
        )
        record.source_message_id = message_id
        payload["message"] = dict(serializers.message_payload(backend, message))
        backend.emit("INTERACTION_CREATE", payload)
        return record

    async def answer(self, request: web.Request, path: str) -> web.Response:
        """Answer a request as Discord does, with the headers of its limits."""
        backend, method = self.backend, request.method
        body, files = await _read(request)
        if backend.limits.is_blocked and backend.truths.holds(Truth.INVALID_REQUESTS):
            return web.Response(text="<html>blocked</html>", status=429, content_type="text/html")
        backend.uploading = bool(files)
        try:
            found = router.dispatch(
                backend, method, path, json=body, params=dict(request.query), files=files, message_content_access=False
            )
        except BackendError as error:
            return self._refuse(error)
        if backend.answers_to_lose and CALLBACK.fullmatch(path):
            backend.answers_to_lose -= 1
            return answer({"message": "Bad Gateway", "code": 0}, status=502)
        return answer(found, headers=self._limit_headers(method, path))

    def _refuse(self, error: BackendError) -> web.Response:
        if error.status in (401, 403, 429):
            self.backend.limits.note_invalid()
        headers = {}
        if isinstance(error, TooManyRequests):  # discord.py takes a 429 without "Via" for a block
            headers = {"Via": "1.1 google", "Retry-After": f"{error.retry_after:.3f}", "X-RateLimit-Scope": "shared"}
        return answer(error.to_json(), status=error.status, headers=headers)

    def _limit_headers(self, method: str, path: str) -> dict[str, str]:
        found = limit_of(method, path)
        if found is None or not found[0].is_announced or not self.backend.truths.holds(found[0].truth):
            return {}
        limit, key = found
        remaining, reset_after = self.backend.limits.left(limit, key)
        return {
            "X-RateLimit-Bucket": limit.truth.name.lower(),
            "X-RateLimit-Limit": str(limit.count),
            "X-RateLimit-Remaining": str(remaining),
            "X-RateLimit-Reset": f"{self.backend.clock.now().timestamp() + reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{reset_after:.3f}",
        }


def answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer with this content; ``None`` for none."""
    if content is None:
        return web.Response(status=204, headers=headers)
    # discord.py wants exactly this type, without a character set.
    body = json.dumps(content).encode()
    return web.Response(body=body, status=status, content_type="application/json", headers=headers)


async def _read(request: web.Request) -> tuple[Any, list[discord.File]]:
    """The JSON body of a request and its files (Discord documentation, "Uploading Files")."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), []
    body, files = None, []
    form = await request.post()
    for name, part in form.items():
        if name == "payload_json":
            assert isinstance(part, str)
            body = json.loads(part)
        elif isinstance(part, web.FileField):
            files.append(discord.File(io.BytesIO(part.file.read()), part.filename))
    return body, files
