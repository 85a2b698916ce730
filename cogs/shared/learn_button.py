"""The button that opens the lessons of a game, wherever somebody may wonder how the game is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import GUIDE_COLOUR, finish, layout, rows
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.texts import Text, say

LEARN = "🎓"
LEARN_ONE = say("Learn a game in three minutes: tap one below.")


@dataclass(frozen=True)
class LearnButton(Control):
    """Opens a game's first lesson in a message of its own."""

    prefix = "learn"

    game: str


def learn_buttons(game: Game[Any], renderer: Renderer) -> list[ControlItem]:
    """The button, if the game has a lesson."""
    label = renderer.label(say("Learn"), BUTTON_LABEL_LIMIT)
    return [LearnButton(game.key).button(label, emoji=LEARN)] if game.lessons else []


def lesson_rows(games: Mapping[str, Game[Any]], renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """A button to the first lesson of every game that has one."""
    return rows(
        [
            LearnButton(game.key).button(renderer.label(Text(game.name), BUTTON_LABEL_LIMIT), emoji=LEARN)
            for game in games.values()
            if game.lessons
        ]
    )


def newcomers_screen(text: Text, games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """A sentence for members who have no table, and the lessons."""
    lessons = lesson_rows(games, renderer)
    told = [text, *([LEARN_ONE] if lessons else [])]
    return finish(layout(GUIDE_COLOUR, "\n".join(renderer.render(line) for line in told), *lessons))
