"""Decides whether to repeat an action that SimCord Preview rejected as stale.

Every action names the revision that its page shows, and Preview accepts only the newest revision. In a playground that
changes while people look at it, about half of all clicks would be rejected. On Discord a click counts as long as the
button is still there. The playground does the same: it repeats the action with the newest revision if the control
still looks the same.
"""

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

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
    if action.get("kind") in CONTROL_ACTIONS:
        key = action.get("control_key")
        appearance = _appearance(shown, key)
        if appearance is None or appearance != _appearance(newest, key):
            return None
    return {**action, "published_revision": newest["publishedRevision"]}


def _appearance(state: Json, key: Any) -> tuple[Any, ...] | None:
    """What a person can see of a control; None if the state has no such control."""
    for component in _objects(state.get("messages")):
        if component.get("control_key") == key:
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
    return None


def _objects(value: Any) -> Iterator[Json]:
    """Every JSON object inside a JSON value."""
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for inner in value:
        yield from _objects(inner)
