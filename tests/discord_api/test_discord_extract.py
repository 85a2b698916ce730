"""``requests.json`` contains what is needed and can be updated."""

import json
import re
from typing import Any

import pytest

from tests.discord_api.extract import ENDPOINTS, TARGET, extract
from tests.discord_api.schema import endpoint_of


def description() -> dict[str, Any]:
    """A description of every endpoint, in which only sending a message has a body."""
    paths: dict[str, Any] = {}
    for method, path in ENDPOINTS:
        paths.setdefault(path, {})[method.lower()] = {}
    body = {"$ref": "#/components/schemas/Message", "description": "A message"}
    paths["/channels/{channel_id}/messages"]["post"] = {
        "requestBody": {"content": {"application/json": {"schema": body}}}
    }
    embed = {"type": "object", "properties": {"description": {"type": "string", "title": "Text"}}}
    message = {"type": "object", "properties": {"embed": {"$ref": "#/components/schemas/Embed"}}}
    return {"paths": paths, "components": {"schemas": {"Message": message, "Embed": embed, "Guild": {}}}}


def test_only_schemas_that_bodies_refer_to_are_kept() -> None:
    kept = extract(description())
    assert set(kept["components"]["schemas"]) == {"Message", "Embed"}
    assert kept["bodies"]["POST /channels/{channel_id}/messages"] == {"$ref": "#/components/schemas/Message"}
    assert kept["bodies"]["GET /channels/{channel_id}/messages"] is None


def test_a_field_named_description_is_kept() -> None:
    assert extract(description())["components"]["schemas"]["Embed"]["properties"] == {"description": {"type": "string"}}


def test_a_missing_endpoint_is_noticed() -> None:
    changed = description()
    del changed["paths"]["/channels/{channel_id}"]
    with pytest.raises(KeyError, match="channel_id"):
        extract(changed)


def test_the_stored_extract_is_complete() -> None:
    stored = json.loads(TARGET.read_text(encoding="utf-8"))
    assert set(stored["bodies"]) == {f"{method} {path}" for method, path in ENDPOINTS}
    assert set(re.findall(r"#/components/schemas/(\w+)", json.dumps(stored))) == set(stored["components"]["schemas"])


def test_original_is_not_a_message_id() -> None:
    assert endpoint_of("PATCH", "/webhooks/1/token/messages/@original") == (
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
    )
