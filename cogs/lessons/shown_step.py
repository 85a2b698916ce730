"""A step of a lesson as the learner sees it, in a form that hands and pictures can show."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from engines.contract import Game, View
from engines.kit.beats import beats_of
from engines.lessons import Lesson, Step
from engines.scenes import Scene
from engines.texts import Text
from engines.tutoring import Reached, made, reached, shown_moves


@dataclass(frozen=True, slots=True)
class ShownStep:
    """The position of step ``number``, counted from 0, or the one after the learner's decision there.

    ``news`` has happened since the learner saw ``before``, if the position follows from another one.
    """

    game: Game[Any]
    lesson: Lesson
    number: int
    seats: int
    view: View[Any]
    before: View[Any] | None
    news: tuple[Text, ...]

    @classmethod
    def of(cls, game: Game[Any], lesson: Lesson, number: int) -> Self:
        """The step with this number."""
        return cls._at(game, lesson, number, reached(game, lesson, number))

    @classmethod
    def _at(cls, game: Game[Any], lesson: Lesson, number: int, now: Reached) -> Self:
        seat = lesson.seat
        seen = [event for event in now.events if event.visible_to(seat)]
        news = tuple(beat.told(seat) for beat in beats_of(game, seen, seat))
        return cls(game, lesson, number, now.state.seats, now.state.view(seat), now.before, news)

    def after(self, actions: Iterable[Any]) -> Self:
        """What the learner sees once these actions are made."""
        return self._at(self.game, self.lesson, self.number, made(self.game, self.lesson, self.number, actions))

    @property
    def step(self) -> Step:
        """What the lesson says about it."""
        return self.lesson.steps[self.number]

    @property
    def scene(self) -> Scene:
        """The table as the learner sees it."""
        return replace(self.game.scene(self.view), told=self.news)

    @property
    def right_moves(self) -> tuple[Any, ...]:
        """The actions that *Show me* makes."""
        return shown_moves(self.game, self.step)

    def in_words(self, actions: Iterable[Any]) -> tuple[Text, ...]:
        """Moves that the learner makes one after another from here, in words."""
        state, seat = reached(self.game, self.lesson, self.number).state, self.lesson.seat
        told: list[Text] = []
        for action in actions:
            told.append(self.game.label(state.view(seat), action))
            state.act(seat, action)
        return tuple(told)
