"""Every request that the bot makes in a test, checked when it is made.

SimCord keeps requests in ``env.http_requests`` (method, path, query, JSON body, audit log reason), multipart forms with
their ``payload_json``, command syncs, interaction callbacks and suggestions among them. It does not keep the uploaded
files, nor what it answered. So the log stands where all of SimCord's transports meet, ``simcord.http.router.dispatch``.
"""

import fnmatch
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Message

from playground.testing.truths.requests import PROVOKED
from tests.discord_api.circumstances import Circumstances, InteractionType, MessageFlag
from tests.discord_api.validator import check_request

ROOT = Path(__file__).resolve().parents[2]
_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
_EXAMPLE = re.compile("“@[^”]*”")
"""How to mention members, as a refusal says it."""
_REORDERING = re.compile("[\u202a-\u202e\u2066\u2067]")
"""Controls that a name may have and no text needs."""
_WORD = re.compile(r"(?<!@)\b\w+")
_READ = frozenset({"content", "label", "description", "placeholder", "name", "title"})
"""The parts of a request that people read."""

INVALID_FORM_BODY = 50035
ALREADY_ACKNOWLEDGED = 40060
BOTS_FAULT = frozenset({INVALID_FORM_BODY, ALREADY_ACKNOWLEDGED})
"""The refusals that no state of the server excuses; others, such as a message that is gone, the bot has to expect."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request: its JSON body, the names and sizes of its files, what is wrong with it, how it was refused."""

    method: str
    path: str
    body: Any
    uploads: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    refusal: BackendError | None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def shows_table(request: Request) -> bool:
    """Whether it makes or changes the message of a table that is played, not somebody's hand."""
    return "My hand" in str(request.body)


class RequestLog:
    """Stands between the bot and the simulated Discord; ``dispatch`` replaces SimCord's own."""

    def __init__(self, dispatch: Callable[..., Any]) -> None:
        self.requests: list[Request] = []
        self._dispatch = dispatch
        self._seen = 0

    def dispatch(self, backend: Backend, method: str, path: str, **request: Any) -> Any:
        """Check a request and pass it on."""
        body = json.loads(json.dumps(request.get("json")))
        known = _circumstances(backend, path, request.get("files") or [])
        problems = (*check_request(method, path, body, known), *bare_names(path, body, _named(backend)))
        injected = [(fault["code"], fault["message"]) for fault in backend.faults]
        refusal = None
        try:
            return self._dispatch(backend, method, path, **request)
        except BackendError as error:
            is_meant = error.message == PROVOKED or (error.code, error.message) in injected
            refusal = None if is_meant else error
            raise
        finally:
            self.requests.append(Request(method, path, body, known.uploads or (), problems, refusal))

    def sent(self, method: str, path: str = "*") -> list[Request]:
        """The requests of this method whose path fits the pattern (``*`` for anything), oldest first."""
        return [
            request for request in self.requests if request.method == method and fnmatch.fnmatchcase(request.path, path)
        ]

    def take_complaints(self) -> list[str]:
        """What was wrong with the requests since the last time this was asked, one line each."""
        new, self._seen = self.requests[self._seen :], len(self.requests)
        return [f"{request}: {complaint}" for request in new for complaint in _complaints(request)]


def bare_names(path: str, body: Any, names: frozenset[str]) -> Iterator[str]:
    """Names that reorder any text of a request, or of members that do not stand in isolates there."""
    match body:
        case _ if path.startswith("/applications"):  # descriptions of commands have an example of a name
            pass
        case str():
            outside = _EXAMPLE.sub("", _ISOLATED.sub("", body))
            yield from (f"the name {name} is not isolated: {body}" for name in names & {*_WORD.findall(outside)})
            if _REORDERING.search(body):
                yield f"the order of letters is changed: {body!r}"
        case Mapping():
            for key, part in body.items():
                if key in _READ or not isinstance(part, str):
                    yield from bare_names(path, part, names)
        case list():
            for part in body:
                yield from bare_names(path, part, names)
        case _:
            pass


def _named(backend: Backend) -> frozenset[str]:
    """What the members of the simulated servers are called, unless the bot itself says that word ("out")."""
    return frozenset(user.name for user in backend.users.values() if not user.bot) - _own_words()


@cache
def _own_words() -> frozenset[str]:
    """The words of all texts of the bot, in English."""
    with (ROOT / "locales/de/LC_MESSAGES/cardroom.po").open("rb") as file:
        texts = [message.id for message in read_po(file)]
    return frozenset(word for text in texts for word in _WORD.findall(str(text)))


def _complaints(request: Request) -> Iterator[str]:
    yield from request.problems
    if request.refusal is not None and request.refusal.code in BOTS_FAULT:
        yield f"refused: {request.refusal}"


def _circumstances(backend: Backend, path: str, files: list[Any]) -> Circumstances:
    """What the simulated Discord knows about the next request."""
    uploads = tuple((file.filename, _size(file.fp)) for file in files)
    kind, *rest = path.strip("/").split("/")
    message, interaction = None, None
    if kind == "interactions":
        record = backend.interactions.get(int(rest[0]))
        if record is not None:
            interaction = InteractionType(record.type)
            message = _message(backend, record.channel_id, record.source_message_id)
    elif kind == "webhooks":
        message = _webhook_message(backend, rest[1], rest[3] if len(rest) > 3 else None)
    elif kind == "channels" and len(rest) > 2 and rest[2].isdecimal():
        message = _message(backend, int(rest[0]), int(rest[2]))
    if message is None:
        return Circumstances(uploads, interaction=interaction)
    kept = {str(attachment["id"]): str(attachment["filename"]) for attachment in message.attachments}
    return Circumstances(uploads, kept, MessageFlag(message.flags & MessageFlag.COMPONENTS_V2), interaction)


def _message(backend: Backend, channel_id: int, message_id: int | None) -> Message | None:
    messages: Mapping[int, Message] = backend.messages.get(channel_id, {})
    return None if message_id is None else messages.get(message_id)


def _webhook_message(backend: Backend, token: str, message_id: str | None) -> Message | None:
    """The message that a request with the token of an interaction is about; ``None`` for a new one."""
    record = backend.interactions.get(backend.interaction_tokens.get(token, 0))
    if record is None or message_id is None:
        return None
    known_id = record.message_id if message_id == "@original" else int(message_id)
    return _message(backend, record.channel_id, known_id)


def _size(file: Any) -> int:
    at = file.tell()
    size = file.seek(0, 2) - at
    file.seek(at)
    return size
