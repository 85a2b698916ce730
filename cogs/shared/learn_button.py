"""The button that opens the lessons of a game, wherever somebody may wonder how the game is played."""

from dataclasses import dataclass
from typing import Any

from cogs.shared.controls import Control, ControlItem
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.texts import say

LEARN = "🎓"


@dataclass(frozen=True)
class LearnButton(Control):
    """Opens a game's first lesson in a message of its own."""

    prefix = "learn"

    game: str


def learn_buttons(game: Game[Any], renderer: Renderer) -> list[ControlItem]:
    """The button, if the game has a lesson."""
    label = renderer.label(say("Learn"), BUTTON_LABEL_LIMIT)
    return [LearnButton(game.key).button(label, emoji=LEARN)] if game.lessons else []
