"""The help page: what to do first, and the commands; and the list of games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import GUIDE_COLOUR, Detail, Parts, finish, fit, layout, player_count, rows, rule
from cogs.shared.learn_button import LEARN, LearnButton
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from cogs.version import VERSION
from engines.contract import Game
from engines.texts import Text, say

LEARN_ONE = say("Learn a game in three minutes: tap one below.")
STEPS = (
    LEARN_ONE,
    say("**/play** opens a table in this channel. Others **Join**, and **Add computer** fills free seats."),
    say("**Start** deals the cards. The message in the channel shows what everybody may see."),
    say("**My hand** shows you your cards, which nobody else can see, and offers you every legal move."),
    say("You are pinged when it is your turn. **More** has the rules, the log, and how to leave."),
    say("If you leave or your time runs out, a computer plays until you return."),
)


@dataclass(frozen=True)
class OpenRulesButton(Control):
    """Opens a game's rules in a message of their own."""

    prefix = "open_rules"

    game: str


def help_screen(
    games: Mapping[str, Game[Any]], renderer: Renderer, commands: Sequence[tuple[str, Text]] = ()
) -> ui.LayoutView:
    """What to do first, buttons to the lessons, the commands, the version."""
    steps = "\n".join(f"{number}. {renderer.render(step)}" for number, step in enumerate(STEPS, 1))
    parts: Parts = ["## 🃏 " + renderer.render(say("How to play")) + f"\n{steps}"]
    parts += rows([_learn(game, renderer) for game in games.values() if game.lessons])
    if commands:
        parts += [rule(), "\n".join(f"**{name}** — {renderer.render(text)}" for name, text in commands)]
    return finish(layout(GUIDE_COLOUR, *parts, f"-# Cardroom {VERSION}"))


def games_screen(games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """The games, with buttons to their rules (if there are few) and lessons."""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        parts: Parts = ["## 🃏 " + renderer.render(say("The games"))]
        if detail < Detail.SHORT:
            parts += [_game_section(game, renderer) for game in games.values()]
        else:
            parts.append("\n".join(_game_line(game, renderer) for game in games.values()))
        lessons = [_learn(game, renderer) for game in games.values() if game.lessons]
        return layout(GUIDE_COLOUR, *parts, renderer.render(LEARN_ONE) if lessons else "", *rows(lessons))

    return fit(renderer, build)


def _game_section(game: Game[Any], renderer: Renderer) -> ui.Section[Any]:
    text = f"{_game_line(game, renderer)}\n-# {renderer.render(game.summary)}"
    return ui.Section[Any](text, accessory=OpenRulesButton(game.key).button(renderer.render(say("Rules"))))


def _learn(game: Game[Any], renderer: Renderer) -> ControlItem:
    return LearnButton(game.key).button(renderer.label(Text(game.name), BUTTON_LABEL_LIMIT), emoji=LEARN)


def _game_line(game: Game[Any], renderer: Renderer) -> str:
    return f"**{game.name}** · {renderer.render(player_count(game))}"
