"""Validates JSON bodies against Discord's own description, as far as ``requests.json`` contains it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema_rs import ValidationError

SOURCE = Path(__file__).with_name("requests.json")


@cache
def _document() -> dict[str, Any]:
    document = json.loads(SOURCE.read_text(encoding="utf-8"))
    # Discord also accepts ids as numbers (Discord: "Snowflakes"), and discord.py sends some ids that way.
    document["components"]["schemas"]["SnowflakeType"]["type"] = ["string", "integer"]
    return document


@cache
def _templates() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Every endpoint with its pattern. Fewer parameters come first, because ``@original`` is not a message id."""
    endpoints = sorted(_document()["bodies"], key=lambda endpoint: endpoint.count("{"))
    return tuple((endpoint, re.compile(re.sub(r"\{\w+\}", "[^/]+", endpoint))) for endpoint in endpoints)


def endpoint_of(method: str, path: str) -> str | None:
    """The endpoint, e.g. ``"GET /channels/{channel_id}"``; ``None`` if the bot may not use it."""
    request = f"{method} {path}"
    return next((endpoint for endpoint, pattern in _templates() if pattern.fullmatch(request)), None)


@cache
def _schema(endpoint: str) -> dict[str, Any] | None:
    body = _document()["bodies"][endpoint]
    return None if body is None else {**body, "components": _document()["components"]}


@cache
def _validator(endpoint: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(_schema(endpoint) or {})


def schema_problems(endpoint: str, body: Any) -> Iterator[str]:
    """Where ``body`` violates the description of ``endpoint``, one line for each place."""
    if _schema(endpoint) is None:
        if body:
            yield "$: this endpoint has no body"
        return
    for error in _validator(endpoint).iter_errors(body):
        for cause in _causes(error):
            place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in cause.instance_path)
            yield f"${place}: {_shortened(cause.message)}"


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """The errors in the intended alternative of a ``oneOf`` or ``anyOf``; otherwise ``error`` itself."""
    branches: list[list[ValidationError]] = getattr(error.kind, "context", [])
    intended = [errors for errors in branches if not any(_excludes_alternative(inner, error) for inner in errors)]
    if not intended:
        yield error
        return
    for inner in intended[0]:
        yield from _causes(inner)


def _excludes_alternative(inner: ValidationError, outer: ValidationError) -> bool:
    """Whether this error shows that another alternative is intended: not null, or another component or option type."""
    below = inner.instance_path[len(outer.instance_path) :]
    return below == ["type"] or (not below and inner.schema_path[-1] in ("type", "const"))


def _shortened(message: str, limit: int = 300) -> str:
    return message if len(message) <= limit else f"{message[: limit - 40]} … {message[-40:]}"
