"""What Discord's refusal of a message is about: read from its code and the fields that it names, not from its status.

A thread that is archived and an answer that was sent twice are refused with 400 just like a picture (Discord
documentation, "Opcodes and status codes", "Error messages").
"""

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from http import HTTPStatus
from typing import TypeVar

import discord
from discord import ui

_log = logging.getLogger(__name__)

T = TypeVar("T")

INVALID_FORM = 50035
TOO_LARGE, NOT_ALLOWED = 40005, 50013
"""Refusals that are about the uploads of a message that has some. Many channels allow texts and no files."""
WITHOUT_CODE: dict[int, int] = {HTTPStatus.REQUEST_ENTITY_TOO_LARGE: TOO_LARGE, HTTPStatus.FORBIDDEN: NOT_ALLOWED}
"""What the status means where a proxy refuses a request before Discord gives it a code."""

NOT_ALLOWED_FOR, REFUSED_FOR = timedelta(days=1), timedelta(hours=1)
"""How long a channel is shown words before pictures are tried again: permissions seldom change, other reasons do."""

_FIELD = re.compile(r"^In (\S+): ", re.MULTILINE)
"""A field that an error names, as discord.py writes it: ``data.components.0.items.1.media.url``."""
_OF_PICTURES = re.compile(r"attachments|files?(\[\d+\])?|items|media")
"""The parts of a path that lead to an upload, or to what shows one: a gallery has items, each with its media."""
_OF_EMOJIS = re.compile(r"emoji")


def without_pictures_for(refusal: discord.HTTPException) -> timedelta | None:
    """How long pictures are not tried again after a message with some was refused; ``None``: that was not their fault.

    Some bots' edits that upload a picture for a gallery were refused with a 400 (discord-api-docs, issue 7529).
    """
    code = refusal.code or WITHOUT_CODE.get(refusal.status)
    if code == NOT_ALLOWED:
        return NOT_ALLOWED_FOR
    return REFUSED_FOR if code == TOO_LARGE or _names(refusal, _OF_PICTURES) else None


async def with_emojis(view: ui.LayoutView | None, send: Callable[[], Awaitable[T]]) -> T:
    """Send a message; if an emoji of a button or menu is refused, once more, and then without such emojis.

    Discord now and then refuses emojis that exist (discord-api-docs, issue 7128).
    """
    for is_last in (False, True):
        try:
            return await send()
        except discord.HTTPException as refusal:
            if view is None or not _names(refusal, _OF_EMOJIS):
                raise
            _log.info("An emoji was refused: %s", refusal)
            if is_last:
                _take_emojis(view)
    return await send()


def _take_emojis(view: ui.LayoutView) -> None:
    """Take the emojis out of all buttons and menus, which have words as well."""
    for item in view.walk_children():
        for labelled in item.options if isinstance(item, ui.Select) else [item]:
            if isinstance(labelled, discord.SelectOption | ui.Button):
                labelled.emoji = None


def _names(refusal: discord.HTTPException, pattern: re.Pattern[str]) -> bool:
    """Whether Discord found fault with a field of which a part fits the pattern."""
    if refusal.code != INVALID_FORM:
        return False
    fields = _FIELD.findall(refusal.text)
    return any(pattern.fullmatch(part) for field in fields for part in field.split("."))
