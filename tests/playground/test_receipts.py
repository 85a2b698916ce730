"""Which actions may be sent again for the newest revision."""

from __future__ import annotations

from typing import Any

import pytest

from playground.receipts import is_stale, renewed

KEY = "message:1:component:2"


def state(revision: int, **control: Any) -> dict[str, Any]:
    """A state with one control."""
    components = [{"type": 1, "components": [{"type": 2, "control_key": KEY, **control}]}] if control else []
    return {"publishedRevision": revision, "messages": {"1": {"components": components}}}


CLICK = {"kind": "click", "control_key": KEY, "published_revision": 3}


def test_the_same_button_is_clicked_at_the_newest_revision():
    now = state(5, label="Join", custom_id="table:7:2:join")
    assert renewed(CLICK, state(3, label="Join", custom_id="table:7:1:join"), now) == {**CLICK, "published_revision": 5}


@pytest.mark.parametrize(
    ("seen", "now"),
    [
        ({"label": "7 of hearts"}, {"label": "8 of hearts"}),
        ({"label": "Join"}, {"label": "Join", "disabled": True}),
        ({"label": "Join"}, {}),
        ({}, {"label": "Join"}),
        ({"options": [{"label": "7"}, {"label": "8"}]}, {"options": [{"label": "7"}]}),
        ({"emoji": {"name": "♥"}}, {"emoji": {"name": "♠"}}),
    ],
)
def test_a_control_that_is_gone_or_reads_differently_is_left_alone(seen: dict[str, Any], now: dict[str, Any]):
    assert renewed(CLICK, state(3, **seen), state(5, **now)) is None


def test_a_command_is_not_aimed_at_a_control():
    assert renewed({"kind": "run_command"}, state(3), state(5)) == {"kind": "run_command", "published_revision": 5}


@pytest.mark.parametrize(
    ("receipt", "stale"),
    [
        ({"rejected": True, "diagnostics": [{"code": "stale-revision"}]}, True),
        ({"rejected": True, "diagnostics": [{"code": "validation-failed"}]}, False),
        ({"rejected": False, "diagnostics": [{"code": "stale-revision"}]}, False),
        ({"error": {"code": "context-unavailable"}}, False),
    ],
)
def test_what_counts_as_stale(receipt: dict[str, Any], stale: bool):
    assert is_stale(receipt) is stale
