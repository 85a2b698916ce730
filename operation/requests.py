"""Names the requests to Discord for metrics: the route without ids and tokens."""

import re

_VERSION = re.compile(r"^/api/v\d+/")
_WORD = re.compile(r"@?[a-z]+(-[a-z]+)*")
_HAVE_TOKENS = ("webhooks", "interactions")
"""These are followed by an id and a token."""

OTHER = "other"
"""Requests that do not go to Discord's API: to its gateway, or for pictures."""


def route_of(path: str) -> str:
    """The route of a path, such as ``/channels/{id}/messages``. There is a limited number of them."""
    if not _VERSION.match(path):
        return OTHER
    parts = _VERSION.sub("", path).split("/")
    return "/" + "/".join(_named(parts, place) for place in range(len(parts)))


def _named(parts: list[str], place: int) -> str:
    part = parts[place]
    if place >= 2 and parts[place - 2] in _HAVE_TOKENS:
        return "{token}"
    if part.isdecimal():
        return "{id}"
    return part if _WORD.fullmatch(part) else "{value}"
