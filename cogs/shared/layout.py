"""Builds messages out of components, with less detail where Discord would refuse everything."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from math import ceil
from types import MappingProxyType
from typing import Any, TypeAlias

import discord
from discord import ui

from cogs.shared import limits
from cogs.shared.rendering import Renderer, characters
from engines.contract import Game
from engines.texts import Text, say, say_count

LOBBY_COLOUR = GUIDE_COLOUR = STATS_COLOUR = 0x5865F2
PLAY_COLOUR = 0x2E8B57
RESULT_COLOUR = LEADERBOARD_COLOUR = 0xF1B82D
CLOSED_COLOUR = 0x80848E
REPLAY_COLOUR = 0x9B59B6

MEDALS = ("🥇", "🥈", "🥉")
NO_MEDAL = "▫️"

Parts: TypeAlias = list[str | ui.Item[Any]]


class StandIn(ui.TextDisplay[Any]):
    """What is said in words until a picture that shows it is there."""


class LimitError(ValueError):
    """Discord would refuse the message; the error says which limit it exceeds and by how much."""


class Detail(IntEnum):
    """How much detail a message shows."""

    FULL = 0
    """Everything, cards as emojis."""
    WRITTEN = 1
    """Everything, cards written as rank and suit."""
    SHORT = 2
    """Less news, and only the last cards of long rows."""
    BARE = 3
    """The news of the last move; only tops and numbers of cards."""


NEWS_LINES: Mapping[Detail, int] = MappingProxyType({Detail.SHORT: 4, Detail.BARE: 1})
"""How many news items are left where space is short."""


def fit(renderer: Renderer, build: Callable[[Detail, Renderer], ui.LayoutView]) -> ui.LayoutView:
    """The most detailed message that Discord accepts. Raises ``LimitError`` if even the barest is too large."""
    for detail in (Detail.FULL, Detail.WRITTEN, Detail.SHORT):
        try:
            return build(detail, renderer if detail is Detail.FULL else renderer.written)
        except LimitError:
            continue
    return build(Detail.BARE, renderer.written)


def layout(colour: int, *parts: str | ui.Item[Any]) -> ui.LayoutView:
    """A message of one coloured container. Strings become text displays; empty ones are left out.

    Raises ``LimitError`` if Discord would refuse it.
    """
    container: ui.Container[Any] = ui.Container(accent_colour=colour)
    for part in parts:
        if not isinstance(part, str):
            container.add_item(part)
        elif part.strip():
            container.add_item(ui.TextDisplay(part))
    try:
        view = ui.LayoutView(timeout=None).add_item(container)
    except ValueError as error:  # discord.py counts them too
        raise LimitError(str(error)) from error
    view.stop()  # the custom ids say all that there is to know, so discord.py need not keep it
    require_limits(view)
    return view


def plain_view(*controls: ui.Item[Any]) -> ui.View:
    """Controls below plain words, which ``layout`` has no place for: such a message has content of its own."""
    view = ui.View(timeout=None)
    for control in controls:
        view.add_item(control)
    view.stop()  # as in ``layout``
    return view


def rule() -> ui.Separator[Any]:
    """A thin line."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def row(*controls: ui.Item[Any]) -> ui.ActionRow[Any]:
    """Controls side by side."""
    return ui.ActionRow(*controls)


def rows(controls: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """Controls in as many rows as they need, about as many in each: none stands alone below a full row."""
    if not controls:
        return []
    each = ceil(len(controls) / ceil(len(controls) / limits.ROW_LIMIT))
    return [row(*controls[start : start + each]) for start in range(0, len(controls), each)]


def news_lines(news: Sequence[Text], renderer: Renderer, detail: Detail) -> Parts:
    """The news, latest last, below a thin line; nothing if there is none."""
    latest = news[-NEWS_LINES.get(detail, len(news)) :]
    if not latest:
        return []
    return [rule(), "\n".join(f"-# • {renderer.render(text)}" for text in latest)]


def player_count(game: Game[Any]) -> Text:
    """How many can play the game."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return say_count("For one player.", "For {count} players.", least)
    return say("For {least} to {most} players.", least=least, most=most)


def medal(place: int | None) -> str:
    """The sign before a place: a medal for the first three."""
    return NO_MEDAL if place is None or place > len(MEDALS) else MEDALS[place - 1]


def require_limits(view: ui.LayoutView) -> None:
    """Raise ``LimitError`` if a message exceeds one of Discord's limits."""
    parts = list(_walk(view.to_components()))
    _at_most("components", len(parts), limits.COMPONENT_LIMIT)
    _at_most(
        "characters of text",
        sum(characters(part["content"]) for part in parts if "content" in part),
        limits.TEXT_LIMIT,
    )
    for part in parts:
        _check_part(part)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        raise LimitError(f"two controls have the same custom id: {sorted(ids)}")


_TEXT_LIMITS = {
    "custom_id": ("custom id", limits.CUSTOM_ID_LIMIT),
    "label": ("button's label", limits.BUTTON_LABEL_LIMIT),
    "placeholder": ("menu's placeholder", limits.PLACEHOLDER_LIMIT),
}


def _check_part(part: dict[str, Any]) -> None:
    for name, (what, limit) in _TEXT_LIMITS.items():
        if text := part.get(name):
            _at_most(f"characters of a {what}", characters(text), limit)
    if part["type"] == discord.ComponentType.action_row.value:
        _at_most("controls in a row", len(part["components"]), limits.ROW_LIMIT)
    if part["type"] == discord.ComponentType.select.value:
        _check_menu(part)


def _check_menu(menu: dict[str, Any]) -> None:
    options = menu.get("options", [])
    _at_most("options of a menu", len(options), limits.MENU_LIMIT)
    if not options:
        raise LimitError("a menu has no options")
    if not 0 <= menu["min_values"] <= menu["max_values"] <= len(options):
        raise LimitError(f"a menu of {len(options)} asks for {menu['min_values']} to {menu['max_values']}")
    if len({option["value"] for option in options}) < len(options):
        raise LimitError("two options of a menu have the same value")
    for option in options:
        for text in (option["label"], option["value"], option.get("description") or ""):
            _at_most("characters of an option", characters(text), limits.OPTION_LIMIT)


def _walk(components: list[Any]) -> Iterator[dict[str, Any]]:
    """Every component as Discord counts them, nested ones and accessories included."""
    for part in components:
        yield part
        yield from _walk(part.get("components", []))
        if "accessory" in part:
            yield from _walk([part["accessory"]])


def _at_most(what: str, number: int, limit: int) -> None:
    if number > limit:
        raise LimitError(f"{number} {what}; Discord's limit is {limit}")
