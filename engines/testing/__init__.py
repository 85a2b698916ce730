"""The tests that every game must pass. A package with a game derives a test class from ``GameTests``:

    class TestPatience(GameTests):
        game = Patience()
        adapter = Adapter(places=("hand", "stock"), face_down=lambda document, seat: [document["stock"]])

Each failure explains in a sentence what is wrong and where. This package needs the extra ``testing``; no other part of
the bot imports it.
"""

from engines.testing.adapter import Adapter
from engines.testing.game_tests import GameTests

__all__ = ["Adapter", "GameTests"]
