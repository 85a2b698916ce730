"""The simulated Discord as it really is: what it refuses, limits, archives and tells."""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from discord import InteractionType
from simcord.backend import Backend, permissions
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Channel, Guild, Message
from simcord.components import walk_components
from simcord.enums import MessageType
from simcord.http import router

from playground.testing.truths.limits import Limits, is_limited, limit_of
from playground.testing.truths.requests import POST, Hang, Refusal, Request, Truth, Truths, refused_emoji, uploads
from playground.testing.truths.threads import CHECKS, archive_idle, reopen_for_tap

MISSING_PERMISSIONS, TOO_MANY_FOLLOW_UPS = 50013, 40094
MOST_FOLLOW_UPS = 5
ENGLISH = "en-US"
NONCE_KNOWN_FOR = timedelta(minutes=5)
"""Discord compares nonces "in the past few minutes"."""
_FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)")


@dataclass(frozen=True, slots=True)
class Push:
    """What somebody's phone shows of a message that mentions them: its ``content`` and nothing else (row 14).

    ``message`` is all that it said when it was posted.
    """

    user_id: int
    channel_id: int
    content: str
    message: str = field(default="", compare=False)


class TruthfulBackend(Backend):
    """SimCord's Discord, with everything in ``Truth``.

    ``pushes`` are all notifications of mentions so far. ``uploading`` is set by the transports before each request.
    """

    def __init__(self, truths: Truths | None = None) -> None:
        self.truths = truths or Truths()
        self.pushes: list[Push] = []
        self.refusals: list[Refusal] = []
        self._first_emoji = refused_emoji()
        self.uploading = False
        self.hang: Hang | None = None
        self.answers_to_lose = 0
        self._nonces: dict[tuple[int, str], tuple[datetime, Message]] = {}
        self._communities: set[int] = set()
        self._followed_up: defaultdict[str, int] = defaultdict(int)
        super().__init__()
        self.limits = Limits(self.clock.now)

    # What is refused

    def refuse(self, refusal: Refusal) -> Refusal:
        """Refuse some requests from now on."""
        self.refusals.append(refusal)
        return refusal

    def lose_answers(self, count: int = 1) -> None:
        """The next callbacks arrive, but their answers are 502, so discord.py sends them again (row 2)."""
        self.answers_to_lose = count

    def check(self, method: str, path: str) -> None:
        """Raise ``BackendError`` for a request that Discord does not take now."""
        request = Request(method, path, self.http_requests[-1].json, self.uploading)
        for refusal in self.refusals:
            refusal.check(request)
        if self.truths.holds(Truth.EMOJIS):
            self._first_emoji.check(request)
        for truth, check in CHECKS:
            if self.truths.holds(truth):
                check(self, request)
        if self.truths.holds(Truth.UPLOADS) and uploads(request):
            self._check_upload(int(path.split("/")[2]))
        if self.truths.holds(Truth.FOLLOW_UPS):
            self._check_follow_up(request)
        self._check_limit(request)

    def _check_upload(self, channel_id: int) -> None:
        channel = self.get_channel(channel_id)
        if channel.guild_id is None:
            return
        held = self.compute_permissions(channel.guild_id, self.bot_user.id, channel_id)
        if not held & permissions.flag("attach_files"):
            raise BackendError(403, MISSING_PERMISSIONS, "Missing Permissions")

    def _check_follow_up(self, request: Request) -> None:
        found = _FOLLOW_UP.fullmatch(request.path) if request.method == "POST" else None
        record = self.interactions.get(self.interaction_tokens.get(found[1], 0)) if found else None
        if record is None or record.guild_id is not None or record.loading:
            return
        if self._followed_up[record.token] >= MOST_FOLLOW_UPS:
            raise BackendError(400, TOO_MANY_FOLLOW_UPS, "Maximum number of follow-up messages reached")
        self._followed_up[record.token] += 1

    def _check_limit(self, request: Request) -> None:
        found = limit_of(request.method, request.path)
        if found is not None and self.truths.holds(found[0].truth) and is_limited(request, self.clock.now(), found[0]):
            self.limits.take(*found)

    def announced_wait(self, method: str, path: str) -> float:
        """How many seconds discord.py waits before a request, because headers have told it so."""
        found = limit_of(method, path)
        if found is None or not found[0].is_announced or not self.truths.holds(found[0].truth):
            return 0.0
        return self.limits.wait(*found)

    # What happens by itself

    def advance_clock(self, seconds: float) -> None:
        """Let time pass: threads are archived."""
        super().advance_clock(seconds)
        if self.truths.holds(Truth.AUTO_ARCHIVE):
            archive_idle(self)

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell the bot; not of a tap that no app sends."""
        is_tap = event == "INTERACTION_CREATE" and payload["type"] == InteractionType.component.value
        if is_tap and self.truths.holds(Truth.CLOSED_TAPS):
            user = payload["member"]["user"] if "member" in payload else payload["user"]
            if not reopen_for_tap(self, int(payload["channel_id"]), int(user["id"])):
                return
        super().emit(event, payload)

    def add_thread_member(self, thread_id: int, user_id: int) -> Channel:
        """Add somebody to a thread, which everybody there is told."""
        is_new = user_id not in self.get_thread(thread_id).thread_members
        thread = super().add_thread_member(thread_id, user_id)
        if is_new and user_id != self.bot_user.id and self.truths.holds(Truth.ADDED_MEMBERS):
            self.create_system_message(thread_id, MessageType.RECIPIENT_ADD, self.bot_user.id, recipient_id=user_id)
            self.pushes.append(Push(user_id, thread_id, "added you to the thread"))
        return thread

    def forget_nonces(self) -> None:
        """As if the few minutes were over in which Discord knows a nonce."""
        self._nonces.clear()

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Publish a message, which notifies those whom it mentions; once for each nonce ("Create Message")."""
        sent = self.http_requests[-1] if message.author_id == self.bot_user.id and self.http_requests else None
        if sent is not None and POST.fullmatch(sent.path) and sent.json and sent.json.get("enforce_nonce"):
            key, now = (message.channel_id, str(sent.json["nonce"])), self.clock.now()
            at, first = self._nonces.setdefault(key, (now, message))
            if first is not message and now - at < NONCE_KNOWN_FOR:
                return first
            self._nonces[key] = now, message
        stored = super().commit_message(message, broadcast=broadcast)
        told = "\n".join([stored.content, *(part.get("content", "") for part in walk_components(stored.components))])
        self.pushes += [Push(user_id, stored.channel_id, stored.content, told) for user_id in stored.ping_user_ids]
        return stored

    # Servers

    def make_community(self, guild_id: int, locale: str) -> None:
        """Make a server a *Community* in a language."""
        self._communities.add(guild_id)
        self.edit_guild(guild_id, {"preferred_locale": locale})

    def create_guild(self, name: str, **settings: Any) -> Guild:
        """Make a server, which is no *Community*."""
        self._check_locale(settings)
        return super().create_guild(name, **settings)

    def edit_guild(self, guild_id: int, changes: Mapping[str, Any]) -> Guild:
        """Change a server."""
        if guild_id not in self._communities:
            self._check_locale(changes)
        return super().edit_guild(guild_id, changes)

    def _check_locale(self, settings: Mapping[str, Any]) -> None:
        if self.truths.holds(Truth.LOCALE) and settings.get("preferred_locale", ENGLISH) != ENGLISH:
            raise SetupError("only a Community has a language of its own: make_community")


_check_faults = router._check_faults


def _check(backend: Backend, method: str, path: str) -> None:
    """Faults that a test has injected come first, then the truths."""
    _check_faults(backend, method, path)
    if isinstance(backend, TruthfulBackend):
        backend.check(method, path)


# SimCord asks for injected faults between noting a request and carrying it out, which is where a real one is refused.
router._check_faults = _check
