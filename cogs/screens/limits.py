"""What fits into a Discord message, and how a screen becomes smaller until it does.

The limits are those of Discord's component reference (Components V2 messages).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

from discord import ui

from cogs.controls import CUSTOM_ID_LIMIT

COMPONENT_LIMIT = 40
TEXT_LIMIT = 4000
MENU_LIMIT = 25
ROW_LIMIT = 5
BUTTON_LABEL_LIMIT = 80
OPTION_LIMIT = 100
PLACEHOLDER_LIMIT = 150


class LimitError(ValueError):
    """A screen that Discord would refuse; the message says which limit and by how much."""


class Detail(IntEnum):
    """How much of the less important things a screen shows. It takes the richest that fits."""

    FULL = 0
    """Everything, cards as emojis."""
    WRITTEN = 1
    """Everything, cards written as rank and suit sign."""
    SHORT = 2
    """Less news, and of long rows the cards at the end."""
    BARE = 3
    """The news of the last move, and tops and numbers of cards."""


def fit(build: Callable[[Detail], ui.LayoutView]) -> ui.LayoutView:
    """The richest screen that Discord takes. Raises ``LimitError`` if even the barest is too large."""
    for detail in (Detail.FULL, Detail.WRITTEN, Detail.SHORT):
        try:
            return finish(build(detail))
        except LimitError:
            continue
    return finish(build(Detail.BARE))


def finish(view: ui.LayoutView) -> ui.LayoutView:
    """Check every limit of a finished screen and hand it back; raises ``LimitError``."""
    parts = list(_walk(view.to_components()))
    _at_most("components", len(parts), COMPONENT_LIMIT)
    _at_most("characters of text", sum(_length(part.get("content", "")) for part in parts), TEXT_LIMIT)
    for part in parts:
        _check_part(part)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        raise LimitError(f"two controls have the same custom id: {sorted(ids)}")
    return view


def _check_part(part: dict[str, Any]) -> None:
    """Check the limits of a single component."""
    _at_most("characters of a custom id", _length(part.get("custom_id", "")), CUSTOM_ID_LIMIT)
    _at_most("characters of a button's label", _length(part.get("label") or ""), BUTTON_LABEL_LIMIT)
    _at_most("characters of a menu's placeholder", _length(part.get("placeholder") or ""), PLACEHOLDER_LIMIT)
    if part["type"] == 1:  # an action row
        _at_most("controls in a row", len(part["components"]), ROW_LIMIT)
    if part["type"] == 3:  # a menu
        _check_menu(part)


def _check_menu(menu: dict[str, Any]) -> None:
    options = menu.get("options", [])
    _at_most("options of a menu", len(options), MENU_LIMIT)
    if not options:
        raise LimitError("a menu has no options")
    if not 0 <= menu["min_values"] <= menu["max_values"] <= len(options):
        raise LimitError(f"a menu of {len(options)} asks for {menu['min_values']} to {menu['max_values']}")
    if len({option["value"] for option in options}) < len(options):
        raise LimitError("two options of a menu have the same value")
    for option in options:
        for text in (option["label"], option["value"], option.get("description") or ""):
            _at_most("characters of an option", _length(text), OPTION_LIMIT)


def _walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    """Every component, nested ones and accessories included, as Discord counts them."""
    for part in components:
        yield part
        yield from _walk(part.get("components", []))
        if "accessory" in part:
            yield from _walk([part["accessory"]])


def _length(text: str) -> int:
    """Characters as JavaScript counts them, the stricter way: an emoji counts two."""
    return len(text.encode("utf-16-le")) // 2


def _at_most(what: str, number: int, limit: int) -> None:
    if number > limit:
        raise LimitError(f"{number} {what}, Discord takes {limit}")
