"""Which stale actions are repeated with the newest revision."""

from typing import Any

import pytest

from playground.pages import is_stale, with_newest_revision

KEY = "message:1:component:2"


def state(revision: int, **control: Any) -> dict[str, Any]:
    """A state with one control."""
    components = [{"type": 1, "components": [{"type": 2, "control_key": KEY, **control}]}] if control else []
    return {"publishedRevision": revision, "messages": {"1": {"components": components}}}


CLICK = {"kind": "click", "control_key": KEY, "published_revision": 3}


def test_a_click_on_an_unchanged_button_is_repeated():
    shown = state(3, label="Join", custom_id="table:7:1:join")
    newest = state(5, label="Join", custom_id="table:7:2:join")
    assert with_newest_revision(CLICK, shown, newest) == {**CLICK, "published_revision": 5}


@pytest.mark.parametrize(
    ("shown", "newest"),
    [
        ({"label": "7 of hearts"}, {"label": "8 of hearts"}),
        ({"label": "Join"}, {"label": "Join", "disabled": True}),
        ({"label": "Join"}, {}),
        ({}, {"label": "Join"}),
        ({"options": [{"label": "7"}, {"label": "8"}]}, {"options": [{"label": "7"}]}),
        ({"emoji": {"name": "♥"}}, {"emoji": {"name": "♠"}}),
        ({"placeholder": "Choose a card"}, {"placeholder": "Choose a pile"}),
    ],
)
def test_a_click_on_a_control_that_has_gone_or_changed_is_not_repeated(shown: dict[str, Any], newest: dict[str, Any]):
    assert with_newest_revision(CLICK, state(3, **shown), state(5, **newest)) is None


def redrawn(state: dict[str, Any], key: str) -> dict[str, Any]:
    """The state after its control was drawn with another key."""
    (row,) = state["messages"]["1"]["components"]
    row["components"][0]["control_key"] = key
    return state


@pytest.mark.parametrize(
    ("newest", "key"),
    [
        (redrawn(state(5, type=3, placeholder="Choose"), "message:1:component:9"), "message:1:component:9"),
        (redrawn(state(5, type=3, placeholder="Discard"), "message:1:component:9"), None),
        (redrawn(state(5, type=3, placeholder="Choose"), "message:2:component:9"), None),
    ],
)
def test_a_choice_in_a_menu_that_was_redrawn_without_a_change_is_repeated(newest: dict[str, Any], key: str | None):
    select = {**CLICK, "kind": "select", "values": ["7"]}
    repeated = with_newest_revision(select, state(3, type=3, placeholder="Choose"), newest)
    assert (repeated and repeated["control_key"]) == key


def test_a_click_on_a_button_with_another_key_is_not_repeated():
    newest = redrawn(state(5, type=2, label="Join"), "message:1:component:9")
    assert with_newest_revision(CLICK, state(3, type=2, label="Join"), newest) is None


def test_a_command_is_always_repeated():
    repeated = with_newest_revision({"kind": "run_command"}, state(3), state(5))
    assert repeated == {"kind": "run_command", "published_revision": 5}


@pytest.mark.parametrize(
    ("receipt", "stale"),
    [
        ({"rejected": True, "diagnostics": [{"code": "stale-revision"}]}, True),
        ({"rejected": True, "diagnostics": [{"code": "validation-failed"}]}, False),
        ({"rejected": False, "diagnostics": [{"code": "stale-revision"}]}, False),
        ({"error": {"code": "context-unavailable"}}, False),
    ],
)
def test_only_an_outdated_page_counts_as_stale(receipt: dict[str, Any], stale: bool):
    assert is_stale(receipt) is stale
