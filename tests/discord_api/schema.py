"""Validates JSON bodies against Discord's own description, as far as ``requests.json`` contains it."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

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
def quick_validator(endpoint: str) -> jsonschema_rs.Draft202012Validator:
    """Says whether the body for an endpoint is valid, 25 times as fast as the one that says why not."""
    schema = _schema(endpoint)
    assert schema is not None
    return jsonschema_rs.Draft202012Validator(schema)


@cache
def thorough_validator(endpoint: str) -> Validator:
    schema = _schema(endpoint)
    assert schema is not None
    return _Validator(schema)


def _alternatives(keyword: str) -> Callable[..., Iterator[ValidationError]]:
    """``oneOf`` or ``anyOf``, ten times as fast because alternatives for other component types are skipped."""
    original = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Any, schemas: list[Any], instance: Any, schema: Any) -> Iterator[ValidationError]:
        possible = [place for place, each in enumerate(schemas) if _is_possible(each, instance)]
        if len(possible) == 1:
            yield from validator.descend(instance, schemas[possible[0]], schema_path=possible[0])
        else:
            yield from original(validator, schemas, instance, schema)

    return check


def _is_possible(schema: dict[str, Any], instance: Any) -> bool:
    """Whether the instance can match this alternative, judging by its type or constant only."""
    if "$ref" in schema:
        schema = _document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "const" in schema:
        return instance == schema["const"]
    if schema.get("type") in ("null", "object"):
        if (instance is None) != (schema["type"] == "null"):
            return False
        types = schema.get("properties", {}).get("type", {}).get("enum")
        return types is None or not isinstance(instance, dict) or instance.get("type") in types
    return True


_Validator = extend(Draft202012Validator, {keyword: _alternatives(keyword) for keyword in ("oneOf", "anyOf")})


def schema_problems(endpoint: str, body: Any) -> Iterator[str]:
    """Where ``body`` violates the description of ``endpoint``, one line for each place."""
    if _schema(endpoint) is None:
        if body:
            yield "$: this endpoint has no body"
        return
    if quick_validator(endpoint).is_valid(body):
        return
    for error in thorough_validator(endpoint).iter_errors(body):
        for cause in _causes(error):
            yield f"{cause.json_path}: {_shortened(cause.message)}"


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """The errors in the intended alternative of a ``oneOf`` or ``anyOf``; otherwise ``error`` itself."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    intended = [errors for errors in branches.values() if not any(map(_excludes_alternative, errors))]
    if not intended:
        yield error
        return
    for inner in intended[0]:
        yield from _causes(inner)


def _excludes_alternative(error: ValidationError) -> bool:
    """Whether this error shows that another alternative is intended: not null, or another component or option type."""
    return list(error.relative_path) == ["type"] or (not error.relative_path and error.validator in ("type", "const"))


def _shortened(message: str, limit: int = 300) -> str:
    return message if len(message) <= limit else f"{message[: limit - 40]} … {message[-40:]}"
