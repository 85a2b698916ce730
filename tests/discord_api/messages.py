"""Limits of a message that is sent or edited (Discord: "Message Resource"), beyond the description's."""

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
MOST_EMBED_TEXT = 6000
FILE_NAME = re.compile(r"[A-Za-z0-9_.-]+")
"""Discord changes every other character of a file name, after which ``attachment://`` no longer finds it."""


class Sending(Enum):
    """How a message comes about, with the flags that may be set there."""

    NEW = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
    """In a channel."""
    REPLY = NEW | MessageFlag.EPHEMERAL
    """The answer to an interaction, or one that follows it."""
    DEFERRED = MessageFlag.EPHEMERAL
    """A promise to answer an interaction."""
    EDIT = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2
    """A change of a message that is there."""


def message_problems(body: Any, sending: Sending, known: Circumstances, place: str = "$") -> Iterator[str]:
    """Everything that Discord, or rule 7 of the project's Discord rules, has against this message."""
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
    """Whether the message is one of Components V2: the flag stays once it is set."""
    had = known.flags if sending is Sending.EDIT else 0
    return bool((_flags(body) | had) & MessageFlag.COMPONENTS_V2)


def _flag_problems(body: Mapping[str, Any], sending: Sending, place: str) -> Iterator[str]:
    odd = _flags(body) & ~sending.value
    if odd:
        yield f"{place}.flags: {odd} may not be set on a message that is {sending.name.lower()}"


def _content_problems(body: Mapping[str, Any], sending: Sending, known: Circumstances, place: str) -> Iterator[str]:
    content = body.get("content") or ""
    if len(content) > MOST_CONTENT:
        yield f"{place}.content: {len(content)} characters, at most {MOST_CONTENT}"
    if content and is_blank(content):
        yield f"{place}.content: is blank"
    if _has_layout(body, sending, known):
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                yield f"{place}.{key}: not together with the Components V2 flag"
    said = ("content", "embeds", "components", "attachments", "poll", "sticker_ids")
    if sending is not Sending.EDIT and not known.uploads and not any(body.get(key) for key in said):
        yield f"{place}: an empty message"
    embeds = [embed for embed in body.get("embeds") or [] if isinstance(embed, dict)]
    length = sum(map(_embed_length, embeds))
    if length > MOST_EMBED_TEXT:
        yield f"{place}.embeds: {length} characters in all, at most {MOST_EMBED_TEXT}"


def _embed_length(embed: Mapping[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for entry in embed.get("fields") or []:
        texts += [entry.get("name"), entry.get("value")]
    return sum(len(text or "") for text in texts)


def _component_problems(body: Mapping[str, Any], sending: Sending, known: Circumstances, place: str) -> Iterator[str]:
    if body.get("components") is None:
        return
    where = f"{place}.components"
    check = layout_problems if _has_layout(body, sending, known) else legacy_problems
    yield from check(body["components"], where)
    yield from component_problems(body["components"], where)


def _mention_problems(body: Mapping[str, Any], place: str) -> Iterator[str]:
    """Every send and edit says whom it may mention, and nobody mentions everyone."""
    mentions = body.get("allowed_mentions")
    if mentions is None:
        if body.get("content") or body.get("components"):
            yield f"{place}.allowed_mentions: must be set"
        return
    parse = mentions.get("parse") or []
    for key in ("users", "roles"):
        if key in parse and mentions.get(key):
            yield f"{place}.allowed_mentions: {key} both in parse and by id"
    for key in ("everyone", "roles"):
        if key in parse:
            yield f"{place}.allowed_mentions: the bot never mentions {key}"


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
                yield f"{place}.attachments: {name} is uploaded and shown nowhere"


def _listing_problems(
    listed: list[Any], known: Circumstances, kept: Mapping[str, str] | None, place: str
) -> Iterator[str]:
    """The list of attachments names each upload by its number and each kept attachment by its id."""
    ids = [str(entry.get("id")) for entry in listed]
    for value in repeated(ids):
        yield f"{place}: id {value} occurs more than once"
    if known.uploads is None or kept is None:
        return
    uploads = [str(number) for number in range(len(known.uploads))]
    for value in ids:
        if value not in uploads and value not in kept:
            yield f"{place}: id {value} is neither a file that is sent nor one that is there"
    for number in uploads:
        if number not in ids:
            yield f"{place}: file {number} is sent and not listed"


def _names_after(listed: list[Any] | None, known: Circumstances, kept: Mapping[str, str] | None) -> list[str] | None:
    """The names of the attachments once the request is done; ``None`` if that cannot be told."""
    uploads = [name for name, _ in known.uploads or ()]
    if listed is not None:
        old = kept or {}
        return [str(entry.get("filename") or old.get(str(entry.get("id")))) for entry in listed]
    return None if kept is None else [*kept.values(), *uploads]
