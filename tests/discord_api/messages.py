"""Limits of sent and edited messages that the description omits (Discord: "Message Resource")."""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

from tests.discord_api.circumstances import Circumstances, MessageFlag
from tests.discord_api.components import (
    component_problems,
    is_blank,
    layout_problems,
    legacy_problems,
    media_urls,
    repeated,
)

MOST_CONTENT = 2000
MOST_ATTACHMENTS = 10
MOST_UPLOAD_BYTES = 10 * 1024 * 1024
FILE_NAME = re.compile(r"[A-Za-z0-9_.-]+")
"""Discord replaces all other characters in a file name, and then ``attachment://`` no longer finds the file."""


class Sending(Enum):
    """How a message is sent. The value is the set of flags that are allowed then."""

    NEW = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
    """A new message in a channel."""
    REPLY = NEW | MessageFlag.EPHEMERAL
    """The response to an interaction, or a follow-up."""
    DEFERRED = MessageFlag.EPHEMERAL
    """A deferred response to an interaction."""
    EDIT = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
    """A change to an existing message."""


def message_problems(body: Any, sending: Sending, known: Circumstances, place: str = "$") -> Iterator[str]:
    """Why Discord, or rule 7 of the project's Discord rules, would reject this message."""
    if not isinstance(body, dict):
        return
    yield from _flag_problems(body, sending, place)
    if sending is Sending.DEFERRED:
        return
    yield from _content_problems(body, sending, known, place)
    yield from _component_problems(body, sending, known, place)
    yield from _mention_problems(body, place)
    yield from _attachment_problems(body, sending, known, place)


def _flags(body: Mapping[str, Any]) -> int:
    flags = body.get("flags")
    return flags if isinstance(flags, int) else 0


def _has_layout(body: Mapping[str, Any], sending: Sending, known: Circumstances) -> bool:
    """Whether the message uses Components V2. The flag cannot be removed once it is set."""
    had = known.flags if sending is Sending.EDIT else 0
    return bool((_flags(body) | had) & MessageFlag.COMPONENTS_V2)


def _flag_problems(body: Mapping[str, Any], sending: Sending, place: str) -> Iterator[str]:
    forbidden = _flags(body) & ~sending.value
    if forbidden:
        yield f"{place}.flags: {forbidden} cannot be set on a message of kind {sending.name.lower()}"


def _content_problems(body: Mapping[str, Any], sending: Sending, known: Circumstances, place: str) -> Iterator[str]:
    content = body.get("content") or ""
    if len(content) > MOST_CONTENT:
        yield f"{place}.content: {len(content)} characters, at most {MOST_CONTENT}"
    if content and is_blank(content):
        yield f"{place}.content: is blank"
    if content and _has_layout(body, sending, known):
        yield f"{place}.content: not allowed with the Components V2 flag"
    for key in ("embeds", "poll", "sticker_ids"):
        if body.get(key):
            yield f"{place}.{key}: the bot sends none"
    visible = ("content", "components", "attachments")
    if sending is not Sending.EDIT and not known.uploads and not any(body.get(key) for key in visible):
        yield f"{place}: the message is empty"


def _component_problems(body: Mapping[str, Any], sending: Sending, known: Circumstances, place: str) -> Iterator[str]:
    if body.get("components") is None:
        return
    where = f"{place}.components"
    check = layout_problems if _has_layout(body, sending, known) else legacy_problems
    yield from check(body["components"], where)
    yield from component_problems(body["components"], where)


def _mention_problems(body: Mapping[str, Any], place: str) -> Iterator[str]:
    """Every send and edit must say whom it may mention, and none may mention everyone."""
    mentions = body.get("allowed_mentions")
    if mentions is None:
        if body.get("content") or body.get("components"):
            yield f"{place}.allowed_mentions: must be set"
        return
    parse = mentions.get("parse") or []
    for key in ("users", "roles"):
        if key in parse and mentions.get(key):
            yield f"{place}.allowed_mentions: {key} given both in parse and by id"
    for key in ("everyone", "roles"):
        if key in parse:
            yield f"{place}.allowed_mentions: the bot must never mention {key}"


def _attachment_problems(body: Mapping[str, Any], sending: Sending, known: Circumstances, place: str) -> Iterator[str]:
    for name, size in known.uploads or ():
        if size > MOST_UPLOAD_BYTES:
            yield f"{place}.attachments: {name} has {size} bytes, at most {MOST_UPLOAD_BYTES}"
        if not FILE_NAME.fullmatch(name):
            yield f"{place}.attachments: Discord would change the file name {name!r}"
    kept = known.kept if sending is Sending.EDIT else {}
    listed = body.get("attachments")
    if listed is not None:
        yield from _listing_problems(listed, known, kept, f"{place}.attachments")
    names = _names_after(listed, known, kept)
    if names is None:
        return
    if len(names) > MOST_ATTACHMENTS:
        yield f"{place}.attachments: {len(names)} attachments, at most {MOST_ATTACHMENTS}"
    shown = [
        (where, url.removeprefix("attachment://"))
        for where, url in media_urls(body.get("components"), f"{place}.components")
        if url.startswith("attachment://")
    ]
    for where, name in shown:
        if name not in names:
            yield f"{where}: shows attachment {name!r}, which the message does not have"
    if _has_layout(body, sending, known):
        for name, _ in known.uploads or ():
            if name not in {name for _, name in shown}:
                yield f"{place}.attachments: {name} is uploaded but not shown"


def _listing_problems(
    listed: list[Any], known: Circumstances, kept: Mapping[str, str] | None, place: str
) -> Iterator[str]:
    """The list of attachments must name each upload by its index and each kept attachment by its id."""
    ids = [str(entry.get("id")) for entry in listed]
    for value in repeated(ids):
        yield f"{place}: id {value} occurs more than once"
    if known.uploads is None or kept is None:
        return
    uploads = [str(number) for number in range(len(known.uploads))]
    for value in ids:
        if value not in uploads and value not in kept:
            yield f"{place}: id {value} is neither an uploaded file nor an existing attachment"
    for number in uploads:
        if number not in ids:
            yield f"{place}: file {number} is uploaded but not listed"


def _names_after(listed: list[Any] | None, known: Circumstances, kept: Mapping[str, str] | None) -> list[str] | None:
    """The names of the attachments after the request; ``None`` if they are unknown."""
    uploads = [name for name, _ in known.uploads or ()]
    if listed is not None:
        old = kept or {}
        return [str(entry.get("filename") or old.get(str(entry.get("id")))) for entry in listed]
    return None if kept is None else [*kept.values(), *uploads]
