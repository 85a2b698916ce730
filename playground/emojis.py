"""The images of the emojis that the bot has uploaded. SimCord stores the names of emojis, but not their images."""

import binascii
from base64 import b64decode

import simcord

EMOJI_URL = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where SimCord Preview looks for the image of an emoji."""


def uploaded_emojis(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Find the images of the application's emojis among the requests that the bot has sent.

    Returns:
        File name and image by URL, the form in which ``env.preview`` expects its ``assets``.
    """
    images = {}
    for request in env.http_requests:
        if request.method == "POST" and request.path.endswith("/emojis") and isinstance(request.json, dict):
            images[request.json.get("name")] = _decode_data_url(str(request.json.get("image", "")))
    return {
        EMOJI_URL.format(id=emoji.id): (f"{emoji.name}.png", image)
        for emoji in env.backend.application_emojis.values()
        if (image := images.get(emoji.name))
    }


def _decode_data_url(url: str) -> bytes:
    """The content of a ``data:`` URL, which is how Discord receives images; empty if the URL is malformed."""
    try:
        return b64decode(url.partition(";base64,")[2])
    except binascii.Error:
        return b""
