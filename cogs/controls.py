"""The buttons and menus under a table and under a hand.

Every control is a ``DynamicItem`` whose custom id says all it needs: the table, the revision it was
drawn at and what it does. So it goes on working after a restart, and a tap on an old one is recognised.
Who taps and whose turn it is never comes from the custom id. A control that is rebuilt from its custom
id has neither label nor options; discord.py fills in the values that were picked.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.desk import Desk

CUSTOM_ID_LIMIT = 100
"""Discord: a custom id has at most 100 characters."""

ALL_GAMES = "all"
"""Stands in a custom id for the leaderboard over all games."""


class Verb(StrEnum):
    """What a table button does."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    RULES = "rules"
    HAND = "hand"
    REMATCH = "rematch"
    REPLAY = "replay"
    TAKE_BACK = "back"
    WHY_NOT = "why"
    HINT = "hint"
    COME_BACK = "return"


def desk_of(interaction: discord.Interaction[Any]) -> Desk:
    """The desk of the bot that received the interaction."""
    return interaction.client.desk


def _path(match: re.Match[str]) -> list[str]:
    """The picks that a custom id carries."""
    return match["path"].split(".") if match["path"] else []


class TableButton(ui.DynamicItem[ui.Button[Any]], template=r"table:(?P<table>\d+):(?P<rev>\d+):(?P<verb>[a-z]+)"):
    """A button about the table as a whole."""

    def __init__(
        self,
        table: int,
        rev: int,
        verb: Verb,
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str | None = None,
    ) -> None:
        super().__init__(
            ui.Button(
                style=style,
                label=label,
                emoji=emoji,
                disabled=disabled,
                custom_id=f"table:{table}:{rev}:{verb.value}",
            )
        )
        self.table, self.rev, self.verb = table, rev, verb

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        return cls(int(match["table"]), int(match["rev"]), Verb(match["verb"]), label="…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the tap to the desk."""
        await desk_of(interaction).on_table_button(interaction, self.table, self.rev, self.verb)


class PickButton(
    ui.DynamicItem[ui.Button[Any]], template=r"pick:(?P<table>\d+):(?P<rev>\d+):(?P<page>\d+):(?P<path>[\w.-]*)"
):
    """A button of the hand: follow a path of picks, or turn to another page of the same question."""

    def __init__(
        self,
        table: int,
        rev: int,
        path: Sequence[str],
        label: str,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        page: int = 0,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            ui.Button(
                style=style,
                label=label,
                emoji=emoji,
                disabled=disabled,
                custom_id=f"pick:{table}:{rev}:{page}:{'.'.join(path)}",
            )
        )
        self.table, self.rev, self.page, self.path = table, rev, page, tuple(path)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        return cls(int(match["table"]), int(match["rev"]), _path(match), label="…", page=int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the picks to the desk."""
        await desk_of(interaction).on_pick(interaction, self.table, self.rev, self.path, (), self.page)


class PickMenu(ui.DynamicItem[ui.Select[Any]], template=r"menu:(?P<table>\d+):(?P<rev>\d+):(?P<path>[\w.-]*)"):
    """A menu of the hand: the values picked go on the path so far."""

    def __init__(
        self,
        table: int,
        rev: int,
        path: Sequence[str],
        options: Sequence[discord.SelectOption],
        placeholder: str | None = None,
        least: int = 1,
        most: int = 1,
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=f"menu:{table}:{rev}:{'.'.join(path)}",
                placeholder=placeholder,
                min_values=least,
                max_values=most,
                options=list(options),
            )
        )
        self.table, self.rev, self.path = table, rev, tuple(path)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu from the custom id of a selection; its values come with the interaction."""
        return cls(int(match["table"]), int(match["rev"]), _path(match), options=[])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the picks to the desk."""
        await desk_of(interaction).on_pick(interaction, self.table, self.rev, self.path, tuple(self.item.values), 0)


class ComputerMenu(ui.DynamicItem[ui.Select[Any]], template=r"computers:(?P<table>\d+):(?P<rev>\d+)"):
    """The menu of a lobby that lets computers play or sends them away: its values are levels and numbers of seats."""

    def __init__(
        self, table: int, rev: int, options: Sequence[discord.SelectOption], placeholder: str | None = None
    ) -> None:
        super().__init__(
            ui.Select(custom_id=f"computers:{table}:{rev}", placeholder=placeholder, options=list(options))
        )
        self.table, self.rev = table, rev

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu from the custom id of a selection; its value comes with the interaction."""
        return cls(int(match["table"]), int(match["rev"]), options=[])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        await desk_of(interaction).on_computers(interaction, self.table, self.rev, self.item.values[0])


class BoardButton(
    ui.DynamicItem[ui.Button[Any]], template=r"board:(?P<kind>members|computers):(?P<game>\w+):(?P<page>\d+)"
):
    """A button that shows a page of a leaderboard.

    ``game`` is a game's key or ``ALL_GAMES``; ``practice``: the board of the games against computers.
    """

    def __init__(
        self,
        game: str,
        page: int,
        label: str,
        emoji: str | None = None,
        disabled: bool = False,
        *,
        practice: bool = False,
    ) -> None:
        kind = "computers" if practice else "members"
        custom_id = f"board:{kind}:{game}:{page}"
        super().__init__(ui.Button(label=label, emoji=emoji, disabled=disabled, custom_id=custom_id))
        self.game, self.page, self.practice = game, page, practice

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        return cls(match["game"], int(match["page"]), label="…", practice=match["kind"] == "computers")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the page to the desk."""
        await desk_of(interaction).on_board_page(interaction, self.game, self.page, self.practice)


class OpenRulesButton(ui.DynamicItem[ui.Button[Any]], template=r"open_rules:(?P<game>\w+)"):
    """A button that opens a game's rules as a message of their own."""

    def __init__(self, game: str, label: str) -> None:
        super().__init__(ui.Button(label=label, custom_id=f"open_rules:{game}"))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        return cls(match["game"], label="…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the tap to the desk."""
        await desk_of(interaction).on_open_rules(interaction, self.game)


class RulesButton(ui.DynamicItem[ui.Button[Any]], template=r"rules:(?P<game>\w+):(?P<section>\d+)"):
    """A button that turns to another section of the rules that are being read."""

    def __init__(self, game: str, section: int, label: str, emoji: str | None = None, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=label, emoji=emoji, disabled=disabled, custom_id=f"rules:{game}:{section}"))
        self.game, self.section = game, section

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        return cls(match["game"], int(match["section"]), label="…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the section to the desk."""
        await desk_of(interaction).on_rules(interaction, self.game, self.section)


class RulesMenu(ui.DynamicItem[ui.Select[Any]], template=r"rulebook:(?P<game>\w+)"):
    """The contents of a game's rules: its value is the number of a section."""

    def __init__(self, game: str, options: Sequence[discord.SelectOption], placeholder: str | None = None) -> None:
        super().__init__(ui.Select(custom_id=f"rulebook:{game}", placeholder=placeholder, options=list(options)))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu from the custom id of a selection; its value comes with the interaction."""
        return cls(match["game"], options=[])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the section to the desk."""
        await desk_of(interaction).on_rules(interaction, self.game, int(self.item.values[0]))


class ChallengeMenu(ui.DynamicItem[ui.Select[Any]], template=r"challenge:(?P<user>\d+)"):
    """The games that a member can be challenged to: its value is a game's key."""

    def __init__(self, user: int, options: Sequence[discord.SelectOption], placeholder: str | None = None) -> None:
        super().__init__(ui.Select(custom_id=f"challenge:{user}", placeholder=placeholder, options=list(options)))
        self.user = user

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu from the custom id of a selection; its value comes with the interaction."""
        return cls(int(match["user"]), options=[])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the choice to the desk."""
        await desk_of(interaction).on_challenge(interaction, self.user, self.item.values[0])


class ReplayButton(
    ui.DynamicItem[ui.Button[Any]],
    template=r"replay:(?P<table>\d+):(?P<number>\d+):(?P<seat>\d+|-):(?P<way>[a-z]+)",
):
    """A button that shows a finished game after another number of moves.

    ``seat`` is whose view is shown, ``None``: everybody's. ``way`` tells apart buttons that lead to the same place.
    """

    def __init__(
        self,
        table: int,
        number: int,
        seat: int | None,
        way: str,
        label: str,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        custom_id = f"replay:{table}:{ReplayMenu.value(number, seat)}:{way}"
        super().__init__(ui.Button(label=label, emoji=emoji, disabled=disabled, custom_id=custom_id))
        self.table, self.number, self.seat, self.way = table, number, seat, way

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the button from the custom id of a tap."""
        seat = None if match["seat"] == "-" else int(match["seat"])
        return cls(int(match["table"]), int(match["number"]), seat, match["way"], label="…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the place to the desk."""
        await desk_of(interaction).on_replay(interaction, self.table, self.number, self.seat)


class ReplayMenu(ui.DynamicItem[ui.Select[Any]], template=r"replay_menu:(?P<table>\d+):(?P<what>[a-z]+)"):
    """A menu of places in a finished game: other moves (``what`` "jump") or other seats to look from ("seat")."""

    def __init__(
        self, table: int, what: str, options: Sequence[discord.SelectOption], placeholder: str | None = None
    ) -> None:
        custom_id = f"replay_menu:{table}:{what}"
        super().__init__(ui.Select(custom_id=custom_id, placeholder=placeholder, options=list(options)))
        self.table, self.what = table, what

    @staticmethod
    def value(number: int, seat: int | None) -> str:
        """The value of an option: how many moves have been made, and from which seat to look."""
        return f"{number}:{'-' if seat is None else seat}"

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Rebuild the menu from the custom id of a selection; its value comes with the interaction."""
        return cls(int(match["table"]), match["what"], options=[])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the place to the desk."""
        number, _, seat = self.item.values[0].partition(":")
        to = int(number) if number.isdecimal() else 0
        await desk_of(interaction).on_replay(interaction, self.table, to, int(seat) if seat.isdecimal() else None)


CONTROLS = (
    TableButton,
    PickButton,
    PickMenu,
    ComputerMenu,
    BoardButton,
    OpenRulesButton,
    RulesButton,
    RulesMenu,
    ChallengeMenu,
    ReplayButton,
    ReplayMenu,
)
"""Every control, for ``Client.add_dynamic_items``."""
