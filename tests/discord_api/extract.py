"""Extract the part that the bot needs from Discord's description of its HTTP API.

The description is ``specs/openapi_preview.json`` of https://github.com/discord/discord-api-spec (MIT licence, see
``LICENSE.discord-api-spec`` next to this file). To update ``requests.json``, run this with a new copy::

    python -m tests.discord_api.extract path/to/openapi.json

``requests.json`` contains the schema of the JSON body of every endpoint in ``ENDPOINTS`` (``null`` if it has no body),
and every schema that these bodies refer to. Titles and descriptions are dropped because they validate nothing.
"""

import argparse
import hashlib
import json
import re
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("requests.json")

ENDPOINTS = (
    ("GET", "/applications/@me"),
    ("GET", "/applications/{application_id}/commands"),
    ("PUT", "/applications/{application_id}/commands"),
    ("GET", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"),
    ("GET", "/applications/{application_id}/emojis"),
    ("POST", "/applications/{application_id}/emojis"),
    ("DELETE", "/applications/{application_id}/emojis/{emoji_id}"),
    ("GET", "/channels/{channel_id}"),
    ("PATCH", "/channels/{channel_id}"),
    ("DELETE", "/channels/{channel_id}"),
    ("GET", "/channels/{channel_id}/messages"),
    ("POST", "/channels/{channel_id}/messages"),
    ("GET", "/channels/{channel_id}/messages/{message_id}"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("PUT", "/channels/{channel_id}/thread-members/{user_id}"),
    ("GET", "/guilds/{guild_id}"),
    ("GET", "/guilds/{guild_id}/members/{user_id}"),
    ("GET", "/guilds/{guild_id}/scheduled-events"),
    ("POST", "/guilds/{guild_id}/scheduled-events"),
    ("PATCH", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}"),
    ("DELETE", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}"),
    ("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"),
    ("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("GET", "/oauth2/applications/@me"),
    ("GET", "/users/@me"),
    ("DELETE", "/users/@me/guilds/{guild_id}"),
    ("GET", "/users/{user_id}"),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"),
    ("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
)
"""Every request that the bot may send. Any other request is invalid until it is added here."""

_REFERENCE = re.compile(r"#/components/schemas/(\w+)")
_IGNORED_KEYS = ("description", "title", "x-discord-union", "externalDocs")


def _without_ignored_keys(schema: Any, *, names: bool = False) -> Any:
    """The schema without keys that validate nothing. With ``names``, the keys of ``schema`` are field names."""
    if isinstance(schema, list):
        return [_without_ignored_keys(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_ignored_keys(value, names=key in ("properties", "schemas"))
        for key, value in schema.items()
        if names or key not in _IGNORED_KEYS
    }


def _reachable(schemas: dict[str, Any], start: Any) -> dict[str, Any]:
    """The schemas that ``start`` refers to, directly or indirectly."""
    found: dict[str, Any] = {}
    waiting = _REFERENCE.findall(json.dumps(start))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += _REFERENCE.findall(json.dumps(schemas[name]))
    return dict(sorted(found.items()))


def extract(description: dict[str, Any]) -> dict[str, Any]:
    """The part of an OpenAPI description for ``requests.json``. Raises KeyError if an endpoint is missing."""
    bodies: dict[str, Any] = {}
    for method, path in ENDPOINTS:
        content = description["paths"][path][method.lower()].get("requestBody", {}).get("content", {})
        bodies[f"{method} {path}"] = _without_ignored_keys(content.get("application/json", {}).get("schema"))
    schemas = _reachable(_without_ignored_keys(description["components"]["schemas"], names=True), bodies)
    return {"bodies": bodies, "components": {"schemas": schemas}}


def main() -> None:
    """Read the description named on the command line and write ``requests.json``."""
    parser = argparse.ArgumentParser(description="Update requests.json from Discord's description of its API.")
    parser.add_argument("description", type=Path, help="openapi.json of discord/discord-api-spec")
    source = parser.parse_args().description.read_bytes()
    document = {"source": {"sha256": hashlib.sha256(source).hexdigest()}, **extract(json.loads(source))}
    TARGET.write_text(json.dumps(document, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
