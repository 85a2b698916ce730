"""The emojis that the bot has uploaded for itself: SimCord keeps their names, not their pictures."""

from __future__ import annotations

import binascii
from base64 import b64decode

import simcord

ADDRESS = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where SimCord Preview looks for the picture of an emoji."""


def uploaded_emojis(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """The pictures of the application's emojis, from what the bot has sent so far.

    Returns:
        File name and picture by address, as ``env.preview`` takes them for its ``assets``.
    """
    pictures = {}
    for request in env.http_requests:
        if request.method == "POST" and request.path.endswith("/emojis") and isinstance(request.json, dict):
            pictures[request.json.get("name")] = _picture(str(request.json.get("image", "")))
    return {
        ADDRESS.format(id=emoji.id): (f"{emoji.name}.png", picture)
        for emoji in env.backend.application_emojis.values()
        if (picture := pictures.get(emoji.name))
    }


def _picture(data_url: str) -> bytes:
    """The bytes in a ``data:`` URL, the form in which pictures are sent to Discord; none if it is not one."""
    try:
        return b64decode(data_url.partition(";base64,")[2])
    except binascii.Error:
        return b""
