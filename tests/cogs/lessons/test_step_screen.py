"""What a learner reads beside a step."""

import pytest

from cogs.lessons.screen import MOST_MOVES, RIGHT, Note
from cogs.shared.rendering import Renderer
from engines.texts import say

READER = Renderer("en-US", {})


@pytest.mark.parametrize("moves", [0, 1, MOST_MOVES, MOST_MOVES + 1, 12])
def test_a_comment_names_a_few_moves_and_of_many_only_the_last(moves: int) -> None:
    """A hand of twelve cards is one decision; twelve lines would push the next question off the screen."""
    made = [say("Move {number}.", number=number) for number in range(moves)]
    *named, reason = Note(RIGHT, (*made, say("Because."))).render(READER).split("\n")
    shown = made if moves <= MOST_MOVES else made[-1:]
    assert named == [f"{RIGHT} **{move}**" for move in shown]
    assert reason == ("Because." if moves else f"{RIGHT} Because.")
