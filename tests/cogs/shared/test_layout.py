"""No message exceeds a limit of Discord (Discord rule 4)."""

from typing import Any

import discord
import pytest
from discord import ui

from cogs.hands.question import ChoiceButton, ChoiceMenu
from cogs.shared.layout import Detail, LimitError, fit, layout, row
from cogs.shared.rendering import Renderer

READER = Renderer("en-US", {})


def button(label: str, path: tuple[str, ...] = ()) -> ui.Button[Any]:
    return ui.Button(custom_id=ChoiceButton(1, 1, 0, path).custom_id, label=label)


def menu(options: list[discord.SelectOption], placeholder: str | None = None, most: int = 1) -> ui.Select[Any]:
    custom_id = ChoiceMenu(1, 1, ()).custom_id
    return ui.Select(custom_id=custom_id, options=options, placeholder=placeholder, max_values=most)


def options(count: int, text: str = "x") -> list[discord.SelectOption]:
    return [discord.SelectOption(label=text, value=str(n)) for n in range(count)]


def test_a_screen_within_the_limits_is_made() -> None:
    view = layout(0, "x" * 4000, row(button("y" * 80)), row(menu(options(25))))
    assert view.content_length() == 4000


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        (["x" * 2001, "x" * 2000], "4001 characters of text"),
        (["🃏" * 2001], "4002 characters of text"),
        ([row(button("y" * 81))], "81 characters of a button"),
        ([row(button("y", ("k" * 100,)))], "characters of a custom id"),
        ([row(menu([]))], "no options"),
        ([row(menu(options(3), most=4))], "asks for 1 to 4"),
        ([row(menu([*options(1), *options(1)]))], "same value"),
        ([row(menu(options(2, "z" * 101)))], "101 characters of an option"),
        ([row(menu(options(2), "p" * 151))], "placeholder"),
        ([row(button("a"), button("b"))], "same custom id"),
    ],
)
def test_a_screen_over_a_limit_is_refused(parts: list[str | ui.Item[Any]], complaint: str) -> None:
    with pytest.raises(LimitError, match=complaint):
        layout(0, *parts)


def test_nested_components_count() -> None:
    """The container and a row count as much as what is in them."""
    assert layout(0, *["x"] * 37, row(button("a"))).total_children_count == 40
    with pytest.raises(LimitError, match="40"):
        layout(0, *["x"] * 38, row(button("a")))


def test_accessories_count() -> None:
    section = ui.Section[Any]("x", accessory=button("y" * 81))
    with pytest.raises(LimitError, match="81 characters of a button"):
        layout(0, section)


def test_fit_takes_the_richest_that_is_small_enough() -> None:
    sizes = {Detail.FULL: 5000, Detail.WRITTEN: 4001, Detail.SHORT: 4000, Detail.BARE: 10}
    view = fit(READER, lambda detail, _: layout(0, "x" * sizes[detail]))
    assert view.content_length() == 4000


def test_fit_says_so_if_nothing_is_small_enough() -> None:
    with pytest.raises(LimitError):
        fit(READER, lambda detail, _: layout(0, "x" * 5000))
