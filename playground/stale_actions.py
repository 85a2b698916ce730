"""Decides whether to repeat an action that SimCord Preview rejected as stale.

Every action names the revision that its page shows, and Preview accepts only the newest revision. In a playground that
changes while people look at it, about half of all clicks would be rejected. On Discord a click counts as long as the
button is still there. The playground does the same: it repeats the action with the newest revision if the control
still looks the same.
"""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Appearances = dict[str, tuple[Any, ...]]

STRING_SELECT = 3
"""The type of a menu (Discord documentation, "Component types")."""

CONTROL_ACTIONS = ("click", "select")
"""Actions on a control of a message, which may have changed. Preview itself checks the target of all other actions."""


def is_stale(receipt: Json) -> bool:
    """Whether Preview rejected an action only because its page was out of date."""
    return bool(receipt.get("rejected")) and any(
        diagnostic.get("code") == "stale-revision" for diagnostic in receipt.get("diagnostics", ())
    )


def with_newest_revision(action: Json, shown: Json, newest: Json) -> Json | None:
    """The action to send instead of a stale one.

    Args:
        action: what the page sent.
        shown: the state that the page showed when it sent the action.
        newest: the newest state.

    Returns:
        The same action for the newest revision. None if its control has gone or looks different now: the button may
        stand for another card.
    """
    again = {**action, "published_revision": newest["publishedRevision"]}
    if action.get("kind") in CONTROL_ACTIONS:
        key = _same_control(str(action.get("control_key")), _appearances(shown), _appearances(newest))
        if key is None:
            return None
        again["control_key"] = key
    return again


def _same_control(key: str, shown: Appearances, newest: Appearances) -> str | None:
    """The newest key of a control that still looks the same.

    A menu gets a new key whenever it is drawn, so it is found by its looks within the same message.
    """
    if key not in shown:
        return None
    if key in newest:
        return key if newest[key] == shown[key] else None
    message = key.partition(":component:")[0]
    alike = [other for other in newest if other.startswith(f"{message}:") and newest[other] == shown[key]]
    return alike[0] if len(alike) == 1 and shown[key][0] == STRING_SELECT else None


def _appearances(state: Json) -> Appearances:
    """What a person can see of every control, by the control's key."""
    return {
        component["control_key"]: _appearance(component)
        for component in _objects(state.get("messages"))
        if isinstance(component.get("control_key"), str)
    }


def _appearance(component: Json) -> tuple[Any, ...]:
    emoji = component.get("emoji") or {}
    options = component.get("options") or ()
    return (
        component.get("type"),
        component.get("label"),
        emoji.get("id"),
        emoji.get("name"),
        component.get("placeholder"),
        bool(component.get("disabled")),
        tuple(option.get("label") for option in options),
    )


def _objects(value: Any) -> Iterator[Json]:
    """Every JSON object inside a JSON value."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for inner in value:
        yield from _objects(inner)
