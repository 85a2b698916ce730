"""Lessons are short, in every language."""

import pytest

from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.lessons import Lesson

LANGUAGES = ("en-US", "de", "fr", "es-419")
MOST_STEPS, MOST_WORDS = 5, 400
LESSONS = [pytest.param(lesson, id=f"{game.key}-{lesson.key}") for game in GAMES.values() for lesson in game.lessons]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_five_steps_and_four_hundred_words_with_all_wrong_answers(lesson: Lesson, language: str) -> None:
    assert len(lesson.steps) <= MOST_STEPS
    said = [text for step in lesson.steps for text in (step.words, step.praise, *step.remarks.values()) if text]
    words = " ".join(map(Renderer(language, {}).render, said)).split()
    assert sum(any(map(str.isalnum, word)) for word in words) <= MOST_WORDS  # a colon in French is no word
