"""Limits of application emojis that the description omits (Discord: "Emoji Resource")."""

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<data>.*)", re.DOTALL)
MOST_IMAGE_BYTES = 256 * 1024


def emoji_problems(body: Any) -> Iterator[str]:
    """Why Discord would reject this new emoji."""
    if not isinstance(body, dict):
        return
    name, image = str(body.get("name")), IMAGE.fullmatch(str(body.get("image")))
    if not NAME.fullmatch(name):
        yield f"$.name: {name!r} is not 2 to 32 letters, digits and underscores"
    if image is None:
        yield "$.image: is not a picture in a base64 data URL"
        return
    try:
        size = len(base64.b64decode(image["data"], validate=True))
    except binascii.Error:
        yield "$.image: is not base64"
        return
    if not 0 < size <= MOST_IMAGE_BYTES:
        yield f"$.image: {size} bytes, at most {MOST_IMAGE_BYTES}"
