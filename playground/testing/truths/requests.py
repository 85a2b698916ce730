"""A request to the simulated Discord as truths look at it, and refusals of some requests."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from simcord.backend.errors import BackendError
from simcord.components import walk_components


class Truth(IntEnum):
    """What can be suspended, by its row in the table of ``docs/reliability.md``."""

    ARCHIVED = 1
    """Nothing is posted, edited or deleted in an archived thread: 400, 50083 (undiscord #399, twilight #971)."""
    EMOJIS = 3
    """A valid emoji in a button or menu is refused now and then: the first of each Discord (discord-api-docs #7128)."""
    UPLOADS = 5
    """Uploads need *Attach Files*: 403, 50013 (Discord documentation, "Permissions")."""
    THREAD_LIMIT = 6
    """Starting threads is limited for each channel, whoever starts them (discord-api-docs #7816)."""
    EMOJI_LIMIT = 8
    """Emoji uploads are limited to about 50 an hour (discord-api-docs #2250; for applications unpublished)."""
    OLD_EDITS = 9
    """Messages older than an hour can be edited three times in 20 s: 429, 30046 (aikaterna-cogs #302)."""
    ROLE_LIMIT = 10
    """Giving and taking roles is limited for each server (discord-api-docs #7680, hikari 2.0.0.dev90)."""
    INVALID_REQUESTS = 11
    """10,000 answers of 401, 403 or 429 in ten minutes block the address (Discord documentation, "Rate Limits")."""
    MEMBER_LIMIT = 12
    """Fetching members is limited for each server (discord-api-docs #1135)."""
    FOLLOW_UPS = 13
    """Where only a member has installed the app: five followups an interaction, then 40094 (Discord documentation)."""
    CLOSED_TAPS = 17
    """A tap in an archived thread reopens it, or is never heard of (discord-api-docs #8474)."""
    AUTO_ARCHIVE = 18
    """A thread is archived when nobody has posted for its duration; 1,000 are open at most (Discord documentation)."""
    ADDED_MEMBERS = 19
    """Whoever is added to a thread is announced and notified there (TripBot #276, needle #52)."""
    LOCALE = 22
    """Without *Community* every server is en-US (hikari #967, discord-api-docs #4265)."""


class Truths:
    """Which truths hold: all, unless a test says otherwise."""

    def __init__(self) -> None:
        self.suspended: dict[Truth, str] = {}
        """Those that do not hold, each with the reason."""

    def suspend(self, truth: Truth, *, because: str) -> None:
        """From now on this truth does not hold."""
        assert because, "a truth is suspended for a reason"
        self.suspended[truth] = because

    def restore(self, truth: Truth) -> None:
        """From now on it holds again."""
        self.suspended.pop(truth, None)

    def holds(self, truth: Truth) -> bool:
        """Whether it holds."""
        return truth not in self.suspended


POST = re.compile(r"/channels/(\d+)/messages")
MESSAGE = re.compile(r"/channels/(\d+)/messages/(\d+)")
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
WEBHOOK = re.compile(r"/webhooks/\d+/([^/]+)(?:/messages/.+)?")

INVALID_FORM_BODY = 50035
PROVOKED = "refused by the test"
"""What Discord says if it refuses what a test wants it to refuse."""
_CONTROLS = frozenset({2, 3})
"""Buttons and string menus (Discord documentation, "Component Reference")."""


@dataclass(frozen=True, slots=True)
class Request:
    """Method and path as in Discord's documentation, the JSON body, and whether files are uploaded."""

    method: str
    path: str
    body: Any
    has_uploads: bool

    @property
    def content(self) -> dict[str, Any]:
        """The message in it, if there is one."""
        body = self.body if isinstance(self.body, dict) else {}
        return (body.get("data") or {}) if CALLBACK.fullmatch(self.path) else body


@dataclass
class Refusal:
    """Discord refuses some requests: those that are ``meant``, as often as ``times`` says (``None``: always)."""

    meant: Callable[[Request], bool]
    status: int
    code: int
    times: int | None = 1
    errors: dict[str, Any] | None = None

    def check(self, request: Request) -> None:
        """Raise ``BackendError`` if this request is meant."""
        if self.times == 0 or not self.meant(request):
            return
        if self.times is not None:
            self.times -= 1
        raise BackendError(self.status, self.code, PROVOKED, errors=self.errors)


@dataclass
class Hang:
    """Nobody ever hears what becomes of the requests that are ``meant``, carried out (``is_done``) or not.

    A bot that is killed meanwhile is one that died between its commit and the request, or between that and noting it.
    ``fails``: what it hears is that Discord has failed.
    """

    meant: Callable[[Request], bool]
    is_done: bool
    fails: bool = False


def uploads(request: Request) -> bool:
    """Whether files come with the request to post or edit a message of a channel."""
    return request.has_uploads and bool(POST.fullmatch(request.path) or MESSAGE.fullmatch(request.path))


def writes(request: Request) -> bool:
    """Whether it posts or edits a message of a channel."""
    is_message = POST.fullmatch(request.path) or MESSAGE.fullmatch(request.path)
    return request.method in ("POST", "PATCH") and bool(is_message)


def edits_gallery(request: Request) -> bool:
    """Whether it edits a message and uploads a picture for it."""
    return request.method == "PATCH" and request.has_uploads


def has_custom_emoji(request: Request) -> bool:
    """Whether a button or menu shows an emoji of the application."""
    return any(
        (holder.get("emoji") or {}).get("id")
        for component in walk_components(request.content.get("components") or [])
        if component.get("type") in _CONTROLS
        for holder in (component, *(component.get("options") or ()))
    )


def refused_emoji(times: int | None = 1) -> Refusal:
    """Row 3: a valid emoji of the application is refused now and then (discord-api-docs #7128)."""
    reason = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    errors: dict[str, Any] = {"components": {"0": {"components": {"0": {"emoji": {"id": reason}}}}}}
    return Refusal(has_custom_emoji, 400, INVALID_FORM_BODY, times, errors)


def refused_gallery(times: int | None = None) -> Refusal:
    """Row 4: edits that upload another picture for a gallery were refused for some bots (discord-api-docs #7529)."""
    reason = {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}
    errors: dict[str, Any] = {"components": {"0": {"items": {"0": {"media": {"url": reason}}}}}}
    return Refusal(edits_gallery, 400, INVALID_FORM_BODY, times, errors)
