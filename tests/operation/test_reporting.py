"""What is reported to Sentry names no card, no seed and no member."""

import importlib
import importlib.util
import json
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.version import VERSION
from operation.errors import PermanentFault
from operation.logs import report_errors, what_may_be_sent

EVENT = {
    "level": "error",
    "logger": "sessions.playing.play",
    "release": VERSION,
    "server_name": "secret",
    "user": {"id": "secret"},
    "extra": {"correlation_id": "secret"},
    "breadcrumbs": {"values": [{"message": "secret"}]},
    "contexts": {"secret": {}},
    "logentry": {"message": "Table %s cannot be played", "params": ["secret"], "formatted": "Table secret"},
    "exception": {
        "values": [
            {
                "type": "IllegalAction",
                "module": "engines.contract",
                "value": "secret",
                "mechanism": {"data": "secret"},
                "stacktrace": {
                    "frames": [{"filename": "play.py", "function": "act", "lineno": 7, "vars": {"seed": "secret"}}]
                },
            }
        ]
    },
}


def test_only_places_in_the_code_are_sent() -> None:
    sent = what_may_be_sent(EVENT)
    assert "secret" not in json.dumps(sent)
    assert sent["logentry"]["message"] == "Table %s cannot be played"
    (exception,) = sent["exception"]["values"]
    assert exception["type"] == "IllegalAction"
    assert exception["stacktrace"]["frames"] == [{"filename": "play.py", "function": "act", "lineno": 7}]
    assert what_may_be_sent({"level": "error"}) == {"level": "error"}


def test_sentry_is_set_up_only_if_the_host_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    options: list[dict[str, Any]] = []
    sdk = SimpleNamespace(init=lambda **given: options.append(given))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    monkeypatch.setattr(importlib, "import_module", lambda _: sdk)
    report_errors(None)
    assert options == []
    report_errors("https://key@sentry.example.org/1")
    (given,) = options
    assert given["before_send"] is what_may_be_sent
    assert (given["include_local_variables"], given["send_default_pii"], given["max_breadcrumbs"]) == (False, False, 0)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(PermanentFault, match='needs the extra "sentry"'):
        report_errors("https://key@sentry.example.org/1")
