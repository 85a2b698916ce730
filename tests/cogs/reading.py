"""Reads a finished screen as Discord would get it."""

from collections.abc import Iterator
from typing import Any

from discord import ui

from engines.contract import Game, View
from engines.scenes import Decision, Question
from playground.testing.screens import visible


def parts(view: ui.LayoutView) -> list[dict[str, Any]]:
    """Every component, nested ones included."""

    def walk(components: list[Any]) -> Iterator[dict[str, Any]]:
        for part in components:
            yield part
            yield from walk(part.get("components", []))
            yield from walk([part["accessory"]] if "accessory" in part else [])

    return list(walk(view.to_components()))


def text(view: ui.LayoutView) -> str:
    """All text that is no control."""
    return visible("\n".join(part["content"] for part in parts(view) if "content" in part))


def buttons(view: ui.LayoutView) -> dict[str, dict[str, Any]]:
    """The buttons by label."""
    return {visible(part.get("label", "")): part for part in parts(view) if part["type"] == 2}


def menus(view: ui.LayoutView) -> list[dict[str, Any]]:
    return [part for part in parts(view) if part["type"] == 3]


def path_of(control: dict[str, Any]) -> tuple[str, ...]:
    """The path of picks in the custom id of a button or menu of a hand."""
    path = control["custom_id"].rpartition(":")[2]
    return tuple(path.split(".")) if path else ()


def page_of(button: dict[str, Any]) -> int:
    return int(button["custom_id"].split(":")[3])


def decisions(game: Game[Any], view: View[Any], path: tuple[str, ...] = ()) -> set[tuple[Any, ...]]:
    """The actions that the game offers by single picks after ``path``."""
    asked = game.ask(view, path)
    if isinstance(asked, Decision):
        return {asked.actions}
    assert asked.most == 1
    return set().union(*(decisions(game, view, (*path, choice.key)) for choice in asked.choices))


def keys(question: Question) -> list[str]:
    return [choice.key for choice in question.choices]
