"""Limits of the application's own emojis (Discord: "Emoji Resource"), beyond the description's."""

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<data>.*)", re.DOTALL)
MOST_IMAGE_BYTES = 256 * 1024


def emoji_problems(body: Any) -> Iterator[str]:
    """Everything that Discord has against this new emoji."""
    if not isinstance(body, dict):
        return
    name, image = str(body.get("name")), IMAGE.fullmatch(str(body.get("image")))
    if not NAME.fullmatch(name):
        yield f"$.name: {name!r} has other characters than letters, digits and underscores, or not 2 to 32 of them"
    if image is None:
        yield "$.image: is no picture as a data address in base64"
        return
    try:
        size = len(base64.b64decode(image["data"], validate=True))
    except binascii.Error:
        yield "$.image: is not base64"
        return
    if not 0 < size <= MOST_IMAGE_BYTES:
        yield f"$.image: {size} bytes, at most {MOST_IMAGE_BYTES}"
