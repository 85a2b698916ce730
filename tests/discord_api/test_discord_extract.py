"""``requests.json`` contains what is needed and can be updated."""

import json
import re

from tests.discord_api.extract import ENDPOINTS, TARGET
from tests.discord_api.schema import endpoint_of


def test_the_stored_extract_is_complete() -> None:
    stored = json.loads(TARGET.read_text(encoding="utf-8"))
    assert set(stored["bodies"]) == {f"{method} {path}" for method, path in ENDPOINTS}
    assert set(re.findall(r"#/components/schemas/(\w+)", json.dumps(stored))) == set(stored["components"]["schemas"])


def test_original_is_not_a_message_id() -> None:
    assert endpoint_of("PATCH", "/webhooks/1/token/messages/@original") == (
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
    )
