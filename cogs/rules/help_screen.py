"""The help page: what to do first, and the commands; and the list of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, Detail, Parts, finish, fit, layout, player_count, row, rule
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import LEARN_ONE, lesson_rows
from cogs.version import VERSION, revision
from engines.contract import Game
from engines.texts import Text, say

STEPS = (
    LEARN_ONE,
    say("**/play** opens a table here. Others **Join**, **Add computer** fills seats, **Start** deals the cards."),
    say("**My hand** shows you your cards and every legal move."),
    say("You are pinged at your turn. **More** has rules, log and how to leave."),
)

FIRST_COMMANDS = (
    "/play",
    "/practice",
    "/daily",
    "/hand",
    "/games",
    "/move",
    "/replay",
    "/leaderboard",
    "/league",
    "/rules",
)
"""The commands that members look for first. The others follow."""


@dataclass(frozen=True)
class CommandsButton(Control):
    """Shows what each command does, in place of the help page."""

    prefix = "commands"


@dataclass(frozen=True)
class OpenRulesButton(Control):
    """Opens a game's rules in a message of their own."""

    prefix = "open_rules"

    game: str


def help_screen(games: Mapping[str, Game[Any]], names: Sequence[str], renderer: Renderer) -> ui.LayoutView:
    """What to do first, buttons to the lessons, the commands by name: one screen of a phone."""
    steps = "\n".join(f"{number}. {renderer.render(step)}" for number, step in enumerate(STEPS, 1))
    commands = CommandsButton().button(renderer.label(say("What each command does"), BUTTON_LABEL_LIMIT))
    return finish(
        layout(
            GUIDE_COLOUR,
            "## 🃏 " + renderer.render(say("How to play")) + f"\n{steps}",
            *lesson_rows(games, renderer),
            rule(),
            "-# " + " ".join(names),
            row(commands),
            f"-# Cardroom {VERSION} ({revision()})",
        )
    )


def commands_screen(commands: Sequence[tuple[str, Text]], renderer: Renderer) -> ui.LayoutView:
    """What each command does."""
    lines = "\n".join(f"**{name}** — {renderer.render(text)}" for name, text in commands)
    return finish(layout(GUIDE_COLOUR, lines))


def games_screen(games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """The games, with buttons to their rules (if there are few) and lessons."""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        parts: Parts = ["## 🃏 " + renderer.render(say("The games"))]
        if detail < Detail.SHORT:
            parts += [_game_section(game, renderer) for game in games.values()]
        else:
            parts.append("\n".join(_game_line(game, renderer) for game in games.values()))
        lessons = lesson_rows(games, renderer)
        return layout(GUIDE_COLOUR, *parts, renderer.render(LEARN_ONE) if lessons else "", *lessons)

    return fit(renderer, build)


def _game_section(game: Game[Any], renderer: Renderer) -> ui.Section[Any]:
    text = f"{_game_line(game, renderer)}\n-# {renderer.render(game.summary)}"
    return ui.Section[Any](text, accessory=OpenRulesButton(game.key).button(renderer.render(say("Rules"))))


def _game_line(game: Game[Any], renderer: Renderer) -> str:
    return f"**{game.name}** · {renderer.render(player_count(game))}"
