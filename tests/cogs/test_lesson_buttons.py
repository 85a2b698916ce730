"""In every step of a lesson, the move that it teaches begins with a button and not only in a menu."""

from collections.abc import Iterator
from itertools import chain

import pytest

from cogs.hands.question import Buttons
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.scenes import Decision, Question
from engines.tutoring import position, written


def steps() -> Iterator[tuple[str, str, int]]:
    for key, game in GAMES.items():
        for lesson in game.lessons:
            yield from ((key, lesson.key, number) for number, step in enumerate(lesson.steps) if step.accepted)


@pytest.mark.parametrize(("key", "name", "number"), steps())
def test_the_move_that_a_step_teaches_has_a_button(key: str, name: str, number: int) -> None:
    game = GAMES[key]
    (lesson,) = [lesson for lesson in game.lessons if lesson.key == name]
    view, accepted = position(game, lesson, number).view(lesson.seat), lesson.steps[number].accepted
    asked = game.ask(view, ())
    assert isinstance(asked, Question)
    buttons = chain.from_iterable(Buttons.of(asked, Renderer("en-US", {})).rows)
    leads = [game.ask(view, (choice.key,)) for choice in buttons]
    decided = {written(lead.actions) for lead in leads if isinstance(lead, Decision)}
    assert decided & set(accepted) or any(isinstance(lead, Question) for lead in leads)
