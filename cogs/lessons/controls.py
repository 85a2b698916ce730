"""The controls of lessons. Their custom ids hold all that is known about a learner: the step and the choices in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from cogs.shared.controls import Control


class LessonVerb(StrEnum):
    """What a button of a lesson does."""

    GO = "go"
    """Turns to the step."""
    SHOW = "show"
    """Makes the right move in the step."""
    WHY_NOT = "why"
    UNSEEN = "unseen"
    PLAY = "play"
    """As ``FIRST_GAME``: lessons used to end with the end of a game."""
    FIRST_GAME = "first"


@dataclass(frozen=True)
class LessonButton(Control):
    """A button of a step of a lesson. Steps count from 0."""

    prefix = "lesson"

    game: str
    lesson: str
    step: int
    verb: LessonVerb


@dataclass(frozen=True)
class LessonChoiceButton(Control):
    """Follows a path of choices in a step, or turns to another page of the question there."""

    prefix = "lp"  # short, because a path can be long

    game: str
    lesson: str
    step: int
    page: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class LessonChoiceMenu(Control):
    """The choices of a question in a step. Its values continue the path."""

    prefix = "lm"

    game: str
    lesson: str
    step: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LessonChoices:
    """The controls of the question in a step."""

    game: str
    lesson: str
    step: int

    def button(self, path: Sequence[str], page: int = 0) -> LessonChoiceButton:
        """Goes on after the choices in ``path``, or to another page of the question there."""
        return LessonChoiceButton(self.game, self.lesson, self.step, page, tuple(path))

    def menu(self, path: Sequence[str]) -> LessonChoiceMenu:
        """Has the choices of the question to which ``path`` leads."""
        return LessonChoiceMenu(self.game, self.lesson, self.step, tuple(path))
