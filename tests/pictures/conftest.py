"""What holds for every picture that is drawn in these tests."""

from typing import Any

import pytest

from pictures.canvas import Canvas
from pictures.frame import SMALLEST


@pytest.fixture(autouse=True)
def nothing_is_too_small_for_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """34 units are 8 pixels of a phone."""
    words = Canvas.words

    def measured(canvas: Canvas, text: str, x: float, middle: float, size: int, *rest: Any, **more: Any) -> float:
        assert size >= SMALLEST, text
        return words(canvas, text, x, middle, size, *rest, **more)

    monkeypatch.setattr(Canvas, "words", measured)
