"""The tests that every game must pass. A package with a game derives a test class from ``GameTests``:

    class TestPatience(GameTests):
        game = Patience()
        adapter = Adapter(places=("hand", "stock"), face_down=lambda document, seat: [document["stock"]])

Each failure explains in a sentence what is wrong and where. This package needs the extra ``test``; no other part of the
bot imports it.
"""

import pytest

pytest.register_assert_rewrite(
    *(
        f"engines.testing.{module}"
        for module in ("cases", "copies", "events", "game_tests", "play", "positions", "questions", "results", "views")
    )
)

from engines.testing.adapter import Adapter  # noqa: E402
from engines.testing.game_tests import GameTests  # noqa: E402

__all__ = ["Adapter", "GameTests"]
