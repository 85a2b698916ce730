"""What the buttons of Knotweed say about the penalty."""

import pytest

from cogs.hands.question import button_text
from cogs.shared.rendering import Renderer
from engines.scenes import Question
from tests.engines.knotweed.positions import GAME, play, position


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "es-ES"])
def test_a_button_says_what_a_further_card_does_to_the_penalty(locale: str) -> None:
    state = position(hands=[["9H", "QC", "TS", "2D"], ["2S", "4D"]], piles=[["8H"], ["JC"], ["3S"]])
    play(state, "play 1 9H")
    question = GAME.ask(state.view(0), ())
    assert isinstance(question, Question)
    renderer = Renderer(locale, {})
    hinted = [choice for choice in question.choices if choice.hint is not None]
    assert [choice.key for choice in hinted] == ["p2-QC", "p3-TS"]
    for choice in hinted:
        assert choice.hint is not None
        assert button_text(choice, renderer).endswith(f" · {renderer.plain.render(choice.hint)}")
