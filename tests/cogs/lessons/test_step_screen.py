"""What a learner reads beside a step, and the button of the move that it teaches."""

from collections.abc import Iterator
from itertools import chain

import pytest

from cogs.hands.question import Buttons
from cogs.lessons.screen import MOST_MOVES, RIGHT, Remark
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.scenes import Decision, Question
from engines.texts import say
from engines.tutoring import position, written

READER = Renderer("en-US", {})


@pytest.mark.parametrize("moves", [0, 1, MOST_MOVES, MOST_MOVES + 1, 12])
def test_a_comment_names_a_few_moves_and_of_many_only_the_last(moves: int) -> None:
    """A hand of twelve cards is one decision; twelve lines would push the next question off the screen."""
    made = [say("Move {number}.", number=number) for number in range(moves)]
    *named, reason = Remark(RIGHT, (*made, say("Because."))).render(READER).split("\n")
    shown = made if moves <= MOST_MOVES else made[-1:]
    assert named == [f"{RIGHT} **{move}**" for move in shown]
    assert reason == ("Because." if moves else f"{RIGHT} Because.")


def steps() -> Iterator[tuple[str, str, int]]:
    for key, game in GAMES.items():
        for lesson in game.lessons:
            yield from ((key, lesson.key, number) for number, step in enumerate(lesson.steps) if step.accepted)


@pytest.mark.parametrize(("key", "name", "number"), [*steps()])
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
