"""Whether an action that came too late for SimCord Preview may be sent once more.

A page names with every action the revision it shows, and Preview refuses any but the newest. In a playground
that changes while people look at it that would refuse about half of all clicks. On Discord a click on a
button that is still there simply counts, so here it does too: the action is repeated with the newest revision if the
person was looking at the same control.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

CONTROL_ACTIONS = ("click", "select")
"""Actions on a control of a message, which may have become another one. Of all others Preview checks the target."""


def is_stale(receipt: Json) -> bool:
    """Whether Preview refused an action only because its page had changed meanwhile."""
    return bool(receipt.get("rejected")) and any(
        diagnostic.get("code") == "stale-revision" for diagnostic in receipt.get("diagnostics", ())
    )


def renewed(action: Json, seen: Json, now: Json) -> Json | None:
    """The same action for the newest revision.

    Args:
        action: what the page sent.
        seen: the state that the page showed at that time.
        now: the newest state.

    Returns:
        The action to send instead, or None if it was aimed at a control that is gone or reads differently now:
        the card behind a button may have become another one.
    """
    if action.get("kind") in CONTROL_ACTIONS:
        key = action.get("control_key")
        face = _face(seen, key)
        if face is None or face != _face(now, key):
            return None
    return {**action, "published_revision": now["publishedRevision"]}


def _face(state: Json, key: Any) -> tuple[Any, ...] | None:
    """What a person can read on a control; None if the state has no such control."""
    for component in _components(state.get("messages")):
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


def _components(part: Any) -> Iterator[Json]:
    """Every JSON object inside a part of a state."""
    if isinstance(part, dict):
        yield part
        part = part.values()
    elif not isinstance(part, list):
        return
    for inner in part:
        yield from _components(inner)
